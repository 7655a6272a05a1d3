"""The gate's word as one page to look at: what does not hold, before and after side by side, then every prompt.

It must not know where it is opened. It is made of the audit's page, and like it lets nothing run.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from remit.model.audited import AuditResult
from remit.model.gate import GateResult, Measured, Problem
from remit.model.scores import CRITERIA_SHORT, Judged, Verdict
from remit.report.gate_tally import Case, advice, cases, counts, origin, over_budget, verdict
from remit.report.html import articles, escaped, fares, inventory, line_of, page
from remit.report.regions import Line, lines_of
from remit.report.tally import ranked

_NEAR = 2
_SHORTEST_FOLD = 4


def render(result: GateResult, judged: Sequence[Judged] = ()) -> str:
    """`judged` are the prompts that could be rendered, with their findings."""
    body = [_head(result), *(_case(number, case) for number, case in enumerate(cases(result)))]
    body += [_excepted(result), _sizes(result)]
    if judged:
        prompts = ranked(AuditResult(result.profile, tuple(judged)))
        body += [fares(AuditResult(result.profile, tuple(judged))), inventory(prompts), articles(prompts)]
    return page("Prompt gate", body)


def _head(result: GateResult) -> str:
    colour = "Pass" if result.passed else "Fail"
    base = f", compared with <bdi>{escaped(result.base)}</bdi>" if result.base else ""
    said = f'<p class="soft">{escaped(advice(result))}</p>\n' if advice(result) else ""
    chips = "".join(_chip(phrase) for phrase in counts(result))
    return (
        f'<header>\n<h1>Prompt gate: <span class="{colour}">{verdict(result)}</span></h1>\n'
        f'<p class="soft">profile {result.profile}{base}</p>\n<ul class="chips">{chips}</ul>\n{said}</header>\n'
    )


def _chip(phrase: str) -> str:
    number, _, words = phrase.partition(" ")
    return f'<li class="chip"><b>{number}</b> {words}</li>'


def _case(number: int, case: Case) -> str:
    first = "<section>\n<h2>What does not hold</h2>\n" if number == 0 else "<section>\n"
    rendition = case.standing.rendition if case.standing else None
    path = rendition.builder if rendition else next((each.path for each in case.problems if each.path), "")
    notes = "".join(map(_problem, case.problems))
    return (
        f"{first}<article>\n<details open>\n<summary><h3><bdi>{escaped(case.name or 'overrides and baseline')}</bdi></h3>"
        f'<span class="path"><bdi>{escaped(path)}</bdi></span></summary>\n<div class="whole">\n{notes}</div>\n'
        f"{_verdicts(case)}{_pair(case)}</details>\n</article>\n</section>\n"
    )


def _problem(problem: Problem) -> str:
    rows = [("help", escaped(problem.help)), ("since", origin(problem))]
    terms = "".join(f"<dt>{label}</dt><dd>{words}</dd>" for label, words in rows if words)
    severity = "medium" if problem.kind == "baseline-stale" else "high"
    rule = (
        f' <span class="soft">{escaped(problem.rule)}</span>' if problem.rule and problem.rule != problem.kind else ""
    )
    return (
        f'<div class="note {severity}"><span class="rule">{problem.kind}</span>{rule}<p>{escaped(problem.message)}</p>'
        + (f"<dl>{terms}</dl>" if terms else "")
        + "</div>\n"
    )


def _verdicts(case: Case) -> str:
    """The verdicts that changed, before and after."""
    changed = [each for each in case.problems if each.criterion and each.before and each.after]
    if not changed:
        return ""
    rows = "".join(
        f"<li><span>{each.criterion} {CRITERIA_SHORT[each.criterion - 1]}</span>"
        f"<span>{_word(each.before)} to {_word(each.after)}</span></li>\n"
        for each in changed
        if each.criterion
    )
    return f'<ol class="verdicts">\n{rows}</ol>\n'


def _word(verdict: Verdict | None) -> str:
    return f'<b class="{"None" if verdict in {"N/A", None} else verdict}">{verdict or "new"}</b>'


def _pair(case: Case) -> str:
    if case.before is None or case.after is None or case.before == case.after:
        return ""
    return (
        '<div class="text">\n<div class="pair"><h4>accepted</h4><h4>here</h4></div>\n'
        + "".join(_rows(case.before, case.after))
        + "</div>\n"
    )


def _rows(before: str, after: str) -> Iterator[str]:
    """The lines of both texts, those that differ opposite of each other; long stretches that agree are folded."""
    old, new = lines_of(before, ()), lines_of(after, ())
    matcher = SequenceMatcher(None, _texts(before, old), _texts(after, new), autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            for row, other in zip_longest(range(old_start, old_end), range(new_start, new_end)):
                left = _side(before, row, old, "was") if row is not None else _EMPTY
                right = _side(after, other, new, "is") if other is not None else _EMPTY
                yield f'<div class="pair changed">{left}{right}</div>\n'
            continue
        rows = [
            f'<div class="pair">{_side(before, row, old, "same")}{_side(after, new_start + row - old_start, new, "same")}</div>\n'
            for row in range(old_start, old_end)
        ]
        hidden = rows[_NEAR:-_NEAR]
        if len(hidden) < _SHORTEST_FOLD:
            yield from rows
        else:
            folded = f'<details class="fold"><summary>{len(hidden)} lines</summary>\n{"".join(hidden)}</details>\n'
            yield from (*rows[:_NEAR], folded, *rows[-_NEAR:])


_EMPTY = '<div class="side none"></div>'


def _texts(text: str, lines: Sequence[Line]) -> list[str]:
    return [text[line.pieces[0].start : line.pieces[-1].end] if line.pieces else "" for line in lines]


def _side(text: str, row: int, lines: Sequence[Line], kind: str) -> str:
    return f'<div class="side {kind}">{line_of(text, row + 1, lines[row])}</div>'


def _excepted(result: GateResult) -> str:
    if not result.excepted:
        return ""
    rows = "".join(
        f"<li><b><bdi>{escaped(each.prompt)}</bdi></b> {escaped(each.message)} "
        f'<span class="soft">{escaped(each.rule or "")}</span></li>\n'
        for each in result.excepted
    )
    return f"<section>\n<h2>Excepted by override</h2>\n<ul>\n{rows}</ul>\n</section>\n"


def _sizes(result: GateResult) -> str:
    """Placement and budget at the size of the fixture, and at the size in use."""
    rows = "".join(
        f"<tr><td><bdi>{escaped(standing.name)}</bdi></td>"
        f"{_size(result, standing.fixture_size)}{_size(result, standing.production_size)}</tr>\n"
        for standing in result.standings
        if standing.production_size
    )
    if not rows:
        return ""
    return (
        '<section>\n<h2>At fixture size, and in use</h2>\n<div class="scroll">\n<table>\n<thead><tr><th scope="col">Prompt</th>'
        '<th scope="col">Fixture: tokens, criterion 6</th><th scope="col">In use: tokens, criterion 6</th></tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table>\n</div>\n</section>\n"
    )


def _size(result: GateResult, size: Measured | None) -> str:
    if size is None:
        return "<td></td>"
    over = over_budget(result.budget_tokens, size.tokens)
    beyond = f' <b class="Fail">{over:,} over the budget</b>' if over else ""
    return f"<td>{size.tokens:,} {_word(size.placement[result.profile])}{beyond}</td>"
