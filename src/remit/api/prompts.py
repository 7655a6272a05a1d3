"""What is registered, what it renders to, and how that differs from its snapshot; it must not know commands."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches, unified_diff

from remit.api.gate import root_of
from remit.api.registered import look
from remit.config import Loaded
from remit.errors import UsageInvalid
from remit.model.gate import Measured, Standing
from remit.model.scores import ProfileName
from remit.report.gate_json import standing_fields
from remit.sources.baseline import has_baseline, load_baseline, load_snapshots, snapshot_path

__all__ = ["Listed", "Measured", "Standing", "differences", "fails", "fields", "listed", "one"]


@dataclass(frozen=True, slots=True)
class Listed:
    """The registered prompts, worst first within each category and the worst category first; their snapshots by name."""

    standings: tuple[Standing, ...]
    snapshots: dict[str, str]
    profile: ProfileName
    budget_tokens: int | None


def listed(loaded: Loaded) -> Listed:
    """All that is registered."""
    root = root_of(loaded)
    settings = loaded.settings
    present = look(root, settings).present
    snapshots = load_snapshots(root, load_baseline(root)) if has_baseline(root) else {}
    return Listed(
        tuple(_ranked(present.standings, settings.audit.profile)),
        snapshots,
        settings.audit.profile,
        settings.compose.budget_tokens,
    )


def one(found: Listed, name: str) -> Standing:
    """The prompt of that name; the nearest is named where there is none."""
    by_name = {standing.name: standing for standing in found.standings}
    if name not in by_name:
        near = get_close_matches(name, by_name, n=1)
        raise UsageInvalid(
            f"no prompt of that name is registered: '{name}'",
            help=f"did you mean '{near[0]}'?" if near else "remit prompts lists them",
        )
    return by_name[name]


def differences(found: Listed, standing: Standing) -> list[str]:
    """The lines of a unified difference between the snapshot of a prompt and what it renders to; none where they agree."""
    before, after = found.snapshots.get(standing.name, ""), standing.rendition.text or ""
    return list(
        unified_diff(
            before.splitlines(), after.splitlines(), snapshot_path(standing.name), "rendered now", lineterm="", n=2
        )
    )


def fields(found: Listed, standing: Standing) -> dict[str, object]:
    """A prompt as JSON says it."""
    return standing_fields(standing, found.profile, found.budget_tokens)


def fails(standing: Standing, profile: ProfileName) -> int:
    return standing.verdicts.get(profile, ()).count("Fail")


def _ranked(standings: Sequence[Standing], profile: ProfileName) -> list[Standing]:
    """By category, those with most fails first: the order in which to mend them."""
    totals: dict[str, int] = {}
    for standing in standings:
        category = standing.rendition.category
        totals[category] = totals.get(category, 0) + fails(standing, profile)
    return sorted(
        standings,
        key=lambda each: (
            -totals[each.rendition.category],
            each.rendition.category,
            -fails(each, profile),
            each.name,
        ),
    )
