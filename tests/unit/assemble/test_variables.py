import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit import inject_variables
from remit.assemble.variables import KNOWN, variables_of
from remit.errors import TemplateInvalid, VariableMissing

PROVES = ("P7",)


def test_variables_of_both_kinds_are_replaced() -> None:
    assert inject_variables("{{TASKS}} of ${EPIC_ID}", {"TASKS": "1.1", "EPIC_ID": "T9"}) == "1.1 of T9"


def test_substituted_text_is_never_scanned_again() -> None:
    values = {"TASKS": "{{ARTIFACTS}} ${EPIC_ID} {{{{ $$", "ARTIFACTS": "secret", "EPIC_ID": "T9"}
    assert inject_variables("{{TASKS}}|{{ARTIFACTS}}", values) == "{{ARTIFACTS}} ${EPIC_ID} {{{{ $$|secret"


def test_four_braces_and_two_dollars_are_the_literals() -> None:
    assert inject_variables("{{{{TASKS}} $${EPIC_ID} $$5", {}) == "{{TASKS}} ${EPIC_ID} $5"


def test_what_holds_spaces_or_is_no_name_is_text() -> None:
    text = "{{ TASKS }} {TASKS} $TASKS ${a-b} {{a b}} { {x} } }}"
    assert inject_variables(text, {"TASKS": "x"}) == text


def test_a_missing_variable_is_said_in_the_text_and_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="remit.templates"):
        assert inject_variables("{{ARTIFACTS}}", {}) == "ARTIFACTS not provided"
    assert caplog.messages == ["no value for ARTIFACTS: the prompt says 'ARTIFACTS not provided'"]


@pytest.mark.parametrize("values", [{}, {"PROJECT_CONTEXT": " \n"}])
@pytest.mark.parametrize("strict", [False, True])
def test_a_missing_project_context_warns_the_agent_also_under_strict(
    values: dict[str, str], strict: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="remit.templates"):
        assert inject_variables("{{PROJECT_CONTEXT}}", values, strict=strict) == "Context not provided"
    assert caplog.messages == ["no value for PROJECT_CONTEXT: the prompt says 'Context not provided'"]


def test_under_strict_every_other_missing_variable_is_named_in_one_error() -> None:
    with pytest.raises(VariableMissing, match=r"no value for 'ARTIFACTS', 'TASKS'"):
        inject_variables("{{TASKS}} {{ARTIFACTS}} {{PROJECT_CONTEXT}}", {}, strict=True)


def test_an_unknown_variable_is_an_error_with_its_line_strict_or_not() -> None:
    for strict in (False, True):
        with pytest.raises(TemplateInvalid) as refused:
            inject_variables("a\n{{TASK}} ${HOME}", {}, strict=strict)
        assert refused.value.rows == (("line 2", "unknown variable 'TASK'"), ("line 2", "unknown variable 'HOME'"))


def test_a_value_of_another_name_makes_that_name_known() -> None:
    assert inject_variables("{{TEAM}}", {"TEAM": "core"}) == "core"


@given(st.dictionaries(st.sampled_from(sorted(KNOWN)), st.text(), min_size=1))
def test_every_value_stands_in_the_text_byte_for_byte(values: dict[str, str]) -> None:
    values = {name: value for name, value in values.items() if name != "PROJECT_CONTEXT" or value.strip()}
    template = "|".join(f"{{{{{name}}}}}" for name in values)
    assert inject_variables(template, values) == "|".join(values.values())


def test_variables_are_listed_with_their_places() -> None:
    assert [(variable.name, variable.offset) for variable in variables_of("a {{TASKS}} ${EPIC_ID} {{{{X}}")] == [
        ("TASKS", 2),
        ("EPIC_ID", 12),
    ]
