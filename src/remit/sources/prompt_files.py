"""The files that are prompts by where they stand or how they are named; it must not know how a tree is walked.

By convention a prompt is
- a text in a folder named `prompts`, `system_prompts` or `prompt_templates`, at any depth;
- a file named `*.prompt`, `*.prompt.md`, `*.prompt.txt`, `*.prompty`, or whose stem ends in the word `prompt`;
- an agent, command, skill, workflow or output style of a known coding agent: `.claude/agents/`, `.codex/prompts/`,
  `.github/chatmodes/` and their like, any `SKILL.md`, and any Markdown below `agents/` or `commands/` whose front matter describes one;
- a template `templates/system/AGENT-phase.md`.

Not by convention: what documents a folder (README, CHANGELOG and the like), and the standing instructions of a whole repository
(`AGENTS.md`, `CLAUDE.md`, rules): they ask for nothing by themselves. A text below `docs/`, and one that a person merely named, is a
prompt if it reads as one. Front matter is no part of a prompt's text.
"""

import re
from itertools import pairwise
from typing import NamedTuple

from remit.markup.places import Lines
from remit.markup.scan import scan
from remit.model.found import FoundPrompt, Search, Suppression
from remit.model.phase import PHASES
from remit.sources.signs import Strength, names_part, placeholders, reads_as_prompt
from remit.sources.suppressions import MARK, comment_lines, in_comment

_TEXTS = (
    ".md",
    ".mdx",
    ".markdown",
    ".txt",
    ".text",
    ".prompt",
    ".prompty",
    ".j2",
    ".jinja",
    ".jinja2",
    ".tmpl",
    ".mustache",
    ".hbs",
    ".liquid",
)
_FOLDERS = frozenset({
    "prompts", ".prompts", "system_prompts", "system-prompts", "prompt_templates", "prompt-templates",
    "prompt_library", "prompt-library", "promptlib",
})  # fmt: skip
_AGENT_HOMES = {
    ".agent": "agent", ".agents": "agent", ".amazonq": "Amazon Q", ".augment": "Augment", ".claude": "Claude", ".cline": "Cline",
    ".clinerules": "Cline", ".codex": "Codex", ".continue": "Continue", ".cursor": "Cursor", ".factory": "Factory",
    ".gemini": "Gemini", ".github": "Copilot", ".junie": "Junie", ".kilocode": "Kilo Code", ".kiro": "Kiro", ".opencode": "OpenCode",
    ".qwen": "Qwen", ".roo": "Roo", ".trae": "Trae", ".windsurf": "Windsurf",
}  # fmt: skip
_AGENT_FOLDERS = {
    "agent": "agent", "agents": "agent", "chatmodes": "chat mode", "command": "command", "commands": "command", "droids": "agent",
    "modes": "mode", "output-styles": "output style", "prompts": "prompt", "subagents": "agent", "workflows": "workflow",
}  # fmt: skip
_DESCRIBED = frozenset({"agents", "commands", "subagents"})
_SKILL = "SKILL.md"
_DOCUMENTS = frozenset({
    "agents", "authors", "changelog", "changes", "claude", "code_of_conduct", "codeowners", "contributing", "contributors", "copying",
    "faq", "gemini", "history", "index", "license", "licence", "maintainers", "migration", "notice", "overview", "readme",
    "requirements", "roadmap", "security", "support", "todo", "copilot-instructions", "robots", "llms", "llms-full",
})  # fmt: skip
_DOCS = frozenset({"docs", "doc", "documentation", "website", "wiki", "site", "blog"})
_NAMED = re.compile(
    r".*\.prompt(?:\.\w+)?|.*\.prompty|(?:.*[-_. ])?prompt\.\w+|.*\.(?:agent|chatmode)\.md", re.IGNORECASE
)
_TEMPLATE = re.compile(r"(?:.*/)?templates/system/[A-Z0-9_-]+-([a-z0-9_]+)\.md")

_FRONT_MATTER = re.compile(
    r"(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<body>.*?)^(?P=fence)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"^name[ \t]*[:=][ \t]*[\"']?([^\"'\r\n#]{1,80}?)[\"']?[ \t]*\r?$", re.MULTILINE)
_DESCRIPTION = re.compile(r"^description[ \t]*[:=]", re.MULTILINE)
_AGENT_KEYS = re.compile(
    r"^(?:name|tools|model|color|allowed-tools|argument-hint|mode|agent|permissionMode)[ \t]*:", re.MULTILINE
)
_OF_A_MANUAL = re.compile(
    r"(?im)^#{1,4}[ \t]+(?:basic |quick |command |cli |advanced )?(usage|options|synopsis|overview|activation|installation|see also|"
    r"parameters|flags|subcommands|syntax|quick start|start|reference|examples?|commands|features"
    r"|configuration|how it works|mcp\b.*|cli\b.*|using\b.*|status monitoring|benefits|integration\b.*)[ \t]*\r?$"
)
_USAGE = re.compile(r"(?im)^\W*usage:?\W*\n\s*```|^command documentation for\b")
_LEAST_OF_A_MANUAL = 2
_REPORT = re.compile(r"(?:MIGRATION|[A-Z_]+_(?:SUMMARY|REPORT|NOTES|GUIDE)).*\.md")
_SPEAKS_TO = re.compile(
    r"(?i)\byou(?:['\u2019]re| are| must| should| will| need)\b|\byour (?:task|job|role|goal)\b|\$ARGUMENTS\b"
)
_FIRST_ROLE = re.compile(r"\s*(?:system|user|developer)[ \t]*:[ \t]*\r?\n", re.IGNORECASE)


class _Parts(NamedTuple):
    """A file's front matter, empty where it has none, and where its text begins and ends."""

    front: str
    front_line: int
    start: int
    end: int


def wants(path: str) -> bool:
    *folders, name = path.split("/")
    if not takes(path) or _is_document(name):
        return False
    return (
        name == _SKILL
        or _NAMED.fullmatch(name) is not None
        or _TEMPLATE.fullmatch(path) is not None
        or not _FOLDERS.isdisjoint(folder.lower() for folder in folders)
        or bool(_agent_form(folders))
        or (not _DESCRIBED.isdisjoint(folders) and name.endswith(".md"))
    )


def takes(path: str) -> bool:
    return path.lower().endswith(_TEXTS)


def read(path: str, text: str, *, min_words: int, sure: bool) -> Search:  # noqa: ARG001 - one shape for all readers
    """The prompt that a file is, if it is one by convention or its text reads as one."""
    parts = _divided(path, text)
    body = text[parts.start : parts.end]
    if not body.strip() or not (sure or _is_prompt(path, parts.front, body)):
        return Search(files_read=1)
    place = Lines.of(text[: parts.start]).place(parts.start)
    prompt = FoundPrompt(
        name=_name(path, parts.front),
        path=path,
        kind="file",
        text=body,
        start=parts.start,
        line=place.line,
        column=place.column,
        exact=True,
        holes=placeholders(body),
        form=_form(path),
        reply_phase=_reply_phase(path),
        suppressions=_suppressions(text, parts),
        fragment=names_part(path.rpartition("/")[2].partition(".")[0]) or _is_manual(path, body),
    )
    return Search((prompt,), files_read=1)


def _divided(path: str, text: str) -> _Parts:
    start = 1 if text.startswith("\ufeff") else 0
    front, line = "", 1
    found = _FRONT_MATTER.match(text, start)
    if found and (":" in found["body"] or "=" in found["body"] or not found["body"].strip()):
        front, line, start = found["body"], 2, found.end()
    if path.lower().endswith(".prompty") and (role := _FIRST_ROLE.match(text, start)):
        start = role.end()
    # Blank lines around a text are nobody's words.
    while start < len(text) and text[start] in "\r\n":
        start += 1
    return _Parts(front, line, start, max(start, len(text.rstrip()) if text[start:].strip() else start))


def _is_prompt(path: str, front: str, body: str) -> bool:
    *folders, name = path.split("/")
    if _is_document(name):
        return False
    return _is_by_convention(path, folders, front) or reads_as_prompt(body, Strength.NONE)


def _is_by_convention(path: str, folders: list[str], front: str) -> bool:
    if not wants(path) or not _DOCS.isdisjoint(folder.lower() for folder in folders):
        return False
    name = path.rpartition("/")[2]
    described = _DESCRIPTION.search(front) is not None
    if name == _SKILL:
        return described
    if _NAMED.fullmatch(name) or _agent_form(folders) or not _FOLDERS.isdisjoint(folder.lower() for folder in folders):
        return True
    return _TEMPLATE.fullmatch(path) is not None or (described and _AGENT_KEYS.search(front) is not None)


def _is_document(name: str) -> bool:
    return name != _SKILL and name.partition(".")[0].lower() in _DOCUMENTS


def _is_manual(path: str, body: str) -> bool:
    """Whether a text among the agents and commands documents a program: how it is called, with what options; it speaks to nobody."""
    *folders, name = path.split("/")
    if name == _SKILL or not (_agent_form(folders) or not _DESCRIBED.isdisjoint(folders)):
        return False
    if _REPORT.fullmatch(name):
        return True
    return not _SPEAKS_TO.search(body) and (
        _USAGE.search(body) is not None or len(set(_OF_A_MANUAL.findall(body))) >= _LEAST_OF_A_MANUAL
    )


def _agent_form(folders: list[str]) -> str:
    """What kind of file a known agent keeps in these folders; nothing if it keeps none there."""
    for home, kind in pairwise(folders):
        if home in _AGENT_HOMES and kind in _AGENT_FOLDERS and (home != ".github" or kind != "workflows"):
            return f"{_AGENT_HOMES[home]} {_AGENT_FOLDERS[kind]}"
    return ""


def _form(path: str) -> str:
    *folders, name = path.split("/")
    if name == _SKILL:
        return "skill"
    if _TEMPLATE.fullmatch(path):
        return "system template"
    if name.lower().endswith(".prompty"):
        return "Prompty file"
    return _agent_form(folders) or "prompt file"


def _name(path: str, front: str) -> str:
    *folders, name = path.split("/")
    title = _TITLE.search(front)
    if title:
        return title[1].strip()
    if name == _SKILL and folders:
        return folders[-1]
    stem = re.sub(r"(?i)(?:\.(?:prompt|agent|chatmode))?\.\w+$", "", name)
    return stem or name


def _reply_phase(path: str) -> str | None:
    found = _TEMPLATE.fullmatch(path)
    return found[1] if found and found[1] in PHASES else None


def _suppressions(text: str, parts: _Parts) -> tuple[Suppression, ...]:
    if MARK not in text:
        return ()
    found = [
        silenced
        for number, comment in comment_lines(parts.front).items()
        for silenced in in_comment(comment, number + parts.front_line - 1)
    ]
    lines = Lines.of(text)
    body = text[parts.start : parts.end]
    for code in scan(body).code:
        if code.kind == "comment":
            comment = body[code.start : code.end].removeprefix("<!--").removesuffix("-->")
            found += in_comment(comment, lines.place(parts.start + code.start).line)
    return tuple(found)
