from pathlib import Path

import pytest

from remit.config import AuditSettings, ComposeSettings, Settings, load
from remit.errors import ConfigInvalid, FileRefused

PROVES = ("U4",)


def problems(folder: Path, text: str) -> tuple[tuple[str, str], ...]:
    (folder / "remit.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigInvalid) as invalid:
        load(folder)
    return invalid.value.rows


def test_nothing_configured_is_the_defaults(tmp_path: Path) -> None:
    loaded = load(tmp_path)

    assert (Settings(), tmp_path, None, {}) == (loaded.settings, loaded.folder, loaded.file, loaded.origins)


def test_every_key_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text(
        '[audit]\nprofile = "adr-0043"\nfail_on = "never"\ninclude = ["a/*.md"]\nexclude = ["b", "c"]\nmin_words = 0\n'
        "[compose]\nbudget_tokens = 9_000\n"
    )

    assert Settings(
        audit=AuditSettings("adr-0043", "never", ("a/*.md",), ("b", "c"), 0), compose=ComposeSettings(9000)
    ) == load(tmp_path).settings  # fmt: skip


def test_the_shared_file_counts_from_its_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "x"\n[tool.remit]\naudit = { min_words = 3 }\n[tool.remit.compose]\nbudget_tokens = 5\n'
    )
    loaded = load(tmp_path)

    assert (3, 5) == (loaded.settings.audit.min_words, loaded.settings.compose.budget_tokens)
    assert {
        "audit.min_words": "pyproject.toml:4",
        "compose.budget_tokens": "pyproject.toml:6",
    } == loaded.origins


@pytest.mark.parametrize("text", ['[project]\nname = "remit-plugin"\n', "tool = 3 # remit\n", "not toml at all ["])
def test_a_shared_file_without_our_table_is_no_configuration(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    (tmp_path / "remit.toml").write_text("audit.min_words = 3\n")

    assert "remit.toml" == load(tmp_path).file


def test_the_nearest_folder_wins_up_to_the_root(tmp_path: Path) -> None:
    inner = tmp_path / "a/b"
    inner.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / "remit.toml").write_text("audit.min_words = 1\n")
    far = load(inner)
    (tmp_path / "a/pyproject.toml").write_text("tool.remit.audit.min_words = 2\n")
    near = load(inner)

    assert (1, "../../remit.toml", tmp_path) == (far.settings.audit.min_words, far.file, far.folder)
    assert (2, "../pyproject.toml", tmp_path / "a") == (near.settings.audit.min_words, near.file, near.folder)


def test_nothing_above_the_root_is_read(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text("audit.min_words = 1\n")
    (tmp_path / "a/b").mkdir(parents=True)
    without_git = load(tmp_path / "a/b")
    (tmp_path / "a/.git").mkdir()
    with_git = load(tmp_path / "a/b")

    assert [None, None] == [without_git.file, with_git.file]


def test_a_named_file_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text("nonsense = 1\n")
    (tmp_path / "other.toml").write_text("audit.min_words = 1\n")
    loaded = load(tmp_path, file=str(tmp_path / "other.toml"))

    assert 1 == loaded.settings.audit.min_words
    assert str(tmp_path / "other.toml") == loaded.file


@pytest.mark.parametrize(("text", "expected"), [("tool.remit.audit.min_words = 1\n", 1), ("[project]\n", 40)])
def test_a_named_shared_file_counts_from_its_table(tmp_path: Path, text: str, expected: int) -> None:
    (tmp_path / "pyproject.toml").write_text(text)

    assert expected == load(tmp_path, file=str(tmp_path / "pyproject.toml")).settings.audit.min_words


def test_a_named_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefused, match="there is no such file"):
        load(tmp_path, file=str(tmp_path / "absent.toml"))


def test_no_configuration_is_read_where_none_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text("nonsense = 1\n")

    assert Settings() == load(tmp_path, skip=True).settings


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("fail_on = 1", "remit.toml:1", "unknown key 'fail_on', did you mean 'audit.fail_on'?"),
        ("[adit]", "remit.toml:1", "unknown key 'adit', did you mean 'audit'?"),
        ("[audit]\n\nmin-words = 1", "remit.toml:3", "unknown key 'audit.min-words', did you mean 'audit.min_words'?"),
        ("[audit]\nminwords = 1", "remit.toml:2", "unknown key 'audit.minwords', did you mean 'audit.min_words'?"),
        ("xyzzy = 1", "remit.toml:1", "unknown key 'xyzzy'"),
        ("audit = 3", "remit.toml:1", "'audit' is 3, expected a table"),
        ("[[audit]]", "remit.toml:1", "'audit' is a list, expected a table"),
        ("audit.min_words = true", "remit.toml:1", "'audit.min_words' is true, expected a whole number from 0"),
        ("audit.min_words = -1", "remit.toml:1", "'audit.min_words' is -1, expected a whole number from 0"),
        ("audit.min_words = 1.0", "remit.toml:1", "'audit.min_words' is 1.0, expected a whole number from 0"),
        (
            "audit.min_words = 0x" + "f" * 5000,
            "remit.toml:1",
            "'audit.min_words' is a number of more than 19 digits, expected a whole number from 0",
        ),
        ("audit.exclude = [1]", "remit.toml:1", "'audit.exclude' is a list, expected a list of texts"),
        (
            f'audit.fail_on = "{"x" * 50}"',
            "remit.toml:1",
            f"'audit.fail_on' is '{'x' * 40}…', expected one of 'high', 'medium', 'any', 'never'",
        ),
    ],
)
def test_a_problem_says_what_is_expected_and_what_is_found(tmp_path: Path, text: str, place: str, said: str) -> None:
    assert ((place, said),) == problems(tmp_path, text)


def test_all_problems_are_told_in_the_order_of_their_lines(tmp_path: Path) -> None:
    rows = problems(tmp_path, '[compose]\nbudget_tokens = "x"\n[audit]\nnope = 1\n[compose.more]\n[zzz]\n')

    assert ["remit.toml:2", "remit.toml:4", "remit.toml:5", "remit.toml:6"] == [place for place, _ in rows]


def test_very_many_problems_are_counted(tmp_path: Path) -> None:
    rows = problems(tmp_path, "".join(f"zz{number} = 1\n" for number in range(50)))

    assert 21 == len(rows)
    assert ("", "and 30 more") == rows[-1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = = 1", "remit.toml:1:5"),
        ("\na = 1\n[b", "remit.toml"),
        ("a = [", "remit.toml"),
        ("a = " + "1" * 5000, "remit.toml"),
    ],
)
def test_text_that_is_not_toml_is_refused_at_its_place_where_it_has_one(tmp_path: Path, text: str, place: str) -> None:
    ((found, said),) = problems(tmp_path, text)

    assert place == found
    assert said[0].islower()


def test_text_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    (tmp_path / "remit.toml").write_text("a = " + "[" * 100_000)

    with pytest.raises(ConfigInvalid, match="nested too deeply"):
        load(tmp_path)


def test_our_table_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\nremit = 3\n")

    with pytest.raises(ConfigInvalid, match=r"'tool\.remit' in 'pyproject\.toml' is no table"):
        load(tmp_path)
