"""A record's hash: it covers every part, and no two records read the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.store.ledger import link

PROVES = ("E2",)

PARTS = st.lists(st.text(), min_size=1, max_size=6)


@given(PARTS, PARTS)
def test_records_that_differ_in_any_part_differ_in_their_hash(one: list[str], other: list[str]) -> None:
    assert (one == other) == (link(*one) == link(*other))


def test_parts_that_run_together_alike_differ() -> None:
    assert link("", "ab", "c") != link("", "a", "bc")
    assert link("", "1:a", "") != link("", "", "1:a")


def test_the_hash_stays_what_it_is() -> None:
    said = ("task:T1", 2, "2026-01-01T00:00:00Z", "person", "task.noted", '{"text":"ä"}')

    assert "d013912c5645d3e497271cdff15e448d925e1ee38a23526f532a869b4da2a579" == link("", *said)


@pytest.mark.parametrize("text", ["\ud800", "\0"])
def test_what_somebody_forged_in_is_hashed_all_the_same(text: str) -> None:
    assert 64 == len(link("", text))
