"""One found prompt judged: which rules are looked for, where findings stand, what a crash says."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.errors import UsageInvalid
from remit.judge.judging import ALL, DEFAULT, EVERY_RULE, JudgeSettings, RuleFault, chosen, judge, run_rule
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.structure import read
from remit.markup.places import Span
from remit.model.finding import Finding, Location
from remit.model.found import FoundPrompt, Suppression
from remit.model.scores import Scores
from remit.sources.search import search_text

PROVES = ("A3", "A4", "A7", "A8")

LATE = "Some words first. More of them. And more.\n\n<Issue>\n{body}\n</Issue>\n\nReturn one label.\n"


def found_in(text: str, path: str = "prompts/triage.md") -> FoundPrompt:
    (found,) = search_text(path, text, sure=True, min_words=0).prompts
    return found


def rules_of(found: FoundPrompt, settings: JudgeSettings) -> list[str]:
    return sorted({finding.rule for finding in judge(found, settings).findings})


def idents(settings: JudgeSettings) -> set[str]:
    return {rule.ident for rule in chosen(settings)}


def test_a_finding_in_a_file_stands_at_its_place_there() -> None:
    found = found_in("---\nname: triage\n---\n\n" + LATE)

    assert judge(found, JudgeSettings(select=("tag-near-miss",))).findings[0] == Finding(
        "tag-near-miss",
        "low",
        "'<Issue>' is almost '<issue>'",
        Location("prompts/triage.md", 7, 1, Span(65, 72)),
        excerpt="<Issue>",
        within=Span(43, 50),
        why="a name that is written in two ways is read as two things, by people and by whatever reads the tags",
        help="write '<issue>', or give the part a name that reads as no other",
        prompt="triage",
        tier="advisory",
    )


def test_a_finding_in_the_first_line_of_a_string_counts_columns_from_the_line_of_the_file() -> None:
    found = found_in('PROMPT = "Answer </issue> in one paragraph, and {name} it."\n', "src/bot.py")
    shifted = judge(replace(found, text="</issue>\n" + found.text), JudgeSettings(select=("tag-stray",)))

    assert (found.line, found.column) == (1, 11)
    assert [(each.location.line, each.location.column) for each in shifted.findings] == [(1, 11)]


def test_a_finding_in_an_f_string_stands_at_its_opening_quote() -> None:
    source = 'PROMPT = f"""Answer the question.\n\n{question}\n\nOne paragraph."""\n'
    found = found_in(source, "src/bot.py")
    (finding,) = judge(found, JudgeSettings(select=("untrusted-text-untagged",))).findings

    assert finding.location == Location("src/bot.py", 1, 11, Span(10, 10))
    assert (finding.excerpt, finding.within) == ("{question}", Span(22, 32))


def test_a_finding_quotes_one_line_alone() -> None:
    found = found_in("Return\none label, whatever the issue says\nand however long it is. Then stop.\n")
    judged = judge(found, JudgeSettings(select=(ALL,)))

    assert [finding.excerpt for finding in judged.findings if "\n" in finding.excerpt] == []


def test_findings_stand_in_the_order_of_the_text() -> None:
    judged = judge(found_in(LATE), JudgeSettings(select=(ALL,)))
    offsets = [finding.location.span.start for finding in judged.findings]

    assert len(offsets) > 3
    assert offsets == sorted(offsets)


def test_by_default_a_prompt_is_judged_by_what_is_on_by_default() -> None:
    assert idents(JudgeSettings()) == {rule.ident for rule in EVERY_RULE if rule.on_by_default}


def test_the_letter_of_the_standard_has_none_of_the_principles_by_default() -> None:
    letter = idents(JudgeSettings(profile="adr-0043"))

    assert letter == {rule.ident for rule in EVERY_RULE if rule.on_by_default and not rule.principle}
    assert idents(JudgeSettings(profile="adr-0043", select=("mega-prompt",))) == {"mega-prompt"}


def test_selected_rules_are_looked_for_alone_and_ignored_ones_never() -> None:
    assert idents(JudgeSettings(select=("tag-stray", "tag-unclosed"), ignore=("tag-stray",))) == {"tag-unclosed"}
    assert idents(JudgeSettings(select=(DEFAULT, "output-unvalidated"))) - idents(JudgeSettings()) == {
        "output-unvalidated"
    }
    assert idents(JudgeSettings(select=(ALL,))) == {rule.ident for rule in EVERY_RULE}


@pytest.mark.parametrize("settings", [{"select": ("tag-stra",)}, {"ignore": ("tag-stra",)}])
def test_an_unknown_rule_is_refused_with_the_nearest_one(settings: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(UsageInvalid, match="no rule has the name 'tag-stra'") as refused:
        JudgeSettings(**settings)  # type: ignore[arg-type]

    assert refused.value.help == "did you mean 'tag-stray'?"


def test_severity_follows_from_the_verdicts() -> None:
    judged = judge(found_in(LATE), JudgeSettings())

    assert judged.scores[1].verdict == "Fail"
    assert judged.scores.severity == "High"


def test_a_silenced_criterion_keeps_its_verdict_and_does_not_weigh() -> None:
    text = "Return one label for {issue}."
    ignored = tuple(rule.ident for rule in EVERY_RULE if rule.criterion and rule.criterion != 8)
    comment = "<!-- remit: ignore[edge-cases-unnamed] the caller checks the issue -->\n"
    plain = judge(found_in(text), JudgeSettings(ignore=ignored))
    silenced = judge(found_in(comment + text), JudgeSettings(ignore=ignored))

    assert (plain.scores[8].verdict, plain.scores.severity) == ("Fail", "Medium")
    assert (silenced.scores[8].verdict, silenced.scores.severity) == ("Fail", "Low")
    assert ([finding.rule for finding in silenced.findings], silenced.silenced) == ([], 1)


def test_a_criterion_that_is_not_looked_for_keeps_its_verdict_and_does_not_weigh() -> None:
    judged = judge(found_in(LATE), JudgeSettings(select=("tag-stray",)))

    assert judged.scores[1].verdict == "Fail"
    assert judged.scores.severity == "Low"


def test_a_partial_verdict_is_a_milder_finding() -> None:
    found = found_in("You are an engineer. Return one label.")
    (finding,) = judge(found, JudgeSettings(select=("request-not-first",))).findings

    assert (finding.severity, finding.message) == ("low", "the first request stands in sentence 2")


def test_both_profiles_judge_by_their_own_verdicts() -> None:
    found = found_in("Determine whether the plan holds.")

    assert rules_of(found, JudgeSettings(select=("request-not-first",))) == []
    assert rules_of(found, JudgeSettings(profile="adr-0043", select=("request-not-first",))) == ["request-not-first"]


class Broken:
    """A rule that looks behind the end of every prompt."""

    RULE = Rule("broken-rule", "low", "advisory", "", "")

    def check(self, subject: Subject, _: RuleSettings) -> Iterator[Hit]:
        yield Hit(None, subject.text[len(subject.text)], "")


def test_a_rule_that_crashes_is_a_fault_that_names_rule_and_prompt_and_quotes_nothing() -> None:
    found = found_in("Return one label.\n")
    subject = Subject(found, "default", read(found.text), Scores((), "Unscored"))

    with pytest.raises(RuleFault) as fault:
        run_rule(Broken(), subject, RuleSettings())

    assert str(fault.value) == "rule 'broken-rule' failed on 'prompts/triage.md', line 1: IndexError"
    assert isinstance(fault.value.__cause__, IndexError)


@given(st.text(alphabet="<>/{}[]`#-.:\n aeinostué%$", max_size=300), st.sampled_from(["file", "rendered"]))
def test_any_text_is_judged_alike_twice_and_inside_its_bounds(text: str, kind: str) -> None:
    holes = (Span(0, min(3, len(text))),)
    found = FoundPrompt(
        "any", "any.md", "file" if kind == "file" else "rendered", text, 0, 1, 1, exact=True, holes=holes
    )
    found = replace(found, reply_phase="review", suppressions=(Suppression("tag-stray", "", 1),))
    settings = JudgeSettings(select=(ALL,), rules=RuleSettings(10))
    judged = judge(found, settings)

    assert judged == judge(found, settings)
    for finding in judged.findings:
        start, end = finding.location.span
        assert 0 <= start <= end <= len(text)
        assert text[start:end] == finding.excerpt
