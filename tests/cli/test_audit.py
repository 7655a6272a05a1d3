import json
import os
import re
from pathlib import Path

import jsonschema
import pytest

from tests.cli.running import RunRemit

PROVES = ("A2", "A3", "A4", "A5", "A6", "A7")

WEAK = "You are helpful. Here is some background on the team. It is a friendly one.\n\nNow classify the ticket and return JSON.\n"
GOOD = """Classify the issue below and return a JSON object with the fields `label` and `reason`. Think step by step in <thinking> first.

<constraints>
The label must be one of bug, feature, question. If the issue is empty, return the label `unclear`.
</constraints>

<issue>
{{ISSUE}}
</issue>

<example>
{"label": "bug", "reason": "crash on start"}
</example>

<output_format>
Return only one JSON object: {"label": "...", "reason": "..."}. Do not add prose. Success: the label matches the issue.
</output_format>
"""


def _write(project: Path, name: str, text: str) -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text(text)


def test_a_weak_prompt_is_found_and_told_with_its_text(run_remit: RunRemit, project: Path) -> None:
    _write(project, "prompts/triage.prompt.md", WEAK)
    run_remit("audit").must_match("audit-weak")


def test_a_good_prompt_is_clean(run_remit: RunRemit, project: Path) -> None:
    _write(project, "prompts/triage.prompt.md", GOOD)
    ran = run_remit("audit")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("1 prompt in 1 file   0 High  0 Medium  1 Low\n")


def test_a_string_in_source_is_found_at_its_opening_quote(run_remit: RunRemit, project: Path) -> None:
    body = " ".join(WEAK.split() * 3)
    _write(
        project,
        "src/bot.py",
        f'def ask(ticket):\n    prompt = f"{body} {{ticket}}"\n    return client.complete(prompt)\n',
    )
    findings = json.loads(run_remit("audit", "--json").out)["findings"]
    assert {(finding["path"], finding["line"], finding["column"]) for finding in findings} == {("src/bot.py", 2, 15)}


def test_scores_name_eight_verdicts_and_what_decided(run_remit: RunRemit, project: Path) -> None:
    _write(project, "p.txt", GOOD)
    fields = json.loads(run_remit("audit", "--score", "p.txt", "--json").out)
    (prompt,) = fields["prompts"]
    assert (fields["schema"], prompt["path"], prompt["severity"]) == ("remit.scores/1", "p.txt", "Low")
    assert set(prompt["criteria"]) == {str(number) for number in range(1, 9)}
    assert prompt["evidence"]["1"] == {"line": 1, "column": 1, "text": "Classify"}


def test_the_letter_of_the_standard_may_differ(run_remit: RunRemit, project: Path) -> None:
    _write(project, "p.txt", "You are a review agent. Fix the bug.\n")
    by_default, by_letter = (
        json.loads(run_remit("audit", "--score", "p.txt", "--json", "--profile", profile).out)["prompts"][0][
            "criteria"
        ]["1"]
        for profile in ("default", "adr-0043")
    )
    assert (by_default, by_letter) == ("Partial", "Pass")


@pytest.mark.parametrize(("threshold", "code"), [("high", 1), ("medium", 1), ("any", 1), ("never", 0)])
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "markdown", "html"])
def test_the_exit_code_depends_on_the_threshold_and_on_no_format(
    threshold: str, code: int, form: str, run_remit: RunRemit, project: Path
) -> None:
    _write(project, "prompts/triage.prompt.md", WEAK)
    assert run_remit("audit", "--fail-on", threshold, "--format", form).code == code


def test_sarif_is_valid_and_the_same_in_every_run(run_remit: RunRemit, project: Path) -> None:
    _write(project, "prompts/triage.prompt.md", WEAK)
    first, second = (run_remit("audit", "--format", "sarif").out for _ in range(2))
    schema = next((Path(__file__).parents[1] / "schemas").glob("*sarif*.json"))
    jsonschema.validate(json.loads(first), json.loads(schema.read_text(encoding="utf-8")))
    assert first == second
    assert str(project) not in first


def test_a_result_is_written_to_a_file_whole(run_remit: RunRemit, project: Path) -> None:
    _write(project, "prompts/triage.prompt.md", WEAK)
    ran = run_remit("audit", "--format", "markdown", "--output", "report.md")
    assert (ran.code, ran.out) == (1, "")
    assert (project / "report.md").read_text().startswith("# ")


def test_rules_are_selected_and_ignored_by_name(run_remit: RunRemit, project: Path) -> None:
    _write(project, "prompts/triage.prompt.md", WEAK)
    only = json.loads(run_remit("audit", "--json", "--select", "request-not-first").out)["findings"]
    assert {finding["rule"] for finding in only} == {"request-not-first"}
    rest = json.loads(run_remit("audit", "--json", "--ignore", "request-not-first").out)["findings"]
    assert "request-not-first" not in {finding["rule"] for finding in rest}
    run_remit("audit", "--select", "request-not-frist").must_match("audit-rule-mistyped")


def test_a_finding_is_silenced_in_place_with_a_reason_alone(run_remit: RunRemit, project: Path) -> None:
    comment = "<!-- remit: ignore[request-not-first] the role comes first by house style -->\n"
    _write(project, "prompts/triage.prompt.md", comment + WEAK)
    silenced = json.loads(run_remit("audit", "--json").out)
    assert silenced["silenced"] == 1
    assert "request-not-first" not in {finding["rule"] for finding in silenced["findings"]}
    _write(project, "prompts/triage.prompt.md", "<!-- remit: ignore[request-not-first] -->\n" + WEAK)
    rules = {finding["rule"] for finding in json.loads(run_remit("audit", "--json").out)["findings"]}
    assert {"request-not-first", "suppression-without-reason"} <= rules


def test_standard_input_is_read_as_the_file_of_a_name(run_remit: RunRemit) -> None:
    ran = run_remit("audit", "--stdin-filename", "prompts/a.prompt.md", "--json", stdin=WEAK.encode())
    assert ran.code == 1
    assert {finding["path"] for finding in json.loads(ran.out)["findings"]} == {"prompts/a.prompt.md"}


def test_nothing_found_is_exit_3_and_a_named_file_without_a_prompt_exit_0(run_remit: RunRemit, project: Path) -> None:
    assert run_remit("audit").code == 3
    _write(project, "setup.py", "import os\n")
    assert run_remit("audit", "setup.py").code == 0


def test_what_cannot_be_read_is_a_line_where_it_was_met_and_an_error_where_it_was_named(
    run_remit: RunRemit, project: Path
) -> None:
    _write(project, "prompts/good.prompt.md", GOOD)
    (project / "prompts" / "bad.prompt.md").write_bytes(b"\xff\xfe")
    (project / "prompts" / "loop.prompt.md").symlink_to("loop.prompt.md")
    os.mkfifo(project / "prompts" / "pipe.prompt.md")
    ran = run_remit("audit")
    assert ran.code == 0
    assert "warning: prompts/bad.prompt.md: passed over: " in ran.err
    for name in ("prompts/bad.prompt.md", "prompts/pipe.prompt.md", "missing.md"):
        assert run_remit("audit", name).code == 2, name


def test_broken_python_is_passed_over_with_its_line(run_remit: RunRemit, project: Path) -> None:
    _write(project, "a.py", 'prompt = """You are a triage agent. Classify it."""\ndef (:\n')
    assert re.search(r"warning: a\.py(:\d+)?: passed over: ", run_remit("audit").err)
    assert run_remit("audit", "a.py").code == 2


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--score",), "audit-score-nothing"),
        (("--stdin-filename", "a.md", "b.md"), "audit-stdin-and-paths"),
        (("--json", "--format", "sarif"), "audit-two-formats"),
    ],
)
def test_words_that_exclude_each_other_are_refused(words: tuple[str, ...], name: str, run_remit: RunRemit) -> None:
    run_remit("audit", *words).must_match(name)
