"""Answers in JSON lines, one a row; it must not know what is answered."""

import json
import sys
from collections.abc import Mapping

from remit.cli import output


def write_row(fields: Mapping[str, object]) -> None:
    """One row, in ASCII, and at once: who asks line by line waits for it."""
    output.write(json.dumps(fields) + "\n")
    sys.stdout.flush()
