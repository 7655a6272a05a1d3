"""Which commands a repository's own files name, from the contents of these files."""

import pytest

from remit.errors import FileRefused
from remit.sources.own_tests import FoundCommand, is_for, own_tests

PROVES = ("V5",)


def commands(files: dict[str, str]) -> list[str]:
    return [found.command for found in own_tests(files.keys(), files.__getitem__)[0]]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"pyproject.toml": "[tool.pytest.ini_options]\n"}, ["pytest"]),
        ({"pyproject.toml": "[tool.pytest]\n"}, ["pytest"]),
        ({"pyproject.toml": '[dependency-groups]\ndev = ["ruff", "pytest>=8"]\n'}, ["pytest"]),
        ({"pyproject.toml": '[project.optional-dependencies]\ntest = [" pytest"]\n'}, ["pytest"]),
        ({"pyproject.toml": '[project]\ndependencies = ["pytest-mockery"]\n'}, []),
        ({"pyproject.toml": "[project]\n", "tests/unit/test_a.py": ""}, ["python -m unittest"]),
        ({"pyproject.toml": "[tool.pytest]\n[tool.tox]\n"}, ["pytest", "tox"]),
        ({"tests/test_a.py": ""}, ["python -m unittest"]),
        ({"src/test_a.py": ""}, []),
        ({"pytest.ini": "[pytest]\n"}, ["pytest"]),
        ({"setup.cfg": "[metadata]\n[tool:pytest]\n"}, ["pytest"]),
        ({"tox.ini": "[tox]\n[pytest]\n"}, ["pytest", "tox"]),
        ({"requirements-dev.txt": "ruff\npytest==8.0\n"}, ["pytest"]),
        ({"requirements.txt": "# not pytest\npytest-cov\n"}, []),
        ({"package.json": '{"scripts": {"test": "vitest run"}}'}, ["npm test"]),
        ({"package.json": '{"scripts": {"test": "vitest"}}', "pnpm-lock.yaml": ""}, ["pnpm test"]),
        ({"package.json": '{"scripts": {"test": "vitest"}}', "yarn.lock": ""}, ["yarn test"]),
        ({"package.json": '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}'}, []),
        ({"package.json": '{"scripts": {"build": "tsc"}}'}, []),
        ({"package.json": '{"scripts": ["test"]}'}, []),
        ({"composer.json": '{"scripts": {"test": ["phpunit"]}}'}, ["composer test"]),
        ({"Cargo.toml": ""}, ["cargo test"]),
        ({"go.mod": ""}, ["go test ./..."]),
        ({"Makefile": ".PHONY: test\nbuild test: deps\n\tpytest\n"}, ["make test"]),
        ({"Makefile": "check::\n\ttrue\n"}, ["make check"]),
        ({"Makefile": "test := yes\nall:\n\techo test: x\n"}, []),
        ({"Cargo.toml": "", "Makefile": "test:\n"}, ["make test", "cargo test"]),
        ({"sub/Cargo.toml": "", "README.md": ""}, []),
    ],
)
def test_a_command_is_found_where_the_projects_own_files_name_it(files: dict[str, str], expected: list[str]) -> None:
    assert commands(files) == expected


def test_a_command_that_two_files_name_is_told_by_the_first() -> None:
    files = {"requirements.txt": "pytest\n", "pyproject.toml": "[tool.pytest]\n"}

    assert own_tests(files.keys(), files.__getitem__)[0] == (FoundCommand("pytest", "pyproject.toml"),)


@pytest.mark.parametrize("text", ["[", "a = " + "[" * 100_000, "\0", "x = 1" + "0" * 5000])
def test_a_file_that_is_not_of_its_form_is_passed_over(text: str) -> None:
    files = {"pyproject.toml": text, "package.json": text, "go.mod": ""}
    found, passed_over = own_tests(files.keys(), files.__getitem__)

    assert found == (FoundCommand("go test ./...", "go.mod"),)
    assert [row.path for row in passed_over] == ["pyproject.toml", "package.json"]


def test_a_file_that_cannot_be_read_is_passed_over_with_its_reason() -> None:
    def refuse(name: str) -> str:
        raise FileRefused(f"cannot read '{name}': permission denied")

    found, passed_over = own_tests({"package.json"}, refuse)

    assert found == ()
    assert passed_over[0].reason == "cannot read 'package.json': permission denied"


def test_a_command_is_known_by_the_files_that_it_tests() -> None:
    assert is_for("npm test", {".md", ".ts"})
    assert not is_for("npm test", {".py"})
    assert not is_for("make test", {".py"})
