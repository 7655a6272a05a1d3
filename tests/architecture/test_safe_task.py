"""Only the pipeline seals a task, and whoever wants a safe one cannot be given a raw one; it must not know what sealing takes."""

import ast
from pathlib import Path

import pytest
from mypy import api

from tests.architecture.tree import ROOT, SOURCE, parsed

PROVES = ("S2", "T5")

PIPELINE = "src/remit/sanitize/pipeline.py"

COMPOSES = """
from remit.model.safe_task import SafeTask, Seal
from remit.model.task import Task


def compose(task: SafeTask) -> str:
    return task.objective


raw = Task("T1", "x", "## Objective")
"""


def makers_of(tree: ast.Module, name: str) -> list[int]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]


@pytest.mark.parametrize("name", ["Seal", "SafeTask"])
def test_only_the_pipeline_makes_one(name: str) -> None:
    assert {path for path, tree in parsed(SOURCE) if makers_of(tree, name)} == {PIPELINE}


def test_a_maker_elsewhere_would_be_seen() -> None:
    assert makers_of(ast.parse("a = Seal()"), "Seal") == [1]


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("compose(raw)", 'incompatible type "Task"; expected "SafeTask"'),
        ("compose(raw.description)", 'incompatible type "str"; expected "SafeTask"'),
        (
            'SafeTask(None, "T1", "", "", (), (), None, (), None, None, (), ())',
            'incompatible type "None"; expected "Seal"',
        ),
    ],
)
def test_the_type_checker_refuses_a_prompt_from_what_nobody_judged(tmp_path: Path, line: str, refusal: str) -> None:
    module = tmp_path / "composing.py"
    module.write_text(f"{COMPOSES}{line}\n", encoding="utf-8")

    said, _, status = api.run(
        ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path), str(module)]
    )

    assert status == 1
    assert [text for text in said.splitlines() if "error:" in text and refusal in text] != [], said
