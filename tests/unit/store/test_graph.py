"""Circles among edges: each one found, none made up, and long ways walked without recursion."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from remit.store.graph import circles, in_chunks

PROVES = ("T3",)

NODES = "abcdef"
EDGES = st.dictionaries(st.sampled_from(NODES), st.lists(st.sampled_from(NODES + "z"), max_size=4).map(tuple))


def reaches_itself(edges: dict[str, tuple[str, ...]], start: str) -> bool:
    seen: set[str] = set()
    ahead = [each for each in edges.get(start, ()) if each in edges]
    while ahead:
        each = ahead.pop()
        if each == start:
            return True
        if each not in seen:
            seen.add(each)
            ahead += [other for other in edges[each] if other in edges]
    return False


@given(EDGES)
def test_a_circle_is_found_if_and_only_if_there_is_one(edges: dict[str, tuple[str, ...]]) -> None:
    found = list(circles(edges))

    assert bool(found) == any(reaches_itself(edges, node) for node in edges)
    for circle in found:
        assert circle[0] == circle[-1]
        assert all(after in edges[before] for before, after in pairwise(circle))


def test_a_task_that_needs_itself_is_a_circle() -> None:
    assert [("a", "a")] == list(circles({"a": ("a",)}))


def test_two_circles_are_both_named() -> None:
    assert [("a", "b", "a"), ("c", "c")] == list(circles({"a": ("b",), "b": ("a",), "c": ("c",)}))


def test_a_long_way_is_walked() -> None:
    edges = {str(number): (str(number + 1),) for number in range(50_000)}

    assert [] == list(circles(edges))
    assert [50_002] == [len(circle) for circle in circles({**edges, "50000": ("0",)})]


def test_ids_come_once_and_in_order_and_never_too_many_at_a_time() -> None:
    found = list(in_chunks(str(number) for number in [*range(1000), *range(1000)]))

    assert sorted(map(str, range(1000))) == [each for _, chunk in found for each in chunk]
    assert all(marks.count("?") == len(chunk) <= 400 for marks, chunk in found)
