"""`remit scan`: the injection alarm over files or JSON lines; it must not know how text is judged."""

import sys
from collections.abc import Sequence

import click

from remit.api import scanning, settings
from remit.cli import output
from remit.cli.invocation import Invocation
from remit.cli.naming import as_shown
from remit.cli.rows import write_row
from remit.errors import UsageInvalid

_A_PERSON = 4
_SHOWN = 60
_MOST_OF_A_RULE = 10


@click.command
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--source", type=click.Choice(scanning.SOURCES), help="What the text is; its policy is in [injection].")
@click.option("--jsonl", is_flag=True, help="Each line of FILE is one text; so is the answer.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.scan/1.")
@click.pass_obj
def command(
    invocation: Invocation, files: Sequence[str], source: scanning.Source | None, jsonl: bool, as_json: bool
) -> int:
    """Look for orders to an agent in known styles, and for characters that nobody sees, in text of others.

    Without a FILE it reads standard input. Exit 1 on an alarm, 4 if the policy of --source is to suspend; with --jsonl 0.
    """
    if jsonl and (source is not None or len(files) > 1):
        raise UsageInvalid(
            f"'--jsonl' takes one FILE and no {'second one' if source is None else 'source'}",
            help='remit scan --jsonl FILE, each line {"id": "x", "text": "…"}',
        )
    if not files and sys.stdin.isatty():
        raise UsageInvalid("there is nothing to scan", help="remit scan FILE..., or '-' for standard input")
    names = [as_shown(invocation.start, name) for name in files] or ["-"]
    if jsonl:
        for answer in scanning.scan_lines(names[0]):
            write_row(_answer(answer))
        return 0
    policy = None
    if source is not None:
        loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
        policy = scanning.policy_of(source, loaded.settings)
    scanned = [scanning.scan(name) for name in names]
    if as_json:
        output.write_json("scan", {"texts": [_fields(each) for each in scanned], "policy": policy})
    else:
        output.write("\n".join("".join(f"{line}\n" for line in _lines(each, policy)) for each in scanned))
    if not any(each.alarm.alarm for each in scanned):
        return 0
    return _A_PERSON if policy == "suspend" else 1


def _answer(answer: scanning.Answer) -> dict[str, object]:
    alarm = answer.alarm
    fields: dict[str, object] = {
        "id": answer.id,
        "alarm": alarm.alarm,
        "score": alarm.score,
        "spans": [[*span] for span in alarm.spans],
        "hidden": list(alarm.hidden),
    }
    return fields if answer.refused is None else {**fields, "refused": answer.refused}


def _fields(scanned: scanning.Scanned) -> dict[str, object]:
    alarm = scanned.alarm
    return {
        "path": scanned.path,
        "alarm": alarm.alarm,
        "score": alarm.score,
        "spans": [[*span] for span in alarm.spans],
        "hidden": list(alarm.hidden),
        "reasons": [
            {"rule": place.rule, "line": place.line, "column": place.column, "text": place.text}
            for place in scanned.places
        ],
    }


def _lines(scanned: scanning.Scanned, policy: scanning.Policy | None) -> list[str]:
    alarm = scanned.alarm
    word = "alarm" if alarm.alarm else "no alarm"
    shown = click.style(word, fg="red", bold=True) if alarm.alarm and output.wants_colour() else word
    lines = [f"{output.visible(scanned.path)}  {shown}  {alarm.score:.2f}"]
    rules: dict[str, list[scanning.Place]] = {}
    for place in scanned.places:
        rules.setdefault(place.rule, []).append(place)
    rows = [
        (f"  {place.line}:{place.column}", place.rule, output.visible(place.text[:_SHOWN])[:_SHOWN])
        for places in rules.values()
        for place in places[:_MOST_OF_A_RULE]
    ]
    lines += output.columns(rows)
    lines += [
        f"  {rule}: {len(places) - _MOST_OF_A_RULE} more"
        for rule, places in rules.items()
        if len(places) > _MOST_OF_A_RULE
    ]
    if alarm.hidden:
        lines.append(f"  hidden characters: {', '.join(alarm.hidden)}")
    if alarm.alarm:
        lines.append(f"  {_LEADS_TO[policy]}")
    return lines


_LEADS_TO: dict[scanning.Policy | None, str] = {
    None: "read it before an agent does: remit explain injection.phrase",
    "report": "policy: report; the text is shown to an agent as it is",
    "neutralise": "policy: neutralise; the text stays data in its region, and the alarm is reported",
    "suspend": "policy: suspend; a person decides before an agent sees it",
}
