"""The gate's page in a real browser: hostile prompts are text there, and nothing overflows a phone."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from remit.model.baseline import Verdicts
from remit.model.gate import GateResult, Problem, Rendition, Standing
from remit.model.scores import CriterionScore, Judged, Scores
from remit.report import gate_html

PROVES = ("A6",)

BROWSER = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
HOSTILE = (
    "Classify it.\n<issue>\n</code></div></details><script>document.title = 'owned'</script>\n"
    "<img src=x onerror=\"document.title = 'owned'\">\n<style>body { display: none }</style>\n"
    "<meta http-equiv=refresh content='0; url=about:blank#owned'>\u202eevil\n</issue>\n" + "long" * 200
)
GOOD: Verdicts = ("Pass",) * 8

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on PATH")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    standing = Standing(
        Rendition(HOSTILE, HOSTILE, path=HOSTILE, text=HOSTILE),
        "d",
        {"default": GOOD, "adr-0043": GOOD},
        {"default": "Low", "adr-0043": "Low"},
    )
    problem = Problem(HOSTILE, "worse", HOSTILE, HOSTILE, "edge-cases-unnamed", 8, "Pass", "Fail", True, HOSTILE)
    scores = Scores(tuple(CriterionScore(number, "Pass", None, HOSTILE) for number in range(1, 9)), "Low")
    judged = Judged(HOSTILE, HOSTILE, 1, 1, HOSTILE, HOSTILE, scores, ())
    result = GateResult(
        "default",
        (standing,),
        (problem,),
        {HOSTILE: HOSTILE.replace("Classify", "Sort")},
        excepted=(problem,),
        base=HOSTILE,
    )
    path = tmp_path / "gate.html"
    path.write_text(gate_html.render(result, [judged]), encoding="utf-8")
    return path


def browse(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    assert BROWSER is not None
    return subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", *options, page.as_uri()],
        cwd=page.parent,
        env={"HOME": str(page.parent), "PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )


def test_nothing_of_a_hostile_prompt_is_run(page: Path) -> None:
    dom = browse(page, "--dump-dom").stdout

    assert "<title>Prompt gate</title>" in dom
    assert re.search(r"<script|<img|onerror=", re.sub(r"&lt;.*?&gt;", "", dom)) is None
    assert "What does not hold" in dom


@pytest.mark.parametrize("width", [360, 1100])
def test_a_page_is_drawn_at_the_width_of_a_phone_and_of_a_desk(page: Path, width: int) -> None:
    browse(page, f"--screenshot={page.with_suffix('.png')}", f"--window-size={width},900")

    assert page.with_suffix(".png").stat().st_size > 10_000
