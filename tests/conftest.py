"""How every run of the tests behaves: seeds, soaks, and what counts as a failure; it must not know any one test."""

import os
import random
import time
from collections.abc import Generator
from typing import TypeVar

import hypothesis
import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

STRICT = os.environ.get("REMIT_STRICT") == "1"

hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, derandomize=False)
hypothesis.settings.register_profile("soak", parent=hypothesis.settings.get_profile("ci"), max_examples=20_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the tests that take minutes, and no others")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("soak" if config.getoption("--soak") else "ci")
    # Chosen before the workers start, so that all of them share the seed that the header names.
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_report_header(config: pytest.Config) -> str:
    return f"repeat with: --hypothesis-seed={config.option.hypothesis_seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    soak = bool(config.getoption("--soak"))
    others = [item for item in items if ("soak" in item.keywords) is not soak]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int
) -> Generator[None, object, object]:
    """Makes the closing line say what the exit status says, and puts the time of the whole command before it."""
    stats = terminalreporter.stats
    if exitstatus == pytest.ExitCode.TESTS_FAILED and not (stats.get("failed") or stats.get("error")):
        stats["failed"] = [
            pytest.TestReport(
                nodeid="the run as a whole",
                location=("", None, ""),
                keywords={},
                outcome="failed",
                longrepr="every test passed, but not what is judged over all of them: coverage is too low",
                when="call",
            )
        ]
    result = yield
    if "REMIT_TEST_STARTED" in os.environ:
        seconds = time.time() - int(os.environ["REMIT_TEST_STARTED"])
        terminalreporter.write_line(f"make test: {seconds:.0f} s, set-up included")
    return result


def refuse_skip(report: Report) -> Report:
    if STRICT and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"{reason} (REMIT_STRICT=1 counts a skip as a failure)"
    return report
