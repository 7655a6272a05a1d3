"""The gate's word as one versioned JSON object; it must not know who reads it. The text is ASCII."""

import json

from remit.model.gate import GateResult, Measured, Problem, Standing
from remit.model.scores import ProfileName
from remit.report.gate_tally import over_budget


def render(result: GateResult) -> str:
    fields = {
        "schema": "remit.gate/1",
        "passed": result.passed,
        "profile": result.profile,
        "base": result.base,
        "problems": [_problem(each) for each in result.problems],
        "excepted": [_problem(each) for each in result.excepted],
        "prompts": [standing_fields(each, result.profile, result.budget_tokens) for each in result.standings],
        "held": result.held,
        "network": result.network or None,
    }
    return json.dumps(fields) + "\n"


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "prompt": problem.prompt,
        "rule": problem.rule,
        "kind": problem.kind,
        "criterion": str(problem.criterion) if problem.criterion else None,
        "before": problem.before,
        "after": problem.after,
        "introduced": problem.introduced,
        "message": problem.message,
        "help": problem.help or None,
        "path": problem.path or None,
        "line": problem.line if problem.path else None,
    }


def standing_fields(standing: Standing, profile: ProfileName, budget_tokens: int | None) -> dict[str, object]:
    """A prompt with its verdicts, and its sizes."""
    rendition = standing.rendition
    return {
        "name": standing.name,
        "category": rendition.category or None,
        "builder": rendition.builder,
        "severity": standing.severity[profile],
        "criteria": {
            profile: {str(number): verdict for number, verdict in enumerate(verdicts, 1)}
            for profile, verdicts in standing.verdicts.items()
        },
        "reason": rendition.reason or None,
        "at_fixture_size": _size(standing.fixture_size, profile, budget_tokens),
        "in_use": _size(standing.production_size, profile, budget_tokens),
    }


def _size(size: Measured | None, profile: ProfileName, budget_tokens: int | None) -> dict[str, object] | None:
    if size is None:
        return None
    return {
        "characters": size.characters,
        "tokens": size.tokens,
        "criterion_6": size.placement[profile],
        "over_budget": over_budget(budget_tokens, size.tokens),
    }
