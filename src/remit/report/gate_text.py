"""The gate's word for a person at a terminal: each problem with the lines behind it, then a summary; it must not know the terminal."""

from collections.abc import Iterator

from remit.markup.hidden import visible
from remit.model.gate import GateResult, Measured, Problem
from remit.report.columns import between, fit, wrap
from remit.report.gate_tally import Case, Change, advice, cases, counts, is_gain, origin, over_budget, verdict
from remit.report.text import COLUMNS, PLAIN, Palette

_MOST_LINES = 6
_KEPT_START = 20
_SAID_ELSEWHERE = ("remit baseline", "remit prompts", "remit explain")


def render(result: GateResult, palette: Palette = PLAIN) -> str:
    lines: list[str] = []
    for case in cases(result):
        lines += _case(case, palette)
    lines += [""] if lines else []
    sizes = list(_sizes(result))
    lines += [*sizes, ""] if sizes else []
    colour = palette.strong if result.passed else palette.high
    lines.append(f"{palette.paint(colour, f'gate: {verdict(result)}')}   {', '.join(counts(result))}")
    if said := advice(result):
        lines += wrap(said, COLUMNS)
    if result.network:
        lines.append(
            palette.paint(palette.faint, f"builders were rendered twice, kept from the network by {result.network}")
        )
    return "\n".join(lines) + "\n"


def by_prompt(result: GateResult) -> dict[str, list[str]]:
    """The lines of each prompt by its name, none where it holds; problems that no prompt has stand under `gate`."""
    return {visible(case.name or "gate"): list(_case(case, PLAIN)) for case in cases(result, all_prompts=True)}


def _case(case: Case, palette: Palette) -> Iterator[str]:
    for problem in case.problems:
        yield from _problem(problem, palette)
    if any(problem.kind in {"worse", "snapshot-changed"} or is_gain(problem) for problem in case.problems):
        yield from _changes(case, palette)


def _problem(problem: Problem, palette: Palette) -> Iterator[str]:
    name, said = visible(problem.prompt or problem.path), visible(problem.message)
    colour = palette.medium if problem.kind == "baseline-stale" else palette.high
    head, *rest = wrap(f"{name}: {said}", COLUMNS)
    if head.startswith(name):
        head = palette.paint(colour, name) + head[len(name) :]
    whence = origin(problem)
    room = COLUMNS - len(f"{name}: {said}") - len(whence)
    if whence and not rest and room >= 2:
        yield between(head, whence, COLUMNS + len(head) - len(f"{name}: {said}"))
    else:
        yield head
        yield from (f"  {line}" for line in rest)
        yield from [f"  {whence}"] if whence else []
    if problem.kind == "unregistered":
        yield f"  {visible(problem.path)}:{problem.line}"
    if problem.help and not problem.help.startswith(_SAID_ELSEWHERE):
        for number, line in enumerate(wrap(visible(problem.help), COLUMNS - 8)):
            yield f"  {'' if number else 'help':6}{line}"


def _changes(case: Case, palette: Palette) -> Iterator[str]:
    found = case.changes
    if not found:
        return
    if len(found) <= _MOST_LINES:
        same = _same_start(found)
        for change in found:
            colour = palette.high if change.sign == "-" else palette.strong
            text = visible(change.text)
            if len(text) > COLUMNS - 4 and same > _KEPT_START:
                text = f"…{text[same - _KEPT_START :]}"
            yield "  " + palette.paint(colour, fit(f"{change.sign} {text}", COLUMNS - 2))
        return
    size = len(case.after or "") - len(case.before or "")
    yield f"  {len(found)} lines, {size:+,} characters: remit prompts {visible(case.name)} --diff"


def _same_start(found: tuple[Change, ...]) -> int:
    """How many characters one changed line shares with what it was: what differs stands behind them."""
    if [change.sign for change in found] != ["-", "+"]:
        return 0
    before, after = (visible(change.text) for change in found)
    pairs = zip(before, after, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(before), len(after)))


def _sizes(result: GateResult) -> Iterator[str]:
    """Placement and budget at the size of the fixture, and at the size in use."""
    shown = [standing for standing in result.standings if standing.production_size]
    if not shown:
        return
    width = min(max(len(visible(standing.name)) for standing in shown), 34)
    yield f"{'at fixture size, and in use'.ljust(width + 2)}  tokens and criterion 6"
    for standing in shown:
        name = fit(visible(standing.name), width).ljust(width)
        both = (standing.fixture_size, standing.production_size)
        yield f"  {name}  " + "  ->  ".join(_size(result, size) for size in both if size)


def _size(result: GateResult, size: Measured) -> str:
    over = over_budget(result.budget_tokens, size.tokens)
    said = f"{size.tokens:,} {size.placement[result.profile]}"
    return f"{said} ({over:,} over the budget)" if over else said
