"""The scanner's speed on ordinary text and on what is made to be slow, 1 MB each."""

from pathlib import Path

from bench.measure import Row, cpu_seconds
from remit.markup.scan import scan

SIZE = 1_000_000


def _filled(unit: str) -> str:
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


def _ordinary() -> str:
    root = Path(__file__).parent.parent
    pages = sorted([*(root / "src/remit/templates").rglob("*.md"), *(root / "src/remit/pages").rglob("*.md")])
    return _filled("\n".join(page.read_text(encoding="utf-8") for page in pages))


def rows() -> list[Row]:
    hostile = {
        "`<a>` again and again": _filled("<a>"),
        "`<a ` again and again": _filled("<a "),
        "distinct unclosed tags": "".join(f"<t{number}>" for number in range(SIZE // 9)),
        "fence openers with an info word": _filled("```x\n"),
        "bare fences": _filled("```\n"),
        "fences in quotations": _filled("> ```\n"),
        "one run of back-ticks": "`" * SIZE,
        "code spans": _filled("`a"),
        "runs of back-ticks of growing length": "".join("`" * length + "a" for length in range(1, 1_400)),
        "nested tags": "<a>" * (SIZE // 7) + "</a>" * (SIZE // 7),
        "tags side by side": _filled("<a></a>"),
        "an open fence in each region": _filled("<a>\n```x\n</a>\n"),
        "an open code span in each region": _filled("<a>`x </a>"),
        "open comments": _filled("<!-- "),
        "one letter": "x" * SIZE,
        "`<`": "<" * SIZE,
        "line ends": "\n" * SIZE,
    }
    found = [_row("ordinary text (pages and templates)", _ordinary(), 30)]
    return found + [_row(what, text, 5) for what, text in hostile.items()]


def _row(what: str, text: str, target: int) -> Row:
    speed = len(text) / 1e6 / cpu_seconds(lambda: scan(text), rounds=3)
    return Row(f"scanner: {what}", f"{speed:,.1f} MB/s", f"{target} MB/s", speed >= target)
