import random

import pyromark
import pytest

from remit.markup.scan import scan

PROVES = ("P3",)

_BLOCKS = (
    "```\n", "```py\n", "~~~\n", "````\n", "`a`", "``b`c``", "`", "text ", "\n", "\n\n", "- item\n", "> ", "1. x\n", "# h\n", "a\n",
)  # fmt: skip


def _regions(text: str) -> list[tuple[str, str]]:
    return [(region.name, text[region.inner_start : region.inner_end]) for region in scan(text).regions]


def _code(text: str) -> list[tuple[str, str]]:
    return [(code.kind, text[code.start : code.end]) for code in scan(text).code]


def test_a_region_runs_from_its_tag_to_its_own_closing_tag() -> None:
    assert _regions("a <issue>x</issue> b") == [("issue", "x")]


def test_regions_nest_and_stand_in_the_order_of_their_opening_tags() -> None:
    assert _regions("<a><b>x</b><c>y</c></a>") == [("a", "<b>x</b><c>y</c>"), ("b", "x"), ("c", "y")]


def test_regions_of_one_name_nest() -> None:
    assert _regions("<a>1<a>2</a>3</a>") == [("a", "1<a>2</a>3"), ("a", "2")]


def test_only_regions_in_no_other_are_outermost() -> None:
    found = scan("<a><b>x</b></a><c>y</c>").outermost
    assert [region.name for region in found] == ["a", "c"]


@pytest.mark.parametrize(
    "tag",
    ['<file path="a.py">', "<file path='a>b'>", "<file\n  path=x>", "<file path = y />".replace(" />", ">"), "<FILE>"],
)
def test_attributes_line_ends_and_case_make_no_other_tag(tag: str) -> None:
    assert [text for _, text in _regions(f"{tag}x</file >")] == ["x"]


@pytest.mark.parametrize("text", ["< a>x</a>", "<1>x</1>", "a < b and c > d", "<a x</a>", "<>", "</>", "<a\u200b>"])
def test_what_is_no_tag_opens_no_region(text: str) -> None:
    assert _regions(text) == []


def test_names_may_hold_hyphens_colons_dots_and_letters_of_any_script() -> None:
    text = "<prior-review>1</prior-review><x:y.z>2</x:y.z><größe>3</größe>"
    assert [name for name, _ in _regions(text)] == ["prior-review", "x:y.z", "größe"]


def test_an_empty_tag_is_no_region() -> None:
    found = scan("<br/> <img src='x' /> <a></a>")
    assert [tag.name for tag in found.empty] == ["br", "img"]
    assert [region.name for region in found.regions] == ["a"]


def test_what_has_no_partner_is_unclosed_or_stray() -> None:
    found = scan("<a><b></a></b></c>")
    assert [region.name for region in found.regions] == ["a"]
    assert [tag.name for tag in found.unclosed] == ["b"]
    assert [tag.name for tag in found.stray] == ["b", "c"]


@pytest.mark.parametrize(
    "code",
    ["`<a>`", "```\n<a>\n```\n", "~~~\n<a>\n~~~\n", "````\n```\n<a>\n````\n", "<!-- <a> -->", "- ```\n  <a>\n  ```\n"],
)
def test_a_tag_in_code_or_a_comment_opens_nothing(code: str) -> None:
    found = scan(f"{code} <b>x</b> </a>")
    assert [region.name for region in found.regions] == ["b"]
    assert [tag.name for tag in found.stray] == ["a"]


@pytest.mark.parametrize("code", ["```\n", "~~~~\n", "`", "<!-- ", "> ```\n"])
def test_a_region_ends_at_its_own_closing_tag_whatever_code_stands_open_in_it(code: str) -> None:
    assert _regions(f"<a>\n{code}x</a> <b>y</b>") == [("a", f"\n{code}x"), ("b", "y")]


def test_a_fence_that_is_open_at_a_regions_end_stops_there() -> None:
    text = "<a>\n```\nx</a> `y`"
    assert _code(text) == [("fence", "```\nx"), ("inline", "`y`")]


def test_a_region_may_begin_in_the_line_of_a_fence() -> None:
    assert _code("<a>```\nx\n```</a>") == [("fence", "```\nx\n```")]


def test_back_ticks_pair_by_length_and_within_their_block() -> None:
    assert _code("``a`b`` `c\n\nd` `e`") == [("inline", "``a`b``"), ("inline", "` `")]


def test_a_back_tick_fence_whose_line_holds_a_back_tick_is_a_code_span() -> None:
    assert _code("``` a ``` b") == [("inline", "``` a ```")]


def test_a_fence_in_a_quotation_ends_with_it() -> None:
    assert _code("> ```\n> a\nb `c`") == [("fence", "```\n> a"), ("inline", "`c`")]


def test_a_fence_in_a_list_item_ends_with_it() -> None:
    assert _code("- ```\n  a\nb `c`") == [("fence", "```\n  a"), ("inline", "`c`")]


def test_an_indented_fence_counts_in_a_list_item_alone() -> None:
    assert _code("- a\n\n    ```\n    <b>x</b>\n    ```\n") == [("fence", "```\n    <b>x</b>\n    ```")]
    assert _code("a\n\n    ```\n    x\n\n<b>y</b>") == []


def test_an_unclosed_comment_counts_at_the_start_of_a_line_alone() -> None:
    assert _code("<!-- a <b>x</b>") == [("comment", "<!-- a <b>x</b>")]
    assert _code("a <!-- b") == []


def test_code_is_what_a_commonmark_parser_says_it_is(request: pytest.FixtureRequest) -> None:
    dice = random.Random(int(request.config.option.hypothesis_seed))
    differing = 0
    for _ in range(3_000):
        text = "".join(dice.choices(_BLOCKS, k=dice.randrange(1, 8)))
        differing += [(code.kind, code.start) for code in scan(text).code] != _code_of_parser(text)
    # Left over are fences in quotations in lists and other containers in containers.
    assert differing < 60


def _code_of_parser(text: str) -> list[tuple[str, int]]:
    found = set()
    for event, span in pyromark.events_with_range(text):
        if isinstance(event, dict):
            start = event.get("Start")
            if "Code" in event:
                found.add(("inline", span["start"]))
            if isinstance(start, dict) and start.get("CodeBlock", "Indented") != "Indented":
                found.add(("fence", span["start"]))
    return sorted(found, key=lambda code: code[1])
