"""Fill the text of the one repair turn with what was wrong; it must not know when that turn is sent."""

import re

from remit.errors import ReplyRefused, TemplateInvalid
from remit.model.phase import Phase
from remit.replies.contract import CONTRACT

_VARIABLE = re.compile(r"\{\{([^{}]*)\}\}")


def repair_text(template: str, error: ReplyRefused, phase: Phase) -> str:
    """The template with the error, its remedy, and all that the phase asks for in place of its variables."""
    values = {
        "PHASE": phase,
        "ERROR": "; ".join((error.message, *(f"{label}: {text}" for label, text in error.rows))),
        "HELP": error.help or "",
        "CONTRACT": "\n".join(f"- {sentence}." for sentence in CONTRACT[phase]),
    }

    def value(variable: re.Match[str]) -> str:
        if variable[1] not in values:
            raise TemplateInvalid(
                f"repair template holds the variable '{variable[1]}', expected {', '.join(values)}",
                help="take it out, or use one of these",
            )
        return values[variable[1]]

    return _VARIABLE.sub(value, template)
