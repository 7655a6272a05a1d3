from datetime import date
from pathlib import Path

import pytest

from remit.errors import FileRefused
from remit.model.baseline import OVERRIDES, Override, Overrides
from remit.sources.overrides import load_overrides, read_overrides

PROVES = ("G5",)

WHOLE = """\
[[override]]
rule = "edge-cases-unnamed"
prompt = "triage"
reason = "measured: no effect"
owner = "jo"
expires = 2030-12-31
"""


def faults(text: str) -> list[str]:
    return [fault.message for fault in read_overrides(text).faults]


def test_a_whole_override_is_taken_with_its_line() -> None:
    expected = Override("edge-cases-unnamed", "triage", "measured: no effect", "jo", date(2030, 12, 31), 2)

    assert Overrides((expected,)) == read_overrides(f"\n{WHOLE}")


@pytest.mark.parametrize("text", ["", "override = []\n", "# nothing\n"])
def test_none_is_none(text: str) -> None:
    assert Overrides() == read_overrides(text)


def test_no_file_is_no_override(tmp_path: Path) -> None:
    assert Overrides() == load_overrides(tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ('reason = "measured: no effect"', 'reason = " "', "it has no reason"),
        ('reason = "measured: no effect"\n', "", "it has no reason"),
        ('owner = "jo"', "owner = 3", "it has no owner"),
        ("expires = 2030-12-31\n", "", "it has no day on which it expires"),
        ("2030-12-31", '"2030-12-31"', "'expires' is '2030-12-31', expected a day such as 2030-12-31, without quotes"),
        (
            "2030-12-31",
            "2030-12-31T00:00:00Z",
            "'expires' is '2030-12-31 00:00:00+00:00', expected a day such as 2030-12-31, without quotes",
        ),
        ("owner =", 'note = "x"\nowner =', "unknown key 'note'"),
        ('reason = "measured: no effect"', 'reason = "a"\nreasn = "b"', "unknown key 'reasn', did you mean 'reason'?"),
    ],
)
def test_what_is_wrong_with_an_override_is_said_and_the_others_are_taken(
    before: str, after: str, expected: str
) -> None:
    found = read_overrides(WHOLE.replace(before, after) + WHOLE.replace("triage", "review"))

    assert [(expected, "triage", 1)] == [(fault.message, fault.prompt, fault.line) for fault in found.faults]
    assert ["review"] == [each.prompt for each in found.entries]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[override]\n", "the file is not TOML"),
        ("override = 3\n", "'override' is no list of tables, expected [[override]]"),
        ("overrides = []\n", "unknown key 'overrides', expected [[override]] alone"),
        ("a = " + "[" * 5000, "the file is not TOML: it is nested too deeply"),
    ],
)
def test_a_file_that_holds_none_is_said(text: str, expected: str) -> None:
    (found,) = faults(text)

    assert found.startswith(expected)


def test_overrides_of_an_inline_list_stand_where_it_does() -> None:
    found = read_overrides('override = [{rule = "a", prompt = "b", reason = "c", owner = "d", expires = 2030-01-01}]\n')

    assert [("a", 1)] == [(each.rule, each.line) for each in found.entries]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "remit").mkdir()
    (tmp_path / OVERRIDES).write_bytes(b"\xff")

    with pytest.raises(FileRefused, match="no UTF-8"):
        load_overrides(tmp_path)
