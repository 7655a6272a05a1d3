"""How a repository's own files have it tested; it must not judge or run the commands, nor know what asks for them."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Set
from typing import NamedTuple

from remit.errors import FileRefused
from remit.model.found import PassedOver

Commands = Iterator[str]

_UNITTEST = re.compile(r"tests?/(?:[^/]+/)*test_\w+\.py")
_PYTEST_SECTION = re.compile(r"^\[(?:tool:)?pytest\]", re.MULTILINE)
_NEEDS_PYTEST = re.compile(r"^\s*pytest(?![-\w])", re.MULTILINE)
# What `npm init` writes where there are no tests.
_NO_TESTS = "no test specified"


class FoundCommand(NamedTuple):
    """A command that tests the repository, and the file that says so."""

    command: str
    file: str


def own_tests(paths: Set[str], read: Callable[[str], str]) -> tuple[tuple[FoundCommand, ...], tuple[PassedOver, ...]]:
    """The commands that files of the root name, and the files that are not what they should be.

    What runs the tests itself comes before what sets up a place for it.
    """
    found: list[FoundCommand] = []
    passed_over: list[PassedOver] = []
    for name, commands in _BY_CONTENT.items():
        if name in paths:
            try:
                found += [FoundCommand(command, name) for command in commands(read(name), paths)]
            except FileRefused as refusal:
                passed_over.append(PassedOver(name, refusal.message))
            except (ValueError, RecursionError):
                passed_over.append(PassedOver(name, "it cannot be parsed"))
    found += [FoundCommand(command, name) for name, command in _BY_PRESENCE.items() if name in paths]
    if not found and (example := min(filter(_UNITTEST.fullmatch, paths), default=None)) is not None:
        found.append(FoundCommand("python -m unittest", example))
    by_command = {each.command: each for each in reversed(found)}
    return tuple(each for each in found if by_command[each.command] is each), tuple(passed_over)


def is_for(command: str, suffixes: Set[str]) -> bool:
    """Whether a command tests files of one of these suffixes."""
    return not _SUFFIXES.get(command.partition(" ")[0], frozenset()).isdisjoint(suffixes)


def _pyproject(text: str, paths: Set[str]) -> Commands:
    project = tomllib.loads(text)
    tool = _table(project, "tool")
    if "pytest" in tool or any(map(_NEEDS_PYTEST.match, _strings(project))):
        yield "pytest"
    elif any(map(_UNITTEST.fullmatch, paths)):
        yield "python -m unittest"
    if "tox" in tool:
        yield "tox"


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _strings(each)
        case dict():
            for each in value.values():
                yield from _strings(each)


def _pytest_section(text: str, _paths: Set[str]) -> Commands:
    if _PYTEST_SECTION.search(text):
        yield "pytest"


def _requirements(text: str, _paths: Set[str]) -> Commands:
    if _NEEDS_PYTEST.search(text):
        yield "pytest"


def _package(text: str, paths: Set[str]) -> Commands:
    script = _table(json.loads(text), "scripts").get("test")
    if isinstance(script, str) and script.strip() and _NO_TESTS not in script:
        managers = {"pnpm-lock.yaml": "pnpm test", "yarn.lock": "yarn test", "bun.lock": "bun run test"}
        yield next((command for lock, command in managers.items() if lock in paths), "npm test")


def _composer(text: str, _paths: Set[str]) -> Commands:
    if "test" in _table(json.loads(text), "scripts"):
        yield "composer test"


def _makefile(text: str, _paths: Set[str]) -> Commands:
    targets: set[str] = set()
    for line in text.split("\n"):
        names, colon, rest = line.partition(":")
        if colon and not line.startswith("\t") and not rest.startswith("="):
            targets |= set(names.split())
    yield from [f"make {target}" for target in ("test", "check") if target in targets][:1]


def _table(value: object, key: str) -> Mapping[str, object]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


_BY_CONTENT: dict[str, Callable[[str, Set[str]], Commands]] = {
    "pyproject.toml": _pyproject,
    "pytest.ini": _pytest_section,
    "setup.cfg": _pytest_section,
    "tox.ini": _pytest_section,
    "requirements-dev.txt": _requirements,
    "requirements.txt": _requirements,
    "package.json": _package,
    "composer.json": _composer,
    "Makefile": _makefile,
}

# Files whose mere presence names the command.
_BY_PRESENCE = {
    "Cargo.toml": "cargo test",
    "go.mod": "go test ./...",
    "mix.exs": "mix test",
    "pom.xml": "mvn test",
    "build.gradle": "gradle test",
    "build.gradle.kts": "gradle test",
    "Package.swift": "swift test",
    "deno.json": "deno test",
    ".rspec": "bundle exec rspec",
    "tox.ini": "tox",
    "noxfile.py": "nox",
}

_JAVASCRIPT = frozenset({".cjs", ".cts", ".js", ".jsx", ".mjs", ".mts", ".svelte", ".ts", ".tsx", ".vue"})
_JVM = frozenset({".groovy", ".java", ".kt", ".scala"})
_PYTHON = frozenset({".py", ".pyi"})

# By the first word of a command.
_SUFFIXES: dict[str, frozenset[str]] = {
    **dict.fromkeys(("pytest", "python", "tox", "nox"), _PYTHON),
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun", "deno"), _JAVASCRIPT),
    **dict.fromkeys(("mvn", "gradle"), _JVM),
    "bundle": frozenset({".rb"}),
    "cargo": frozenset({".rs"}),
    "composer": frozenset({".php"}),
    "go": frozenset({".go"}),
    "mix": frozenset({".ex", ".exs"}),
    "swift": frozenset({".swift"}),
}
