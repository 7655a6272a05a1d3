"""Runs the page of every rule: what it says fails must fail, what it says passes must pass, and its known misses stay known.

A fence's language says how its text is read: `markdown` as a prompt file, `python` as source with prompts in it, `text` as a
rendered prompt. Words behind the language say more: `path=PATH`, `budget=CHARACTERS`, `repeat=NxTIMES` (line N stands there so
often), and under known misses `alarm` where the rule finds what it should not. `REMIT_UPDATE_RULES=1 pytest tests/rules` writes
`docs/rules.md` anew, to be read as a diff.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from remit.judge.judging import ALL, EVERY_RULE, JudgeSettings, judge
from remit.judge.rules import RULES
from remit.judge.rules.rule import Rule, RuleSettings
from remit.model.found import FoundPrompt
from remit.sources.search import search_text
from tests.architecture.tree import ROOT, SOURCE

PROVES = ("A1", "A4", "A8", "A9")

FOLDER = SOURCE / "pages/rules"
INDEX = ROOT / "docs/rules.md"
HEADINGS = ["Why", "Fails", "Passes", "Known misses", "Silence it"]

FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>\w[^\n`]*)\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^## (?P<title>[^\n]+)$", re.MULTILINE)
PATHS = {"markdown": "prompts/page.md", "python": "src/page.py"}
SINCE = "0.1.0"


class Fence(NamedTuple):
    """One fence of a page: the rule, its section, its number there, and what it says."""

    rule: str
    section: str
    number: int
    language: str
    words: tuple[str, ...]
    text: str

    def word(self, name: str) -> str | None:
        return next((word.partition("=")[2] for word in self.words if word.partition("=")[0] == name), None)

    @property
    def full_text(self) -> str:
        repeated = self.word("repeat")
        if repeated is None:
            return self.text
        number, times = map(int, repeated.split("x"))
        lines = self.text.splitlines(keepends=True)
        return "".join([*lines[: number - 1], lines[number - 1] * times, *lines[number:]])


def page(rule: str) -> str:
    return (FOLDER / f"{rule}.md").read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """The parts of a page below its headings, by title; a heading inside a fence is none."""
    hidden = FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    found = list(SECTION.finditer(hidden))
    ends = [each.start() for each in found[1:]] + [len(text)]
    return {each["title"]: text[each.end() : end] for each, end in zip(found, ends, strict=True)}


def fences(rule: str) -> list[Fence]:
    found = []
    for title, part in sections(page(rule)).items():
        for number, each in enumerate(FENCE.finditer(part), 1):
            language, *words = each["info"].split()
            found.append(Fence(rule, title, number, language, tuple(words), each["text"]))
    return found


RULE_OF = {rule.ident: rule for rule in EVERY_RULE}
PAGES = sorted(path.stem for path in FOLDER.glob("*.md"))
FENCES = [fence for rule in PAGES for fence in fences(rule) if fence.section != "Silence it"]
each_rule = pytest.mark.parametrize("rule", EVERY_RULE, ids=lambda rule: rule.ident)
each_page = pytest.mark.parametrize("name", PAGES)


def in_section(title: str) -> pytest.MarkDecorator:
    found = [fence for fence in FENCES if fence.section == title]
    return pytest.mark.parametrize("fence", found, ids=lambda fence: f"{fence.rule}-{fence.number}")


def prompt_of(fence: Fence) -> FoundPrompt:
    if fence.language == "text":
        return FoundPrompt("page", "page.txt", "rendered", fence.full_text, 0, 1, 1, exact=True)
    path = fence.word("path") or PATHS[fence.language]
    (found,) = search_text(path, fence.full_text, sure=True, min_words=0).prompts
    return found


def rules_found(fence: Fence) -> set[str]:
    budget = fence.word("budget")
    settings = RuleSettings(budget_characters=int(budget) if budget else None)
    judged = judge(prompt_of(fence), JudgeSettings(select=(ALL,), rules=settings))
    return {finding.rule for finding in judged.findings}


@in_section("Fails")
def test_what_a_page_says_fails_is_found(fence: Fence) -> None:
    assert {fence.rule} & rules_found(fence) == {fence.rule}


@in_section("Passes")
def test_what_a_page_says_passes_is_not_found(fence: Fence) -> None:
    assert {fence.rule} & rules_found(fence) == set()


@in_section("Known misses")
def test_known_misses_are_still_missed(fence: Fence) -> None:
    known = {fence.rule} if "alarm" in fence.words else set()

    assert {fence.rule} & rules_found(fence) == known


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert sorted(RULE_OF) == PAGES


def test_every_rule_stands_in_the_module_of_its_name() -> None:
    names = {module.RULE.ident: str(vars(module)["__name__"]).rpartition(".")[2] for module in RULES}

    assert names == {ident: ident.replace("-", "_") for ident in names}


def test_each_criterion_has_one_rule() -> None:
    assert sorted(rule.criterion for rule in EVERY_RULE if rule.criterion) == list(range(1, 9))


@each_rule
def test_a_page_opens_with_name_sentence_and_facts(rule: Rule) -> None:
    criterion = f"Criterion {rule.criterion}" if rule.criterion else "No criterion"
    state = "on" if rule.on_by_default else "off"
    facts = f"{criterion} · {rule.severity} · {rule.tier} · {state} by default · since {SINCE}"

    assert page(rule.ident).splitlines()[:6] == [f"# {rule.ident}", "", rule.summary, "", facts, ""]


@each_page
def test_a_page_has_the_headings_of_all(name: str) -> None:
    assert list(sections(page(name))) == HEADINGS


@each_page
def test_a_page_shows_what_fails_and_what_passes(name: str) -> None:
    shown = {fence.section for fence in FENCES if fence.rule == name}

    assert {"Fails", "Passes"} - shown == set()


@each_page
def test_a_page_says_how_its_rule_is_silenced(name: str) -> None:
    assert f"remit: ignore[{name}] " in sections(page(name))["Silence it"]


@pytest.mark.parametrize(
    "rule", [rule for rule in EVERY_RULE if rule.tier == "published" or rule.principle], ids=lambda rule: rule.ident
)
def test_the_page_of_a_rule_with_a_source_names_it(rule: Rule) -> None:
    assert "Source: " in sections(page(rule.ident))["Why"]


@pytest.mark.parametrize("rule", [rule for rule in EVERY_RULE if not rule.criterion], ids=lambda rule: rule.ident)
def test_no_rule_fires_on_its_own_page(rule: Rule) -> None:
    prose = FENCE.sub("", page(rule.ident))
    (found,) = search_text("prompts/page.md", prose, sure=True, min_words=0).prompts
    judged = judge(found, JudgeSettings(select=(rule.ident,)))

    assert [finding.message for finding in judged.findings] == []


@each_rule
def test_a_rule_speaks_in_one_voice(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(?:-[a-z]+)*", rule.ident)
    assert rule.summary[0].isupper()
    assert rule.summary.endswith(".")
    assert rule.why[0].islower()
    assert not rule.why.endswith(".")


@in_section("Fails")
def test_a_finding_says_what_why_and_what_to_do(fence: Fence) -> None:
    budget = RuleSettings(budget_characters=int(fence.word("budget") or 0) or None)
    judged = judge(prompt_of(fence), JudgeSettings(select=(ALL,), rules=budget))
    found = [finding for finding in judged.findings if finding.rule == fence.rule]

    assert [each for each in found if not (each.message and each.why and each.help)] == []
    assert [each.message for each in found if each.message.endswith(".") or each.message[0].isupper()] == []


def index() -> str:
    """The table of all rules."""
    rows = [
        f"| [{rule.ident}](rules/{rule.ident}.md) | {rule.summary} | {rule.criterion or '-'} | {rule.severity} | {rule.tier} "
        f"| {'on' if rule.on_by_default else 'off'} |"
        for rule in EVERY_RULE
    ]
    return "\n".join(
        [
            "# Rules",
            "",
            "`remit explain RULE` prints a rule's page. A rule of tier *rubric* asks for what the standard of the eight criteria asks",
            "for, one of tier *published* has a source that its page names, and one of tier *advisory* has none yet, or was right in less",
            "than nine of ten findings on real prompts, as its page says. What is off by default is looked for when `--select` names it.",
            "The letter of the standard, profile `adr-0043`, has no rule from `several-objectives` to `subjective-done`.",
            "",
            "| rule | what it finds | criterion | severity | tier | by default |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def test_the_table_of_rules_is_that_of_the_code() -> None:
    if os.environ.get("REMIT_UPDATE_RULES"):
        INDEX.write_text(index(), encoding="utf-8")

    assert INDEX.read_text(encoding="utf-8") == index()


def test_the_table_says_rightly_where_the_principles_begin_and_end() -> None:
    order = [rule.ident for rule in EVERY_RULE]
    principles = order[order.index("several-objectives") : order.index("subjective-done") + 1]

    assert principles == [rule.ident for rule in EVERY_RULE if rule.principle]


def test_the_folder_of_pages_holds_nothing_else() -> None:
    assert [path.name for path in Path(FOLDER).iterdir() if path.suffix != ".md"] == []
