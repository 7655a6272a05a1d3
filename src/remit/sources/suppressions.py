"""The comments that silence a rule at one prompt; it must not know which rules there are.

`remit: ignore[rule-id] reason`, several ids with commas between them. A comment silences its rules for the whole of its prompt:
in a prompt file an HTML comment anywhere outside of code, or a `#` comment in the front matter; in Python, YAML and TOML a `#`
comment on a line of the prompt's statement or on the comment lines directly above it.
"""

import re
from collections.abc import Iterator, Mapping

from remit.model.found import Suppression

MARK = "remit: ignore["
_LINE_END = re.compile(r"\r\n|\n|\r")
_COMMENT = re.compile(r"remit: ignore\[([^\]\n]*)\](.*)", re.DOTALL)


def in_comment(comment: str, line: int) -> Iterator[Suppression]:
    """What one comment silences; its own delimiters are cut off already."""
    found = _COMMENT.search(comment)
    if found:
        reason = " ".join(found[2].split())
        yield from (Suppression(rule.strip(), reason, line) for rule in found[1].split(",") if rule.strip())


def rows(text: str) -> list[str]:
    """The lines of a text as editors number them, without their ends."""
    return _LINE_END.split(text)


def comment_lines(text: str) -> dict[int, str]:
    """By number, the lines of a text with `#` comments that hold the mark; a `#` inside of a value is not told apart."""
    if MARK not in text:
        return {}
    return {
        number: line[line.index("#") :] for number, line in enumerate(rows(text), 1) if MARK in line and "#" in line
    }


def at_lines(comments: Mapping[int, str], text_rows: list[str], first: int, last: int) -> tuple[Suppression, ...]:
    """What comments silence on lines from `first` to `last` (from 1), and on comment lines directly above them."""
    if not comments:
        return ()
    while first > 1 and text_rows[first - 2].lstrip().startswith("#"):
        first -= 1
    return tuple(
        silenced
        for number in range(first, last + 1)
        if number in comments
        for silenced in in_comment(comments[number], number)
    )
