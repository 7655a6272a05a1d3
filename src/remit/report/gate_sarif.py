"""The gate's word as a SARIF 2.1.0 log; it must not know who takes it up."""

import json

from remit.markup.hidden import visible
from remit.model.gate import GateResult, Problem
from remit.report.gate_tally import origin, place
from remit.report.sarif import SCHEMA, artifact, escaped

_STATES = {True: "new", False: "unchanged"}


def render(result: GateResult) -> str:
    rules = sorted({_rule(problem) for problem in result.problems})
    driver: dict[str, object] = {
        "name": "Remit",
        "rules": [{"id": rule, "help": {"text": f"remit explain {rule}"}} for rule in rules],
    }
    if result.version:
        driver["version"] = visible(result.version)
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, rules) for problem in result.problems],
        "properties": {"profile": result.profile, "passed": result.passed},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(problem: Problem) -> str:
    return problem.rule or problem.kind


def _result(problem: Problem, rules: list[str]) -> dict[str, object]:
    said = "; ".join(filter(None, (f"{problem.prompt}: {problem.message}", problem.help, origin(problem))))
    result: dict[str, object] = {
        "ruleId": _rule(problem),
        "ruleIndex": rules.index(_rule(problem)),
        "level": "error",
        "message": {"text": escaped(said)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact(place(problem)),
                    "region": {"startLine": problem.line},
                },
                "logicalLocations": [{"name": visible(problem.prompt), "kind": "prompt"}],
            }
        ],
        "properties": {"kind": problem.kind},
    }
    if problem.introduced is not None:
        result["baselineState"] = _STATES[problem.introduced]
    return result
