"""Write what untrusted text holds of tags and turn markers as references, reversibly; it must not know what a prompt does with it.

What is written as a reference is one character: the `<` before a reserved name, the `[` of a marker such as `[INST]`, the colon of a
turn that begins after a blank line (`Human:`). Names are compared as `remit.markup.names` folds them. A literal `&` that would begin
one of these references when read back, with any number of `amp;` between, becomes `&amp;` first, so that every text comes back.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from remit.markup.edits import Edit, Edited, OffsetMap, apply
from remit.markup.names import LESS_THAN, fold, odd_tags


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The tags of a prompt, and of the replies that are read for markers.
VOCABULARY = _words(
    """
    artifact closing constraints context criterion diff example file history instructions issue lead manifest output_format
    plan prior_review prompt review system_prompt task_status thinking thought
    """
)

# Tags by which chat formats and agents' programs tell speakers, tools and their own notices apart.
ROLES_AND_TOOLS = _words(
    """
    antthinking assistant bash-input bash-stderr bash-stdout bos command-args command-contents command-message command-name
    developer document_contents end_of_turn environment_context eos function_call function_calls function_response
    function_result function_results human instruction invoke local-command-stderr local-command-stdout model
    new-diagnostics parameter reasoning scratchpad search_results start_of_turn sys system system_instruction
    system_instructions system_message system_override system_reminder system_warning think tool tool_call tool_calls
    tool_code tool_output tool_outputs tool_response tool_result tool_results tool_use tool_use_error tools turn_aborted user
    user_action user_input user_instructions user_message user_prompt_submit_hook user_query user_shell_command
    """
)
RESERVED = frozenset(name.replace("-", "_") for name in VOCABULARY | ROLES_AND_TOOLS)
_NAMESPACES = ("antml:", "claude:", "anthropic:", "openai:", "mcp__")

_SPECIAL = r"[|\uff5c][^|\uff5c<>\n]{1,64}[|\uff5c]"
_BRACKETED = re.compile(
    r"\[(?=/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|THINK)\])", re.IGNORECASE
)
# A turn at the very start of a text begins none: what stands before it is the region's own tag.
_TURN = re.compile(r"\n[ \t]*+\r?\n[ \t>*_]{0,8}(?:Human|Assistant)[ \t*_]{0,4}(:)")


def _alternatives(names: frozenset[str]) -> str:
    """The names as a pattern that decides by the first letter which of them to try."""
    by_letter: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        by_letter.setdefault(name[0], []).append(name[1:].replace("_", "[_-]"))
    return "|".join(f"{letter}(?:{'|'.join(rests)})" for letter, rests in sorted(by_letter.items()))


_PLAIN = re.compile(
    rf"<(?=\s*+/?\s*+(?:(?:{_alternatives(RESERVED)})(?:[_.:-]v?[0-9a-f]{{1,64}}|[0-9]{{1,64}})?(?![\w:-]|\.\w)|(?:{'|'.join(_NAMESPACES)}))"
    rf"|{_SPECIAL})",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:[_.:-]v?[0-9a-f]{1,64}|[0-9]{1,64})$")
_NAME = re.compile(r"[\w.:-]++")
_CHAT = re.compile(rf"[{LESS_THAN}]\s*{_SPECIAL}")
# Looked for in tags alone: the engine skips to the first character of a pattern.
_ODD_TAG = re.compile(r"<[\s/\w.:-]*+[\x00-\x08\x0e-\x1b\x7f]")

REFERENCES = {"<": "lt", "[": "#91", ":": "#58", **{char: f"#{ord(char)}" for char in LESS_THAN if char != "<"}}
_CHARACTERS = {body: char for char, body in REFERENCES.items()}
_BODY = "|".join(_CHARACTERS)
_LITERAL = re.compile(rf"&(?=(?:amp;)*+(?:{_BODY});)")
_REFERENCE = re.compile(rf"&((?:amp;)*+)({_BODY});")


@dataclass(frozen=True, slots=True)
class Neutral:
    """An untrusted text as a region holds it. No text, and so never neutralised again."""

    text: str
    offsets: OffsetMap


class Neutralising:
    """The encoding of whole texts, of the same form as those of `remit.markup.references`."""

    def encode(self, text: str) -> str:
        return neutralise(text).text

    def decode(self, text: str) -> str:
        return _REFERENCE.sub(_decoded, text) if "&" in text else text


NEUTRALISED = Neutralising()


def neutralise(text: str) -> Neutral:
    """The text in which nothing reads as structure, and where each of its places comes from."""
    edits = [Edit(at, at + 1, f"&{REFERENCES[text[at]]};") for at in structure(text)]
    if "&" in text:
        edits += [Edit(found.end(), found.end(), "amp;") for found in _LITERAL.finditer(text)]
    if not edits:
        return Neutral(text, OffsetMap())
    edited: Edited = apply(text, edits)
    return Neutral(edited.text, edited.offsets)


def structure(text: str) -> list[int]:
    """The offsets of all characters that make something in the text read as a tag or a turn."""
    found = list(_tags(text)) if any(char in text for char in LESS_THAN) else []
    if "]" in text:
        found += (bracket.start() for bracket in _BRACKETED.finditer(text))
    if "\n" in text and ("Human" in text or "Assistant" in text):
        found += (turn.start(1) for turn in _TURN.finditer(text))
    return found


def reserved_name(written: str) -> str | None:
    """The name to which a prompt, a chat format or an agent's program gives a meaning and as which a tag's name reads, if any."""
    found = _NAME.match(fold(written))
    folded = found[0].rstrip(".") if found else ""
    if folded.startswith(_NAMESPACES):
        return folded
    return next((name for name in (_plain(folded), _plain(_SUFFIX.sub("", folded))) if name in RESERVED), None)


def _plain(name: str) -> str:
    return name.replace("-", "_")


def _tags(text: str) -> Iterator[int]:
    if text.isascii() and not _ODD_TAG.search(text):
        yield from (found.start() for found in _PLAIN.finditer(text))
        return
    found = {tag.start() for tag in odd_tags(text) if reserved_name(tag[1])}
    found.update(tag.start() for tag in _CHAT.finditer(text))
    # A control character ends a name for one reader and is nothing for another.
    found.update(tag.start() for tag in _PLAIN.finditer(text))
    yield from found


def _decoded(found: re.Match[str]) -> str:
    return f"&{found[1][4:]}{found[2]};" if found[1] else _CHARACTERS[found[2]]
