"""One suite over every database of the store: tasks, readiness, leases, overlap, suspension, sessions, evidence."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from remit.errors import (
    CycleFound,
    LeaseLost,
    NothingReady,
    PersonAwaited,
    SessionRefused,
    TaskInvalid,
    TaskRefused,
    TaskTaken,
    TaskUnknown,
)
from remit.model.lease import PERSON, Base, Holder
from remit.model.record import Evidence, SecurityEvent, SecurityKind, Suspension
from remit.model.scope import TaskScope
from remit.model.task import Criterion, ListedFile, Task, Waiting
from remit.store import (
    Database,
    evidence,
    graph,
    handover,
    leases,
    ledger,
    life,
    notes,
    ready,
    security,
    sessions,
    tasks,
)
from tests.contract.store_server import Server, running_server
from tests.contract.store_worlds import KINDS, World, task, world

PROVES = ("T1", "T2", "T3", "T6", "T7", "T8", "V3", "E4")

ONE = Holder("worker:one")
TWO = Holder("worker:two")
BASE = Base("main", "4b825dc642cb6eb9a060e54bf8d69288fbee4904")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as started:
        yield started


@pytest.fixture(params=KINDS)
def here(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with world(request.param, tmp_path, lambda: request.getfixturevalue("server")) as made:
        yield made


@pytest.fixture
def db(here: World) -> Database:
    return here.open()


def claimed(db: Database, name: str, holder: Holder = ONE) -> Holder:
    """Claims a task, and gives the holder with the lease's token."""
    return replace(holder, token=leases.claim(db, holder, task=name).token)


def kinds_of(db: Database, name: str) -> list[str]:
    return [record.kind for record in ledger.history(db, ledger.task_chain(name))]


WHOLE = Task(
    "T998.1.2",
    "Write „it“ 日本",
    "## Objective\nA text with \"quotes\", 'these' and a ?.\n",
    status="suspended",
    priority="critical",
    assignee="ann",
    depends=("T998.1.1", "T998"),
    phase="implement",
    labels=("a", "b c"),
    size="small",
    files=(ListedFile("src/a.py"), ListedFile("old.py", gone=True), ListedFile("docs/**")),
    test_command=("pytest", "-k", "a b"),
    criteria=(Criterion(1, "it works", check="test_a"), Criterion(2, "it reads well", reviewer="bob")),
    created_at="2025-12-30T10:00:00Z",
    updated_at="2025-12-31T10:00:00Z",
    waiting=Waiting("ambiguity", "Which one?", "2025-12-31T10:00:00Z", ("this", "that")),
)


# The list


def test_nothing_kept_reads_as_an_empty_list(db: Database) -> None:
    assert tasks.listed(db) == ()


def test_a_task_comes_back_as_it_was_added(db: Database) -> None:
    tasks.add(db, [task("T998"), task("T998.1.1"), WHOLE], PERSON)

    assert WHOLE == tasks.get(db, "T998.1.2")
    assert WHOLE == tasks.listed(db)[2]


def test_an_empty_test_command_is_not_a_missing_one(db: Database) -> None:
    tasks.add(db, [task("T1", test_command=()), task("T2")], PERSON)

    assert [(), None] == [each.test_command for each in tasks.listed(db)]


def test_a_done_task_that_comes_from_elsewhere_carries_the_evidence_imported(db: Database) -> None:
    tasks.add(db, [task("T1", status="done"), task("T2", "T1")], PERSON)

    assert ["imported"] == [each.kind for each in evidence.of(db, "T1")]
    assert "T2" == ready.next_task(db).id


def test_an_active_task_that_comes_from_elsewhere_can_be_stolen_at_once(db: Database) -> None:
    tasks.add(db, [task("T1", status="active", files=("a.py",)), task("T2", files=("a.py",))], PERSON)

    with pytest.raises(NothingReady):
        ready.next_task(db)
    assert "imported" == handover.steal(db, ONE, "T1").before.holder


def test_a_list_is_cut_to_a_scope(db: Database) -> None:
    names = ("T1", "T1.1", "T1.10", "T1.1.5", "T10.1", "T1-a")
    tasks.add(db, [task(name) for name in names], PERSON)

    def seen(scope: TaskScope) -> list[str]:
        return [each.id for each in tasks.listed(db, scope)]

    assert ["T1", "T1.1", "T1.10", "T1.1.5"] == seen(TaskScope("epic", "T1"))
    assert ["T1.1", "T1.1.5"] == seen(TaskScope("subtree", "T1.1"))
    assert ["T1.10", "T10.1"] == seen(TaskScope("taskGroup", ids=("T10.1", "T1.10", "T77")))


def test_an_id_that_no_task_has_is_named(db: Database) -> None:
    with pytest.raises(TaskUnknown, match=r"no task: 'T9\.4'"):
        tasks.get(db, "T9.4")


def test_a_batch_with_a_fault_adds_nothing_and_names_each_fault(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    batch = [task("T1"), task("T2"), task("T2"), task("T3", "T9"), task("T4", "T3"), task("T5")]

    assert [
        ("T1", "a task of that id is there already"),
        ("T2", "an earlier one has that id"),
        ("T3", "it depends on 'T9', which is no task"),
        ("T4", "it depends on 'T3', which is refused"),
    ] == [(each.id, each.why) for each in tasks.refusals(db, batch)]
    with pytest.raises(TaskRefused, match="cannot add 'T1'"):
        tasks.add(db, batch, PERSON)
    assert ["T1"] == [each.id for each in tasks.listed(db)]


def test_a_circle_is_refused_with_its_tasks_named(db: Database) -> None:
    ring = [task("T8.1", "T8.2"), task("T8.2", "T8.3"), task("T8.3", "T8.1")]

    with pytest.raises(CycleFound, match=r"'T8\.1' needs 'T8\.2' needs 'T8\.3' needs 'T8\.1'"):
        tasks.add(db, ring, PERSON)
    assert ["T8.1", "T8.2", "T8.3"] == [each.id for each in tasks.refusals(db, [*ring, task("T8.4")])]


def test_an_edit_that_closes_a_circle_is_refused_with_its_tasks_named(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1"), task("T3", "T2")], PERSON)

    with pytest.raises(CycleFound, match=r"'T1' needs 'T3' needs 'T2' needs 'T1'"):
        tasks.edit(db, task("T1", "T3"), PERSON)
    assert () == tasks.get(db, "T1").depends


def test_an_edit_of_dependencies_moves_readiness_and_order(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2"), task("T3", "T1")], PERSON)
    tasks.edit(db, task("T3", "T2"), PERSON)

    assert "T2" == ready.next_task(db).id, "one waits for it, and nobody for the first"
    life.complete(db, claimed(db, "T2"), "T2")
    assert () == ready.obstacles(db, "T3")


def test_a_task_in_hand_keeps_its_files(db: Database) -> None:
    tasks.add(db, [task("T1", files=("a.py",))], PERSON)
    claimed(db, "T1")

    with pytest.raises(TaskRefused, match="cannot change what 'T1' may write"):
        tasks.edit(db, task("T1", files=("b.py",)), PERSON)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_what_no_database_keeps_is_refused_by_name(db: Database, text: str) -> None:
    tasks.add(db, [task("T1")], PERSON)
    held = claimed(db, "T1")

    attempts: tuple[Callable[[], object], ...] = (
        lambda: tasks.add(db, [replace(task("T2"), title=text)], PERSON),
        lambda: tasks.add(db, [task("T2", files=(text,))], PERSON),
        lambda: notes.add(db, held, "T1", text),
        lambda: life.suspend(db, held, "T1", Suspension("blocker", text)),
        lambda: evidence.add(db, held, "T1", [Evidence("test", (text,), 0)]),
    )
    for attempt in attempts:
        with pytest.raises((TaskInvalid, TaskRefused), match=r"holds U\+"):
            attempt()


# What comes next


def test_next_goes_by_priority_then_by_who_waits_then_by_entry(db: Database) -> None:
    tasks.add(
        db,
        [
            task("T1"),
            task("T2", priority="low"),
            task("T3"),
            task("T4"),
            task("T5", priority="high"),
            task("T6", "T3", "T4"),
            task("T7", "T4"),
        ],
        PERSON,
    )

    assert ["T5", "T4", "T3", "T1", "T2"] == [leases.claim(db, ONE).task for _ in range(5)]
    with pytest.raises(NothingReady, match="no task is ready"):
        leases.claim(db, ONE)


def test_a_task_that_is_done_frees_those_that_waited_for_it_alone(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2"), task("T3", "T1"), task("T4", "T1", "T2")], PERSON)
    life.complete(db, claimed(db, "T1"), "T1")

    assert () == ready.obstacles(db, "T3")
    assert [("it waits for 'T2'", "T2")] == [(each.why, each.task) for each in ready.obstacles(db, "T4")]


def test_dependencies_are_seen_with_titles_and_states(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2"), task("T3", "T2", "T1")], PERSON)
    life.complete(db, claimed(db, "T1"), "T1")

    assert [("T2", "Title of T2", "pending", False), ("T1", "Title of T1", "done", True)] == [
        (each.id, each.title, each.status, each.met) for each in graph.dependencies(db, "T3")
    ]


def test_next_and_claim_stay_within_a_scope(db: Database) -> None:
    tasks.add(db, [task("T1.1", priority="critical"), task("T2.1"), task("T2.2.1"), task("T2.2.2")], PERSON)

    assert "T2.1" == ready.next_task(db, TaskScope("epic", "T2")).id
    assert "T2.2.1" == leases.claim(db, ONE, scope=TaskScope("subtree", "T2.2")).task
    assert "T2.2.2" == ready.next_task(db, TaskScope("taskGroup", ids=("T2.2.2", "T2.2.1"))).id
    with pytest.raises(TaskUnknown, match=r"T1\.1"):
        leases.claim(db, ONE, task="T1.1", scope=TaskScope("epic", "T2"))


def test_when_all_that_is_left_waits_for_a_person_next_says_so(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1"), task("T3")], PERSON)
    held = claimed(db, "T1")
    life.suspend(db, held, "T1", Suspension("ambiguity", "two ways", question="Which one?"))
    other = claimed(db, "T3")

    with pytest.raises(NothingReady):
        ready.next_task(db)
    life.complete(db, other, "T3")
    with pytest.raises(PersonAwaited, match="1 waits for a person"):
        ready.next_task(db)


# Leases


def test_a_claim_says_until_when_and_from_where(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)

    lease = leases.claim(db, PERSON, base=BASE)

    assert ("T1", "person", "2026-01-01T00:00:00Z", "2026-01-01T00:30:00Z", BASE) == (
        *(lease.task, lease.holder, lease.granted_at, lease.expires_at),
        lease.base,
    )
    assert lease == leases.current(here.open(), "T1")


def test_a_task_is_claimed_once(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    leases.claim(db, ONE)

    with pytest.raises(TaskTaken, match="'worker:one' holds it until 2026-01-01T00:30:00Z"):
        leases.claim(here.open(), TWO, task="T1")
    with pytest.raises(NothingReady):
        leases.claim(here.open(), TWO)


def test_one_holder_may_hold_several(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2")], PERSON)
    leases.claim(db, PERSON)
    leases.claim(db, PERSON)

    assert ["T1", "T2"] == [each.task for each in leases.held_by(db, PERSON)]


def test_a_task_that_waits_cannot_be_claimed_by_name(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1")], PERSON)

    with pytest.raises(TaskRefused, match="cannot claim 'T2': it waits for 'T1'"):
        leases.claim(db, ONE, task="T2")


def test_tokens_only_grow_over_all_tasks(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2")], PERSON)
    seen = []
    for name in ("T1", "T2", "T1", "T2"):
        seen.append(leases.claim(db, ONE, task=name).token)
        life.release(db, ONE, name)

    assert seen == sorted(set(seen))


def test_a_holder_that_beats_keeps_its_task(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    leases.claim(db, ONE, lasting_seconds=10)
    for _ in range(5):
        here.clock.advance(8)
        assert ["T1"] == [each.task for each in leases.heartbeat(db, ONE).renewed]

    with pytest.raises(TaskTaken, match="cannot steal 'T1': 'worker:one' holds it until 2026-01-01T00:00:50Z"):
        handover.steal(here.open(), TWO, "T1")


def test_an_expired_lease_that_nobody_stole_is_renewed_by_its_holder(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    leases.claim(db, ONE, lasting_seconds=10)
    here.clock.advance(3600)
    assert ["T1"] == [each.task for each in leases.expired(db)]

    assert ["2026-01-01T01:00:10Z"] == [each.expires_at for each in leases.heartbeat(db, ONE).renewed]
    assert () == leases.expired(db)


def test_each_command_of_a_holder_renews_its_lease(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    held = claimed(db, "T1")
    commands: tuple[Callable[[], object], ...] = (
        lambda: notes.add(db, held, "T1", "a note"),
        lambda: life.focus(db, held, "T1"),
        lambda: evidence.observe(db, held, "T1", "tree"),
        lambda: evidence.add(db, held, "T1", [Evidence("test", ("true",), 0)]),
        lambda: leases.set_worktree(db, held, "T1", ".remit/worktrees/T1/1"),
    )
    for number, command in enumerate(commands):
        here.clock.advance(20 * 60)
        command()
        current = leases.current(db, "T1")
        assert current is not None
        assert here.clock().wall + 30 * 60_000 == pytest.approx(_wall(current.expires_at), abs=1000), number


def test_stealing_hands_over_worktree_base_notes_and_history(here: World, db: Database) -> None:
    tasks.add(db, [task("T1.1"), task("T1.2")], PERSON)
    lease = leases.claim(db, ONE, base=BASE, lasting_seconds=10)
    leases.set_worktree(db, ONE, "T1.1", ".remit/worktrees/T1.1/1")
    notes.add(db, ONE, "T1.1", "half way")
    notes.add(db, PERSON, "T1.2", "the port is 8080", shared=True)
    notes.add(db, PERSON, "T1.2", "not for others")
    here.clock.advance(11)

    found = handover.steal(db, TWO, "T1.1")

    assert found.lease.token > lease.token
    assert (".remit/worktrees/T1.1/1", BASE) == (found.lease.worktree, found.lease.base)
    assert ["half way", "the port is 8080"] == [each.text for each in found.notes]
    assert ["task.added", "task.claimed", "task.worktree", "task.noted", "task.stolen"] == [
        each.kind for each in found.history
    ]


def test_a_stale_token_changes_nothing_and_is_a_security_event(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    stale = replace(ONE, token=leases.claim(db, ONE, lasting_seconds=10).token)
    here.clock.advance(11)
    handover.steal(db, TWO, "T1")
    before = kinds_of(db, "T1")

    attempts: tuple[Callable[[], object], ...] = (
        lambda: life.complete(db, stale, "T1"),
        lambda: life.land(db, stale, "T1"),
        lambda: life.release(db, stale, "T1"),
        lambda: life.focus(db, stale, "T1"),
        lambda: life.suspend(db, stale, "T1", Suspension("blocker", "x")),
        lambda: notes.add(db, stale, "T1", "x"),
        lambda: evidence.add(db, stale, "T1", [Evidence("test", ("true",), 0)]),
        lambda: evidence.observe(db, stale, "T1", "x"),
        lambda: leases.set_worktree(db, stale, "T1", "x"),
    )
    for attempt in attempts:
        with pytest.raises(LeaseLost, match=r"lease \d+ was stolen by 'worker:two' at 2026-01-01T00:00:11Z"):
            attempt()

    assert [*before, *["security.token"] * len(attempts)] == kinds_of(db, "T1")
    assert [("token", "T1", "worker:one")] * len(attempts) == [
        (each.kind, each.task, each.actor) for each in security.events(db)
    ]
    assert "active" == tasks.get(db, "T1").status


def test_a_token_of_another_task_opens_nothing(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2")], PERSON)
    held = claimed(db, "T1")
    claimed(db, "T2")

    with pytest.raises(LeaseLost, match="cannot complete 'T2': 'worker:one' holds it"):
        life.complete(db, held, "T2")


def test_a_person_who_forgot_to_claim_is_no_security_event(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)

    with pytest.raises(LeaseLost, match="cannot complete 'T1': nobody holds it"):
        life.complete(db, PERSON, "T1")
    assert () == security.events(db)


def test_a_holder_that_comes_back_is_told_once_what_was_stolen(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    token = leases.claim(db, ONE, lasting_seconds=10).token
    here.clock.advance(11)
    handover.steal(db, TWO, "T1")

    assert [("T1", token, "worker:two", "2026-01-01T00:00:11Z")] == [
        (each.task, each.token, each.thief, each.at) for each in leases.heartbeat(db, ONE).lost
    ]
    assert () == leases.heartbeat(db, ONE).lost


def test_what_was_stolen_is_not_stolen_back_while_the_thief_beats(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    leases.claim(db, ONE, lasting_seconds=10)
    here.clock.advance(11)
    handover.steal(db, TWO, "T1", lasting_seconds=10)
    here.clock.advance(9)

    with pytest.raises(TaskTaken):
        handover.steal(db, ONE, "T1")


def test_what_nobody_holds_is_claimed_and_not_stolen(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)

    with pytest.raises(TaskRefused, match="cannot steal 'T1': nobody holds it"):
        handover.steal(db, ONE, "T1")


@pytest.mark.parametrize("hours", [-8760, 8760])
def test_a_wall_clock_that_is_set_ends_no_lease_and_saves_none(here: World, db: Database, hours: int) -> None:
    tasks.add(db, [task("T1")], PERSON)
    leases.claim(db, ONE, lasting_seconds=10)
    here.clock.set_wall(hours * 3600)

    with pytest.raises(TaskTaken):
        handover.steal(db, TWO, "T1")
    here.clock.advance(10)
    assert "T1" == handover.steal(db, TWO, "T1").lease.task


def test_a_lease_from_before_a_restart_can_be_stolen_and_be_renewed(here: World, db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2")], PERSON)
    leases.claim(db, ONE, task="T1")
    leases.claim(db, TWO, task="T2")
    here.clock.restart()

    assert ["T2"] == [each.task for each in leases.heartbeat(db, TWO).renewed]
    assert ["T1"] == [each.task for each in leases.expired(db)]


def test_by_the_databases_own_clock_a_lease_expires(here: World) -> None:
    db = here.open_by_its_own_clock()
    tasks.add(db, [task("T1"), task("T2")], PERSON)
    leases.claim(db, ONE, task="T1", lasting_seconds=0)
    leases.claim(db, ONE, task="T2", lasting_seconds=3600)

    assert ["T1"] == [each.task for each in leases.expired(db)]


# Overlap


@pytest.mark.parametrize(
    ("held", "wanted", "meet"),
    [
        (("a.py",), ("b.py", "a.py"), True),
        (("src/**",), ("src/a/b.py",), True),
        (("src/a/b.py",), ("src/**",), True),
        (("src/*.py",), ("src/test_*",), True),
        (("docs/",), ("docs/a.md",), True),
        (("a.py",), ("b.py",), False),
        (("src/**",), ("docs/a.md",), False),
        (("src/*.py",), ("src/a.md", "docs/**"), False),
        ((), ("a.py",), False),
        (("**",), (), False),
    ],
)
def test_tasks_whose_files_overlap_are_not_in_hand_at_once(
    db: Database, held: tuple[str, ...], wanted: tuple[str, ...], meet: bool
) -> None:
    tasks.add(db, [task("T1", files=held), task("T2", files=wanted)], PERSON)
    first = claimed(db, "T1")

    if not meet:
        assert "T2" == leases.claim(db, TWO).task
        return
    with pytest.raises(NothingReady):
        leases.claim(db, TWO)
    with pytest.raises(TaskRefused, match="and so may 'T1', which is in hand"):
        leases.claim(db, TWO, task="T2")
    assert [("T2", "T1")] == [(name, other) for name, other, _ in ready.overlaps_in_hand(db)]
    life.complete(db, first, "T1")
    assert "T2" == leases.claim(db, TWO).task


def test_an_overlap_is_passed_over_for_the_next_that_is_free(db: Database) -> None:
    many = [task(f"T1.{number}", files=("src/a.py",)) for number in range(150)]
    tasks.add(db, [task("T0", files=("src/*.py",)), *many, task("T2", files=("docs/a.md",))], PERSON)
    claimed(db, "T0")

    assert "T2" == ready.next_task(db).id
    assert "T2" == leases.claim(db, TWO).task


def test_a_stolen_task_keeps_its_files_to_itself(here: World, db: Database) -> None:
    tasks.add(db, [task("T1", files=("a.py",)), task("T2", files=("a.py",))], PERSON)
    leases.claim(db, ONE, lasting_seconds=10)
    here.clock.advance(11)
    handover.steal(db, TWO, "T1")

    with pytest.raises(NothingReady):
        leases.claim(db, ONE)


# The life of a task


def test_complete_sets_done_and_its_time_and_keeps_the_evidence(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    held = claimed(db, "T1")
    here.clock.advance(60)
    found = Evidence("test", ("pytest", "-q"), 0, "sha256:ab", BASE.commit, "tree-1", 1234)

    life.complete(db, held, "T1", [found])

    done = tasks.get(db, "T1")
    assert ("done", "2026-01-01T00:01:00Z") == (done.status, done.done_at)
    assert (replace(found, by="worker:one", at="2026-01-01T00:01:00Z"),) == evidence.of(db, "T1")
    assert ["task.added", "task.claimed", "task.evidence", "task.done"] == kinds_of(db, "T1")
    assert leases.current(db, "T1") is None


def test_complete_moves_the_focus_to_what_else_is_in_hand(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2")], PERSON)
    claimed(db, "T1")
    claimed(db, "T2")
    life.focus(db, ONE, "T2")
    assert "T2" == life.focused(db, ONE)

    assert "T1" == life.complete(db, ONE, "T2")
    assert "T1" == life.focused(db, ONE)
    assert life.complete(db, ONE, "T1") is None
    assert life.focused(db, ONE) is None


def test_a_landed_task_frees_its_dependents_before_it_is_done(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1")], PERSON)
    life.land(db, claimed(db, "T1"), "T1")

    assert ("blocked", None) == (tasks.get(db, "T1").status, tasks.get(db, "T1").done_at)
    assert "T2" == ready.next_task(db).id
    assert leases.current(db, "T1") is None
    life.accept(db, PERSON, "T1", [Evidence("criterion", criterion=1, by="ann")])
    assert "done" == tasks.get(db, "T1").status
    assert "T2" == ready.next_task(db).id


@pytest.mark.parametrize("landed", [True, False])
def test_a_task_that_is_reopened_blocks_its_dependents_again(db: Database, landed: bool) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1"), task("T3")], PERSON)
    (life.land if landed else life.complete)(db, claimed(db, "T1"), "T1")
    life.reopen(db, PERSON, "T1", "a criterion is unmet")

    assert "T1" == ready.next_task(db).id, "one waits for it, and nobody for the other"
    assert ["it waits for 'T1'"] == [each.why for each in ready.obstacles(db, "T2")]
    life.complete(db, claimed(db, "T1"), "T1")
    assert () == ready.obstacles(db, "T2")


def test_a_released_task_is_ready_again_with_its_worktree_known(db: Database) -> None:
    tasks.add(db, [task("T1", files=("a.py",))], PERSON)
    held = claimed(db, "T1")
    leases.set_worktree(db, held, "T1", "w")
    life.release(db, held, "T1")

    left = leases.last(db, "T1")
    assert left is not None
    assert "w" == left.worktree
    assert "T1" == leases.claim(db, TWO).task


def test_a_question_waits_for_its_answer_and_the_answer_comes_with_it(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    held = claimed(db, "T1")
    asked = Suspension("ambiguity", "two ways", "read it", ("choose",), "Which one?", ("this", "that"))
    here.clock.advance(60)

    life.suspend(db, held, "T1", asked)

    assert Waiting("ambiguity", "Which one?", "2026-01-01T00:01:00Z", ("this", "that")) == tasks.get(db, "T1").waiting
    with pytest.raises(TaskRefused, match=r"cannot resume 'T1': it waits for an answer to: Which one\?"):
        life.resume(db, PERSON, "T1")
    kept = life.answer(db, PERSON, "T1", "that")
    assert (asked, "that", "person") == (kept.suspension, kept.answer, kept.answered_by)
    assert (kept,) == life.suspensions(db, "T1")
    assert ("pending", None) == (tasks.get(db, "T1").status, tasks.get(db, "T1").waiting)
    assert "T1" == leases.claim(db, TWO).task


def test_a_suspension_without_a_question_is_resumed(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    life.suspend(db, claimed(db, "T1"), "T1", Suspension("no_progress", "thirty minutes"))

    assert ("suspended", None) == (tasks.get(db, "T1").status, tasks.get(db, "T1").waiting)
    with pytest.raises(TaskRefused, match="cannot answer 'T1': it is suspended, expected waiting for a person"):
        life.answer(db, PERSON, "T1", "x")
    life.resume(db, PERSON, "T1")
    assert "T1" == ready.next_task(db).id


def test_a_task_that_is_not_in_hand_can_be_held_back(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    life.suspend(db, PERSON, "T1", Suspension("injection", "a hidden order", question="Allow it?"))

    with pytest.raises(PersonAwaited):
        leases.claim(db, ONE)


def test_a_task_in_hand_is_suspended_by_nobody_else(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    claimed(db, "T1")

    with pytest.raises(LeaseLost, match="cannot suspend 'T1': 'worker:one' holds it"):
        life.suspend(db, TWO, "T1", Suspension("blocker", "x"))


def test_a_cancelled_task_suspends_those_that_waited_for_it_and_they_say_why(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1"), task("T3", "T2"), task("T4")], PERSON)
    held = claimed(db, "T1")

    assert ("T2",) == life.cancel(db, PERSON, "T1", "not needed")

    assert ["cancelled", "suspended", "pending", "pending"] == [each.status for each in tasks.listed(db)]
    assert ["blocker"] == [each.suspension.reason for each in life.suspensions(db, "T2")]
    assert "it waits for 'T1', which was cancelled" in [each.why for each in ready.obstacles(db, "T2")]
    with pytest.raises(LeaseLost, match=r"was ended \(cancelled\)"):
        life.complete(db, held, "T1")


def test_a_cancelled_dependency_can_be_taken_out(db: Database) -> None:
    tasks.add(db, [task("T1"), task("T2", "T1")], PERSON)
    life.cancel(db, PERSON, "T1")
    tasks.edit(db, task("T2"), PERSON)
    life.answer(db, PERSON, "T2", "go on without it")

    assert "T2" == ready.next_task(db).id


# Notes, evidence, progress


def test_shared_notes_reach_the_epic_and_others_only_their_task(db: Database) -> None:
    tasks.add(db, [task("T1.1"), task("T1.2"), task("T2.1")], PERSON)
    notes.add(db, claimed(db, "T1.1"), "T1.1", "mine")
    notes.add(db, ONE, "T1.1", "ours", shared=True)

    assert ["mine", "ours"] == [each.text for each in notes.of(db, "T1.1")]
    assert ["ours"] == [each.text for each in notes.of(db, "T1.2")]
    assert () == notes.of(db, "T2.1")


def test_an_agent_notes_nothing_on_a_task_that_it_has_not(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)

    with pytest.raises(LeaseLost):
        notes.add(db, ONE, "T1", "x")
    assert () == notes.of(db, "T1")


def test_evidence_says_for_which_files_it_holds(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    evidence.add(db, claimed(db, "T1"), "T1", [Evidence("test", ("pytest",), 1, "d", "c", "tree-1", 5)])

    (found,) = evidence.of(db, "T1")
    assert (True, False) == (found.holds_for("tree-1"), found.holds_for("tree-2"))


def test_without_observed_progress_a_task_stalls_whatever_its_holder_says(here: World, db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    claimed(db, "T1")
    assert evidence.observe(db, ONE, "T1", "tree-1")
    for _ in range(3):
        here.clock.advance(10 * 60)
        leases.heartbeat(db, ONE)
        assert not evidence.observe(db, ONE, "T1", "tree-1")

    assert ["T1"] == [each.task for each in evidence.stalled(db)]
    assert evidence.observe(db, ONE, "T1", "tree-2")
    assert () == evidence.stalled(db)


@pytest.mark.parametrize(
    "move",
    [
        lambda db: notes.add(db, ONE, "T1", "found it"),
        lambda db: evidence.add(db, ONE, "T1", [Evidence("test", ("pytest",), 1)]),
    ],
    ids=["note", "result"],
)
def test_notes_and_results_are_progress(here: World, db: Database, move: Callable[[Database], None]) -> None:
    tasks.add(db, [task("T1")], PERSON)
    claimed(db, "T1")
    here.clock.advance(29 * 60)
    move(db)
    here.clock.advance(29 * 60)

    assert () == evidence.stalled(db)
    here.clock.advance(60)
    assert ["T1"] == [each.task for each in evidence.stalled(db)]


# Sessions and security


def test_a_session_is_known_by_its_token_which_is_kept_nowhere(here: World, db: Database) -> None:
    scope = TaskScope("taskGroup", ids=("T1", "T2"))
    started = sessions.start(db, "agent-0", scope)

    assert started.session == sessions.authenticate(here.open(), started.session.id, started.token)
    assert ("agent-0", scope, "2026-01-01T00:00:00Z") == (
        *(started.session.agent, started.session.scope),
        started.session.started_at,
    )
    kept = db.read(lambda tx: tx.all("SELECT * FROM session")) + db.read(lambda tx: tx.all("SELECT * FROM ledger"))
    assert started.token not in repr(kept)


@pytest.mark.parametrize("name", ["known", "session_0", "a\0b", "\ud800", "x" * 5000])
def test_a_wrong_token_is_refused_alike_and_is_a_security_event(db: Database, name: str) -> None:
    started = sessions.start(db, "agent-0", TaskScope("epic", "T1"))
    wanted = started.session.id if name == "known" else name

    with pytest.raises(SessionRefused, match="no session of that name and token"):
        sessions.authenticate(db, wanted, "wrong")
    assert ["token"] == [each.kind for each in security.events(db)]


def test_an_ended_session_gives_back_what_it_holds_and_is_over(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    started = sessions.start(db, "agent-0", TaskScope("epic", "T1"))
    leases.claim(db, started.session.holder, scope=started.session.scope)

    sessions.end(db, started.session)

    assert "T1" == ready.next_task(db).id
    with pytest.raises(SessionRefused, match="ended at 2026-01-01T00:00:00Z"):
        sessions.authenticate(db, started.session.id, started.token)
    assert ["2026-01-01T00:00:00Z"] == [each.ended_at for each in sessions.listed(db)]


def test_security_events_are_listed_and_shown(db: Database) -> None:
    tasks.add(db, [task("T1")], PERSON)
    kinds: tuple[SecurityKind, ...] = ("injection", "scope", "path", "integrity")
    for kind in kinds:
        security.report(db, SecurityEvent(kind, f"about {kind}", "worker:one", task="T1"))

    listed = security.events(db)
    assert ["about injection", "about scope", "about path", "about integrity"] == [each.detail for each in listed]
    assert listed[2] == security.event(db, listed[2].id or 0)
    with pytest.raises(TaskUnknown, match="no security event: 77"):
        security.event(db, 77)
    assert "security.integrity" == kinds_of(db, "T1")[-1]


def _wall(iso: str) -> int:
    return round(datetime.fromisoformat(iso).timestamp() * 1000)
