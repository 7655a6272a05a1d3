"""Scopes of tasks: what each kind holds, by ids alone."""

import pytest

from remit.errors import TaskInvalid
from remit.model.scope import ScopeType, TaskScope, epic_of

PROVES = ("T2",)

IDS = ("T1", "T1.1", "T1.1.5", "T1.10", "T10", "T10.1", "T1-a")


@pytest.mark.parametrize(
    ("scope", "held"),
    [
        (TaskScope("epic", "T1"), ("T1", "T1.1", "T1.1.5", "T1.10")),
        (TaskScope("subtree", "T1.1"), ("T1.1", "T1.1.5")),
        (TaskScope("subtree", "T1"), ("T1", "T1.1", "T1.1.5", "T1.10")),
        (TaskScope("taskGroup", ids=("T10.1", "T1")), ("T1", "T10.1")),
    ],
)
def test_a_scope_holds_its_own_and_no_namesakes(scope: TaskScope, held: tuple[str, ...]) -> None:
    assert held == tuple(each for each in IDS if scope.holds(each))


@pytest.mark.parametrize(
    ("kind", "root", "ids", "said"),
    [
        ("epic", "T1.1", (), "no epic: 'T1.1'"),
        ("epic", None, (), "no epic: expected a root"),
        ("subtree", "T1", ("T1.1",), "no subtree: expected a root and no list"),
        ("taskGroup", None, (), "no task group"),
        ("taskGroup", "T1", ("T1.1",), "no task group"),
        ("subtree", "../x", (), "no task id"),
        ("taskGroup", None, ("T1", "a b"), "no task id"),
    ],
)
def test_a_scope_that_says_nothing_clear_is_refused(
    kind: ScopeType, root: str | None, ids: tuple[str, ...], said: str
) -> None:
    with pytest.raises(TaskInvalid, match=said):
        TaskScope(kind, root, ids)


def test_an_epic_is_the_first_word_of_an_id() -> None:
    assert ("T7", "T7") == (epic_of("T7.1.2"), epic_of("T7"))
