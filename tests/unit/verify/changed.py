"""Changes made of two texts, as git would tell them; it must not know what is found in them."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from remit.git import Changed, FileDiff, Line
from remit.git.diffs import Status
from remit.model.finding import Finding

REGULAR = "100644"
NOTHING = "000000"


def change(path: str, before: str | None, after: str | None, *, modes: tuple[str, str] | None = None) -> FileDiff:
    old, new = modes or (NOTHING if before is None else REGULAR, NOTHING if after is None else REGULAR)
    status: Status = "added" if before is None else "deleted" if after is None else "modified"
    changed = Changed(path, status, old, new, "0" * 40, "1" * 40)
    return FileDiff(changed, tuple(_lines((before or "").splitlines(), (after or "").splitlines())))


def _lines(old: list[str], new: list[str]) -> Iterator[Line]:
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (Line(" ", at + 1, new[at]) for at in range(c, d))
        else:
            yield from (Line("-", at + 1, old[at]) for at in range(a, b))
            yield from (Line("+", at + 1, new[at]) for at in range(c, d))


def told(findings: Iterator[Finding] | tuple[Finding, ...]) -> list[str]:
    """Each finding as rule, path and line."""
    return [f"{each.rule} {each.location.path}:{each.location.line}" for each in findings]
