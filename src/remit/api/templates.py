"""List, find, check and copy templates; it must not know commands."""

from dataclasses import dataclass
from pathlib import Path

from remit.assemble.lacks import Lack, lacks
from remit.assemble.variables import variables_of
from remit.disk import write_atomic
from remit.errors import FileRefused, TemplateNotFound
from remit.model.phase import PHASES, Phase
from remit.replies import CONTRACT
from remit.sources.templates import PROJECT_FOLDER, FoundTemplate, find_template, list_templates

__all__ = ["Checked", "FoundTemplate", "check", "copy", "find_template", "listed"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A template's metadata (agent, phase, variables) and what it lacks."""

    template: FoundTemplate
    variables: tuple[str, ...]
    lacks: tuple[Lack, ...]


def listed(root: Path) -> tuple[FoundTemplate, ...]:
    """The template that wins for every known pair of agent and phase."""
    found = []
    for agent, phase in list_templates(root):
        try:
            found.append(find_template(agent, phase, root))
        except TemplateNotFound:
            # The shipped BASE template is always there for a shipped phase; a phase of the project's own may have no BASE.
            continue
    return tuple(found)


def check(root: Path, agent: str, phase: str) -> Checked:
    """What the winning template lacks of what every shipped one has."""
    template = find_template(agent, phase, root)
    variables = tuple(dict.fromkeys(variable.name for variable in variables_of(template.text)))
    # A phase of the project's own has no parser and no mandatory variables to compare with.
    found = lacks(template.text, _phase(phase), CONTRACT[_phase(phase)]) if phase in PHASES else ()
    return Checked(template, variables, found)


def copy(root: Path, agent: str, phase: str, *, dry_run: bool = False) -> tuple[FoundTemplate, str]:
    """Copy the shipped template that wins into the project, to be changed there; returns it and its new place."""
    template = find_template(agent, phase, root)
    place = f"{PROJECT_FOLDER}/{template.agent}-{phase}.md"
    if (root / place).exists() or not template.shipped:
        raise FileRefused(
            f"{place if (root / place).exists() else template.place!r} is the project's own already",
            help="edit it, or delete it first",
        )
    if not dry_run:
        (root / PROJECT_FOLDER).mkdir(parents=True, exist_ok=True)
        write_atomic(root / place, template.text.encode())
    return template, place


def _phase(phase: str) -> Phase:
    return next(known for known in PHASES if known == phase)
