"""Find the commands that no task should hold, in any text and disguise; it must not judge what is merely unknown."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from remit.markup.places import Span
from remit.paths.wildcards import compiled, is_wild
from remit.sanitize.commands import rules
from remit.sanitize.commands.lexer import LIVE, Token, decode_escapes, expand, lex, logical_lines
from remit.sanitize.commands.reading import ARGUMENTS, TAINTED, Memory, Reading, brings, narrowed, program, remember
from remit.sanitize.commands.shape import Command, Inside, commands_of

_NESTING = 4
# Most text holds no command at all: it is passed over by the block, not by the line.
_BLOCK = 4096
_HOST_WORDS = 8

# A line with none of these, once its quotes and backslashes are gone, holds no command that is looked for.
_WORTH_READING = re.compile(
    r"\b(?:rm|rimraf|rmdir|rd|del|erase|remove-item|ri|dd|mkfs|mke2fs|mkswap|wipefs|blkdiscard|shred|sgdisk|parted"
    r"|chmod|crontab|nc|ncat|netcat|iex|invoke-expression|eval|curl|wget|aria2c|fetch|iwr|irm|invoke-webrequest"
    r"|lwp-download|invoke-restmethod|downloadstring|base64|base32|basenc|openssl|xxd|uudecode|powershell|pwsh)\b"
    r"|-delete\b|-exec|git\s+(?:-|config|clean)|/dev/|\.git/hooks|authorized_keys|/etc/|[$]|/[^\s/]{0,40}[?*\[]"
    r"|\|&?\s{0,9}(?:sudo\s{1,9})?\S{0,40}sh\b",
    re.IGNORECASE,
)
_CONTINUATION = re.compile(r"\\\r?\n")
_ASSIGNS = re.compile(r"\b\w+=")
_RUNS_FILE = re.compile(r"\b(?:sh|bash|zsh|source|python3?)\s|\./")
_QUOTING = str.maketrans("", "", "'\"\\\u200b\u200c\u200d\u2060\ufeff\u00ad")
_LEAD = re.compile(r"(?:\s|>(?!>?\s{0,9}/dev/))*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[ xX]\]\s+)?(?:[$%#❯]\s+)?")
_NESTED = re.compile(r"[\s|;&<>`(]")
_PLAIN_WORD = re.compile(r"\w+")

_CODE = (
    (re.compile(r"__import__\s{0,9}\(\s{0,9}(?![\s).…])"), "imports a module by a computed name"),
    (
        re.compile(
            r"(?<![\w.$])(?<!def )(?<!function )(?<!func )(?<!fn )(?:(?:window|globalThis)\.)?"
            r"eval\((?!\s{0,9}(?:\)|\.\.\.|…))"
        ),
        "evaluates text as code",
    ),
    (
        re.compile(r"(?<![\w.])exec\([^\n]{0,60}(?:b64decode|decompress|urlopen|requests\.get)"),
        "evaluates text as code",
    ),
    (
        re.compile(
            r"\b(?:rmtree|rmSync|rmdirSync|remove_dir_all|remove_all|RemoveAll)\("
            r"\s{0,9}[\"'](?:/|~|\.{0,2}/?[\"']|[A-Za-z]:)"
        ),
        "deletes recursively",
    ),
    (
        re.compile(r"(?<![\w:.])([\w:.]{1,30})\s{0,9}\(\s{0,9}\)\s{0,9}\{\s{0,9}\1\s{0,9}\|\s{0,9}\1\s{0,9}&"),
        "multiplies without end",
    ),
)


@dataclass(frozen=True, slots=True)
class Danger:
    """A dangerous command: where it stands and what it would do."""

    span: Span
    what: str
    code: str = "cmd.dangerous"


class _Passage(NamedTuple):
    """A piece of text that is read as commands: a line, or what stands in quotes inside one."""

    text: str
    start: int
    whole: Span | None = None
    depth: int = 0
    executed: bool = False


def dangerous(text: str) -> tuple[Danger, ...]:
    """Every dangerous command of a text, in its order, none inside another. A command without operands is a mention."""
    found = [Danger(Span(*code.span()), what) for pattern, what in _CODE for code in pattern.finditer(text)]
    memory = Memory()
    sets = "$" in text
    for block_start, block in logical_lines(text, at_least=_BLOCK):
        if not _is_worth_reading(block, memory, sets=sets):
            continue
        for line_start, line in logical_lines(block):
            if not line.isspace() and _is_worth_reading(line, memory, sets=sets):
                found += _in_line(line, block_start + line_start, memory)
    return _outermost(found)


def _is_worth_reading(line: str, memory: Memory, *, sets: bool) -> bool:
    bare = _CONTINUATION.sub("", line).translate(_QUOTING)
    if not bare.isascii():
        bare = unicodedata.normalize("NFKC", bare)
    return (
        _WORTH_READING.search(bare) is not None
        or (sets and _ASSIGNS.search(bare) is not None)
        or (bool(memory.downloads) and _RUNS_FILE.search(bare) is not None)
        or (bool(memory.aliases) and not memory.aliases.keys().isdisjoint(_PLAIN_WORD.findall(bare)))
    )


def _outermost(found: list[Danger]) -> tuple[Danger, ...]:
    kept: list[Danger] = []
    for danger in sorted(found, key=lambda danger: (danger.span.start, -danger.span.end)):
        if not kept or danger.span.end > kept[-1].span.end:
            kept.append(danger)
    return tuple(kept)


def _in_line(line: str, start: int, memory: Memory) -> Iterator[Danger]:
    lead = _LEAD.match(line)
    skipped = lead.end() if lead else 0
    waiting = [_Passage(narrowed(line[skipped:]), start + skipped)]
    while waiting:
        passage = waiting.pop()
        fetched: set[Command] = set()
        for command in commands_of(lex(passage.text)[0]):
            read = Reading(command, memory)
            remember(read, memory, fetched)
            for first, last, what in _in_command(read, memory, fetched, passage):
                span = passage.whole or Span(passage.start + first.start, passage.start + last.end)
                yield Danger(span, what)
            if passage.depth < _NESTING:
                waiting += _inside(read, memory, passage)


def _in_command(
    read: Reading, memory: Memory, fetched: set[Command], passage: _Passage
) -> Iterator[tuple[Token, Token, str]]:
    words = read.words
    for at in range(len(words)):
        what = _destroys(read, at) or _evaluates(read, at, memory)
        if what:
            yield words[at], _last(words, at), what
    command = read.command
    for _, target in command.redirected:
        what = rules.overwrites(" ".join(expand(target.text, memory.variables)))
        if what:
            yield words[0], target, what
    if command.before and _runs_its_input(read):
        first = next((earlier for earlier in command.before if earlier in fetched), None)
        if first:
            yield first.words[0], words[read.head()], "runs what was downloaded or decoded"
        elif len(command.before) > 1 and _prints(command.before[0]):
            yield words[0], words[read.head()], "runs text that is made up on the way"
    if _is_run(command, passage) and brings(command, fetched):
        yield words[0], words[-1], "runs what was downloaded or decoded"


def _last(words: Sequence[Token], at: int) -> Token:
    """The last word of a command in a sentence: up to the first word that goes on with the sentence."""
    end = at
    while end + 1 < min(len(words), at + ARGUMENTS) and not rules.is_prose(words[end + 1].text):
        end += 1
    return words[end]


def _destroys(read: Reading, at: int) -> str | None:
    name = read.names[at]
    check = rules.CHECKS.get(name)
    if check is None:
        return _destroys_unnamed(read, at)
    if name == "rm" and at and read.names[at - 1] in rules.HAVE_RM:
        return None
    fed = any(before in {"xargs", "parallel"} for before in read.names[max(0, at - 8) : at])
    return check([*read.arguments(at), "{}"] if fed else read.arguments(at))


def _destroys_unnamed(read: Reading, at: int) -> str | None:
    """A program whose name is a variable that nobody set, or a glob that takes a dangerous one."""
    word = read.words[at].text
    spelled = read.spelled[at][0]
    if not spelled and word.startswith(LIVE):
        arguments = read.arguments(at)
        forced = {"r", "f"} <= set(rules.letters(arguments).lower())
        return "deletes recursively" if forced and rules.operands(arguments) else None
    base = spelled.rpartition("/")[2]
    if "/" in spelled and is_wild(base) and any(character.isalnum() for character in base):
        glob = compiled(base)
        taken = (check(read.arguments(at)) for name, check in rules.CHECKS.items() if glob.fullmatch(name))
        return next(filter(None, taken), None)
    return None


def _evaluates(read: Reading, at: int, memory: Memory) -> str | None:
    name = read.names[at]
    following = read.words[at + 1] if at + 1 < len(read.words) else None
    if name in {"eval", "iex", "invoke-expression"}:
        computed = following is not None and (LIVE in following.text or (at == 0 and following.quoted))
        substituted = following is None and set(read.command.opens) & ({"$(", "`"} if at == 0 else {"$("})
        return "evaluates text as code" if computed or substituted else None
    if TAINTED in read.spelled[at][0] and at == read.head():
        return "runs what was downloaded or decoded"
    if memory.downloads:
        runs_next = name in rules.SHELLS | rules.INTERPRETERS | {"source", "."}
        run = (
            rules.operands(read.arguments(at))[:1] if runs_next else [read.spelled[at][0]] if at == read.head() else []
        )
        if any(rules.kept_name(path) in memory.downloads for path in run):
            return "runs what was downloaded or decoded"
    return None


def _runs_its_input(read: Reading) -> bool:
    at = read.head()
    name = read.names[at]
    if name in {"iex", "invoke-expression"}:
        return True
    if name in {"source", "."}:
        return read.arguments(at)[:1] == ["/dev/stdin"]
    if name not in rules.SHELLS | rules.INTERPRETERS:
        return False
    return "xargs" in read.names[:at] or rules.reads_standard_input(name, read.arguments(at))


def _is_run(command: Command, passage: _Passage) -> bool:
    """Whether what a substitution prints is run: as the command itself, or by the one that it is handed to."""
    inside = command.inside
    if inside is None:
        return False
    if inside.opened_by == "(":
        return _stands_in_invocation(inside)
    hosts = {program(word.text) for word in inside.host.words[:_HOST_WORDS]}
    if hosts & rules.EVALUATORS or (hosts & rules.INTERPRETERS and (inside.opened_by == "<(" or hosts & {"-c", "-e"})):
        return True
    return inside.leads and inside.opened_by == "$(" and (passage.executed or passage.depth == 0)


def _stands_in_invocation(inside: Inside | None) -> bool:
    """Whether PowerShell would evaluate a group, or one of the few groups around it."""
    for _ in range(_NESTING):
        if inside is None or inside.opened_by != "(":
            return False
        if any(program(word.text) in {"iex", "invoke-expression"} for word in inside.host.words[:_HOST_WORDS]):
            return True
        inside = inside.host.inside
    return False


def _inside(read: Reading, memory: Memory, passage: _Passage) -> Iterator[_Passage]:
    """What this command would hand on to be read again: quoted text, aliases, and what is printed into a shell."""
    evaluated = any(name in rules.EVALUATORS | rules.INTERPRETERS for name in read.names)
    for word in read.words:
        if word.quoted and _NESTED.search(word.text):
            whole = passage.whole or Span(passage.start + word.start, passage.start + word.end)
            yield _Passage(word.text.replace(LIVE, "$"), 0, whole, passage.depth + 1, evaluated)
    whole = passage.whole or Span(passage.start + read.words[0].start, passage.start + read.words[-1].end)
    alias = memory.aliases.get(read.names[0])
    if alias:
        text = " ".join([alias, *(word.text for word in read.words[1:ARGUMENTS])])
        yield _Passage(text.replace(LIVE, "$"), 0, whole, passage.depth + 1, executed=True)
    printed = _printed(read)
    if printed:
        yield _Passage(printed.replace(LIVE, "$"), 0, whole, passage.depth + 1, executed=True)


def _printed(read: Reading) -> str:
    """What a substitution prints at the start of a command, with the words after it; or what is piped into a shell."""
    command = read.command
    inside = command.inside
    if inside and inside.leads and inside.opened_by in {"$(", "`"} and read.names[0] in {"echo", "printf"}:
        return _spoken([*read.words[1:], *inside.host.words])
    if command.before and _prints(command.before[-1]) and _runs_its_input(read):
        return _spoken(command.before[-1].words[1:])
    return ""


def _prints(command: Command) -> bool:
    return bool(command.words) and program(command.words[0].text) in {"echo", "printf"}


def _spoken(words: Sequence[Token]) -> str:
    return " ".join(decode_escapes(word.text) for word in words[:ARGUMENTS])
