"""What a project's Python source says of builders, without running it: those that register, and those that look like one.

It must not know how a builder is rendered. A function has a builder's shape if it is named for a prompt by a verb that makes
one or by its last word (`build_review_prompt`, `system_prompt`), gives back a text as far as it says, and puts words of its
own together or fills in a template.
"""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from remit.disk import read_text_beneath
from remit.errors import FileRefused
from remit.paths import Pattern, matches
from remit.sources import python_prompts
from remit.sources.signs import count_words
from remit.sources.tree import walk

_DECORATOR = "prompt"
_PACKAGE = "remit"
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_MAKING = frozenset(
    {"assemble", "build", "compose", "construct", "create", "format", "generate", "get", "make", "prepare", "render"}
)
_FILLING = frozenset({"compose", "format", "join", "read_text", "render", "replace", "safe_substitute", "substitute"})
_FEWEST_WORDS = 8
_TEXTS = frozenset({"str", "UnifiedPrompt", "LiteralString", "Text"})


class Parameter(NamedTuple):
    """A parameter that must be given, with its annotation as it is written."""

    name: str
    annotation: str


@dataclass(frozen=True, slots=True)
class Builder:
    """A function that is a builder, or looks like one: where it stands, from its `def` to its end, and what it must be given.

    `registered_as` is the name in its decorator, where that is written out.
    """

    path: str
    qualified: str
    first: int
    last: int
    parameters: tuple[Parameter, ...] = ()
    registered_as: str | None = None


@dataclass(frozen=True, slots=True)
class PythonSource:
    """The builders of a project that register themselves, those that only look like one, and the places of all functions."""

    registering: tuple[Builder, ...] = ()
    shaped: tuple[Builder, ...] = ()
    functions: Mapping[tuple[str, str], Builder] | None = None

    def function(self, path: str, qualified: str) -> Builder | None:
        return (self.functions or {}).get((path, qualified))


def read_python(root: Path, *, exclude: Sequence[str] = ()) -> PythonSource:
    """Reads every source that names a prompt, as far as this interpreter can parse it; tests are left alone."""
    patterns = [Pattern(glob) for glob in exclude]

    def wanted(path: str) -> bool:
        return python_prompts.wants(path) and not any(matches(pattern, path) for pattern in patterns)

    found: list[Builder] = []
    shaped: list[Builder] = []
    functions: dict[tuple[str, str], Builder] = {}
    for path in walk(root, "", wanted).files:
        try:
            text = read_text_beneath(root, path)
        except FileRefused:
            # The search for prompts names it.
            continue
        if _DECORATOR not in text.lower() or len(text) > python_prompts.LARGEST_SOURCE:
            continue
        tree = _parsed(text)
        if tree is None:
            continue
        names = _decorator_names(tree)
        for node, qualified in _functions(tree, ""):
            name = _registered_as(node, names)
            last = node.end_lineno or node.lineno
            builder = Builder(path, qualified, node.lineno, last, tuple(_required(node.args)), name)
            functions[path, qualified] = builder
            if name is not None:
                found.append(builder)
            elif _has_shape(node):
                shaped.append(builder)
    return PythonSource(tuple(found), tuple(shaped), functions)


def module_of(path: str, python_path: Sequence[str]) -> str | None:
    """The name that a source is imported by from these folders; None where it has none."""
    for folder in python_path:
        prefix = "" if folder in {"", "."} else f"{folder.strip('/')}/"
        if path.startswith(prefix) and path.endswith(".py"):
            parts = path.removeprefix(prefix).removesuffix(".py").removesuffix("/__init__").split("/")
            if all(part.isidentifier() for part in parts):
                return ".".join(parts)
    return None


def paths_of(module: str, python_path: Sequence[str]) -> Iterator[str]:
    """The sources that could be the module of that name."""
    for folder in python_path:
        prefix = "" if folder in {"", "."} else f"{folder.strip('/')}/"
        stem = prefix + module.replace(".", "/")
        yield from (f"{stem}.py", f"{stem}/__init__.py")


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # What cannot be parsed here cannot be imported either; a module that is needed says so when it is.
        return None


def _decorator_names(tree: ast.Module) -> frozenset[str]:
    """How this source calls the decorator: `prompt`, `remit.prompt`, or by a name of its own."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == _PACKAGE and not node.level:
            names |= {alias.asname or alias.name for alias in node.names if alias.name == _DECORATOR}
        elif isinstance(node, ast.Import):
            names |= {f"{alias.asname or alias.name}.{_DECORATOR}" for alias in node.names if alias.name == _PACKAGE}
    return frozenset(names)


_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[_Function, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Function):
            yield child, prefix + child.name
            yield from _functions(child, f"{prefix}{child.name}.<locals>.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.stmt | ast.ExceptHandler):
            yield from _functions(child, prefix)


def _required(arguments: ast.arguments) -> Iterator[Parameter]:
    positional = [*arguments.posonlyargs, *arguments.args]
    for argument in positional[: len(positional) - len(arguments.defaults)]:
        yield Parameter(argument.arg, ast.unparse(argument.annotation) if argument.annotation else "")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is None:
            yield Parameter(argument.arg, ast.unparse(argument.annotation) if argument.annotation else "")


def _registered_as(node: _Function, names: frozenset[str]) -> str | None:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) in names:
            given = [*decorator.args[:1], *(each.value for each in decorator.keywords if each.arg == "name")]
            literal = given[0].value if given and isinstance(given[0], ast.Constant) else None
            return literal if isinstance(literal, str) else node.name
    return None


def _has_shape(node: _Function) -> bool:
    words = [word.lower() for word in _WORDS.findall(node.name)]
    if len(words) < 2 or {"prompt", "prompts"}.isdisjoint(words):
        return False
    return (words[0] in _MAKING or words[-1] == "prompt") and _gives_text(node) and _puts_together(node)


def _gives_text(node: _Function) -> bool:
    if node.returns is None:
        return any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(node))
    said = node.returns.value if isinstance(node.returns, ast.Constant) else ast.unparse(node.returns)
    return isinstance(said, str) and said.rpartition(".")[2] in _TEXTS


def _puts_together(node: _Function) -> bool:
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    words = 0
    for statement in body:
        for each in ast.walk(statement):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                words += count_words(each.value)
            elif isinstance(each, ast.Call):
                called = each.func.attr if isinstance(each.func, ast.Attribute) else getattr(each.func, "id", "")
                if called in _FILLING:
                    return True
    return words >= _FEWEST_WORDS
