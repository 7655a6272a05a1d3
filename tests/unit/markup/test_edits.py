"""Replaced stretches, and the way back from the result to the original."""

import pytest

from remit.markup.edits import Cover, Edit, apply, covered, outside
from remit.markup.places import Span

PROVES = ("S9", "S10")


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], "abcdef"),
        ([Edit(1, 2, "")], "acdef"),
        ([Edit(3, 3, "+")], "abc+def"),
        ([Edit(4, 6, "Z"), Edit(0, 1, "YY")], "YYbcdZ"),
        ([Edit(1, 4, "-"), Edit(2, 5, "x")], "a-f"),
        ([Edit(1, 5, ""), Edit(2, 3, "x")], "af"),
        ([Edit(0, 0, ">"), Edit(0, 6, "")], ">"),
    ],
)
def test_edits_are_made_at_once_and_the_first_of_two_that_overlap_stands(edits: list[Edit], expected: str) -> None:
    assert apply("abcdef", edits).text == expected


def test_a_copied_character_leads_back_to_itself() -> None:
    edited = apply("abcdef", [Edit(1, 2, "XYZ"), Edit(3, 5, "")])

    assert edited.text == "aXYZcf"
    assert [edited.offsets.original(at) for at in range(7)] == [0, 1, 1, 1, 2, 5, 6]


def test_a_span_leads_back_to_all_that_it_is_made_of() -> None:
    edited = apply("a<b", [Edit(1, 2, "&lt;")])

    assert edited.offsets.original_span(Span(1, 5)) == Span(1, 2)
    assert edited.offsets.original_span(Span(0, 6)) == Span(0, 3)
    assert edited.offsets.original_span(Span(2, 3)) == Span(1, 2)
    assert edited.offsets.original_span(Span(0, 0)) == Span(0, 0)


def test_spans_are_joined_and_their_complement_is_the_rest() -> None:
    spans = [Span(4, 6), Span(1, 2), Span(5, 8), Span(2, 3)]

    assert covered(spans) == [Span(1, 3), Span(4, 8)]
    assert outside(spans, 10) == [Span(0, 1), Span(3, 4), Span(8, 10)]


def test_a_cover_holds_what_lies_in_its_spans() -> None:
    cover = Cover.of([Span(1, 3), Span(5, 5), Span(7, 9)])

    assert [at for at in range(11) if at in cover] == [1, 2, 7, 8]
