import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, RunRemit, environment

PROVES = ("G1", "G2")

CODE = """
class Reviewer:
    def __init__(self, language):
        self.language = language
    def build_review_prompt(self, diff: str) -> str:
        return f"Review this {self.language} change with care and say what could fail in it: {diff}"

def build_triage_prompt(title: str, tags: list[str], limit: int = 3) -> str:
    return f"Classify the issue {title} with the tags {', '.join(tags)} and return one label out of {limit}."
"""


@pytest.fixture
def repository(project: Path) -> Path:
    (project / "src/bot").mkdir(parents=True)
    (project / "src/bot/__init__.py").touch()
    (project / "src/bot/prompts.py").write_text(CODE)
    (project / "prompts").mkdir()
    (project / "prompts/sum-up.prompt.md").write_text("Summarize the text below.\n\n<issue>\n{{TEXT}}\n</issue>\n")
    (project / "prompts/README.md").write_text("# What stands here\n\nThe prompts of the bot.\n")
    return project


def files(folder: Path) -> set[str]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in found}


def test_everything_is_shown_and_nothing_written(run_remit: RunRemit, repository: Path) -> None:
    before = files(repository)

    run_remit("init").must_match("init")

    assert before == files(repository)


def test_what_is_proposed_is_written_and_passes_the_gate(run_remit: RunRemit, repository: Path) -> None:
    before = files(repository)

    assert run_remit("init", "--yes").code == 0

    assert {
        ".github/workflows/remit.yml",
        ".pre-commit-config.yaml",
        "remit.toml",
        "remit/baseline.json",
        "remit/snapshots/sum-up.txt",
        "remit/snapshots/triage.txt",
    } == files(repository) - before
    assert run_remit("gate").code == 0
    config = tomllib.loads((repository / "remit.toml").read_text())
    assert [{"files": "prompts/*.prompt.md"}, "triage"] == [config["prompts"][0], config["prompts"][1]["name"]]


def test_only_what_a_person_confirms_is_written(repository: Path, home: Path) -> None:
    before = files(repository)
    person, terminal = os.openpty()
    os.write(person, b"y\nn\nn\ny\n")
    subprocess.run(
        [COMMAND, "init"],
        cwd=repository,
        env=environment(home, None),
        stdin=terminal,
        capture_output=True,
        timeout=60,
        check=True,
    )
    os.close(terminal)
    os.close(person)

    written = files(repository) - before
    assert {"remit.toml", "remit/baseline.json"} == {
        name for name in written if not name.startswith("remit/snapshots/")
    }


def test_a_builder_that_does_not_render_yet_is_a_comment_and_accepted(run_remit: RunRemit, repository: Path) -> None:
    run_remit("init", "--yes")

    config = (repository / "remit.toml").read_text()
    assert "# It does not render yet: raised TypeError" in config
    assert '# builder = "bot.prompts:Reviewer.build_review_prompt"' in config
    assert "Reviewer.build_review_prompt" in run_remit("baseline", "show").out


def test_it_can_be_run_again(run_remit: RunRemit, repository: Path) -> None:
    run_remit("init", "--yes")
    before = {name: (repository / name).read_bytes() for name in files(repository)}

    again = run_remit("init", "--yes")

    assert (0, before) == (again.code, {name: (repository / name).read_bytes() for name in files(repository)})


def test_what_came_since_is_proposed_alone(run_remit: RunRemit, repository: Path) -> None:
    run_remit("init", "--yes")
    (repository / "more").mkdir()
    (repository / "more/ask.prompt.md").write_text("Ask the one question that would clear this up.\n")

    steps = json.loads(run_remit("init", "--json").out)["steps"]

    (step,) = [each for each in steps if 'files = "more/*.prompt.md"' in each["text"]]
    assert ("remit.toml", "append", False) == (step["path"], step["how"], step["written"])


def test_a_configuration_in_pyproject_is_gone_on_with(run_remit: RunRemit, repository: Path) -> None:
    (repository / "pyproject.toml").write_text("[tool.remit.audit]\nmin_words = 30")

    run_remit("init", "--yes")

    table = tomllib.loads((repository / "pyproject.toml").read_text())["tool"]["remit"]
    assert (30, "prompts/*.prompt.md") == (table["audit"]["min_words"], table["prompts"][0]["files"])
    assert "remit.toml" not in files(repository)
    assert run_remit("gate").code == 0


def test_hooks_and_pipelines_that_are_there_are_kept(run_remit: RunRemit, repository: Path) -> None:
    (repository / ".pre-commit-config.yaml").write_text("repos:\n- repo: local\n  hooks: []\n")
    (repository / ".gitlab-ci.yml").write_text("test:\n  script: make test\n")

    run_remit("init", "--yes")

    assert (
        (repository / ".pre-commit-config.yaml")
        .read_text()
        .startswith("repos:\n- repo: local\n  hooks: []\n- repo: local\n")
    )
    assert (repository / ".gitlab-ci.yml").read_text() == "test:\n  script: make test\n"
    assert ".github/workflows/remit.yml" not in files(repository)


def test_an_empty_repository_gets_a_configuration_and_an_empty_baseline(run_remit: RunRemit, project: Path) -> None:
    assert run_remit("init", "--yes").code == 0
    assert {"remit.toml", "remit/baseline.json"} <= files(project)
    assert run_remit("gate").code == 3
