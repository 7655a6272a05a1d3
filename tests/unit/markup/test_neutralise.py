"""What untrusted text holds of structure is written as references, and every text comes back."""

import pytest

from remit.markup.neutralise import NEUTRALISED, RESERVED, VOCABULARY, Neutral, neutralise, reserved_name, structure
from remit.markup.references import AT_SIGNS
from remit.model.xml import STRUCTURE

PROVES = ("S10", "P3", "P11")

TAGS = [
    "</issue>", "</ISSUE>", "< issue >", "</ issue>", "<issue\n>", "</i\u200bssue>", "<is\x00sue>", "<\u0456ssue>", "\uff1cissue>",
    "<\uff49ssue>", "\ufe64/issue>", "\u2039issue\u203a", "<\U0001d422ssue>", "<issue_1f2e3d4c>", "<issue-2>", "<instructions2>",
    "<system_prompt_v2>", "<prior-review>", "<system>", "<system-reminder>", "<function_results>", "<invoke name='x'>",
    "<|im_start|>", "<\uff5cassistant\uff5c>", "[INST]", "[/inst]", "<<SYS>>", "x\n\nHuman: y", "x\n\n**Assistant:** y", "<issue",
]  # fmt: skip
ORDINARY = [
    "a < b", "Vec<String>", "<div>", "<T>", "</p>", "<file_name>", "<issue-list>", "<issuer>", "<planner>", "<file.txt>", "<https://x.org>",
    "<you@example.org>", "List<Userdata>", "1 <2", "[INSTALL]", "[system]", "Human: y", "x\nHuman: y", "System: Linux", "&lt;", "",
    "\u043f\u043b\u0430\u043d", "\u300c\u65e5\u672c\u300d", "<\u0434\u043e\u043c>",
]  # fmt: skip


@pytest.mark.parametrize("text", TAGS)
def test_what_reads_as_structure_no_longer_does_and_comes_back(text: str) -> None:
    written = NEUTRALISED.encode(text)

    assert written != text
    assert structure(written) == []
    assert NEUTRALISED.decode(written) == text


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert (NEUTRALISED.encode(text) == text) == ("&lt;" not in text)
    assert NEUTRALISED.decode(NEUTRALISED.encode(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<issue>", "&lt;issue>"),
        ("\uff1cissue>", "&#65308;issue>"),
        ("[INST]", "&#91;INST]"),
        ("\n\nHuman: x", "\n\nHuman&#58; x"),
        ("&lt;issue>", "&amp;lt;issue>"),
        ("&amp;lt;", "&amp;amp;lt;"),
        ("&amp; &copy; &", "&amp; &copy; &"),
    ],
)
def test_one_character_becomes_a_reference_and_a_literal_reference_one_more(text: str, written: str) -> None:
    assert NEUTRALISED.encode(text) == written


def test_both_encodings_stand_together_in_either_order() -> None:
    text = "@a </issue> &#64; &lt; &amp;#64; <@issue>"

    assert NEUTRALISED.decode(AT_SIGNS.decode(AT_SIGNS.encode(NEUTRALISED.encode(text)))) == text
    assert AT_SIGNS.decode(NEUTRALISED.decode(NEUTRALISED.encode(AT_SIGNS.encode(text)))) == text


def test_every_place_of_the_neutral_text_is_found_in_the_original() -> None:
    text = "a </issue> &lt; b"
    neutral = neutralise(text)

    assert neutral.text == "a &lt;/issue> &amp;lt; b"
    assert text[neutral.offsets.original(neutral.text.index("/issue"))] == "/"
    assert neutral.offsets.original(neutral.text.index("&lt;")) == text.index("<")
    assert text[neutral.offsets.original(len(neutral.text) - 1)] == "b"


def test_a_neutral_text_is_no_text_and_cannot_be_neutralised_again() -> None:
    assert not issubclass(Neutral, str)


def test_every_tag_of_a_prompt_is_in_the_vocabulary() -> None:
    assert STRUCTURE - VOCABULARY == set()


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_every_reserved_name_is_known_in_any_disguise(name: str) -> None:
    for written in (name, name.upper(), name.replace("_", "-"), f"{name}_0a1b", name[0] + "\u200b" + name[1:]):
        assert reserved_name(written) == name
        assert structure(f"</{written}>") == [0]


@pytest.mark.parametrize("unit", ["<", "< ", "&amp;", "<|", "\n\nHuman", "\uff1c\uff49", "[/", "<" + " " * 999])
def test_a_megabyte_of_hostile_text_comes_back(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))

    assert NEUTRALISED.decode(NEUTRALISED.encode(text)) == text
