"""A gate over a hundred registered prompts, less what its builders take to import; and what the pytest plugin costs unused."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measure import Row

_PROMPTS = 100
_ROUNDS = 5
_SESSIONS = 9
_REMIT = str(Path(sys.executable).with_name("remit"))

_BUILDER = '''\
@prompt("prompt-{number}", fixtures={{"small": {{"body": "It fails on start. " * 12}}}}, payload={{"body": 12_000}})
def build_{number}(body: str) -> str:
    return f"""Classify issue {number} below and return a JSON object with the fields `label` and `reason`.
Think step by step in <thinking> first.

<constraints>
The label must be one of bug, feature, question. If the issue is empty, return the label `unclear`.
</constraints>

<issue>
{{body}}
</issue>

<example>
{{{{"label": "bug", "reason": "the program crashes on start"}}}}
</example>

<output_format>
Return only one JSON object: {{{{"label": "...", "reason": "..."}}}}. Do not add prose.
</output_format>

Return the object for the issue above.
"""


'''


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for number in range(_PROMPTS // 10):
            text = "from remit import prompt\n\n\n" + "".join(
                _BUILDER.format(number=10 * number + each) for each in range(10)
            )
            (project / f"builders_{number}.py").write_text(text, encoding="utf-8")
        _wall(project, _REMIT, "baseline", "update")
        gate = min(_wall(project, _REMIT, "gate") for _ in range(_ROUNDS))
        imports = ";".join(f"import builders_{number}" for number in range(_PROMPTS // 10))
        bare = min(_wall(project, sys.executable, "-c", "pass") for _ in range(_ROUNDS))
        imported = min(_wall(project, sys.executable, "-c", imports) for _ in range(_ROUNDS)) - bare
    seconds = gate - max(imported, 0)
    figure = f"{seconds:.2f} s wall, {seconds / 3:.0%} of what is allowed, on {os.cpu_count()} cores"
    gate_row = Row(f"gate over {_PROMPTS} prompts at two sizes, twice rendered", figure, "3 s", seconds <= 3)
    return [gate_row, _plugin()]


def _plugin() -> Row:
    """What the pytest plugin adds to a session that does not use it."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        (project / "test_it.py").write_text("def test_it(): pass\n", encoding="utf-8")
        session = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
        without, used = (
            sorted(_cpu(project, *session, *more) for _ in range(_SESSIONS))[_SESSIONS // 2]
            for more in (("-p", "no:remit"), ())
        )
    cost = 1000 * (used - without)
    return Row("pytest without --remit: what the plugin adds", f"{cost:.0f} ms CPU", "25 ms", cost <= 25)


def _wall(project: Path, *command: str) -> float:
    environment = {"HOME": str(project), "PATH": os.defpath}
    started = time.perf_counter()
    subprocess.run(command, cwd=project, env=environment, stdout=subprocess.DEVNULL, check=True, timeout=120)
    return time.perf_counter() - started


def _cpu(project: Path, *command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _wall(project, *command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
