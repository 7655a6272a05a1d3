"""What every kept file owes its readers: no machine's paths, no package hosts; it must not know their content."""

import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, SOURCE, kept_files, units

# With a bracket in each, so that this file itself keeps the promise.
MACHINE = re.compile(r"(?<![\w.])/(?:[r]oot|[h]ome/\w+|[U]sers/\w+)/[\w.]")
HOST = re.compile(r"p[y]pi\.org|python[h]osted\.org|index[-]url|https?://\S+/[s]imple\b|https?://\S+\.[w]hl\b")

# Hostile texts that name such paths on purpose.
HOSTILE = ("tests/",)
SYMLINKS = {
    "codes": "../src/remit/pages/codes",
    "errors": "../src/remit/pages/errors",
    "rules": "../src/remit/pages/rules",
}


def checkout() -> re.Pattern[str] | None:
    """This checkout's own place, where it is long enough to be no ordinary word."""
    return re.compile(re.escape(str(ROOT)) + r"\b") if len(ROOT.parts) > 2 else None


def hits(*patterns: re.Pattern[str] | None, without: tuple[str, ...] = ()) -> list[str]:
    found = []
    for path in kept_files():
        name = path.relative_to(ROOT).as_posix()
        text = path.read_bytes().decode(errors="replace")
        if not name.startswith(without):
            found += [f"{name}: {hit[0]}" for pattern in patterns if pattern for hit in pattern.finditer(text)]
    return found


def test_no_kept_file_names_this_checkout() -> None:
    assert hits(checkout()) == []


def test_no_kept_file_but_hostile_samples_names_a_home_directory() -> None:
    assert hits(MACHINE, without=HOSTILE) == []


def test_no_kept_file_names_a_package_host() -> None:
    assert hits(HOST) == []


@pytest.mark.parametrize("text", ["--index_url=x", "see https://p_ypi.org/project/x", "at https://h/pkg/s_imple"])
def test_a_package_host_is_seen(text: str) -> None:
    assert HOST.search(text.replace("x_u", "x-u").replace("_", ""))


@pytest.mark.parametrize("text", ["/r_oot/.cache", "in /h_ome/jo/x", '"/U_sers/jo/x"'])
def test_a_home_directory_is_seen(text: str) -> None:
    assert MACHINE.search(text.replace("_", ""))


def test_locks_are_pinned_by_hash() -> None:
    for name in ("run", "dev"):
        text = (ROOT / f"requirements/{name}.lock").read_text()
        pins = re.findall(r"^([\w.-]+)==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)

        assert len(pins) == len(re.findall(r"^\w", text, re.MULTILINE)), name
        assert "click" in pins


def test_everything_that_runs_is_locked_alike_for_tests() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (ROOT / f"requirements/{name}.lock").read_text(), re.MULTILINE))

    assert pins("run") - pins("dev") == set()


def test_the_architecture_page_names_every_unit_and_no_other() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    rows = re.findall(r"^\| `(\w+)(?:\.py|/)` \|", page, re.MULTILINE)

    assert sorted(rows) == sorted(units())


def test_pages_are_read_where_they_ship() -> None:
    assert {path.name: str(path.readlink()) for path in (ROOT / "docs").iterdir() if path.is_symlink()} == SYMLINKS
    assert [name for name in SYMLINKS if not (SOURCE / "pages" / name).is_dir()] == []


def test_decisions_are_numbered_in_a_row() -> None:
    numbers = sorted(int(path.name[:4]) for path in Path(ROOT / "docs/decisions").glob("*.md"))

    assert numbers == list(range(1, len(numbers) + 1))
