"""Whether the files that changed are those that were to change, and nothing odd became of them; it must not read a disk."""

import re
from collections.abc import Collection, Iterator, Sequence

from remit.git import LINK, SUBMODULE, Changed, FileDiff
from remit.model.finding import Finding
from remit.model.task import ListedFile
from remit.paths import Pattern, Scope, matches
from remit.verify.findings import finding

_ATTRIBUTE = re.compile(r"(?:^|\s)(?:filter|diff|merge|working-tree-encoding)=|(?:^|\s)-(?:diff|text)\b|\bbinary\b")


def check_files(listed: Sequence[ListedFile], changed: Sequence[Changed]) -> Iterator[Finding]:
    """What a task lists and did not change since its base, or that is there and should not be, or the other way."""
    for each in listed:
        pattern = Pattern(each.path)
        found = [one for one in changed if matches(pattern, one.path)]
        left = [one.path for one in found if one.status != "deleted"]
        if not found:
            wanted = "deleted" if each.gone else "changed"
            yield finding("file-unchanged", f"'{each.path}' is as it was at the base, expected it {wanted}", each.path)
        elif each.gone and left:
            yield finding("file-not-removed", f"'{left[0]}' is still there, expected it deleted", left[0])
        elif not each.gone and not left:
            yield finding("file-missing", f"'{each.path}' is deleted, expected it changed", each.path)


def outside_scope(changed: Sequence[Changed], scope: Scope, ignored_at_base: Collection[str] = ()) -> Iterator[Finding]:
    """Every path that changed and is not in scope; what the base commit ignores counts neither way."""
    for each in changed:
        if each.path not in ignored_at_base and not scope.covers(each.path):
            yield finding(
                "scope-exceeded",
                f"'{each.path}' was {each.status}, expected no change outside of the task's files",
                each.path,
                help="undo the change, or have a person add the file to the task",
            )


def odd_changes(diffs: Sequence[FileDiff]) -> Iterator[Finding]:
    """What reaches beyond a file's text: links, modes, submodules, and attributes that make git run or hide something."""
    for each in diffs:
        change = each.changed
        if change.new_mode == LINK:
            target = each.after.strip()
            yield finding("link-added", f"'{each.path}' is a symbolic link to '{target}', expected a file", each.path)
        elif SUBMODULE in (change.old_mode, change.new_mode):
            yield finding("submodule-changed", f"'{each.path}' is a submodule, expected files", each.path)
        elif change.mode_changed:
            said = f"{change.old_mode} to {change.new_mode}"
            yield finding("mode-changed", f"the mode of '{each.path}' went from {said}, expected it kept", each.path)
        if each.path.rpartition("/")[2] == ".gitattributes":
            for line in each.added:
                if _ATTRIBUTE.search(line.text):
                    yield finding(
                        "attribute-added",
                        f"'{each.path}' has git filter, merge or hide files, expected no such attribute",
                        each.path,
                        line.number,
                        excerpt=line.text,
                    )
