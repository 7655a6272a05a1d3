"""`remit reply`: what an agent's reply on standard input says; it must not know how it is read."""

import sys
from collections.abc import Sequence

import click

from remit.api import replies
from remit.cli import output


@click.command
@click.option("--phase", required=True, metavar="P", help="plan, challenge, implement, review or archive.")
@click.option("--task", "tasks", multiple=True, metavar="ID", help="A task whose status must be there; no other may.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.reply/1.")
def command(phase: str, tasks: Sequence[str], as_json: bool) -> int:
    """Read an agent's reply from standard input: verdict, task statuses, final text.

    An accepted reply is exit 0, whatever its verdict; a refused one is exit 1.
    """
    reply = replies.read_reply(sys.stdin.buffer.read(), phase, tasks or None)
    if as_json:
        statuses = [{"id": status.id, "status": status.status} for status in reply.task_statuses]
        criteria = [{"id": criterion.id, "status": criterion.status} for criterion in reply.criteria]
        fields: dict[str, object] = {"verdict": reply.verdict, "task_statuses": statuses, "text": reply.text}
        output.write_json("reply", {**fields, "criteria": criteria} if criteria else fields)
        return 0
    rows: list[tuple[str, str, str]] = [("verdict", "", reply.verdict)] if reply.verdict else []
    rows += [("task", status.id, status.status) for status in reply.task_statuses]
    rows += [("criterion", criterion.id, criterion.status) for criterion in reply.criteria]
    output.write("".join(f"{line}\n" for line in output.columns(rows)))
    output.write(f"\n{reply.text.strip()}\n")
    return 0
