"""Judge commands, and find the dangerous ones in any text; it must not run any, nor know who asks."""

from remit.sanitize.commands.dangers import Danger, dangerous
from remit.sanitize.commands.verdicts import CommandVerdict, judge

__all__ = ["CommandVerdict", "Danger", "dangerous", "judge"]
