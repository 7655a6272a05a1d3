"""What holds of every reply, whatever its bytes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remit.errors import ReplyRefused
from remit.model.phase import PHASES, VERDICTS, WORDS, Phase
from remit.model.reply import Reply
from remit.replies import accepted_markers, parse_reply

PROVES = ("P8",)

FRAGMENTS = st.sampled_from(
    [
        *(f"<review>{word}</review>" for word in WORDS),
        *('<task_status id="1.1">COMPLETED</task_status>', '<task_status id="1.2">FAILED</task_status>'),
        *('<criterion id="1.1.1">MET</criterion>', '<criterion id="1.1.2">UNMET</criterion>'),
        *(
            "<thought>",
            "</thought>",
            "<thought/>",
            "<tho",
            "ught>",
            "<review>",
            "</review>",
            "<",
            ">",
            "PASS",
            "</pre>",
        ),
        *(
            "```",
            "~~~",
            "````",
            "`",
            "``",
            "<!--",
            "-->",
            "> ",
            "    ",
            "\t",
            "- ",
            "1. ",
            "# ",
            "\\",
            "<div>",
            "<pre>",
        ),
        *("\n", "\n\n", "\r", "\r\n", " ", " or ", "|", ", ", "You MUST output ", ". ", "é", "\u2028", "\ufeff", "\0"),
    ]
)
REPLIES = st.lists(FRAGMENTS | st.text(max_size=3), max_size=14).map("".join)
PHASE = st.sampled_from(PHASES)


def read(reply: str | bytes, phase: Phase) -> Reply | None:
    """The reply, or None where it is refused in one printable line with a next step."""
    try:
        return parse_reply(reply, phase)
    except ReplyRefused as error:
        refused = error
    assert (True, True) == (refused.message.isprintable(), bool(refused.help))
    return None


@given(st.binary(max_size=60) | REPLIES.map(str.encode), PHASE)
def test_any_bytes_are_a_reply_or_a_named_refusal(reply: bytes, phase: Phase) -> None:
    said = read(reply, phase)
    if said is not None:
        assert said.verdict in (VERDICTS[phase] or (None,))
        assert bool(said.task_statuses) == (phase == "implement")


@given(st.text(st.characters(), max_size=30), PHASE)
@example("\ud800", "plan")
def test_any_text_is_a_reply_or_a_named_refusal(reply: str, phase: Phase) -> None:
    said = read(reply + accepted_markers("archive")[0], phase)
    assert said is None or said.text.endswith("</review>")


@given(REPLIES, PHASE)
def test_the_final_text_reads_as_the_reply_did(reply: str, phase: Phase) -> None:
    said = read(reply, phase)
    if said is not None:
        assert said == parse_reply(said.text, phase)


@given(REPLIES, PHASE)
def test_a_reply_in_a_quotation_in_code_or_in_a_thought_says_nothing(reply: str, phase: Phase) -> None:
    lines = reply.replace("\r", "\n").split("\n")
    for hidden in (
        "\n".join("> " + line for line in lines),
        "\n".join("    " + line for line in lines),
        "<thought>" + reply.replace("</thought>", ""),
    ):
        assert read(hidden, phase) is None


@given(REPLIES, st.sampled_from(["review", "challenge"]))
def test_a_graver_verdict_in_the_open_is_never_overruled(reply: str, phase: Phase) -> None:
    worst = next(word for word in WORDS if word in VERDICTS[phase])
    said = read(f"<review>{worst}</review> it is.\n\n{reply}\n\n<review>PASS</review>", phase)
    assert said is None or said.verdict == worst


@pytest.mark.parametrize(
    "unit",
    [
        *("<thought>", "</thought>", "<thought></thought>", "<thought>a</thought>b", "<tho<thought></thought>ught>"),
        *("<review>", "</review>", "<review", "<review>PASS</review>", "<review>PASS</review> or ", "<review> "),
        *(
            "<review>PASS</review>, ",
            '<task_status id="',
            '<task_status id="1">COMPLETED</task_status>\n',
            "<criterion ",
        ),
        *(
            "`",
            "`a``",
            "```\n",
            "~~~\na\n````\n",
            "`" * 70 + "a",
            "> ",
            "> a\n",
            ">" * 500 + "\n",
            "- ",
            "- a\n",
            "    a\n",
        ),
        *(
            "<!--",
            "<!-- -->",
            "-->",
            "<div>\n\n",
            "<div><!--\n",
            "<pre>",
            "<a b='",
            "[",
            "](",
            "![a](",
            "*a_ ",
            "&#",
            "\\",
        ),
        *(
            "You ",
            "You MUST output ",
            "must output",
            "must ",
            "a. ",
            ". ",
            "\r",
            "\n",
            " ",
            "é<review>",
            "\0",
            "1. a\n",
        ),
    ],
)
def test_a_megabyte_of_anything_is_read_to_its_end(unit: str) -> None:
    reply = (unit * 1_000_000)[:1_000_000] + accepted_markers("review")[0]
    read(reply, "review")
