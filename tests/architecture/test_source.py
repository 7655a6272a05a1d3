"""What is refused wherever it stands: mocks, broad handlers, late imports, drawers; it must not know the units."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import SOURCE, TESTS, parsed

REFUSED_STEMS = frozenset(
    {"base", "common", "core", "handler", "helper", "helpers", "info", "manager", "misc", "processor", "service"}
    | {"util", "utils"}
)
REFUSED_PARTS = ("new_", "enhanced_", "_v2")

# The only room where an import may wait: it loads a command when that command is called.
LAZY_LOADER = "src/remit/cli/__init__.py"
BROAD_HANDLERS = 2


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module or ''}.{alias.name}") for alias in node.names)


def late_imports(tree: ast.Module) -> list[int]:
    functions = (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    )
    return sorted({line for function in functions for line, _ in imports(function)})


def broad_handlers(tree: ast.Module) -> list[int]:
    def broad(kind: ast.expr | None) -> bool:
        if isinstance(kind, ast.Tuple):
            return any(map(broad, kind.elts))
        return kind is None or (isinstance(kind, ast.Name) and kind.id in {"Exception", "BaseException"})

    return sorted(node.lineno for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and broad(node.type))


def mocks(tree: ast.Module) -> list[int]:
    return sorted(
        {line for line, name in imports(tree) if name.startswith(("unittest.mock", "mock.")) or name == "mock"}
    )


def places(found: Iterator[tuple[str, list[int]]]) -> list[str]:
    return [f"{path}:{line}" for path, lines in found for line in lines]


def test_no_test_mocks() -> None:
    assert places((path, mocks(tree)) for path, tree in parsed(TESTS)) == []


def test_no_import_waits_inside_a_function() -> None:
    assert places((path, late_imports(tree)) for path, tree in parsed(SOURCE) if path != LAZY_LOADER) == []


def test_broad_handlers_are_two_at_most() -> None:
    found = places((path, broad_handlers(tree)) for path, tree in parsed(SOURCE))

    assert len(found) <= BROAD_HANDLERS, found


def test_no_module_is_a_drawer() -> None:
    stems = {path: Path(path).stem for path, _ in parsed(SOURCE, TESTS)}

    assert [
        path for path, stem in stems.items() if stem in REFUSED_STEMS or any(part in stem for part in REFUSED_PARTS)
    ] == []


def test_every_module_says_its_duty_and_what_it_must_not_know() -> None:
    docstrings = {path: ast.get_docstring(tree) or "" for path, tree in parsed(SOURCE)}

    assert [path for path, text in docstrings.items() if "must not" not in text] == []


@pytest.mark.parametrize(
    ("judge", "text"),
    [
        (late_imports, "async def a():\n    import os\n"),
        (late_imports, "class A:\n    def a(self):\n        from os import path\n"),
        (broad_handlers, "try:\n    a()\nexcept (OSError, Exception):\n    pass\n"),
        (broad_handlers, "try:\n    a()\nexcept:\n    pass\n"),
        (mocks, "from unittest import mock\n"),
        (mocks, "import unittest.mock as m\n"),
        (mocks, "from unittest.mock import patch\n"),
    ],
)
def test_what_is_refused_is_seen(judge: Callable[[ast.Module], list[int]], text: str) -> None:
    assert len(judge(ast.parse(text))) == 1
