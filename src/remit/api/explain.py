"""The pages that ship: one for each rule, problem of the gate, error and reason code; it must not know how they are shown."""

from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable

from remit.errors import PageNotFound

_KINDS = {"rule": "rules", "gate": "gate", "error": "errors", "code": "codes"}


@dataclass(frozen=True, slots=True)
class Title:
    """The name of a page, and what it is about: a rule, an error or a code."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page in Markdown."""

    name: str
    kind: str
    text: str


def pages() -> tuple[Title, ...]:
    """All that can be explained, in order of kind and name."""
    return tuple(Title(name, kind) for kind in _KINDS for name in _names(kind))


def page(name: str) -> Page:
    """The page of that name; `PageNotFound` names the nearest where there is none."""
    titles = {title.name: title for title in pages()}
    if name not in titles:
        lower = {title.lower(): title for title in titles}
        near = get_close_matches(name.lower(), lower, n=1)
        raise PageNotFound(
            f"no page of that name: '{name}', expected a rule, an error or a code",
            help=f"did you mean '{lower[near[0]]}'?" if near else "remit explain lists them all",
        )
    title = titles[name]
    text = _folder(title.kind).joinpath(f"{name}.md").read_text(encoding="utf-8")
    return Page(title.name, title.kind, text)


def _names(kind: str) -> list[str]:
    return sorted(entry.name.removesuffix(".md") for entry in _folder(kind).iterdir() if entry.name.endswith(".md"))


def _folder(kind: str) -> Traversable:
    return files("remit").joinpath("pages", _KINDS[kind])
