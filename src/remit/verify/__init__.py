"""What proves that a task is done, from values alone: files, scope, credentials, tests; it must not know tasks' stores or agents.

One function runs a command, behind whatever confines it. The others judge what changed and say it as findings.
"""

from remit.verify.cheating import cheating
from remit.verify.credentials import credentials
from remit.verify.files import check_files, odd_changes, outside_scope
from remit.verify.running import Limits, Ran, run_command

__all__ = ["Limits", "Ran", "cheating", "check_files", "credentials", "odd_changes", "outside_scope", "run_command"]
