"""What holds of every path, pattern and scope, whatever the text."""

import ntpath
import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.paths import DiskFacts, Pattern, Scope, judge, judge_facts, matches, overlaps

PROVES = ("S4", "S9", "T8")

PARTS = st.sampled_from(
    [
        "..",
        ".",
        "",
        "a",
        "src",
        "~",
        "-x",
        "C:",
        "\\",
        "..\\",
        "con",
        ".git",
        "*",
        "**",
        "[a]",
        "\uff0e",
        "\u2025",
        " ",
        "a.",
        "$A",
        "%2e",
    ]
)
TEXTS = (
    st.text(max_size=40)
    | st.lists(PARTS | st.text(max_size=4), max_size=7).map("/".join)
    | st.lists(PARTS).map("".join)
)
NAMES = st.text("ab", min_size=1, max_size=3)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
GLOBS = st.lists(
    st.sampled_from(["a", "b", "ab", "*", "**", "?", "a*", "*b", "[ab]", "[!a]b"]), min_size=1, max_size=4
).map("/".join)


@given(TEXTS)
def test_a_kept_path_stays_below_the_root_on_every_system(text: str) -> None:
    path = judge(text).path
    if path is None:
        return
    for system, root in ((posixpath, "/srv/project"), (ntpath, "C:\\srv\\project")):
        assert not system.isabs(path)
        joined = system.normpath(system.join(root, path))
        assert joined.startswith(root + system.sep)
        assert not system.splitdrive(path)[0]


@given(TEXTS)
def test_judging_a_kept_path_again_changes_nothing(text: str) -> None:
    path = judge(text).path
    if path is not None:
        assert judge(path).path == path


@given(TEXTS)
def test_a_path_is_kept_if_and_only_if_it_is_not_refused(text: str) -> None:
    verdict = judge(text)
    assert (verdict.path is None) == (verdict.handling == "reject")
    assert (verdict.codes == ()) == (verdict.handling == "accept")


@given(TEXTS, TEXTS)
def test_what_the_disk_says_never_makes_a_verdict_milder(text: str, target: str) -> None:
    order = ["accept", "flag", "reject"]
    before = judge(text)
    after = judge_facts(before, DiskFacts(resolved=target, case_twin="x"))
    assert order.index(after.handling) >= order.index(before.handling)
    assert set(before.codes) <= set(after.codes)


@given(GLOBS, GLOBS, PATHS)
def test_patterns_that_take_the_same_path_overlap(one: str, other: str, path: str) -> None:
    if matches(Pattern(one), path) and matches(Pattern(other), path):
        assert overlaps(Scope.of([one]), Scope.of([other]))


@given(PATHS, PATHS)
def test_literal_paths_overlap_exactly_when_they_are_equal(one: str, other: str) -> None:
    assert overlaps(Scope.of([one]), Scope.of([other])) == (one == other)


@given(GLOBS, PATHS)
def test_a_pattern_takes_a_path_as_its_plain_definition_says(glob: str, path: str) -> None:
    assert matches(Pattern(glob), path) == by_definition(tuple(glob.split("/")), tuple(path.split("/")))


def by_definition(globs: tuple[str, ...], names: tuple[str, ...]) -> bool:
    if not globs or not names:
        return not globs and not names
    if globs[0] == "**":
        rest = globs[1:] or ("*",)
        return any(by_definition(rest, names[at:]) for at in range(len(names))) or (globs[1:] == () and len(names) > 0)
    return name_by_definition(globs[0], names[0]) and by_definition(globs[1:], names[1:])


def name_by_definition(glob: str, name: str) -> bool:
    if glob == name:
        return True
    if not glob:
        return not name
    if glob[0] == "*":
        return any(name_by_definition(glob[1:], name[at:]) for at in range(len(name) + 1))
    if glob[0] == "[":
        inside, _, rest = glob[1:].partition("]")
        taken = name[:1] not in inside[1:] if inside[0] == "!" else name[:1] in inside
        return name != "" and taken and name_by_definition(rest, name[1:])
    return name != "" and glob[0] in {"?", name[0]} and name_by_definition(glob[1:], name[1:])


@pytest.mark.parametrize(
    "unit",
    ["../", "[a", "*a", "{,", "%A", "&a", "$A", "\ufdfa", "a\u0300", "~1/", ".git/", "c*/", "a/", "\uff58", "[[]"],
)
def test_hostile_texts_are_judged_to_their_end(unit: str) -> None:
    for text in ((unit * 4096)[:4096], unit * 1_000_000):
        assert judge(text) == judge(text)
