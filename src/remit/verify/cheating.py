"""What makes tests pass without the work: tests gone, skipped or hollow, and runs that cannot fail; it must not run any.

Each finding is for a person to look at, with its line. What is moved is not gone, and adding tests is work.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from remit.git import FileDiff, Line
from remit.model.finding import Finding
from remit.verify.findings import finding
from remit.verify.languages import Language, is_test_file, language_of
from remit.verify.python_tests import PythonTest, python_tests
from remit.verify.runners import forced_exits, runner_changes


def cheating(diffs: Sequence[FileDiff], command: Sequence[str]) -> tuple[Finding, ...]:
    """Everything in a change that a person must see before its passing tests count, in the order of files."""
    elsewhere = _Elsewhere(diffs)
    found = [
        *(each for diff in diffs for each in _tests_of(diff, elsewhere)),
        *runner_changes(diffs, command),
        *forced_exits(diffs, command),
    ]
    return tuple(sorted(found, key=lambda each: (each.location.path, each.location.line, each.rule)))


class _Elsewhere:
    """What the change as a whole adds and had before, to tell what only moved from what is gone; each counts once."""

    def __init__(self, diffs: Sequence[FileDiff]) -> None:
        self._names: Counter[str] = Counter()
        self._lines: Counter[str] = Counter()
        self._tests: dict[str, PythonTest] = {}
        for diff in diffs:
            if language := language_of(diff.path):
                self._names += _names(language, diff.after) - _names(language, diff.before)
                self._lines += Counter(line.text.strip() for line in diff.added)
            if diff.path.endswith(".py"):
                left = {test.name for test in python_tests(diff.after) or ()}
                gone = (test for test in python_tests(diff.before) or () if test.name not in left)
                self._tests |= {_last(test.name): test for test in gone}

    def has_test(self, name: str) -> bool:
        return self._take(self._names, name)

    def has_line(self, line: Line) -> bool:
        return self._take(self._lines, line.text.strip())

    def was(self, name: str) -> PythonTest | None:
        """The test that this one was before, in whatever class or file."""
        return self._tests.get(_last(name))

    @staticmethod
    def _take(counter: Counter[str], key: str) -> bool:
        there = counter[key] > 0
        counter[key] -= there
        return there


def _tests_of(diff: FileDiff, elsewhere: _Elsewhere) -> Iterator[Finding]:
    language = language_of(diff.path)
    if language is None:
        return
    gone = [name for name in _gone(language, diff) if not elsewhere.has_test(name)]
    if diff.changed.status == "deleted":
        if gone or (is_test_file(diff.path) and not _names(language, diff.before) and diff.before):
            yield finding(
                "test-file-deleted", f"'{diff.path}' is deleted with its tests, expected them kept", diff.path
            )
        return
    for name in gone:
        yield finding("test-removed", f"the test '{name}' is gone, expected it kept", diff.path, _line_of(diff, name))
    before, after = (python_tests(text) if diff.path.endswith(".py") else None for text in (diff.before, diff.after))
    if before is not None and after is not None:
        yield from _weakened(diff, before, after, elsewhere)
    elif is_test_file(diff.path) or _names(language, diff.before):
        yield from _by_lines(diff, language, elsewhere)


def _weakened(
    diff: FileDiff, before: Sequence[PythonTest], after: Sequence[PythonTest], elsewhere: _Elsewhere
) -> Iterator[Finding]:
    """What became of the tests of a Python file, each beside what it was."""
    old = {test.name: test for test in before}
    for test in after:
        was = old.get(test.name) or elsewhere.was(test.name)
        for rule, word, now, then in (
            ("test-skipped", "may be skipped, expected it to run", test.skips, was.skips if was else ()),
            (
                *("test-expected-to-fail", "is expected to fail, expected it to pass"),
                *(test.expected_failures, was.expected_failures if was else ()),
            ),
            ("assertion-constant", "asserts what cannot fail", test.constants, was.constants if was else ()),
        ):
            if len(now) > len(then):
                yield _at(diff, rule, f"the test '{test.name}' {word}", _fresh(diff, now))
        if was and test.cases < was.cases:
            said = f"the test '{test.name}' has {test.cases} of {was.cases} cases left, expected all"
            yield _at(diff, "test-removed", said, test.line)
        if was and test.assertions < was.assertions:
            said = f"the test '{test.name}' has {test.assertions} of {was.assertions} assertions left, expected all"
            yield _at(diff, "assertion-removed", said, test.line)


def _by_lines(diff: FileDiff, language: Language, elsewhere: _Elsewhere) -> Iterator[Finding]:
    added = [line for line in diff.added if language.code(line.text).strip()]
    removed = [line for line in diff.removed if language.code(line.text).strip()]
    for rule, pattern, said in (
        ("test-skipped", language.skips, "skips tests, expected them to run"),
        ("test-expected-to-fail", language.expected_failures, "expects tests to fail, expected them to pass"),
        ("assertion-constant", language.constants, "asserts what cannot fail"),
    ):
        new = [line for line in added if pattern.search(line.text)]
        known = Counter(line.text.strip() for line in removed if pattern.search(line.text))
        for line in new:
            known[line.text.strip()] -= 1
            if known[line.text.strip()] < 0:
                yield _at(diff, rule, f"'{diff.path}' {said}", line.number, line.text)
    kept = [
        line for line in added if language.assertions.search(line.text) and not language.constants.search(line.text)
    ]
    lost = [line for line in removed if language.assertions.search(line.text) and not elsewhere.has_line(line)]
    came = Counter(line.text.strip() for line in kept) - Counter(line.text.strip() for line in removed)
    for line in lost[came.total() :]:
        yield finding(
            "assertion-removed",
            f"'{diff.path}' has lost an assertion, expected it kept",
            diff.path,
            line.number,
            excerpt=line.text,
        )


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _names(language: Language, text: str) -> Counter[str]:
    found = language.names.finditer(language.code(text))
    return Counter(next((group for group in hit.groups() if group is not None), "") for hit in found)


def _gone(language: Language, diff: FileDiff) -> list[str]:
    return list((_names(language, diff.before) - _names(language, diff.after)).elements())


def _line_of(diff: FileDiff, name: str) -> int:
    return next((line.number for line in diff.removed if name in line.text), 1)


def _fresh(diff: FileDiff, lines: Sequence[int]) -> int:
    """The first of some lines that the change added."""
    added = {line.number for line in diff.added}
    return next((line for line in lines if line in added), lines[0])


def _at(diff: FileDiff, rule: str, message: str, number: int, excerpt: str = "") -> Finding:
    text = excerpt or next((line.text for line in diff.lines if line.sign != "-" and line.number == number), "")
    return finding(rule, message, diff.path, number, excerpt=text)
