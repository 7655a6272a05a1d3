"""What is configured, where each value comes from, and what may be; it must not know how that is shown."""

from dataclasses import dataclass

from remit.config import Loaded, keys, load, schema

__all__ = ["Loaded", "Setting", "load", "schema", "values"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A key's value, and its origin: a file and line, or `default`."""

    path: str
    value: object
    origin: str


def values(loaded: Loaded) -> tuple[Setting, ...]:
    """Every key with the value that holds."""
    return tuple(
        Setting(
            key.path,
            getattr(getattr(loaded.settings, key.section), key.name),
            loaded.origins.get(key.path, "default"),
        )
        for key in keys()
    )
