"""The prompt that an agent gets, as a frozen value; it must not know templates, agents or files."""

from dataclasses import dataclass
from typing import Self

from remit.errors import PromptInvalid, PromptMalformed
from remit.model import wire, xml
from remit.model.region import Parts, Region, check_text
from remit.model.xml import Form

_LINE_ENDS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


@dataclass(frozen=True, slots=True)
class UnifiedPrompt:
    """Everything that one agent is told in one turn, in the order in which it is told."""

    instructions: str
    system_prompt: str | None = None
    context: tuple[Region, ...] = ()
    lead: str | None = None
    closing: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "context", tuple(self.context))
        for region in self.context:
            if not isinstance(region, Region):
                raise PromptInvalid(f"context holds a {type(region).__name__}, not a Region")
        check_text(self.instructions, "instructions")
        if not self.instructions.strip():
            raise PromptInvalid("instructions are blank", help="say in them what the agent is to do")
        if self.system_prompt is not None:
            check_text(self.system_prompt, "system prompt")
        for what, line in (("lead", self.lead), ("closing", self.closing)):
            if line is not None:
                _check_line(line, what)

    @property
    def parts(self) -> Parts:
        return Parts(self.instructions, self.system_prompt, self.context, self.lead, self.closing)

    def to_xml(self, *, escape: Form = "auto") -> str:
        """The text that an agent gets; see `remit.model.xml` for its grammar."""
        return xml.render(self.parts, escape)

    @classmethod
    def from_xml(cls, text: str) -> Self:
        """The value that `to_xml` made this text from, in either form."""
        try:
            prompt = cls(**xml.parse(text)._asdict())
        except PromptInvalid as fault:
            raise PromptMalformed(f"no rendered prompt: {fault.message}", help=fault.help) from None
        if text != prompt.to_xml(escape=xml.form_of(text)):
            raise PromptMalformed(
                "no rendered prompt: its parts would be written otherwise",
                help="from_xml reads what to_xml wrote, unchanged",
            )
        return prompt

    def to_json(self) -> str:
        """The value as one JSON object."""
        return wire.encode(self.parts)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The value that a JSON object says; unknown fields are errors."""
        return cls(**wire.decode(text)._asdict())


def _check_line(line: object, what: str) -> None:
    check_text(line, what)
    assert isinstance(line, str)
    if not line.strip():
        raise PromptInvalid(f"{what} is blank", help=f"leave the {what} out (None) instead")
    if "<" in line or not _LINE_ENDS.isdisjoint(line):
        raise PromptInvalid(f"{what} holds a '<' or a line end", help=f"the {what} is one line of plain text")
