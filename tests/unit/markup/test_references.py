import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.markup.escaping import escape_attribute, escape_text, unescape
from remit.markup.references import AT_SIGNS, NOT_XML, Encoding

PROVES = ("P11", "P3")

_TEXTS = st.text(st.sampled_from(list("@&amp;#640 \n\x00\x1b\uffffx")))


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("@src/a.py", "&#64;src/a.py"),
        ("a@b.com", "a&#64;b.com"),
        ("@@ -1,3 +1,4 @@", "@@ -1,3 +1,4 @@"),
        ("@@x", "@&#64;x"),
        ("@ x @\n@\tx", "@ x @\n@\tx"),
        ("&#64;", "&amp;#64;"),
        ("&amp;#64;", "&amp;amp;#64;"),
        ("&amp; &#65; & x", "&amp; &#65; & x"),
        ("@&#64;@", "&#64;&amp;#64;@"),
    ],
)
def test_an_at_sign_before_anything_but_white_space_or_another_becomes_a_reference(text: str, encoded: str) -> None:
    assert AT_SIGNS.encode(text) == encoded
    assert AT_SIGNS.decode(encoded) == text


@given(_TEXTS)
def test_every_encoding_is_undone(text: str) -> None:
    for encoding in (AT_SIGNS, NOT_XML):
        assert encoding.decode(encoding.encode(text)) == text


@given(_TEXTS)
def test_no_at_sign_is_left_for_a_program_to_expand(text: str) -> None:
    encoded = AT_SIGNS.encode(text)
    assert all(encoded[at + 1 : at + 2] in ("", " ", "\n", "@", "&") for at, char in enumerate(encoded) if char == "@")


def test_a_long_run_of_ampersands_costs_no_more_than_its_length() -> None:
    text = "&amp;" * 200_000 + "&" * 200_000
    assert AT_SIGNS.decode(AT_SIGNS.encode(text)) == text


def test_two_encodings_of_one_text_are_undone_in_turn() -> None:
    dots = Encoding(pattern=r"\.", bodies=((".", "#46"),), hint=".")
    text = "@a.b &#46; &#64;"
    assert AT_SIGNS.decode(dots.decode(dots.encode(AT_SIGNS.encode(text)))) == text


@given(st.text())
def test_escaping_is_undone(text: str) -> None:
    assert unescape(escape_text(text)) == text
    assert unescape(escape_attribute(text)) == text


@given(st.text())
def test_an_escaped_attribute_stands_on_one_line_between_its_quotes(text: str) -> None:
    escaped = escape_attribute(text)
    assert '"' not in escaped
    assert "<" not in escaped
    assert len(escaped.splitlines()) <= 1


@pytest.mark.parametrize("text", ["&nbsp;", "&#99999999;", "&#55296;", "& ", "&#x41;"])
def test_a_reference_that_was_never_written_stays(text: str) -> None:
    assert unescape(text) == text
