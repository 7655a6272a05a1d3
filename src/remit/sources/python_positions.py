"""Walk a Python syntax tree to the strings that could be prompts, each with the name of its place; it must not judge their text.

A place is: what is assigned (also as a default, an item of a list or a value of a dict), what a function returns or yields, an
argument of a call. It takes its strength from the nearest name around it: a keyword, a key or a target first, then the class that
is called, raised by one step inside a function, class or module named for prompts. A constant that is handed on under a telling
name is at a telling place itself.

Never a place: a docstring, what is raised, asserted, compared, printed or logged, and what documents a command or field.
"""

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from remit.sources.python_strings import Folded, Hole, Parts, called_name, fold
from remit.sources.signs import Strength, name_strength, raised

_ROLES = frozenset({"system", "user", "assistant", "developer", "human", "ai", "model", "tool"})
_MESSAGE_CLASS = re.compile(
    r"(?:System|Human|User|AI|Assistant|Developer|Chat|Model|LLM)Message(?:PromptTemplate)?|ChatPromptMessage|Message"
)
_SILENT_CALLS = frozenset({
    "add_argument", "add_parser", "ArgumentParser", "argument", "option", "print", "pprint", "echo", "secho", "warn", "warning",
    "debug", "info", "error", "exception", "critical", "log", "execute", "executemany", "executescript", "compile", "input",
    "ask", "confirm", "getpass", "exit", "fail", "search", "match", "sub", "findall", "split", "dedent_print", "write", "rule",
    "tool_error", "deprecated", "Markdown", "Panel", "st_markdown", "HTML", "HTMLResponse", "text_area", "parse_args", "assertEqual",
    "Field", "Query", "Header", "Path", "Body", "Depends", "TypeVar", "NewType", "getLogger", "Exception", "ValueError",
})  # fmt: skip
_TELLING_CALLS = re.compile(
    r"\w*Prompt(?:Template|Message|Builder)?|prompt_template|prompt|Prompt\w*Template|from_template|\w*PromptTemplate\w*"
)
_OPEN_CALLS = re.compile(
    r"(?i)\w*(?:chat|complete|completion|completions|generate|invoke|predict|llm|agent|ask_\w+|instruct|query|responses?|run|stream|"
    r"create|message|messages|send\w*|call_\w+|template\w*|task|signature)"
)
_TELLING_KEYWORDS = frozenset({"system", "instructions", "instruction", "backstory", "preamble"})


@dataclass(frozen=True, slots=True)
class Place:
    """What is known of the surroundings of an expression; `own` are the names below the function or class around it."""

    strength: Strength
    scope: tuple[str, ...]
    within: Strength
    statement: ast.stmt
    own: tuple[str, ...] = ()
    assigned: bool = False
    grows: bool = False

    @property
    def name(self) -> tuple[str, ...]:
        return (*self.scope, *self.own)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text at a place; `node` is where it begins, a message list or the first literal."""

    place: Place
    folded: Folded
    is_messages: bool = False

    @property
    def position(self) -> tuple[int, int]:
        return self.folded.first.lineno, self.folded.first.col_offset


def candidates(tree: ast.Module, cue_lines: Sequence[int], module_strength: Strength) -> list[Candidate]:
    """Every text at a place, in the order of the source; statements that hold no cue line are not entered."""
    walk = _Walk(cue_lines)
    walk.body(tree.body, (), module_strength)
    walk.handed_on(tree)
    return sorted(_grown(walk.found), key=lambda candidate: candidate.position)


class _Walk:
    """The state of one walk: what was found, and which names are handed on under telling names."""

    def __init__(self, cue_lines: Sequence[int]) -> None:
        self.cue_lines = cue_lines
        self.found: list[Candidate] = []
        self.used: set[str] = set()

    def holds_cue(self, node: ast.stmt | ast.expr) -> bool:
        at = bisect_left(self.cue_lines, node.lineno)
        return at < len(self.cue_lines) and self.cue_lines[at] <= (node.end_lineno or node.lineno)

    def body(self, statements: Sequence[ast.stmt], name: tuple[str, ...], within: Strength) -> None:
        stack = [(statement, name, within) for statement in reversed(statements)]
        while stack:
            statement, name, within = stack.pop()
            if within >= Strength.OPEN or self.holds_cue(statement):
                stack += reversed(list(self.statement(statement, name, within)))

    def statement(
        self, node: ast.stmt, name: tuple[str, ...], within: Strength
    ) -> Iterator[tuple[ast.stmt, tuple[str, ...], Strength]]:
        """Look at the expressions of one statement; what comes back is still to be entered."""
        here = Place(Strength.NONE, name, within, node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = (*name, node.name)
            inside = max(within, name_strength(node.name) if name_strength(node.name) >= Strength.TELLING else within)
            for decorator in node.decorator_list:
                self.expression(decorator, replace(here, scope=inner))
            if not isinstance(node, ast.ClassDef):
                self.defaults(node.args, replace(here, scope=inner))
            yield from ((statement, inner, inside) for statement in node.body)
        elif isinstance(node, ast.Assign):
            self.assigned(node.targets[0], node.value, here)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign):
            if node.value is not None:
                self.assigned(node.target, node.value, replace(here, grows=isinstance(node, ast.AugAssign)))
        elif isinstance(node, ast.Return):
            if node.value is not None:
                own = max(Strength.NONE, name_strength(name[-1])) if name else Strength.NONE
                self.expression(node.value, replace(here, strength=raised(own, within)))
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):
                self.expression(node.value, here)
        elif not isinstance(node, ast.Raise | ast.Assert):
            for field in ("test", "iter", "subject"):
                value = getattr(node, field, None)
                if isinstance(value, ast.expr):
                    self.expression(value, here)
            for item in getattr(node, "items", ()):
                self.expression(item.context_expr, here)
            for block in _blocks(node):
                yield from ((statement, name, within) for statement in block)

    def defaults(self, arguments: ast.arguments, here: Place) -> None:
        plain = [*arguments.posonlyargs, *arguments.args]
        named = list(zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True))
        named += [
            (argument, default)
            for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is not None
        ]
        for argument, default in named:
            self.expression(default, _named(here, argument.arg))

    def assigned(self, target: ast.expr, value: ast.expr, here: Place) -> None:
        if isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
            for one, its in zip(target.elts, value.elts, strict=False):
                self.assigned(one, its, here)
            return
        spelled = _target_name(target)
        place = _named(here, spelled) if spelled else here
        self.expression(value, replace(place, assigned=bool(spelled)))

    def expression(self, node: ast.expr, place: Place) -> None:
        stack = [(node, place)]
        while stack:
            node, place = stack.pop()
            if place.strength is Strength.FOREIGN:
                continue
            if max(place.strength, place.within) >= Strength.OPEN or self.holds_cue(node):
                stack += reversed(list(self.inner(node, place)))

    def inner(self, node: ast.expr, place: Place) -> Iterator[tuple[ast.expr, Place]]:
        """Take an expression as a candidate, or yield the ones in it that could be."""
        folded = fold(node)
        if folded is not None:
            self.found.append(Candidate(place, folded))
            return
        place = replace(place, grows=place.grows and isinstance(node, ast.IfExp))
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            messages = self.message_list(node)
            if messages is not None:
                named = place if place.own else _with_name(place, "messages")
                self.found.append(Candidate(replace(named, strength=Strength.TELLING), messages, is_messages=True))
                return
            many = len(node.elts) > 1
            for number, element in enumerate(node.elts):
                yield element, _numbered(place, number) if many else place
        elif isinstance(node, ast.Dict):
            message = _message(node)
            if message is not None:
                yield message[1], replace(place, strength=Strength.TELLING)
                self.hand_on(message[1])
                return
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield value, _under(place, key.value)
                else:
                    yield value, place
        elif isinstance(node, ast.Call):
            yield from self.call(node, place)
        elif isinstance(node, ast.Name | ast.Attribute):
            if place.strength is Strength.TELLING:
                self.hand_on(node)
        elif isinstance(node, ast.IfExp):
            yield from ((node.body, place), (node.orelse, place))
        elif isinstance(node, ast.Lambda):
            yield node.body, place
        elif isinstance(node, ast.NamedExpr):
            yield node.value, _named(place, node.target.id)
        elif isinstance(node, ast.BoolOp):
            yield from ((value, place) for value in node.values)
        elif isinstance(node, ast.BinOp):
            yield from ((node.left, place), (node.right, place))
        elif isinstance(node, ast.Await | ast.Starred | ast.YieldFrom | ast.Yield):
            if node.value is not None:
                yield node.value, place
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            yield node.elt, place
        elif isinstance(node, ast.DictComp):
            yield node.value, place

    def call(self, node: ast.Call, place: Place) -> Iterator[tuple[ast.expr, Place]]:
        name = called_name(node)
        if isinstance(node.func, ast.Attribute):
            # `PROMPT.format(…)`, `[…].append`, and what is chained before this call.
            yield node.func.value, replace(place, strength=Strength.NONE, assigned=False)
        if name in _SILENT_CALLS or name.endswith(("Error", "Exception", "Warning")):
            return
        if _MESSAGE_CLASS.fullmatch(name) or _TELLING_CALLS.fullmatch(name):
            strength = Strength.TELLING
        elif _OPEN_CALLS.fullmatch(name):
            strength = max(place.strength, Strength.OPEN)
        else:
            strength = place.strength
        labelled = place if place.own or place.strength > Strength.NONE else _with_name(place, name)
        for argument in node.args:
            yield argument, replace(labelled, strength=strength)
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            own = Strength.TELLING if keyword.arg in _TELLING_KEYWORDS else name_strength(keyword.arg)
            if own is not Strength.FOREIGN and _TELLING_CALLS.fullmatch(name):
                own = Strength.TELLING if own is Strength.OPEN else max(own, Strength.OPEN)
            elif own is Strength.NONE and strength is Strength.OPEN:
                own = Strength.OPEN
            inner = (
                place
                if place.assigned and name[:1].isupper() and len(node.keywords) == 1
                else _with_name(place, keyword.arg)
            )
            yield keyword.value, replace(inner, strength=raised(own, place.within))

    def message_list(self, node: ast.List | ast.Tuple | ast.Set) -> Folded | None:
        """The texts of a literal list of chat messages, with a blank line between two; other items are holes."""
        read: list[tuple[str, ast.expr] | None] = []
        for element in node.elts:
            message = _message(element)
            if message is None and not isinstance(element, ast.Starred | ast.Name):
                return None
            read.append(message)
        if not any(read):
            return None
        parts: list[str | Hole] = []
        for message in read:
            if parts:
                parts.append("\n\n")
            parts += self.content(message[1]) if message else (Hole("{…}"),)
        return Folded(tuple(parts), node, "list of chat messages")

    def content(self, node: ast.expr) -> Parts:
        """The text of one message's content, which may be a list of parts."""
        folded = fold(node)
        if folded is not None:
            return folded.parts
        if isinstance(node, ast.List | ast.Tuple):
            parts: list[str | Hole] = []
            for element in node.elts:
                inner = _value_of(element, "text") if isinstance(element, ast.Dict) else element
                parts += self.content(inner) if inner is not None else (Hole("{…}"),)
            return tuple(parts)
        self.hand_on(node)
        return (Hole(f"{{{_target_name(node) or '…'}}}"),)

    def hand_on(self, node: ast.expr) -> None:
        spelled = _target_name(node)
        if spelled:
            self.used.add(spelled)

    def handed_on(self, tree: ast.Module) -> None:
        """Raise the constants of modules and classes that were used under telling names."""
        bodies: list[tuple[tuple[str, ...], list[ast.stmt]]] = [((), tree.body)]
        bodies += (((node.name,), node.body) for node in tree.body if isinstance(node, ast.ClassDef))
        for scope, statement in ((scope, statement) for scope, body in bodies for statement in body):
            if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
                continue
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            spelled = _target_name(target)
            if spelled not in self.used or not _is_constant(spelled) or name_strength(spelled) is Strength.FOREIGN:
                continue
            self.found = [candidate for candidate in self.found if candidate.place.statement is not statement]
            place = Place(Strength.TELLING, scope, Strength.NONE, statement, own=(spelled,), assigned=True)
            self.expression(statement.value, place)


def _is_constant(name: str) -> bool:
    return name.isupper() or name.startswith("_")


def _blocks(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        yield getattr(node, field, ())
    for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield inner.body


def _named(place: Place, name: str) -> Place:
    strength = raised(name_strength(name), place.within)
    return replace(place, strength=strength, own=(*place.own, name))


def _under(place: Place, key: str) -> Place:
    """A value under a key: of the container's strength, unless the key says more or is foreign."""
    own = name_strength(key)
    strength = own if own is Strength.FOREIGN and place.strength < Strength.TELLING else max(own, place.strength)
    return _with_name(replace(place, strength=strength), key)


def _with_name(place: Place, name: str) -> Place:
    return replace(place, own=(*place.own, name), assigned=False)


def _numbered(place: Place, number: int) -> Place:
    if not place.own:
        return _with_name(place, str(number))
    *outer, last = place.own
    return replace(place, own=(*outer, f"{last}[{number}]"), assigned=False)


def _target_name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        return node.slice.value
    return ""


def _message(node: ast.expr) -> tuple[str, ast.expr] | None:
    """The role and content of a literal chat message: a dict, a pair, or a call of a message class."""
    if isinstance(node, ast.Dict):
        role = _value_of(node, "role")
        content = _value_of(node, "content") or _value_of(node, "parts")
        return None if role is None or content is None else (_word(role), content)
    if isinstance(node, ast.Tuple) and len(node.elts) == 2 and _word(node.elts[0]) in _ROLES:
        return _word(node.elts[0]), node.elts[1]
    if isinstance(node, ast.Call):
        name = called_name(node)
        if name in {"from_template", "from_messages"} and isinstance(node.func, ast.Attribute):
            name = _target_name(node.func.value)
        if name != "dict" and not _MESSAGE_CLASS.fullmatch(name):
            return None
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        content = next((keywords[key] for key in ("content", "template", "text") if key in keywords), None)
        if name == "dict" and "role" not in keywords:
            return None
        if content is None and node.args:
            content = node.args[-1]
        return None if content is None else (name, content)
    return None


def _value_of(node: ast.Dict, name: str) -> ast.expr | None:
    return next(
        (
            value
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and key.value == name
        ),
        None,
    )


def _word(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _grown(found: Sequence[Candidate]) -> list[Candidate]:
    """Put what is added to a name (`prompt += …`) behind the text that the name began with, in the order of the source."""
    begun: dict[tuple[str, ...], int] = {}
    kept: list[Candidate] = []
    for candidate in found:
        place = candidate.place
        if place.grows and place.name in begun:
            at = begun[place.name]
            base = kept[at]
            folded = Folded((*base.folded.parts, *candidate.folded.parts), base.folded.first, "growing text")
            kept[at] = replace(
                base, folded=folded, place=replace(base.place, strength=max(base.place.strength, place.strength))
            )
            continue
        if place.assigned and not candidate.is_messages:
            begun[place.name] = len(kept)
        kept.append(candidate)
    return kept
