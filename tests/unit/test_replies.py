"""What an agent's reply says, what does not count in it, and how it is refused."""

import pytest

from remit.errors import (
    ForeignTaskStatus,
    MissingReviewMarker,
    MissingTaskStatus,
    ReplyNotText,
    ReplyRefused,
    TemplateInvalid,
    UnexpectedReviewMarker,
    UnknownTaskStatus,
    UnknownVerdict,
    VerdictOutOfPhase,
)
from remit.model.phase import VERDICTS, WORDS, Phase
from remit.model.reply import CriterionStatus, Reply, TaskStatus
from remit.replies import CONTRACT, accepted_markers, parse_reply, repair_text

PROVES = ("P8", "P9")

REVIEWING: tuple[Phase, ...] = ("plan", "challenge", "review", "archive")


def review(word: str) -> str:
    return f"<review>{word}</review>"


def status(task: str, word: str) -> str:
    return f'<task_status id="{task}">{word}</task_status>'


def criterion(number: str, word: str) -> str:
    return f'<criterion id="{number}">{word}</criterion>'


def refusal(reply: str | bytes, phase: Phase, tasks: tuple[str, ...] | None = None) -> ReplyRefused:
    with pytest.raises(ReplyRefused) as caught:
        parse_reply(reply, phase, tasks=tasks)
    return caught.value


# What a phase takes


def test_an_accepted_reply_is_its_verdict_and_its_text() -> None:
    assert Reply("All good.\n<review>PASS</review>", "PASS") == parse_reply(
        b"All good.\n<review>PASS</review>", "review"
    )


@pytest.mark.parametrize("phase", REVIEWING)
@pytest.mark.parametrize("word", WORDS)
def test_a_phase_takes_its_own_verdicts_and_refuses_the_others_by_name(phase: Phase, word: str) -> None:
    if word in VERDICTS[phase]:
        assert word == parse_reply(review(word), phase).verdict
    else:
        error = refusal(review(word), phase)
        assert (VerdictOutOfPhase, True) == (type(error), word in error.message and phase in error.message)


@pytest.mark.parametrize(
    ("phase", "words", "worst"),
    [
        ("review", ("PASS", "NEEDS_CHANGES"), "NEEDS_CHANGES"),
        ("review", ("MAJOR_ISSUES", "NEEDS_CHANGES", "PASS"), "MAJOR_ISSUES"),
        ("challenge", ("NEEDS_REVISION", "REJECTED", "PASS"), "REJECTED"),
        ("plan", ("NEEDS_REVISION", "PASS", "PASS"), "NEEDS_REVISION"),
    ],
)
def test_of_several_verdicts_the_most_severe_wins(phase: Phase, words: tuple[str, ...], worst: str) -> None:
    assert worst == parse_reply("\n".join(map(review, words)), phase).verdict


def test_a_verdict_of_another_phase_refuses_though_a_good_one_stands_beside_it() -> None:
    assert VerdictOutOfPhase is type(refusal("<review>PASS</review>\n<review>REJECTED</review>", "review"))


@pytest.mark.parametrize("phase", REVIEWING)
def test_a_verdict_is_needed(phase: Phase) -> None:
    error = refusal("All is well.", phase)

    assert (MissingReviewMarker, 1) == (type(error), error.exit_code)
    assert [word for word in VERDICTS[phase] if word not in error.message] == []


@pytest.mark.parametrize("space", [" ", "\n ", "\r\n", "\t", "\n\n", "\u00a0"])
def test_white_space_around_the_word_is_ignored(space: str) -> None:
    assert "PASS" == parse_reply(f"<review>{space}PASS{space}</review>", "review").verdict


@pytest.mark.parametrize(
    "frame", ["{}", "Done. {}", "# {}", "- {}", "1. a\n\n   {}", "**{}**", "Verdict:\n    {}", "|a|\n{}"]
)
def test_a_marker_counts_wherever_it_stands_in_the_open(frame: str) -> None:
    assert "PASS" == parse_reply(frame.format(review("PASS")), "review").verdict


@pytest.mark.parametrize("phase", REVIEWING)
def test_a_task_status_decides_nothing_where_none_is_asked_for(phase: Phase) -> None:
    reply = f"{status('1.1', 'FAILED')} {status('1.2', 'DONE')}\n\n{review('PASS')}"

    assert Reply(reply, "PASS") == parse_reply(reply, phase)


# What does not count

HIDDEN = {
    "fence": "```\n{}\n```",
    "fence of tildes": "~~~text\n{}\n~~~",
    "longer fence": "````\n```\n{}\n```\n````",
    "unclosed fence": "```\n{}",
    "fence that a shorter one does not close": "````\n{}\n```\n",
    "fence in a list": "- a\n\n  ```\n  {}\n  ```",
    "fence in an HTML block": "<div>\n```\n{}\n```\n</div>",
    "indented code": "Thus:\n\n    {}",
    "indented code at the start": "    {}",
    "code indented by a tab": "a\n\n\t{}",
    "indented code after CRLF": "a\r\n\r\n    {}\r\n",
    "code span": "The marker is `{}`.",
    "code span of two back-ticks": "``a ` {}``",
    "code span over two lines": "`a\n{}\nb`",
    "block quotation": "> {}",
    "nested quotation": "> > {}",
    "lazy continuation": "> he said\n{}",
    "quotation in a list": "- > {}",
    "quotation after a lone carriage return": "a\r> {}\rb",
    "quotation after a byte order mark": "\ufeff> {}",
    "quotation in an HTML block": "<div>\n> {}\n</div>",
    "comment": "<!-- {} -->",
    "comment over lines": "<!--\n\n{}\n\n-->",
    "comment in a sentence": "Well <!-- {} --> then",
    "unclosed comment": "<!--\n{}",
    "unclosed comment in a list": "- <!--\n  {}\n",
    "unclosed comment in an HTML block": "<div><!--\n{}\n</div>",
    "pre element": "<pre>\n{}\n</pre>",
    "code element": "He wrote <code>{}</code>.",
    "blockquote element": "<blockquote>{}</blockquote>",
    "attribute": "<a title='{}'>link</a>",
    "link title": "[a](b '{}')",
    "escaped": "\\{}",
    "thought": "<thought>I would say {}</thought> Done.",
    "unclosed thought": "<thought>unfinished {}",
    "unclosed thought in another element": "<details><thought>hm</details> {}",
    "thought in capitals": "<Thought>{}</Thought>",
    "thought with an attribute": '<thought kind="a">{}</thought>',
    "thought in a thought that stays open": "<thought>a<thought>b</thought> {}",
    "thought over an unclosed fence": "<thought>\n```\n{}\n</thought>",
}


@pytest.mark.parametrize("frame", HIDDEN.values(), ids=HIDDEN)
def test_a_hidden_verdict_does_not_count(frame: str) -> None:
    assert MissingReviewMarker is type(refusal(frame.replace("{}", review("PASS")), "review"))


@pytest.mark.parametrize("frame", HIDDEN.values(), ids=HIDDEN)
def test_a_hidden_task_status_does_not_count(frame: str) -> None:
    assert MissingTaskStatus is type(refusal(frame.replace("{}", status("1.1", "COMPLETED")), "implement"))


def test_a_hidden_criterion_does_not_count() -> None:
    reply = f"`{criterion('1.1.1', 'UNMET')}`\n{criterion('1.1.2', 'MET')}\n{review('PASS')}"

    assert (CriterionStatus("1.1.2", "MET"),) == parse_reply(reply, "review").criteria


def test_hidden_markers_do_not_disturb_one_in_the_open() -> None:
    reply = f"`{review('MAJOR_ISSUES')}`\n\n> {review('REJECTED')}\n\n```\n<review>\n```\n{review('PASS')}"

    assert "PASS" == parse_reply(reply, "review").verdict


def test_a_marker_behind_a_closed_fence_counts() -> None:
    assert "PASS" == parse_reply(f"~~~\n```\n~~~\n{review('PASS')}\n```\n", "review").verdict


ECHOES = {
    "or": "{0} or {1}",
    "capital or": "{0} OR {1}",
    "or over lines": "{0}\n\nor\n\n{1}",
    "bold or": "{0} **or** {1}",
    "or else": "{0} _or_ {1}",
    "pipe": "{0} | {1}",
    "slash": "{0}/{1}",
    "comma list that ends in or": "{1}, {0}, or {1}",
    "list without the last comma": "{0}, {1} or {0}",
    "one in back-ticks": "{0} or `{1}`",
    "quoted": '"{0}" or "{1}"',
    "an order": "You must output {0}",
    "an order in bold": "You **MUST** output {0}",
    "a longer order": "The reviewer MUST output {0} when all is well",
}


@pytest.mark.parametrize("echo", ECHOES.values(), ids=ECHOES)
def test_an_echo_of_the_instruction_is_no_answer(echo: str) -> None:
    assert MissingReviewMarker is type(refusal(echo.format(review("PASS"), review("NEEDS_CHANGES")), "review"))
    assert MissingTaskStatus is type(refusal(echo.format(status("1", "COMPLETED"), status("1", "FAILED")), "implement"))


@pytest.mark.parametrize("echo", ECHOES.values(), ids=ECHOES)
def test_an_answer_after_an_echo_counts(echo: str) -> None:
    reply = echo.format(review("NEEDS_CHANGES"), review("MAJOR_ISSUES")) + f".\n\n{review('PASS')}"

    assert "PASS" == parse_reply(reply, "review").verdict


@pytest.mark.parametrize(("phase", "sentence"), [(phase, each) for phase in CONTRACT for each in CONTRACT[phase]])
def test_a_sentence_of_the_contract_is_no_answer_however_it_is_wrapped(phase: Phase, sentence: str) -> None:
    for echo in (sentence, sentence.replace(" ", "\n"), sentence.replace("You MUST output", "you  must\r\noutput")):
        assert type(refusal(echo, phase)) in {MissingReviewMarker, MissingTaskStatus}


def test_an_answer_on_the_line_below_an_echoed_sentence_counts() -> None:
    assert "PASS" == parse_reply(f"{CONTRACT['plan'][0]}\n{review('PASS')}", "plan").verdict


def test_commas_alone_list_verdicts_and_are_no_echo() -> None:
    assert "NEEDS_CHANGES" == parse_reply(f"{review('PASS')}, {review('NEEDS_CHANGES')}", "review").verdict


@pytest.mark.parametrize(
    "words", ["PASS|NEEDS_CHANGES", "PASS or NEEDS_CHANGES", "PASS / NEEDS_CHANGES | MAJOR_ISSUES"]
)
def test_a_marker_that_holds_a_choice_of_words_is_an_echo(words: str) -> None:
    assert MissingReviewMarker is type(refusal(review(words), "review"))
    assert "PASS" == parse_reply(f"{review(words)}\n{review('PASS')}", "review").verdict


def test_a_marker_with_the_placeholder_for_its_id_is_an_echo() -> None:
    assert MissingTaskStatus is type(refusal(status("X.Y", "COMPLETED"), "implement"))


# Markers of wrong form

TORN = {
    "unknown word": "<review>LOOKS_FINE</review>",
    "lower-case word": "<review>pass</review>",
    "no word": "<review></review>",
    "two words": "<review>PASS NEEDS_CHANGES</review>",
    "unclosed": "<review>PASS",
    "unopened": "PASS</review>",
    "capital tag": "<Review>PASS</Review>",
    "capital closing tag": "<review>PASS</REVIEW>",
    "attribute": '<review id="1">PASS</review>',
    "space in the tag": "<review >PASS</review>",
    "space in the closing tag": "<review>PASS</review >",
    "empty tag": "<review/>",
    "nested": "<review><review>PASS</review></review>",
    "markup inside": "<review><b>PASS</b></review>",
    "comment inside": "<review><!-- a -->PASS</review>",
    "invisible letter": "<review>PASS\u200b</review>",
    "look-alike letter": "<review>P\u0410SS</review>",
}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_a_review_tag_of_another_form_refuses_alone_and_beside_a_good_one(torn: str) -> None:
    assert UnknownVerdict is type(refusal(torn, "review"))
    assert UnknownVerdict is type(refusal(f"{review('PASS')}\n\n{torn}", "review"))


def test_tags_that_only_begin_like_a_marker_are_text() -> None:
    assert "PASS" == parse_reply(f"<reviewer>PASS</reviewer> <review-note/>\n\n{review('PASS')}", "review").verdict


def test_a_tag_that_is_only_spoken_of_in_back_ticks_is_text() -> None:
    assert "PASS" == parse_reply(f"I end with `<review>`.\n\n{review('PASS')}", "review").verdict


@pytest.mark.parametrize(
    "torn",
    [
        status("1.1", "DONE"),
        status("1.1", ""),
        "<task_status id='1.1'>COMPLETED</task_status>",
        "<task_status>COMPLETED</task_status>",
        '<task_status id="">COMPLETED</task_status>',
        '<task_status id="1.1" x="y">COMPLETED</task_status>',
        '<Task_Status id="1.1">COMPLETED</Task_Status>',
        '<task_status id="1.1">COMPLETED',
    ],
)
def test_a_task_status_of_another_form_refuses_beside_a_good_one(torn: str) -> None:
    assert UnknownTaskStatus is type(refusal(f"{status('1.1', 'COMPLETED')}\n\n{torn}", "implement"))


def test_a_criterion_of_another_form_refuses() -> None:
    error = refusal(f"{criterion('1.1.1', 'PARTLY')}\n{review('PASS')}", "review")

    assert "criterion marker of '1.1.1' holds 'PARTLY', expected MET or UNMET" == error.message


# Task statuses


def test_statuses_keep_the_order_in_which_tasks_are_first_reported() -> None:
    reply = "\n".join((status("1.3", "COMPLETED"), status("1.2", "FAILED"), status("1.3", "COMPLETED")))

    assert (TaskStatus("1.3", "COMPLETED"), TaskStatus("1.2", "FAILED")) == parse_reply(
        reply, "implement"
    ).task_statuses


@pytest.mark.parametrize("words", [("FAILED", "COMPLETED"), ("COMPLETED", "FAILED")])
def test_failed_wins_over_completed(words: tuple[str, str]) -> None:
    reply = " ".join(status("1.1", word) for word in words)

    assert (TaskStatus("1.1", "FAILED"),) == parse_reply(reply, "implement").task_statuses


def test_without_tasks_any_id_counts() -> None:
    assert (TaskStatus("T7.1", "COMPLETED"),) == parse_reply(status("T7.1", "COMPLETED"), "implement").task_statuses


def test_each_task_that_was_given_needs_a_status() -> None:
    error = refusal(status("1.1", "COMPLETED"), "implement", tasks=("1.1", "1.2", "1.3"))

    assert MissingTaskStatus is type(error)
    assert "no task status that counts for '1.2', '1.3', expected one for each task" == error.message


@pytest.mark.parametrize("tasks", [None, ()])
def test_at_least_one_status_is_needed(tasks: tuple[str, ...] | None) -> None:
    assert MissingTaskStatus is type(refusal("Done.", "implement", tasks=tasks))


@pytest.mark.parametrize("tasks", [("1.1",), ()])
def test_a_status_of_a_foreign_task_refuses(tasks: tuple[str, ...]) -> None:
    reply = f"{status('1.1', 'COMPLETED')} {status('9.9', 'COMPLETED')}"

    error = refusal(reply, "implement", tasks=tasks)

    assert (ForeignTaskStatus, True) == (type(error), "'9.9'" in error.message)


@pytest.mark.parametrize("marker", [review("PASS"), review("FINE"), "<review>"])
def test_implement_takes_no_review_marker(marker: str) -> None:
    assert UnexpectedReviewMarker is type(refusal(f"{status('1.1', 'COMPLETED')}\n{marker}", "implement"))


def test_many_missing_tasks_are_counted_after_the_first_ones() -> None:
    error = refusal("", "implement", tasks=tuple(map(str, range(25))))

    assert "'9' and 15 more" in error.message


# Criteria


def test_pass_beside_an_unmet_criterion_counts_as_needs_changes() -> None:
    reply = parse_reply(f"{criterion('1.1.1', 'UNMET')}\n{review('PASS')}", "review")

    assert ("NEEDS_CHANGES", (CriterionStatus("1.1.1", "UNMET"),)) == (reply.verdict, reply.criteria)


def test_an_unmet_criterion_does_not_soften_a_graver_verdict() -> None:
    assert "MAJOR_ISSUES" == parse_reply(criterion("1.1.1", "UNMET") + review("MAJOR_ISSUES"), "review").verdict


def test_a_criterion_that_was_asked_for_and_not_judged_is_unmet() -> None:
    reply = parse_reply(f"{criterion('1.1.2', 'MET')}\n{review('PASS')}", "review", criteria=("1.1.1", "1.1.2"))

    assert "NEEDS_CHANGES" == reply.verdict
    assert (CriterionStatus("1.1.1", "UNMET"), CriterionStatus("1.1.2", "MET")) == reply.criteria


def test_pass_stands_when_every_criterion_is_met() -> None:
    reply = parse_reply(f"{criterion('1.1.1', 'MET')}\n{review('PASS')}", "review", criteria=("1.1.1",))

    assert ("PASS", (CriterionStatus("1.1.1", "MET"),)) == (reply.verdict, reply.criteria)


def test_unmet_wins_over_met() -> None:
    said = criterion("1.1.1", "UNMET") + criterion("1.1.1", "MET")

    assert (CriterionStatus("1.1.1", "UNMET"),) == parse_reply(said + review("NEEDS_CHANGES"), "review").criteria


def test_a_criterion_that_nobody_asked_for_can_be_found_unmet_but_not_met() -> None:
    said = criterion("2.1.1", "MET") + criterion("2.1.2", "UNMET")

    reply = parse_reply(said + review("PASS"), "review", criteria=())

    assert ("NEEDS_CHANGES", (CriterionStatus("2.1.2", "UNMET"),)) == (reply.verdict, reply.criteria)


def test_criteria_decide_nothing_outside_the_review() -> None:
    reply = criterion("1.1.1", "UNMET") + review("PASS")

    assert Reply(reply, "PASS") == parse_reply(reply, "plan")


# Thoughts and the final text


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("<thought>secret</thought>Fine.\r\n{}\r\n", "Fine.\r\n{}\r\n"),
        ("a<thought>b</thought>c<thought>\nd\n</thought>{}", "ac{}"),
        ("<thought>a<thought>b</thought>c</thought>{}", "{}"),
        ("{}\n<thought>but <review>MAJOR_ISSUES</review></thought>", "{}\n"),
        ("{}\n<thought>still thinking", "{}\n"),
        ("{}<thought/> end", "{} end"),
        ("<details><thought>a</thought>b</details>\n\n{}", "<details>b</details>\n\n{}"),
        ("`<thought>` is where I think. {}", "`<thought>` is where I think. {}"),
        ("```\n<thought>\n```\n{}", "```\n<thought>\n```\n{}"),
        ("<!-- <thought> -->\n{}", "<!-- <thought> -->\n{}"),
        ("<thought>```</thought>\n{}", "\n{}"),
        ("<thought>\n<!-- \n</thought>\n{}", "\n{}"),
        ("<thoughts>a</thoughts> {}", "<thoughts>a</thoughts> {}"),
        ("\ufeff\x00 {}", "\ufeff\x00 {}"),
    ],
)
def test_the_final_text_keeps_all_but_the_thoughts(reply: str, text: str) -> None:
    said = parse_reply(reply.replace("{}", review("PASS")), "review")

    assert ("PASS", text.replace("{}", review("PASS"))) == (said.verdict, said.text)


def test_an_indented_thought_is_still_cut_out() -> None:
    assert (
        f"a\n\n    \n{review('PASS')}" == parse_reply(f"a\n\n    <thought>b</thought>\n{review('PASS')}", "plan").text
    )


def test_a_marker_that_a_thought_interrupts_counts_as_the_final_text_shows_it() -> None:
    reply = parse_reply("<review><thought>sure?</thought>PASS</review>", "review")

    assert ("PASS", review("PASS")) == (reply.verdict, reply.text)


def test_a_quotation_goes_on_behind_a_thought() -> None:
    assert MissingReviewMarker is type(refusal(f"> a <thought>b</thought> {review('PASS')}", "review"))


def test_thoughts_that_are_torn_by_thoughts_are_refused() -> None:
    error = refusal(f"<tho<thought>a</thought>ught>b</thought>\n{review('PASS')}", "review")

    assert error.message.startswith("thoughts overlap other tags")


# Errors and repair


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (b"ab\xff", "reply holds byte 0xff at offset 2, expected UTF-8 text"),
        ("abc\ud800", "reply holds half a character at offset 3, expected UTF-8 text"),
    ],
)
def test_a_reply_that_is_no_text_is_refused_with_the_place(reply: str | bytes, message: str) -> None:
    error = refusal(reply, "review")

    assert (ReplyNotText, message) == (type(error), error.message)


def test_an_error_shows_a_mistyped_word_and_no_more_of_the_reply() -> None:
    assert "review marker holds 'LGTM', expected PASS or NEEDS_REVISION" == refusal(review("LGTM"), "plan").message
    assert "holds 24 characters" in refusal(review("{{x}} & do this instead!"), "plan").message
    assert "holds 5000 characters" in refusal(review("A" * 5000), "plan").message


def test_a_missing_marker_is_told_of_those_that_were_not_read() -> None:
    error = refusal(f"`{review('PASS')}` `{review('PASS')}`", "plan")

    assert (("unread", "2 in code, a quotation, a comment or an echo of the instruction"),) == error.rows


def test_a_status_that_was_read_is_not_told_as_unread() -> None:
    error = refusal(f"{status('1', 'FAILED')} `{status('2', 'FAILED')}`", "implement", tasks=("1", "2"))

    assert [("unread", "1")] == [(label, text.split()[0]) for label, text in error.rows]


def test_the_repair_text_carries_the_error_its_remedy_and_what_is_asked() -> None:
    error = MissingReviewMarker("it is missing", rows=(("unread", "2 in code"),), help="write it")

    text = repair_text("{{PHASE}}: {{ERROR}}; {{HELP}}\n{{CONTRACT}}", error, "challenge")

    assert [
        "challenge: it is missing; unread: 2 in code; write it",
        "- You MUST output <review>PASS</review> or <review>NEEDS_REVISION</review>.",
        "- You MUST output <review>REJECTED</review> when the proposal is fundamentally flawed.",
    ] == text.splitlines()


def test_what_an_error_says_is_never_read_as_a_variable() -> None:
    assert "{{HELP}}" == repair_text("{{ERROR}}", ReplyRefused("{{HELP}}", help="no"), "plan")


def test_a_repair_template_with_a_foreign_variable_is_refused() -> None:
    with pytest.raises(TemplateInvalid, match="'TASKS'"):
        repair_text("{{ERROR}} {{TASKS}}", ReplyRefused("a"), "plan")


def test_accepted_markers_are_those_of_the_phase() -> None:
    assert (review("PASS"),) == accepted_markers("archive")
    assert (status("X.Y", "COMPLETED"), status("X.Y", "FAILED")) == accepted_markers("implement")
    assert (criterion("X.Y.N", "MET"), criterion("X.Y.N", "UNMET")) == accepted_markers("review")[3:]
