"""What an agent may be told of a task, once it is safe; it must not know how a task becomes safe, nor how it is shown.

Only the pipeline of `remit.sanitize` makes a `Seal`, so whoever takes a `SafeTask` cannot be given text that nobody judged.
"""

from dataclasses import dataclass

from remit.markup.places import Span
from remit.model.task import Criterion, ListedFile


class Seal:
    """Says that a task went through the whole pipeline."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of a description that no prompt will hold: why, what it was, and where it stood."""

    code: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class SafeTask:
    """A task of which every text was judged; `context` and `notes` are data, to stand in untrusted regions.

    `held` are the codes for which a person decides before anything is dispatched. What was kept out stands in `evidence`.
    """

    seal: Seal
    id: str
    title: str
    objective: str
    criteria: tuple[Criterion, ...]
    files: tuple[ListedFile, ...]
    test_command: tuple[str, ...] | None
    depends: tuple[str, ...]
    context: str | None
    notes: str | None
    held: tuple[str, ...]
    evidence: tuple[Evidence, ...]

    @property
    def dispatchable(self) -> bool:
        return not self.held
