"""Fold a Python expression into the text that it makes, with holes for what only running would tell; it must not judge the text.

Understood: literals, f-strings, `+` of any depth, `%`, `.format()`, `"…".join([…])`, `string.Template`, `dedent` and `cleandoc`,
and the methods that strip. A hole keeps a short spelling of its expression in braces, made here so that it is the same under every
version of Python.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from remit.markup.places import Span
from remit.sources.signs import placeholders

_STRIPPING = frozenset({"strip", "lstrip", "rstrip"})
_DEDENTING: dict[str, Callable[[str], str]] = {"dedent": textwrap.dedent, "cleandoc": inspect.cleandoc}
_SUBSTITUTING = frozenset({"substitute", "safe_substitute"})
_FORMATTING = frozenset({"format", "format_map"})
_FORMATTED_TYPES = frozenset({"JoinedStr", "TemplateStr"})  # the second is Python 3.14's

_FIELD = re.compile(r"\{\{|\}\}|\{[^{}]{0,80}(?:\{[^{}]{0,20}\}[^{}]{0,20})?\}")
_CONVERSION = re.compile(r"%(?:\([^()\n]{1,60}\))?[-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[diouxXeEfFgGcrsa]|%%")
_DOLLAR = re.compile(r"\$\$|\$\{?[A-Za-z_]\w*\}?")
_LONGEST_SPELLING = 60
_DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Hole:
    """A value of unknown text, as it is shown."""

    shown: str


Parts = tuple[str | Hole, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """What an expression makes, and the first of its literals."""

    parts: Parts
    first: ast.expr
    form: str

    def rendered(self) -> tuple[str, tuple[Span, ...]]:
        """The whole text, and where its holes stand: unknown values, and placeholders inside of known text."""
        text: list[str] = []
        holes: list[Span] = []
        at = 0
        for part in self.parts:
            piece = part.shown if isinstance(part, Hole) else part
            inner = (Span(0, len(piece)),) if isinstance(part, Hole) else placeholders(piece)
            holes += (Span(at + span.start, at + span.end) for span in inner)
            text.append(piece)
            at += len(piece)
        return "".join(text), tuple(holes)

    def known(self) -> str:
        """The text without what stands for unknown values."""
        return " ".join(part for part in self.parts if isinstance(part, str))


def fold(node: ast.expr, depth: int = 0) -> Folded | None:
    """The text of an expression, or nothing where it is not made of literals."""
    if isinstance(node, ast.Constant):
        return Folded((node.value,), node, "string") if isinstance(node.value, str) else None
    if type(node).__name__ in _FORMATTED_TYPES:
        return Folded(tuple(_formatted(node)), node, "f-string")
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _concatenated(node, depth)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _replaced(fold(node.left, depth + 1), _CONVERSION, "%%", "%-format")
    if isinstance(node, ast.Call):
        return _called(node, depth)
    return None


def _formatted(node: ast.AST) -> Iterator[str | Hole]:
    values: Sequence[ast.expr] = getattr(node, "values", ())
    for value in values:
        if isinstance(value, ast.Constant):
            yield str(value.value)
        else:
            inner = next(ast.iter_child_nodes(value), None)
            yield Hole(f"{{{_spelled(inner)}}}")


def _concatenated(node: ast.BinOp, depth: int) -> Folded | None:
    operands: list[ast.expr] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        operands.append(left.right)
        left = left.left
    operands.append(left)
    operands.reverse()
    return _joined(operands, "", "concatenation", depth)


def _joined(operands: Sequence[ast.expr], between: str, form: str, depth: int) -> Folded | None:
    parts: list[str | Hole] = []
    first: ast.expr | None = None
    for number, operand in enumerate(operands):
        if number and between:
            parts.append(between)
        folded = fold(operand, depth + 1)
        if folded is None:
            parts.append(Hole(f"{{{_spelled(operand)}}}"))
        else:
            parts += folded.parts
            first = first or folded.first
    return None if first is None else Folded(tuple(parts), first, form)


def _called(node: ast.Call, depth: int) -> Folded | None:
    name = called_name(node)
    if isinstance(node.func, ast.Attribute):
        value = node.func.value
        if name == "join" and isinstance(value, ast.Constant) and isinstance(value.value, str) and len(node.args) == 1:
            listed = node.args[0]
            if isinstance(listed, ast.List | ast.Tuple):
                return _joined(listed.elts, value.value, "joined list", depth)
            return None
        if name in _STRIPPING:
            folded = fold(value, depth + 1)
            return folded and _mapped(folded, str.strip)
        if name in _FORMATTING:
            return _replaced(fold(value, depth + 1), _FIELD, "{{", "format string")
        if name in _SUBSTITUTING:
            return fold(value, depth + 1)
    if name in _DEDENTING and len(node.args) == 1:
        folded = fold(node.args[0], depth + 1)
        return folded and _mapped(folded, _DEDENTING[name])
    if name == "Template" and len(node.args) == 1 and not node.keywords:
        return _replaced(fold(node.args[0], depth + 1), _DOLLAR, "$$", "string template")
    return None


def called_name(node: ast.Call) -> str:
    """The last word of what is called."""
    called = node.func
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _mapped(folded: Folded, change: Callable[[str], str]) -> Folded:
    """Change the text around holes, which stand in it as one character each that it does not hold otherwise."""
    known = "".join(part for part in folded.parts if isinstance(part, str))
    mark = next(char for char in map(chr, range(0xE000, 0xF8FF)) if char not in known)
    holes = [part for part in folded.parts if isinstance(part, Hole)]
    pieces = change("".join(part if isinstance(part, str) else mark for part in folded.parts)).split(mark)
    parts: list[str | Hole] = [pieces[0]]
    for hole, piece in zip(holes, pieces[1:], strict=True):
        parts += (hole, piece)
    return Folded(tuple(part for part in parts if part), folded.first, folded.form)


def _replaced(folded: Folded | None, field: re.Pattern[str], escaped: str, form: str) -> Folded | None:
    """Turn the fields of a format into holes and its doubled characters into single ones."""
    if folded is None:
        return None
    parts: list[str | Hole] = []
    for part in folded.parts:
        if isinstance(part, Hole):
            parts.append(part)
            continue
        at = 0
        for found in field.finditer(part):
            parts.append(part[at : found.start()])
            doubled = found[0] == escaped or found[0] == "}}"
            parts.append(found[0][0] if doubled else Hole(found[0][: _LONGEST_SPELLING + 2]))
            at = found.end()
        parts.append(part[at:])
    return Folded(tuple(_fused(parts)), folded.first, form)


def _fused(parts: Sequence[str | Hole]) -> Iterator[str | Hole]:
    known: list[str] = []
    for part in parts:
        if isinstance(part, str):
            known.append(part)
            continue
        if any(known):
            yield "".join(known)
        known = []
        yield part
    if any(known):
        yield "".join(known)


def _spelled(node: ast.AST | None, depth: int = 0) -> str:
    """A short spelling of an expression; what is longer than a glance becomes an ellipsis."""
    text = "…"
    if depth > _DEEPEST:
        return text
    if isinstance(node, ast.Name):
        text = node.id
    elif isinstance(node, ast.Attribute):
        text = f"{_spelled(node.value, depth + 1)}.{node.attr}"
    elif isinstance(node, ast.Call):
        text = f"{_spelled(node.func, depth + 1)}({'…' if node.args or node.keywords else ''})"
    elif isinstance(node, ast.Subscript):
        text = f"{_spelled(node.value, depth + 1)}[{_spelled(node.slice, depth + 1)}]"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | str):
        text = str(node.value)
    elif isinstance(node, ast.Starred | ast.Await):
        text = _spelled(node.value, depth + 1)
    plain = text.isprintable() and not re.search(r"[{}<>`\s]", text)
    return text if plain and len(text) <= _LONGEST_SPELLING else "…"
