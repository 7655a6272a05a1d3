"""What holds of every profile, whatever the history and the signals."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from remit.adapt import LINES, decode, profile_of
from remit.errors import SignalInvalid
from remit.model.profile import FailureRecord, Signals

PROVES = ("D1",)

NAMES = st.from_regex(r"[a-z][a-z0-9_.:/-]{0,12}", fullmatch=True)
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
INSTANTS = st.datetimes(datetime.fromisoformat("1970-01-01"), datetime.fromisoformat("2100-01-01"), timezones=OFFSETS)
RECORDS = st.builds(FailureRecord, INSTANTS.map(datetime.isoformat), NAMES, st.sampled_from("abcde"))
SIGNALS = st.builds(
    Signals,
    needs_retry=st.booleans(),
    risk_tags=st.lists(NAMES, max_size=5).map(tuple),
    recent_failure_count=st.integers(0, 9),
    last_failure_subagents=st.lists(NAMES, max_size=3).map(tuple),
    time_sensitive=st.booleans(),
    compliance_required=st.booleans(),
    preferred_format=st.none() | NAMES,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
OF_SIGNALS = st.dictionaries(st.sampled_from(list(Signals.__dataclass_fields__)), JSON)
OF_RECORDS = st.lists(st.dictionaries(st.sampled_from(list(FailureRecord.__dataclass_fields__)), JSON), max_size=3)


@given(st.lists(RECORDS, max_size=8), SIGNALS)
def test_a_profile_is_the_same_each_time_and_keeps_the_order_of_the_rules(
    failures: list[FailureRecord], signals: Signals
) -> None:
    profile = profile_of(failures, signals)
    assert profile == profile_of(list(failures), signals)
    for section in ("instructions", "constraints", "examples"):
        texts = [line.text.split("{}")[0] for line in LINES if line.section == section]
        places = [
            next(i for i, text in enumerate(texts) if said.startswith(text)) for said in getattr(profile, section)
        ]
        assert places == sorted(set(places))


@given(st.lists(RECORDS, min_size=1, max_size=8))
def test_no_subagent_that_is_left_out_failed_after_one_that_is_named(failures: list[FailureRecord]) -> None:
    named = profile_of(failures, Signals()).instructions[1].rsplit(": ")[1].rstrip(".").split(", ")
    newest: dict[str, datetime] = {}
    for record in failures:
        when = datetime.fromisoformat(record.timestamp).astimezone(UTC)
        newest[record.subagent] = max(when, newest.get(record.subagent, when))
    assert len(named) == len(set(named)) == min(3, len(newest))
    left_out = [newest[name] for name in newest if name not in named]
    assert all(newest[name] >= other for name in named for other in left_out)
    assert [newest[name] for name in named] == sorted((newest[name] for name in named), reverse=True)


@given(JSON | OF_RECORDS, JSON | OF_SIGNALS)
def test_any_input_is_decoded_or_refused_in_printable_lines(failures: object, signals: object) -> None:
    try:
        decoded = decode(failures, signals)
    except SignalInvalid as error:
        said = [error.message, *(what for _, what in error.rows)]
    else:
        profile = profile_of(decoded.failures, decoded.signals)
        said = [*profile.instructions, *profile.constraints, *profile.examples]
    assert [line for line in said if not line.isprintable()] == []
