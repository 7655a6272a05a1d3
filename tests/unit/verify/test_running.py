import hashlib
import os
from pathlib import Path

import pytest

from remit.model.record import Evidence
from remit.sandbox import Cage, private_room
from remit.verify import Limits, Ran, run_command
from tests.unit.sandbox.grounds import STATE, WHY_NOT

PROVES = ("V1", "V3", "R4")


def ran(checkout: Path, *command: str, prefix: tuple[str, ...] = (), limits: Limits | None = None) -> Ran:
    return run_command(
        "test",
        command,
        checkout=checkout,
        prefix=prefix,
        env={"PATH": os.defpath},
        commit="c" * 40,
        tree="t" * 40,
        limits=limits,
    )


def test_the_evidence_has_command_code_digest_commit_and_duration(tmp_path: Path) -> None:
    found = ran(tmp_path, "sh", "-c", "echo out; exit 3")

    streams = hashlib.sha256(hashlib.sha256(b"out\n").digest() + hashlib.sha256(b"").digest()).hexdigest()
    assert (
        Evidence(
            kind="test",
            command=("sh", "-c", "echo out; exit 3"),
            exit_code=3,
            output_digest=streams,
            commit="c" * 40,
            tree="t" * 40,
            duration_ms=round(found.ended.seconds * 1000),
        )
        == found.evidence
    )
    assert not found.passed
    assert ran(tmp_path, "true").passed


def test_evidence_is_void_once_the_files_changed(tmp_path: Path) -> None:
    evidence = ran(tmp_path, "true").evidence

    assert (True, False) == (evidence.holds_for("t" * 40), evidence.holds_for("u" * 40))


def test_a_command_that_does_not_end_in_time_has_no_code_and_did_not_pass(tmp_path: Path) -> None:
    found = ran(tmp_path, "sleep", "600", limits=Limits(timeout_seconds=0.3))

    assert (None, True, False) == (found.evidence.exit_code, found.ended.timed_out, found.passed)


def test_output_past_the_limit_is_dropped_and_still_digested(tmp_path: Path) -> None:
    command = ("head", "-c", "100000", "/dev/zero")

    short, whole = ran(tmp_path, *command, limits=Limits(output_limit_bytes=10)), ran(tmp_path, *command)

    assert (10, 100_000 - 10) == (len(short.ended.stdout.kept), short.ended.stdout.dropped)
    assert short.evidence.output_digest == whole.evidence.output_digest


@pytest.mark.skipif(not STATE.works, reason=WHY_NOT)
def test_a_confined_test_command_writes_its_checkout_and_its_room_and_nothing_else(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    checkout = root / "checkout"
    checkout.mkdir()
    with private_room() as room:
        cage = Cage((checkout, room.home, room.temporary))

        def tested(line: str) -> Ran:
            return run_command(
                "test",
                ("sh", "-c", line),
                checkout=checkout,
                prefix=cage.prefix,
                env={"PATH": os.defpath, **room.variables},
                commit="c",
                tree="t",
            )

        inside = tested("touch made && touch $HOME/made && touch $TMPDIR/made")
        outside = tested("touch ../made")

    assert (True, False) == (inside.passed, outside.passed)
    assert b"Permission denied" in outside.ended.stderr.kept
    assert (True, False) == ((checkout / "made").exists(), (root / "made").exists())
