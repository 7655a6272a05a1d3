"""Reversible encodings of single characters as references (`&#64;`); it must not know which texts need them.

An encoding writes some characters as references. A literal `&` that would begin one of these references when read back, with any
number of `amp;` between, becomes `&amp;` first. So `decode(encode(text)) == text` for every text, encoded ones among them.
"""

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Encoding:
    """Writes what `pattern` matches, one character at a time, as references; `hint` is a literal that any match needs, if any."""

    pattern: str
    bodies: tuple[tuple[str, str], ...]
    hint: str | None = None

    @cached_property
    def _chars(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    @cached_property
    def _literal(self) -> re.Pattern[str]:
        return re.compile(rf"&(?=(?:amp;)*+(?:{self._alternatives});)")

    @cached_property
    def _reference(self) -> re.Pattern[str]:
        return re.compile(rf"&((?:amp;)*+)({self._alternatives});")

    @cached_property
    def _alternatives(self) -> str:
        return "|".join(re.escape(body) for _, body in self.bodies)

    @cached_property
    def _written(self) -> dict[str, str]:
        return {char: f"&{body};" for char, body in self.bodies}

    @cached_property
    def _read(self) -> dict[str, str]:
        return {body: char for char, body in self.bodies}

    def encode(self, text: str) -> str:
        if "&" in text:
            text = self._literal.sub("&amp;", text)
        if self.hint is None or self.hint in text:
            text = self._chars.sub(lambda found: self._written[found[0]], text)
        return text

    def decode(self, text: str) -> str:
        return self._reference.sub(self._decoded, text) if "&" in text else text

    def _decoded(self, found: re.Match[str]) -> str:
        return f"&{found[1][4:]}{found[2]};" if found[1] else self._read[found[2]]


# What an agent's program would expand: an at sign before anything but white space or another one.
AT_SIGNS = Encoding(pattern=r"@(?=[^\s@])", bodies=(("@", "#64"),), hint="@")

_NOT_XML = [*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), 0xFFFE, 0xFFFF]

# What no XML document can hold, not even as a reference of its own.
NOT_XML = Encoding(
    pattern="[" + "".join(re.escape(chr(code)) for code in _NOT_XML) + "]",
    bodies=tuple((chr(code), f"#{code}") for code in _NOT_XML),
)
