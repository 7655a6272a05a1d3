"""The grammar of paths: what is taken, flagged and refused, what a pattern takes, and where scopes meet."""

import json
from pathlib import Path
from typing import Any

import pytest

from remit.paths import DiskFacts, PathVerdict, Pattern, Scope, judge, judge_facts, matches, overlaps

PROVES = ("S4", "T2", "T8")

CORPUS = Path(__file__).parent.parent / "corpus" / "task-text-cases.jsonl"
CASES = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
PATH_CASES = [case for case in CASES if case["field"] == "files_modified"]


def facts_below(root: Path, path: str) -> DiskFacts:
    """What a disk says of the links on the way to a path."""
    try:
        resolved = (root / path).resolve(strict=True)
    except FileNotFoundError:
        resolved = (root / path).resolve()
    except (OSError, RuntimeError):
        return DiskFacts(leaves_root=True)
    if not resolved.is_relative_to(root):
        return DiskFacts(leaves_root=True)
    return DiskFacts(resolved=resolved.relative_to(root).as_posix())


@pytest.mark.parametrize("case", PATH_CASES, ids=[case["id"] for case in PATH_CASES])
def test_each_path_of_the_corpus_is_handled_as_it_should_be(case: dict[str, Any], tmp_path: Path) -> None:
    fixture: dict[str, str] = case.get("fixture", {})
    for name, target in fixture.items():
        (tmp_path / name).symlink_to(target)
    verdict = judge(case["input"])
    if fixture:
        verdict = judge_facts(verdict, facts_below(tmp_path, case["input"]))
    assert verdict.handling == case["expect"]
    assert case["code"] in (verdict.codes or ("-",))
    assert (verdict.path is None) == (verdict.handling == "reject")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("src/auth.py", "src/auth.py"),
        ("./src//auth.py", "src/auth.py"),
        ("src/./a/../auth.py", "src/auth.py"),
        ("docs/user guide.md", "docs/user guide.md"),
        ("app/(group)/@modal/page.tsx", "app/(group)/@modal/page.tsx"),
        ("Makefile", "Makefile"),
        (".gitignore", ".gitignore"),
        ("vendor/foo.git/config", "vendor/foo.git/config"),
        ("src/console.py", "src/console.py"),
        ("src/-x.py", "src/-x.py"),
        ("notes/100%/x.md", "notes/100%/x.md"),
        ("документы/файл.md", "документы/файл.md"),
        ("日本語/設計.md", "日本語/設計.md"),
        ("docs_обзор.md", "docs_обзор.md"),
        ("assets/\U0001f44d.png", "assets/\U0001f44d.png"),
        ("a...b/..c/d..", None),
    ],
)
def test_ordinary_paths_are_accepted_and_normalised(text: str, path: str | None) -> None:
    expected = PathVerdict("accept", (), path) if path else PathVerdict("reject", ("path.windows",))
    assert judge(text) == expected


REFUSED = {
    "path.traversal": ["..", "../x", "a/../../x", "./../x", "a/b/../../../x", "..\\x", "a\\..\\..\\x", "a/..//../x"],
    "path.absolute": ["/", "/x", "//server/share", "\\x", "\\\\server\\share", "\\\\?\\C:\\x", "\\\\.\\pipe\\x", " /x"],
    "path.home": ["~", "~/x", "~root", "~bob/x", "./~/x", "a/../~/x"],
    "path.expansion": [
        "$HOME/x",
        "${A}/x",
        "$(id)/x",
        "src/`id`",
        "%APPDATA%/x",
        "{a,b}.py",
        "x{1..9}",
        "$x/y",
        "a/$TMPDIR",
    ],
    "path.windows": ["C:/x", "c:x", "a.txt:stream", "src/a.", "src/a ", "src /a", "a|b", "a<b", 'a"b', "a\\b"],
    "path.reserved": ["CON", "con.txt", "src/Aux", "nul.tar.gz", "com1", "LPT9.log", "COM\u00b9", "conin$", "x/prn /y"],
    "path.encoded": ["%2e%2e/x", "%252e", "..%c0%af", "a%20b", "%u002e", "&#46;&#46;/x", "&#x2e;", "&sol;etc"],
    "path.control": [
        "a\tb",
        "a\nb",
        "a\x7fb",
        "a\u202eb",
        "a\u2066b",
        "a\u200db",
        "a\u2028b",
        "a\x85b",
        "a\u3164b",
        "a\ud800b",
    ],
    "path.protected": [".git", "sub/.git/config", ".Git/x", ".git./x", ".git /x", "git~2", ".git::$INDEX_ALLOCATION/x"],
    "path.option": ["-rf", "--config=x", "./--config", "-"],
    "path.scheme": ["https://x/y", "FILE:///x", "javascript:x", "data:x", "git+ssh://x"],
    "path.root": [".", "./", "a/..", "*", "**", "**/*", "*/**"],
    "path.empty": ["", " ", "\n"],
    "path.length": ["a" * 256, "a/" * 2048 + "a", "é" * 128],
}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in REFUSED.items() for text in texts])
def test_a_path_that_some_reader_would_take_elsewhere_is_refused(code: str, text: str) -> None:
    verdict = judge(text)
    assert (verdict.handling, verdict.path) == ("reject", None)
    assert code in verdict.codes


@pytest.mark.parametrize(
    "text", [".gi\u200ct/x", ".g\u00adit", ".gi\u2060t", ".Remit/x", "remit~1/x", "[.]git/x", ".g*/x", ".gi?/x"]
)
def test_a_protected_directory_is_known_in_disguise(text: str) -> None:
    assert "path.protected" in judge(text).codes
    assert judge(text).handling == "reject"


@pytest.mark.parametrize(
    "text", ["\u2024\u2024/x", "\uff0fetc", "\uff0e\uff0e/x", "a/\u2025/\u2025/x", ".\uff47it/x", "\uff5e/x"]
)
def test_a_path_that_leads_elsewhere_once_folded_is_refused(text: str) -> None:
    assert judge(text).handling == "reject"
    assert judge(text).codes[0] == "path.unicode"


@pytest.mark.parametrize(
    "text",
    ["設計（案）.md", "設計：案.md", "cafe\u0301.py", "src/\u0430uth.py", "src\u2044x", "\u2764\ufe0f.md", "\ue000.md"],
)
def test_a_path_that_looks_like_another_is_flagged_and_kept_as_written(text: str) -> None:
    assert judge(text) == PathVerdict("flag", ("path.unicode",), text)


@pytest.mark.parametrize(
    "text", ["src/users.$userId.tsx", "src/{id}.py", "{{name}}/x", "docs/R&D.md", "a;b", "Outer$Inner.java"]
)
def test_a_name_with_a_character_that_a_shell_reads_is_flagged(text: str) -> None:
    assert judge(text) == PathVerdict("flag", ("path.expansion",), text)


@pytest.mark.parametrize(
    ("text", "path"),
    [("src/*.py", "src/*.py"), ("src/", "src/**"), ("src/x/..", "src/**"), ("app/[id].tsx", "app/[id].tsx")],
)
def test_a_path_that_names_more_than_one_file_is_flagged(text: str, path: str) -> None:
    assert judge(text) == PathVerdict("flag", ("path.glob",), path)


@pytest.mark.parametrize(
    "text",
    [
        "AGENTS.md",
        "docs/claude.md",
        "CLAUDE.local.md",
        ".claude/skills/x/SKILL.md",
        ".cursor/rules/x.mdc",
        ".github/copilot-instructions.md",
        ".github/workflows/ci.yml",
        ".GitHub/Workflows/ci.yml",
        ".gitlab-ci.yml",
        "Jenkinsfile",
        ".pre-commit-config.yaml",
        "remit.toml",
        "pyproject.toml",
        "templates/system/BASE-plan.md",
        "remit/overrides.toml",
        "remit/project.md",
        ".github/workflows/**",
        ".github/**",
        "CLAUDE*",
    ],
)
def test_what_steers_agents_or_integration_or_remit_is_sensitive(text: str) -> None:
    verdict = judge(text)
    assert verdict.handling == "flag"
    assert verdict.sensitive


@pytest.mark.parametrize(
    "text",
    [
        "src/templates/a.html",
        "tests/remit.toml",
        "sub/pyproject.toml",
        ".github/README.md",
        "docs/agents.py",
        "*.md",
        "src/**",
    ],
)
def test_what_steers_nothing_is_not_sensitive(text: str) -> None:
    assert not judge(text).sensitive


def test_all_reasons_are_listed_the_gravest_first() -> None:
    assert judge("../.claude/*.md").codes == ("path.traversal", "path.sensitive", "path.glob")


def test_a_link_that_leaves_the_root_is_refused() -> None:
    assert judge_facts(judge("swap/x"), DiskFacts(leaves_root=True)) == PathVerdict("reject", ("path.symlink",))


def test_a_link_that_stays_inside_is_judged_by_where_it_leads() -> None:
    kept = judge("docs/guide.md")
    assert judge_facts(kept, DiskFacts(resolved="src/guide.md")) == PathVerdict("accept", (), "src/guide.md")
    assert judge_facts(kept, DiskFacts(resolved="AGENTS.md")) == PathVerdict("flag", ("path.sensitive",), "AGENTS.md")
    assert judge_facts(kept, DiskFacts(resolved=".git/config")) == PathVerdict("reject", ("path.protected",))


def test_a_twin_in_another_case_is_flagged() -> None:
    assert judge_facts(judge("SRC/a.py"), DiskFacts(case_twin="src/a.py")) == PathVerdict(
        "flag", ("path.case",), "SRC/a.py"
    )


def test_a_path_that_is_a_directory_stands_for_what_is_below_it() -> None:
    assert judge_facts(judge("src"), DiskFacts(is_directory=True)) == PathVerdict("flag", ("path.glob",), "src/**")


def test_the_disk_adds_to_the_reasons_and_brings_no_refused_path_back() -> None:
    flagged = judge("AGENTS.md")
    assert judge_facts(flagged, DiskFacts(case_twin="agents.md")).codes == ("path.sensitive", "path.case")
    assert judge_facts(judge("/x"), DiskFacts(resolved="src/x")) == judge("/x")


@pytest.mark.parametrize(
    ("glob", "taken", "left"),
    [
        ("src/a.py", ["src/a.py"], ["src/b.py", "src", "src/a.py/x", "lib/src/a.py"]),
        ("src/*.py", ["src/a.py", "src/.py"], ["src/a/b.py", "src/a.pyc"]),
        ("src/**", ["src/a", "src/a/b/c"], ["src", "srcs/a"]),
        ("src/", ["src/a", "src/a/b"], ["src", "srcs"]),
        ("**/*.py", ["a.py", "x/y/a.py"], ["a.pyc"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/bb", "b"]),
        ("**/t/**/x", ["t/x", "a/t/t/b/x"], ["t/y", "a/x"]),
        ("**", ["a", "a/b"], []),
        ("a?c", ["abc"], ["ac", "a/c", "abbc"]),
        ("[a-c]x", ["ax", "cx"], ["dx", "x"]),
        ("[!a]x", ["bx"], ["ax"]),
        ("[^a]x", ["bx"], ["ax"]),
        ("[]x]y", ["]y", "xy"], ["y"]),
        ("[z-a]", [], ["a", "m", "z"]),
        ("[!]", ["[!]"], ["a"]),
        ("[a", ["[a"], ["a"]),
        ("[a&&b]", ["a", "&", "b"], ["c"]),
        ("pages/[id].tsx", ["pages/[id].tsx", "pages/i.tsx"], ["pages/id.tsx"]),
        ("*a*b*", ["ab", "xaybz", "aab"], ["ba", "a"]),
        ("*ab", ["aab", "abab"], ["aba"]),
        ("a.c", ["a.c"], ["abc"]),
        ("a*", ["a\nb"], []),
    ],
)
def test_a_pattern_takes_what_it_spells_and_nothing_else(glob: str, taken: list[str], left: list[str]) -> None:
    assert [path for path in taken + left if matches(Pattern(glob), path)] == taken


def test_a_scope_covers_what_any_of_its_patterns_takes() -> None:
    scope = Scope.of(["src/**", "README.md"])
    assert [path for path in ("src/a.py", "README.md", "docs/a.md", "readme.md") if scope.covers(path)] == [
        "src/a.py",
        "README.md",
    ]


def test_an_empty_scope_covers_nothing() -> None:
    assert not Scope().covers("src/a.py")


@pytest.mark.parametrize("path", [".git/config", "src/.git/hooks/x", ".remit/db", "src/.GIT/x"])
def test_no_scope_covers_what_is_protected(path: str) -> None:
    assert not Scope.of(["**", path, "src/**"]).covers(path)


@pytest.mark.parametrize(
    "path", ["AGENTS.md", "src/CLAUDE.md", ".github/workflows/ci.yml", "remit.toml", "pyproject.toml"]
)
def test_a_wildcard_does_not_reach_what_is_sensitive(path: str) -> None:
    assert not Scope.of(["**", "*.md", "*.toml", "src/**"]).covers(path)
    assert Scope.of(["src/**", path]).covers(path)


def test_a_pattern_that_aims_at_what_is_sensitive_covers_it() -> None:
    assert Scope.of([".github/**"]).covers(".github/workflows/ci.yml")
    assert Scope.of([".claude/"]).covers(".claude/commands/x.md")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("src/a.py", "src/a.py", True),
        ("src/a.py", "src/b.py", False),
        ("src/a.py", "src/*.py", True),
        ("src/a.md", "src/*.py", False),
        ("src/**", "src/x/y.py", True),
        ("src/**", "lib/**", False),
        ("src/**", "**/a.py", True),
        ("**/*.md", "**/*.py", False),
        ("**/*.md", "docs/a.py", False),
        ("a/*/c", "a/b/d", False),
        ("a/*", "a/b/c", False),
        ("a/b*", "a/*c", True),
        ("a/b*", "a/c*", False),
        ("x/[ab].py", "x/[bc].py", True),
        ("src/a", "src/ab", False),
    ],
)
def test_scopes_overlap_where_some_file_could_lie_in_both(one: str, other: str, expected: bool) -> None:
    assert overlaps(Scope.of([one]), Scope.of([other])) is expected
    assert overlaps(Scope.of([other]), Scope.of(["z", one])) is expected
