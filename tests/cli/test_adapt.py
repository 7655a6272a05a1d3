import json
from pathlib import Path

from tests.cli.running import RunRemit

PROVES = ("D1",)

FAILURES = (
    '[{"timestamp": "2026-01-01T00:00:00Z", "result_key": "iac", "subagent": "iac-golden-architect",'
    ' "issue": {"quality": "low", "completeness": "partial", "risks": ["execution_failed"]}}]'
)


def test_the_profile_and_what_no_rule_knows_come_as_json(run_remit: RunRemit, project: Path) -> None:
    (project / "f.json").write_text(FAILURES)
    (project / "s.json").write_text('{"time_sensitve": true}')
    fields = json.loads(run_remit("adapt", "--failures", "f.json", "--signals", "s.json", "--json").out)
    assert fields["schema"] == "remit.profile/1"
    assert (
        fields["profile"]["instructions"][1]
        == "Address prior failure modes from recent subagents: iac-golden-architect."
    )
    assert fields["ignored"] == [{"signal": "time_sensitve", "hint": "time_sensitive"}]


def test_the_profile_is_shown_to_a_person(run_remit: RunRemit, project: Path) -> None:
    (project / "s.json").write_text('{"needs_retry": true, "time_sensitve": true}')
    run_remit("adapt", "--signals", "s.json").must_match("adapt")


def test_all_that_is_wrong_is_said_at_once(run_remit: RunRemit, project: Path) -> None:
    (project / "f.json").write_text('[{"timestamp": "today", "result_key": 3}]')
    (project / "s.json").write_text('{"recent_failure_count": -1}')
    run_remit("adapt", "--failures", "f.json", "--signals", "s.json").must_match("adapt-problems")


def test_a_file_that_is_no_json_is_named(run_remit: RunRemit, project: Path) -> None:
    (project / "f.json").write_text("[")
    run_remit("adapt", "--failures", "f.json").must_match("adapt-no-json")
    (project / "f.json").write_text("[" * 100_000)
    assert run_remit("adapt", "--failures", "f.json").code == 2
