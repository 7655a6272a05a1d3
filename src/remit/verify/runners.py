"""What a test command runs through, and where a change to it stands; it must not judge tests."""

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from remit.git import FileDiff, Line
from remit.model.finding import Finding
from remit.verify.findings import finding
from remit.verify.languages import is_named_as_test, is_test_file, language_of

# Files that a runner reads or loads by their name, in whatever folder they stand.
_PYTHON: Final = (
    r"conftest\.py|\.?pytest\.(?:ini|toml)|pyproject\.toml|setup\.cfg|tox\.ini|noxfile\.py|manage\.py|\.coveragerc"
    r"|(?:sitecustomize|usercustomize|pytest|_pytest|unittest|pluggy)\.py|.+\.pth"
)
_SCRIPT: Final = (
    r"package\.json|\.mocharc(?:\..+)?|(?:jest|vitest|vite|karma|playwright|cypress|ava|babel|wdio)\.(?:config|conf|setup|workspace)\..+"
    r"|(?:jest|vitest)[.-]setup\..+|setupTests\..+|deno\.jsonc?|bunfig\.toml|\.swcrc|\.babelrc"
)
_RUST: Final = r"Cargo\.toml|build\.rs|config\.toml|nextest\.toml"
_GO: Final = r"go\.work|main_test\.go"
_OTHERS: Final = (
    r"(?:GNU)?[Mm]akefile|.+\.mk|[Jj]ustfile|[Tt]askfile\.ya?ml|Rakefile|\.rspec|(?:spec|rails|test)_helper\.rb|phpunit\.xml(?:\.dist)?"
    r"|composer\.json|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|gradle\.properties|CMakeLists\.txt|.+\.runsettings"
)
_ALL: Final = f"{_PYTHON}|{_SCRIPT}|{_RUST}|{_GO}|{_OTHERS}"
# Programs that run tests themselves; any other may go through anything.
_DIRECT: Final = {
    "pytest": _PYTHON,
    "py.test": _PYTHON,
    "unittest": _PYTHON,
    "jest": _SCRIPT,
    "mocha": _SCRIPT,
    "vitest": _SCRIPT,
    "cargo": _RUST,
    "go": _GO,
}
# Programs that only look at what they name.
_LOOKING: Final = frozenset({"[", "cat", "cmp", "diff", "false", "grep", "ls", "stat", "test", "true", "wc"})
_LAUNCHERS: Final = frozenset(
    {
        "bundle",
        "coverage",
        "env",
        "exec",
        "hatch",
        "npx",
        "pdm",
        "pipenv",
        "pnpm",
        "poetry",
        "python",
        "python3",
        "run",
        "timeout",
    }
    | {"uv", "uvx", "yarn"}
)
_INTERPRETERS: Final = frozenset(
    {
        "bash",
        "bun",
        "dash",
        "deno",
        "ksh",
        "node",
        "perl",
        "php",
        "python",
        "python3",
        "ruby",
        "sh",
        "ts-node",
        "tsx",
        "zsh",
    }
)
_CONFIGURING: Final = frozenset(
    {"--config", "--config-file", "--configuration", "--file", "--makefile", "--rcfile", "--setup-file", "-c", "-f"}
)

_Judge = Callable[[str], object]


def _toml(*paths: str) -> _Judge:
    def read(text: str) -> object:
        table: object = tomllib.loads(text)
        return [_at(table, path.split(".")) for path in paths]

    return read


def _json(*keys: str) -> _Judge:
    def read(text: str) -> object:
        table: object = json.loads(text) if text else {}
        return [_at(table, [key]) for key in keys]

    return read


def _ini(*sections: str) -> _Judge:
    def read(text: str) -> object:
        parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
        parser.read_string(text)
        return [parser.items(section) if parser.has_section(section) else None for section in sections]

    return read


def _at(table: object, path: Sequence[str]) -> object:
    for key in path:
        table = table.get(key) if isinstance(table, dict) else None
    return table


# What of a file with many duties is the runner's business.
_PARTS: Final[dict[str, _Judge]] = {
    "Cargo.toml": _toml("lib.test", "lib.harness", "test", "profile.test", "package.autotests", "package.build"),
    "composer.json": _json("scripts"),
    "deno.json": _json("tasks", "test"),
    "package.json": _json("ava", "c8", "jest", "mocha", "nyc", "scripts", "type", "vitest"),
    "pyproject.toml": _toml(
        *("tool.pytest", "tool.tox", "tool.nox", "tool.hatch.envs", "tool.pdm.scripts", "tool.poe", "tool.taskipy"),
        *("tool.coverage", "tool.poetry.scripts", "tool.pixi.tasks"),
    ),
    "setup.cfg": _ini("tool:pytest", "aliases", "coverage:run", "coverage:report"),
}
_UNREADABLE = (ValueError, configparser.Error)

_FORCED: Final = re.compile(
    r"\|\|\s*(?:true|:|exit\s+0)(?:\s|$|[;)\"'])|;\s*(?:true|exit\s+0)\s*[\"']?,?\s*$|^\s*set\s+\+e\b|--exit-zero\b"
    r"|--pass-?with-?no-?tests\b|\bcontinue-on-error:\s*true\b|^\t-\s*\w|\bignore_outcome\s*=\s*true|\bignore_errors\s*=\s*true",
    re.IGNORECASE,
)
_ENDS_PYTHON: Final = re.compile(r"\bos\._exit\(\s*0?\s*\)")


def runner_changes(diffs: Sequence[FileDiff], command: Sequence[str]) -> Iterator[Finding]:
    """Each changed file that the command runs through, at the first line that changed."""
    program = _program(command)
    names = re.compile(r"(?!)" if program in _LOOKING else _DIRECT.get(program, _ALL))
    scripts = set(_scripts(command))
    for each in diffs:
        name = each.path.rpartition("/")[2]
        if each.path in scripts or (names.fullmatch(name) and _differs(name, each)):
            line = _first(each)
            yield finding(
                "runner-changed",
                f"'{each.path}' was {each.changed.status}, and the test command runs through it",
                each.path,
                line.number if line else 1,
                excerpt=line.text if line else "",
            )


def forced_exits(diffs: Sequence[FileDiff], command: Sequence[str]) -> Iterator[Finding]:
    """Each added line that has a run succeed whatever happened, where tests and their runners stand."""
    names, scripts = re.compile(_ALL), set(_scripts(command))
    for each in diffs:
        language = language_of(each.path)
        runs = each.path in scripts or names.fullmatch(each.path.rpartition("/")[2]) or each.path.startswith(".github/")
        patterns = [_FORCED] if runs else []
        if language and (runs or is_test_file(each.path)):
            patterns.append(language.exits)
        if each.path.endswith(".py"):
            patterns.append(_ENDS_PYTHON)
        for line in each.added:
            if any(pattern.search(line.text) for pattern in patterns):
                yield finding(
                    "exit-code-forced",
                    f"'{each.path}' ends a run as if it had succeeded, expected its own outcome",
                    each.path,
                    line.number,
                    excerpt=line.text,
                )


def _program(command: Sequence[str]) -> str:
    """What runs in the end, whatever launches it."""
    words = (PurePosixPath(word).name for word in command if not word.startswith("-") and "=" not in word)
    return next((word for word in words if word not in _LAUNCHERS and not word.isdecimal()), "")


def _scripts(command: Sequence[str]) -> Iterator[str]:
    """The files of the tree that a command runs or is set up by; one that only holds tests is none of them."""
    if _program(command) in _LOOKING:
        return
    for at, word in enumerate(command):
        before = command[at - 1] if at else ""
        option, _, value = word.partition("=")
        path = str(PurePosixPath(value if option in _CONFIGURING else word))
        runs = (
            at == 0 or PurePosixPath(before).name in _INTERPRETERS or before in _CONFIGURING or option in _CONFIGURING
        )
        runnable = word.startswith("./") and (language_of(path) is not None or "." not in PurePosixPath(path).name)
        if before == "-m":
            yield from (f"{word.replace('.', '/')}{end}" for end in (".py", "/__main__.py", "/__init__.py"))
        elif (runs or runnable) and not is_named_as_test(path):
            yield path


def _differs(name: str, diff: FileDiff) -> bool:
    if name not in _PARTS:
        return True
    try:
        return _PARTS[name](diff.before) != _PARTS[name](diff.after)
    except _UNREADABLE:
        return True


def _first(diff: FileDiff) -> Line | None:
    return next((line for line in diff.lines if line.sign != " "), None)
