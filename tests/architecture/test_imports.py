"""What `import remit` offers and costs; it must not know what the names do."""

import json
import subprocess
import sys

import pytest

import remit

LOADS = """
import sys
before = set(sys.modules)
import {}
after = set(sys.modules)
import json
print(json.dumps(sorted(after - before)))
"""


def loaded_by(module: str) -> set[str]:
    """What an import adds to a fresh interpreter that sees no variable, no folder and no argument of ours."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", LOADS.format(module)], capture_output=True, text=True, timeout=60, check=True
    )
    return set(json.loads(done.stdout))


def test_import_remit_loads_nothing_else_of_remit() -> None:
    assert {name for name in loaded_by("remit") if name.partition(".")[0] == "remit"} == {"remit"}


def test_import_remit_loads_only_the_standard_library() -> None:
    tops = {name.partition(".")[0] for name in loaded_by("remit")} - {"remit"}

    assert tops <= sys.stdlib_module_names


@pytest.mark.parametrize("module", ["click", "msgspec", "pyromark", "asyncio", "dataclasses"])
def test_import_remit_does_without(module: str) -> None:
    assert module not in loaded_by("remit")


def test_all_is_what_can_be_had() -> None:
    assert remit.__all__ == sorted(remit.__all__, key=str)
    assert dir(remit) == remit.__all__
    assert [name for name in remit.__all__ if getattr(remit, name, None) is None] == []


def test_a_name_that_remit_lacks_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        remit.nothing  # noqa: B018
