from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest

from remit.judge.gating import (
    Held,
    Present,
    is_markup_only,
    judged,
    updated,
)
from remit.model.baseline import Accepted, Baseline, Entry, Override, OverrideFault, Overrides, Verdicts
from remit.model.gate import Measured, Problem, Rendition, Standing, Unregistered
from remit.model.scores import Verdict

PROVES = ("G2", "G3", "G4", "G5", "G6", "G8")

GOOD: Verdicts = ("Pass",) * 8
TODAY = date(2026, 3, 31)
TEXT = "Classify the issue."


def having(**changed: Verdict) -> Verdicts:
    """All Pass, but for the criteria named: `_8="Fail"`."""
    return tuple(changed.get(f"_{number}", "Pass") for number in range(1, 9))


def standing(verdicts: Verdicts = GOOD, text: str | None = TEXT, name: str = "triage", **facts: str) -> Standing:
    rendition = Rendition(name, "bot:build", text=text, path="bot.py", line=3, **facts)
    if text is None:
        return Standing(rendition)
    return Standing(rendition, f"digest of {text}", {"default": verdicts, "adr-0043": GOOD})


def entry(verdicts: Verdicts = GOOD, text: str = TEXT, allowed: Mapping[int, Verdict | None] | None = None) -> Entry:
    return Entry(
        f"digest of {text}", {"default": verdicts, "adr-0043": GOOD}, allowed={"default": allowed} if allowed else {}
    )


def held(
    entries: Mapping[str, Entry] | None = None,
    *overrides: Override,
    accepted: tuple[Accepted, ...] = (),
    snapshots: Mapping[str, str] | None = None,
) -> Held:
    known = {"triage": entry()} if entries is None else entries
    return Held(
        Baseline("1", known, accepted),
        dict.fromkeys(known, TEXT) if snapshots is None else snapshots,
        Overrides(overrides),
        TODAY,
        judge="1",
    )


def override(rule: str = "edge-cases-unnamed", prompt: str = "triage", expires: date = TODAY) -> Override:
    return Override(rule, prompt, "measured", "jo", expires, 1)


def problems(now: Standing | Present, then: Held) -> list[Problem]:
    present = now if isinstance(now, Present) else Present((now,))
    return list(judged(present, then).problems)


def kinds(now: Standing | Present, then: Held) -> list[str]:
    return [problem.kind for problem in problems(now, then)]


def test_what_stands_as_it_was_accepted_has_no_problem() -> None:
    assert [] == problems(standing(), held())


@pytest.mark.parametrize(
    ("before", "after"), [("Pass", "Fail"), ("Pass", "Partial"), ("Partial", "Fail"), ("N/A", "Partial")]
)
def test_a_worse_verdict_is_named_with_before_and_after(before: Verdict, after: Verdict) -> None:
    (problem,) = problems(standing(having(_8=after), "changed"), held({"triage": entry(having(_8=before))}))

    assert ("worse", "edge-cases-unnamed", 8, before, after) == (
        problem.kind,
        problem.rule,
        problem.criterion,
        problem.before,
        problem.after,
    )
    assert f"criterion 8 was {before}, is {after} here" == problem.message
    assert ("bot.py", 3) == (problem.path, problem.line)


def test_what_no_longer_applies_is_not_worse() -> None:
    assert ["snapshot-changed"] == kinds(standing(having(_4="N/A"), "changed"), held())


def test_only_the_profile_that_blocks_is_held() -> None:
    now = replace(standing(), verdicts={"default": GOOD, "adr-0043": having(_1="Fail")})

    assert [] == problems(now, held())
    assert ["worse"] == kinds(now, replace(held(), profile="adr-0043"))


def test_a_gain_that_is_not_recorded_makes_the_baseline_stale() -> None:
    (problem,) = problems(standing(GOOD, "changed"), held({"triage": entry(having(_3="Fail"))}))

    assert ("baseline-stale", "Fail", "Pass") == (problem.kind, problem.before, problem.after)
    assert problem.message.endswith("record it")


def test_a_gain_by_markup_alone_is_named() -> None:
    now = standing(GOOD, f"<instructions>\n{TEXT}\n</instructions>")

    assert "a markup-only gain" in problems(now, held({"triage": entry(having(_3="Fail"))}))[0].message


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Label it.", "<task>\nLabel it.\n</task>", True),
        ("Label it.", "## Task\n\n**Label** it.", False),
        ("Label it.", "# Label it.", True),
        ("- a\n- b", "* a\n* b", True),
        ("Label it.", "Label it, or say why not.", False),
        ("a then b", "b then a", False),
        ("a < b", "a <b>b</b>", False),
        ("same", "same", False),
    ],
)
def test_markup_only_means_the_same_words_in_the_same_order(before: str, after: str, expected: bool) -> None:
    assert expected is is_markup_only(before, after)


def test_a_changed_text_is_a_problem_although_no_verdict_changed() -> None:
    (problem,) = problems(standing(text="changed"), held())

    assert ("snapshot-changed", "remit prompts triage --diff") == (problem.kind, problem.help)


@pytest.mark.parametrize("snapshot", [{"triage": "edited"}, {}])
def test_a_snapshot_that_is_not_what_was_recorded_is_a_problem(snapshot: dict[str, str]) -> None:
    (problem,) = problems(standing(), held(snapshots=snapshot))

    assert ("snapshot-changed", "snapshot-edited") == (problem.kind, problem.rule)


def test_a_new_prompt_below_high_makes_the_baseline_stale() -> None:
    assert ["baseline-stale"] == kinds(standing(having(_8="Fail")), held({}))


def test_each_fail_of_a_new_prompt_at_high_is_a_problem() -> None:
    found = problems(standing(having(_1="Fail", _8="Fail")), held({}))

    assert [("new-high", 1), ("new-high", 8)] == [(each.kind, each.criterion) for each in found]


def test_overrides_take_a_new_prompt_below_high() -> None:
    now = standing(having(_2="Fail", _8="Fail"))
    outcome = judged(Present((now,)), held({}, override()))

    assert [("baseline-stale", None)] == [(each.kind, each.criterion) for each in outcome.problems]
    assert [8] == [each.criterion for each in outcome.excepted]


def test_a_prompt_that_is_not_registered_any_more_makes_the_baseline_stale() -> None:
    assert ["baseline-stale"] == kinds(Present(()), held())


def test_a_prompt_that_cannot_be_rendered_is_unscored_with_the_reason() -> None:
    (problem,) = problems(standing(text=None, reason="raised KeyError"), held())

    assert ("unscored", "it cannot be rendered: raised KeyError") == (problem.kind, problem.message)


def test_a_prompt_that_is_not_hermetic_is_named_and_its_verdicts_are_still_held() -> None:
    now = standing(having(_8="Fail"), "changed", difference="the clock differs")

    found = problems(now, held())

    assert [
        ("prompt-not-hermetic", "the clock differs"),
        ("edge-cases-unnamed", "criterion 8 was Pass, is Fail here"),
    ] == [(each.rule, each.message) for each in found]


def test_a_prompt_that_is_not_hermetic_needs_no_snapshot_where_that_is_excepted() -> None:
    now = standing(text="today", difference="the clock differs")
    then = held({"triage": replace(entry(), digest="")}, override("prompt-not-hermetic"))

    assert [] == problems(now, then)


def test_a_prompt_that_became_hermetic_is_to_be_recorded() -> None:
    assert ["baseline-stale"] == kinds(standing(), held({"triage": replace(entry(), digest="")}))


def test_a_prompt_that_fails_at_its_size_in_use_is_unscored_there() -> None:
    found = problems(standing(production_reason="took longer than 2 s"), held())

    assert ["it cannot be rendered at its size in use: took longer than 2 s"] == [each.message for each in found]


def test_a_worse_placement_says_at_which_size() -> None:
    size = Measured(10, 3, {"default": "Fail", "adr-0043": "Fail"})
    now = replace(standing(having(_6="Fail"), "changed"), production_size=size)

    assert "criterion 6 was Pass, is Fail here at its size in use" == problems(now, held())[0].message


def test_two_builders_of_one_name_are_one_problem() -> None:
    now = Present((), twice={"triage": ("bot:a", "bot:b")})

    (problem,) = problems(now, held())

    assert ("unscored", "prompt-name-twice", "'bot:a' and 'bot:b' have one name") == (
        problem.kind,
        problem.rule,
        problem.message,
    )


def test_what_nothing_registers_is_a_problem_unless_it_was_accepted() -> None:
    found = (Unregistered("a.py", "A_PROMPT", 1, "string"), Unregistered("b.py", "B_PROMPT", 4, "string"))
    then = held(accepted=(Accepted("a.py", "A_PROMPT"),))

    (problem,) = problems(Present((standing(),), found), then)

    assert ("unregistered", "B_PROMPT", "b.py", 4) == (problem.kind, problem.prompt, problem.path, problem.line)


def test_what_was_accepted_and_is_gone_makes_the_baseline_stale() -> None:
    assert ["baseline-stale"] == kinds(standing(), held(accepted=(Accepted("a.py", "A_PROMPT"),)))


def test_an_override_excepts_what_is_worse_through_its_last_day() -> None:
    now, then = standing(having(_8="Fail"), TEXT), held(None, override())

    assert [] == problems(now, then)
    assert ["worse", "override-expired"] == kinds(now, replace(then, today=date(2026, 4, 1)))


@pytest.mark.parametrize("wrong", [override(rule="untagged-region"), override(prompt="other")])
def test_an_override_of_something_else_excepts_nothing_and_is_unused(wrong: Override) -> None:
    assert ["worse", "override-unused"] == kinds(standing(having(_8="Fail")), held(None, wrong))


def test_an_override_is_used_as_long_as_the_recorded_verdict_stands() -> None:
    worse = having(_8="Fail")
    recorded = {"triage": entry(worse, allowed={8: "Pass"})}

    assert [] == problems(standing(worse), held(recorded, override()))
    assert ["worse"] == kinds(standing(worse), held(recorded))
    assert ["baseline-stale", "override-unused"] == kinds(standing(), held(recorded, override()))


def test_no_override_excepts_what_only_has_to_be_recorded() -> None:
    stale = override(rule="snapshot-edited")

    assert ["snapshot-changed", "override-unused"] == kinds(standing(), held(None, stale, snapshots={}))


def test_what_is_wrong_with_an_override_names_its_line() -> None:
    fault = OverrideFault("it has no reason", "edge-cases-unnamed", "triage", 4)
    (problem,) = problems(standing(), replace(held(), overrides=Overrides(faults=(fault,))))

    assert ("override-incomplete", "remit/overrides.toml", 4) == (problem.kind, problem.path, problem.line)


def test_another_judge_makes_the_baseline_stale_and_no_prompt_worse() -> None:
    then = replace(held(), judge="2")

    (problem,) = problems(standing(having(_8="Fail")), then)

    assert ("baseline-stale", "criterion 8 was Pass by judge 1, is Fail by 2 for the same text") == (
        problem.kind,
        problem.message,
    )
    assert (
        having(_8="Fail")
        == updated(Present((standing(having(_8="Fail")),)), then, profile="default", judge="2")
        .entries["triage"]
        .verdicts["default"]
    )


def update(now: Present, then: Held | None) -> Baseline:
    return updated(now, then, profile="default", judge="1")


def test_the_first_baseline_takes_everything() -> None:
    now = Present(
        (standing(having(_1="Fail")), standing(text=None, name="broken")), (Unregistered("a.py", "A_PROMPT", 1, ""),)
    )

    made = update(now, None)

    assert {"triage": having(_1="Fail")} == {name: each.verdicts["default"] for name, each in made.entries.items()}
    assert (Accepted("a.py", "A_PROMPT"),) == made.accepted


def test_a_later_baseline_keeps_what_got_worse_as_it_was() -> None:
    now = Present((standing(having(_8="Fail"), "changed"),))

    assert {"triage": entry()} == update(now, held()).entries


def test_what_got_worse_is_recorded_under_an_override_with_what_it_was() -> None:
    now = Present((standing(having(_8="Fail"), "changed"),))

    assert {"triage": entry(having(_8="Fail"), "changed", {8: "Pass"})} == update(now, held(None, override())).entries


def test_an_expired_override_records_nothing() -> None:
    now = Present((standing(having(_8="Fail"), "changed"),))

    assert {"triage": entry()} == update(now, held(None, override(expires=date(2026, 3, 30)))).entries


def test_a_second_update_keeps_what_the_verdict_was_before_the_override() -> None:
    recorded = {"triage": entry(having(_8="Fail"), allowed={8: "Pass"})}
    now = Present((standing(having(_8="Fail"), "changed"),))

    assert {8: "Pass"} == update(now, held(recorded, override())).entries["triage"].allowance("default")


def test_gains_and_new_prompts_below_high_are_recorded() -> None:
    now = Present((standing(GOOD, "changed"), standing(having(_8="Fail"), name="new")))

    made = update(now, held({"triage": entry(having(_3="Fail"))}))

    assert {"triage": GOOD, "new": having(_8="Fail")} == {
        name: each.verdicts["default"] for name, each in made.entries.items()
    }


def test_a_new_high_is_recorded_only_under_overrides() -> None:
    now = Present((standing(having(_2="Fail", _8="Fail")),))

    assert {} == update(now, held({})).entries
    recorded = update(now, held({}, override())).entries
    assert {8: None} == recorded["triage"].allowance("default")
    assert ["new-high"] == kinds(now, held(recorded))


def test_a_prompt_that_cannot_be_rendered_keeps_what_was_recorded() -> None:
    assert {"triage": entry()} == update(Present((standing(text=None),)), held()).entries


def test_the_list_of_what_is_unregistered_only_gets_shorter() -> None:
    found = (Unregistered("a.py", "A_PROMPT", 1, ""), Unregistered("b.py", "B_PROMPT", 1, ""))
    then = held(accepted=(Accepted("a.py", "A_PROMPT"), Accepted("c.py", "C_PROMPT")))

    assert (Accepted("a.py", "A_PROMPT"),) == update(Present((standing(),), found), then).accepted
