"""Fills the variables of a template in one pass, so that no value is ever read for variables; it must not know whence values come.

A variable is `{{NAME}}` or `${NAME}`, without spaces; `{{{{` and `$$` are the literals `{{` and `$`.
"""

import logging
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from remit.errors import TemplateInvalid, VariableMissing
from remit.markup.places import Lines
from remit.model.phase import Phase

log = logging.getLogger("remit.templates")

TEMPLATE_VARIABLES = ("PROJECT_CONTEXT", "PROJECT_STRUCTURE", "ARTIFACTS", "SKELETON", "TASKS")
SESSION_VARIABLES = (
    "EPIC_ID", "EPIC_TITLE", "SESSION_ID", "AGENT_ID", "SCOPE_TYPE", "SCOPE_ROOT", "TASK_COUNT", "TASK_LIST",
)  # fmt: skip
KNOWN = frozenset((*TEMPLATE_VARIABLES, *SESSION_VARIABLES))

# What a phase's template must hold, and every strict run must fill.
MANDATORY: dict[Phase, tuple[str, ...]] = {
    "plan": ("PROJECT_CONTEXT", "PROJECT_STRUCTURE", "SKELETON"),
    "challenge": ("PROJECT_CONTEXT", "PROJECT_STRUCTURE", "ARTIFACTS"),
    "implement": ("PROJECT_CONTEXT", "PROJECT_STRUCTURE", "ARTIFACTS", "TASKS"),
    "review": ("PROJECT_CONTEXT", "PROJECT_STRUCTURE", "ARTIFACTS"),
    "archive": ("PROJECT_CONTEXT", "PROJECT_STRUCTURE", "ARTIFACTS"),
}

NO_PROJECT_CONTEXT = "Context not provided"

_PIECE = re.compile(r"(\{\{\{\{)|(\$\$)|\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}|\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Variable(NamedTuple):
    """A variable of a template and where it stands."""

    name: str
    offset: int


def variables_of(template: str) -> tuple[Variable, ...]:
    """The variables of a template in the order of the text."""
    return tuple(piece for piece in _pieces(template) if isinstance(piece, Variable))


def inject_variables(template: str, context: Mapping[str, str], strict: bool = False) -> str:
    """The template with its variables replaced; what is missing is said in the text and in the log, or refused under strict."""
    pieces = _pieces(template)
    names = {piece.name for piece in pieces if isinstance(piece, Variable)}
    if unknown := names - KNOWN - context.keys():
        raise _unknown(template, unknown, context)
    values = dict(context)
    missing = sorted(
        name for name in names if name not in context or (name == "PROJECT_CONTEXT" and not context[name].strip())
    )
    for name in missing:
        values[name] = NO_PROJECT_CONTEXT if name == "PROJECT_CONTEXT" else f"{name} not provided"
    if strict and (refused := [name for name in missing if name != "PROJECT_CONTEXT"]):
        raise VariableMissing(
            f"no value for {', '.join(map(repr, refused))}",
            help="pass it with --var NAME=VALUE or the option that fills it, or leave --strict out",
        )
    for name in missing:
        log.warning("no value for %s: the prompt says %r", name, values[name])
    return "".join(piece if isinstance(piece, str) else values[piece.name] for piece in pieces)


@lru_cache(maxsize=64)
def _pieces(template: str) -> tuple[str | Variable, ...]:
    pieces: list[str | Variable] = []
    at = 0
    for found in _PIECE.finditer(template):
        pieces.append(template[at : found.start()])
        at = found.end()
        if found[1] or found[2]:
            pieces.append("{{" if found[1] else "$")
        else:
            pieces.append(Variable(found[3] or found[4], found.start()))
    pieces.append(template[at:])
    return tuple(pieces)


def _unknown(template: str, unknown: set[str], context: Mapping[str, str]) -> TemplateInvalid:
    lines = Lines.of(template)
    rows = tuple(
        (f"line {lines.place(piece.offset).line}", f"unknown variable {piece.name!r}")
        for piece in variables_of(template)
        if piece.name in unknown
    )
    known = ", ".join((*TEMPLATE_VARIABLES, *SESSION_VARIABLES, *sorted(context.keys() - KNOWN)))
    return TemplateInvalid(
        f"the template holds {'a variable' if len(rows) == 1 else f'{len(rows)} variables'} that nothing fills",
        rows=rows,
        help=f"known are {known}; write '{{{{{{{{' for a literal '{{{{' and '$$' for '$', or pass --var NAME=VALUE",
    )
