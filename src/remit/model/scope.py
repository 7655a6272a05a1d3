"""Which tasks an agent was given: a subtree, an epic or a list; it must not know how they are kept."""

from dataclasses import dataclass
from typing import Literal, get_args

from remit.errors import TaskInvalid
from remit.model.task import check_task_id

ScopeType = Literal["subtree", "epic", "taskGroup"]

SCOPE_TYPES: tuple[ScopeType, ...] = get_args(ScopeType)


@dataclass(frozen=True, slots=True)
class TaskScope:
    """The tasks below a root, the root among them; or, for a group, the ids that it lists."""

    type: ScopeType
    root: str | None = None
    ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.type == "taskGroup":
            if self.root is not None or not self.ids:
                raise TaskInvalid("no task group: expected a list of ids and no root", help="name the ids of its tasks")
        elif self.root is None or self.ids:
            raise TaskInvalid(f"no {self.type}: expected a root and no list of ids", help="name the task at its root")
        elif self.type == "epic" and "." in self.root:
            raise TaskInvalid(
                f"no epic: {self.root!r}, expected an id without dots", help="a part of an epic is a subtree"
            )
        for each in (self.root, *self.ids):
            if each is not None:
                check_task_id(each)

    def holds(self, task: str) -> bool:
        """Whether a task lies in scope, by its id alone."""
        if self.root is None:
            return task in self.ids
        return task == self.root or task.startswith(f"{self.root}.")


def epic_of(task: str) -> str:
    """The first word of an id, whether or not a task has it."""
    return task.partition(".")[0]
