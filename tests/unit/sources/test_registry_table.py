import pytest

from remit.sources.registry_table import TableEntry, decode

PROVES = ("G1", "G8")


def test_entries_of_builders_and_of_files_are_taken() -> None:
    entries, problems = decode(
        [
            {"name": "triage", "builder": "bot.triage:Bot.build", "fixtures": {"a": {"x": 1}}, "payload": {"x": 9}},
            {"files": "prompts/*.md", "category": "writing"},
        ]
    )

    assert () == problems
    assert (
        TableEntry("triage", "bot.triage:Bot.build", fixtures={"a": {"x": 1}}, payload={"x": 9}),
        TableEntry(files="prompts/*.md", category="writing"),
    ) == entries


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"nam": "a", "files": "x"}, "unknown key 'prompts.nam', did you mean 'name'?"),
        ({"name": "a"}, "a prompt is registered by 'builder' or by 'files', expected one of them"),
        (
            {"name": "a", "builder": "b:c", "files": "x"},
            "a prompt is registered by 'builder' or by 'files', expected one of them",
        ),
        ({"builder": "b:c"}, "'prompts.name' is expected: letters, digits, '.', '_' and '-'"),
        ({"name": "a b", "builder": "b:c"}, "'prompts.name' is expected: letters, digits, '.', '_' and '-'"),
        ({"name": "a", "builder": "b.c"}, "'prompts.builder' is 'b.c', expected module:name"),
        (
            {"name": "a", "files": "x"},
            "'prompts.name' stands beside 'prompts.files', whose prompts have names of their own",
        ),
        ({"files": 3}, "'prompts.files' is no text that says something"),
        (
            {"files": "x", "payload": {"a": "b"}},
            "'prompts.payload.a' is no number of characters, expected a whole number from 1",
        ),
        ({"files": "x", "payload": 3}, "'prompts.payload' is no table"),
        (
            {"files": "x", "fixtures": {"a": 3}},
            "'prompts.fixtures.a' is no table of arguments: [prompts.fixtures.NAME] holds them",
        ),
        (
            {"files": "x", "fixtures": {}, "fixtures_file": "y"},
            "'prompts.fixtures' and 'prompts.fixtures_file' exclude each other",
        ),
        ("a", "an entry of 'prompts' is no table, expected [[prompts]]"),
    ],
)
def test_what_cannot_be_taken_is_said_with_its_number(entry: object, expected: str) -> None:
    entries, problems = decode([{"files": "good"}, entry])

    assert (TableEntry(files="good"),) == entries
    assert [(1, expected)] == list(problems)


def test_a_table_in_place_of_a_list_is_said() -> None:
    assert ((), ((0, "'prompts' is no list of tables, expected [[prompts]]"),)) == decode({"a": 1})
