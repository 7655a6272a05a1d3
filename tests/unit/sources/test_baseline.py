from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.errors import BaselineInvalid, BaselineMissing
from remit.model.baseline import BASELINE, Accepted, Baseline, Entry, Verdicts
from remit.sources.baseline import (
    decode,
    digest,
    encode,
    load_baseline,
    load_snapshots,
    save,
    snapshot_path,
)

PROVES = ("G3", "G4")

GOOD: Verdicts = ("Pass", "Partial", "Fail", "N/A", "Pass", "Pass", "Pass", "Pass")
TEXT = "Classify.\r\n\n  the issue\u2028"
ENTRY = Entry(digest(TEXT), {"default": GOOD, "adr-0043": GOOD}, "bot", {"default": {3: "Pass", 2: None}})
WHOLE = Baseline("1", {"triage": ENTRY, "Über": ENTRY}, (Accepted("a.py", "A"),))


def test_a_baseline_comes_back_as_it_was() -> None:
    assert WHOLE == decode(encode(WHOLE))


def test_the_same_baseline_has_the_same_bytes_whatever_its_order() -> None:
    turned = Baseline("1", dict(reversed(list(WHOLE.entries.items()))), WHOLE.accepted)

    assert encode(WHOLE) == encode(turned)
    assert encode(WHOLE).endswith(b"\n")


def test_each_verdict_is_a_line_of_its_own() -> None:
    assert '          "3": "Fail",' in encode(WHOLE).decode().splitlines()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "is broken"),
        (b"[]", "is broken"),
        (b"<<<<<<< ours", "is broken"),
        (b'{"schema": "remit.baseline/2"}', "is of version 'remit.baseline/2', expected 'remit.baseline/1'"),
        (b'{"schema": "remit.baseline/1", "judge": "1", "prompts": {"a": {}}, "unregistered": []}', "is broken"),
        (encode(WHOLE).replace(b'          "3": "Fail",\n', b"", 1), "is broken"),
        (encode(WHOLE).replace(b'"Partial"', b'"Okay"', 1), "is broken"),
        (b"\xff", "is broken"),
    ],
)
def test_a_baseline_that_is_none_is_refused(data: bytes, expected: str) -> None:
    with pytest.raises(BaselineInvalid) as caught:
        decode(data)

    assert expected in caught.value.message


def test_no_baseline_names_the_command_that_makes_one(tmp_path: Path) -> None:
    with pytest.raises(BaselineMissing) as caught:
        load_baseline(tmp_path)

    assert "remit baseline update makes it" == caught.value.help


def test_snapshots_come_back_byte_by_byte(tmp_path: Path) -> None:
    save(tmp_path, WHOLE, {"triage": TEXT, "Über": TEXT})

    assert WHOLE == load_baseline(tmp_path)
    assert {"triage": TEXT, "Über": TEXT} == load_snapshots(tmp_path, WHOLE)
    assert TEXT.encode() == (tmp_path / snapshot_path("triage")).read_bytes()


def test_saving_removes_the_snapshots_that_nothing_names(tmp_path: Path) -> None:
    save(tmp_path, WHOLE, {"triage": TEXT, "Über": TEXT})
    (tmp_path / "remit/snapshots/notes.md").write_text("mine")

    save(tmp_path, Baseline("1", {"triage": ENTRY}), {})

    assert ["notes.md", "triage.txt"] == sorted(path.name for path in (tmp_path / "remit/snapshots").iterdir())


def test_what_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    save(tmp_path, WHOLE, {"triage": TEXT})
    before = (tmp_path / snapshot_path("triage")).stat().st_ino

    save(tmp_path, WHOLE, {"triage": TEXT})

    assert before == (tmp_path / snapshot_path("triage")).stat().st_ino
    assert [BASELINE] == [path.relative_to(tmp_path).as_posix() for path in (tmp_path / "remit").glob("*.json")]


def test_a_snapshot_that_is_missing_or_no_text_is_left_out(tmp_path: Path) -> None:
    save(tmp_path, WHOLE, {"triage": TEXT})
    (tmp_path / snapshot_path("triage")).write_bytes(b"\xff")

    assert {} == load_snapshots(tmp_path, WHOLE)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("triage-issue", "triage-issue"), ("triage@crash", "triage@crash"), ("Code Reviewer", "code-reviewer-92253f9b")],
)
def test_a_snapshot_is_called_by_its_prompt(name: str, expected: str) -> None:
    assert f"remit/snapshots/{expected}.txt" == snapshot_path(name)


@given(st.text(), st.text())
def test_no_name_leads_elsewhere_and_no_two_share_a_file(one: str, other: str) -> None:
    path = snapshot_path(one)

    assert path.startswith("remit/snapshots/")
    assert path.count("/") == 2
    assert len(path.encode()) < 200
    assert (one == other) is (path.lower() == snapshot_path(other).lower())
