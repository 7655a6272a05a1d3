"""The `remit` command: words to `api` calls, values to text and exit codes; it must not know how anything is done."""

from remit.cli.edge import main

__all__ = ["main"]
