"""A text is read as CommonMark has it, with places in code points, whatever it holds."""

import pytest

from remit.markup.places import Span
from remit.sanitize.markdown import Document, read

PROVES = ("S1", "S9")


def shown(document: Document, spans: list[Span]) -> list[str]:
    return [document.text[slice(*span)] for span in spans]


def test_setext_headings_are_headings_and_lines_of_a_long_fence_are_none() -> None:
    document = read("Title\n===\n\nSub\n---\n\n````\n```\n## no\n````\n\n## yes\n")

    assert [(heading.level, heading.title) for heading in document.headings] == [(1, "Title"), (2, "Sub"), (2, "yes")]


def test_a_heading_in_a_quotation_or_a_list_is_nested() -> None:
    document = read("> ## a\n\n- x\n\n  ## b\n\n## c\n")

    assert [(heading.title, heading.nested) for heading in document.headings] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]


def test_places_count_code_points() -> None:
    document = read("\u00e9\U0001f600 `\u00fc` <b>\n\n## \u65e5\u672c `x`\n")

    assert shown(document, [code.span for code in document.code]) == ["`\u00fc`", "`x`"]
    assert shown(document, [html.span for html in document.html]) == ["<b>"]
    assert shown(document, [heading.span for heading in document.headings]) == ["## \u65e5\u672c `x`\n"]


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("```\na\n```\n", True),
        ("```\na\n", False),
        ("````\na\n```\n", False),
        ("~~~\na\n~~~~  \n", True),
        ("```\na\n~~~\n", False),
        ("```", False),
        ("> ```\n> a\n> ```\n", True),
        ("```\n```", True),
    ],
)
def test_a_fence_is_closed_by_a_line_of_its_own_kind(text: str, closed: bool) -> None:
    assert [code.closed for code in read(text).code] == [closed]


def test_the_content_of_a_fence_stands_without_its_fences() -> None:
    code = read("```bash title=x\nnpm test\n```\n").code[0]

    assert (code.kind, code.text, code.info) == ("fence", "npm test\n", "bash title=x")


def test_an_item_says_only_its_own_first_paragraph() -> None:
    document = read("- [ ] a `b`\n  c\n  - [x] d\n\n    e\n- f\n\n  g\n1. [ ] h\n")

    assert [(document.text[slice(*item.own)], item.ticked) for item in document.items] == [
        ("a `b`\n  c", False),
        ("d", True),
        ("f", None),
        ("h", False),
    ]


def test_link_definitions_are_found_whether_used_titled_or_said_twice() -> None:
    document = read('[a] and [B  C]\n\n[a]: https://x "t"\n[a]: https://y\n[b c]: /z\n[d]: /w\n')

    assert [(document.text[slice(*d.span)], d.titled, d.used) for d in document.definitions] == [
        ('[a]: https://x "t"', True, True),
        ("[a]: https://y", False, False),
        ("[b c]: /z", False, True),
        ("[d]: /w", False, False),
    ]


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("[" * 700, 700),
        ("*a " * 700, 700),
        (">" * 700 + "a", 700),
        ("(a [b {c", 3),
        ("(a) [b] {c}", 1),
        ("`[[[[`", 0),
        ("*.py and *.md", 2),
        ("*a*\n\n[\n\n[\n", 1),
    ],
)
def test_depth_is_what_was_open_or_left_open_at_once(text: str, depth: int) -> None:
    assert read(text).depth == depth


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "*a ",
        ">",
        "- ",
        "\n",
        "<",
        "`",
        "`a",
        "[a](",
        "[a]: u\n",
        "<!--",
        "# a\n",
        "- [ ] a\n",
        "\u00e9`a` ",
        "  - a\n",
        "_a",
        "![",
        "\\",
    ],
)
def test_hostile_text_is_read_to_its_end(unit: str) -> None:
    text = unit * (60_000 // len(unit))

    assert read(text).text == text
