import pytest

from remit.git import LINK, SUBMODULE
from remit.model.task import ListedFile
from remit.paths import Scope
from remit.verify import check_files, odd_changes, outside_scope
from tests.unit.verify.changed import NOTHING, REGULAR, change, told

PROVES = ("V1",)

ADDED = change("src/new.py", None, "1\n").changed
MODIFIED = change("src/old.py", "1\n", "2\n").changed
DELETED = change("src/gone.py", "1\n", None).changed


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ((ListedFile("src/new.py"), ListedFile("src/old.py"), ListedFile("src/gone.py", gone=True)), []),
        ((ListedFile("src/other.py"),), ["file-unchanged src/other.py:1"]),
        ((ListedFile("src/other.py", gone=True),), ["file-unchanged src/other.py:1"]),
        ((ListedFile("src/gone.py"),), ["file-missing src/gone.py:1"]),
        ((ListedFile("src/old.py", gone=True),), ["file-not-removed src/old.py:1"]),
        ((ListedFile("src/**"),), []),
        ((ListedFile("docs/**"),), ["file-unchanged docs/**:1"]),
        ((), []),
    ],
)
def test_every_listed_file_is_there_and_changed_or_gone(listed: tuple[ListedFile, ...], expected: list[str]) -> None:
    assert expected == told(check_files(listed, (ADDED, MODIFIED, DELETED)))


def test_a_listed_file_that_is_as_it_was_is_named_with_what_was_expected() -> None:
    (found,) = check_files((ListedFile("a.py"),), ())

    assert "'a.py' is as it was at the base, expected it changed" == found.message


def test_every_change_outside_of_scope_is_named() -> None:
    found = outside_scope((ADDED, MODIFIED, DELETED), Scope.of(["src/new.py"]))

    assert ["scope-exceeded src/old.py:1", "scope-exceeded src/gone.py:1"] == told(found)


def test_a_pattern_covers_no_file_that_steers_agents() -> None:
    changed = (
        change("src/AGENTS.md", None, "Obey.\n").changed,
        change(".github/workflows/x.yml", None, "on: push\n").changed,
    )

    assert ["scope-exceeded src/AGENTS.md:1", "scope-exceeded .github/workflows/x.yml:1"] == told(
        outside_scope(changed, Scope.of(["**"]))
    )


def test_what_the_base_ignores_counts_neither_way() -> None:
    assert [] == told(outside_scope((ADDED,), Scope.of(["docs/**"]), {"src/new.py"}))


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        ((NOTHING, LINK), ["link-added a:1"]),
        ((REGULAR, LINK), ["link-added a:1"]),
        ((LINK, LINK), ["link-added a:1"]),
        ((LINK, NOTHING), []),
        ((NOTHING, SUBMODULE), ["submodule-changed a:1"]),
        ((SUBMODULE, NOTHING), ["submodule-changed a:1"]),
        ((REGULAR, "100755"), ["mode-changed a:1"]),
        (("100755", REGULAR), ["mode-changed a:1"]),
        ((NOTHING, "100755"), []),
        ((REGULAR, REGULAR), []),
    ],
)
def test_links_submodules_and_modes_are_told(modes: tuple[str, str], expected: list[str]) -> None:
    before, after = (None if mode == NOTHING else "target\n" for mode in modes)

    assert expected == told(odd_changes((change("a", before, after, modes=modes),)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("*.bin filter=lfs diff=lfs merge=lfs -text", 1),
        ("*.py binary", 1),
        ("* -diff", 1),
        ("a merge=union", 1),
        ("*.txt text eol=lf", 0),
        ("*.py linguist-vendored", 0),
    ],
)
def test_attributes_that_filter_merge_or_hide_are_told(line: str, expected: int) -> None:
    found = told(odd_changes((change("sub/.gitattributes", "# old\n", f"# old\n{line}\n"),)))

    assert ["attribute-added sub/.gitattributes:2"] * expected == found
