"""The tests of one Python file, as its own parser sees them; it must not run, import or compare them."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard

_SKIPPING: Final = frozenset({"skip", "skipIf", "skipif", "skipUnless", "skipTest", "SkipTest", "importorskip"})
_FAILING: Final = frozenset({"xfail", "expectedFailure"})
_EXPECTING: Final = frozenset({"fail", "raises", "warns", "expect"})
_SWALLOWED: Final = frozenset({"AssertionError", "BaseException", "Exception"})
_EVER_TRUE: Final = (ast.Eq, ast.Is, ast.LtE, ast.GtE)

_Test = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class PythonTest:
    """One test: how many assertions can fail in it, how many cases it is run with, and the lines of what stops it."""

    name: str
    line: int
    assertions: int
    cases: int
    constants: tuple[int, ...]
    skips: tuple[int, ...]
    expected_failures: tuple[int, ...]


def python_tests(text: str) -> tuple[PythonTest, ...] | None:
    """The tests of a file, in order; None where it is no Python."""
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    outer = tuple(node for node in module.body if isinstance(node, ast.Assign | ast.Expr))
    return tuple(_tests(module.body, (), outer))


def _tests(body: Sequence[ast.stmt], within: tuple[str, ...], marks: tuple[ast.AST, ...]) -> Iterator[PythonTest]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            inner = tuple(each for each in node.body if isinstance(each, ast.Assign | ast.Expr))
            yield from _tests(node.body, (*within, node.name), (*marks, *node.decorator_list, *inner))
        elif isinstance(node, _Test) and node.name.startswith("test"):
            yield _test(node, within, (*marks, *node.decorator_list))
        elif isinstance(node, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "finalbody"):
                yield from _tests(getattr(node, part, ()), within, marks)


def _test(node: _Test, within: tuple[str, ...], marks: tuple[ast.AST, ...]) -> PythonTest:
    parts = [part for statement in node.body for part in ast.walk(statement)]
    said = [*(part for mark in marks for part in ast.walk(mark)), *parts]
    swallowed = {id(part) for part in _swallowed(parts)}
    asserting = [part for part in parts if _asserts(part)]
    constants = [part for part in asserting if _is_constant(part) or id(part) in swallowed]
    return PythonTest(
        name=".".join((*within, node.name)),
        line=node.lineno,
        assertions=len(asserting) - len(constants),
        cases=_cases(node),
        constants=_lines(constants),
        skips=_lines([*_named(said, _SKIPPING), *_disowned(said), *_early_ends(node)]),
        expected_failures=_lines([*_named(said, _FAILING)]),
    )


def _named(parts: Sequence[ast.AST], names: frozenset[str]) -> Iterator[ast.AST]:
    return (part for part in parts if isinstance(part, ast.Name | ast.Attribute) and _word(part) in names)


def _disowned(parts: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What tells a collector that a class or file holds no tests."""
    return (part for part in parts if isinstance(part, ast.Assign) and "__test__" in map(_word, part.targets))


def _early_ends(node: _Test) -> Iterator[ast.AST]:
    """What ends a test in any case before its last statement."""
    yield from (each for each in node.body[:-1] if isinstance(each, ast.Return))


def _asserts(part: ast.AST) -> bool:
    if isinstance(part, ast.Call):
        word = _word(part.func)
        return word.startswith("assert") or word in _EXPECTING
    return isinstance(part, ast.Assert)


def _is_constant(part: ast.AST) -> bool:
    """Whether an assertion holds whatever the code under test does."""
    if isinstance(part, ast.Assert):
        return _is_true(part.test)
    assert isinstance(part, ast.Call)
    word, arguments = _word(part.func), part.args
    if word in {"assertTrue", "assert_"}:
        return bool(arguments) and _is_true(arguments[0])
    return word in {"assertEqual", "assertIs", "assertEquals"} and len(arguments) > 1 and _same(*arguments[:2])


def _is_true(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=elements):
            return bool(elements)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Constant(value=value)):
            return not value
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(map(_is_true, values))
        case ast.BoolOp(op=ast.And(), values=values):
            return all(map(_is_true, values))
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return isinstance(operator, _EVER_TRUE) and _same(left, right)
    return False


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.dump(one) == ast.dump(other) and not any(isinstance(part, ast.Call) for part in ast.walk(one))


def _swallowed(parts: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Whatever stands where a failed assertion is caught and not raised again."""
    for part in parts:
        if _hides_failures(part):
            yield from ast.walk(ast.Module(part.body, []))


def _hides_failures(part: ast.AST) -> TypeGuard[ast.Try | ast.With | ast.AsyncWith]:
    if isinstance(part, ast.Try):
        return any(map(_swallows, part.handlers))
    return isinstance(part, ast.With | ast.AsyncWith) and any(map(_suppresses, part.items))


def _swallows(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    again = any(isinstance(part, ast.Raise) or _asserts(part) for part in ast.walk(handler) if part is not handler)
    return not again and any(each is None or _word(each) in _SWALLOWED for each in caught)


def _suppresses(item: ast.withitem) -> bool:
    call = item.context_expr
    return (
        isinstance(call, ast.Call)
        and _word(call.func) == "suppress"
        and any(_word(each) in _SWALLOWED for each in call.args)
    )


def _cases(node: _Test) -> int:
    """How many cases its literal lists of parameters make."""
    count = 1
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and _word(mark.func) == "parametrize" and len(mark.args) > 1:
            values = mark.args[1]
            if isinstance(values, ast.List | ast.Tuple | ast.Set):
                count *= len(values.elts)
    return count


def _word(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=called):
            return _word(called)
    return ""


def _lines(parts: Sequence[ast.AST]) -> tuple[int, ...]:
    return tuple(sorted({part.lineno for part in parts if isinstance(part, ast.stmt | ast.expr)}))
