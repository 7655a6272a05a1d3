"""What a child may write, enforced by the kernel, and that nothing of it stays; it must not know tasks or agents.

A layer is a prefix of words in front of a command, so that another one, of namespaces, goes in front of this one.
"""

from remit.sandbox.cage import UNCONFINED, Cage, grants
from remit.sandbox.probing import SandboxState, must_work, probe
from remit.sandbox.room import Room, private_room

__all__ = ["UNCONFINED", "Cage", "Room", "SandboxState", "grants", "must_work", "private_room", "probe"]
