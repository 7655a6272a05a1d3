"""Every requirement by its id, and how far it is met; what proves it is read from tests and must not stand here."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[1]

State = Literal["built", "partly", "not yet"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement, and, where it is met in part, what is missing and why."""

    id: str
    line: str
    state: State = "not yet"
    missing: str = ""


REQUIREMENTS = (
    Requirement("P1", "a prompt is one frozen value that reads and writes JSON", "built"),
    Requirement("P2", "rendering is deterministic, request last, stable parts first", "built"),
    Requirement("P3", "no content opens, closes or forges a region, in either form", "built"),
    Requirement("P4", "a token budget trims in a fixed order and leaves a mark", "built"),
    Requirement("P5", "templates by agent and phase, with a fallback that is told", "built"),
    Requirement("P6", "twenty templates ship, each whole and Low under both profiles", "built"),
    Requirement("P7", "variables are filled in one pass; what is missing is said", "built"),
    Requirement("P8", "replies parse totally into a verdict, statuses and final text", "built"),
    Requirement(
        "P9",
        "what a prompt asks for is what the parser takes; one repair turn",
        "partly",
        "the repair text is there; the repair turn needs runs",
    ),
    Requirement(
        "P10",
        "every turn carries its whole context as one prompt value",
        "partly",
        "there are no agents yet to be reached in another way",
    ),
    Requirement("P11", "what an agent's program would expand is made inert", "built"),
    Requirement("A1", "the vocabulary of tags, and near-misses of it found", "built"),
    Requirement("A2", "eight criteria, four verdicts, and a severity from them", "built"),
    Requirement("A3", "two profiles of the same rules, as data", "built"),
    Requirement("A4", "findings have rule, place, text, reason, remedy and a page", "built"),
    Requirement(
        "A5",
        "prompts are found with no set-up, in files and in source",
        "partly",
        "the audit does not take in registered builders yet; the gate renders and judges them",
    ),
    Requirement("A6", "seven report formats and documented exit codes", "built"),
    Requirement("A7", "linear, total and the same bytes on every machine", "built"),
    Requirement(
        "A8",
        "one objective, clear end, bounds: further advisory rules",
        "partly",
        "the prompts of a session and of a task (004) are not written yet",
    ),
    Requirement("A9", "left-overs, stray tags, volatile prefixes, contradictions", "built"),
    Requirement("A10", "safe and unsafe fixes that converge and never make worse"),
    Requirement("A11", "fast on large repositories: changes, cache, watch"),
    Requirement("G1", "a registry of builders, rendered with their fixtures", "built"),
    Requirement(
        "G2",
        "what is not registered is found, in source and as observed",
        "partly",
        "what is observed at the point of sending is not recorded yet",
    ),
    Requirement("G3", "snapshots and scores stand in the repository", "built"),
    Requirement("G4", "the gate holds prompts to the baseline", "built"),
    Requirement("G5", "overrides are documented, owned and expire", "built"),
    Requirement("G6", "a score gained by markup alone is named", "built"),
    Requirement("G7", "plugin, hook and CI step give the command's verdict", "built"),
    Requirement(
        "G8",
        "prompts are judged at the size that they really have",
        "partly",
        "sizes are declared or captured; they are not learnt from observed sends yet",
    ),
    Requirement("S1", "a task description is parsed by its sections", "built"),
    Requirement(
        "S2",
        "sanitise, validate, bind to scope; rejected text stays out",
        "partly",
        "a task is bound to the ids and paths that it is given; there are no sessions to bind it to yet",
    ),
    Requirement(
        "S3",
        "commands only where they belong, dangerous ones nowhere",
        "partly",
        "nothing is dispatched yet, so nothing is held until a person decides",
    ),
    Requirement("S4", "paths stay inside the project; steering files are named", "built"),
    Requirement(
        "S5",
        "addresses, dependencies and cycles are judged",
        "partly",
        "nothing is dispatched yet, so a dependency out of scope suspends nothing",
    ),
    Requirement("S6", "criteria are data, and chained commands in them flagged", "built"),
    Requirement(
        "S7",
        "injection is scored with spans, and met by policy",
        "partly",
        "the trained scorer and the suspension of a task are not there yet",
    ),
    Requirement("S8", "linting a task says whether it may be dispatched", "built"),
    Requirement(
        "S9",
        "sanitising twice changes nothing; total and linear",
        "partly",
        "a value of 1 MB takes about a second, more than is asked",
    ),
    Requirement("S10", "names of structure are made inert in untrusted regions", "built"),
    Requirement(
        "S11",
        "free text becomes a task that a person confirms",
        "partly",
        "a draft is confirmed and written; nothing is dispatched yet",
    ),
    Requirement(
        "T1",
        "tasks have one published form, in and out without loss",
        "partly",
        "tasks are kept; their JSONL form, schema and commands are not there yet",
    ),
    Requirement(
        "T2",
        "scopes, and an agent sees its own tasks only",
        "partly",
        "the store filters by scope; the check of what a session sees comes with its commands",
    ),
    Requirement(
        "T3",
        "claim, lease, fence, complete, release, steal",
        "partly",
        "claims, leases and steals are kept; the commands are not there yet",
    ),
    Requirement("T4", "a session agent's prompt names real commands"),
    Requirement(
        "T5",
        "a task's prompt is composed from the safe task alone",
        "partly",
        "only a safe task can be composed from; the prompt of a task is not written yet",
    ),
    Requirement(
        "T6",
        "suspension has a reason, is answered and resumed",
        "partly",
        "suspensions and answers are kept; the outbox and the commands are not there yet",
    ),
    Requirement(
        "T7",
        "guardrails before a write and on the final diff",
        "partly",
        "progress and dependencies are judged by the store; nothing runs yet",
    ),
    Requirement(
        "T8",
        "several agents share work without collision",
        "partly",
        "overlap holds tasks back and merges are tried in advance; nothing runs side by side yet",
    ),
    Requirement(
        "V1",
        "done is proven in a clean checkout of what would land",
        "partly",
        "files, scope, credentials and the test command are verified; nothing completes a task yet",
    ),
    Requirement(
        "V2",
        "criteria are met by check, second look or person",
        "partly",
        "checks and reviewers are read from criteria; nothing judges a criterion yet",
    ),
    Requirement(
        "V3",
        "the test command runs bounded, and its evidence is kept",
        "partly",
        "the test command runs bounded and confined; its evidence joins no task yet",
    ),
    Requirement("V4", "each failure has its answer: retry, revert or suspend"),
    Requirement(
        "V5", "test command and criteria are proposed, scope by symbols", "partly", "a scope cannot name symbols yet"
    ),
    Requirement(
        "R1",
        "a change goes through five phases, driven by verdicts",
        "partly",
        "git is used as a change needs it; there are no changes yet",
    ),
    Requirement("R2", "agents run as real programs, bounded and alone"),
    Requirement("R3", "durable: a kill loses nothing and repeats nothing"),
    Requirement(
        "R4",
        "the kernel enforces what an agent may write",
        "partly",
        "the kernel confines writes by Landlock; there is no second layer and no agent yet",
    ),
    Requirement("R5", "an agent that obeys every order does no harm"),
    Requirement("D1", "seven rules turn past failures into a profile", "built"),
    Requirement("D2", "each attempt is reflected on, and shapes the next"),
    Requirement("D3", "a retry never sends the same bytes again"),
    Requirement("D4", "guidance by track record, language and kind of work"),
    Requirement("E1", "every prompt sent is on record, joined to its result"),
    Requirement(
        "E2",
        "a ledger in which any tampering shows",
        "partly",
        "the ledger is kept and checked; the commands are not there yet",
    ),
    Requirement("E3", "outcomes before and after, with honest verdicts"),
    Requirement(
        "E4",
        "security events are recorded and listed",
        "partly",
        "security events are kept; the command that lists them is not there yet",
    ),
    Requirement(
        "U1",
        "one command line: formats, streams, exit codes",
        "partly",
        "only for the commands there are; progress on long work comes with long work",
    ),
    Requirement("U2", "an MCP server bound to one session's scope"),
    Requirement("U3", "a dashboard that works offline and is private"),
    Requirement("U4", "configuration with origins, unknown keys refused", "built"),
    Requirement("U5", "a doctor says what this machine can do"),
    Requirement("U6", "traces by the GenAI conventions, off unless asked"),
)


@cache
def claims() -> dict[str, tuple[str, ...]]:
    """The ids that each test module says it proves, by the module's path."""
    return {
        path.relative_to(ROOT).as_posix(): claimed
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if (claimed := claims_of(path.read_text(encoding="utf-8")))
    }


def claims_of(source: str) -> tuple[str, ...]:
    """What a module's own `PROVES = (…)` holds; empty where it has none."""
    for node in ast.parse(source).body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id="PROVES")], value=value)
                | ast.AnnAssign(target=ast.Name(id="PROVES"), value=ast.expr() as value)
            ):
                return tuple(ast.literal_eval(value))
    return ()


def proofs(requirement: Requirement) -> tuple[str, ...]:
    """The test modules that prove it."""
    return tuple(path for path, ids in claims().items() if requirement.id in ids)


def table() -> str:
    """A row for each: id, state, the requirement, then what is missing and what proves it."""
    width = max(len(each.line) for each in REQUIREMENTS)
    rows = []
    for each in REQUIREMENTS:
        notes = "; ".join(filter(None, (each.missing, *proofs(each))))
        rows.append(f"{each.id:4} {each.state:8} {each.line:{width}}  {notes}".rstrip())
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
