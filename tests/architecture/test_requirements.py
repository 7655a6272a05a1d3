"""The manifest of requirements and the tests that prove them, checked both ways; it must not know what they require."""

import ast

import pytest

from tests.requirements import REQUIREMENTS, ROOT, claims, claims_of, proofs, table

IDS = frozenset(requirement.id for requirement in REQUIREMENTS)
GROUPS = {"P": 11, "A": 11, "G": 8, "S": 11, "T": 8, "V": 5, "R": 5, "D": 4, "E": 4, "U": 6}


def test_every_id_stands_in_the_manifest_once_and_in_order() -> None:
    expected = [f"{group}{number}" for group, last in GROUPS.items() for number in range(1, last + 1)]

    assert expected == [requirement.id for requirement in REQUIREMENTS]


def test_every_claim_names_a_known_id_once() -> None:
    assert {path: ids for path, ids in claims().items() if not IDS.issuperset(ids) or len(set(ids)) < len(ids)} == {}


def test_every_claim_stands_in_a_module_that_holds_tests() -> None:
    def has_tests(path: str) -> bool:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        return any(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in ast.walk(tree))

    assert [path for path in claims() if not has_tests(path)] == []


def test_what_is_built_or_partly_built_is_proven() -> None:
    assert [each.id for each in REQUIREMENTS if each.state != "not yet" and not proofs(each)] == []


def test_what_is_not_yet_built_is_claimed_by_no_test() -> None:
    assert {each.id: proofs(each) for each in REQUIREMENTS if each.state == "not yet" and proofs(each)} == {}


def test_what_is_missing_is_said_where_it_is_partly_built_and_only_there() -> None:
    assert [each.id for each in REQUIREMENTS if (each.state == "partly") is not bool(each.missing)] == []


def test_the_table_has_a_row_for_each() -> None:
    assert [row.split()[0] for row in table().splitlines()] == [each.id for each in REQUIREMENTS]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('PROVES = ("P8", "P9")\n', ("P8", "P9")),
        ('PROVES: tuple[str, ...] = ("D1",)\n', ("D1",)),
        ('def test_a() -> None:\n    PROVES = ("P8",)\n', ()),
        ("", ()),
    ],
)
def test_a_claim_is_read_from_the_module_itself(source: str, expected: tuple[str, ...]) -> None:
    assert claims_of(source) == expected
