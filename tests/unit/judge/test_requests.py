"""Which verbs of a sentence stand in command position."""

import pytest

from remit.judge.requests import reading

PROVES = ("A2", "A3")


def verbs(sentence: str) -> list[str]:
    return [command.verb for command in reading(sentence).commands]


@pytest.mark.parametrize(
    ("expected", "sentence"),
    [
        (["summarize"], "summarize the log."),
        (["review"], "review the comments below."),
        ([], "review comments are below."),
        ([], "plan changes happen weekly."),
        (["write"], "write tests for the parser."),
        ([], "write access is granted on mondays."),
        ([], "output of the build:"),
        (["untangle"], "untangle the wires."),
        ([], "kotlin is the language."),
        (["draft"], "please draft a reply."),
        (["merge"], "your task is to merge the lists."),
        (["classify"], "your only job today is to classify them."),
        ([], "you must be signed in."),
        (["return"], "you must return three clauses."),
        ([], "you review pull requests."),
        ([], "you will be given a transcript."),
        ([], "you need not decide between them."),
        ([], "do not touch the files."),
        (["compare"], "i want you to compare the bids."),
        (["want"], "i need a summary of the call."),
        (["summarize"], "could you please summarize it?"),
        (["decide"], "given the quotes below, decide which is cheaper."),
        ([], "to fix the leak, the plumber needs a drawing."),
        ([], "when you classify tickets well, the night shift sleeps."),
        (["find"], "the build is red; find the commit."),
        (["read", "classify"], "read the ticket and classify it."),
        (["implement"], "implement the approve and reject buttons."),
        (["describe"], "describe how teams rank proposals and decide on budgets."),
        (["classify"], "task: classify the feedback."),
        ([], "act as a librarian."),
        ([], ""),
    ],
)
def test_command_is_a_verb_in_command_position(expected: list[str], sentence: str) -> None:
    assert expected == verbs(sentence)


def test_direct_question_asks_without_a_command() -> None:
    assert reading("which of the two bridges is older?").asks
    assert not reading("the question is which bridge is older.").asks
