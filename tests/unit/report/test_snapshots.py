"""Every format of an ordinary, a hostile and an empty audit, byte for byte."""

from dataclasses import replace

from remit.report.formats import FORMATS
from tests.unit.report.samples import AUDIT
from tests.unit.report.snapshots import kept, rendered

PROVES = ("A6", "A7")


def test_every_format_reads_as_it_was_reviewed() -> None:
    expected, actual = kept(), rendered()

    assert sorted(expected) == sorted(actual)
    for name in sorted(expected):
        assert expected[name] == actual[name], name


def test_the_order_in_which_prompts_and_findings_come_in_changes_no_byte() -> None:
    shuffled = replace(
        AUDIT,
        prompts=tuple(replace(prompt, findings=prompt.findings[::-1]) for prompt in reversed(AUDIT.prompts)),
        passed_over=AUDIT.passed_over[::-1],
    )

    for name, render in FORMATS.items():
        assert render(AUDIT) == render(shuffled), name
