"""The cases of task text: each is handled as it should be, for the reason that it should be."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import pytest

from remit.paths import DiskFacts
from remit.sanitize.dependencies import Surroundings
from remit.sanitize.values import Field, ValueContext, check_value, paths_named

PROVES = ("S1", "S3", "S4", "S5", "S6", "S9", "S10")

CORPUS = Path(__file__).parents[2] / "corpus" / "task-text-cases.jsonl"


class Around(TypedDict):
    task: str
    scope: list[str]
    tasks: Mapping[str, list[str]]


class Case(TypedDict, total=False):
    id: str
    field: Field
    input: str
    expect: str
    code: str
    context: Around
    fixture: Mapping[str, str]


CASES: list[Case] = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def context_of(case: Case) -> ValueContext:
    around = case.get("context")
    known = (
        Surroundings() if around is None else Surroundings(around["task"], frozenset(around["scope"]), around["tasks"])
    )
    # Every link of the cases' fixtures leads out of the project or round in a circle.
    linked = paths_named(case["field"], case["input"]) if "fixture" in case else ()
    return ValueContext(known, {path: DiskFacts(leaves_root=True) for path in linked})


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_each_case_is_handled_as_it_should_be(case: Case) -> None:
    checked = check_value(case["field"], case["input"], context_of(case))

    assert checked.handling == case["expect"]
    assert case["code"] in (checked.codes or ("-",))
    assert (checked.value is None) == (checked.handling == "reject" or case["code"] == "criteria.malformed")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_is_kept_of_a_case_is_kept_whole(case: Case) -> None:
    context = context_of(case)
    kept = check_value(case["field"], case["input"], context).value
    if kept is not None:
        assert check_value(case["field"], kept, context).value == kept
