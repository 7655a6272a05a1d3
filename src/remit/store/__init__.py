"""Tasks, sessions, leases and the ledger in one database; it must not know git, agents, prompts or commands.

`open_store` gives a database; the modules beside this one are functions on it, a module for each concern.
"""

from remit.store.database import Database
from remit.store.opening import open_store

__all__ = ["Database", "open_store"]
