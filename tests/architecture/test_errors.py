"""The tree of errors: drawn, classes and pages agree; it must not know who raises them."""

import re
from typing import NamedTuple

from remit import errors
from tests.architecture.tree import SOURCE

ROW = re.compile(r"^(?P<branch>[│├└─ ]*)(?P<name>[A-Z]\w+) +(?P<code>\d+|exit) +(?P<text>.+)$", re.MULTILINE)


class Node(NamedTuple):
    """One error, as drawn or as it is."""

    name: str
    parent: str
    exit_code: int
    text: str


def classes() -> dict[str, type[errors.RemitError]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.RemitError)
    }


def drawn() -> list[Node]:
    nodes: list[Node] = []
    above: list[str] = []
    for row in ROW.finditer(errors.__doc__ or ""):
        if row["code"] == "exit":
            above = [row["name"]]
            continue
        depth = len(row["branch"]) // 3
        nodes.append(Node(row["name"], above[depth - 1], int(row["code"]), row["text"]))
        above[depth:] = [row["name"]]
    return nodes


def as_they_are() -> list[Node]:
    return [
        Node(name, kind.__bases__[0].__name__, kind.exit_code, (kind.__doc__ or "").removesuffix("."))
        for name, kind in classes().items()
        if kind is not errors.RemitError
    ]


def test_the_drawn_tree_is_the_tree() -> None:
    def same_start(node: Node) -> Node:
        return node._replace(text=node.text[:1].lower() + node.text[1:])

    assert sorted(map(same_start, as_they_are())) == sorted(map(same_start, drawn()))


def test_exit_codes_are_those_that_a_caller_can_tell_apart() -> None:
    assert {kind.exit_code for kind in classes().values()} <= {1, 2, 3, 4, 70, 130}


def test_every_error_has_its_page_and_every_page_its_error() -> None:
    pages = {path.stem for path in (SOURCE / "pages/errors").glob("*.md")}
    names = set(classes()) - {"RemitError"}

    assert {"without a page": [], "without an error": []} == {
        "without a page": sorted(names - pages),
        "without an error": sorted(pages - names),
    }
