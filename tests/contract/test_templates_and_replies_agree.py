"""What each shipped template asks the agent to answer is what the parser takes, and a drift of either is seen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from remit.errors import MissingReviewMarker, MissingTaskStatus, ReplyRefused
from remit.model.phase import PHASES, VERDICTS, WORDS, Phase
from remit.replies import CONTRACT, accepted_markers, parse_reply, repair_text
from tests.architecture.tree import SOURCE

PROVES = ("P9",)

TEMPLATES = sorted((SOURCE / "templates/system").glob("*.md"))

MARKER = re.compile(r"<(?:review|task_status|criterion)\b[^>]*>[^<]*</\w+>")
TAG = re.compile(r"</?(?:review|task_status|criterion)\b[^<]*", re.IGNORECASE)
EXAMPLE = re.compile(r"^<example>\n\n```text\n(?P<reply>.*?)^```\n\n</example>$", re.MULTILINE | re.DOTALL)


def phase_of(template: Path) -> Phase:
    return next(phase for phase in PHASES if template.stem.endswith(f"-{phase}"))


def disagreements(template: str, phase: Phase) -> Iterator[str]:
    """Where a template asks for less, more or other than the parser takes in this phase."""
    for sentence in CONTRACT[phase]:
        if template.count(sentence) != 1:
            yield f"stands {template.count(sentence)} times, expected once: {sentence}"
        template = template.replace(sentence, "")
    examples = EXAMPLE.findall(template)
    if len(examples) != 1:
        yield f"{len(examples)} example replies, expected one"
    for reply in examples:
        try:
            parse_reply(reply, phase)
        except ReplyRefused as error:
            yield f"example reply: {error.message}"
    yield from (f"asks for more: {tag}" for tag in TAG.findall(EXAMPLE.sub("", template)))


def example_of(template: Path) -> str:
    found = EXAMPLE.search(template.read_text())
    assert found is not None
    return found["reply"]


def test_each_agent_and_the_fallback_have_a_template_for_each_phase() -> None:
    agents = ("BASE", "CLAUDE", "CODEX", "GEMINI")

    assert sorted(f"{agent}-{phase}" for agent in agents for phase in PHASES) == [each.stem for each in TEMPLATES]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_asks_for_what_the_parser_takes_and_nothing_else(template: Path) -> None:
    assert [] == list(disagreements(template.read_text(), phase_of(template)))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_reply_that_only_repeats_its_template_is_refused(template: Path) -> None:
    with pytest.raises((MissingReviewMarker, MissingTaskStatus)):
        parse_reply(template.read_text(), phase_of(template))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_an_example_of_a_review_tells_a_verdict_that_its_criteria_bear_out(template: Path) -> None:
    reply = example_of(template)
    said = re.findall(r"<review>(\w+)</review>", reply)

    assert said == [word for word in [parse_reply(reply, phase_of(template)).verdict] if word]


@pytest.mark.parametrize("phase", PHASES)
def test_the_contract_names_each_marker_that_the_parser_takes_and_no_other(phase: Phase) -> None:
    asked = {marker for sentence in CONTRACT[phase] for marker in MARKER.findall(sentence)}

    assert set(accepted_markers(phase)) == asked


@pytest.mark.parametrize(
    ("phase", "marker"), [(phase, marker) for phase in PHASES for marker in accepted_markers(phase)]
)
def test_the_parser_takes_each_marker_that_it_says_it_takes(phase: Phase, marker: str) -> None:
    said = marker.replace("X.Y.N", "1.2.3").replace("X.Y", "1.2")
    word = re.sub("<[^>]*>", "", said)

    reply = parse_reply(f"{said}\n<review>PASS</review>" if "criterion" in said else said, phase)

    statuses = [*(each.status for each in reply.task_statuses), *(each.status for each in reply.criteria)]
    assert word == (statuses[0] if statuses else reply.verdict)


@pytest.mark.parametrize("phase", PHASES)
def test_the_parser_refuses_each_verdict_that_no_prompt_of_the_phase_asks_for(phase: Phase) -> None:
    for word in set(WORDS) - set(VERDICTS[phase]):
        with pytest.raises(ReplyRefused):
            parse_reply(f"<review>{word}</review>", phase)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_change_of_any_one_marker_is_seen(template: Path) -> None:
    text, phase = template.read_text(), phase_of(template)
    places = [found.span() for found in MARKER.finditer(text)]
    for start, end in places:
        changed = re.sub(r">\w+<", ">DONE<", text[start:end])
        assert list(disagreements(text[:start] + changed + text[end:], phase)) != [], text[start:end]

    assert len(places) > len(accepted_markers(phase))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "addition",
    [
        "\nYou MUST output <review>REJECTED</review>\n",
        "\nClose with `<task_status>`.\n",
        "\n<example>\n\n```text\n```\n\n</example>\n",
    ],
)
def test_a_demand_beside_the_contract_is_seen(template: Path, addition: str) -> None:
    assert list(disagreements(template.read_text() + addition, phase_of(template))) != []


@pytest.mark.parametrize("phase", PHASES)
def test_the_repair_turn_asks_for_what_the_parser_takes_and_says_how_to_suspend(phase: Phase) -> None:
    template = (SOURCE / "templates/repair.md").read_text()

    text = repair_text(template, MissingReviewMarker("no marker stands here", help="put one there"), phase)

    assert "no marker stands here" in text
    assert "put one there" in text
    assert set(accepted_markers(phase)) == set(MARKER.findall(text))
    assert [] == [word for word in ("suspend.json", "REMIT_OUTBOX", "`reason`", "`question`") if word not in text]
    with pytest.raises((MissingReviewMarker, MissingTaskStatus)):
        parse_reply(text, phase)
