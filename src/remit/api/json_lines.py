"""Read JSON a line at a time, whatever stands in the lines; it must not know what the lines are about."""

import io
import json
import os
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from remit.disk import LIMIT
from remit.errors import FileRefused

_STDIN = 0


class Line(NamedTuple):
    """One line by its number, from 1: what it holds, or the code of the reason why it holds nothing."""

    number: int
    value: object = None
    refused: str | None = None

    @property
    def own_id(self) -> str | int:
        """The id that the row gives itself; its number where it has none."""
        match self.value:
            case {"id": str(own)}:
                return own
            case {"id": int(own)} if not isinstance(own, bool):
                return own
        return self.number


def json_lines(name: str) -> Iterator[Line]:
    """Every line of a file, or of standard input for `-`, in order; never more than one of them is in memory.

    Lines end at a line feed alone. One that is not UTF-8, not JSON or longer than a text file may be is told by its code.
    """
    try:
        with open(_STDIN if name == "-" else name, "rb", closefd=name != "-") as stream:
            yield from _decoded(stream)
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno or 0).lower() if isinstance(error, OSError) else "no file can have that name"
        shown = "standard input" if name == "-" else f"'{name}'"
        raise FileRefused(f"cannot read {shown}: {reason}", help="name a file of JSON lines, or '-'") from error


def _decoded(stream: io.BufferedReader) -> Iterator[Line]:
    number = 0
    while line := stream.readline(LIMIT + 1):
        number += 1
        if len(line) > LIMIT:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LIMIT)
            yield Line(number, refused="limit.size")
            continue
        try:
            value = json.loads(line.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            yield Line(number, refused="encoding.invalid")
        else:
            yield Line(number, value)


def _refuse(constant: str) -> NoReturn:
    # `NaN` and its like are no JSON, though Python's parser takes them.
    raise ValueError(constant)
