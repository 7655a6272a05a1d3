"""Finds the template of an agent and phase, the project's before the shipped ones; it must not know what a template says."""

import logging
import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from remit.disk import read_text
from remit.errors import FileRefused, TemplateInvalid, TemplateNotFound, UnknownAgent
from remit.model.phase import AGENTS, PHASES

log = logging.getLogger("remit.templates")

PROJECT_FOLDER = "templates/system"
_SHIPPED = Path(__file__).parent.parent / "templates"
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_FILE = re.compile(r"([A-Z0-9_-]+)-([a-z0-9_]+)\.md")
_BASE = "BASE"


@dataclass(frozen=True, slots=True)
class FoundTemplate:
    """The template that won, and every place that was looked at before it."""

    agent: str
    phase: str
    text: str
    place: str
    tried: tuple[str, ...]
    shipped: bool
    fallback: bool


class Frame(NamedTuple):
    """The fixed pair of lines that opens and ends a rendered prompt."""

    lead: str | None
    closing: str | None


def load_system_template(agent: str, phase: str, root: str | Path = ".") -> str:
    """The text of the template for an agent and phase, its variables not yet filled."""
    return find_template(agent, phase, Path(root)).text


def find_template(agent: str, phase: str, root: Path) -> FoundTemplate:
    """The template for an agent and phase: project before shipped, and in each the agent's own before BASE."""
    name = agent_name(agent, root)
    tried: list[str] = []
    if _NAME.fullmatch(phase):
        for folder, shipped in ((root / PROJECT_FOLDER, False), (_SHIPPED / "system", True)):
            if not shipped:
                _refuse_no_folder(folder)
            for stem in dict.fromkeys((name, _BASE)):
                place = f"remit:{stem}-{phase}.md" if shipped else f"{PROJECT_FOLDER}/{stem}-{phase}.md"
                path = folder / f"{stem}-{phase}.md"
                # A dangling link is a template that cannot be read, not one that is missing.
                if path.exists() or path.is_symlink():
                    return _found(path, name, phase, place, tuple(tried), shipped=shipped, fallback=stem != name)
                tried.append(place)
    raise _not_found(agent, phase, tried)


def agent_name(agent: str, root: Path) -> str:
    """The agent's name as templates have it; refused where neither Remit nor the project knows it."""
    name = agent.upper()
    known = (*AGENTS, _BASE)
    if name in known:
        return name
    own = sorted({found[1] for found in _template_files(root)})
    if _NAME.fullmatch(agent) and name in own:
        return name
    near = get_close_matches(name, (*known, *own), n=1)
    raise UnknownAgent(
        f"unknown agent {agent!r}",
        rows=(("known", ", ".join(known.lower() for known in (*AGENTS, *own))),),
        help=f"did you mean '{near[0].lower()}'?"
        if near
        else f"put a template {PROJECT_FOLDER}/NAME-phase.md into the project",
    )


def list_templates(root: Path) -> tuple[tuple[str, str], ...]:
    """Every pair of agent and phase that has a template of its own, the shipped agents and phases first."""
    shipped = [(agent, phase) for agent in (*AGENTS, _BASE) for phase in PHASES]
    own = sorted({(found[1], found[2]) for found in _template_files(root)} - set(shipped))
    return (*shipped, *own)


def load_frame(agent: str, phase: str) -> Frame:
    """The lead and closing for an agent and phase; none for a phase that is the project's own."""
    table = tomllib.loads(read_text(_SHIPPED / "frames.toml")).get(phase, {})
    pair = table.get(agent, table)
    return Frame(pair.get("lead"), pair.get("closing"))


def load_skeleton(name: str) -> str:
    """One of the shipped skeletons: proposal, spec or tasks."""
    return read_text(_SHIPPED / "skeletons" / f"{name}.md")


def load_shipped(name: str) -> str:
    """A shipped template of another kind, by its file name."""
    return read_text(_SHIPPED / name)


def _found(
    path: Path, name: str, phase: str, place: str, tried: tuple[str, ...], *, shipped: bool, fallback: bool
) -> FoundTemplate:
    text = read_text(path)
    if not text.strip():
        raise TemplateInvalid(
            f"template {place!r} is empty", help="an agent is never sent an empty prompt: write it or delete it"
        )
    log.debug("template %s for agent %s, phase %s", place, name, phase)
    if fallback:
        log.debug("fallback: no template of %s's own for phase %s, after trying %s", name, phase, ", ".join(tried))
    return FoundTemplate(name, phase, text, place, tried, shipped, fallback)


def _template_files(root: Path) -> list[re.Match[str]]:
    folder = root / PROJECT_FOLDER
    _refuse_no_folder(folder)
    if not folder.is_dir():
        return []
    return [found for path in folder.iterdir() if (found := _FILE.fullmatch(path.name)) and found[1] != _BASE]


def _refuse_no_folder(folder: Path) -> None:
    for path in (folder.parent, folder):
        if path.is_symlink() and not path.exists():
            raise FileRefused(f"{_shown(path)!r} is a link that leads nowhere", help="mend or delete the link")
        if path.exists() and not path.is_dir():
            raise FileRefused(
                f"{_shown(path)!r} is not a directory", help="templates stand in templates/system/AGENT-phase.md"
            )


def _shown(path: Path) -> str:
    return PROJECT_FOLDER if path.name == "system" else PROJECT_FOLDER.split("/", maxsplit=1)[0]


def _not_found(agent: str, phase: str, tried: list[str]) -> TemplateNotFound:
    near = get_close_matches(phase, PHASES, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return TemplateNotFound(
        f"template not found: agent {agent.lower()!r}, phase {phase!r}",
        rows=tuple(("tried", place if ":" not in place else f"{place} (shipped)") for place in tried)
        or (("tried", "nothing: a phase is a word of letters, digits, hyphens and underscores"),),
        help=f"phases are {', '.join(PHASES)}{hint}",
    )
