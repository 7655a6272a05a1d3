"""`remit explain`: a page, or the list of pages; it must not know where pages are kept."""

import click

from remit.api import explain
from remit.cli import output


@click.command
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.page/1 or remit.pages/1.")
def command(name: str | None, as_json: bool) -> int:
    """Print the page of a rule, error or code; without a NAME, list them all."""
    if name is None:
        _list(explain.pages(), as_json=as_json)
        return 0
    page = explain.page(name)
    if as_json:
        output.write_json("page", {"name": page.name, "kind": page.kind, "text": page.text})
    else:
        output.write(page.text)
    return 0


def _list(titles: tuple[explain.Title, ...], *, as_json: bool) -> None:
    if as_json:
        output.write_json("pages", {"pages": [{"name": title.name, "kind": title.kind} for title in titles]})
        return
    output.write("".join(f"{line}\n" for line in output.columns([(title.kind, title.name) for title in titles])))
