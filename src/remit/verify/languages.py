"""How tests are written in each language: names, skips, expected failures, assertions; it must not know any change.

Lines decide here, so that a language costs one row. What a row misses, a reviewer may still see; Python is read by its
own parser, in `python_tests`, and by its row only where it does not parse.
"""

import re
from dataclasses import dataclass
from typing import Final

_NEVER = r"(?!)"


@dataclass(frozen=True, slots=True)
class Language:
    """The patterns of one language: `names` and `constants` over a text without its comments, the rest over a line."""

    suffixes: tuple[str, ...]
    comment: str
    names: re.Pattern[str]
    skips: re.Pattern[str]
    assertions: re.Pattern[str]
    constants: re.Pattern[str]
    expected_failures: re.Pattern[str] = re.compile(_NEVER)
    exits: re.Pattern[str] = re.compile(_NEVER)

    def code(self, text: str) -> str:
        """A text with blank lines for those that are comments alone."""
        marks = tuple(self.comment.split())
        return "\n".join("" if line.lstrip().startswith(marks) else line for line in text.split("\n"))


_TRUE = r"(?:true|1|!0|!false|'\w+'|\"\w+\")"
_SAME = r"(?P<one>[\w.]+)\s*,\s*(?P=one)\s*[,)]"

LANGUAGES: Final = (
    Language(
        suffixes=(".py",),
        comment="#",
        names=re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*)", re.MULTILINE),
        skips=re.compile(r"\bskip(?:if|unless|test)?\b|\bimportorskip\b", re.IGNORECASE),
        expected_failures=re.compile(r"\bxfail\b|\bexpectedFailure\b"),
        assertions=re.compile(r"^\s*assert\b|\.assert\w+\(|\bpytest\.(?:raises|warns|fail)\b"),
        constants=re.compile(r"^\s*assert\s+(?:True|1|not False)\b|\bassertTrue\(\s*True\s*\)|\bor\s+True\b"),
        exits=re.compile(r"\bos\._exit\(|\b(?:sys\.)?exit\(\s*0?\s*\)|\bSystemExit\(\s*0?\s*\)|\bexitstatus\s*=\s*0"),
    ),
    Language(
        suffixes=(".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"),
        comment="// * /*",
        names=re.compile(
            r"(?<![.\w])(?:it|test|specify|Deno\.test)(?:\.\w+)*(?:\([^()\n]*\)|`[^`]*`)?\s*\(\s*(?:'([^'\n]*)'|\"([^\"\n]*)\"|`([^`]*)`)"
        ),
        skips=re.compile(
            r"(?<![.\w])(?:it|test|describe|context|suite)(?:\.\w+)*\.(?:skip|skipIf|todo|fixme|only)\b|\bx(?:it|test|describe)\s*\("
            r"|\b[ft](?:it|describe)\s*\(|\bthis\.skip\(|\bt\.(?:skip|todo)\(|\bskip:\s*(?:true|['\"])"
        ),
        expected_failures=re.compile(r"\b(?:it|test)(?:\.\w+)*\.(?:failing|fails|fail)\b"),
        assertions=re.compile(
            r"\bexpect(?:\.\w+)?\s*\(|\bassert(?:\.\w+)*\s*\(|\.should\b|\bt\.(?:is|not|true|false|throws|deepEqual)\w*\("
        ),
        constants=re.compile(
            rf"\bexpect\(\s*{_TRUE}\s*\)\s*\.(?:toBe|toEqual|toStrictEqual|toBeTruthy|toBeDefined|to\.|is)|"
            rf"\bassert(?:\.ok|\.equal|\.strictEqual|\.deepEqual)?\(\s*(?:{_TRUE}\s*\)|{_SAME})"
            r"|\bexpect\((?P<a>[\w.]+)\)\.(?:toBe|toEqual|toStrictEqual)\((?P=a)\)"
        ),
        exits=re.compile(r"\bprocess\.exit\(\s*0?\s*\)|\bprocess\.exitCode\s*=\s*0"),
    ),
    Language(
        suffixes=(".go",),
        comment="//",
        names=re.compile(r"^func[ \t]+((?:Test|Fuzz|Example)\w*)\(|\bt\.Run\(\s*\"([^\"\n]*)\"", re.MULTILINE),
        skips=re.compile(r"\bt\.Skip(?:f|Now)?\(|^//go:build\b.*\bignore\b"),
        assertions=re.compile(r"\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require)\.\w+\("),
        constants=re.compile(rf"\b(?:assert|require)\.(?:True\(\w+,\s*true|(?:Equal|Same)\(\w+,\s*{_SAME})"),
        exits=re.compile(r"\bos\.Exit\(\s*0\s*\)"),
    ),
    Language(
        suffixes=(".rs",),
        comment="//",
        names=re.compile(
            r"#\[(?:\w+::)?(?:test|rstest|test_case)\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)"
        ),
        skips=re.compile(r"#\[ignore\b|#\[cfg\((?:any\(\)|FALSE|never)\)\]"),
        expected_failures=re.compile(r"#\[should_panic\b"),
        assertions=re.compile(r"\b(?:debug_)?assert(?:_\w+)?!\s*\(|\bpanic!\s*\(|\.unwrap_err\(\)"),
        constants=re.compile(rf"\bassert!\(\s*(?:true|!false)\b|\bassert_eq!\(\s*{_SAME}"),
        exits=re.compile(r"\bprocess::exit\(\s*0\s*\)"),
    ),
    Language(
        suffixes=(".java", ".kt", ".kts", ".groovy", ".scala", ".cs", ".fs", ".swift"),
        comment="// * /*",
        names=re.compile(
            r"(?:@(?:Parameterized)?Test\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b)[^{;]*?\b(?:void|fun|Task)\s+(\w+|`[^`]+`)\s*[(<]"
            r"|\bfunc\s+(test\w+)\("
        ),
        skips=re.compile(
            r"@(?:Disabled|Ignore)\b|\[Ignore\b|\bSkip\s*=\s*\"|\bassumeTrue\(\s*false|\bXCTSkip\b|enabled\s*=\s*false"
        ),
        expected_failures=re.compile(r"\bexpected\s*=\s*\w*(?:Exception|Error)|\bXCTExpectFailure\b|@FailsWith"),
        assertions=re.compile(
            r"\b(?:assert\w*|XCTAssert\w*|verify|fail)\s*\(|\bAssert\.\w+\(|\.Should\(\)|\bshould\w*\b"
        ),
        constants=re.compile(
            rf"\b[aA]ssert(?:\.|\w*\.)?(?:assert)?(?:True|That)?\(\s*true\b|\b[aA]ssert\.?(?:Equals?|AreEqual)\(\s*{_SAME}"
        ),
        exits=re.compile(r"\bSystem\.exit\(\s*0\s*\)|\bEnvironment\.Exit\(\s*0\s*\)|\bexitProcess\(\s*0\s*\)"),
    ),
    Language(
        suffixes=(".rb",),
        comment="#",
        names=re.compile(
            r"\b(?:it|specify|test|scenario)[ (]+(?:'([^'\n]*)'|\"([^\"\n]*)\")|^\s*def\s+(test_\w+)", re.MULTILINE
        ),
        skips=re.compile(
            r"\b(?:xit|xdescribe|xcontext|fit|fdescribe)\b|^\s*(?:skip|pending)\b|\bskip:\s*(?:true|['\"])|\bfocus:\s*true"
        ),
        assertions=re.compile(r"\bexpect\b|\bassert\w*\b|\brefute\w*\b|\.should\b|\bmust_\w+|\bwont_\w+"),
        constants=re.compile(rf"\bexpect\(\s*true\s*\)|\bassert[ (]+true\b|\bassert_equal[ (]+{_SAME}"),
        exits=re.compile(r"\bexit!?(?:\(?\s*0|\s*$)|\bexit!?\(?true"),
    ),
    Language(
        suffixes=(".php",),
        comment="// * /*",
        names=re.compile(r"\bfunction\s+(test\w+)\s*\(|\b(?:it|test)\(\s*(?:'([^'\n]*)'|\"([^\"\n]*)\")"),
        skips=re.compile(r"\bmarkTest(?:Skipped|Incomplete)\b|->skip\("),
        assertions=re.compile(r"(?:->|::)assert\w+\(|\bexpect\(|(?:->|::)expectException"),
        constants=re.compile(r"(?:->|::)assertTrue\(\s*true\s*\)|\bexpect\(\s*true\s*\)"),
        exits=re.compile(r"\bexit\s*\(?\s*0?\s*\)?\s*;|\bdie\s*\(?\s*\)?\s*;"),
    ),
    Language(
        suffixes=(".sh", ".bash", ".bats"),
        comment="#",
        names=re.compile(
            r"^\s*@test\s+(?:'([^'\n]*)'|\"([^\"\n]*)\")|^\s*(?:function\s+)?(test_\w+)\s*\(\)", re.MULTILINE
        ),
        skips=re.compile(r"^\s*skip\b|\bstartSkipping\b"),
        assertions=re.compile(r"^\s*(?:assert\w*|refute\w*)\b|^\s*\[\[?\s.*\]\]?\s*$|^\s*test\s"),
        constants=re.compile(r"^\s*(?:assert\s+)?true\s*$|^\s*\[\s+1\s+\]\s*$"),
        exits=re.compile(r"^\s*exit\s+0\b|\|\|\s*(?:true|:|exit\s+0)(?:\s|$|[;)])|^\s*set\s+\+e\b|;\s*true\s*$"),
    ),
)

_FOLDERS = frozenset({"__tests__", "spec", "specs", "test", "tests"})
_NAMES = re.compile(
    r"test_.+\.py|.+_test\.(?:py|go|rb|exs|dart|cc|cpp)|.+\.(?:test|spec|cy)\.[cm]?[jt]sx?|.+_spec\.rb|.+\.bats"
    r"|Test\w*\.(?:java|kt|groovy|scala|cs|swift|php)|\w+(?:Tests?|Spec|IT|TestCase)\.(?:java|kt|groovy|scala|cs|fs|swift|php)"
)


def language_of(path: str) -> Language | None:
    return next((each for each in LANGUAGES if path.endswith(each.suffixes)), None)


def is_named_as_test(path: str) -> bool:
    """Whether a file's own name says that it holds tests."""
    return _NAMES.fullmatch(path.rpartition("/")[2]) is not None


def is_test_file(path: str) -> bool:
    """Whether a file holds tests, or code that only tests use, by its name or a folder's."""
    folders = path.split("/")[:-1]
    return language_of(path) is not None and (is_named_as_test(path) or not _FOLDERS.isdisjoint(folders))
