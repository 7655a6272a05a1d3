"""Read a failure history and signals from files, and say what profile follows; it must not know commands."""

import json

from remit.adapt import Decoded, decode, profile_of
from remit.disk import read_text
from remit.errors import SignalInvalid
from remit.model.profile import IgnoredSignal, Profile


def adapt(failures: str | None, signals: str | None) -> tuple[Profile, tuple[IgnoredSignal, ...]]:
    """The profile, and the signals that no rule knows; a file that is not given is an empty history or no signals."""
    given: Decoded = decode(
        _json(failures) if failures is not None else [], _json(signals) if signals is not None else {}
    )
    return profile_of(given.failures, given.signals), given.ignored


def _json(path: str) -> object:
    try:
        return json.loads(read_text(path))
    except (json.JSONDecodeError, RecursionError) as fault:
        raise SignalInvalid(
            f"'{path}' is no JSON: {str(fault)[:1].lower()}{str(fault)[1:]}", help="mend the file"
        ) from None
