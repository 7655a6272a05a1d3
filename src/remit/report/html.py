"""An audit as one page to look at, without script or network: rates, inventory, each prompt with its findings in place.

It must not know where it is opened. Text of others is escaped wherever it stands; the page's own policy allows nothing
but its style.
"""

import html
from collections.abc import Iterator, Sequence

from remit.markup.hidden import visible
from remit.model.audited import AuditResult
from remit.model.scores import CRITERIA, CRITERIA_SHORT, CriterionScore, Judged, Verdict
from remit.report.placing import Placed, placed
from remit.report.regions import ROLES, Line, Piece, lines_of
from remit.report.rubric import ASKS
from remit.report.style import DIGEST, STYLE
from remit.report.tally import NUMBERS, Rate, counted, fails, ranked, rates, severities, unjudged

_POLICY = f"default-src 'none'; style-src '{DIGEST}'; base-uri 'none'; form-action 'none'"

_NEAR = 2
_HEAD, _TAIL = 4, 3
_SHORTEST_FOLD = 6


def render(audit: AuditResult) -> str:
    """The worst prompts first, and the worst of all opened."""
    prompts = ranked(audit)
    body = [_head(audit)]
    if prompts:
        body += [fares(audit), inventory(prompts), articles(prompts)]
    body += [_left_out(audit)]
    return page("Prompt audit", body)


def page(title: str, body: Sequence[str]) -> str:
    """A whole document; the title is ours, the body escaped."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n" + "".join(body) + "</body>\n</html>\n"
    )


def _head(audit: AuditResult) -> str:
    paths = len({prompt.path for prompt in audit.prompts})
    chips = "".join(
        f'<li class="chip"><b class="{severity if count else "None"}">{count}</b> {severity}</li>'
        for severity, count in severities(audit).items()
    )
    line = f"{counted(len(audit.prompts), 'prompt')} in {counted(paths, 'file')}, profile {audit.profile}"
    return f'<header>\n<h1>Prompt audit</h1>\n<p class="soft">{line}</p>\n<ul class="chips">{chips}</ul>\n</header>\n'


def fares(audit: AuditResult) -> str:
    rows = "".join(map(_rate, rates(audit)))
    return f'<section>\n<h2>How the prompts fare</h2>\n<ol class="rates">\n{rows}</ol>\n</section>\n'


def _rate(rate: Rate) -> str:
    number, counts = rate.criterion, rate.counts
    percent = "n/a" if rate.percent is None else f"{rate.percent}%"
    said = ", ".join(f"{counts[verdict]} {verdict.lower()}" for verdict in counts if counts[verdict])
    return (
        f"<li><span>{number} {CRITERIA[number - 1]}<br><small>{ASKS[number - 1]}</small></span>{_bar(rate)}"
        f'<span class="percent">{percent}</span><small class="counts">{said}</small></li>\n'
    )


def _bar(rate: Rate) -> str:
    rects, done = "", 0
    parts: tuple[tuple[str, Verdict], ...] = (("f", "Fail"), ("p", "Partial"), ("k", "Pass"))
    for name, verdict in parts:
        count = rate.counts[verdict]
        if count:
            x, until = _permille(done, rate.total), _permille(done + count, rate.total)
            rects += f'<rect class="{name}" x="{_percent(x)}" width="{_percent(until - x)}" height="100%"/>'
        done += count
    return f'<svg class="bar" aria-hidden="true">{rects}</svg>'


def _permille(part: int, whole: int) -> int:
    return 1000 * part // whole


def _percent(permille: int) -> str:
    return f"{permille // 10}.{permille % 10}%"


def inventory(prompts: Sequence[Judged]) -> str:
    heads = "".join(
        f'<th class="v" scope="col">{number} {short}</th>'
        for number, short in zip(NUMBERS, CRITERIA_SHORT, strict=True)
    )
    rows = "".join(
        f'<tr><td><a href="#p{index}"><bdi>{escaped(prompt.name)}</bdi></a><br>{_place(prompt)}</td><td>{_severity(prompt)}</td>'
        f"{''.join(map(_cell, prompt.scores.criteria))}</tr>\n"
        for index, prompt in enumerate(prompts, 1)
    )
    return (
        '<section>\n<h2>Inventory</h2>\n<div class="scroll">\n<table>\n'
        f'<thead><tr><th scope="col">Prompt</th><th scope="col">Severity</th>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table>\n</div>\n</section>\n"
    )


def _cell(score: CriterionScore) -> str:
    return f'<td class="v {_verdict_class(score)}">{score.verdict}</td>'


def _verdict_class(score: CriterionScore) -> str:
    return "None" if score.verdict == "N/A" else score.verdict


def _place(prompt: Judged) -> str:
    return f'<span class="path"><bdi>{escaped(prompt.path)}</bdi>:{prompt.line}</span>'


def _severity(prompt: Judged) -> str:
    return f'<span class="sev {prompt.scores.severity}">{prompt.scores.severity}</span>'


def articles(prompts: Sequence[Judged]) -> str:
    key = "".join(f'<li><span class="{role}"></span>{words}</li>' for role, words in ROLES.items())
    articles = "".join(_prompt(index, prompt) for index, prompt in enumerate(prompts, 1))
    return f'<section>\n<h2>Prompts, the worst first</h2>\n<ul class="key">{key}</ul>\n{articles}</section>\n'


def _prompt(index: int, prompt: Judged) -> str:
    found = sorted(placed(prompt), key=lambda each: each.span or (-1, -1))
    form = f' <span class="soft">{escaped(prompt.form)}</span>' if prompt.form else ""
    said = f"{counted(fails(prompt), 'fail')}, {counted(len(found), 'finding')}"
    verdicts = "".join(map(_verdict, prompt.scores.criteria))
    whole = "".join(note(number, each) for number, each in enumerate(found, 1) if each.span is None)
    first = prompt.line if any(each.exact for each in found) else 1
    opened = " open" if index == 1 and found else ""
    return (
        f'<article id="p{index}">\n<details{opened}>\n'
        f"<summary>{_severity(prompt)}<h3><bdi>{escaped(prompt.name)}</bdi></h3>"
        f"{_place(prompt)}{form}"
        f'<span class="soft">{said}</span></summary>\n<ol class="verdicts">\n{verdicts}</ol>\n'
        + (f'<div class="whole">\n{whole}</div>\n' if whole else "")
        + f'<div class="text">\n{"".join(body_lines(prompt.text, first, found))}</div>\n</details>\n</article>\n'
    )


def _verdict(score: CriterionScore) -> str:
    return (
        f"<li><span>{score.criterion} {CRITERIA[score.criterion - 1]}<small>{escaped(score.note)}</small></span>"
        f'<b class="{_verdict_class(score)}">{score.verdict}</b></li>\n'
    )


def body_lines(text: str, first_line: int, found: Sequence[Placed]) -> Iterator[str]:
    """The lines of a text, each finding below the line where it begins; long stretches without one are folded."""
    lines = lines_of(text, [each.span for each in found])
    if not lines[-1].pieces:
        lines.pop()
    shown = [
        line_of(text, first_line + row, line)
        + "".join(note(number + 1, found[number]) for piece in line.pieces for number in piece.begins)
        for row, line in enumerate(lines)
    ]
    kept = _kept(lines)
    row = 0
    while row < len(lines):
        end = row
        while end < len(lines) and not kept[end]:
            end += 1
        if end - row >= _SHORTEST_FOLD:
            roles = {line.role for line in lines[row:end]}
            role = f" {lines[row].role}" if len(roles) == 1 and lines[row].role else ""
            yield f'<details class="fold{role}"><summary>{end - row} lines</summary>\n{"".join(shown[row:end])}</details>\n'
        else:
            yield from shown[row:end]
        yield from shown[end : end + 1]
        row = end + 1


def _kept(lines: Sequence[Line]) -> list[bool]:
    """Which lines stay in sight: both ends, the edges of regions, and those near a finding."""
    kept = [
        row < _HEAD or row >= len(lines) - _TAIL or bool(line.opens) or line.closes for row, line in enumerate(lines)
    ]
    for row, line in enumerate(lines):
        if any(piece.begins for piece in line.pieces):
            for near in range(max(0, row - _NEAR), min(len(lines), row + _NEAR + 1)):
                kept[near] = True
    return kept


def line_of(text: str, number: int, line: Line) -> str:
    role = f" {line.role}" if line.role else ""
    label = f'<span class="label t-{line.opens[-1]}">{ROLES[line.opens[-1]]}</span>' if line.opens else ""
    code = "".join(_piece(text, piece) for piece in line.pieces)
    return f'<div class="l{role}"><span class="no">{number}</span><code>{code}</code>{label}</div>\n'


def _piece(text: str, piece: Piece) -> str:
    shown = escaped(text[piece.start : piece.end])
    if piece.tag and piece.role:
        shown = f'<span class="tag t-{piece.role}">{shown}</span>'
    if piece.marked and shown:
        shown = f"<mark>{shown}</mark>"
    return "".join(f'<span class="n">{number + 1}</span>' for number in piece.begins) + shown


def note(number: int, each: Placed) -> str:
    finding = each.finding
    rows = [("why", escaped(finding.why)), ("help", escaped(finding.help))]
    if finding.excerpt and each.span is None:
        rows.insert(0, ("text", f"<code>{escaped(finding.excerpt)}</code>"))
    if finding.fix and finding.fix.text:
        lines = "<br>".join(map(escaped, finding.fix.text.splitlines()))
        rows.append(("fix" if finding.fix.safe else "could", f"<code>{lines}</code>"))
    terms = "".join(f"<dt>{label}</dt><dd>{words}</dd>" for label, words in rows if words)
    return (
        f'<div class="note {finding.severity}"><span class="n">{number}</span>'
        f'<span class="rule">{escaped(finding.rule)}</span> '
        f'<span class="soft">{each.grounds}</span><p>{escaped(finding.message)}</p>'
        + (f"<dl>{terms}</dl>" if terms else "")
        + "</div>\n"
    )


def _left_out(audit: AuditResult) -> str:
    phrases = unjudged(audit)
    if not phrases:
        return ""
    rows = "".join(
        f"<li><code><bdi>{escaped(each.path)}</bdi></code> {escaped(each.reason)}</li>\n"
        for each in sorted(audit.passed_over, key=lambda each: each.path)
    )
    return f'<footer>\n<h2>Left out</h2>\n<p class="soft">{", ".join(phrases)}</p>\n<ul>\n{rows}</ul>\n</footer>\n'


def escaped(text: str) -> str:
    return html.escape(visible(text.replace("\t", "    ")))
