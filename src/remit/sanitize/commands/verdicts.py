"""Judge one test command as the argument vector that would be run; it must not run it, nor look at a disk."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from remit.paths import judge as judge_path
from remit.sanitize.commands import programs, rules
from remit.sanitize.commands.dangers import dangerous
from remit.sanitize.commands.lexer import Token, is_live, lex

Handling = Literal["accept", "flag", "reject"]
_Found = tuple[Handling, str]

_CONTROL = re.compile(r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=(.*)", re.DOTALL)
_SUBSTITUTING = frozenset({"$(", "`", "<(", ">("})
_VERSIONED = re.compile(r"((?:python|pypy|ruby|node|perl|php|lua)(?=[0-9])|pypy\b)[0-9.]*")
_DRIVE = re.compile(r"(?:\A|=)[A-Za-z]:[\\/]")
_ATTACHED = re.compile(r"-[A-Za-z](?=[/~.])")
_OUTSIDE = frozenset({"path.absolute", "path.home", "path.traversal"})
_LENGTH = 16_384
_NESTING = 8
_TAKES_PATTERN = frozenset({"grep", "egrep", "fgrep", "jq"})


@dataclass(frozen=True, slots=True)
class CommandVerdict:
    """What becomes of a command, every reason for it, the gravest first, and what would be run where it is kept."""

    handling: Handling
    codes: tuple[str, ...] = ()
    argv: tuple[str, ...] | None = None
    environment: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def judge(text: str) -> CommandVerdict:
    """Judge a test command, alone or in its fence: one program and its arguments, as no shell will see them."""
    if len(text) > _LENGTH:
        return CommandVerdict("reject", ("test.length",))
    blocks, fenced = _unfenced(text)
    tokens, closed = lex("\n".join(blocks).strip())
    kept = _without_comments(tokens)
    found: list[_Found] = [*_whole(text, blocks, fenced), *_shell_syntax(kept)]
    if not closed:
        found.append(("reject", "test.parse"))
    words = [token for token in kept if token.kind == "word"]
    environment = _environment(words)
    argv = tuple(word.text for word in words[len(environment) :])
    notes: list[str] = []
    if argv:
        found += _program(argv, notes)
        found += _arguments(argv)
    else:
        found.append(("reject", "test.empty"))
    if environment:
        found.append(("flag", "test.env"))
    rejected = [code for handling, code in found if handling == "reject"]
    codes = tuple(dict.fromkeys(rejected + [code for handling, code in found if handling == "flag"]))
    if rejected:
        return CommandVerdict("reject", codes)
    return CommandVerdict("flag" if codes else "accept", codes, argv, environment, tuple(notes))


def _unfenced(text: str) -> tuple[list[str], bool]:
    """The commands of a text: the inside of each fence and what stands around it; and whether every fence is closed."""
    blocks: list[list[str]] = [[]]
    fence = ""
    for line in re.split(r"\r?\n", text):
        marker = _FENCE.match(line)
        if fence and marker and marker[1].startswith(fence) and not line[marker.end() :].strip():
            fence = ""
            blocks.append([])
        elif not fence and marker:
            fence = marker[1]
            blocks.append([])
        else:
            blocks[-1].append(line)
    joined = ["\n".join(block) for block in blocks]
    return [block for block in joined if block.strip()], not fence


def _whole(text: str, blocks: list[str], closed: bool) -> Iterator[_Found]:
    if _CONTROL.search(text):
        yield "reject", "test.control"
    if not text.isascii():
        yield "reject", "test.unicode"
    if not closed:
        yield "reject", "test.parse"
    if len(blocks) > 1:
        yield "reject", "test.multiple"
    if dangerous(text):
        yield "reject", "cmd.dangerous"


def _without_comments(tokens: list[Token]) -> list[Token]:
    """The tokens of a command, without comments and without the line ends before and after it."""
    kept: list[Token] = []
    commented = False
    for token in tokens:
        commented = token.kind != "newline" and (commented or _begins_comment(token))
        if not commented and (token.kind != "newline" or (kept and kept[-1].kind != "newline")):
            kept.append(token)
    return kept[:-1] if kept and kept[-1].kind == "newline" else kept


def _begins_comment(token: Token) -> bool:
    return token.kind == "word" and token.text.startswith("#") and not token.quoted


def _shell_syntax(tokens: list[Token]) -> Iterator[_Found]:
    for token in tokens:
        if token.kind == "newline":
            yield "reject", "test.multiple"
        elif token.kind == "operator":
            yield "reject", "test.substitution" if token.text in _SUBSTITUTING else "test.operator"
        elif is_live(token.text):
            yield "reject", "test.substitution"
        elif not token.quoted and _is_expanded(token.text):
            yield "flag", "test.expansion"


def _is_expanded(word: str) -> bool:
    """Whether a shell would put something else in place of a word, which a program without a shell never sees."""
    return (
        word.startswith("~")
        or not {"*", "?"}.isdisjoint(word)
        or ("[" in word and "]" in word)
        or ("{" in word and "}" in word and ("," in word or ".." in word))
    )


def _environment(words: list[Token]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for word in words:
        assignment = _ASSIGNMENT.fullmatch(word.text)
        if assignment is None:
            break
        found.append((assignment[1], assignment[2]))
    return tuple(found)


def _program(argv: tuple[str, ...], notes: list[str]) -> Iterator[_Found]:
    """Judge the program that is run in the end, and each one on the way to it."""
    at = 0
    for _ in range(_NESTING):
        if at >= len(argv):
            break
        name = _name(argv[at])
        arguments = argv[at + 1 :]
        yield from _destroys(name, arguments)
        if name in programs.CHANGING:
            yield "flag", "test.wrapper"
        elif name not in programs.PASSED_THROUGH:
            inner = programs.starts(name, arguments)
            if inner is None:
                yield from _judged(argv[at], name, arguments, notes)
                return
            notes.append(f"{name} starts {_name(arguments[inner])}")
            at += 1 + inner
            continue
        skipped, assigned, splits = _passed_over(name, arguments)
        if assigned:
            yield "flag", "test.env"
        if splits:
            yield "reject", "test.shell"
        at += 1 + skipped
    yield "flag", "test.unknown"


def _passed_over(name: str, arguments: tuple[str, ...]) -> tuple[int, bool, bool]:
    """How many arguments stand before the program of a wrapper, and whether they set variables or split a text."""
    values = programs.PASSED_THROUGH.get(name, frozenset({"-u", "-g", "-n", "-I", "-P"}))
    at = 0
    assigned = splits = False
    while at < len(arguments):
        argument = arguments[at]
        splits = splits or (name == "env" and argument.startswith(("-S", "--split-string")))
        if argument in values:
            at += 1
        elif _ASSIGNMENT.fullmatch(argument):
            assigned = True
        elif not argument.startswith("-") and not (name == "timeout" and argument[:1].isdigit()):
            break
        at += 1
    return at, assigned, splits


def _name(word: str) -> str:
    last = word.rpartition("/")[2].removesuffix(".exe")
    versioned = _VERSIONED.fullmatch(last)
    return versioned[1].replace("pypy", "python") if versioned else last


def _destroys(name: str, arguments: tuple[str, ...]) -> Iterator[_Found]:
    """Judge by the letter: in a command no word goes on with a sentence."""
    check = rules.CHECKS.get(name)
    literal = [f"./{argument}" if rules.is_prose(argument) else argument for argument in arguments]
    if name == "eval" or (check and check(literal)):
        yield "reject", "cmd.dangerous"


def _judged(word: str, name: str, arguments: tuple[str, ...], notes: list[str]) -> Iterator[_Found]:
    if name in programs.SHELL_ONLY or (name in rules.SHELLS and _takes_text(arguments)):
        yield "reject", "test.shell"
        return
    if "/" in word and not word.startswith(("/", "~")):
        yield "flag", "test.indirect"
        return
    if name in rules.SHELLS:
        yield "flag", "test.indirect"
        return
    inline = programs.INLINE_OPTIONS.get(name)
    if inline and not inline.isdisjoint(arguments):
        yield "flag", "test.inline"
        return
    if name == "python" and arguments[:1] == ("-m",):
        known = len(arguments) > 1 and arguments[1] in programs.PYTHON_MODULES
        kind: programs.Kind = "runner" if known else "unknown"
    else:
        kind = programs.kind_of(name, arguments)
    if kind == "runner":
        notes.append(f"{name} runs the tests or checks that the project's own files define")
    elif kind != "looks":
        yield "flag", f"test.{kind}"


def _takes_text(arguments: tuple[str, ...]) -> bool:
    """Whether a shell is given its commands as a text: `bash -lc`, `cmd /c`, `powershell -Command`."""
    return "c" in rules.letters(arguments).lower() or "/c" in {argument.lower() for argument in arguments}


def _arguments(argv: tuple[str, ...]) -> Iterator[_Found]:
    patterns = _pattern(argv)
    for at, argument in enumerate(argv):
        if argument.partition("=")[0] in programs.RUNNING_OPTIONS or (at not in patterns and _leaves_root(argument)):
            yield "flag", "test.arg"


def _pattern(argv: tuple[str, ...]) -> frozenset[int]:
    """The place of an argument that is an expression and no path, whatever it looks like."""
    if _name(argv[0]) not in _TAKES_PATTERN:
        return frozenset()
    first = next((at for at, argument in enumerate(argv) if at and not argument.startswith("-")), 0)
    return frozenset({first, *(at + 1 for at, argument in enumerate(argv) if argument in {"-e", "--regexp"})})


def _leaves_root(argument: str) -> bool:
    if argument == "/dev/null":
        return False
    if _DRIVE.search(argument):
        return True
    parts = re.split(r"[=,:]", _ATTACHED.sub("", argument, count=1))
    return any(not _OUTSIDE.isdisjoint(judge_path(part).codes) for part in parts if part)
