"""The JSON form of a prompt, and its schema; it must not know the written form."""

import json
from typing import Annotated, Any

import msgspec

from remit.errors import PromptInvalid
from remit.model.region import UNTRUSTED_TYPES, Parts, Region, RegionType, Trust

_Line = Annotated[
    str, msgspec.Meta(pattern=r"^[^<\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*[^\s<][^<\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*$")
]


class _Item(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    type: Annotated[RegionType, msgspec.Meta(description="What the text is.")]
    content: str
    name: Annotated[str | None, msgspec.Meta(description="A file's path, or what the text is called.")] = None
    trust: Annotated[
        Trust | None,
        msgspec.Meta(description=f"Untrusted where not said for {', '.join(sorted(UNTRUSTED_TYPES))}; else trusted."),
    ] = None


class _Prompt(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    instructions: Annotated[str, msgspec.Meta(description="What the agent is to do; not blank.")]
    system_prompt: str | None = None
    context: list[_Item] = []
    lead: Annotated[_Line | None, msgspec.Meta(description="The request that opens the rendered text: one line.")] = (
        None
    )
    closing: Annotated[_Line | None, msgspec.Meta(description="The request that ends the rendered text: one line.")] = (
        None
    )


def encode(parts: Parts) -> str:
    """The JSON object that says these parts; each region says its trust."""
    items = [_Item(region.type, region.content, region.name, region.trust) for region in parts.context]
    prompt = _Prompt(parts.instructions, parts.system_prompt, items, parts.lead, parts.closing)
    return msgspec.json.encode(prompt).decode()


def decode(text: str | bytes) -> Parts:
    """The parts that a JSON object says."""
    try:
        prompt = msgspec.json.decode(text, type=_Prompt)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise PromptInvalid(
            f"no prompt: {_lower(str(fault))}", help="remit explain PromptInvalid shows the form"
        ) from None
    return Parts(
        prompt.instructions,
        prompt.system_prompt,
        tuple(Region(item.type, item.content, item.name, item.trust) for item in prompt.context),
        prompt.lead,
        prompt.closing,
    )


def schema() -> str:
    """The JSON Schema of the form, as text that is the same in every run."""
    found: dict[str, Any] = msgspec.json.schema(_Prompt)
    return json.dumps(found, indent=2, sort_keys=True) + "\n"


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
