"""How many prompts a second the audit scores, against one search per cue; it must not know what the verdicts are.

Both run in this process, on one core, over the same prompts of about 4.6 KB, best of five rounds of CPU time.
"""

import re
from collections.abc import Callable
from functools import partial

from bench.measure import Row, cpu_seconds
from remit.judge.scoring import score
from remit.model.scores import ProfileName

IMPERATIVES = (
    "produce",
    "return",
    "generate",
    "classify",
    "review",
    "decide",
    "output",
    "propose",
    "write",
    "summarize",
)
ARTIFACTS = ("json", "object", "list", "classification", "label", "plan", "review", "patch", "diff", "summary")
DECISIONS = ("classify", "decide", "verdict", "approve", "reject", "score", "rank", "choose", "determine", "evaluate")
CUES = (
    *(rf"\b{word}\b" for word in (*IMPERATIVES, *ARTIFACTS, *DECISIONS, "must", "should", "json", "schema")),
    r"fields:", r"keys:", r"schema", r"`[a-z_][a-z0-9_]*`", r"requirements", r"the output must", r"<(\w+)>",
    r"format:", r"`\w+`", r"<example\b[^>]*>", r"\bexample:",
    r"respond with", r"do not", r"no prose", r"no markdown", r"no apolog", r"output format", r"return only",
    r"<thinking>", r"<scratchpad>", r"think step by step", r"reason first",
    r"\bif\s+(?:empty|missing|truncated|unclear|no\s+\w+)", r"when the \w+ (?:is not|cannot|fails)", r"otherwise,", r"in case of",
    r"\bfallback\b", r"do not assume",
)  # fmt: skip
PEER = tuple(re.compile(cue, re.IGNORECASE) for cue in CUES)

ISSUE = """The export stops after the first thousand rows. Steps: open the ledger, choose the year 2031, press Export.
Expected: every row. Actual: a file that ends in the middle of March, without any warning on the screen.
We saw it on two machines, with the desktop client and with the web client, since the upgrade last Tuesday.
"""
PLAN = """1. Read the ledger in pages of 500 rows and write each page as it arrives.
2. Keep the cursor in the session, so that a reload continues where it stopped.
3. Count the rows that were written and compare the count with the ledger's own total.
4. Show the difference, if there is one, beside the button.
"""
DIFF = """--- a/src/export.py
+++ b/src/export.py
@@ -41,7 +41,9 @@ def export(ledger, sink):
     cursor = ledger.cursor()
-    rows = cursor.fetchmany(1000)
-    sink.write(rows)
+    while rows := cursor.fetchmany(500):
+        sink.write(rows)
+        yield len(rows)
     sink.close()
     return sink.total
"""
LOG = "2031-03-04 11:20:09 INFO export: wrote page of 500 rows to sink 7, cursor at 41200\n"

TAGGED = f"""Review the change below against the plan and say whether it can be released.

<issue>
{ISSUE * 2}</issue>

<plan>
{PLAN * 2}</plan>

<diff>
{DIFF * 3}</diff>

<constraints>
- Judge only what the diff changes; the rest of the file was reviewed last month.
- Every remark names a file and a line of the diff.
- If the diff is empty or truncated, answer with the verdict "unclear" and nothing else.
- If a step of the plan has no counterpart in the diff, list it under "missing".
- Do not assume that the tests were run; the log at the end is all that is known.
</constraints>

<example>
{{"verdict": "hold", "missing": ["step 3"], "remarks": [{{"place": "src/export.py:44", "text": "sink is never flushed"}}]}}
</example>

<history>
{LOG * 10}</history>

<output_format>
Think step by step in <thinking> tags. After them return a JSON object with the keys "verdict", "missing" and "remarks".
The verdict must be one of release, hold and unclear.
</output_format>
"""

HEADED = f"""You are a senior engineer of the billing team. You work on a service that exports ledgers for auditors.

## Issue

{ISSUE * 2}
## Plan

{PLAN * 2}
## Rules

- Work in small steps, and run the tests after each of them.
- Follow the style of the code around you. Names are short, functions shorter.
- Use the existing helpers of the package where there are any.
- Never change the public names of the export module, since three other services import it.
- The tests live beside the code. A change without a test is sent back by the team.
- Commit messages begin with the name of the module, and say why the change was needed.

## What has been tried

A first attempt read everything at once. It used four gigabytes for the largest ledger and was stopped by the kernel.
A second attempt wrote one file for each month. Auditors could not open them together, and the totals did not agree.
The team then agreed on pages. Pages of a thousand rows were too large for the web client; five hundred went well.
The cursor is kept by the database for ten minutes. A slow client loses it and has to begin again.

## Log

{LOG * 10}
## Diff of the last attempt

```diff
{DIFF * 2}```

## Task

Implement the plan. Add tests that fail without the change. When all tests pass, write a short summary of what was done,
which files were touched, and what a reviewer should look at first. The summary is read by people who were not there.
"""

INSTRUCTING = (
    "# Directives\n\n"
    + """Read the request and the files that it names before anything is changed. Look for the function that the request is about,
and for its callers. A caller outside the package is part of the public interface, and its behaviour stays as it is.

- Make the smallest change that meets the request, and keep the order of the declarations.
- Write the test first and see it fail for the reason that you expect. A test that passes at once proves nothing.
- Use the words of the domain in names: a ledger has entries, an entry has postings, a posting has an amount.
- Numbers are kept as integers of the smallest unit, never as floats, and are formatted at the edge.
- Errors are raised where they are found, with the value that was refused and the values that are allowed.
- Leave generated files alone; they are made anew by the build.

The reviewers read every line of the change. They value clear names over clever code, and they ask for the reason behind each
exception to the rules above. Explain such an exception in a comment of one or two lines.
"""
    * 4
)
PROMPTS = (TAGGED, HEADED, INSTRUCTING)
_TARGETS: dict[ProfileName, int] = {"adr-0043": 10, "default": 5}


def peer(text: str) -> None:
    for cue in PEER:
        cue.search(text)


def rows() -> list[Row]:
    found = []
    for name, text in zip(("tagged", "headed", "instructing"), PROMPTS, strict=True):
        slow = _seconds(peer, text, 30)
        for profile, least in _TARGETS.items():
            ours = _seconds(partial(score, profile=profile), text, 100)
            ratio = slow / ours
            figure = f"{1 / ours:,.0f} per second, {ratio:.1f} × keyword scorer"
            found.append(Row(f"{profile} on {len(text):,} characters, {name}", figure, f"{least} ×", ratio >= least))
    for name, text in LONG.items():
        ours = cpu_seconds(partial(score, text), rounds=2)
        holds = ours <= 0.1 if "placeholders" in name else None
        found.append(
            Row(
                f"default on 1 MB: {name}", f"{1000 * ours:,.0f} ms", "100 ms" if holds is not None else "linear", holds
            )
        )
    return found


def _seconds(function: Callable[[str], object], text: str, times: int) -> float:
    return cpu_seconds(lambda: [function(text) for _ in range(times)]) / times


def filled(unit: str) -> str:
    return unit * (1_000_000 // len(unit))


LONG = {
    "words with <placeholders>": filled(
        "Send the file of <name> to the office of <city> before noon, and keep a copy of it.\n"
    ),
    "opening tags": filled("<a>"),
    "tags around tags": "<a>" * 143_000 + "</a>" * 143_000,
    "back-ticks": filled("`` ` ``` "),
    "fences": filled("```\n~~~\n"),
    "braces": filled('{"a": '),
    "quotes": filled("'\" "),
    "a sentence without end": filled("word "),
    "if": filled("if "),
    "commas": filled("if not, "),
    "requests": filled("Write it. "),
    "list markers": filled("- "),
    "hunk headers": filled("@@ -1,9 +1,9 @@\n"),
    "labels": filled("Input: a\n"),
}
