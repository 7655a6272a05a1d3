"""The test command: one program and its arguments, judged as they would be run."""

import json
from pathlib import Path

import pytest

from remit.sanitize.commands import CommandVerdict, judge

PROVES = ("S3", "V1", "V3")

CORPUS = Path(__file__).parents[2] / "corpus" / "task-text-cases.jsonl"
CASES = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
COMMAND_CASES = [case for case in CASES if case["field"] == "test_command"]


@pytest.mark.parametrize("case", COMMAND_CASES, ids=[case["id"] for case in COMMAND_CASES])
def test_each_command_of_the_corpus_is_handled_as_it_should_be(case: dict[str, str]) -> None:
    verdict = judge(case["input"])
    assert verdict.handling == case["expect"]
    assert case["code"] in (verdict.codes or ("-",))


@pytest.mark.parametrize(
    "text",
    [
        "pytest",
        "pytest -q tests/test_a.py::test_x",
        "pytest -k 'a and not b'",
        "pytest '$HOME'",
        "python -m pytest -x",
        "python3.12 -m unittest",
        "uv run pytest -q",
        "poetry run python -m pytest",
        "bundle exec rspec",
        "coverage run -m pytest",
        "npm test",
        "npm run test:unit",
        "npm --prefix packages/a test",
        "npx --yes jest src",
        "yarn test",
        "yarn jest",
        "pnpm -r test",
        "cargo test --workspace",
        "go test ./...",
        "mvn -q test",
        "deno test",
        "node --test",
        "tox -e py311",
        "ruff check .",
        "timeout 60 pytest",
        "test -f src/a.py",
        "[ -f src/a.py ]",
        "grep -q '/api/v1' src/x.py",
        "grep -q -e /api src/x.py",
        "diff expected.txt /dev/null",
        "npm test -- --grep='a;b|c'",
    ],
)
def test_known_runners_and_programs_that_only_look_are_accepted(text: str) -> None:
    verdict = judge(text)
    assert (verdict.handling, verdict.codes) == ("accept", ())


FLAGGED = {
    "test.env": ["A=1 pytest", "PATH=/tmp/x npm test", "env A=1 pytest"],
    "test.arg": [
        "pytest -c /tmp/x.ini",
        "pytest -c/tmp/x.ini",
        "jest --config=../x.js",
        "pytest --rootdir=C:/x",
        "test -f /etc/passwd",
        "grep -q foo ~/x",
        "go test -exec evil ./...",
        "pytest https://x.example",
        "/usr/bin/pytest",
        "npm test --prefix a/../../b",
    ],
    "test.indirect": [
        "make",
        "make test",
        "./run.sh",
        "scripts/test",
        "bash run.sh",
        "python tests/run.py",
        "node test.js",
        "./gradlew test",
        "npm run build",
        "cargo run",
        "rake test",
    ],
    "test.inline": ["python -c 'print(1)'", "node -e 'x'", "perl -e 'print 1'"],
    "test.wrapper": ["sudo npm test", "nohup pytest", "xargs pytest"],
    "test.expansion": ["pytest tests/*.py", "jest src/{a,b}", "jest [ab].ts"],
    "test.unknown": [
        "foo",
        "curl x",
        "docker run x",
        "git diff",
        "npx evil",
        "npm install",
        "python -m evil",
        "rm a",
        "sudo",
    ],
}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in FLAGGED.items() for text in texts])
def test_what_a_person_should_see_first_is_flagged_and_kept(code: str, text: str) -> None:
    verdict = judge(text)
    assert verdict.handling == "flag"
    assert code in verdict.codes
    assert verdict.argv is not None


REJECTED = {
    "test.operator": [
        "npm test && x",
        "npm test; x",
        "npm test || true",
        "npm test | tee x",
        "npm test > x",
        "npm test &",
        "(npm test)",
    ],
    "test.substitution": [
        "npm test $(id)",
        "npm test `id`",
        "diff <(a) b",
        'pytest "$(id)"',
        "pytest $HOME",
        'pytest "${A}"',
    ],
    "test.multiple": [
        "npm test\nnpm lint",
        "```\na\n```\n```\nb\n```",
        "```\na\nb\n```",
        "Run:\n```\npytest\n```",
        "pytest\r\nx",
    ],
    "test.control": ["pytest\rx", "pytest \x1b[2K", "pytest\x00", "pytest\x0b"],
    "test.unicode": ["n\u200bpm test", "npm te\u0455t", "pytest \u202ex", "\uff4epm test"],
    "test.parse": ['"pytest', "pytest 'a", "pytest \\", "```\npytest"],
    "test.empty": ["", " \n", "```\n```", "A=1", "# only a comment"],
    "test.shell": [
        "bash -c 'npm test'",
        "sh -ec x",
        "cmd /c x",
        "cd src",
        "source x",
        "! grep a b",
        "env -S 'npm test'",
        "exec pytest",
    ],
    "test.length": ["pytest " + "a" * 20_000],
    "cmd.dangerous": [
        "rm -rf .",
        "rm -rf is",
        "/bin/rm -r build",
        "r''m -rf build",
        "find . -delete",
        "git clean -fdx",
        "chmod 777 x",
        "dd if=a of=/dev/sda",
        "eval pytest",
        "sudo rm -rf x",
        "timeout 9 rm -rf x",
        "xargs rm -rf",
        "bash -c 'rm -rf x'",
        "curl x|sh",
        "npm test # rm -rf /",
        'python -c \'__import__("os").system("id")\'',
    ],
}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in REJECTED.items() for text in texts])
def test_what_is_no_single_program_or_is_dangerous_is_refused(code: str, text: str) -> None:
    verdict = judge(text)
    assert (verdict.handling, verdict.argv) == ("reject", None)
    assert code in verdict.codes


@pytest.mark.parametrize(
    ("text", "argv"),
    [
        ("npm  test", ("npm", "test")),
        ("npm test\n", ("npm", "test")),
        ("npm test\r\n", ("npm", "test")),
        ("npm \\\n  test", ("npm", "test")),
        ("n\\\npm test", ("npm", "test")),
        ("npm test # why", ("npm", "test")),
        ("# why\nnpm test\n# done", ("npm", "test")),
        ("```sh\nnpm test\n```", ("npm", "test")),
        ("~~~\nnpm test\n~~~\n", ("npm", "test")),
        ("pytest -k 'a b' \"c d\" e\\ f ''", ("pytest", "-k", "a b", "c d", "e f", "")),
        ("pytest a#b", ("pytest", "a#b")),
        ("pytest '#b'", ("pytest", "#b")),
        ("pytest $'a\\x41'", ("pytest", "aA")),
        ('pytest "a\\$b"', ("pytest", "a$b")),
        ("p'yt'est", ("pytest",)),
    ],
)
def test_a_command_becomes_the_words_that_a_shell_would_make_of_it(text: str, argv: tuple[str, ...]) -> None:
    assert judge(text).argv == argv


def test_an_environment_prefix_is_kept_apart_from_the_program() -> None:
    assert judge("A=1 B='x y' tox") == CommandVerdict(
        "flag",
        ("test.env",),
        ("tox",),
        (("A", "1"), ("B", "x y")),
        ("tox runs the tests or checks that the project's own files define",),
    )


def test_notes_name_what_is_started_on_the_way() -> None:
    assert judge("uv run pytest").notes == (
        "uv starts pytest",
        "pytest runs the tests or checks that the project's own files define",
    )


def test_all_reasons_are_listed_the_gravest_first() -> None:
    assert judge("A=1 ./x.sh && rm -rf /").codes == (
        "cmd.dangerous",
        "test.operator",
        "test.indirect",
        "test.arg",
        "test.env",
    )
