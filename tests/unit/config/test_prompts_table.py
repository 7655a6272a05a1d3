from pathlib import Path

import pytest

from remit.config import load
from remit.errors import ConfigInvalid
from remit.sources.registry_table import TableEntry

PROVES = ("G1", "U4")

PROMPTS = '[[{0}prompts]]\nfiles = "a/*.md"\n\n[[{0}prompts]]\nname = "b"\nbuilder = "bot:build"\n[{0}prompts.payload]\nx = 9\n'
ENTRIES = (TableEntry(files="a/*.md"), TableEntry(name="b", builder="bot:build", payload={"x": 9}))


@pytest.mark.parametrize(("file", "prefix"), [("remit.toml", ""), ("pyproject.toml", "tool.remit.")])
def test_prompts_are_read_from_either_file(tmp_path: Path, file: str, prefix: str) -> None:
    (tmp_path / file).write_text(PROMPTS.format(prefix))

    assert ENTRIES == load(tmp_path).settings.prompts


@pytest.mark.parametrize(("file", "prefix"), [("remit.toml", ""), ("pyproject.toml", "tool.remit.")])
def test_a_problem_stands_at_the_line_of_its_entry(tmp_path: Path, file: str, prefix: str) -> None:
    (tmp_path / file).write_text(PROMPTS.format(prefix).replace("builder =", "bilder ="))

    with pytest.raises(ConfigInvalid) as caught:
        load(tmp_path)

    assert {f"{file}:4"} == {place for place, _ in caught.value.rows}
    assert "unknown key 'prompts.bilder', did you mean 'builder'?" in [text for _, text in caught.value.rows]


def test_the_gate_has_settings_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text(
        '[gate]\npython = ".venv/bin/python"\npython_path = ["lib"]\ntimeout_seconds = 3\n'
    )

    gate = load(tmp_path).settings.gate

    assert (".venv/bin/python", ("lib",), 3) == (gate.python, gate.python_path, gate.timeout_seconds)


def test_an_interpreter_is_a_text(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text("[gate]\npython = 3\n")

    with pytest.raises(ConfigInvalid) as caught:
        load(tmp_path)

    assert (("remit.toml:2", "'gate.python' is 3, expected a text"),) == caught.value.rows
