"""Every reason code has its words and its page, and the page's own examples are true."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

import pytest

import remit
from remit.sanitize.codes import CODES
from remit.sanitize.dependencies import Surroundings
from remit.sanitize.values import FIELDS, Field, ValueContext, check_value

PROVES = ("A4", "S8")

PACKAGE = Path(remit.__file__).parent
PAGES = PACKAGE / "pages" / "codes"
SECTIONS = ["Why", "Example", "What happens", "Known misses"]

FAMILIES = "|".join(sorted({code.partition(".")[0] for code in CODES}))
WRITTEN = re.compile(rf'"((?:{FAMILIES})\.[a-z_]+)"')
FENCE = re.compile(r"^(`{3,})(text|json) (refused|instead) (\w+)\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)

CONTEXT = ValueContext(
    Surroundings(
        "T001",
        frozenset({"T001", "T002", "T003", "T1"}),
        {"T001": [], "T002": [], "T003": ["T001"], "T9": [], "T1": []},
    )
)


class Example(NamedTuple):
    code: str
    kind: str
    field: Field
    text: str


def examples() -> Iterator[Example]:
    for page in sorted(PAGES.glob("*.md")):
        for _, form, kind, field, text in FENCE.findall(page.read_text(encoding="utf-8")):
            yield Example(page.stem, kind, cast(Field, field), json.loads(text) if form == "json" else text)


EXAMPLES = list(examples())


def used_codes() -> set[str]:
    sources = [*(PACKAGE / "sanitize").rglob("*.py"), *(PACKAGE / "paths").rglob("*.py")]
    return {code for source in sources for code in WRITTEN.findall(source.read_text(encoding="utf-8"))}


def test_every_code_that_is_raised_has_its_words() -> None:
    assert used_codes() - CODES.keys() == set()


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(CODES) == sorted(page.stem for page in PAGES.glob("*.md"))


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_has_its_form(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")

    assert text.startswith(f"# {code}\n\n{CODES[code].message[0].upper()}")
    assert [heading for heading in re.findall(r"^## (.+)$", text, re.MULTILINE) if heading in SECTIONS] == SECTIONS


def test_most_pages_have_examples_that_are_tried() -> None:
    assert len(EXAMPLES) > 1.5 * len(CODES)
    assert {example.field for example in EXAMPLES} == set(FIELDS)


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{example.code}-{example.kind}" for example in EXAMPLES])
def test_a_page_says_the_truth(example: Example) -> None:
    codes = check_value(example.field, example.text, CONTEXT).codes

    assert (example.code in codes) == (example.kind == "refused")


def test_messages_are_one_line_in_lower_case_without_a_full_stop() -> None:
    assert [
        code
        for code, words in CODES.items()
        for text in (words.message, words.help)
        if "\n" in text or text.endswith(".") or (text[0].isupper() and not text[:2].isupper())
    ] == []
