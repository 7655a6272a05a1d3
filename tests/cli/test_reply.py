import json

from tests.cli.running import RunRemit

PROVES = ("P8",)


def test_an_accepted_reply_is_exit_0_whatever_its_verdict(run_remit: RunRemit) -> None:
    ran = run_remit(
        "reply", "--phase", "review", "--json", stdin=b"<thought>no</thought>Bad.\n<review>MAJOR_ISSUES</review>"
    )
    assert ran.code == 0
    assert json.loads(ran.out) == {
        "schema": "remit.reply/1",
        "verdict": "MAJOR_ISSUES",
        "task_statuses": [],
        "text": "Bad.\n<review>MAJOR_ISSUES</review>",
    }


def test_a_reply_is_shown_to_a_person(run_remit: RunRemit) -> None:
    run_remit(
        "reply", "--phase", "implement", stdin=b'Done.\n<task_status id="1.2">COMPLETED</task_status>'
    ).must_match("reply-implement")


def test_a_refused_reply_is_exit_1_and_an_error_object(run_remit: RunRemit) -> None:
    ran = run_remit("reply", "--phase", "plan", "--json", stdin=b"No marker.")
    assert ran.code == 1
    assert json.loads(ran.out)["error"] == "MissingReviewMarker"
    run_remit("reply", "--phase", "plan", stdin=b"No marker.").must_match("reply-without-marker")


def test_only_given_tasks_may_have_a_status(run_remit: RunRemit) -> None:
    reply = b'<task_status id="9.9">COMPLETED</task_status>'
    ran = run_remit("reply", "--phase", "implement", "--task", "1.1", "--json", stdin=reply)
    assert (ran.code, json.loads(ran.out)["error"]) == (1, "ForeignTaskStatus")


def test_bytes_that_are_no_text_are_a_named_error(run_remit: RunRemit) -> None:
    ran = run_remit("reply", "--phase", "plan", "--json", stdin=b"\xff<review>PASS</review>")
    assert (ran.code, json.loads(ran.out)["error"]) == (1, "ReplyNotText")


def test_an_unknown_phase_is_no_wrong_choice_but_a_template_not_found(run_remit: RunRemit) -> None:
    run_remit("reply", "--phase", "deploy").must_match("reply-phase")
