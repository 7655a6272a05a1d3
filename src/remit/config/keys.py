"""The keys of the configuration, read from the settings classes; it must not know files, lines or values."""

from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from functools import cache
from types import NoneType
from typing import Literal, get_args, get_origin, get_type_hints

from remit.config.stages import Settings
from remit.sources import registry_table

# The one section that is a list of tables, each of a form that its own module knows.
LIST = "prompts"

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
# What every TOML parser must take, and the largest that this one does.
_MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Form:
    """What a key may hold: in words, as JSON Schema, and as a test."""

    expected: str
    schema: dict[str, object]
    accepts: Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Key:
    """One key below its section."""

    section: str
    name: str
    doc: str
    default: object
    form: Form

    @property
    def path(self) -> str:
        return f"{self.section}.{self.name}"


@cache
def keys() -> tuple[Key, ...]:
    """Every key, section by section."""
    found = []
    for section in _stages():
        stage = type(getattr(Settings(), section.name))
        hints = get_type_hints(stage)
        for each in fields(stage):
            form = _form(hints[each.name], each)
            found.append(Key(section.name, each.name, each.metadata["doc"], each.default, form))
    return tuple(found)


def sections() -> dict[str, str]:
    """Every section, and what it is about."""
    return {each.name: type(getattr(Settings(), each.name)).__doc__ or "" for each in _stages()}


def schema() -> dict[str, object]:
    """The JSON Schema of `remit.toml`, and of `[tool.remit]`."""
    tables = {
        section: _table(doc, {key.name: _described(key) for key in keys() if key.section == section})
        for section, doc in sections().items()
    }
    tables[LIST] = registry_table.schema()
    doc = "What remit.toml holds, or pyproject.toml below [tool.remit]."
    return {"$schema": _DIALECT, "title": "Configuration of Remit", **_table(doc, tables)}


def _stages() -> list[Field[object]]:
    return [each for each in fields(Settings) if each.name != LIST]


def _table(doc: str, properties: dict[str, dict[str, object]]) -> dict[str, object]:
    return {"description": doc, "type": "object", "additionalProperties": False, "properties": properties}


def _described(key: Key) -> dict[str, object]:
    default = key.default if not isinstance(key.default, tuple) else list(key.default)
    return {"description": key.doc, **key.form.schema} | ({} if default is None else {"default": default})


def _form(hint: object, each: Field[object]) -> Form:
    # TOML has no null: None stands for a key that is left out.
    chosen = [kind for kind in get_args(hint) if kind is not NoneType] if NoneType in get_args(hint) else [hint]
    if get_origin(chosen[0]) is Literal:
        return _choice(get_args(chosen[0]))
    if chosen == [str]:
        return _TEXT
    if chosen == [int]:
        return _whole(each.metadata["least"])
    if chosen == [tuple[str, ...]]:
        return _TEXTS
    raise TypeError(f"no form is known for {each.name}: {hint}")


def _choice(words: tuple[str, ...]) -> Form:
    expected = "one of " + ", ".join(f"'{word}'" for word in words)
    return Form(expected, {"enum": list(words)}, lambda value: isinstance(value, str) and value in words)


def _whole(least: int) -> Form:
    def accepts(value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST

    return Form(f"a whole number from {least}", {"type": "integer", "minimum": least, "maximum": _MOST}, accepts)


_TEXT = Form("a text", {"type": "string"}, lambda value: isinstance(value, str))
_TEXTS = Form(
    "a list of texts",
    {"type": "array", "items": {"type": "string"}},
    lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
)
