"""Rendering a 4 KB template with a 100 KB value, region safety included, against compiled jinja2 with its escaping on."""

import argparse
import ast
import inspect
from pathlib import Path

import jinja2

from bench.measure import Row, cpu_seconds
from remit import Region, UnifiedPrompt, inject_variables

_TIMES = 200


def _source() -> str:
    """Ordinary Python: the standard library's own."""
    return "".join(inspect.getsource(module) for module in (argparse, ast))[:100_000]


def _tagged_source() -> str:
    """Code that names this very grammar and holds letters of many scripts: every text costs a suffix."""
    root = Path(__file__).parent.parent / "src/remit"
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py")))
    return (code * (100_000 // len(code) + 1))[:100_000]


def rows() -> list[Row]:
    line = "Follow the task and say what you did, with {{%s}} in mind, then return the result.\n"
    names = (
        "PROJECT_CONTEXT",
        "PROJECT_STRUCTURE",
        "ARTIFACTS",
        "SKELETON",
        "TASKS",
        "EPIC_ID",
        "AGENT_ID",
        "SCOPE_ROOT",
    )
    template = ("An ordinary line of a template, of about this length.\n" * 54) + "".join(line % name for name in names)
    values = dict.fromkeys(names, "a value")
    peer = jinja2.Environment(autoescape=True).from_string(f"{template}<file>{{{{ content }}}}</file>")
    found = []
    contents = {
        "source code": _source(),
        "prose": "An ordinary sentence of some text, no tag in it. " * 2_000,
        "code that holds tags and other scripts": _tagged_source(),
    }
    for what, content in contents.items():
        ours = cpu_seconds(lambda content=content: [_render(template, values, content) for _ in range(_TIMES)])
        theirs = cpu_seconds(lambda content=content: [peer.render(**values, content=content) for _ in range(_TIMES)])
        ratio = theirs / ours
        found.append(
            Row(
                f"renders of 4 KB with 100 KB of {what}, per second",
                f"{_TIMES / ours:,.0f}, {ratio:.1f} × jinja2",
                "for the record" if "tags" in what else "1 × jinja2",
                None if "tags" in what else ratio >= 1,
            )
        )
    return found


def _render(template: str, values: dict[str, str], content: str) -> str:
    system_prompt = inject_variables(template, values)
    return UnifiedPrompt("Add login", system_prompt, (Region("file", content, "a.py", "untrusted"),)).to_xml()
