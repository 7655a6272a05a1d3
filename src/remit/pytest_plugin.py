"""`pytest --remit`: each registered prompt as a test, with the gate's own verdict; it must not know how that is reached.

The prompts are rendered once for a whole session: with several workers by their controller, which tells each the outcome.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any, cast

import pytest

_GATE = "remit"


class GateFailed(Exception):
    """A prompt does not hold, for the reasons given."""


class _Node(pytest.Collector):
    """What the prompts stand below; there is no file of it."""

    def collect(self) -> Iterator[pytest.Item]:
        return iter(())


class _Prompt(pytest.Item):
    """One prompt, or what is wrong with the baseline and overrides themselves, and the lines that say why it does not hold."""

    lines: tuple[str, ...] = ()

    def runtest(self) -> None:
        if self.lines:
            raise GateFailed("\n".join(self.lines))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, GateFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        return "remit", None, f"remit: {self.name}"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("remit")
    group.addoption(
        "--remit", action="store_true", help="hold the registered prompts to their baseline, each as a test"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("remit") and not _is_worker(config) and not config.option.help:
        config.stash[_OUTCOME] = _outcome(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    if node.config.getoption("remit"):
        node.workerinput[_GATE] = json.dumps(node.config.stash[_OUTCOME])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("remit"):
        return
    outcome = json.loads(cast("Any", config).workerinput[_GATE]) if _is_worker(config) else config.stash[_OUTCOME]
    parent = _Node.from_parent(session, name=_GATE, nodeid=_GATE)
    for name, lines in outcome.items():
        item = _Prompt.from_parent(parent, name=name)
        item.lines = tuple(lines)
        items.append(item)


_OUTCOME = pytest.StashKey[dict[str, list[str]]]()


def _outcome(config: pytest.Config) -> dict[str, list[str]]:
    """By the name of each prompt, why it does not hold; loaded at this moment, so that other sessions do not pay for it."""
    errors, gate = import_module("remit.errors"), import_module("remit.api.gate")
    try:
        found: dict[str, list[str]] = gate.by_prompt(config.rootpath)
    except errors.RemitError as error:
        advice = f"; {error.help}" if error.help else ""
        raise pytest.UsageError(f"remit: {error.message}{advice}") from error
    return found


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")
