"""Match one path component against a glob of `*`, `?` and `[…]`; it must not know slashes or directories."""

import re

_TOKEN = re.compile(r"\*+|\?|\[(?P<class>[!^]?\]?[^][]*)\]|.", re.DOTALL)
_WILD = re.compile(r"[*?]|\[[!^]?\]?[^][]*\]")


def is_wild(component: str) -> bool:
    return _WILD.search(component) is not None


def component_matches(glob: str, name: str) -> bool:
    """Whether a glob takes a name; a name that reads like a glob, `[id].tsx`, is also taken by its own text."""
    return glob == name or (is_wild(glob) and compiled(glob).fullmatch(name) is not None)


def components_meet(one: str, other: str) -> bool:
    """Whether some name could be taken by both: never wrongly no, and exact where one of them is literal."""
    if not is_wild(one):
        return component_matches(other, one)
    if not is_wild(other):
        return component_matches(one, other)
    return _heads_agree(_head(one), _head(other)) and _heads_agree(_tail(one)[::-1], _tail(other)[::-1])


def _heads_agree(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _head(glob: str) -> str:
    found = _WILD.search(glob)
    return glob[: found.start()] if found else glob


def _tail(glob: str) -> str:
    end = max((found.end() for found in _WILD.finditer(glob)), default=0)
    return glob[end:]


def compiled(glob: str) -> re.Pattern[str]:
    """Translate a glob so that it cannot backtrack: a `*` takes the shortest run to the next part, for good."""
    parts: list[str] = [""]
    for token in _TOKEN.finditer(glob):
        if token[0].startswith("*"):
            parts.append("")
        elif token[0] == "?":
            parts[-1] += "."
        elif token["class"]:
            parts[-1] += _class(token["class"])
        else:
            parts[-1] += re.escape(token[0])
    first, *others = parts
    if not others:
        return re.compile(first, re.DOTALL)
    *middle, last = others
    return re.compile(f"{first}{''.join(f'(?>.*?{part})' for part in middle if part)}.*{last}", re.DOTALL)


def _class(body: str) -> str:
    negated = body[:1] in {"!", "^"}
    members = body[1:] if negated else body
    if not members:
        return re.escape(f"[{body}]")
    taken: list[str] = []
    at = 0
    while at < len(members):
        if members[at + 1 : at + 2] == "-" and at + 2 < len(members):
            low, high = members[at], members[at + 2]
            taken += [f"{re.escape(low)}-{re.escape(high)}"] if low <= high else []
            at += 3
        else:
            taken.append(re.escape(members[at]))
            at += 1
    if not taken:
        return "." if negated else r"(?!)"
    return f"[{'^' if negated else ''}{''.join(taken)}]"
