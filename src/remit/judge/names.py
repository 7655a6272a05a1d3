"""What the name of a region, heading or label says of its text; it must not know where the name stands."""

import re
from typing import Literal

Role = Literal["payload", "instructions", "contract", "example", "scaffold", "wrapper", "emphasis"]

_UNTRUSTED = re.compile(r"\btrust\s*=\s*[\"']?untrusted\b", re.IGNORECASE)
_DIGEST = re.compile(r"_[0-9a-f]+\Z")

_VOCABULARY = "issue plan diff history manifest prior_review file artifact"
_PAYLOAD = (
    f"{_VOCABULARY} document documents data log logs ticket input query "
    "question content code patch transcript message email article text"
)
_INSTRUCTIONS = (
    "instructions instruction constraints constraint rules rule requirements requirement guidelines guideline guidance "
    "directives steps task objective goal goals criteria acceptance_criteria system_prompt system role prompt policy "
    "edge_cases notes_for_you must_follow important reminder reminders"
)
_CONTRACT = (
    "output_format response_format answer_format reply_format result_format return_format format formatting output_contract "
    "response_contract output_schema response_schema answer_schema output_structure response_structure output_spec "
    "output_specification output_requirements format_instructions expected_output expected_format"
)
_EXAMPLE = (
    "example examples sample samples few_shot few_shots few_shot_examples shot shots demonstration demonstrations "
    "demo good_example bad_example sample_output example_output example_response example_input sample_response"
)
_SCAFFOLD = "thinking scratchpad thought thoughts reasoning"
_EMPHASIS = "b strong em i u mark"
_MARKUP = (
    "a abbr b br button code div em footer form h1 h2 h3 h4 h5 h6 head header html i img input label li main nav ol p pre "
    "script section small span strong style sub sup table tbody td th thead tr u ul"
)

_ROLES: dict[str, Role] = {
    **dict.fromkeys(_PAYLOAD.split(), "payload"),
    **dict.fromkeys(_INSTRUCTIONS.split(), "instructions"),
    **dict.fromkeys(_CONTRACT.split(), "contract"),
    **dict.fromkeys(_EXAMPLE.split(), "example"),
    **dict.fromkeys(_SCAFFOLD.split(), "scaffold"),
    **dict.fromkeys(_EMPHASIS.split(), "emphasis"),
}
_INSTRUCTING_PARTS = frozenset({
    "action", "actions", "behavior", "behaviour", "constraint", "constraints", "criteria", "directive", "directives", "guide", "guidance",
    "guideline", "guidelines", "instruction", "instructions", "policies", "policy", "principles", "procedure", "protocol", "recovery",
    "reminder", "requirements", "restrictions", "rule", "rules", "settings", "step", "steps", "verification", "workflow",
})  # fmt: skip
_CONTRACT_PARTS = frozenset({"output", "response", "answer", "format", "schema", "reply"})
_VOCABULARY_OF_PAYLOAD = frozenset(_VOCABULARY.split())
_MARKUP_NAMES = frozenset(_MARKUP.split())

_QUALIFIER = r"(?:(?:the|your|an?|some|expected|required|desired|final|good|bad|few[- ]shot|worked)\s+)*"
_EXAMPLE_TITLE = re.compile(
    rf"(?:[\d.)]+\s*)?{_QUALIFIER}(?:examples?|samples?|demonstrations?)\b(?!\s+(?:code|project|data)\b)"
)
_CONTRACT_TITLE = re.compile(
    rf"(?:[\d.)]+\s*)?{_QUALIFIER}"
    r"(?:(?:output|response|answer|reply|return|result)(?:\s+(?:format|contract|schema|structure|shape|template|rules|requirements))?"
    r"|format(?:ting)?(?:\s+(?:of\s+(?:the|your)\s+\w+|rules|instructions))?|deliverables?)\s*:?\s*\Z"
)

Section = Literal["plain", "contract", "example"]


def role_of(name: str, opening: str, *, wraps: bool) -> Role:
    """The role of a region by its name and opening tag, and by whether it wraps other regions."""
    key = name.lower().replace("-", "_")
    role = _ROLES.get(key) or _ROLES.get(_DIGEST.sub("", key))
    if _UNTRUSTED.search(opening):
        return "payload"
    if wraps and (role is None or (role == "payload" and key not in _VOCABULARY_OF_PAYLOAD)):
        return "wrapper"
    return role or "payload"


def role_by_parts(name: str) -> Role | None:
    """What the words of a name that no list holds say: `browser_rules` instructs, `output` fixes the answer."""
    key = name.lower().replace("-", "_")
    if key in _ROLES:
        return None
    words = key.split("_")
    if not _INSTRUCTING_PARTS.isdisjoint(words):
        return "instructions"
    return "contract" if words[-1] in _CONTRACT_PARTS else "payload"


def is_markup(name: str) -> bool:
    """Whether a tag of this name formats text and bounds nothing of its own."""
    return name.lower() in _MARKUP_NAMES


def section_of(title: str) -> Section:
    """What a heading or label with this title, in lower case, announces."""
    if _EXAMPLE_TITLE.match(title):
        return "example"
    return "contract" if _CONTRACT_TITLE.match(title) else "plain"
