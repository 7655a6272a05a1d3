"""A linted description in each format of the audit; it must not know which one is asked for, nor where it goes."""

from collections import Counter
from collections.abc import Callable, Iterator

from remit.markup.escaping import escape_text
from remit.markup.hidden import visible
from remit.report import github, html, json, junit, markdown, sarif
from remit.report.columns import pad, wrap
from remit.report.linted import DONE, LintedText, counts, placed, verdict
from remit.report.placing import Placed, Source
from remit.report.tally import counted
from remit.report.terminal import COLUMNS, PLAIN, Palette, finding_lines

_LABEL = len("dispatchable") + 2
# A text of one hidden character beside the other would else fill screens with one sentence.
_MOST_OF_A_CODE = 10


def text(linted: LintedText, palette: Palette = PLAIN) -> str:
    """For a terminal: the findings under their lines, what becomes of the task, and what to read next."""
    return "\n".join(_text(linted, palette)) + "\n"


def _text(linted: LintedText, palette: Palette) -> Iterator[str]:
    colour = palette.high if linted.outcome == "refused" else palette.medium if linted.outcome == "held" else ""
    yield f"{palette.paint(palette.strong, visible(linted.path))}  {palette.paint(colour, linted.outcome)}"
    source = Source.of(linted.text)
    shown: Counter[str] = Counter()
    for each in placed(linted):
        shown[each.finding.rule] += 1
        if shown[each.finding.rule] <= _MOST_OF_A_CODE:
            yield from finding_lines(source, each, palette)
            yield ""
    for code, count in shown.items():
        if count > _MOST_OF_A_CODE:
            yield f"  {visible(code)}: {count - _MOST_OF_A_CODE} more"
    rows: list[tuple[str, str]] = [(linted.outcome, counts(linted.found))]
    if linted.held:
        rows.append(("waits", f"a person decides first: {', '.join(linted.held)}"))
    if linted.found:
        gravest = min(linted.found, key=lambda noted: DONE.index(noted.done))
        rows.append(("next", f"remit explain {gravest.finding.rule}"))
    for label, words in rows:
        for number, line in enumerate(wrap(visible(words), COLUMNS - _LABEL)):
            yield pad("" if number else label, _LABEL) + line


def as_json(linted: LintedText) -> str:
    findings = [{**json.finding_fields(noted.finding), "done": noted.done} for noted in linted.found]
    return json.written(
        {
            "schema": "remit.findings/1",
            "path": linted.path,
            "dispatchable": linted.outcome == "dispatchable",
            "outcome": linted.outcome,
            "held": list(linted.held),
            "findings": findings,
        }
    )


def as_sarif(linted: LintedText) -> str:
    entries = [sarif.Entry(each, linted.path, "task", done=each.grounds) for each in placed(linted)]
    return sarif.log(entries, version=linted.version, properties={"outcome": linted.outcome})


def as_junit(linted: LintedText) -> str:
    """One test case, which fails unless the task can be dispatched as it is."""
    clean = linted.outcome == "dispatchable"
    body = escape_text(
        "\n".join(line for noted in linted.found for line in junit.finding_lines(noted.finding, noted.done))
    )
    path, message = junit.value(linted.path), junit.value(f"{verdict(linted)}; {counts(linted.found)}")
    result = (
        f"<system-out>{body}</system-out>"
        if clean
        else f'<failure message="{message}" type="{linted.outcome}">{body}</failure>'
    )
    case = f'<testcase classname="{path}" name="description" file="{path}" line="1">{result}</testcase>\n'
    totals = f'tests="1" failures="{0 if clean else 1}" errors="0" skipped="0"'
    return junit.suites("remit task lint", "description", totals, case)


def as_github(linted: LintedText) -> str:
    commands = [github.annotation(each, f"{visible(each.finding.rule)}: {each.grounds}") for each in placed(linted)]
    # A line that begins with two colons is a command, so no line may begin with another's text.
    return "".join(f"{command}\n" for command in commands) + f"task: {verdict(linted)}; {counts(linted.found)}\n"


def as_markdown(linted: LintedText) -> str:
    lines = [f"# Task description: {verdict(linted)}", "", f"{markdown.code(linted.path)}: {counts(linted.found)}."]
    if linted.found:
        lines.append("")
    for noted in linted.found:
        lines += markdown.finding_item(noted.finding, noted.done)
    if linted.text.strip():
        lines += ["", *markdown.excerpt(linted.text)]
    return "\n".join(lines) + "\n"


def as_html(linted: LintedText) -> str:
    """The description with every finding below the line where it begins."""
    found = sorted(placed(linted), key=_start)
    nowhere = "".join(html.note(number, each) for number, each in enumerate(found, 1) if each.span is None)
    head = (
        f"<header>\n<h1>Task description: {html.escaped(linted.outcome)}</h1>\n"
        f'<p class="soft"><bdi>{html.escaped(linted.path)}</bdi>, {counted(len(found), "finding")}: '
        f"{html.escaped(verdict(linted))}; {counts(linted.found)}</p>\n</header>\n"
    )
    body = (
        "<article>\n"
        + (f'<div class="whole">\n{nowhere}</div>\n' if nowhere else "")
        + f'<div class="text">\n{"".join(html.body_lines(linted.text, 1, found))}</div>\n</article>\n'
    )
    return html.page("Task description", [head, body])


def _start(each: Placed) -> tuple[int, int]:
    return each.span or (-1, -1)


FORMATS: dict[str, Callable[[LintedText], str]] = {
    "text": text,
    "json": as_json,
    "sarif": as_sarif,
    "junit": as_junit,
    "github": as_github,
    "markdown": as_markdown,
    "html": as_html,
}
