from pathlib import Path

import pytest

from remit.sources.registry_source import PythonSource, module_of, paths_of, read_python

PROVES = ("G1", "G2")


def read(root: Path, text: str, *, path: str = "src/bot/it.py", exclude: tuple[str, ...] = ()) -> PythonSource:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")
    return read_python(root, exclude=exclude)


@pytest.mark.parametrize(
    "text",
    [
        'from remit import prompt\n@prompt("triage")\ndef build(x): ...\n',
        'from remit import prompt as registered\n@registered(name="triage")\nasync def build(x): ...\n',
        'import remit\n@remit.prompt("triage")\ndef build(x): ...\n',
        'import remit as r\n@other\n@r.prompt("triage", category="c")\ndef build(x): ...\n',
    ],
)
def test_a_builder_that_registers_itself_is_seen_without_running_it(tmp_path: Path, text: str) -> None:
    (found,) = read(tmp_path, text).registering

    assert ("src/bot/it.py", "build", "triage") == (found.path, found.qualified, found.registered_as)


def test_methods_and_inner_functions_have_their_qualified_names(tmp_path: Path) -> None:
    text = (
        'from remit import prompt\nclass A:\n    class B:\n        @prompt("b")\n        def build(self): ...\n'
        'def make():\n    if True:\n        @prompt("c")\n        def inner(): ...\n'
    )

    assert ["A.B.build", "make.<locals>.inner"] == [each.qualified for each in read(tmp_path, text).registering]


@pytest.mark.parametrize(
    "text",
    [
        "from other import prompt\n@prompt('x')\ndef build(x): ...\n",
        "from remit import compose as prompt_of\n@prompt_of('x')\ndef build(x): ...\n",
        "from .remit import prompt\n@prompt('x')\ndef build(x): ...\n",
        "def prompt(x): ...\n@prompt\ndef build(x): ...\n",
    ],
)
def test_what_is_called_alike_registers_nothing(tmp_path: Path, text: str) -> None:
    assert () == read(tmp_path, text).registering


@pytest.mark.parametrize(
    "text",
    [
        'def build_review_prompt(diff: str) -> str:\n    return f"Review this change with care and say what could fail: {diff}"\n',
        'async def system_prompt(self):\n    """Doc."""\n    return "You are one who reviews changes with great care and patience."\n',
        "def render_prompt(name) -> str:\n    return TEMPLATES[name].render()\n",
        'def make_triage_prompts(x) -> "str":\n    return "\\n".join(x)\n',
        "class A:\n    def _build_prompt(self) -> UnifiedPrompt:\n        return compose('Do it')\n",
    ],
)
def test_a_function_of_a_builders_shape_is_seen(tmp_path: Path, text: str) -> None:
    assert 1 == len(read(tmp_path, text).shaped)


@pytest.mark.parametrize(
    "text",
    [
        "def get_prompt(self) -> int:\n    return len('a prompt of more than eight words that is counted here')\n",
        "def prompt(text):\n    return input('what would you like to do in this place, my dear user of it?')\n",
        "def show_prompt_dialog(x) -> str:\n    return 'a text of more than eight words that has no making verb'\n",
        "def build_prompt(x):\n    print('a text of more than eight words that is given back to nobody')\n",
        "def get_prompt(self) -> str:\n    return self._prompt\n",
        'def get_shell_prompt() -> str:\n    return ">>> "\n',
    ],
)
def test_a_function_that_only_sounds_like_one_is_not(tmp_path: Path, text: str) -> None:
    assert () == read(tmp_path, text).shaped


def test_what_must_be_given_is_said_with_its_annotation(tmp_path: Path) -> None:
    text = (
        "def build_prompt(self, a, b: int, c=1, *rest, d: list[str], e=2, **more) -> str:\n    return x.format(a=a)\n"
    )
    (found,) = read(tmp_path, text).shaped

    assert [("self", ""), ("a", ""), ("b", "int"), ("d", "list[str]")] == list(found.parameters)


def test_tests_what_is_excluded_and_what_cannot_be_parsed_are_left_alone(tmp_path: Path) -> None:
    text = 'from remit import prompt\n@prompt("a")\ndef build(): ...\n'
    read(tmp_path, text, path="tests/test_it.py")
    read(tmp_path, text, path="old/it.py")
    read(tmp_path, "def prompt(:\n", path="broken.py")
    read(tmp_path, "prompt = " + "(" * 5000, path="deep.py")

    assert ["src/bot/it.py"] == [each.path for each in read(tmp_path, text, exclude=("old/**",)).registering]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/bot/it.py", "bot.it"),
        ("src/bot/__init__.py", "bot"),
        ("tools/it.py", "tools.it"),
        ("it.py", "it"),
        ("my-tools/it.py", None),
        ("src/bot/it.pyi", None),
    ],
)
def test_a_source_is_imported_by_the_first_folder_that_it_stands_in(path: str, expected: str | None) -> None:
    assert expected == module_of(path, ("src", "."))


def test_a_module_could_be_a_file_or_a_package_in_each_folder() -> None:
    assert ["src/bot/it.py", "src/bot/it/__init__.py", "bot/it.py", "bot/it/__init__.py"] == list(
        paths_of("bot.it", ("src", "."))
    )
