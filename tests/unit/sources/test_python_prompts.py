"""Strings in Python source: which are prompts, what their text is, where they stand."""

import textwrap

import pytest

from remit.markup.places import Span
from remit.model.found import FoundPrompt, Search, Suppression
from remit.sources import python_prompts

PROVES = ("A4", "A5", "A7")

FORTY = " ".join(f"word{number}" for number in range(40))
ROLE = f"You are a careful reviewer. Your task is to read the text below. {FORTY}"


def read(source: str, path: str = "src/app.py", min_words: int = 40) -> Search:
    return python_prompts.read(path, textwrap.dedent(source), min_words=min_words, sure=False)


def only(source: str, path: str = "src/app.py") -> FoundPrompt:
    (prompt,) = read(source, path).prompts
    return prompt


def holes(prompt: FoundPrompt) -> list[str]:
    return [prompt.text[hole.start : hole.end] for hole in prompt.holes]


def test_a_literal_under_a_telling_name_is_its_own_slice_of_the_file() -> None:
    source = f'# é\nREVIEW_PROMPT = """{FORTY}\nend"""\n'
    prompt = python_prompts.read("a.py", source, min_words=40, sure=False).prompts[0]

    assert prompt.name == "REVIEW_PROMPT"
    assert prompt.exact
    assert source[prompt.start :].startswith(prompt.text)
    assert (prompt.line, prompt.column) == (2, 20)


def test_characters_before_a_string_count_as_code_points() -> None:
    source = f'x = "日本"; prompt = "{FORTY}"\n'
    prompt = only(source)

    assert source[prompt.start :].startswith(prompt.text)
    assert prompt.column == prompt.start + 1


def test_a_byte_order_mark_counts_as_a_character_of_the_file() -> None:
    source = f'\ufeffprompt = "{FORTY}"\n'
    prompt = only(source)

    assert source[prompt.start :].startswith(prompt.text)


@pytest.mark.parametrize(
    ("expression", "text", "values", "form"),
    [
        (f'f"{FORTY} {{issue.title}} end"', f"{FORTY} {{issue.title}} end", ["{issue.title}"], "f-string"),
        (f'f"{FORTY} {{a + b}}"', f"{FORTY} {{…}}", ["{…}"], "f-string"),
        (f'f"{FORTY} {{{{x}}}}"', f"{FORTY} {{x}}", ["{x}"], "f-string"),
        (f'"{FORTY} " + body + "."', f"{FORTY} {{body}}.", ["{body}"], "concatenation"),
        (f'"{FORTY} {{}} {{{{}}}}".format(x)', f"{FORTY} {{}} {{}}", ["{}"], "format string"),
        (f'"{FORTY} %(name)s 5%%" % x', f"{FORTY} %(name)s 5%", ["%(name)s"], "%-format"),
        (f'"\\n".join(["{FORTY}", extra, "b"])', f"{FORTY}\n{{extra}}\nb", ["{extra}"], "joined list"),
        (f'Template("{FORTY} $name $$x").substitute(name=n)', f"{FORTY} $name $x", ["$name"], "string template"),
        (f'dedent("""\n      {FORTY}\n        b\n    """)', f"\n{FORTY}\n  b\n", [], "string"),
        (f'cleandoc(f"""\n      {FORTY}\n        {{b}}\n    """)', f"{FORTY}\n  {{b}}", ["{b}"], "f-string"),
        (f'"{FORTY} {{city}}"', f"{FORTY} {{city}}", ["{city}"], "string"),
    ],
)
def test_what_an_expression_makes_is_known_but_for_its_holes(
    expression: str, text: str, values: list[str], form: str
) -> None:
    (prompt,) = python_prompts.read("a.py", f"prompt = {expression}\n", min_words=40, sure=False).prompts

    assert (prompt.text, holes(prompt), prompt.form) == (text, values, form)


def test_adjacent_literals_are_one_text_and_no_slice_of_the_file() -> None:
    prompt = only(f"""
        prompt = (
            "{FORTY} "
            "and more"
        )
    """)

    assert prompt.text == f"{FORTY} and more"
    assert not prompt.exact
    assert (prompt.line, prompt.column) == (3, 5)


def test_a_finding_inside_an_f_string_will_stand_at_its_opening_quote() -> None:
    prompt = only(f'prompt = f"{FORTY} {{x}}"\n')

    assert (prompt.exact, prompt.line, prompt.column) == (False, 1, 11)


def test_text_that_is_added_to_a_prompt_belongs_to_it() -> None:
    prompt = only(f"""
        def build(hint):
            prompt = "{FORTY}"
            if hint:
                prompt += f" Hint: {{hint}}"
            prompt += " Answer."
            return prompt
    """)

    assert prompt.text == f"{FORTY} Hint: {{hint}} Answer."
    assert (prompt.name, prompt.form) == ("build.prompt", "growing text")


def test_a_list_of_chat_messages_is_one_prompt() -> None:
    prompt = only(f"""
        client.create(model=m, messages=[
            {{"role": "system", "content": "{FORTY}"}},
            *history,
            {{"role": "user", "content": [{{"type": "text", "text": f"Read {{body}}"}}]}},
        ])
    """)

    assert prompt.kind == "messages"
    assert prompt.text == f"{FORTY}\n\n{{…}}\n\nRead {{body}}"
    assert holes(prompt) == ["{…}", "{body}"]
    assert prompt.name == "messages"


@pytest.mark.parametrize(
    "messages",
    [
        f'[("system", "{FORTY}"), ("human", "{{question}}")]',
        f'[SystemMessage(content="{FORTY}"), HumanMessage(f"{{question}}")]',
        f'[dict(role="system", content="{FORTY}"), dict(role="user", content=f"{{question}}")]',
    ],
)
def test_messages_are_known_in_every_spelling(messages: str) -> None:
    prompt = only(f"prompt = ChatPromptTemplate.from_messages({messages})\n")

    assert (prompt.kind, prompt.text) == ("messages", f"{FORTY}\n\n{{question}}")


@pytest.mark.parametrize(
    "source",
    [
        f'agent = Agent(instructions="{FORTY}")',
        f'client.messages.create(system="{FORTY}")',
        f'def ask(system_prompt: str = "{FORTY}"): ...',
        f'PROMPTS = {{"review": "{FORTY}"}}',
        f'history.append({{"role": "user", "content": "{FORTY}"}})',
        f'template = PromptTemplate(template="{FORTY}", input_variables=[])',
        f'def review_prompt(x):\n    return "{FORTY}"',
        f'self.system_message: str = "{FORTY}"',
        f'GUIDE = "{FORTY}"\nclient.create(system=GUIDE)',
        f'class A:\n    GUIDE = "{FORTY}"\n    def f(self):\n        return [{{"role": "system", "content": self.GUIDE}}]',
        f'prompt = "{FORTY}" if a else None',
        f'prompt = await g(Text("{FORTY}"))',
    ],
)
def test_a_telling_place_is_enough(source: str) -> None:
    assert [prompt.text.count(FORTY) for prompt in read(source).prompts] == [1]


def test_an_untelling_name_wants_a_text_that_reads_as_a_prompt() -> None:
    assert len(read(f'main = """{ROLE} Respond with JSON."""\n').prompts) == 1
    assert read(f'main = """{FORTY}"""\nprompt = ""\n').prompts == ()


@pytest.mark.parametrize("opening", ["Select one of the labels.", "Import what matters.", "Update the plan set below."])
def test_words_that_also_open_code_or_queries_open_prompts(opening: str) -> None:
    assert len(read(f'prompt = "{opening} {FORTY}"\n').prompts) == 1


def test_a_module_named_for_prompts_lowers_what_is_asked_of_its_strings() -> None:
    source = f'SUMMARY_TEMPLATE = """{FORTY}"""\nprompt = ""\n'

    assert read(source, "src/app.py").prompts == ()
    assert len(read(source, "src/prompts.py").prompts) == 1


@pytest.mark.parametrize(
    "source",
    [
        f'def f(prompt=""):\n    """{ROLE} Respond with JSON."""\n',
        f'prompt = ""\nlogger.info("{ROLE} Respond with JSON.")\n',
        f'prompt = ""\nraise ValueError("{ROLE} Respond with JSON.")\n',
        f'prompt = ""\nparser.add_argument("--system-prompt", help="{ROLE} Respond with JSON.")\n',
        f'prompt = ""\nassert answer == "{ROLE} Respond with JSON."\n',
        f'PROMPT_HELP = "{ROLE} Respond with JSON."\n',
        f'class ReviewPrompt:\n    examples = [{{"text": "{FORTY}"}}]\n',
        f'query_prompt = "SELECT a FROM b WHERE {FORTY}"\n',
        f'page_prompt = "<!DOCTYPE html> {FORTY}"\n',
    ],
)
def test_what_is_sent_to_no_model_is_no_prompt(source: str) -> None:
    assert read(source).prompts == ()


def test_short_strings_are_counted_and_not_returned() -> None:
    source = f'prompt = "Summarise {{x}}"\nother_prompt = "{FORTY}"\n'

    assert [prompt.name for prompt in read(source).prompts] == ["other_prompt"]
    assert read(source).short_strings == 1
    assert len(read(source, min_words=2).prompts) == 2


def test_words_that_stand_for_values_do_not_count() -> None:
    source = "prompt = f'" + "{a} " * 60 + "end'\n"

    assert (read(source).prompts, read(source).short_strings) == ((), 1)


def test_prompts_of_one_name_are_told_apart_by_number() -> None:
    source = f'prompt = "{FORTY}"\nprompt = "{FORTY} again"\n'

    assert [prompt.name for prompt in read(source).prompts] == ["prompt", "prompt (2)"]


def test_comments_at_a_prompt_silence_rules() -> None:
    prompt = only(f'''
        # remit: ignore[request-not-first, edge-cases-unnamed] the caller adds both
        # another line
        prompt = """{FORTY}
        # remit: ignore[not-a-comment] inside of the string
        """  # remit: ignore[output-contract-absent]
    ''')

    assert prompt.suppressions == (
        Suppression("request-not-first", "the caller adds both", 2),
        Suppression("edge-cases-unnamed", "the caller adds both", 2),
        Suppression("output-contract-absent", "", 6),
    )


@pytest.mark.parametrize("path", ["tests/test_app.py", "src/tests/app.py", "pkg/app_test.py", "conftest.py", "a.txt"])
def test_source_of_tests_is_not_wanted(path: str) -> None:
    assert not python_prompts.wants(path)
    assert python_prompts.wants("src/testing/latest.py")


@pytest.mark.parametrize(
    "source",
    [
        "def (:",
        "x = " + "(" * 500 + ")" * 500,
        "x = " + "-" * 10_000 + "1",
        "x = " + "+".join(["a"] * 10_000),
        "x = a" + ".b" * 10_000,
    ],
)
def test_source_that_cannot_be_parsed_is_passed_over(source: str) -> None:
    found = python_prompts.read("a.py", f"prompt = 'x'\n{source}\n", min_words=40, sure=False)

    assert [(row.path, row.reason) for row in found.passed_over] == [
        ("a.py", "no Python that this interpreter can parse")
    ]


def test_where_source_breaks_is_told() -> None:
    assert [row.line for row in read("prompt = 'x'\ndef (:\n").passed_over] == [2]


def test_source_that_would_take_too_much_memory_is_passed_over() -> None:
    large = python_prompts.read("a.py", "prompt = 'x'\n" + "#" * 2**20, min_words=40, sure=False)
    dense = python_prompts.read("a.py", "prompt = 'x'\ny = [" + "1," * 100_000 + "]", min_words=40, sure=False)

    assert [row.reason[:30] for row in large.passed_over] == ["Python of 1,048,589 characters"]
    assert [row.reason[:17] for row in dense.passed_over] == ["Python this dense"]


def test_source_without_a_cue_is_not_parsed() -> None:
    assert python_prompts.read("a.py", "def (:\n" + "x" * 2**21, min_words=40, sure=False).passed_over == ()


def test_nothing_that_parses_makes_the_walk_fail() -> None:
    source = (
        "prompt = "
        + "(" * 80
        + f"'{FORTY}'"
        + ")" * 80
        + "\nprompt = a"
        + "(x)" * 300
        + "\nprompt = "
        + "[" * 80
        + "]" * 80
    )
    many = "prompt = " + " + ".join([f"'{number} '" for number in range(900)])

    assert len(read(source).prompts) == 1
    assert len(read(many).prompts) == 1


def test_spans_of_holes_lie_inside_of_the_text() -> None:
    prompt = only(f'prompt = f"{{a}}{FORTY}{{b}}"\n')

    assert prompt.holes == (Span(0, 3), Span(3 + len(FORTY), 6 + len(FORTY)))


def test_escape_warnings_of_a_source_are_not_ours() -> None:
    assert len(read(f"prompt = '\\d {FORTY}'\n").prompts) == 1


@pytest.mark.parametrize(
    "source",
    [
        'prompt="x"\nx = """' + '\\"""' * 200_000,
        'prompt="x"\nx = "' + '\\"' * 400_000,
        "prompt =" + " " * 1_000_000,
        "prompt(" * 100_000,
        "prompt(" + ": " * 400_000,
    ],
)
def test_source_made_to_be_slow_is_not(source: str) -> None:
    assert python_prompts.read("a.py", source, min_words=40, sure=False).prompts == ()
