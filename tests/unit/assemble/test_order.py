from remit import Region, compose
from remit.assemble.order import ORDER
from remit.model.profile import Profile
from remit.model.region import REGION_TYPES

PROVES = ("P2",)


def test_every_type_of_region_has_its_place() -> None:
    assert sorted(ORDER) == sorted(REGION_TYPES)


def test_stable_regions_stand_before_volatile_ones_and_those_of_a_type_keep_their_order() -> None:
    regions = [Region("issue", "1"), Region("file", "2"), Region("constraints", "3"), Region("file", "4")]
    prompt = compose("x", regions=regions)
    assert [region.content for region in prompt.context] == ["3", "2", "4", "1"]


def test_a_profile_stands_in_instructions_constraints_and_examples() -> None:
    profile = Profile(("Mind it.",), ("Not this.", "Nor that."), ("Example: so.",))
    prompt = compose("Do it", regions=[Region("constraints", "Be brief.")], profile=profile)
    assert prompt.instructions == "Do it\n\n- Mind it."
    assert prompt.context == (
        Region("constraints", "Be brief."),
        Region("constraints", "- Not this.\n- Nor that."),
        Region("example", "Example: so."),
    )


def test_an_empty_profile_changes_nothing() -> None:
    assert compose("Do it", profile=Profile()) == compose("Do it")
