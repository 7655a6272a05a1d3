"""Every condition that Remit reports as an error, with its exit code; it must not know who raises or shows it.

RemitError                     exit  raised when
├─ UsageInvalid                   2  the words of a command do not fit together
├─ ConfigInvalid                  2  a configuration file holds something that cannot be taken
├─ FileRefused                    2  a named file is missing, no text, too large or not a regular file
├─ PromptInvalid                  2  a prompt or region is made of values that it cannot hold
├─ PromptMalformed                2  a text that should be a rendered prompt is none
├─ BudgetExceeded                 2  a prompt cannot be trimmed into its token budget
├─ UnknownAgent                   2  an agent is neither known nor has a template in the project
├─ TemplateNotFound               2  neither an agent's nor a BASE template exists for a phase
├─ TemplateInvalid                2  a template holds a variable that nobody fills
├─ VariableMissing                2  a mandatory variable has no value under strict
├─ SignalInvalid                  2  adaptation input is not of its form
├─ TaskInvalid                    2  a task is made of values that it cannot hold
├─ PageNotFound                   2  `remit explain` knows no rule or error of that name
├─ ProgramMissing                 2  a program is not there, or cannot be started
├─ RepositoryMissing              2  there is no git repository, or none that can be worked in
├─ GitFailed                      2  git refused what it was asked for
├─ SandboxMissing                 2  the kernel cannot confine a program, and nothing says that it need not
├─ RegistryInvalid                2  a prompt is registered under a name that it cannot have
├─ RenderingFailed                2  the interpreter that renders builders cannot be used
├─ BaselineMissing                2  prompts are to be held to a baseline, and there is none
├─ BaselineInvalid                2  the baseline is broken, or of another version
├─ StoreRefused                   2  the database cannot be used as it is
├─ StoreBusy                      2  another process kept the database locked for longer than is waited
├─ StoreLost                      2  the connection to the database server broke
├─ TaskUnknown                    2  no task, session or record has the id that was named
├─ SessionRefused                 2  a session does not exist, has ended, or its token is not the right one
├─ TaskRefused                    1  a task, or a change of one, cannot be taken as things stand
│  ├─ CycleFound                  1  dependencies of tasks lead back to where they began
│  └─ TaskTaken                   1  a task is held by somebody else
├─ LeaseLost                      1  who acts does not hold the task, or does not any more
├─ NothingReady                   3  no task is ready
├─ PersonAwaited                  4  every task that is left waits for a person
└─ ReplyRefused                   1  an agent's reply cannot be accepted
   ├─ ReplyNotText                1  a reply is not UTF-8
   ├─ MissingReviewMarker         1  a phase that needs a verdict got none
   ├─ UnknownVerdict              1  a review marker holds no known word
   ├─ VerdictOutOfPhase           1  a verdict is known but not one of this phase
   ├─ UnexpectedReviewMarker      1  the implement phase got a review marker
   ├─ MissingTaskStatus           1  a task of the implement phase got no status
   ├─ UnknownTaskStatus           1  a task status holds no known word
   └─ ForeignTaskStatus           1  a status names a task that was not given
"""

from typing import ClassVar


class RemitError(Exception):
    """A condition for a person to mend: one line, then labelled rows, then help."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, *, rows: tuple[tuple[str, str], ...] = (), help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rows = rows
        self.help = help

    @property
    def page(self) -> str:
        """The name under which `remit explain` has this condition's page."""
        return type(self).__name__


class UsageInvalid(RemitError):
    """The words of a command do not fit together."""


class ConfigInvalid(RemitError):
    """A configuration file holds something that cannot be taken."""


class FileRefused(RemitError):
    """A named file is missing, no text, too large or not a regular file."""


class PromptInvalid(RemitError):
    """A prompt or region is made of values that it cannot hold."""


class PromptMalformed(RemitError):
    """A text that should be a rendered prompt is none."""


class BudgetExceeded(RemitError):
    """A prompt cannot be trimmed into its token budget."""


class UnknownAgent(RemitError):
    """An agent is neither known nor has a template in the project."""


class TemplateNotFound(RemitError):
    """Neither an agent's nor a BASE template exists for a phase."""


class TemplateInvalid(RemitError):
    """A template holds a variable that nobody fills."""


class VariableMissing(RemitError):
    """A mandatory variable has no value under strict."""


class SignalInvalid(RemitError):
    """Adaptation input is not of its form."""


class TaskInvalid(RemitError):
    """A task is made of values that it cannot hold."""


class PageNotFound(RemitError):
    """`remit explain` knows no rule or error of that name."""


class ReplyRefused(RemitError):
    """An agent's reply cannot be accepted."""

    exit_code = 1


class ReplyNotText(ReplyRefused):
    """A reply is not UTF-8."""


class MissingReviewMarker(ReplyRefused):
    """A phase that needs a verdict got none."""


class UnknownVerdict(ReplyRefused):
    """A review marker holds no known word."""


class VerdictOutOfPhase(ReplyRefused):
    """A verdict is known but not one of this phase."""


class UnexpectedReviewMarker(ReplyRefused):
    """The implement phase got a review marker."""


class MissingTaskStatus(ReplyRefused):
    """A task of the implement phase got no status."""


class UnknownTaskStatus(ReplyRefused):
    """A task status holds no known word."""


class ForeignTaskStatus(ReplyRefused):
    """A status names a task that was not given."""


class StoreRefused(RemitError):
    """The database cannot be used as it is."""


class StoreBusy(RemitError):
    """Another process kept the database locked for longer than is waited."""


class StoreLost(RemitError):
    """The connection to the database server broke."""


class TaskUnknown(RemitError):
    """No task, session or record has the id that was named."""


class SessionRefused(RemitError):
    """A session does not exist, has ended, or its token is not the right one."""


class TaskRefused(RemitError):
    """A task, or a change of one, cannot be taken as things stand."""

    exit_code = 1


class CycleFound(TaskRefused):
    """Dependencies of tasks lead back to where they began."""


class TaskTaken(TaskRefused):
    """A task is held by somebody else."""


class LeaseLost(RemitError):
    """Who acts does not hold the task, or does not any more."""

    exit_code = 1


class NothingReady(RemitError):
    """No task is ready."""

    exit_code = 3


class PersonAwaited(RemitError):
    """Every task that is left waits for a person."""

    exit_code = 4


class ProgramMissing(RemitError):
    """A program is not there, or cannot be started."""


class RepositoryMissing(RemitError):
    """There is no git repository, or none that can be worked in."""


class GitFailed(RemitError):
    """Git refused what it was asked for."""


class SandboxMissing(RemitError):
    """The kernel cannot confine a program, and nothing says that it need not."""


class RegistryInvalid(RemitError):
    """A prompt is registered under a name that it cannot have."""


class RenderingFailed(RemitError):
    """The interpreter that renders builders cannot be used."""


class BaselineMissing(RemitError):
    """Prompts are to be held to a baseline, and there is none."""


class BaselineInvalid(RemitError):
    """The baseline is broken, or of another version."""
