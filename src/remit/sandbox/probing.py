"""Whether this machine's kernel really confines a command, by trying; it must not know for whom."""

import os
import sys
from dataclasses import dataclass

from remit.errors import SandboxMissing
from remit.process import run
from remit.sandbox.cage import Cage
from remit.sandbox.launcher import OLDEST_ABI, landlock_abi
from remit.sandbox.room import private_room

_SECONDS = 30.0
_LIMIT = 2**12
_ATTEMPT = """
import sys
open(sys.argv[1] + "/granted", "w").close()
try:
    open(sys.argv[2] + "/refused", "w").close()
except PermissionError:
    print("confined")
"""


@dataclass(frozen=True, slots=True)
class SandboxState:
    """Whether commands can be confined here, by which version of Landlock, and why not."""

    works: bool
    abi: int
    why: str = ""


def probe() -> SandboxState:
    """Let a confined command write inside its grant and beside it, and see what came of it."""
    abi = landlock_abi()
    if abi == 0:
        return SandboxState(False, abi, "this kernel has no Landlock, or does not use it")
    if abi < OLDEST_ABI:
        return SandboxState(False, abi, f"this kernel has Landlock {abi}, expected {OLDEST_ABI} or newer")
    with private_room() as room:
        attempt = (sys.executable, "-I", "-S", "-c", _ATTEMPT, str(room.temporary), str(room.home))
        ended = run(
            (*Cage((room.temporary,)).prefix, *attempt),
            cwd=room.temporary,
            env={"PATH": os.defpath},
            timeout_seconds=_SECONDS,
            output_limit_bytes=_LIMIT,
        )
    if ended.exit_code == 0 and ended.stdout.kept == b"confined\n":
        return SandboxState(True, abi)
    if ended.exit_code == 0:
        return SandboxState(False, abi, "a confined command could write outside of what it was granted")
    said = ended.stderr.kept.decode(errors="replace").strip().splitlines() or ["it did not end in time"]
    return SandboxState(False, abi, f"a confined command could not be tried: {said[-1]}")


def must_work(state: SandboxState) -> None:
    """Refuses to go on where nothing confines, and configuration did not say that nothing need."""
    if not state.works:
        raise SandboxMissing(
            f"nothing here can confine a command: {state.why}",
            help='use Linux 6.2 or newer, or say that nothing need confine it: sandbox = "none" under [tool.remit.run]',
        )
