"""What each sample reads like in each format, kept as files; it must not know what is right.

After a change that is meant: python -m tests.unit.report.snapshots, then read the diff.
"""

from pathlib import Path

from remit.report import json, text
from remit.report.formats import FORMATS
from tests.unit.report.samples import AUDIT, EMPTY, HOSTILE

FOLDER = Path(__file__).parent / "snapshots"
SUFFIXES = {"text": "txt", "github": "github.txt", "markdown": "md", "junit": "junit.xml"}


def rendered() -> dict[str, str]:
    """Each sample in each format, by the name of its file."""
    samples = {"ordinary": AUDIT, "hostile": HOSTILE, "empty": EMPTY}
    pages = {
        f"{name}.{SUFFIXES.get(format_name, format_name)}": render(audit)
        for name, audit in samples.items()
        for format_name, render in FORMATS.items()
    }
    pages["ordinary.scores.json"] = json.render_scores(AUDIT)
    pages["ordinary.colours.txt"] = text.render(AUDIT, text.ANSI).replace("\x1b", "ESC")
    return pages


def kept() -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in FOLDER.iterdir()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name, page in rendered().items():
        (FOLDER / name).write_bytes(page.encode())
