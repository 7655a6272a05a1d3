import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit import Region, UnifiedPrompt
from remit.assemble.budget import TRIM_ORDER, Cut, estimate, fit
from remit.errors import BudgetExceeded
from remit.model.region import REGION_TYPES

PROVES = ("P4",)

_LONG = "some ordinary words of prose, " * 200


def test_a_prompt_within_its_budget_stays_as_it_is() -> None:
    prompt = UnifiedPrompt("x", context=(Region("issue", _LONG),))
    fitted = fit(prompt, 10_000)
    assert (fitted.prompt, fitted.cuts) == (prompt, ())


def test_what_is_cut_is_cut_by_type_in_order_the_last_region_first() -> None:
    regions = (Region("issue", _LONG), Region("file", _LONG, "a"), Region("file", _LONG, "b"), Region("history", _LONG))
    fitted = fit(UnifiedPrompt("x", context=regions), 2_300)
    assert [(cut.type, cut.name) for cut in fitted.cuts] == [("history", None), ("file", "b"), ("file", "a")]
    assert fitted.prompt.context[0] == regions[0]


def test_the_marker_says_what_and_how_much_was_cut_and_head_and_tail_stay() -> None:
    content = "HEAD " + _LONG + " TAIL"
    fitted = fit(UnifiedPrompt("x", context=(Region("issue", content),)), 800)
    (cut,) = fitted.cuts
    assert cut == Cut("issue", None, cut.cut, len(content))
    text = fitted.prompt.context[0].content
    assert f"[{cut.cut:,} of {len(content):,} characters of this issue were cut to fit the token budget]" in text
    assert text.startswith("HEAD ")
    assert text.endswith(" TAIL")


def test_instructions_constraints_and_output_format_are_never_cut() -> None:
    assert set(REGION_TYPES) - set(TRIM_ORDER) == {"constraints", "output_format"}
    kept = (Region("constraints", _LONG), Region("output_format", _LONG))
    with pytest.raises(BudgetExceeded) as refused:
        fit(UnifiedPrompt(_LONG, system_prompt=_LONG, context=(*kept, Region("issue", _LONG))), 300)
    assert "too many" in refused.value.message
    assert refused.value.rows == (("cut already", "1 regions"),)


@given(st.integers(60, 4_000), st.lists(st.sampled_from(REGION_TYPES), min_size=1, max_size=4))
def test_the_result_is_within_the_budget_or_refused_by_how_much(budget: int, types: list[str]) -> None:
    regions = tuple(Region(kind, _LONG) for kind in types)  # type: ignore[arg-type]
    prompt = UnifiedPrompt("x", context=regions)
    try:
        fitted = fit(prompt, budget)
    except BudgetExceeded:
        with pytest.raises(BudgetExceeded, match=f"{budget:,} are allowed"):
            fit(prompt, budget)
    else:
        assert estimate(fitted.prompt.to_xml()) == fitted.tokens <= budget
        assert fit(prompt, budget) == fitted


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 1),
        ("two words", 2),
        ("12345", 2),
        ("\u65e5\u672c\u8a9e\u6587", 3),
        ("internationalisation", 3),
    ],
)
def test_the_estimate_counts_words_digits_and_signs(text: str, tokens: int) -> None:
    assert estimate(text) == tokens
