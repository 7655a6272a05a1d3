"""The prompts that stand as strings in Python source; it must not know how a tree is walked or what a prompt is judged by.

A string is a prompt by the name of its place, by its own text, or by both (`signs`): a telling name is enough, an open one wants a
text that opens like a prompt, and a text under any other name must show more. A list of chat messages is one prompt. Strings under
the smallest number of words are counted and not returned, and source below `tests` is left alone unless it is named.

Only a source with a cue is parsed: parsing takes a hundred times as long as looking for one, and up to a hundred times the memory
of the source. A source that would take more is passed over, and so is one that this interpreter cannot parse.
"""

import ast
import bisect
import io
import re
import tokenize
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from remit.markup.places import Lines
from remit.model.found import FoundPrompt, PassedOver, Search
from remit.sources.python_positions import Candidate, Place, candidates
from remit.sources.signs import Strength, count_words, ends, names_part, path_strength, reads_as_prompt
from remit.sources.suppressions import MARK, at_lines, rows

LARGEST_SOURCE = 2**20
_SUFFIXES = (".py", ".pyi")
_TEST_FOLDERS = frozenset({"tests", "test"})
_TEST_FILE = re.compile(r"(?:test_.*|.*_test|conftest)\.pyi?")

# A cue is a word that could name a prompt, with something behind it that could be one; or words that open one.
_VALUE = rb"[ \t\\]*+\(?+\s*+(?:await )?(?:[a-z_][\w.]{0,60}\(\s*+){0,3}(?:[rfbut]{0,2}[\"']|\[|\{)"
_ANNOTATION = rb"(?:[ \t]*+:[ \t]*[\w.\[\], |\"']{1,60})?"
_GIVEN = rb"[\"']?\]?(?:" + _ANNOTATION + rb"[ \t]*+\+?=(?!=)|[ \t]*+:)" + _VALUE
_CALLED = rb"\w{0,40}(?:\.\w{1,40})?\((?:[^\n]{0,200}:[ \t]*+$|[ \t]*+$|\s*+[rfbut]{0,2}[\"'])"
_NAMES: tuple[tuple[bytes, re.Pattern[bytes]], ...] = tuple(
    (name, re.compile(there, re.MULTILINE))
    for name, there in (
        (b"prompt", rb"\w{0,40}" + _GIVEN + rb"|" + _CALLED + rb"|template(?:\.\w+)?\("),
        (
            b"system",
            rb"(?:_?(?:message|msg|template|text|content|reminder)\w{0,20})?" + _GIVEN + rb"|message\w{0,20}\(",
        ),
        (b"instruction", rb"\w{0,40}" + _GIVEN),
        (b"backstory", _GIVEN),
        (b"role", rb"[\"']?[ \t]*[:=][ \t]*[\"']"),
        (b"humanmessage", rb"\w{0,20}[.(]"),
        (b"usermessage", rb"\w{0,20}[.(]"),
    )
)
# Too frequent to tell that a source holds prompts, but in one that does, these name them.
_WEAK_NAMES = (b"template", b"tmpl")
_CONSTANT = re.compile(rb"\w{0,20}[\"']?[ \t]*[=:][ \t]*[A-Z_][A-Z0-9_]{2,}\b")
_OPENINGS: tuple[tuple[bytes, re.Pattern[bytes]], ...] = (
    (b"You are ", re.compile(rb"(?:an?|the|now|given|tasked|going|responsible|being|[A-Z]\w+,|\{)")),
    (b"You will ", re.compile(rb"be (?:given|provided|asked|shown)|receive|act")),
    (b"Your ", re.compile(rb"(?:\w+ )?(?:task|job|goal|role|purpose|mission|objective) ")),
    (b"Act as ", re.compile(rb"an? ")),
    (
        b"Given ",
        re.compile(rb"(?:the|an?|two|this) (?:following|context|above|text|question|conversation|below|user|input)\b"),
    ),
    (b"I want you to", re.compile(rb"")),
    (b"Respond ", re.compile(rb"(?:only|with|in)")),
    ("你是".encode(), re.compile(rb"")),
)

_LATER_PART = re.compile(r"(?i)\w*(?:lines|msgs|parts|pieces|sections)\[[1-9]\d*\]")

# A string that never ends reaches as far as it can, so that nothing is looked at twice.
_STRING = re.compile(
    r"\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+(?:\"\"\")?|'''(?:[^'\\]|\\.|'(?!''))*+(?:''')?"
    r"|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|#[^\n]*",
    re.DOTALL,
)
_OPENING_QUOTE = re.compile(r"[A-Za-z]{0,2}(\"\"\"|'''|\"|')")
# Measured: a mark outside of strings costs about a thousand bytes of syntax tree, ordinary source sixty to seventy times its size.
_BYTES_A_MARK = 1000
_MARKS = "(,.=[:+-*\n"
_FREE_BYTES = 12 * 2**20


def wants(path: str) -> bool:
    *folders, name = path.split("/")
    return takes(path) and _TEST_FOLDERS.isdisjoint(folders) and not _TEST_FILE.fullmatch(name)


def takes(path: str) -> bool:
    return path.endswith(_SUFFIXES)


@dataclass(frozen=True, slots=True)
class _Source:
    """A source that was parsed: its text behind a byte order mark, and its comments with a mark by line."""

    path: str
    text: str
    shift: int
    lines: Lines
    rows: list[str]
    comments: dict[int, str]


def read(path: str, text: str, *, min_words: int, sure: bool) -> Search:  # noqa: ARG001 - one shape for all readers
    """The prompts of one source."""
    shift = 1 if text.startswith("\ufeff") else 0
    source = text[shift:]
    cue_lines = find_cues(source)
    if not cue_lines:
        return Search(files_read=1)
    if len(source) > LARGEST_SOURCE:
        reason = f"Python of {len(source):,} characters is not parsed; the largest that is has {LARGEST_SOURCE:,}"
        return Search(passed_over=(PassedOver(path, reason),), files_read=1)
    if _is_dense(source):
        reason = "Python this dense is not parsed: its syntax tree would take over a hundred times its size"
        return Search(passed_over=(PassedOver(path, reason),), files_read=1)
    try:
        with warnings.catch_warnings(action="ignore"):
            found = candidates(ast.parse(source), cue_lines, path_strength(path))
        parsed = _Source(path, source, shift, Lines.of(source), rows(source), _comments(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError) as error:
        # What nests too deeply is told in any of these ways, by version and by what nests.
        line = error.lineno if isinstance(error, SyntaxError) else None
        return Search(passed_over=(PassedOver(path, "no Python that this interpreter can parse", line),), files_read=1)
    return _searched(parsed, found, min_words)


def find_cues(source: str) -> list[int]:
    """The numbers of lines that hold a cue, where at least one of them has behind it what a prompt has; else nothing."""
    data = source.encode()
    lowered = data.lower()
    if not (
        any(_is_followed(lowered, name, there) for name, there in _NAMES)
        or any(_is_followed(data, opening, there) for opening, there in _OPENINGS)
        or any(_CONSTANT.match(data, place) for name, _ in _NAMES[:3] for place in ends(lowered, name))
    ):
        return []
    starts = [0, *(found.end() for found in re.finditer(rb"\r\n|\n|\r", data))]
    places = chain(
        chain.from_iterable(ends(lowered, name) for name, _ in _NAMES),
        chain.from_iterable(ends(lowered, name) for name in _WEAK_NAMES),
        chain.from_iterable(ends(data, opening) for opening, _ in _OPENINGS),
    )
    return sorted({bisect.bisect_right(starts, place - 1) for place in places})


def _is_followed(data: bytes, cue: bytes, there: re.Pattern[bytes]) -> bool:
    return any(there.match(data, place) for place in ends(data, cue))


def _is_dense(source: str) -> bool:
    bare = _STRING.sub("", source)
    return _BYTES_A_MARK * sum(map(bare.count, _MARKS)) > 100 * len(source) + _FREE_BYTES


def _searched(source: _Source, found: Sequence[Candidate], min_words: int) -> Search:
    prompts: list[FoundPrompt] = []
    short = 0
    seen: Counter[str] = Counter()
    for candidate in found:
        words = count_words(candidate.folded.known())
        if words < min_words:
            short += words > 0 and candidate.place.strength is Strength.TELLING
            continue
        text, holes = candidate.folded.rendered()
        if not reads_as_prompt(text, candidate.place.strength):
            continue
        name = ".".join(candidate.place.name) or source.path.rpartition("/")[2]
        seen[name] += 1
        statement = candidate.place.statement
        start, exact = _start(candidate, source, text)
        place = source.lines.place(start)
        prompts.append(
            FoundPrompt(
                name=name if seen[name] == 1 else f"{name} ({seen[name]})",
                path=source.path,
                kind="messages" if candidate.is_messages else "string",
                text=text,
                start=start + source.shift,
                line=place.line,
                column=place.column,
                exact=exact,
                holes=holes,
                form=candidate.folded.form,
                fragment=not candidate.is_messages and _is_part(candidate.place),
                suppressions=at_lines(
                    source.comments, source.rows, statement.lineno, statement.end_lineno or statement.lineno
                ),
            )
        )
    return Search(tuple(prompts), files_read=1, short_strings=short)


def _is_part(place: Place) -> bool:
    """Whether the names of a place say that a text is joined to others, as any but the first of a list is."""
    around = place.scope[-1] if place.scope else ""
    if around.endswith("_kwargs") or (not place.own and names_part(around)):
        return True
    if place.own == ("instruction",) and around.endswith("Prompt"):
        # What a prompt class joins to the samples and the form that its other attributes hold.
        return True
    return any(map(names_part, place.own)) or any(map(_LATER_PART.fullmatch, place.own))


def _start(candidate: Candidate, source: _Source, text: str) -> tuple[int, bool]:
    """Where a prompt begins: at its first character where the source holds it letter by letter, else at its opening quote."""
    node = candidate.folded.first
    column = len(source.rows[node.lineno - 1].encode()[: node.col_offset].decode())
    start = source.lines.starts[node.lineno - 1] + column
    quote = _OPENING_QUOTE.match(source.text, start)
    if candidate.is_messages or quote is None:
        return start, False
    if candidate.folded.form == "string" and source.text.startswith(text + quote[1], quote.end()):
        return quote.end(), True
    return quote.start(1), False


def _comments(source: str) -> dict[int, str]:
    """The comments with a mark, by line: read only where one could be, since a tokenizer takes its time."""
    if MARK not in source:
        return {}
    tokens = tokenize.generate_tokens(io.StringIO(source, newline=None).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT and MARK in token.string}
