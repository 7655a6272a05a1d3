"""Moments: readable times, and ticks that do not go back."""

from remit.store.clock import Moment, iso, machine_clock

PROVES = ("T3",)


def test_a_time_is_written_in_utc_to_the_second() -> None:
    assert "2026-01-01T00:00:00Z" == iso(1_767_225_600_999)
    assert "1970-01-01T00:00:00Z" == Moment(0, 0).iso


def test_the_machines_ticks_never_go_back_within_one_start() -> None:
    moments = [machine_clock() for _ in range(1000)]

    assert [each.ticks for each in moments] == sorted(each.ticks for each in moments)
    assert 1 == len({each.boot for each in moments})
