"""Compose the prompt of one agent and phase from the project and what the caller adds; it must not know commands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from remit.adapt.profiles import decode_profile
from remit.assemble import compose, inject_variables
from remit.assemble.budget import ERROR_BY_AGENT, Cut, estimate, fit
from remit.assemble.values import artifact_list, structure_tree
from remit.disk import read_text
from remit.errors import UsageInvalid
from remit.model import Region, UnifiedPrompt
from remit.model.region import REGION_TYPES, Trust
from remit.model.xml import Form
from remit.sources.project import project_context, project_structure
from remit.sources.templates import find_template, load_frame, load_skeleton

__all__ = ["Form", "RegionFile", "Rendered", "Share", "finish", "read_region", "render", "render_json"]

_SKELETONS = ("proposal", "spec", "tasks")


class Share(NamedTuple):
    """What one part of a prompt costs."""

    part: str
    characters: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt as an agent would get it, what each part costs, and what was cut to fit the budget."""

    prompt: UnifiedPrompt
    text: str
    tokens: int
    error: str
    cuts: tuple[Cut, ...]

    @property
    def shares(self) -> tuple[Share, ...]:
        prompt = self.prompt
        parts = [("lead", prompt.lead), ("system_prompt", prompt.system_prompt)]
        parts += [
            (f"{region.type} {region.name}" if region.name else region.type, region.content)
            for region in prompt.context
        ]
        parts += [("instructions", prompt.instructions), ("closing", prompt.closing)]
        rows = [Share(part, len(text), estimate(text)) for part, text in parts if text is not None]
        held = sum(row.characters for row in rows)
        return (
            *rows,
            Share("tags and note", len(self.text) - held, max(0, self.tokens - sum(row.tokens for row in rows))),
        )


@dataclass(frozen=True, slots=True)
class RegionFile:
    """A region to be read from a file; `trust` None means its type's own."""

    type: str
    path: str
    name: str | None = None
    trust: Trust | None = None


def render(
    root: Path,
    *,
    agent: str,
    phase: str,
    request: str,
    files: Sequence[RegionFile] = (),
    profile: str | None = None,
    variables: Mapping[str, str] | None = None,
    budget: int | None = None,
    escape: Form = "auto",
    strict: bool = False,
) -> Rendered:
    """The prompt that this agent would get in this phase for this request."""
    template = find_template(agent, phase, root)
    frame = load_frame(template.agent, phase)
    regions = [read_region(file) for file in files]
    values = {**_project_values(root, phase, regions), **(variables or {})}
    prompt = compose(
        request,
        system_prompt=inject_variables(template.text, values, strict=strict),
        regions=regions,
        profile=decode_profile(read_text(profile)) if profile is not None else None,
        lead=frame.lead,
        closing=frame.closing,
    )
    return finish(prompt, agent=template.agent, budget=budget, escape=escape)


def render_json(path: str, *, budget: int | None = None, escape: Form = "auto") -> Rendered:
    """The prompt that a file of seed 002's data model says."""
    return finish(UnifiedPrompt.from_json(read_text(path)), agent="", budget=budget, escape=escape)


def finish(prompt: UnifiedPrompt, *, agent: str, budget: int | None, escape: Form) -> Rendered:
    """The prompt within its budget, written."""
    cuts: tuple[Cut, ...] = ()
    if budget is not None:
        fitted = fit(prompt, budget)
        prompt, cuts = fitted.prompt, fitted.cuts
    text = prompt.to_xml(escape=escape)
    return Rendered(prompt, text, estimate(text), ERROR_BY_AGENT.get(agent, "error unknown"), cuts)


def read_region(file: RegionFile) -> Region:
    """A region whose content is a file's text; a file is called by its path, anything else by the name that it was given."""
    if file.type not in REGION_TYPES:
        raise UsageInvalid(f"unknown region type {file.type!r}", help="the types are " + ", ".join(REGION_TYPES))
    name = file.path if file.type == "file" and file.name is None else file.name
    return Region(file.type, read_text(file.path), name, file.trust)


def _project_values(root: Path, phase: str, regions: Sequence[Region]) -> dict[str, str]:
    structure = project_structure(root)
    values = {"PROJECT_STRUCTURE": structure_tree(structure.paths, cut=structure.cut) or "(empty)"}
    context = project_context(root)
    if context is not None:
        values["PROJECT_CONTEXT"] = context
    if phase == "plan":
        values["SKELETON"] = "\n\n".join(f"### {name}\n\n{load_skeleton(name)}".rstrip() for name in _SKELETONS)
    if regions:
        values["ARTIFACTS"] = artifact_list(regions)
    return values
