"""`remit task`: descriptions of tasks, linted, checked and drafted; it must not know how they are judged or laid out."""

import sys

import click

from remit.api import drafting, settings, task_text
from remit.cli import output
from remit.cli.groups import NearestGroup
from remit.cli.invocation import Invocation
from remit.cli.naming import as_shown
from remit.cli.rows import write_row
from remit.errors import UsageInvalid

_EXIT = {"dispatchable": 0, "refused": 1, "held": 4}
_NOTHING = 3
_A_PERSON = 4
_SHOWN = 40


@click.group(cls=NearestGroup)
def command() -> None:
    """Descriptions of tasks: what is wrong with one, what becomes of a value, a first draft from free text."""


@command.command("lint")
@click.argument("file")
@click.option("--format", "form", type=click.Choice(task_text.FORMATS), help="How it is written; text unless given.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json: remit.findings/1.")
@click.option("--output", "target", metavar="FILE", help="Write the result to FILE, whole or not at all.")
@click.pass_obj
def _lint(invocation: Invocation, file: str, form: str | None, as_json: bool, target: str | None) -> int:
    """Say everything that is wrong with the description in FILE ('-': standard input), and what was done with it.

    Exit 0 if the task can be dispatched, 1 if it is refused, 4 if it waits for a person's decision.
    """
    if as_json and form not in {None, "json"}:
        raise UsageInvalid(f"'--json' and '--format {form}' exclude each other", help="leave one of them out")
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config).settings
    linted = task_text.lint(invocation.root(), task_text.read(file), as_shown(invocation.start, file), loaded)
    written = "json" if as_json else form or "text"
    text = task_text.write(linted, written, colour=target is None and output.wants_colour())
    if target is None:
        output.write(text)
    else:
        task_text.save(target, text)
    return _EXIT[linted.outcome]


@command.command("check")
@click.argument("value", required=False)
@click.option("--field", type=click.Choice(task_text.FIELDS), help="What VALUE is: '-' reads it from standard input.")
@click.option(
    "--jsonl", is_flag=True, help="VALUE is a file of JSON lines, standard input unless given; so is the answer."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.check/1.")
@click.pass_obj
def _check(invocation: Invocation, value: str | None, field: task_text.Field | None, jsonl: bool, as_json: bool) -> int:
    """Say what becomes of one VALUE of a task, or of one in each line.

    Paths are judged as text and on the disk below the folder that the command starts in. Exit 0 if it is kept, 1 if it is refused,
    4 if a person decides; with --jsonl 0.
    """
    if jsonl:
        if field is not None:
            raise UsageInvalid("'--jsonl' and '--field' exclude each other", help="each line names its own field")
        for answer in task_text.check_lines(invocation.start, value or "-"):
            fields = {"id": answer.id, "handling": answer.handling, "codes": answer.codes, "value": answer.value}
            write_row(fields)
        return 0
    if field is None or value is None:
        raise UsageInvalid(
            "a value needs its field", help="remit task check --field files_modified src/app.py, or --jsonl"
        )
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config).settings
    text = task_text.read(value) if value == "-" else value
    checked = task_text.check(invocation.start, field, text, loaded)
    if as_json:
        output.write_json("check", _fields(field, checked))
    else:
        output.write("".join(f"{line}\n" for line in _rows(checked)))
    if checked.value.handling == "reject":
        return 1
    return _A_PERSON if checked.held else 0


def _fields(field: str, checked: task_text.Checked) -> dict[str, object]:
    return {
        "field": field,
        "handling": checked.value.handling,
        "codes": list(checked.value.codes),
        "value": checked.value.value,
        "held": list(checked.held),
        "reasons": [
            {"code": each.code, "message": each.message, "why": each.why, "help": each.help, "line": each.line}
            for each in checked.reasons
        ],
    }


def _rows(checked: task_text.Checked) -> list[str]:
    lines: list[str] = [checked.value.handling]
    for each in checked.reasons:
        lines += [f"  {each.code}", f"    {each.message}", f"    why   {each.why}", f"    help  {each.help}"]
    if checked.held:
        lines.append(f"  a person decides first: {', '.join(checked.held)}")
    if checked.value.value is not None:
        lines += ["kept", *(f"  {output.visible(line)}" for line in checked.value.value.split("\n"))]
    return lines


@command.command("draft")
@click.argument("file")
@click.option(
    "--output", "target", metavar="FILE", help="Write the description to FILE once a person has confirmed it."
)
@click.option("--yes", is_flag=True, help="It is confirmed: ask nothing.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.draft/1. Asks nothing.")
@click.pass_obj
def _draft(invocation: Invocation, file: str, target: str | None, yes: bool, dry_run: bool, as_json: bool) -> int:
    """Propose a structured task from the free text in FILE ('-': standard input).

    Each piece is shown with where it comes from. What neither the text nor the repository says is asked, never made up.
    Exit 1 if it was to be written and is not wanted, 3 if nothing could be drafted, 4 if nobody could be asked.
    """
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config).settings
    drafted = drafting.draft(invocation.root(), file, loaded)
    for row in drafted.passed_over:
        output.warn(f"passed over '{row.path}': {row.reason}")
    if not as_json:
        output.write("".join(f"{line}\n" for line in _shown(drafted)))
    code, wanted = (0 if drafted.says else _NOTHING), False
    there = target is not None and drafting.is_there(target)
    if target is not None and drafted.says:
        code, wanted = _confirmed(target, there=there, yes=yes or dry_run, asks=not as_json)
    if target is not None and wanted and not dry_run:
        drafting.save(target, drafted)
    if as_json:
        written = target if wanted and not dry_run else None
        output.write_json("draft", {**_draft_fields(drafted), "written": written})
    elif target is not None and wanted:
        said = f"{'would be' if dry_run else 'was'} written to {target}"
        output.write(f"\n{said}{', in place of what stood there' if there else ''}\nnext: remit task lint {target}\n")
    return code


def _confirmed(target: str, *, there: bool, yes: bool, asks: bool) -> tuple[int, bool]:
    """Whether a person wants the draft written, and the exit code that follows."""
    if yes:
        return 0, True
    if not asks or not sys.stdin.isatty():
        output.warn(f"'{target}' was not written: a person confirms at a terminal, or with --yes")
        return _A_PERSON, False
    question = f"'{target}' is there already: put this in its place?" if there else f"write it to '{target}'?"
    wanted = click.confirm(f"\n{question}", err=True)
    return (0, True) if wanted else (1, False)


def _shown(drafted: drafting.Drafted) -> list[str]:
    """The description, where its pieces come from, what is left to say, and what becomes of it as it stands."""
    if not drafted.says:
        return ["the text says nothing that a task could be made of"]
    draft = drafted.draft
    lines = [output.visible(line) for line in draft.markdown.rstrip("\n").split("\n")]
    if draft.pieces:
        rows = [(f"  {piece.where}", piece.section, _cut(piece.text)) for piece in draft.pieces]
        lines += ["", "where each piece comes from", *map(output.visible, output.columns(rows))]
    if draft.questions:
        lines += ["", "to be answered", *(f"  {output.visible(question)}" for question in draft.questions)]
    why = f" ({', '.join(drafted.codes)})" if drafted.codes else ""
    return [*lines, "", f"as it stands: {drafted.outcome}{why}"]


def _cut(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= _SHOWN else f"{first[: _SHOWN - 1]}…"


def _draft_fields(drafted: drafting.Drafted) -> dict[str, object]:
    draft = drafted.draft
    return {
        "markdown": draft.markdown,
        "pieces": [
            {"section": piece.section, "text": piece.text, "origin": piece.origin, "where": piece.where}
            for piece in draft.pieces
        ],
        "questions": list(draft.questions),
        "outcome": drafted.outcome,
        "codes": list(drafted.codes),
    }
