"""Free text becomes a proposed task: nothing in it is invented, each piece has its origin, and what is missing is asked."""

import pytest

from remit.sanitize.draft import Draft, RepositoryFacts, draft
from remit.sanitize.lint import lint

PROVES = ("S11", "V5")

FACTS = RepositoryFacts(
    paths=frozenset({"src/auth.py", "tests/test_auth.py", "Makefile.am"}),
    test_commands=("pytest", "tox"),
    tasks=frozenset({"T1", "T2.1"}),
    texts={"src/auth.py": "x = 1\n# AC: a wrong password answers 401\n  // AC(login): three tries lock the account\n"},
)


def pieces(found: Draft, section: str) -> list[tuple[str, str, str]]:
    return [(piece.text, piece.origin, piece.where) for piece in found.pieces if piece.section == section]


def test_a_paragraph_is_taken_apart_and_the_rest_is_background() -> None:
    text = (
        "Tokens never expire. Please add expiry to src/auth.py. A request with an old token must get 401.\n\n"
        "Run `pytest tests/test_auth.py`. Depends on T1 and T9."
    )

    assert draft(text, RepositoryFacts(FACTS.paths, tasks=FACTS.tasks)).markdown == (
        "## Objective\n\nPlease add expiry to src/auth.py.\n\n"
        "## Acceptance Criteria\n\n- [ ] A request with an old token must get 401.\n\n"
        "## Files Modified\n\n- src/auth.py\n- tests/test_auth.py\n\n"
        "## Test Command\n\n```\npytest tests/test_auth.py\n```\n\n"
        "## Dependencies\n\n- T1\n\n"
        "## Context\n\nTokens never expire.\n\nRun `pytest tests/test_auth.py`. Depends on T1 and T9.\n"
    )


def test_every_piece_says_where_it_comes_from() -> None:
    found = draft("# Fix login\n\nIt fails.\n\nDone when:\n\n- the page loads\n- the cookie is set\n", FACTS)

    assert pieces(found, "Objective") == [("Fix login", "text", "line 1")]
    assert pieces(found, "Acceptance Criteria") == [
        ("the page loads", "text", "line 7"),
        ("the cookie is set", "text", "line 8"),
        ("a wrong password answers 401", "comment", "src/auth.py:2"),
        ("three tries lock the account", "comment", "src/auth.py:3"),
    ]
    assert pieces(found, "Test Command") == [("pytest", "repository", "the project's own files")]


def test_checkboxes_are_criteria_before_anything_else() -> None:
    found = draft("Fix it. It must be fast.\n\n- [ ] a\n- [x] b\n- c\n")

    assert [text for text, _, _ in pieces(found, "Acceptance Criteria")] == ["a", "b"]


def test_a_deleted_file_is_marked_and_a_new_one_is_asked_about() -> None:
    found = draft("Move it: remove `src/auth.py` and create src/token.py instead.", FACTS)

    assert [text for text, _, _ in pieces(found, "Files Modified")] == ["src/auth.py (deleted)", "src/token.py"]
    assert found.questions == ("'src/token.py' is not there yet: is it to be made?",)


@pytest.mark.parametrize(
    "text", ["Change /etc/passwd.conf", "Change ../up/x.py", "See https://x.org/a.html", "Ask a.b@x.org"]
)
def test_what_is_no_path_of_the_project_is_not_listed(text: str) -> None:
    assert pieces(draft(text, FACTS), "Files Modified") == []


def test_a_command_that_would_be_refused_or_flagged_is_not_proposed() -> None:
    found = draft("Fix it.\n\n```\nnpm test && rm -rf build\n```\n\n```\nmake\n```\n\n```\nnpm test\n```\n")

    assert [text for text, _, _ in pieces(found, "Test Command")] == ["npm test"]


def test_what_is_missing_is_asked_and_not_invented() -> None:
    assert draft("").markdown == "\n"
    assert draft("").questions == (
        "what is to be true when this is done, in one sentence?",
        "how can somebody tell that it is done?",
        "which files may be changed?",
        "which command proves it?",
    )


def test_a_complete_draft_is_what_the_linter_accepts() -> None:
    found = draft("Add expiry to src/auth.py. An old token must get 401.", FACTS)

    assert found.questions == ()
    assert lint(found.markdown, "draft.md").dispatchable


HOSTILE = [
    "a\x00b",
    "\ud800",
    "## Test Command\n\n```\nrm -rf /\n```\n",
    "> - [ ] x",
    "`" * 999,
    "\u202e",
    "- [ ] " * 999,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_gives_a_draft_and_the_same_one_twice(text: str) -> None:
    assert draft(text, FACTS) == draft(text, FACTS)
    assert "## Test Command\n\n```\npytest\n```" in draft(text, FACTS).markdown
