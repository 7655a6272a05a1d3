"""An audit as a Markdown report to commit or to post; it must not know where it will be read.

Text of others stands in code only, where no renderer takes it for markup, a link or a person to call.
"""

import re
from collections.abc import Iterator, Sequence

from remit.markup.hidden import visible
from remit.model.audited import AuditResult
from remit.model.finding import Finding
from remit.model.scores import CRITERIA, CRITERIA_SHORT, Judged
from remit.report.rubric import ASKS, FOLLOWS
from remit.report.tally import NUMBERS, fails, findings, ordered, rates, summary, unjudged

_EXCERPT_LINES = 12
_EXCERPT_LENGTH = 1_000

_MARKUP = re.compile(r"[\\`*_{}\[\]<>#~!&$^]")
_LINKING = re.compile(r"(?<=@)(?=\w)|(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
_TICKS = re.compile(r"`+")
_LINE_END = re.compile(r"\r\n|[\r\n]")


def render(audit: AuditResult) -> str:
    """Summary, rubric, inventory, and a section for each prompt."""
    sections = [_summary(audit), _rubric(), _inventory(audit), *map(_section, ordered(audit))]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _summary(audit: AuditResult) -> Iterator[str]:
    yield "# Prompt audit"
    yield ""
    yield f"{summary(audit)}. Profile `{audit.profile}`."
    if phrases := unjudged(audit):
        yield f"Left out: {', '.join(phrases)}."
    if audit.prompts:
        yield ""
        yield from table(
            ("#", "Criterion", "Fail rate", "Fail", "Partial", "Pass", "N/A"),
            [
                (
                    str(rate.criterion),
                    CRITERIA[rate.criterion - 1],
                    "-" if rate.percent is None else f"{rate.percent}% ({rate.counts['Fail']}/{rate.total})",
                    *(str(rate.counts[verdict]) for verdict in ("Fail", "Partial", "Pass", "N/A")),
                )
                for rate in rates(audit)
            ],
        )
    if audit.passed_over:
        yield ""
        for each in sorted(audit.passed_over, key=lambda each: each.path):
            yield f"- passed over: {code(each.path)}, {plain(each.reason)}"


def _rubric() -> Iterator[str]:
    yield "## Rubric"
    yield ""
    yield from table(
        ("#", "Criterion", "Asks"),
        [(str(number), CRITERIA[number - 1], ASKS[number - 1]) for number in NUMBERS],
    )
    yield ""
    yield from (f"- {severity}: {rule}" for severity, rule in FOLLOWS.items())


def _inventory(audit: AuditResult) -> Iterator[str]:
    yield "## Inventory"
    yield ""
    yield from table(
        ("Prompt", "Place", "Severity", "Fails", *(f"{number}" for number in NUMBERS)),
        [
            (
                code(prompt.name),
                code(f"{prompt.path}:{prompt.line}"),
                prompt.scores.severity,
                str(fails(prompt)),
                *(score.verdict for score in prompt.scores.criteria),
            )
            for prompt in ordered(audit)
        ],
    )
    yield ""
    yield "Criteria: " + ", ".join(f"{number} {short}" for number, short in zip(NUMBERS, CRITERIA_SHORT, strict=True))


def _section(prompt: Judged) -> Iterator[str]:
    yield f"## {code(prompt.name)}: {prompt.scores.severity}"
    yield ""
    form = f", {plain(prompt.form)}" if prompt.form else ""
    yield f"{code(f'{prompt.path}:{prompt.line}:{prompt.column}')}{form}"
    if prompt.scores.severity != "Unscored":
        yield ""
        yield from table(
            ("#", "Criterion", "Verdict", "Because"),
            [
                (str(score.criterion), CRITERIA[score.criterion - 1], score.verdict, plain(score.note))
                for score in prompt.scores.criteria
            ],
        )
    if prompt.findings:
        yield ""
        for finding in findings(prompt):
            yield from finding_item(finding)
    if prompt.text:
        yield ""
        yield from excerpt(prompt.text)


def finding_item(finding: Finding, grounds: str = "") -> Iterator[str]:
    """A finding as an item of a list, and why and what to do below it."""
    place = f"{finding.location.line}:{finding.location.column}" + (f" ({grounds})" if grounds else "")
    decided = f" {code(finding.excerpt)}" if finding.excerpt else ""
    yield f"- **{plain(finding.rule)}** at {place}: {plain(finding.message)}{decided}"
    if finding.why:
        yield f"  - why: {plain(finding.why)}"
    if finding.help:
        yield f"  - help: {plain(finding.help)}"


def excerpt(text: str) -> Iterator[str]:
    """The prompt's first lines."""
    head = _LINE_END.split(text[:_EXCERPT_LENGTH].strip("\r\n"), maxsplit=_EXCERPT_LINES)
    lines = [visible(line.replace("\t", "    ")) for line in head[:_EXCERPT_LINES]]
    if len(head) > _EXCERPT_LINES or len(text) > _EXCERPT_LENGTH:
        lines.append("…")
    yield from fenced(lines, "text")


def fenced(lines: Sequence[str], info: str) -> Iterator[str]:
    """Lines in a fence that none of them can close."""
    longest = max((len(run) for line in lines for run in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}{info}", *lines, fence)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        # A table reads a bar before it reads code or an escape.
        yield "| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |"


def code(text: str) -> str:
    """A code span on one line."""
    shown = visible(text) or " "
    longest = max((len(run) for run in _TICKS.findall(shown)), default=0)
    ticks = "`" * (longest + 1)
    blank = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{blank}{shown}{blank}{ticks}"


def plain(text: str) -> str:
    """Words of ours that may quote others: every sign of markup escaped, and nothing left that links or calls."""
    return _LINKING.sub("<!-- -->", _MARKUP.sub(r"\\\g<0>", visible(text)))
