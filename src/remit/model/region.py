"""One piece of a prompt's context, as a frozen value; it must not know how it is rendered."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from remit.errors import PromptInvalid

RegionType = Literal[
    "file", "artifact", "thought",
    "issue", "plan", "diff", "history", "constraints", "manifest", "prior_review", "output_format", "example",
]  # fmt: skip
Trust = Literal["trusted", "untrusted"]

REGION_TYPES: tuple[RegionType, ...] = get_args(RegionType)
UNTRUSTED_TYPES: frozenset[RegionType] = frozenset({"issue", "diff", "history", "prior_review"})


@dataclass(frozen=True, slots=True)
class Region:
    """One piece of context: its kind, its text, its name, and whether the text may be trusted."""

    type: RegionType
    content: str
    name: str | None = None
    trust: Trust | None = None

    def __post_init__(self) -> None:
        if self.type not in REGION_TYPES:
            raise PromptInvalid(f"unknown region type {self.type!r}", help="the types are " + ", ".join(REGION_TYPES))
        check_text(self.content, f"content of a {self.type} region")
        if self.name is not None:
            check_text(self.name, f"name of a {self.type} region")
        if self.trust is None:
            object.__setattr__(self, "trust", "untrusted" if self.type in UNTRUSTED_TYPES else "trusted")
        elif self.trust not in get_args(Trust):
            raise PromptInvalid(f"unknown trust {self.trust!r}", help="a region is trusted or untrusted")

    @property
    def trusted(self) -> bool:
        return self.trust == "trusted"


class Parts(NamedTuple):
    """A prompt taken apart, as its two written forms see it."""

    instructions: str
    system_prompt: str | None
    context: tuple[Region, ...]
    lead: str | None
    closing: str | None


def check_text(text: object, what: str) -> None:
    """Refuses what no UTF-8 file could hold."""
    if not isinstance(text, str):
        raise PromptInvalid(f"{what} is a {type(text).__name__}, not a string")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as fault:
            raise PromptInvalid(
                f"{what} holds a lone surrogate at offset {fault.start}",
                help="decode the text with errors='replace', or say what the bytes stand for",
            ) from None
