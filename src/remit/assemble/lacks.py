"""What a template lacks of what every shipped one has; it must not know where templates stand."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from remit.assemble.variables import KNOWN, MANDATORY, variables_of
from remit.markup.places import Lines
from remit.model.phase import PHASES, Phase

_VOLATILE = frozenset({"PROJECT_STRUCTURE", "ARTIFACTS", "TASKS", "TASK_LIST"})
_SECTION = re.compile(r"^## ", re.MULTILINE)
_ROLE = re.compile(r"\byou are\b", re.IGNORECASE)
_PRINCIPLES = re.compile(r"^#+ .*\bprinciples\b", re.IGNORECASE | re.MULTILINE)
_SPACED = re.compile(r"\{\{\s+\w+\s*\}\}|\{\{\w+\s+\}\}")


class Lack(NamedTuple):
    """One thing that a template lacks or has wrong, and the line it concerns, if it is one."""

    line: int | None
    message: str
    help: str


def lacks(
    template: str, phase: Phase, contract: Sequence[str], extra: frozenset[str] = frozenset()
) -> tuple[Lack, ...]:
    """What a template for this phase lacks; `contract` holds the marker sentences that the reply parser expects of it."""
    lines = Lines.of(template)
    variables = variables_of(template)
    names = {variable.name for variable in variables}
    found = [
        Lack(
            lines.place(variable.offset).line,
            f"unknown variable {variable.name!r}",
            "rendering refuses it: name a known one, or pass --var",
        )
        for variable in variables
        if variable.name not in KNOWN | extra
    ]
    found += [
        Lack(lines.place(spaced.start()).line, f"{spaced[0]!r} is no variable: it holds spaces", "write {{NAME}}")
        for spaced in _SPACED.finditer(template)
    ]
    found += [
        Lack(None, f"no {{{{{name}}}}}", f"every template of the {phase} phase holds it")
        for name in MANDATORY[phase]
        if name not in names
    ]
    sections = [section.start() for section in _SECTION.finditer(template)]
    last = sections[-1] if sections else 0
    found += [
        Lack(
            lines.place(variable.offset).line,
            f"{{{{{variable.name}}}}} stands before the last section",
            "it changes from run to run: what follows it is sent anew each time",
        )
        for variable in variables
        if variable.name in _VOLATILE and variable.offset < last
    ]
    if not _ROLE.search(template):
        found.append(
            Lack(None, "no identity: 'You are …' is nowhere said", "open with who the agent is and its one objective")
        )
    if not _PRINCIPLES.search(template):
        found.append(Lack(None, "no core principles", "add a section '## Core principles'"))
    if missing := [other for other in PHASES if not re.search(rf"\b{other}\b", template, re.IGNORECASE)]:
        found.append(
            Lack(
                None,
                f"no workflow context: {', '.join(missing)} not named",
                "say what comes before and after, and by which verdict",
            )
        )
    folded = " ".join(template.split())
    found += [
        Lack(
            None, f"the parser expects a marker that nothing asks for: {sentence!r}", "write the sentence word for word"
        )
        for sentence in contract
        if sentence not in folded
    ]
    return tuple(sorted(found, key=lambda lack: (lack.line is None, lack.line)))
