"""Rule: a tag is almost one of the vocabulary; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.tags import VOCABULARY, bounding

_NAMES = tuple(sorted(VOCABULARY))

RULE = Rule(
    "tag-near-miss",
    severity="low",
    tier="advisory",
    summary="A tag is almost one of the vocabulary: another case, a hyphen, or two letters exchanged.",
    why="a name that is written in two ways is read as two things, by people and by whatever reads the tags",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    for tag in bounding(subject):
        meant = nearest(tag.name)
        if meant:
            slash = "/" if tag.is_closing else ""
            yield Hit(
                tag.span,
                f"'<{slash}{tag.name}>' is almost '<{slash}{meant}>'",
                f"write '<{slash}{meant}>', or give the part a name that reads as no other",
            )


def nearest(name: str) -> str | None:
    """The tag of the vocabulary that a name differs from by case, a hyphen or two exchanged letters alone."""
    if name in VOCABULARY:
        return None
    plain = name.lower().replace("-", "_")
    if plain in VOCABULARY:
        return plain
    return next((known for known in _NAMES if _exchanged(plain, known)), None)


def _exchanged(name: str, known: str) -> bool:
    if len(name) != len(known):
        return False
    differing = [at for at in range(len(name)) if name[at] != known[at]]
    if len(differing) != 2:
        return False
    first, second = differing
    # Short words become other words too easily: <life> is no <file>.
    near = second == first + 1 or len(name) > 4
    return near and name[first] == known[second] and name[second] == known[first]
