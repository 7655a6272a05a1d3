"""Judge one path that somebody else wrote, and normalise what is kept; it must not read the disk."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from remit.paths.steering import is_protected, is_sensitive
from remit.paths.wildcards import is_wild

Handling = Literal["accept", "flag", "reject"]
_Found = tuple[Handling, str]

_PATH_BYTES = 4096
_NAME_BYTES = 255
_STACKED_MARKS = 8

_SCHEME = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*://|(?:data|file|ftp|git|https?|javascript|jar|mailto|ssh|urn|vbscript):", re.IGNORECASE
)
_ENCODED = re.compile(r"%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);")
_EXPANDED = re.compile(r"\$[{(\[]|`|\$[A-Z_][A-Z0-9_]+(?![A-Za-z0-9_])|\$[0-9@*#?$!-]|%[A-Za-z_][A-Za-z0-9_()]*%")
_BRACED = re.compile(r"\{([^{}]*)\}")
_EXPANDABLE = re.compile(r"\$\w|[{}!;&]")
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[.:].*)?", re.IGNORECASE | re.DOTALL
)
_SHORT_NAME = re.compile(r"[^./~ ]{1,8}~[0-9]{1,6}(?:\.[^./~ ]{0,3})?")
_LEADING_VARIABLE = re.compile(r"\$\w")
_HOME = re.compile(r"~(?:[A-Za-z0-9_+-].*)?", re.DOTALL)
_WINDOWS_ONLY = re.compile(r'[\\:"<>|]|\A//')

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_LOOKS_LIKE_SYNTAX = frozenset("\u02d0\u2044\u2215\u2216\u2236\u2571\u2572\u27cb\u27cd\u29f5\u29f8\u29f9\ua789")
_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_LATIN_ALIKE = re.compile(
    r"[\u0370-\u03ff\u0400-\u058f\u13a0-\u13ff\u1c80-\u1c8f\u1f00-\u1fff\ua640-\ua69f\uab70-\uabbf]"
)


@dataclass(frozen=True, slots=True)
class PathVerdict:
    """What becomes of a path, every reason for it, the gravest first, and the normalised path where it is kept."""

    handling: Handling
    codes: tuple[str, ...] = ()
    path: str | None = None

    @property
    def sensitive(self) -> bool:
        return "path.sensitive" in self.codes


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """What a disk says of a normalised path.

    `resolved` is where symbolic links lead to, relative to the root, where any stand on the way; `leaves_root` says
    that they lead out of it, to another mount or round in a circle; `case_twin` is a path that differs in case alone.
    """

    resolved: str | None = None
    leaves_root: bool = False
    case_twin: str | None = None
    is_directory: bool = False


def judge(text: str) -> PathVerdict:
    """Judge a path as a project's list of files may hold it: relative to the root and inside it, whoever reads it."""
    if len(text) > _PATH_BYTES or len(text.encode("utf-8", "surrogatepass")) > _PATH_BYTES:
        return PathVerdict("reject", ("path.length",))
    if not text.strip():
        return PathVerdict("reject", ("path.empty",))
    found = [*_spelling(text), *_names(_seen(text))]
    folded = unicodedata.normalize("NFKC", text)
    if folded != text:
        found += _folding(found, [*_spelling(folded), *_names(_seen(folded))])
    return _verdict(found, "/".join(_normalised(text)))


def judge_facts(verdict: PathVerdict, facts: DiskFacts) -> PathVerdict:
    """Judge once more what is kept of a path, by what the disk says of it."""
    if verdict.path is None:
        return verdict
    found: list[_Found] = [("flag", code) for code in verdict.codes]
    path = verdict.path
    if facts.leaves_root:
        found.append(("reject", "path.symlink"))
    if facts.resolved is not None:
        target = judge(facts.resolved)
        found += [(target.handling, code) for code in target.codes]
        path = target.path or path
    if facts.case_twin is not None:
        found.append(("flag", "path.case"))
    if facts.is_directory:
        found.append(("flag", "path.glob"))
        path = f"{path}/**"
    return _verdict(found, path)


def _verdict(found: list[_Found], path: str) -> PathVerdict:
    rejected = [code for handling, code in found if handling == "reject"]
    flagged = [code for handling, code in found if handling == "flag"]
    codes = tuple(dict.fromkeys(rejected + flagged))
    if rejected:
        return PathVerdict("reject", codes)
    return PathVerdict("flag" if flagged else "accept", codes, path)


def _spelling(text: str) -> Iterator[_Found]:
    """What the text as a whole shows, before it is taken apart."""
    for code, shows in _REFUSED_SPELLINGS.items():
        if shows(text):
            yield "reject", code
    if _EXPANDABLE.search(text):
        yield "flag", "path.expansion"
    if _looks_alike(text):
        yield "flag", "path.unicode"


def _names(text: str) -> Iterator[_Found]:
    """What the single names show, and where they lead."""
    components = _normalised(text)
    if _climbs(text):
        yield "reject", "path.traversal"
    if all(set(name) <= {"*"} for name in components):
        yield "reject", "path.root"
        return
    first = components[0]
    if first.startswith("-"):
        yield "reject", "path.option"
    if _HOME.fullmatch(first):
        yield "reject", "path.home"
    if _LEADING_VARIABLE.match(first):
        yield "reject", "path.expansion"
    if is_protected(components):
        yield "reject", "path.protected"
    if any(_RESERVED.fullmatch(name) for name in components):
        yield "reject", "path.reserved"
    if any(name != name.strip() or name.endswith(".") for name in components):
        yield "reject", "path.windows"
    if any(len(name.encode("utf-8", "surrogatepass")) > _NAME_BYTES for name in components):
        yield "reject", "path.length"
    if is_sensitive(components):
        yield "flag", "path.sensitive"
    if any(_SHORT_NAME.fullmatch(name) for name in components):
        yield "flag", "path.shortname"
    if any(is_wild(name) for name in components):
        yield "flag", "path.glob"


def _folding(found: list[_Found], folded: list[_Found]) -> Iterator[_Found]:
    """Judge characters that some reader folds: refused where the fold leads elsewhere, else flagged."""
    leads_away = {"path.traversal", "path.absolute", "path.home", "path.protected", "path.root"}
    hidden = [(handling, code) for handling, code in folded if code in leads_away and (handling, code) not in found]
    yield "reject" if hidden else "flag", "path.unicode"
    yield from hidden


def _normalised(text: str) -> tuple[str, ...]:
    """Take out `.`, empty names and `..` with what it takes back; a directory becomes the pattern of all below it."""
    kept: list[str] = []
    for name in text.split("/"):
        if name == ".." and kept:
            kept.pop()
        elif name not in {"", ".", ".."}:
            kept.append(name)
    if kept and text.rpartition("/")[2] in {"", ".", ".."}:
        kept.append("**")
    return tuple(kept)


def _climbs(text: str) -> bool:
    depth = 0
    for name in re.split(r"[/\\]", text):
        if name not in {"", "."}:
            depth += -1 if name == ".." else 1
        if depth < 0:
            return True
    return False


def _seen(text: str) -> str:
    """The text without what nobody sees, so that a name which is split by it is still known."""
    return "".join(character for character in text if not _unseen(character))


def _unseen(character: str) -> bool:
    return character in _BLANK or unicodedata.category(character) in _UNSEEN


def _looks_alike(text: str) -> bool:
    if text.isascii():
        return False
    if unicodedata.normalize("NFC", text) != text or not _LOOKS_LIKE_SYNTAX.isdisjoint(text):
        return True
    if any(0xFE00 <= ord(c) <= 0xFE0F or 0xE000 <= ord(c) <= 0xF8FF or ord(c) >= 0xE0000 for c in text):
        return True
    return any(_LATIN.search(word) and _LATIN_ALIKE.search(word) for word in _WORD.findall(text))


def _alternates(text: str) -> bool:
    return any("," in inside or ".." in inside for inside in _BRACED.findall(text))


def _overstacked(text: str) -> bool:
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if run > _STACKED_MARKS:
            return True
    return False


_REFUSED_SPELLINGS: dict[str, Callable[[str], bool]] = {
    "path.control": lambda text: any(map(_unseen, text)) or _overstacked(text),
    "path.absolute": lambda text: text.lstrip()[:1] in {"/", "\\"},
    "path.scheme": lambda text: _SCHEME.match(text) is not None,
    "path.encoded": lambda text: _ENCODED.search(text) is not None,
    "path.expansion": lambda text: _EXPANDED.search(text) is not None or _alternates(text),
    "path.windows": lambda text: _WINDOWS_ONLY.search(text) is not None and not _SCHEME.match(text),
}
