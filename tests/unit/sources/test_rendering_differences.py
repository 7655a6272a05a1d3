import pytest

from remit.sources.rendering_differences import difference

PROVES = ("G1",)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("same", "same", ""),
        (
            "On 2026-01-01.",
            "On 2026-01-02.",
            "the clock differs between two renderings: line 1 has '2026-01-01.' and '2026-01-02.'",
        ),
        ("a\nat 09:15", "a\nat 23:15", "the clock differs between two renderings: line 2 has '09:15' and '23:15'"),
        (
            "<A at 0x7f00aa00>",
            "<A at 0x7f00aa10>",
            "an object's address differs between two renderings: line 1 has '0x7f00aa00>' and '0x7f00aa10>'",
        ),
        (
            "id c963f3c2-5d8e-459f-8acd-0242ac120002",
            "id 422e9df8-16bf-456a-b35c-0242ac120002",
            (
                "a random id differs between two renderings: line 1 has 'c963f3c2-5d8e-459f-8acd-0242ac120002' and "
                "'422e9df8-16bf-456a-b35c-0242ac120002'"
            ),
        ),
        ("a, b, c", "b, c, a", "the order differs between two renderings: line 1 has 'a, b, c' and 'b, c, a'"),
        ("7 files", "8 files", "a number differs between two renderings: line 1 has '7 files' and '8 files'"),
        (
            "in /tmp/remit-ab_1/work",
            "in /tmp/remit-cd_2/work",
            "the working folder differs between two renderings: line 1 has '/tmp/remit-ab_1/work' and '/tmp/remit-cd_2/work'",
        ),
        ("hello", "goodbye", "the text differs between two renderings: line 1 has 'hello' and 'goodbye'"),
        ("a", "a b", "the text differs between two renderings: line 1 has 'a' and 'a b'"),
        (
            "0x7f00aa00 on 2026-01-01",
            "0x7f00aa10 on 2026-01-02",
            (
                "an object's address and the clock differs between two renderings: line 1 has '0x7f00aa00 on 2026-01-01' and "
                "'0x7f00aa10 on 2026-01-02'"
            ),
        ),
    ],
)
def test_a_difference_is_named_by_its_kind_and_first_place(first: str, second: str, expected: str) -> None:
    assert expected == difference(first, second)


def test_a_long_line_is_cut() -> None:
    assert difference("x" * 500, "y" * 500).endswith(f"line 1 has '{'x' * 40}…' and '{'y' * 40}…'")
