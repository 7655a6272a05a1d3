"""An audit for a person at a terminal: findings under their lines, then a summary; it must not know the terminal."""

from collections import Counter
from collections.abc import Iterator

from remit.markup.hidden import visible
from remit.model.audited import AuditResult
from remit.model.scores import CRITERIA_SHORT, Judged
from remit.report.columns import fit, pad, width
from remit.report.placing import Source, placed
from remit.report.tally import counted, fails, findings, ordered, ranked, rates, severities, unjudged
from remit.report.terminal import ANSI, COLUMNS, PLAIN, Palette, finding_lines

__all__ = ["ANSI", "COLUMNS", "PLAIN", "Palette", "render"]

_LABEL = 12
_NAME_COLUMNS = 22
_WORST_SHOWN = 3


def render(audit: AuditResult, palette: Palette = PLAIN) -> str:
    """The prompts that have findings, by path, the worst of each file first; then how all of them fare."""
    lines: list[str] = []
    for prompt in ordered(audit):
        if prompt.findings or prompt.scores.severity == "Unscored":
            lines += [*_prompt(prompt, palette), ""]
    lines += _summary(audit, palette)
    return "\n".join(lines) + "\n"


def _prompt(prompt: Judged, palette: Palette) -> Iterator[str]:
    path, severity = f"{visible(prompt.path)}:{prompt.line}:{prompt.column}", prompt.scores.severity
    name, form = visible(prompt.name), f"({visible(prompt.form)})" if prompt.form else ""
    head = f"{palette.paint(palette.strong, path)}  {palette.paint(palette.of(severity), severity)}  {name}"
    if form and width(f"{path}  {severity}  {name}  {form}") <= COLUMNS:
        yield f"{head}  {form}"
    else:
        yield head
        yield from [f"  {form}"] if form else []
    source = Source.of(prompt.text, prompt.line)
    for index, each in enumerate(placed(prompt)):
        if index:
            yield ""
        yield from finding_lines(source, each, palette)


def _summary(audit: AuditResult, palette: Palette) -> Iterator[str]:
    paths = len({prompt.path for prompt in audit.prompts})
    counts = "  ".join(
        palette.paint(palette.of(severity) if count else "", f"{count} {severity}")
        for severity, count in severities(audit).items()
    )
    yield f"{counted(len(audit.prompts), 'prompt')} in {counted(paths, 'file')}   {counts}"
    if audit.prompts:
        yield from _rates(audit)
        yield from _worst(audit)
    if phrases := unjudged(audit):
        yield pad("left out", _LABEL) + ", ".join(phrases)
    if rule := _commonest_rule(audit):
        yield pad("next", _LABEL) + f"remit explain {visible(rule)}"


def _rates(audit: AuditResult) -> Iterator[str]:
    cells = [
        f"{rate.criterion} {short} " + ("-" if rate.percent is None else f"{rate.percent}%")
        for rate, short in zip(rates(audit), CRITERIA_SHORT, strict=True)
    ]
    for start in range(0, len(cells), 4):
        label = "" if start else "fail rate"
        yield (pad(label, _LABEL) + "".join(pad(cell, 17) for cell in cells[start : start + 4])).rstrip()


def _worst(audit: AuditResult) -> Iterator[str]:
    worst = [prompt for prompt in ranked(audit) if fails(prompt)][:_WORST_SHOWN]
    if worst:
        names = (f"{fit(visible(prompt.name), _NAME_COLUMNS - 4)} ({fails(prompt)})" for prompt in worst)
        yield pad("worst", _LABEL) + ", ".join(names)


def _commonest_rule(audit: AuditResult) -> str | None:
    counts = Counter(finding.rule for prompt in ranked(audit) for finding in findings(prompt))
    return max(counts, key=lambda rule: counts[rule], default=None)
