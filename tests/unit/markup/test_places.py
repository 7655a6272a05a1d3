import pytest

from remit.markup.places import Lines, Place

PROVES = ("P3",)


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, Place(1, 1)), (2, Place(1, 3)), (3, Place(2, 1)), (4, Place(2, 2)), (6, Place(3, 1)), (8, Place(4, 1))],
)
def test_lines_end_at_lf_cr_and_both_together(offset: int, place: Place) -> None:
    assert Lines.of("ab\nc\r\ne\rf").place(offset) == place


def test_a_column_counts_code_points_and_no_other_line_end_counts() -> None:
    assert Lines.of("\U0001f9e8\u00e9\u2028x").place(3) == Place(1, 4)
