"""Everything that a project registers, rendered and judged, and what it does not register; it must not know a baseline."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from remit.assemble.budget import estimate
from remit.config import Settings
from remit.judge.covering import Function, Stretch, uncovered
from remit.judge.gating import Present
from remit.judge.scoring import score
from remit.judge.severity import severity
from remit.model.baseline import Verdicts
from remit.model.found import FoundPrompt, PassedOver
from remit.model.gate import PLACEMENT, Measured, Rendition, Standing, Unregistered
from remit.model.scores import PROFILES, ProfileName
from remit.sources.baseline import digest
from remit.sources.registry_files import render_files, with_files_read
from remit.sources.registry_source import Builder, PythonSource, module_of, paths_of, read_python
from remit.sources.registry_table import TableEntry
from remit.sources.rendering import Host, Rendered, render
from remit.sources.search import search


@dataclass(frozen=True, slots=True)
class Looked:
    """What there is, what kept builders from the network, and the files that were passed over on the way."""

    present: Present
    network: str
    passed_over: tuple[PassedOver, ...]


def look(root: Path, settings: Settings) -> Looked:
    """Renders and judges what is registered below a root, and searches it for what is not."""
    exclude = settings.audit.exclude
    source = read_python(root, exclude=exclude)
    table = [with_files_read(root, entry) for entry in settings.prompts]
    builders, files = ([entry for entry in table if bool(entry.builder) is is_builder] for is_builder in (True, False))
    importable = {each: module_of(each.path, settings.gate.python_path) for each in source.registering}
    rendered = render(host(root, settings), sorted({module for module in importable.values() if module}), builders)
    of_files = render_files(root, files, exclude=exclude)
    renditions = (*rendered.renditions, *of_files, *_unimported(importable, rendered))
    found = search(root, include=settings.audit.include, exclude=exclude, min_words=settings.audit.min_words)
    left = uncovered(
        found.prompts,
        [Function(each.qualified, Stretch(each.path, each.first, each.last)) for each in source.shaped],
        covered=list(_covered(source, builders, rendered, settings.gate.python_path)),
        files=frozenset(each.path for each in of_files),
        texts=[each.text for each in renditions if each.text is not None],
    )
    return Looked(_present(renditions, left), rendered.network, found.passed_over)


def as_found(rendition: Rendition) -> FoundPrompt | None:
    """A rendition as the judge takes it; None where it has no text."""
    if rendition.text is None:
        return None
    path = rendition.path or rendition.builder
    form = "" if rendition.builder == rendition.path else rendition.builder
    return FoundPrompt(rendition.name, path, "registered", rendition.text, 0, rendition.line, 1, exact=False, form=form)


def host(root: Path, settings: Settings) -> Host:
    """What the project's builders are rendered by."""
    gate = settings.gate
    # One that stands in the project is named relative to it; a bare name is looked for as any program is.
    chosen = gate.python if gate.python is None or "/" not in gate.python else str(root / gate.python)
    python = {"python": chosen} if chosen else {}
    return Host(root.resolve(), python_path=gate.python_path, timeout_seconds=gate.timeout_seconds, **python)


def _unimported(importable: Mapping[Builder, str | None], rendered: Rendered) -> Iterator[Rendition]:
    """Builders that register themselves in a module that could not be imported: they are known from their source alone."""
    for builder, module in importable.items():
        if module is None:
            reason = "its file stands in no folder that gate.python_path names"
        elif module in rendered.unimported:
            reason = f"its module cannot be imported: {rendered.unimported[module]}"
        else:
            continue
        name = builder.registered_as or builder.qualified
        yield Rendition(
            name, f"{module or builder.path}:{builder.qualified}", path=builder.path, line=builder.first, reason=reason
        )


def _covered(
    source: PythonSource, builders: Sequence[TableEntry], rendered: Rendered, python_path: Sequence[str]
) -> Iterator[Stretch]:
    """The functions that ran, and those that are registered whether they ran or not."""
    yield from (Stretch(each.path, each.first, each.last) for each in rendered.ran)
    yield from (Stretch(each.path, each.first, each.last) for each in source.registering)
    for entry in builders:
        module, _, qualified = entry.builder.partition(":")
        for path in paths_of(module, python_path):
            function = source.function(path, qualified)
            if function is not None:
                yield Stretch(function.path, function.first, function.last)


def _present(renditions: Sequence[Rendition], left: tuple[Unregistered, ...]) -> Present:
    by_name: dict[str, list[Rendition]] = {}
    for rendition in renditions:
        by_name.setdefault(rendition.name, []).append(rendition)
    twice = {name: tuple(each.builder for each in same) for name, same in by_name.items() if len(same) > 1}
    standings = [_standing(same[0]) for _, same in sorted(by_name.items()) if len(same) == 1]
    return Present(tuple(standings), left, twice)


def _standing(rendition: Rendition) -> Standing:
    if rendition.text is None:
        return Standing(rendition, severity=dict.fromkeys(PROFILES, "Unscored"))
    small = _all_verdicts(rendition.text)
    large = _all_verdicts(rendition.production) if rendition.production is not None else None
    verdicts = {profile: _with_placement(small[profile], (large or small)[profile]) for profile in PROFILES}
    return Standing(
        rendition,
        digest(rendition.text),
        verdicts,
        {profile: severity(verdicts[profile]) for profile in PROFILES},
        _measured(rendition.text, small),
        _measured(rendition.production, large) if rendition.production is not None and large else None,
    )


def _all_verdicts(text: str) -> dict[ProfileName, Verdicts]:
    return {profile: tuple(each.verdict for each in score(text, profile).criteria) for profile in PROFILES}


def _with_placement(verdicts: Verdicts, at_size: Verdicts) -> Verdicts:
    """The verdicts with the one on placement as it is at the size in use, which a fixture is too small to show."""
    index = PLACEMENT - 1
    return (*verdicts[:index], at_size[index], *verdicts[index + 1 :])


def _measured(text: str, verdicts: dict[ProfileName, Verdicts]) -> Measured:
    placement = {profile: each[PLACEMENT - 1] for profile, each in verdicts.items()}
    return Measured(len(text), estimate(text), placement)
