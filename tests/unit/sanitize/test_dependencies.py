"""Dependencies name known tasks in scope, and no circle."""

import pytest

from remit.sanitize.dependencies import Surroundings, decode, find_circle, judge_dependencies

PROVES = ("S5",)

AROUND = Surroundings(
    "T1",
    frozenset({"T1", "T1.1", "T2", "T3", "T4"}),
    {"T1": [], "T1.1": [], "T2": ["T3"], "T3": ["T4"], "T4": ["T1"], "T9": []},
)


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([], []),
        (["T1.1"], []),
        (["T1"], [("reject", "dep.self")]),
        (["T7"], [("reject", "dep.unknown")]),
        (["T9"], [("reject", "dep.scope")]),
        (["T1.1", "T1.1"], [("flag", "dep.duplicate")]),
        (["T1; x"], [("reject", "dep.format")]),
        (["\u04221"], [("reject", "dep.format")]),
        (["t1.1"], [("reject", "dep.unknown")]),
        (["../T1"], [("reject", "dep.format")]),
        ([""], [("reject", "dep.format")]),
        (["T2"], [("reject", "dep.cycle")]),
    ],
)
def test_each_id_is_judged(ids: list[str], expected: list[tuple[str, str]]) -> None:
    assert [(concern.handling, concern.code) for concern in judge_dependencies(ids, AROUND)] == expected


def test_a_circle_is_named_task_by_task() -> None:
    assert judge_dependencies(["T2"], AROUND)[0].detail == "T1 \u2192 T2 \u2192 T3 \u2192 T4 \u2192 T1"


def test_the_shortest_circle_is_found_and_others_are_not_mistaken_for_it() -> None:
    tasks = {"a": ["b", "c"], "b": ["d"], "c": ["a"], "d": ["a"], "x": ["y"], "y": ["x"], "z": ["x"]}

    assert find_circle(tasks, "a") == ("a", "c", "a")
    assert find_circle(tasks, "z") == ()


def test_a_chain_of_any_length_is_followed() -> None:
    tasks = {f"T{number}": [f"T{number + 1}"] for number in range(50_000)} | {"T50000": ["T0"]}

    assert len(find_circle(tasks, "T0")) == 50_002


def test_without_surroundings_only_the_form_is_judged() -> None:
    assert judge_dependencies(["T1", "T77"], Surroundings()) == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('["T1", "T2.1"]', ["T1", "T2.1"]),
        ("[]", []),
        ("T1, T2", ["T1", "T2"]),
        ("[1]", None),
        ("[" * 100_000, None),
        ('["T1"', None),
        ('[["T1"]]', None),
        ('["\ud800"]', None),
        ("T1\x00", None),
    ],
)
def test_a_list_is_decoded_or_refused(text: str, ids: list[str] | None) -> None:
    assert decode(text) == ids


def test_a_list_too_long_to_read_is_refused_whole() -> None:
    assert [concern.code for concern in judge_dependencies([f"T{n}" for n in range(2000)], Surroundings())] == [
        "dep.limit"
    ]
