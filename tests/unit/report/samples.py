"""Audits to render: an ordinary one, a hostile one, an empty one; it must not know any format."""

from remit.markup.places import Lines, Span
from remit.model.audited import AuditResult
from remit.model.finding import Finding, Location, Replacement, Severity, Tier
from remit.model.found import PassedOver
from remit.model.scores import CriterionScore, Judged, PromptSeverity, Scores, Verdict


def scores(severity: PromptSeverity, verdicts: dict[int, Verdict], decided: dict[int, Span] | None = None) -> Scores:
    notes = {"Pass": "found", "Partial": "found in part", "Fail": "nothing in the instructions", "N/A": "not asked for"}
    passing: dict[int, Verdict] = dict.fromkeys(range(1, 9), "Pass")
    return Scores(
        tuple(
            CriterionScore(number, verdict, (decided or {}).get(number), notes[verdict])
            for number, verdict in (passing | verdicts).items()
        ),
        severity,
    )


def finding(
    text: str,
    excerpt: str,
    rule: str,
    message: str,
    *,
    path: str,
    start: tuple[int, int, int] = (0, 1, 1),
    exact: bool = True,
    severity: Severity = "high",
    why: str = "",
    help: str = "",
    criterion: int | None = None,
    tier: Tier = "rubric",
    fix: tuple[str, str] | None = None,
) -> Finding:
    """A finding at the excerpt's first place; `start` is where the text begins: offset, line and column in the file."""
    offset, first_line, first_column = start
    at = text.index(excerpt) if exact else 0
    line, column = Lines.of(text).place(at)
    replaced = None
    if fix is not None:
        old, new = fix
        begin = offset + text.index(old)
        replaced = Replacement(Span(begin, begin + len(old)), new, safe=True)
    return Finding(
        rule,
        severity,
        message,
        Location(
            path,
            first_line + line - 1,
            column + (first_column - 1 if line == 1 else 0),
            Span(offset + at, offset + at + len(excerpt)),
        ),
        excerpt,
        why=why,
        help=help,
        criterion=criterion,
        tier=tier,
        fix=replaced,
    )


TRIAGE = """\
## Context

The issue below was filed by a user. It may be long, and it may hold logs.
Our labels are bug, feature and question; each issue gets one of them and a short reason.

<issue>
Title: The export button does nothing
When I press Export on the reports page, the spinner turns for a second and stops.
Nothing is downloaded. The console says:

    TypeError: cannot read properties of undefined (reading 'rows')

It worked last week. I tried Firefox and Chromium, on two machines.
Another report with the same data can be exported without any trouble.
Steps to reproduce: open Reports, choose March, press Export.
Expected: a file. Actual: nothing.
I can send the data if you tell me where to.
Thank you for looking into this, it blocks our month-end closing.
</issue>

<output_format>
Return JSON, nothing around it.
</output_format>

<example>
{"label": "bug", "reason": "a regression in the export"}

Please classify the issue and return JSON with everything that our dashboard needs for it to be shown to the team.
"""

REVIEW = """\
You are a careful reviewer. Here is a change to a Python service:

{diff}

Say whether it may be merged, and why.
"""

SUMMARY = "Summarize the meeting below in five bullets.\n\n<history>\n{{notes}}\n</history>\n"

WIDE = (
    "要約してください。\n\t請把下面的文字 classify 成三類，並說明理由。\n"
    "Привет, e\u0301t\u00e9, 👨\u200d👩\u200d👧 and می\u200cخواهم.\n"
)

AUDIT = AuditResult(
    profile="default",
    prompts=(
        Judged(
            "triage-issue",
            "prompts/triage.md",
            1,
            1,
            "",
            TRIAGE,
            scores("High", {1: "Fail", 2: "Partial", 4: "Partial", 6: "N/A", 8: "Fail"}),
            (
                finding(
                    TRIAGE,
                    "Please classify",
                    "request-not-first",
                    "the first request stands in sentence 15",
                    path="prompts/triage.md",
                    why="a model that reads 1 KB before it knows the task weighs the task less",
                    help='open with the request: "Classify the issue below and return JSON."',
                    criterion=1,
                ),
                finding(
                    TRIAGE,
                    "",
                    "edge-cases-unnamed",
                    "nothing says what to do when the issue is empty, cut off or no issue at all",
                    path="prompts/triage.md",
                    help='name the cases: "If the issue is empty, return {"label": "unclear"}."',
                    criterion=8,
                ),
                finding(
                    TRIAGE,
                    "JSON with everything that our dashboard needs for it to be shown to the team",
                    "answer-fields-unnamed",
                    "JSON is asked for, its fields are nowhere named",
                    path="prompts/triage.md",
                    severity="medium",
                    help="name the fields and their types, or give one example",
                    criterion=2,
                ),
                finding(
                    TRIAGE,
                    "<example>",
                    "tag-unclosed",
                    "'<example>' is never closed",
                    path="prompts/triage.md",
                    severity="low",
                    why="what follows may be read as part of the example",
                    help="close it with '</example>' after the sample",
                    tier="advisory",
                    fix=('export"}\n', 'export"}\n</example>\n'),
                ),
            ),
        ),
        Judged(
            "review_prompt",
            "src/bot/review.py",
            88,
            12,
            "f-string, 1 value of unknown text",
            REVIEW,
            scores("Medium", {1: "Partial", 3: "Fail", 4: "N/A", 6: "N/A"}, {3: Span(67, 73)}),
            (
                finding(
                    REVIEW,
                    "{diff}",
                    "untagged-region",
                    "the value of 'diff' stands in no region of its own",
                    path="src/bot/review.py",
                    start=(2_410, 88, 12),
                    exact=False,
                    severity="medium",
                    why="a text without bounds can pass for instructions",
                    help="put it between '<diff>' and '</diff>'",
                    criterion=3,
                ),
            ),
        ),
        Judged(
            "summary",
            "prompts/summary.md",
            1,
            1,
            "",
            SUMMARY,
            scores("Low", {3: "Partial", 4: "N/A", 6: "N/A", 7: "N/A", 8: "Partial"}),
            (),
        ),
        Judged(
            "wide-letters",
            "prompts/wide.md",
            1,
            1,
            "",
            WIDE,
            scores("Medium", {5: "Fail", 4: "N/A", 6: "N/A"}),
            (
                finding(
                    WIDE,
                    "classify",
                    "output-contract-absent",
                    "the form of the answer is left open",
                    path="prompts/wide.md",
                    severity="medium",
                    help="say what to return, and what not to",
                    criterion=5,
                ),
            ),
        ),
        Judged(
            "nightly",
            "src/jobs.py",
            7,
            1,
            "registered builder",
            "",
            scores("Unscored", dict.fromkeys(range(1, 9), "N/A")),
            (
                finding(
                    "",
                    "",
                    "builder-raised",
                    "the builder raised KeyError: 'region'",
                    path="src/jobs.py",
                    start=(120, 7, 1),
                    help="give the fixture a value for 'region'",
                    tier="advisory",
                ),
            ),
        ),
    ),
    passed_over=(PassedOver("prompts/old.md", "not UTF-8 at byte 12"), PassedOver("legacy/a.py", "bad syntax", 4)),
    files=41,
    short_strings=3,
    silenced=1,
    version="1.2.3",
)

EVIL = (
    "Return\u202e the \x1b[31mreport\x1b[0m</code></pre><script>alert(1)</script>\n"
    "```\n````\n::error::owned\n<!-- --> | `x` ]]> &lt; <img src=x onerror=alert(1)> @everyone https://evil.example\n"
    "ig\u200bnore <iss\u00adue>\x00\x85\u2028</issue> \ud83d \ufffe\r\nend\t\U000e0041\U000e0042"
)

HOSTILE = AuditResult(
    profile="adr-0043",
    prompts=(
        Judged(
            'na|me"><script>\u202e`\n::warning::x',
            "prompts/<b>,a:b|`c` 100%\udcff\n.md",
            3,
            5,
            "](javascript:alert(1)) <i>",
            EVIL,
            scores("High", {1: "Fail", 3: "Fail"}, {1: Span(0, 6)}),
            (
                finding(
                    EVIL,
                    "Return\u202e the \x1b[31mreport",
                    "untagged-region",
                    "holds '\x1b]0;x\x07' and \u202e, [here](https://evil.example) @you",
                    path="prompts/<b>,a:b|`c` 100%\udcff\n.md",
                    start=(40, 3, 5),
                    why="<script>alert(2)</script>\n::error::why",
                    help="]]></system-out>%0A::error::help",
                    criterion=3,
                ),
                finding(
                    EVIL,
                    "<img src=x onerror=alert(1)>",
                    "stray-tag",
                    "an odd tag",
                    path="prompts/<b>,a:b|`c` 100%\udcff\n.md",
                    start=(40, 3, 5),
                    severity="note",
                    tier="advisory",
                    fix=("<img src=x onerror=alert(1)>", "</style><script>"),
                ),
                finding(
                    EVIL,
                    "\U000e0041\U000e0042",
                    "hidden-characters",
                    "characters that nobody sees",
                    path="prompts/<b>,a:b|`c` 100%\udcff\n.md",
                    start=(40, 3, 5),
                    severity="medium",
                    tier="published",
                ),
            ),
        ),
    ),
    passed_over=(PassedOver("a\n::error::b<script>", "no <b>text</b> at all\x1b[2J"),),
)

EMPTY = AuditResult(profile="default", prompts=())
