import os
import subprocess
import sys

import pytest

PROVES = ("U1",)

LOADED = """
import atexit, sys
atexit.register(lambda: print("\\n".join(sys.modules), file=sys.stderr))
sys.argv = ["remit", *sys.argv[1:]]
from remit.cli import main
main()
"""


def loaded_by(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-I", "-c", LOADED, *words],
        # Nothing of the caller's: what measures coverage would be loaded too.
        env={"HOME": os.devnull, "PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [(), ("--help",), ("--version",)])
def test_what_shows_the_commands_loads_none_of_them(words: tuple[str, ...]) -> None:
    loaded = loaded_by(*words)

    assert "remit.cli.app" in loaded
    heavy = {"msgspec", "pyromark", "re2", "tomllib", "asyncio", "sqlite3", "importlib.metadata", "subprocess"}
    assert loaded & heavy == set()
    assert {name for name in loaded if name.startswith("remit.")} == {
        "remit.cli",
        "remit.cli.app",
        "remit.cli.commands",
        "remit.cli.edge",
        "remit.cli.groups",
        "remit.cli.invocation",
        "remit.cli.output",
        "remit.cli.voice",
        "remit.disk",
        "remit.errors",
    }


def test_a_command_loads_no_other() -> None:
    loaded = {name for name in loaded_by("explain") if name.startswith("remit.")}

    assert {"remit.cli.explain", "remit.api.explain"} <= loaded
    assert {"remit.cli.config", "remit.config"} & loaded == set()
