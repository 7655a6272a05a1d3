"""What each criterion asks and how a severity follows, in words for readers; it must not know how either is judged."""

from remit.model.scores import PromptSeverity

ASKS: tuple[str, ...] = (
    "the first sentence asks for the work",
    "the answer is named, with its fields and with what makes it acceptable",
    "three or more parts stand in tags of their own",
    "where a structured answer is wanted, a sample of one is shown",
    "the form of the answer is fixed",
    "in a long prompt the material comes before the last request",
    "where a judgement is wanted, reasoning has a place before it",
    "empty, missing or unclear input is met with an order",
)

FOLLOWS: dict[PromptSeverity, str] = {
    "High": "two fails or more, or a fail on criterion 1 or 6",
    "Medium": "one fail, or three partials or more",
    "Low": "everything else",
    "Unscored": "the prompt could not be rendered",
}
