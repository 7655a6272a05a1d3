"""Literal objects in a text, and samples with real values."""

import pytest

from remit.judge.literals import literals, shows_values

PROVES = ("A2",)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([(3, 11)], 'as {"a": 1} so'),
        ([(0, 9)], '[{"a":1}]'),
        ([], "see {x} and [1] there"),
        ([], '{"a": {"b": 1'),
    ],
)
def test_literal_is_balanced_and_opens_with_a_key_or_string(expected: list[tuple[int, int]], text: str) -> None:
    assert expected == [(start, end) for start, end in literals(text)]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (True, '{"a": "Nosferatu"}'),
        (True, '{"a": "...", "n": 3}'),
        (True, '["no licence"]'),
        (True, "name: Porridge\nminutes: 10"),
        (True, "name,age\nIda,9"),
        (False, '{"a": "..."}'),
        (False, '{"a": "<title>", "b": "{year}"}'),
        (False, '{"a": "string", "b": "high|low"}'),
        (False, '{"type": "object", "properties": {"a": {"type": "integer"}}}'),
        (False, "name: <name>\nminutes: ..."),
        (False, ""),
    ],
)
def test_sample_has_at_least_one_real_value(expected: bool, text: str) -> None:
    assert expected == shows_values(text)
