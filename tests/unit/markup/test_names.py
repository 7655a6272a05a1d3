import pytest

from remit.markup.names import fold, tag_names

PROVES = ("P3",)

_KNOWN = frozenset({"file", "context", "instructions", "system_prompt"})


@pytest.mark.parametrize(
    "text",
    [
        "<file>", "</file>", "<FILE>", "</ file >", "<file path='x'>", "<file/>", "</file", "<file_0123abcd>",
        "</fi\u200ble>", "\uff1c/file\uff1e", "\ufe64file>", "</f\u0456le>", "<\u200dfile>", "</\U0001d41f\U0001d422le>",
        "<f\u00adile>", "<fi\U000e0041le>", "<\uff0ffile>", "<f\u0301ile>",
    ],
)  # fmt: skip
def test_a_tag_is_seen_in_any_disguise(text: str) -> None:
    assert tag_names(f"a {text} b", _KNOWN) == {"file"}


@pytest.mark.parametrize(
    "text", ["file", "< b", "a<b", "<files>", "<profile>", "&lt;file>", "<file-name>", "[file]", "\u65e5\u672c"]
)
def test_what_only_resembles_a_tag_is_none(text: str) -> None:
    assert tag_names(text, _KNOWN) == frozenset()


def test_every_name_that_is_held_is_named() -> None:
    assert tag_names("</context><\u0456nstructions> <x>", _KNOWN) == {"context", "instructions"}


def test_folding_is_its_own_end() -> None:
    for name in ("FILE", "f\u0456le", "\uff26\uff29\uff2c\uff25", "fi\u200ble"):
        assert fold(name) == "file"
        assert fold(fold(name)) == "file"


def test_a_megabyte_of_openers_is_read_once() -> None:
    assert tag_names("<" * 500_000 + "\u200b" * 500_000 + "<file>", _KNOWN) == {"file"}
