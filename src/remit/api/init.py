"""Propose how a repository takes Remit up, and write what is confirmed; it must not know how a person is asked."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from remit.api.gate import root_of
from remit.api.registered import host, look
from remit.config import Loaded
from remit.disk import read_text, write_atomic
from remit.model.found import FoundPrompt
from remit.model.gate import Rendition, Unregistered
from remit.sources.baseline import has_baseline
from remit.sources.registry_source import Builder, module_of, read_python
from remit.sources.registry_table import TableEntry
from remit.sources.rendering import render
from remit.sources.search import search

__all__ = ["Step", "plan", "wants_baseline", "write"]

CONFIG = "remit.toml"
_SHARED = "pyproject.toml"
_HOOKS = ".pre-commit-config.yaml"
_WORKFLOW = ".github/workflows/remit.yml"
_OTHER_CI = (".gitlab-ci.yml", ".circleci", "Jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml")
_SUFFIX = re.compile(r"(?:\.prompt)?\.\w+$")
_SAMPLES = {
    "int": 1,
    "float": 1.0,
    "bool": False,
    "list": [],
    "tuple": [],
    "Sequence": [],
    "set": [],
    "dict": {},
    "Mapping": {},
}
_VERBS = frozenset(
    {
        "assemble",
        "build",
        "compose",
        "construct",
        "create",
        "format",
        "generate",
        "get",
        "make",
        "prepare",
        "render",
        "prompt",
    }
)

_HOOK = """\
- repo: local
  hooks:
    - id: remit-gate
      name: remit gate
      entry: remit gate
      language: system
      pass_filenames: false
"""
_JOB = """\
name: remit
on: [pull_request]
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      # Beside Remit, whatever the builders import.
      - run: pip install remit
      - run: remit gate --format github --base "origin/$GITHUB_BASE_REF"
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to write: a file of its own or an end to one that is there. Without a text it is advice alone."""

    what: str
    path: str
    how: Literal["create", "append", "advise"]
    text: str


def plan(loaded: Loaded) -> tuple[Step, ...]:
    """What this repository still lacks, in the order in which it is written."""
    root = root_of(loaded)
    return tuple(step for step in (_registry(root, loaded), _hook(root), _workflow(root)) if step is not None)


def wants_baseline(loaded: Loaded) -> bool:
    """Whether prompts are not yet held to anything."""
    return not has_baseline(root_of(loaded))


def write(loaded: Loaded, step: Step) -> None:
    """Writes one step."""
    if step.how == "advise":
        return
    path = root_of(loaded) / step.path
    path.parent.mkdir(parents=True, exist_ok=True)
    before = read_text(path) if step.how == "append" else ""
    if before and not before.endswith("\n"):
        before += "\n"
    write_atomic(path, f"{before}{step.text}".encode())


def _registry(root: Path, loaded: Loaded) -> Step | None:
    """The entries of what is there and not registered; those of builders only as far as they render with what is made up."""
    unregistered = look(root, loaded.settings).present.unregistered
    found = search(root, exclude=loaded.settings.audit.exclude, min_words=loaded.settings.audit.min_words)
    entries = _file_entries([each for each in found.prompts if each.kind == "file" and _is_among(each, unregistered)])
    path = os.path.relpath(loaded.file, root) if loaded.file else CONFIG
    standing = read_text(root / path) if loaded.file else ""
    # What stands there already, be it as a comment, waits for a person.
    tried = [each for each in _tried(root, loaded, unregistered) if json.dumps(each[0].builder) not in standing]
    prefix = "tool.remit." if path.endswith(_SHARED) else ""
    parts = [_table(entry, prefix) for entry in entries]
    parts += [_table(entry, prefix, rendition) for entry, rendition in tried]
    if not parts and loaded.file is not None:
        return None
    text = "\n".join(parts) if parts else "# Remit reads this file: remit config schema says what it may hold.\n"
    if loaded.file is None:
        return Step("configuration, with what is to be held", CONFIG, "create", text)
    return Step("entries of what is not registered yet", path, "append", f"\n{text}")


def _is_among(found: FoundPrompt, unregistered: Sequence[Unregistered]) -> bool:
    return any((each.path, each.name) == (found.path, found.name) for each in unregistered)


def _file_entries(found: Sequence[FoundPrompt]) -> list[TableEntry]:
    """One pattern for each folder and kind of file."""
    patterns: dict[str, None] = {}
    for each in found:
        folder, _, name = each.path.rpartition("/")
        suffix = _SUFFIX.search(name)
        if name == "SKILL.md":
            pattern = f"{folder.rpartition('/')[0]}/*/SKILL.md".lstrip("/")
        else:
            pattern = f"{folder}/*{suffix[0] if suffix else ''}".lstrip("/")
        patterns[pattern if folder else each.path] = None
    return [TableEntry(files=pattern) for pattern in patterns]


def _tried(root: Path, loaded: Loaded, unregistered: Sequence[Unregistered]) -> list[tuple[TableEntry, Rendition]]:
    """An entry for each function of a builder's shape, rendered with arguments that are made up."""
    python_path = loaded.settings.gate.python_path
    missing = {(each.path, each.name) for each in unregistered}
    shaped = [
        each
        for each in read_python(root, exclude=loaded.settings.audit.exclude).shaped
        if (each.path, each.qualified) in missing
        and "<locals>" not in each.qualified
        and module_of(each.path, python_path)
    ]
    entries: dict[str, TableEntry] = {}
    for builder in shaped:
        name = _free_name(builder, entries)
        made_up = dict(_made_up(builder))
        entries[name] = TableEntry(
            name,
            f"{module_of(builder.path, python_path)}:{builder.qualified}",
            fixtures={"sample": made_up} if made_up else {},
        )
    rendered = render(host(root, loaded.settings), (), list(entries.values()))
    by_name = {rendition.name: rendition for rendition in rendered.renditions}
    return [(entry, by_name[name]) for name, entry in entries.items()]


def _free_name(builder: Builder, taken: dict[str, TableEntry]) -> str:
    own = builder.qualified.replace(".", "_")
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", own)]
    stem = "-".join(word for word in words if word not in _VERBS) or "-".join(words)
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    return name


def _made_up(builder: Builder) -> Iterator[tuple[str, object]]:
    for name, annotation in builder.parameters:
        if name in {"self", "cls"}:
            continue
        kind = annotation.partition("[")[0].partition("|")[0].strip().rpartition(".")[2]
        yield name, _SAMPLES.get(kind, f"a sample of {name.replace('_', ' ')}")


def _table(entry: TableEntry, prefix: str, rendition: Rendition | None = None) -> str:
    """An entry as TOML; one whose builder does not render yet stands there as a comment, with the reason."""
    lines = [f"[[{prefix}prompts]]"]
    lines += [f"{key} = {json.dumps(value)}" for key in ("name", "builder", "files") if (value := getattr(entry, key))]
    for name, arguments in entry.fixtures.items():
        lines.append(f"[{prefix}prompts.fixtures.{name}]")
        lines += [f"{key} = {json.dumps(value)}" for key, value in arguments.items()]
    reason = (rendition.reason or rendition.difference) if rendition else ""
    if reason:
        lines = [f"# It does not render yet: {reason}", *(f"# {line}" for line in lines)]
    return "\n".join(lines) + "\n"


def _hook(root: Path) -> Step | None:
    path = root / _HOOKS
    if not path.exists():
        return Step("a pre-commit hook", _HOOKS, "create", f"repos:\n{_indented(_HOOK, '  ')}")
    text = read_text(path)
    if "remit gate" in text:
        return None
    first = re.search(r"^( *)- +repo:", text, re.MULTILINE)
    keys = re.findall(r"^\w[\w-]*(?=:)", text, re.MULTILINE)
    if first and keys and keys[-1] == "repos":
        return Step("a pre-commit hook", _HOOKS, "append", _indented(_HOOK, first[1]))
    return Step("a pre-commit hook: put it into your list of repositories", _HOOKS, "advise", _HOOK)


def _workflow(root: Path) -> Step | None:
    workflows = root / ".github" / "workflows"
    if workflows.is_dir() and any("remit gate" in read_text(path) for path in sorted(workflows.glob("*.y*ml"))):
        return None
    other = next((name for name in _OTHER_CI if (root / name).exists()), None)
    if other is not None:
        return Step("a CI step: put this command into your pipeline", other, "advise", "remit gate\n")
    return Step("a CI step", _WORKFLOW, "create", _JOB)


def _indented(text: str, by: str) -> str:
    return "".join(f"{by}{line}\n" for line in text.splitlines())
