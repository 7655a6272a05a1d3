"""Judge a URL that somebody else wrote, by its text alone; it must not resolve or fetch anything.

Accepted are https, plain http to the own machine, and relative links into the project's documents. Plain http elsewhere is flagged.
"""

import re
import unicodedata
from collections.abc import Iterator

from remit.markup.places import Span
from remit.paths import judge as judge_path
from remit.sanitize.handling import Concern, Handling

_LONGEST = 4096
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY = re.compile(r"//([^/?#]*)")
_UNSEEN = re.compile(
    r"[\x00-\x20\x7f-\xa0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\ufff9-\ufffb]"
)
_PORT = re.compile(r":([0-9]{0,5})\Z")
_NUMERIC = re.compile(r"(?:0[xX][0-9a-fA-F]*|[0-9]+)(?:\.(?:0[xX][0-9a-fA-F]*|[0-9]+))*\.?")
_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_LOOPBACK_ADDRESS = re.compile(r"127(?:\.(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3}")
_LOOPBACK_NAME = re.compile(r"(?:[a-z0-9-]+\.)*localhost\.?")
_BARE_HOST = re.compile(
    r"(?:[A-Za-z0-9-]+\.)+(?:com|org|net|io|dev|app|ai|co|edu|gov|info|me|sh|xyz)(?:[/:?#]|\Z)|www\.", re.IGNORECASE
)


def judge_url(text: str) -> list[Concern]:
    """Every concern about one URL; spans count from its start."""
    whole = Span(0, len(text))
    return [Concern(code, handling, whole, detail=text[:80]) for handling, code in _judged(text)]


def _judged(text: str) -> Iterator[tuple[Handling, str]]:
    if len(text) > _LONGEST:
        yield "reject", "url.length"
        return
    if not text.strip():
        yield "reject", "url.empty"
        return
    if _UNSEEN.search(text):
        yield "reject", "url.control"
    if "\\" in text:
        yield "reject", "url.backslash"
    folded = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    scheme = _SCHEME.match(folded)
    if scheme is None or _is_host_with_port(folded):
        yield from _relative(folded if folded.isascii() else text)
        return
    name = scheme[1].lower()
    if name not in ("https", "http"):
        yield "reject", "url.scheme"
        return
    authority = _AUTHORITY.match(text, scheme.end()) if text[: scheme.end()].isascii() else None
    if authority is None:
        yield "reject", "url.host"
        return
    loopback = False
    for handling, code in _authority(authority[1]):
        loopback = loopback or code == "loopback"
        if code != "loopback":
            yield handling, code
    if name == "http" and not loopback:
        yield "flag", "url.not_https"


def _authority(text: str) -> Iterator[tuple[Handling, str]]:
    if "@" in text or "%40" in text:
        yield "reject", "url.userinfo"
        return
    port = _PORT.search(text)
    if port is not None and int(port[1] or 0) > 65535:
        yield "reject", "url.host"
    host = text[: port.start()] if port is not None else text
    folded = unicodedata.normalize("NFKC", host).lower()
    if host.startswith("["):
        loopback = re.fullmatch(r"\[(?:0{0,4}:){2,7}0{0,3}1\]", folded) is not None
        yield ("accept", "loopback") if loopback else ("reject", "url.numeric_host")
    elif _LOOPBACK_ADDRESS.fullmatch(host) or _LOOPBACK_NAME.fullmatch(host.lower()):
        yield "accept", "loopback"
    elif _NUMERIC.fullmatch(folded) or _NUMERIC.fullmatch(folded.rpartition(".")[2]):
        yield "reject", "url.numeric_host"
    elif not host.isascii():
        yield "flag", "url.idn"
    elif not host or not all(_LABEL.fullmatch(label) for label in host.removesuffix(".").split(".")):
        yield "reject", "url.host"
    elif any(label.startswith("xn--") for label in folded.split(".")):
        yield "flag", "url.idn"


def _relative(text: str) -> Iterator[tuple[Handling, str]]:
    """A link into the project: a path that is one, or a place on the same page."""
    path = re.split(r"[?#]", text, maxsplit=1)[0]
    if path.startswith(("//", "/\\")) or _BARE_HOST.match(path) or _is_host_with_port(path):
        yield "reject", "url.scheme"
        return
    if path:
        verdict = judge_path(path)
        yield from ((verdict.handling, code) for code in verdict.codes if code != "path.sensitive")


def _is_host_with_port(text: str) -> bool:
    return re.match(r"[A-Za-z0-9.-]+:[0-9]+(?:[/?#]|\Z)", text) is not None
