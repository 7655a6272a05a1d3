from pathlib import Path

import pytest

from remit.errors import ConfigInvalid, FileRefused
from remit.model.gate import Rendition
from remit.sources.registry_files import render_files, with_files_read
from remit.sources.registry_table import TableEntry

PROVES = ("G1", "G8")

TEXT = "Classify the issue below.\n\n<issue>\n{{ISSUE}}\n</issue>\n\nAnswer {tone}.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts/triage.prompt.md").write_text(TEXT)
    return tmp_path


def rendered(root: Path, **entry: object) -> list[Rendition]:
    return list(render_files(root, [TableEntry(files="prompts/*.md", **entry)]))  # type: ignore[arg-type]


def test_a_placeholder_without_a_fixture_stands_as_it_is(root: Path) -> None:
    (found,) = rendered(root)

    assert ("triage", TEXT.strip(), "prompts/triage.prompt.md", "") == (
        found.name,
        found.text,
        found.path,
        found.reason,
    )


def test_each_fixture_is_one_rendition_and_fills_what_it_names(root: Path) -> None:
    crash, quiet = rendered(root, fixtures={"crash": {"ISSUE": "It crashes {tone}."}, "quiet": {"tone": "softly"}})

    assert ("triage@crash", TEXT.replace("{{ISSUE}}", "It crashes {tone}.").strip()) == (crash.name, crash.text)
    assert ("triage@quiet", TEXT.replace("{tone}", "softly").strip()) == (quiet.name, quiet.text)


def test_payload_is_as_long_as_it_is_in_use(root: Path) -> None:
    (found,) = rendered(root, payload={"ISSUE": 12_000}, fixtures={"a": {"ISSUE": "It crashes."}})

    assert len(found.production or "") - len(found.text or "") == 12_000 - len("It crashes.")


def test_payload_of_another_prompt_makes_no_size_of_its_own(root: Path) -> None:
    assert None is rendered(root, payload={"DIFF": 12_000})[0].production


def test_what_was_captured_wins_over_payload(root: Path) -> None:
    (root / "run.json").write_text('{"ISSUE": "It crashed for real."}')

    (found,) = rendered(root, payload={"ISSUE": 12_000}, captured="run.json")

    assert TEXT.replace("{{ISSUE}}", "It crashed for real.").strip() == found.production


def test_a_pattern_without_a_file_is_unscored(root: Path) -> None:
    (found,) = render_files(root, [TableEntry(files="nowhere/*.md")])

    assert ("nowhere/*.md", None) == (found.name, found.text)
    assert "no file has this pattern" in found.reason


def test_the_first_pattern_of_a_file_decides(root: Path) -> None:
    entries = [TableEntry(files="prompts/triage*", category="a"), TableEntry(files="prompts/*.md", category="b")]

    assert ["a", ""] == [each.category for each in render_files(root, entries)]


def test_what_is_excluded_is_left_alone(root: Path) -> None:
    assert [None] == [
        each.text for each in render_files(root, [TableEntry(files="prompts/*.md")], exclude=["prompts/**"])
    ]


def test_fixtures_can_stand_in_a_file(root: Path) -> None:
    (root / "fixtures.json").write_text('{"crash": {"ISSUE": "It crashes."}}')

    assert {"crash": {"ISSUE": "It crashes."}} == with_files_read(
        root, TableEntry(fixtures_file="fixtures.json")
    ).fixtures


@pytest.mark.parametrize("text", ["[", "[]", '{"crash": 3}'])
def test_a_file_of_fixtures_that_is_none_is_named(root: Path, text: str) -> None:
    (root / "fixtures.json").write_text(text)

    with pytest.raises(ConfigInvalid, match=r"'fixtures\.json' cannot be taken"):
        with_files_read(root, TableEntry(fixtures_file="fixtures.json"))


def test_a_file_of_fixtures_that_is_missing_is_named(root: Path) -> None:
    with pytest.raises(FileRefused, match="fixtures"):
        with_files_read(root, TableEntry(fixtures_file="fixtures.json"))
