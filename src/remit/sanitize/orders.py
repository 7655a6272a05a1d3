"""Find ordinary commands that a text tells its reader to run; it must not know what a command does, nor what becomes of it.

A command counts where somebody orders it ("Run `npm install`", a code block after "execute the following:"), or where it stands
alone on a line of prose. Talk of commands ("we run `npm test` in CI") is none, nor is a program's name without operands.
"""

import re
from collections.abc import Iterator

from remit.markup.places import Span
from remit.sanitize.handling import Concern, flag
from remit.sanitize.markdown import Code, Document


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PROGRAMS = _words(
    """
    ansible apt apt-get aws az bash brew bun bundle cargo cat cd chmod chown conda cp curl deno dnf docker docker-compose dotnet
    echo export flutter gcloud gem gh git go gradle helm heroku java kill kubectl ln ls make mkdir mv mvn mysql nix node npm npx
    php pip pip3 pipx pnpm podman poetry psql py pytest python python3 redis-cli rm rsync ruby scp sed service sh source sqlite3
    ssh sudo systemctl tar terraform touch unzip uv uvx vim wget yarn yum zsh
    """
)
# After a program's name these go on with a sentence: "make sure", "go through", "git is".
_SENTENCE = _words(
    """
    a about and any are as at be been by can cannot command could does either else every for from had has have if in into is it
    its me may might must no not of on or our should so sure that the their them then there these they this through to up use
    used uses using was we were what when where which while will with would you
    """
)
_ORDER = re.compile(
    r"(?:^|[.;:!?(]\s{1,9}|[-*+>]\s{1,9}|\b(?:then|please|now|first|next|finally|and|must|should|to|always|just|can|also|you),?\s{1,9})"
    r"(?:re-?run|run|execute|exec|type|enter|invoke|launch|call|try|paste|issue|start|use|do)"
    r"(?:\s{1,9}(?!not\b|n't)[\w',-]{1,20}){0,4}\s{0,9}:?\s{0,9}\Z",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    r"\b(?:re-?run|run|execute|exec|type|enter|invoke|launch|paste|issue)\b[^.!?\n]{0,80}[:.]?\s{0,9}\Z", re.IGNORECASE
)
_REACH = 120
_PROMPT_SIGN = re.compile(r"[$%#❯>]\s{1,4}")


def find_orders(document: Document, within: Span) -> Iterator[Concern]:
    """Every command that the reader is told to run in a stretch of the text."""
    text = document.text
    for code in document.code_in(within):
        before = text[max(within.start, code.span.start - _REACH) : code.span.start].rstrip("`~ \t\n")
        if code.kind == "span":
            if is_command(code.text) and _ORDER.search(_sentence(before)):
                yield flag("cmd.ordered", code.span, code.text[:80])
        elif _ANNOUNCED.search(before) and any(is_command(line) for line in code.text.split("\n")):
            yield flag("cmd.ordered", code.span, _first_line(code))
    yield from _alone(document, within)


def is_command(text: str) -> bool:
    """Whether a text is a program's name with operands, as one would type it."""
    words = _PROMPT_SIGN.sub("", text.strip(), count=1).split()
    if len(words) < 2:
        return len(words) == 1 and words[0].startswith("./")
    return (words[0] in _PROGRAMS and words[1].lower().strip(",.;:") not in _SENTENCE) or words[0].startswith("./")


def _alone(document: Document, within: Span) -> Iterator[Concern]:
    for paragraph in document.paragraphs:
        if not within.start <= paragraph.start < within.end:
            continue
        at = paragraph.start
        for line in document.text[slice(*paragraph)].split("\n"):
            shown = line.strip(" \t>")
            if is_command(shown) and not shown.endswith((".", ":", ",", ";", "!", "?")) and _looks_typed(shown):
                start = at + line.index(shown)
                yield flag("cmd.ordered", Span(start, start + len(shown)), shown[:80])
            at += len(line) + 1


def _looks_typed(line: str) -> bool:
    """Whether a line is a command rather than a short sentence that begins like one."""
    words = line.split()
    return len(words) <= 3 or any(word.startswith("-") or not word.isalpha() for word in words[1:])


def _sentence(before: str) -> str:
    """What stands on the same line before a place."""
    return before.rpartition("\n")[2]


def _first_line(code: Code) -> str:
    return code.text.strip().partition("\n")[0][:80]
