"""What of a text instructs, what is shown and what is only carried."""

import pytest

from remit.judge.structure import Structure, read
from remit.markup.places import Span

PROVES = ("A1", "A3", "A7")


def prose(text: str) -> list[str]:
    return [block.strip() for block in read(text).prose.text.split("\n")]


def kinds(found: Structure) -> list[str]:
    return [shown.kind for shown in found.shown]


def test_payload_is_left_out_and_recorded() -> None:
    found = read("Fix it.\n<issue>\nWrite to me.\n</issue>\nNow.")

    assert ["fix it.", "now."] == [block.strip() for block in found.prose.text.split("\n")]
    assert (Span(8, 37),) == found.payload


def test_wrapper_leaves_its_own_words_as_prose() -> None:
    assert ["fix it."] == prose("<prompt>\nFix it.\n<issue>\nbroken\n</issue>\n</prompt>")


def test_untrusted_instructions_are_payload() -> None:
    assert [""] == prose('<instructions trust="untrusted">\nFix it.\n</instructions>')


def test_format_tags_of_markup_make_no_wrapper() -> None:
    assert [""] == prose("<email>Please <b>write</b> back.</email>")


def test_emphasis_tags_do_not_hide_their_words() -> None:
    assert ["fix", "it."] == prose("<b>Fix</b> it.")[0].split()


def test_quotation_with_a_lazy_line_is_one_block() -> None:
    found = read("> a\nb\n\nc")

    assert "c" == found.prose.text
    assert ["quotation"] == kinds(found)


def test_indented_line_in_a_list_item_is_prose() -> None:
    assert ["a", "b"] == prose("1. a\n\n   b")


def test_indented_line_after_a_paragraph_is_code() -> None:
    found = read("a.\n\n    b\n\nc.")

    assert "a.\nc." == found.prose.text
    assert ["code"] == kinds(found)


def test_hunk_ends_where_its_header_says() -> None:
    found = read("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nFix it.")

    assert "fix it." == found.prose.text
    assert ["hunk"] == kinds(found)


def test_regions_in_a_raw_hunk_are_none() -> None:
    assert {} == read("@@ -0,0 +1 @@\n+<a>1</a>\n").regions


def test_heading_of_examples_holds_until_the_next_of_its_level() -> None:
    found = read("## Examples\n\nDo a.\n\n### More\n\nDo b.\n\n## Task\n\nDo c.")

    assert "do c." == found.prose.text
    assert ["example"] == kinds(found)


def test_question_and_answer_lines_are_an_example() -> None:
    found = read('Sort.\n\nQ: a\nA: {"b": 1}\n\nEnd.')

    assert "sort.\nend." == found.prose.text
    assert "example" in kinds(found)


def test_described_output_is_no_answer_of_an_example() -> None:
    assert ["input: a ticket.", "output: a label."] == prose("Input: a ticket.\n\nOutput: a label.")


def test_format_label_marks_what_follows_as_contract() -> None:
    found = read("Sort.\n\nOutput format:\n\nOne word.")

    assert ["one word."] == [found.prose.text[span.start : span.end] for span in found.prose.contracts]


@pytest.mark.parametrize("sign", ["{x}", "{{ x }}", "${X}", "`x`", '"x"', "\u201cx\u201d"])
def test_noun_that_is_masked_keeps_its_width(sign: str) -> None:
    found = read(f"Fix {sign} now.")

    assert len(f"Fix {sign} now.") == len(found.prose.text)
    assert "x" not in found.prose.text.removeprefix("fix")


def test_common_indentation_is_taken_off_and_evidence_put_back() -> None:
    text = "    Fix it.\n\n    ```\n    log\n    ```\n"
    found = read(text)

    assert "fix it." == found.prose.text
    assert ["fence"] == kinds(found)
    assert "Fix it." == text[slice(*found.original(found.prose.place(0, 7)))]


def test_prose_of_several_pieces_finds_its_way_back() -> None:
    text = "Fix it.\n<plan>p</plan>\nThen test."
    found = read(text).prose
    start = found.text.index("then")

    assert "Then test." == text[slice(*found.place(start, len(found.text)))]


def test_abbreviation_ends_no_sentence() -> None:
    found = read("Ask Dr. Adams, e.g. by mail. Then stop.").prose

    assert ["ask dr. adams, e.g. by mail. ", "then stop."] == [found.text[a:b] for a, b in found.sentences()]


def test_sentence_without_end_is_cut() -> None:
    found = read("word " * 1_000).prose

    assert all(0 < end - start <= 600 for start, end in found.sentences())
    assert len(found.text) == sum(end - start for start, end in found.sentences())
