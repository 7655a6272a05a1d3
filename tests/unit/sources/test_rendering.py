"""Builders of every kind, hostile ones among them, in real children."""

import os
import py_compile
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from remit.errors import ProgramMissing, RenderingFailed
from remit.model.gate import Rendition
from remit.sources.registry_table import TableEntry
from remit.sources.rendering import Host, Ran, Rendered, render

PROVES = ("G1", "G8")

KINDS = """
import asyncio

class Reviewer:
    def __init__(self, who="somebody"):
        self.who = who
    def build(self, diff):
        return f"{self.who} reviews {diff}"
    @classmethod
    def of_class(cls, diff):
        return f"{cls.__name__} reviews {diff}"
    @staticmethod
    def static(diff):
        return f"static {diff}"

class Prompt:
    def to_xml(self):
        return "<instructions>Do it</instructions>"

def plain(diff):
    return f"plain {diff}"
async def waits(diff):
    await asyncio.sleep(0)
    return f"async {diff}"
def value():
    return Prompt()
def messages():
    return [{"role": "system", "content": "You are one."}, {"role": "user", "content": [{"type": "text", "text": "Hi."}]}]
"""

HOSTILE = """
import os, sys

def raises():
    raise KeyError("title")
def prints():
    print("hello")
    return "text"
def prints_below_python():
    os.write(1, b"hello")
    return "text"
def exits():
    sys.exit(3)
def ends():
    os._exit(4)
def hangs():
    while True:
        pass
def hangs_in_c():
    import re
    return re.match(r"(a+)+$", "a" * 60 + "b")
def recurses():
    return recurses()
def crashes():
    import ctypes
    ctypes.string_at(0)
def closes():
    os.closerange(3, 100)
    return "text"
def number():
    return 4
def surrogate():
    return "\\ud800"
def swallows():
    try:
        while True:
            pass
    except BaseException:
        return swallows()
def reads():
    return input()
def fine():
    return "fine"
"""

CHANGING = """
import datetime, os, random, uuid

def clock():
    return f"Today is {datetime.date.today()}."
def ident():
    return f"Your id is {uuid.uuid4()}."
def address():
    return f"This is {object()}."
def order():
    return ", ".join({"a", "b", "c", "d", "e", "f"})
def chance():
    return f"Choose {random.random()}."
def folder():
    return f"You are in {os.getcwd()}."
def stable():
    random.seed(1)
    return f"{random.random()} {sorted({'b', 'a'})} {hash(1)} {sorted(os.environ)}"
"""

NETWORK = """
import socket, subprocess, sys

def connects():
    socket.create_connection(("127.0.0.1", {port}), timeout=5)
    return "reached"
def asks_another_program():
    code = "import socket; socket.create_connection(('127.0.0.1', {port}), timeout=5)"
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    return "reached" if done.returncode == 0 else "refused"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in (("kinds", KINDS), ("hostile", HOSTILE), ("changing", CHANGING)):
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def entry(builder: str, arguments: Mapping[str, object] | None = None, **more: object) -> TableEntry:
    name = builder.partition(":")[2].replace(".", "-")
    fixtures = {"one": arguments} if arguments else {}
    return TableEntry(name, builder, fixtures=fixtures, **more)  # type: ignore[arg-type]


def rendered(root: Path, *entries: TableEntry, modules: tuple[str, ...] = (), timeout_seconds: int = 20) -> Rendered:
    return render(Host(root, timeout_seconds=timeout_seconds), modules, entries)


def by_name(found: Rendered) -> dict[str, Rendition]:
    return {each.name: each for each in found.renditions}


def test_every_kind_of_builder_is_called_with_the_arguments_of_its_fixture(root: Path) -> None:
    found = rendered(
        root,
        entry("kinds:plain", {"diff": "x"}),
        entry("kinds:waits", {"diff": "x"}),
        entry("kinds:Reviewer.build", {"self": {"who": "Jo"}, "diff": "x"}),
        entry("kinds:Reviewer.of_class", {"diff": "x"}),
        entry("kinds:Reviewer.static", {"diff": "x"}),
        entry("kinds:value"),
        entry("kinds:messages"),
    )

    assert {
        "plain": "plain x",
        "waits": "async x",
        "Reviewer-build": "Jo reviews x",
        "Reviewer-of_class": "Reviewer reviews x",
        "Reviewer-static": "static x",
        "value": "<instructions>Do it</instructions>",
        "messages": "You are one.\n\nHi.",
    } == {each.name: each.text for each in found.renditions}
    assert {""} == {each.reason + each.difference for each in found.renditions}


def test_a_method_is_made_with_nothing_where_its_fixture_says_nothing(root: Path) -> None:
    (found,) = rendered(root, entry("kinds:Reviewer.build", {"diff": "x"})).renditions

    assert ("somebody reviews x", "kinds.py", 7) == (found.text, found.path, found.line)


def test_each_fixture_is_a_rendition_of_its_own(root: Path) -> None:
    two = TableEntry("review", "kinds:plain", fixtures={"a": {"diff": "1"}, "b": {"diff": "2"}})

    assert [("review@a", "plain 1"), ("review@b", "plain 2")] == [
        (each.name, each.text) for each in rendered(root, two).renditions
    ]


REASONS = {
    "raises": "raised KeyError: 'title' at hostile.py:5",
    "prints": "printed to standard output, expected its text as the returned value",
    "prints_below_python": "printed to standard output, expected its text as the returned value",
    "exits": "exited the interpreter with 3",
    "ends": "ended the process with exit code 4",
    "hangs": "took longer than 1 s",
    "hangs_in_c": "took longer than 1 s",
    "recurses": "raised RecursionError: maximum recursion depth exceeded",
    "crashes": "ended the process by a signal",
    "number": "returned int, expected a text, a UnifiedPrompt or a list of chat messages",
    "surrogate": "returned a text with a lone surrogate, which no file can hold",
    "swallows": "took longer than 1 s",
    "reads": "raised EOFError: EOF when reading a line at hostile.py:41",
    "nothing": "raised AttributeError: module 'hostile' has no attribute 'nothing'",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rendition]:
    """All of them in one run, with one that does no harm behind each."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "hostile.py").write_text(HOSTILE)
    entries = [each for name in (*REASONS, "closes") for each in (entry(f"hostile:{name}"), fine_after(name))]
    return by_name(rendered(root, *entries, timeout_seconds=1))


def fine_after(name: str) -> TableEntry:
    return TableEntry(f"fine-after-{name}", "hostile:fine")


@pytest.mark.parametrize("name", REASONS)
def test_a_builder_that_fails_is_unscored_with_its_reason_and_costs_no_other(
    hostile: dict[str, Rendition], name: str
) -> None:
    assert hostile[name].text is None
    assert hostile[name].reason.startswith(REASONS[name])
    assert "fine" == hostile[f"fine-after-{name}"].text


def test_a_builder_that_closes_what_it_has_not_opened_costs_no_other(hostile: dict[str, Rendition]) -> None:
    assert hostile["closes"].text is None
    assert "fine" == hostile["fine-after-closes"].text


@pytest.mark.parametrize(
    ("module", "text", "reason"),
    [
        ("missing", None, "raised ModuleNotFoundError: No module named 'missing'"),
        ("raising", "raise RuntimeError('no key')\n", "raised RuntimeError: no key at raising.py:1"),
        ("exiting", "import sys\nsys.exit()\n", "exited the interpreter with None"),
        ("ending", "import os\nos._exit(5)\n", "ended the process with exit code 5"),
        ("hanging", "while True: pass\n", "took longer than 1 s"),
    ],
)
def test_a_module_that_cannot_be_imported_costs_its_own_prompts_alone(
    root: Path, module: str, text: str | None, reason: str
) -> None:
    if text is not None:
        (root / f"{module}.py").write_text(text)

    result = rendered(root, entry(f"{module}:build"), entry("hostile:fine"), timeout_seconds=1)
    found = by_name(result)

    assert f"its module cannot be imported: {reason}" == found["build"].reason
    assert {module: reason} == result.unimported
    assert "fine" == found["fine"].text


def test_what_a_module_prints_while_it_is_imported_is_no_prompts_fault(root: Path) -> None:
    (root / "loud.py").write_text("print('hello')\ndef build(): return 'text'\n")

    found = rendered(root, entry("loud:build"))

    assert (["text"], {}) == ([each.text for each in found.renditions], found.unimported)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("clock", "the clock"),
        ("ident", "a random id"),
        ("address", "an object's address"),
        ("order", "the order"),
        ("chance", "a number"),
        ("folder", "the working folder"),
    ],
)
def test_what_changes_between_two_renderings_is_named(root: Path, name: str, kind: str) -> None:
    (found,) = rendered(root, entry(f"changing:{name}")).renditions

    assert found.difference.startswith(f"{kind} differs between two renderings: line 1 has ")


def test_what_does_not_change_is_the_same_in_every_run(root: Path) -> None:
    one, other = (rendered(root, entry("changing:stable")).renditions[0] for _ in range(2))

    assert ("", one.text) == (one.difference, other.text)


def test_a_builder_sees_nothing_of_the_callers_environment(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_CALLER", "x")

    (found,) = rendered(root, entry("changing:stable")).renditions

    assert found.text is not None
    assert "SECRET" not in found.text


def test_no_builder_reaches_the_network(root: Path) -> None:
    with ListeningSocket() as port:
        (root / "network.py").write_text(NETWORK.format(port=port))
        result = rendered(root, entry("network:connects"), entry("network:asks_another_program"))
    found = by_name(result)

    assert "is refused while a prompt is rendered" in found["connects"].reason
    assert found["asks_another_program"].text != "reached"
    assert result.network in {"a network namespace", "an audit hook"}


def test_where_there_is_no_namespace_a_hook_refuses_the_network_and_other_programs() -> None:
    code = (
        "import socket, subprocess, sys; sys.platform = 'unknown'\n"
        "from remit.sources.render_child import close_network\n"
        "print(close_network())\n"
        "for call in (lambda: socket.create_connection(('127.0.0.1', 1)), lambda: subprocess.run(['true'])):\n"
        "    try: call()\n"
        "    except PermissionError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert [
        "an audit hook",
        "socket.getaddrinfo is refused while a prompt is rendered",
        "subprocess.Popen is refused while a prompt is rendered",
    ] == done.stdout.splitlines()


def test_payload_is_rendered_at_its_size_in_use(root: Path) -> None:
    small = entry("kinds:plain", {"diff": "-a\n+b"}, payload={"diff": 1000})

    (found,) = rendered(root, small).renditions

    assert ("plain -a\n+b", len("plain ") + 1000) == (found.text, len(found.production or ""))


def test_what_was_captured_wins_over_payload(root: Path) -> None:
    (root / "run.json").write_text('{"diff": "from a run"}')

    (found,) = rendered(root, entry("kinds:plain", {"diff": "x"}, payload={"diff": 9}, captured="run.json")).renditions

    assert ("plain x", "plain from a run") == (found.text, found.production)


def test_payload_that_cannot_grow_says_so(root: Path) -> None:
    (found,) = rendered(root, entry("kinds:plain", {"diff": 3}, payload={"diff": 1000})).renditions

    assert ("plain 3", None, "a payload is int, expected a text or a list of texts") == (
        found.text,
        found.production,
        found.production_reason,
    )


def test_builders_that_register_themselves_are_rendered_and_their_dependencies_are_not(root: Path) -> None:
    (root / "library.py").write_text('from remit import prompt\n@prompt("theirs")\ndef build(): return "theirs"\n')
    (root / "bot.py").write_text(
        'import library\nfrom remit import prompt\n@prompt("ours", category="c", fixtures={"a": {"x": "1"}})\n'
        "def build(x): return x\n"
    )

    (found,) = rendered(root, modules=("bot",)).renditions

    assert ("ours", "1", "c", "bot:build", "bot.py", 3) == (
        found.name,
        found.text,
        found.category,
        found.builder,
        found.path,
        found.line,
    )


def test_two_builders_of_one_name_are_both_told(root: Path) -> None:
    (root / "bot.py").write_text(
        'from remit import prompt\n@prompt("one")\ndef a(): return "a"\n@prompt("one")\ndef b(): return "b"\n'
    )

    assert [("one", "bot:a"), ("one", "bot:b")] == [
        (each.name, each.builder) for each in rendered(root, modules=("bot",)).renditions
    ]


def test_what_ran_is_told_by_its_lines(root: Path) -> None:
    (root / "bot.py").write_text(
        "def inner():\n    return 'x'\n\ndef outer():\n    return inner()\n\ndef other(): ...\n"
    )

    assert {Ran("bot.py", 1, 2), Ran("bot.py", 4, 5)} == rendered(root, entry("bot:outer")).ran


def test_an_edit_of_the_same_size_in_the_same_second_is_rendered(root: Path) -> None:
    source = root / "quick.py"
    source.write_text("def build(): return 'one'\n")
    py_compile.compile(str(source))
    status = source.stat()
    source.write_text("def build(): return 'two'\n")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert ["two"] == [each.text for each in rendered(root, entry("quick:build")).renditions]


def test_rendering_leaves_nothing_in_the_project(root: Path) -> None:
    before = sorted(root.rglob("*"))
    rendered(root, entry("kinds:plain", {"diff": "x"}))

    assert before == sorted(root.rglob("*"))


def test_nothing_to_render_starts_nothing(root: Path) -> None:
    assert Rendered() == render(Host(root, python="/nowhere/python"), (), ())


def test_an_interpreter_that_is_none_is_refused(root: Path) -> None:
    with pytest.raises(ProgramMissing, match="cannot start"):
        render(Host(root, python="/nowhere/python"), (), [entry("kinds:value")])
    with pytest.raises(RenderingFailed, match="ended before it rendered anything"):
        render(Host(root, python="/bin/false"), (), [entry("kinds:value")])


class ListeningSocket:
    """A port on this machine's own loopback that takes connections."""

    def __enter__(self) -> int:
        self.socket = socket.create_server(("127.0.0.1", 0))
        return int(self.socket.getsockname()[1])

    def __exit__(self, *_: object) -> None:
        self.socket.close()
