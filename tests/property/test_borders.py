import random
import re
import xml.etree.ElementTree as ET

import lxml.etree
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit import Region, UnifiedPrompt
from remit.errors import PromptMalformed
from remit.markup.names import tag_names
from remit.markup.neutralise import NEUTRALISED
from remit.model.region import REGION_TYPES
from remit.model.xml import STRUCTURE
from tests.property import hostile

PROVES = ("P1", "P2", "P3", "P11")

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(list("<>/&@#;\n\r amp64file")), max_size=60)
_REGIONS = st.builds(
    Region,
    st.sampled_from(REGION_TYPES),
    _TEXTS,
    st.none() | _TEXTS,
    st.sampled_from([None, "trusted", "untrusted"]),
)
_PROMPTS = st.builds(
    UnifiedPrompt,
    _TEXTS.filter(lambda text: bool(text.strip())),
    system_prompt=st.none() | _TEXTS,
    context=st.lists(_REGIONS, max_size=3).map(tuple),
)


def _assert_whole(prompt: UnifiedPrompt) -> None:
    for form in ("auto", "full"):
        text = prompt.to_xml(escape=form)
        assert UnifiedPrompt.from_xml(text) == prompt
        assert text == UnifiedPrompt.from_xml(text).to_xml(escape=form)
    _assert_bounded(prompt)
    assert UnifiedPrompt.from_json(prompt.to_json()) == prompt


def _assert_bounded(prompt: UnifiedPrompt) -> None:
    """No text of the prompt holds a tag, opening or closing, of the name that bounds it or a region around it."""
    text = prompt.to_xml()
    names = re.findall(r"<((?:system_prompt|context|instructions)(?:_[0-9a-f]{8,})?)>", text)
    closing = re.findall(r"</((?:instructions)(?:_[0-9a-f]{8,})?)>\n", text)[-1]
    assert f"</{closing}>" not in prompt.instructions
    contents = [prompt.system_prompt or "", prompt.instructions, *(region.content for region in prompt.context)]
    for suffixed in {name for name in names if re.search(r"_[0-9a-f]{8,}$", name)}:
        if text.count(f"</{suffixed}>") == 1:
            assert all(f"</{suffixed}>" not in content.lower() for content in contents)


@given(_PROMPTS)
def test_any_prompt_comes_back_the_same_from_every_form(prompt: UnifiedPrompt) -> None:
    _assert_whole(prompt)


def test_ten_thousand_hostile_prompts_keep_their_borders(request: pytest.FixtureRequest) -> None:
    dice = random.Random(int(request.config.option.hypothesis_seed))
    for _ in range(10_000):
        _assert_whole(hostile.prompt(dice))


@pytest.mark.soak
def test_a_million_border_forging_texts_forge_none(request: pytest.FixtureRequest) -> None:
    dice = random.Random(int(request.config.option.hypothesis_seed))
    for _ in range(1_000_000):
        content = hostile.text(dice, 16)
        prompt = UnifiedPrompt("x", context=(Region("file", content, "a.py", dice.choice(("trusted", "untrusted"))),))
        assert UnifiedPrompt.from_xml(prompt.to_xml()) == prompt


def test_the_full_form_is_one_document_to_two_parsers(request: pytest.FixtureRequest) -> None:
    dice = random.Random(int(request.config.option.hypothesis_seed))
    for _ in range(1_000):
        prompt = hostile.prompt(dice)
        text = prompt.to_xml(escape="full")
        for root in (ET.fromstring(text), lxml.etree.fromstring(text.encode())):
            assert root.tag == "prompt"
            names = [child.tag for child in root]
            assert names.count("instructions") == 1
            assert [child.tag for child in root.iterfind("context/*")] == [region.type for region in prompt.context]


@given(_TEXTS)
def test_any_other_text_is_read_or_refused(text: str) -> None:
    try:
        prompt = UnifiedPrompt.from_xml(text)
    except PromptMalformed:
        return
    assert prompt.to_xml() == text or prompt.to_xml(escape="full") == text


@given(st.data())
def test_a_damaged_prompt_is_refused_or_reads_as_what_it_says(data: st.DataObject) -> None:
    text = data.draw(_PROMPTS).to_xml()
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + text[at + 1 :]
    try:
        prompt = UnifiedPrompt.from_xml(damaged)
    except PromptMalformed:
        return
    assert damaged in (prompt.to_xml(), prompt.to_xml(escape="full"))


@given(_TEXTS)
def test_nothing_in_a_neutralised_text_reads_as_a_tag_of_the_prompt(text: str) -> None:
    assert tag_names(NEUTRALISED.encode(text), STRUCTURE) == frozenset()


def test_nor_does_anything_in_hostile_ones(request: pytest.FixtureRequest) -> None:
    dice = random.Random(int(request.config.option.hypothesis_seed))
    for _ in range(5_000):
        assert tag_names(NEUTRALISED.encode(hostile.text(dice, 12)), STRUCTURE) == frozenset()
