"""The grammar of .gitignore files: which paths one of them takes or takes back; it must not read the disk.

Known misses: `core.excludesFile` and `core.ignoreCase` are one machine's own, and are not read.
"""

import re
from dataclasses import dataclass

_ESCAPED_OR_WILD = re.compile(
    r"\\(?P<escaped>.)|(?P<stars>\*+)|(?P<one>\?)|\[(?P<set>[!^]?\]?(?:\[:\w+:\]|\\.|[^]\\])*)\]|.",
    re.DOTALL,
)
_MEMBER = re.compile(r"\[:(?P<named>\w+):\]|(?:\\(?P<escaped>.)|(?P<plain>.))", re.DOTALL)
_NAMED = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": "!-/:-@\\[-`{-~",
    "space": "\\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_NEVER = r"(?!)"


@dataclass(frozen=True, slots=True)
class _Rule:
    """One line: its components from the folder of the file on, `None` for `**`."""

    parts: tuple[re.Pattern[str] | None, ...]
    folders_only: bool
    ignores: bool

    def takes(self, names: list[str]) -> bool:
        """Whether a path is taken whole; only the last `**` met has to be tried further."""
        at = name = 0
        resume: tuple[int, int] | None = None
        while name < len(names):
            part = self.parts[at] if at < len(self.parts) else _ENDED
            if part is None:
                at += 1
                resume = (at, name)
            elif part is not _ENDED and part.fullmatch(names[name]):
                at += 1
                name += 1
            elif resume is not None:
                at, name = resume[0], resume[1] + 1
                resume = (at, name)
            else:
                return False
        return at == len(self.parts)


_ENDED = re.compile(_NEVER)


@dataclass(frozen=True, slots=True)
class Ignores:
    """The rules of one file, and where they count from.

    That is a folder below the root (`cut`, what is taken from the front of a path) or one above it (`put`, what is set
    before it); both end in a slash or are empty.
    """

    cut: str
    put: str
    _rules: tuple[_Rule, ...]
    _last_parts: re.Pattern[str]

    @classmethod
    def of(cls, text: str, *, cut: str = "", put: str = "") -> "Ignores":
        rules: list[_Rule] = []
        lasts: list[str] = []
        for line in text.removeprefix("\ufeff").split("\n"):
            pattern = _without_trailing_spaces(line.removesuffix("\r"))
            if not pattern or pattern.startswith("#"):
                continue
            ignores = not pattern.startswith("!")
            pattern = pattern if ignores else pattern[1:]
            folders_only = pattern.endswith("/")
            anchored = "/" in pattern.rstrip("/") or pattern.startswith("/")
            parts = pattern.strip("/").split("/")
            if parts == [""]:
                continue
            spelled = [None if part == "**" else _component(part) for part in ([] if anchored else ["**"]) + parts]
            if spelled[-1] is None:
                # What is below is taken, the folder itself is not.
                spelled.append("(?s:.+)")
            lasts.append(spelled[-1] or "")
            rules.append(
                _Rule(tuple(None if part is None else re.compile(part) for part in spelled), folders_only, ignores)
            )
        return cls(cut, put, tuple(reversed(rules)), re.compile("|".join(f"(?:{last})" for last in lasts) or _NEVER))

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether a path of the root is ignored (True), taken back (False) or not spoken of (None)."""
        relative = self.put + path[len(self.cut) :]
        if not self._last_parts.fullmatch(relative[relative.rfind("/") + 1 :]):
            return None
        names = relative.split("/")
        for rule in self._rules:
            if (is_folder or not rule.folders_only) and rule.takes(names):
                return rule.ignores
        return None


def _without_trailing_spaces(line: str) -> str:
    stripped = line.rstrip(" ")
    escapes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if escapes % 2 and stripped != line else stripped


def _component(glob: str) -> str:
    """A regular expression for one component that cannot backtrack: a `*` takes the shortest run to the next part, for good."""
    parts = [""]
    for token in _ESCAPED_OR_WILD.finditer(glob):
        if token["stars"]:
            parts.append("")
        elif token["one"]:
            parts[-1] += "."
        elif token["set"] is not None:
            parts[-1] += _set(token["set"])
        elif token[0] in {"[", "\\"}:
            # A set that never closes, or an escape of nothing: git takes nothing then.
            return _NEVER
        else:
            parts[-1] += re.escape(token["escaped"] or token[0])
    first, *others = parts
    if not others:
        return f"(?s:{first})"
    *middle, last = others
    return f"(?s:{first}{''.join(f'(?>.*?{part})' for part in middle if part)}.*{last})"


def _set(body: str) -> str:
    negated = body[:1] in {"!", "^"}
    members: list[str] = []
    tokens = list(_MEMBER.finditer(body[1:] if negated else body))
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token["named"]:
            members.append(_NAMED.get(token["named"], ""))
        elif at + 2 < len(tokens) and tokens[at + 1]["plain"] == "-" and not tokens[at + 2]["named"]:
            low, high = _char(token), _char(tokens[at + 2])
            members.append(f"{re.escape(low)}-{re.escape(high)}" if low <= high else "")
            at += 2
        else:
            members.append(re.escape(_char(token)))
        at += 1
    taken = "".join(members)
    if not taken:
        return "." if negated else _NEVER
    return f"[{'^' if negated else ''}{taken}]"


def _char(token: re.Match[str]) -> str:
    return token["escaped"] or token["plain"]
