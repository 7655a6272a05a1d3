"""The registry that builders of prompts enter themselves into; it must not know how they are found, rendered or judged.

Product code imports this module, so it loads next to nothing, changes no function and refuses no import: of two builders
with one name the gate tells, not the program that uses them.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from remit.errors import RegistryInvalid

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

Built = TypeVar("Built")


class Registered(NamedTuple):
    """A builder under its name. `others` are further builders that were registered under the same one."""

    name: str
    builder: object
    category: str
    fixtures: Mapping[str, Mapping[str, object]]
    payload: Mapping[str, int]
    captured: str | None
    others: tuple[object, ...] = ()


PROMPT_REGISTRY: dict[str, Registered] = {}


def prompt(
    name: str,
    *,
    category: str = "",
    fixtures: Mapping[str, Mapping[str, object]] | None = None,
    payload: Mapping[str, int] | None = None,
    captured: str | None = None,
) -> Callable[[Built], Built]:
    """Register the decorated function as a builder of prompts, and hand it back as it is.

    `fixtures` are the arguments to render it with, each set under a name of its own; those of a method say under `self` what
    its class is made with. `payload` says how many characters an argument has in use; `captured` names a JSON file, relative
    to the project, with the arguments of a real run.
    """
    if not is_name(name):
        raise RegistryInvalid(
            f"'{name}' cannot name a prompt: expected letters, digits, '.', '_' and '-', a hundred at most",
            help="choose a name such as 'triage-issue'",
        )

    def register(builder: Built) -> Built:
        new = Registered(name, builder, category, fixtures or {}, payload or {}, captured)
        standing = PROMPT_REGISTRY.get(name)
        if standing is not None and _place(standing.builder) != _place(builder):
            new = standing._replace(others=(*standing.others, builder))
        PROMPT_REGISTRY[name] = new
        return builder

    return register


def is_name(text: str) -> bool:
    """Whether a text can name a prompt: such a name is also a file's name and a word of the command line."""
    return _NAME.fullmatch(text) is not None


def _place(builder: object) -> tuple[object, object]:
    # A module that is loaded anew registers the same builders anew.
    return getattr(builder, "__module__", None), getattr(builder, "__qualname__", None)
