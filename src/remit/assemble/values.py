"""What variables of a template are filled with, made of names that others chose; it must not know how a template is found.

Each name stands on one line of its own and can neither end it, nor form a tag, a fence or a reference to a file.
"""

import re
from collections.abc import Iterable, Sequence

from remit.markup.escaping import escape_attribute
from remit.model.region import Region

_UNSAFE_IN_NAME = re.compile(r"[`~{}$@]")


def safe_name(name: str) -> str:
    """A name that reads as itself and as nothing else."""
    plain = name.encode(errors="replace").decode()
    return _UNSAFE_IN_NAME.sub(lambda found: f"&#{ord(found[0])};", escape_attribute(plain))


def structure_tree(paths: Iterable[str], *, cut: int = 0) -> str:
    """A tree of relative paths, two spaces a level; `cut` says how many more there are."""
    lines: list[str] = []
    open_folders: list[str] = []
    for path in paths:
        *folders, name = path.split("/")
        shared = 0
        while shared < min(len(folders), len(open_folders)) and folders[shared] == open_folders[shared]:
            shared += 1
        lines.extend(f"{'  ' * depth}{safe_name(folders[depth])}/" for depth in range(shared, len(folders)))
        open_folders = folders
        lines.append(f"{'  ' * len(folders)}{safe_name(name)}" if name else "")
    text = "\n".join(line for line in lines if line)
    return f"{text}\n… and {cut} more" if cut else text


def artifact_list(regions: Sequence[Region]) -> str:
    """What stands in the context, a line each."""
    return "\n".join(
        f"- {region.type}{f' {safe_name(region.name)}' if region.name is not None else ''}"
        f" ({len(region.content):,} characters{'' if region.trusted else ', untrusted'})"
        for region in regions
    )
