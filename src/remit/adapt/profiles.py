"""Reads a profile back from the JSON that `remit adapt` writes; it must not know how a profile comes about."""

import msgspec

from remit.errors import SignalInvalid
from remit.model.profile import Profile


class _Profile(msgspec.Struct, forbid_unknown_fields=True):
    instructions: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class _Envelope(msgspec.Struct):
    profile: _Profile


def decode_profile(text: str) -> Profile:
    """The profile that a `remit.profile/1` object holds."""
    try:
        found = msgspec.json.decode(text, type=_Envelope).profile
    except msgspec.DecodeError as fault:
        raise SignalInvalid(f"no profile: {fault}", help="take what 'remit adapt --json' prints") from None
    return Profile(found.instructions, found.constraints, found.examples)
