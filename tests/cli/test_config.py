import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import RunRemit

PROVES = ("U4",)

SCHEMA = Path(__file__).parents[2] / "docs/schemas/config.schema.json"


def test_the_schema_that_is_checked_in_is_the_one_that_is_printed(run_remit: RunRemit) -> None:
    assert SCHEMA.read_text(encoding="utf-8") == run_remit("config", "schema").out


def test_defaults_are_shown_where_nothing_is_configured(run_remit: RunRemit) -> None:
    ran = run_remit("config", "show", "--origin")

    assert ran.code == 0
    assert {"default"} == {line.split()[-1] for line in ran.out.splitlines()}


def test_an_origin_is_a_file_and_a_line(run_remit: RunRemit, project: Path) -> None:
    (project / "pyproject.toml").write_text('[project]\nname = "x"\n\n[tool.remit.audit]\nfail_on = "any"\n')
    ran = run_remit("config", "show", "--origin")

    assert ["audit.fail_on", '"any"', "pyproject.toml:5"] in [line.split() for line in ran.out.splitlines()]


def test_values_as_json_keep_their_types_and_origins(run_remit: RunRemit, project: Path) -> None:
    (project / "remit.toml").write_text('[audit]\nexclude = ["a/**"]\n')
    shown = json.loads(run_remit("config", "show", "--json").out)

    assert "remit.config/1" == shown["schema"]
    assert {"value": ["a/**"], "origin": "remit.toml:2"} == shown["settings"]["audit.exclude"]
    assert {"value": None, "origin": "default"} == shown["settings"]["compose.budget_tokens"]


def test_every_problem_is_told_at_once_with_its_line(run_remit: RunRemit, project: Path) -> None:
    (project / "remit.toml").write_text(
        'min_words = 3\n[audit]\nfail-on = "high"\nprofile = "strict"\nmin_words = "many"\n[adit]\n'
    )
    ran = run_remit("config", "show")

    assert 2 == ran.code
    ran.must_match("config-problems")


def test_two_configurations_in_one_folder_are_refused(run_remit: RunRemit, project: Path) -> None:
    (project / "remit.toml").write_text("")
    (project / "pyproject.toml").write_text("[tool.remit]\n")
    ran = run_remit("config", "show")

    assert 2 == ran.code
    ran.must_match("config-twice")


def test_text_that_is_not_toml_is_refused_at_its_place(run_remit: RunRemit, project: Path) -> None:
    (project / "remit.toml").write_text("[audit]\nmin_words = = 3\n")
    ran = run_remit("config", "show")

    assert 2 == ran.code
    assert "remit.toml:2:13  invalid value" in ran.err


def test_a_named_file_is_read_instead_and_none_where_none_is_wanted(run_remit: RunRemit, project: Path) -> None:
    (project / "remit.toml").write_text("audit.min_words = 1\n")
    (project / "other.toml").write_text("audit.min_words = 2\n")

    def min_words(*options: str, stdin: bytes = b"") -> int:
        shown = json.loads(run_remit(*options, "config", "show", "--json", stdin=stdin).out)
        return int(shown["settings"]["audit.min_words"]["value"])

    assert 1 == min_words()
    assert 2 == min_words("--config", "other.toml")
    assert 3 == min_words("--config", "-", stdin=b"audit.min_words = 3\n")
    assert 40 == min_words("--no-config")


def test_standard_input_is_called_so(run_remit: RunRemit) -> None:
    ran = run_remit("--config", "-", "config", "show", stdin=b"\nnonsense = 1\n")

    assert [
        "error: 'standard input' has a problem",
        "  standard input:2  unknown key 'nonsense'",
    ] == ran.err.splitlines()[:2]


def make_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(16 * 2**20 + 1)


HOSTILE: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a named pipe": os.mkfifo,
    "a symbolic link to nothing": lambda path: path.symlink_to("nothing"),
    "go round in a circle": lambda path: path.symlink_to(path.name),
    "larger than 16 MiB": make_large,
    "no UTF-8 at byte 2": lambda path: path.write_bytes(b"a=\xff"),
    "a NUL stands at byte 3": lambda path: path.write_bytes(b"a=1\0"),
}


@pytest.mark.parametrize("name", ["remit.toml", "pyproject.toml", "named.toml"])
@pytest.mark.parametrize("reason", HOSTILE)
def test_what_is_no_text_file_is_refused_where_the_configuration_should_be(
    run_remit: RunRemit, project: Path, name: str, reason: str
) -> None:
    HOSTILE[reason](project / name)
    ran = run_remit(*(("--config", name) if name == "named.toml" else ()), "config", "show")

    assert (2, "") == (ran.code, ran.out)
    assert ran.err.startswith("error: cannot read ")
    assert reason in ran.err.splitlines()[0]
    assert ran.err.endswith("  see   remit explain FileRefused\n")
