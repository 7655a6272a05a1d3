"""Decode failure records and signals, naming all that is wrong at once; it must not know what follows from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from difflib import get_close_matches

from remit.errors import SignalInvalid
from remit.model.profile import FailureRecord, IgnoredSignal, Issue, Signals

_MOST_SUBAGENTS = 3
_NAME_LENGTH = 80
_NAME = re.compile(r"[A-Za-z0-9_.:/-]+(?: [A-Za-z0-9_.:/-]+)*")
_NAME_FORM = f"a name of up to {_NAME_LENGTH} characters: letters, digits, single spaces, and any of _ . : / -"
_RECORD = tuple(field.name for field in fields(FailureRecord))
_ISSUE = tuple(field.name for field in fields(Issue))
_SIGNALS = tuple(field.name for field in fields(Signals))
_SHOWN_PROBLEMS = 20
_SHOWN_LENGTH = 60
# Python raises on printing an integer of more than 4,300 digits.
_SHOWN_BITS = 64
_NEAR = 0.75
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Decoded:
    """Adaptation input that is of its form, and the signals that no rule reads."""

    failures: tuple[FailureRecord, ...]
    signals: Signals
    ignored: tuple[IgnoredSignal, ...]


@dataclass(frozen=True, slots=True)
class _Problem:
    where: str
    found: str
    expected: str


def decode(failures: object, signals: object) -> Decoded:
    """Both inputs as nouns; the problems of both stand in one SignalInvalid."""
    problems: list[_Problem] = []
    records = _failures(failures, problems)
    read, ignored = _signals(signals, problems)
    _refuse(problems)
    return Decoded(records, read, ignored)


def decode_failures(value: object) -> tuple[FailureRecord, ...]:
    """A list of failure records; the schema is closed, since a misspelt field would be a lost one."""
    problems: list[_Problem] = []
    records = _failures(value, problems)
    _refuse(problems)
    return records


def decode_signals(value: object) -> tuple[Signals, tuple[IgnoredSignal, ...]]:
    """The signals that rules read, and the names of the others: the schema is open, orchestrations add their own."""
    problems: list[_Problem] = []
    signals, ignored = _signals(value, problems)
    _refuse(problems)
    return signals, ignored


def instant(timestamp: str) -> datetime:
    """A time without an offset counts as UTC: the machine's own zone would make the profile depend on the machine."""
    parsed = datetime.fromisoformat(timestamp)
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)


def _failures(value: object, problems: list[_Problem]) -> tuple[FailureRecord, ...]:
    records = _list(value, "failure_history", "failure records", problems)
    return tuple(_record(record, f"failure_history[{at}]", problems) for at, record in enumerate(records))


def _record(value: object, where: str, problems: list[_Problem]) -> FailureRecord:
    record = _closed(value, where, _RECORD, problems)
    if record is None:
        return FailureRecord("", "", "")
    return FailureRecord(
        timestamp=_timestamp(record.get("timestamp", _ABSENT), f"{where}.timestamp", problems),
        result_key=_name(record.get("result_key", _ABSENT), f"{where}.result_key", problems),
        subagent=_name(record.get("subagent", _ABSENT), f"{where}.subagent", problems),
        issue=_issue(record.get("issue", _ABSENT), f"{where}.issue", problems),
    )


def _issue(value: object, where: str, problems: list[_Problem]) -> Issue:
    issue = _closed(value, where, _ISSUE, problems)
    if issue is None:
        return Issue()
    risks = _list(issue.get("risks", ()), f"{where}.risks", "texts", problems)
    return Issue(
        quality=_grade(issue.get("quality", ""), f"{where}.quality", problems),
        completeness=_grade(issue.get("completeness", ""), f"{where}.completeness", problems),
        risks=tuple(_text(risk, f"{where}.risks[{at}]", problems) for at, risk in enumerate(risks)),
    )


def _signals(value: object, problems: list[_Problem]) -> tuple[Signals, tuple[IgnoredSignal, ...]]:
    where = "context_signals"
    if not isinstance(value, Mapping):
        problems.append(_Problem(where, _shown(value), "an object"))
        return Signals(), ()
    subagents = _names(value.get("last_failure_subagents", ()), f"{where}.last_failure_subagents", problems)
    if len(subagents) > _MOST_SUBAGENTS:
        expected = f"{_MOST_SUBAGENTS} at most"
        problems.append(_Problem(f"{where}.last_failure_subagents", f"{len(subagents)} subagents", expected))
    preferred = value.get("preferred_format")
    signals = Signals(
        needs_retry=_flag(value.get("needs_retry", False), f"{where}.needs_retry", problems),
        risk_tags=_names(value.get("risk_tags", ()), f"{where}.risk_tags", problems),
        recent_failure_count=_count(value.get("recent_failure_count", 0), f"{where}.recent_failure_count", problems),
        last_failure_subagents=subagents,
        time_sensitive=_flag(value.get("time_sensitive", False), f"{where}.time_sensitive", problems),
        compliance_required=_flag(value.get("compliance_required", False), f"{where}.compliance_required", problems),
        preferred_format=None if preferred is None else _name(preferred, f"{where}.preferred_format", problems),
    )
    ignored = tuple(IgnoredSignal(str(name), _near(str(name), _SIGNALS)) for name in value if name not in _SIGNALS)
    return signals, ignored


def _closed(
    value: object, where: str, known: tuple[str, ...], problems: list[_Problem]
) -> Mapping[object, object] | None:
    if not isinstance(value, Mapping):
        problems.append(_Problem(where, _shown(value), "an object"))
        return None
    for name in value:
        if name not in known:
            near = _near(str(name), known)
            expected = repr(near) if near else f"one of {', '.join(known)}"
            problems.append(_Problem(where, f"the field {_shown(name)}", expected))
    return value


def _list(value: object, where: str, of: str, problems: list[_Problem]) -> Sequence[object]:
    if isinstance(value, list | tuple):
        return value
    problems.append(_Problem(where, _shown(value), f"a list of {of}"))
    return ()


def _names(value: object, where: str, problems: list[_Problem]) -> tuple[str, ...]:
    given = _list(value, where, "names", problems)
    return tuple(dict.fromkeys(_name(item, f"{where}[{at}]", problems) for at, item in enumerate(given)))


def _name(value: object, where: str, problems: list[_Problem]) -> str:
    """A name stands inside a line of the next prompt, so it may neither end that line nor hold markup."""
    if isinstance(value, str) and len(value) <= _NAME_LENGTH and _NAME.fullmatch(value):
        return value
    problems.append(_Problem(where, _shown(value), _NAME_FORM))
    return ""


def _timestamp(value: object, where: str, problems: list[_Problem]) -> str:
    try:
        if isinstance(value, str):
            instant(value)
            return value
    except ValueError:
        pass
    problems.append(_Problem(where, _shown(value), "an ISO 8601 time such as '2026-01-31T09:30:00Z'"))
    return ""


def _flag(value: object, where: str, problems: list[_Problem]) -> bool:
    if isinstance(value, bool):
        return value
    problems.append(_Problem(where, _shown(value), "true or false"))
    return False


def _count(value: object, where: str, problems: list[_Problem]) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    problems.append(_Problem(where, _shown(value), "a whole number from 0"))
    return 0


def _grade(value: object, where: str, problems: list[_Problem]) -> str:
    """Evaluations grade in words or in numbers; no rule reads a grade, so a number is kept as its text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _shown(value)
    return _text(value, where, problems)


def _text(value: object, where: str, problems: list[_Problem]) -> str:
    if isinstance(value, str):
        return value
    problems.append(_Problem(where, _shown(value), "a text"))
    return ""


def _near(name: str, known: tuple[str, ...]) -> str | None:
    """Names longer than any real one are not compared: the comparison is quadratic in their length."""
    if len(name) > _NAME_LENGTH:
        return None
    return next(iter(get_close_matches(name.lower().replace("-", "_"), known, n=1, cutoff=_NEAR)), None)


def _shown(value: object) -> str:
    """A value as an error shows it: one bounded line of ASCII."""
    match value:
        case None | bool():
            shown = {None: "null", True: "true", False: "false"}[value]
        case int() if value.bit_length() > _SHOWN_BITS:
            shown = f"a number of over {_SHOWN_BITS} bits"
        case str() if len(value) > _SHOWN_LENGTH:
            shown = f"{value[:_SHOWN_LENGTH]!a} and more"
        case int() | float() | str():
            shown = ascii(value)
        case list() | tuple():
            shown = "a list"
        case _:
            shown = "nothing" if value is _ABSENT else "an object"
    return shown


def _refuse(problems: list[_Problem]) -> None:
    if not problems:
        return
    rows = [(problem.where, f"found {problem.found}, expected {problem.expected}") for problem in problems]
    where, what = rows[0]
    others = len(rows) - 1
    if len(rows) > _SHOWN_PROBLEMS:
        rows[_SHOWN_PROBLEMS:] = [("", f"and {len(rows) - _SHOWN_PROBLEMS} more")]
    raise SignalInvalid(
        f"{where}: {what}" + (f" (and {others} more)" if others else ""),
        rows=tuple(rows) if others else (),
        help="mend each field that is named; a name that is refused is to be renamed where it was recorded",
    )
