"""Raise an alarm where untrusted text is written in a known style of orders to an agent; it must not decide what becomes of the text.

Rules of three kinds: characters that nobody sees, structure that only a prompt has, and phrases. Each has a weight, and the score is
the chance that at least one is right. What reads as ordinary data raises no alarm here: that is the sandbox's and the scope's to stop.
Measured in bench/injection.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Literal, NamedTuple

from remit.markup.hidden import HiddenKind, find_hidden
from remit.markup.names import odd_tags
from remit.markup.neutralise import reserved_name, structure
from remit.markup.places import Span
from remit.sanitize.phrases import PHRASES
from remit.sanitize.views import View, lower, views

THRESHOLD = 0.5

Source = Literal["task", "issue", "comment", "diff", "log", "reply", "file"]
Policy = Literal["report", "neutralise", "suspend"]

# What an alarm leads to unless configuration says otherwise. Texts other than a task's come in numbers that no person could look at.
DEFAULT_POLICY: dict[Source, Policy] = {
    "task": "suspend",
    "issue": "neutralise",
    "comment": "neutralise",
    "diff": "neutralise",
    "log": "neutralise",
    "reply": "neutralise",
    "file": "neutralise",
}


class Reason(NamedTuple):
    """One rule that found something, and where."""

    rule: str
    span: Span
    weight: float


@dataclass(frozen=True, slots=True)
class Alarm:
    """What was found in one text."""

    alarm: bool
    score: float
    spans: tuple[Span, ...]
    hidden: tuple[HiddenKind, ...]
    reasons: tuple[Reason, ...]


# A trained judge of text, where configuration names one: its score, and the stretches that decided.
Scorer = Callable[[str], tuple[float, tuple[Span, ...]]]


_HIDDEN_WEIGHTS: dict[HiddenKind, float] = {
    "tag-block": 0.95,
    "variation-selectors": 0.9,
    "bidi": 0.8,
    "zero-width": 0.7,
    "mixed-script": 0.6,
    "invisible": 0.6,
    "ansi": 0.0,
    "control": 0.0,
}
_DISGUISED = 0.15
_SHOWN = 40

# Tags that nobody writes as a stand-in for a name, and in which orders are believed.
_SPEAKS = frozenset(
    [
        "environment_context", "function_results", "function_calls", "instructions", "invoke", "sys", "system", "system_instruction",
        "system_instructions", "system_message", "system_override", "system_prompt", "system_reminder", "system_warning",
        "tool_call", "tool_calls", "tool_output", "tool_response", "tool_result", "tool_results", "tool_use", "user_instructions",
        "user_prompt_submit_hook",
    ]
)  # fmt: skip


def scan_text(text: str, scorer: Scorer | None = None) -> Alarm:
    """What the rules, and the scorer where there is one, find in a text."""
    hidden = find_hidden(text)
    reasons = [
        Reason(f"hidden-{found.kind}", found.span, weight)
        for found in hidden
        if (weight := _HIDDEN_WEIGHTS[found.kind])
    ]
    reasons += _forged(text)
    reasons += find_phrases(text)
    if scorer is not None:
        score, spans = scorer(text)
        reasons += [Reason("scorer", span, score) for span in spans]
    score = score_of(reasons)
    kinds = tuple(dict.fromkeys(found.kind for found in hidden))
    spans = tuple(dict.fromkeys(sorted(reason.span for reason in reasons)))
    return Alarm(score >= THRESHOLD, score, spans, kinds, tuple(reasons))


def find_phrases(text: str) -> list[Reason]:
    """What the rules about phrases find, in whatever disguise."""
    return [reason for view in views(text) for reason in _phrases(view)]


def score_of(reasons: list[Reason]) -> float:
    """The chance that at least one rule is right, were they independent; a rule counts once."""
    best: dict[str, float] = {}
    for reason in reasons:
        best[reason.rule] = max(best.get(reason.rule, 0.0), reason.weight)
    return round(1 - prod(1 - weight for weight in best.values()), 4)


def _phrases(view: View) -> Iterator[Reason]:
    lowered = lower(view.text)
    for phrase in PHRASES:
        weight = min(0.99, phrase.weight + _DISGUISED * bool(view.disguise))
        for span in phrase.found(lowered):
            yield Reason(phrase.rule, view.original(*span), weight)


def _forged(text: str) -> Iterator[Reason]:
    """Markers of turns, notices that only an agent's program writes, and tags that close what the text did not open."""
    opened: set[str] = set()
    names = {found.start(): found for found in odd_tags(text)} if "<" in text else {}
    for at in structure(text):
        tag = names.get(at)
        name = reserved_name(tag[1]) if tag is not None else None
        if tag is not None and name is not None and "/" not in text[at : tag.start(1)]:
            opened.add(name)
            if name not in _SPEAKS:
                continue
        elif name in opened:
            continue
        yield Reason("forged-structure", Span(at, min(at + _SHOWN, len(text))), 0.5)
