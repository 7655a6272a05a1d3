"""What the letter of the standard reads: bare tags, whole words, the lead outside blocks."""

from remit.judge.letter import Letter, fold
from remit.judge.scoring import score
from remit.markup.places import Span

PROVES = ("A3", "A7")


def test_block_ends_at_the_next_closing_tag_of_its_name() -> None:
    text = "<a>1<b>2</a>3</b></a>"

    assert (("a", Span(0, 12)), ("b", Span(4, 17))) == Letter(text).blocks


def test_tag_with_an_attribute_opens_no_block() -> None:
    assert () == Letter('<a id="1">text</a>').blocks


def test_word_is_found_only_where_it_stands_alone() -> None:
    text = "relist a listing, then list"

    assert Span(23, 27) == Letter(text).word(("list",))


def test_last_word_is_not_a_part_of_another() -> None:
    text = "Review it. A review_id and previews."

    assert Span(0, 6) == Letter(text).last_word(("review",))


def test_word_beside_a_letter_of_another_script_does_not_stand_alone() -> None:
    assert None is Letter("éjson jsonß").word(("json",))


def test_lead_leaves_out_from_an_opening_tag_to_the_next_closing_tag_of_any_name() -> None:
    assert "a c" == Letter("A <x>b<y>b</y>c").lead.text


def test_opening_tag_that_nothing_closes_stays_in_the_lead() -> None:
    assert "a <x>b" == Letter("A <x>b").lead.text


def test_evidence_after_a_block_is_placed_in_the_whole_text() -> None:
    text = "<plan>x</plan>\nNow summarize it."
    found = score(text, "adr-0043").criteria[0]

    assert ("Pass", "summarize") == (found.verdict, text[slice(*found.span or ())])


def test_folding_keeps_every_offset() -> None:
    text = "\u0130stanbul \u0131 \u017f \u212a \u1e9e"

    assert len(text) == len(fold(text))
    assert "istanbul i s k" == fold(text)[:14]


def test_example_tag_that_never_ends_is_no_example() -> None:
    assert "Fail" == score("Return JSON. <example and so on", "adr-0043").criteria[3].verdict


def test_largest_block_is_measured_with_its_tags() -> None:
    filling = "x" * 6_000
    text = f"<a>{filling}</a> summarize <b>{filling}.</b> end"

    assert "Fail" == score(text, "adr-0043").criteria[5].verdict
    assert "Pass" == score(f"{text} and decide", "adr-0043").criteria[5].verdict
