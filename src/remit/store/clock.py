"""The moment at which something happens; it must not know what happens then.

Two readings make a moment: the wall's, for people to read, and ticks, for leases to be measured by. Somebody can set the wall's clock
back and forth; ticks count from the machine's start and only grow, so a lease neither ends early nor lasts for ever because of it.
`boot` says which start: ticks of another one cannot be compared.
"""

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TICKS = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # the former also counts while the machine sleeps


class Moment(NamedTuple):
    """One moment, by the wall's clock and in ticks, both in milliseconds."""

    wall: int
    ticks: int
    boot: str = ""

    @property
    def iso(self) -> str:
        return iso(self.wall)


Clock = Callable[[], Moment]


def iso(wall: int) -> str:
    """Milliseconds since 1970 as UTC in ISO 8601 with a Z."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(wall // 1000))


def machine_clock() -> Moment:
    return Moment(time.time_ns() // 1_000_000, time.clock_gettime_ns(_TICKS) // 1_000_000, _boot())


@cache
def _boot() -> str:
    # Where the system has no name for its start, a lease whose beginning lies ahead is known to be from an earlier one.
    return _BOOT_ID.read_text(encoding="ascii").strip() if _BOOT_ID.exists() else ""
