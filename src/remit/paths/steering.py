"""Name the files that steer agents, integration, hooks or Remit itself; it must not judge how a path is written."""

import re
from itertools import zip_longest

from remit.paths.wildcards import component_matches, is_wild

_PROTECTED = frozenset({".git", ".remit"})
_SHORT_NAMES = re.compile(r"(?:git|remit)~[0-9]+")

# Whatever stands in a directory of these names, and every file of these names, at any depth.
_SENSITIVE_ANYWHERE = frozenset(
    {
        # Instructions, settings, commands, skills and hooks of coding agents.
        ".agent",
        ".agents",
        ".aider.conf.yml",
        ".amazonq",
        ".augment",
        ".augment-guidelines",
        ".claude",
        ".claude-plugin",
        ".clinerules",
        ".codex",
        ".continue",
        ".continuerules",
        ".cursor",
        ".cursorrules",
        ".factory",
        ".gemini",
        ".goosehints",
        ".idx",
        ".junie",
        ".kilocode",
        ".kiro",
        ".mcp.json",
        ".openhands",
        ".opencode",
        ".qwen",
        ".roo",
        ".roomodes",
        ".roorules",
        ".rules",
        ".trae",
        ".windsurf",
        ".windsurfrules",
        ".zed",
        "agent.md",
        "agents.md",
        "agents.override.md",
        "claude.local.md",
        "claude.md",
        "codex.md",
        "copilot-instructions.md",
        "gemini.md",
        "mcp.json",
        "opencode.json",
        "opencode.jsonc",
        "qwen.md",
        "skill.md",
        "warp.md",
        # Continuous integration, and hooks that run on a developer's machine.
        ".appveyor.yml",
        ".azure-pipelines",
        ".buildkite",
        ".ci",
        ".circleci",
        ".cirrus.yml",
        ".devcontainer",
        ".drone.yml",
        ".gitlab-ci.yml",
        ".githooks",
        ".husky",
        ".lefthook.yml",
        ".pre-commit-config.yaml",
        ".semaphore",
        ".teamcity",
        ".travis.yml",
        ".woodpecker",
        ".woodpecker.yml",
        "appveyor.yml",
        "azure-pipelines.yml",
        "bitbucket-pipelines.yml",
        "buildspec.yml",
        "cloudbuild.yaml",
        "codemagic.yaml",
        "jenkinsfile",
        "lefthook.yml",
    }
)

# The same for paths of two parts; all below them too.
_SENSITIVE_PAIRS = (
    (".forgejo", "workflows"),
    (".gitea", "workflows"),
    (".github", "actions"),
    (".github", "agents"),
    (".github", "chatmodes"),
    (".github", "copilot"),
    (".github", "hooks"),
    (".github", "instructions"),
    (".github", "prompts"),
    (".github", "skills"),
    (".github", "workflows"),
    (".gitlab", "ci"),
    (".vscode", "settings.json"),
    (".vscode", "tasks.json"),
)

# What Remit reads at the root of a project. Which table of pyproject.toml a change will touch, no path tells.
_SENSITIVE_AT_ROOT = (
    ("agentd", "project.md"),
    ("pyproject.toml",),
    ("remit", "overrides.toml"),
    ("remit", "project.md"),
    ("remit.toml",),
    ("templates",),
)


def is_protected(components: tuple[str, ...]) -> bool:
    """Whether a path or glob aims at git's own files or Remit's own store, in any spelling that a disk may fold."""
    folded = [_folded(component) for component in components]
    return any(_SHORT_NAMES.fullmatch(name) or _aims(name, _PROTECTED) for name in folded)


def is_sensitive(components: tuple[str, ...]) -> bool:
    """Whether a path or glob aims at a file that steers agents, continuous integration, hooks or Remit.

    A glob aims at a name that it takes and whose first character it spells out: `CLAUDE*` aims, `*.md` does not.
    """
    folded = tuple(_folded(component) for component in components)
    return (
        any(_aims(name, _SENSITIVE_ANYWHERE) for name in folded)
        or any(_leads(folded, at, pair) for at in range(len(folded)) for pair in _SENSITIVE_PAIRS)
        or any(_leads(folded, 0, root) for root in _SENSITIVE_AT_ROOT)
    )


def _folded(component: str) -> str:
    return component.casefold().partition(":")[0].rstrip(". ")


def _aims(name: str, targets: frozenset[str]) -> bool:
    if name in targets or not is_wild(name) or name[0] in "*?":
        return name in targets
    return any(component_matches(name, target) for target in targets)


def _leads(names: tuple[str, ...], start: int, target: tuple[str, ...]) -> bool:
    """Whether names go on with the target: its first part is aimed at, the others may be reached by any wildcard."""
    if not _aims(names[start], frozenset(target[:1])):
        return False
    for name, part in zip_longest(names[start + 1 : start + len(target)], target[1:]):
        if name == "**":
            return True
        if name is None or not component_matches(name, part):
            return False
    return True
