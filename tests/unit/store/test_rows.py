"""Nouns to rows and back: nothing is lost, and what no database keeps is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.errors import TaskInvalid
from remit.model.task import PRIORITIES, SUSPEND_REASONS, TASK_STATES, Criterion, ListedFile, Task, Waiting
from remit.store.rows import CONTENT, TASK, content_values, file_paths, must_be_text, task_of, waiting_value

PROVES = ("T1",)

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
MAYBE = st.none() | TEXT
WORDS = st.lists(TEXT, max_size=3).map(tuple)
TASKS = st.builds(
    Task,
    id=st.just("T1.2"),
    title=TEXT,
    description=TEXT,
    status=st.sampled_from(TASK_STATES),
    priority=st.sampled_from(PRIORITIES),
    assignee=MAYBE,
    depends=st.lists(st.sampled_from(["T1", "T2.1"]), max_size=2).map(tuple),
    phase=MAYBE,
    labels=WORDS,
    size=MAYBE,
    files=st.lists(st.builds(ListedFile, TEXT, st.booleans()), max_size=3).map(tuple),
    test_command=st.none() | WORDS,
    criteria=st.lists(st.builds(Criterion, st.integers(1, 9), TEXT, MAYBE, MAYBE), max_size=3).map(tuple),
    created_at=MAYBE,
    updated_at=MAYBE,
    done_at=MAYBE,
    landed_at=MAYBE,
    waiting=st.none() | st.builds(Waiting, st.sampled_from(SUSPEND_REASONS), TEXT, TEXT, WORDS),
)


@given(TASKS)
def test_a_task_survives_its_row(task: Task) -> None:
    kept = dict(zip(CONTENT, content_values(task), strict=True))
    kept |= {name: getattr(task, name) for name in ("id", "status", "created_at", "updated_at", "done_at", "landed_at")}
    kept["waiting"] = waiting_value(task.waiting)
    row = tuple(kept[name] for name in TASK.split(", "))

    assert task == task_of(row)
    assert [each.path for each in task.files] == file_paths(row)


@pytest.mark.parametrize(("text", "name"), [("a\0", "0000"), ("\ud800", "D800"), ("x\udfffy", "DFFF")])
def test_a_character_that_no_database_keeps_is_named(text: str, name: str) -> None:
    with pytest.raises(TaskInvalid, match=rf"cannot keep a note: it holds U\+{name}, expected text"):
        must_be_text("a note", "fine", None, text)


def test_every_other_text_is_kept() -> None:
    must_be_text("a note", "日本 \u202e \x01 🙂", "", None)
