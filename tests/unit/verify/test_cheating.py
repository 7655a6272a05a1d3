import pytest

from remit.git import FileDiff
from remit.verify import cheating
from tests.unit.verify.changed import change, told

PROVES = ("V1",)

PYTEST = ("pytest", "tests")
PYTHON = """\
import pytest


def test_one():
    assert work(1) == 1
    assert work(2) == 2


@pytest.mark.parametrize("n", [1, 2, 3])
def test_two(n):
    with pytest.raises(ValueError):
        work(n)


class TestGroup:
    def test_three(self):
        self.assertEqual(work(3), 3)
"""


def python(before: str, after: str) -> FileDiff:
    """The same file of tests, with one part of it replaced."""
    assert before in PYTHON
    return change("tests/test_work.py", PYTHON, PYTHON.replace(before, after))


PYTHON_CHEATS = {
    "a test is gone": ("def test_one", "def check_one", ["test-removed"]),
    "a test is commented out": ("class TestGroup:\n    def", "class TestGroup:\n    # def", ["test-removed"]),
    "a test is skipped": ("def test_one", "@pytest.mark.skip\ndef test_one", ["test-skipped"]),
    "a test is skipped if": ("def test_one", "@pytest.mark.skipif(1, reason='x')\ndef test_one", ["test-skipped"]),
    "a test skips itself": ("    assert work(1)", "    pytest.skip('x')\n    assert work(1)", ["test-skipped"]),
    "a test raises a skip": ("    assert work(1)", "    raise unittest.SkipTest\n    assert work(1)", ["test-skipped"]),
    "a test returns early": ("    assert work(1)", "    return\n    assert work(1)", ["test-skipped"]),
    "a class is skipped": ("class TestGroup", "@unittest.skip('x')\nclass TestGroup", ["test-skipped"]),
    "a class says that it is no test": ("class TestGroup:", "class TestGroup:\n    __test__ = False", ["test-skipped"]),
    "a file is skipped": ("import pytest\n", "import pytest\npytestmark = pytest.mark.skip\n", ["test-skipped"] * 3),
    "a file skips itself": (
        "import pytest\n",
        "import pytest\npytest.skip('x', allow_module_level=True)\n",
        ["test-skipped"] * 3,
    ),
    "a failure is expected": ("def test_one", "@pytest.mark.xfail\ndef test_one", ["test-expected-to-fail"]),
    "a failure is expected inside": (
        "    assert work(1)",
        "    pytest.xfail('x')\n    assert work(1)",
        ["test-expected-to-fail"],
    ),
    "an assertion is gone": ("    assert work(2) == 2\n", "", ["assertion-removed"]),
    "an assertion is now a comment": ("    assert work(2) == 2", "    # assert work(2) == 2", ["assertion-removed"]),
    "an assertion is constant": ("assert work(2) == 2", "assert True", ["assertion-constant", "assertion-removed"]),
    "an assertion compares with itself": (
        "assert work(2) == 2",
        "assert 2 == 2",
        ["assertion-constant", "assertion-removed"],
    ),
    "an assertion is of a pair": (
        "assert work(2) == 2",
        "assert (work(2) == 2, 'x')",
        ["assertion-constant", "assertion-removed"],
    ),
    "an assertion is true in any case": (
        "assert work(2) == 2",
        "assert work(2) == 2 or True",
        ["assertion-constant", "assertion-removed"],
    ),
    "an assertion of a method is constant": (
        "self.assertEqual(work(3), 3)",
        "self.assertTrue(True)",
        ["assertion-constant", "assertion-removed"],
    ),
    "a failure is swallowed": (
        "    assert work(2) == 2\n",
        "    try:\n        assert work(2) == 2\n    except Exception:\n        pass\n",
        ["assertion-constant", "assertion-removed"],
    ),
    "a failure is suppressed": (
        "    assert work(2) == 2\n",
        "    with suppress(AssertionError):\n        assert work(2) == 2\n",
        ["assertion-constant", "assertion-removed"],
    ),
    "a case is gone": ("[1, 2, 3]", "[1, 2]", ["test-removed"]),
    "the run ends well": ("import pytest\n", "import os, pytest\nos._exit(0)\n", ["exit-code-forced"]),
    "the run ends well by another name": ("import pytest\n", "import sys, pytest\nsys.exit()\n", ["exit-code-forced"]),
}


@pytest.mark.parametrize("name", PYTHON_CHEATS)
def test_a_hollowed_python_test_is_seen(name: str) -> None:
    before, after, expected = PYTHON_CHEATS[name]

    assert sorted(expected) == sorted(each.rule for each in cheating((python(before, after),), PYTEST))


HONEST = {
    "an expected value changed": ("work(2) == 2", "work(2) == 4"),
    "an assertion came": ("    assert work(2) == 2\n", "    assert work(2) == 2\n    assert work(4)\n"),
    "a test came": ("class TestGroup", "def test_new():\n    assert work(5)\n\n\nclass TestGroup"),
    "a case came": ("[1, 2, 3]", "[1, 2, 3, 4]"),
    "a class has another name": ("TestGroup", "TestOther"),
    "a test is formatted anew": ("    assert work(2) == 2\n", "    assert (\n        work(2) == 2\n    )\n"),
    "a failure is raised again": (
        "    assert work(2) == 2\n",
        "    try:\n        assert work(2) == 2\n    except AssertionError:\n        show()\n        raise\n",
    ),
    "a helper ends with a code": ("import pytest\n", "import pytest, sys\n\n\ndef leave():\n    sys.exit(1)\n"),
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_on_a_python_test_is_no_finding(name: str) -> None:
    assert () == cheating((python(*HONEST[name]),), PYTEST)


def test_a_finding_stands_at_its_line_with_its_text() -> None:
    (found,) = cheating((python("def test_one", "@pytest.mark.skip\ndef test_one"),), PYTEST)

    assert ("tests/test_work.py", 4) == (found.location.path, found.location.line)
    assert "@pytest.mark.skip" == found.excerpt
    assert "the test 'test_one' may be skipped, expected it to run" == found.message


def test_a_deleted_file_of_tests_is_seen_and_a_moved_one_is_not() -> None:
    gone, moved = change("tests/test_work.py", PYTHON, None), change("tests/unit/test_work.py", None, PYTHON)

    assert ["test-file-deleted tests/test_work.py:1"] == told(cheating((gone,), PYTEST))
    assert () == cheating((gone, moved), PYTEST)


def test_a_test_that_loses_its_assertions_on_the_way_to_another_file_is_seen() -> None:
    gone = change("tests/test_work.py", PYTHON, None)
    moved = change("tests/unit/test_work.py", None, PYTHON.replace("    assert work(2) == 2\n", ""))

    assert ["assertion-removed tests/unit/test_work.py:4"] == told(cheating((gone, moved), PYTEST))


def test_a_deleted_helper_of_tests_is_seen_and_deleted_source_is_not() -> None:
    helper = change("tests/helpers.py", "def a():\n    return 1\n", None)
    source = change("src/helpers.py", "def a():\n    return 1\n", None)

    assert ["test-file-deleted tests/helpers.py:1"] == told(cheating((helper, source), PYTEST))


def test_a_test_file_that_no_longer_parses_is_judged_by_its_lines() -> None:
    found = cheating((python("    assert work(2) == 2\n", "    assert (\n"),), PYTEST)

    assert [] == told(found)
    broken = python("    assert work(1) == 1\n    assert work(2) == 2\n", "    pytest.skip('x'\n")
    assert {"test-skipped", "assertion-removed"} == {each.rule for each in cheating((broken,), PYTEST)}


OTHERS: dict[str, tuple[str, str, str, list[str]]] = {
    "a.test.ts": ("test('one', () => {\n  expect(f(1)).toBe(1)\n})\n", "test(", "test.skip(", ["test-skipped"]),
    "b.test.js": ("it('one', () => {\n  expect(f(1)).toBe(1)\n})\n", "it(", "xit(", ["test-removed", "test-skipped"]),
    "c.spec.ts": (
        "it('one', () => {\n  expect(f(1)).toBe(1)\n})\n",
        "expect(f(1)).toBe(1)",
        "expect(true).toBe(true)",
        ["assertion-constant", "assertion-removed"],
    ),
    "d.test.js": ("it('one', () => {\n  expect(f(1)).toBe(1)\n})\n", "it('one'", "// it('one'", ["test-removed"]),
    "e.test.js": (
        "it('one', () => {\n  expect(f(1)).toBe(1)\n})\n",
        "it('one'",
        "process.exit(0)\nit('one'",
        ["exit-code-forced"],
    ),
    "f_test.go": (
        "func TestOne(t *testing.T) {\n\tif f(1) != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n",
        "\tif f",
        '\tt.Skip("x")\n\tif f',
        ["test-skipped"],
    ),
    "g_test.go": (
        "func TestOne(t *testing.T) {\n\tif f(1) != 1 {\n\t\tt.Fatal(1)\n\t}\n}\n",
        "\t\tt.Fatal(1)\n",
        "",
        ["assertion-removed"],
    ),
    "src/h.rs": (
        "#[test]\nfn one() {\n    assert_eq!(f(1), 1);\n}\n",
        "#[test]\n",
        "#[test]\n#[ignore]\n",
        ["test-skipped"],
    ),
    "src/i.rs": (
        "#[test]\nfn one() {\n    assert_eq!(f(1), 1);\n}\n",
        "#[test]\n",
        "#[test]\n#[should_panic]\n",
        ["test-expected-to-fail"],
    ),
    "src/j.rs": (
        "#[test]\nfn one() {\n    assert_eq!(f(1), 1);\n}\n",
        "assert_eq!(f(1), 1)",
        "assert!(true)",
        ["assertion-constant", "assertion-removed"],
    ),
    "src/test/java/KTest.java": (
        "@Test\nvoid one() {\n  assertEquals(1, f(1));\n}\n",
        "@Test",
        "@Disabled\n@Test",
        ["test-skipped"],
    ),
    "src/test/java/LTest.java": ("@Test\nvoid one() {\n  assertEquals(1, f(1));\n}\n", "@Test\n", "", ["test-removed"]),
    "spec/m_spec.rb": ("it 'one' do\n  expect(f(1)).to eq 1\nend\n", "it ", "xit ", ["test-removed", "test-skipped"]),
    "tests/NTest.php": (
        "public function testOne() {\n  $this->assertSame(1, f(1));\n}\n",
        "  $this->assertSame",
        "  $this->markTestSkipped();\n  $this->assertSame",
        ["test-skipped"],
    ),
    "tests/o.bats": ('@test "one" {\n  [ "$(f 1)" = 1 ]\n}\n', "  [", "  skip\n  [", ["test-skipped"]),
    "tests/p.sh": ("test_one() {\n  assert_equals 1 1\n}\n", "  assert", "  set +e\n  assert", ["exit-code-forced"]),
}


@pytest.mark.parametrize("path", OTHERS)
def test_a_hollowed_test_of_another_language_is_seen(path: str) -> None:
    before, part, other, expected = OTHERS[path]
    assert part in before

    found = cheating((change(path, before, before.replace(part, other)),), ("make", "test"))

    assert expected == sorted(each.rule for each in found)


@pytest.mark.parametrize("path", OTHERS)
def test_honest_work_on_a_test_of_another_language_is_no_finding(path: str) -> None:
    before = OTHERS[path][0]

    assert () == cheating((change(path, before, before.replace("1", "2")),), ("make", "test"))
    assert () == cheating((change(path, before, None), change(f"tests/{path}", None, before)), ("make", "test"))


RUNNERS = {
    "conftest": (PYTEST, "tests/conftest.py", "", "def pytest_runtest_makereport(): ...\n", True),
    "a module in front of the runner": (PYTEST, "pytest.py", None, "raise SystemExit\n", True),
    "the runner's table": (
        PYTEST,
        "pyproject.toml",
        "[project]\nname = 'a'\n",
        "[project]\nname = 'a'\n[tool.pytest.ini_options]\n",
        True,
    ),
    "another table": (
        PYTEST,
        "pyproject.toml",
        "[project]\nname = 'a'\n",
        "[project]\nname = 'a'\ndependencies = []\n",
        False,
    ),
    "a table that cannot be read": (PYTEST, "pyproject.toml", "[project]\n", "[project\n", True),
    "the runner's section": (
        PYTEST,
        "setup.cfg",
        "[metadata]\nname = a\n",
        "[metadata]\nname = a\n[tool:pytest]\nx = 1\n",
        True,
    ),
    "another section": (PYTEST, "setup.cfg", "[metadata]\nname = a\n", "[metadata]\nname = b\n", False),
    "a script": (
        ("npm", "test"),
        "package.json",
        '{"scripts": {"test": "jest"}}',
        '{"scripts": {"test": "true"}}',
        True,
    ),
    "a dependency": (("npm", "test"), "package.json", '{"dependencies": {}}', '{"dependencies": {"a": "1"}}', False),
    "a makefile": (("make", "test"), "Makefile", "test:\n\tpytest\n", "test:\n\ttrue\n", True),
    "a makefile that is not run": (PYTEST, "Makefile", "test:\n\tpytest\n", "test:\n\ttrue\n", False),
    "a makefile whose target is named as a runner": (
        ("make", "pytest"),
        "Makefile",
        "pytest:\n\tpytest\n",
        "pytest:\n\ttrue\n",
        True,
    ),
    "the script itself": (("./check.sh",), "check.sh", "pytest\n", "pytest -q\n", True),
    "the script of a shell": (("bash", "scripts/check"), "scripts/check", "pytest\n", "pytest -q\n", True),
    "the script behind a launcher": (("timeout", "9", "./check"), "check", "pytest\n", "pytest -q\n", True),
    "a module that is run": (("python", "-m", "tools.check"), "tools/check.py", "a()\n", "b()\n", True),
    "a configuration that is named": (
        ("pytest", "-c", "other.ini"),
        "other.ini",
        "[pytest]\n",
        "[pytest]\nx = 1\n",
        True,
    ),
    "another way to name it": (("jest", "--config=j.js"), "j.js", "a\n", "b\n", True),
    "the tests that are run": (("pytest", "tests/test_a.py::test_b"), "tests/test_a.py", "a = 1\n", "a = 2\n", False),
    "the file that is looked at": (("grep", "-q", "hello", "greet.txt"), "greet.txt", None, "hello\n", False),
    "the file that is looked at, by another name": (("test", "-f", "./Makefile"), "Makefile", None, "hello\n", False),
    "the lock of a build": (("cargo", "test"), "Cargo.toml", "[dependencies]\n", "[dependencies]\na = '1'\n", False),
    "a harness that is off": (
        ("cargo", "test"),
        "Cargo.toml",
        "[dependencies]\n",
        "[[test]]\nname = 'a'\nharness = false\n",
        True,
    ),
}


@pytest.mark.parametrize("name", RUNNERS)
def test_what_the_test_command_runs_through_is_seen_when_it_changes(name: str) -> None:
    command, path, before, after, seen = RUNNERS[name]

    found = [each for each in cheating((change(path, before, after),), command) if each.rule == "runner-changed"]

    assert ([path] if seen else []) == [each.location.path for each in found]


@pytest.mark.parametrize(
    ("path", "line", "seen"),
    [
        ("Makefile", "\tpytest || true", True),
        ("Makefile", "\t-pytest", True),
        ("Makefile", "\tpytest", False),
        ("package.json", '"test": "jest --passWithNoTests",', True),
        ("package.json", '"test": "jest; exit 0"', True),
        ("tox.ini", "ignore_outcome = true", True),
        (".github/workflows/ci.yml", "      continue-on-error: true", True),
        ("tests/test_a.py", "sys.exit(0)", True),
        ("tests/test_a.py", "sys.exit(1)", False),
        ("tests/conftest.py", "    session.exitstatus = 0", True),
        ("src/cli.py", "sys.exit(0)", False),
        ("src/cli.py", "os._exit(0)", True),
        ("src/run.js", "process.exit(0)", False),
        ("README.md", "run it with `|| true`", False),
    ],
)
def test_a_run_that_cannot_fail_is_seen_where_tests_and_runners_stand(path: str, line: str, seen: bool) -> None:
    found = cheating((change(path, "x\n", f"x\n{line}\n"),), ("make", "test"))

    assert ([f"exit-code-forced {path}:2"] if seen else []) == [each for each in told(found) if "forced" in each]


def test_every_finding_has_one_line_and_high_severity() -> None:
    found = cheating((change("tests/test_work.py", PYTHON, "import os\nos._exit(0)\n"),), PYTEST)

    assert {"high"} == {each.severity for each in found}
    assert [] == [each.message for each in found if "\n" in each.message or each.message.endswith(".")]


def test_a_large_change_is_read_in_time() -> None:
    text = "".join(f"def test_{at}():\n    assert work({at}) == {at}\n" for at in range(5000))

    assert () == cheating((change("tests/test_work.py", None, text),), PYTEST)
