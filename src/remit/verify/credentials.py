"""Added text that looks like a credential; it must not know whether one is real, nor ever show one whole."""

import base64
import binascii
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from remit.git import FileDiff
from remit.model.finding import Finding
from remit.verify.findings import finding

# Shapes that an issuer made to be recognised, with what each is called.
_SHAPES = {
    "an AWS access key": r"(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])",
    "a GitHub token": r"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
    "a GitLab token": r"gl(?:pat|ptt|rt|cbt|dt)-[A-Za-z0-9_-]{20,}",
    "an API key of a model provider": r"sk-(?:ant-|or-|proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}",
    "a Slack token": r"xox[abeprs]-(?:[0-9]{8,}-)+[A-Za-z0-9]{16,}|xapp-[0-9]-[A-Z0-9]{8,}-[0-9]{8,}-[a-f0-9]{32,}",
    "a Slack webhook": r"https://hooks\.slack\.com/services/T[A-Z0-9]{8,}/B[A-Z0-9]{8,}/[A-Za-z0-9]{20,}",
    "a Stripe key": r"[rs]k_(?:live|test)_[A-Za-z0-9]{24,}",
    "a Google API key": r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])",
    "a Google client secret": r"GOCSPX-[A-Za-z0-9_-]{28}",
    "an npm token": r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])",
    "a Python package index token": r"pypi-AgE[A-Za-z0-9_-]{60,}",
    "a Hugging Face token": r"hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])",
    "a SendGrid key": r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    "a DigitalOcean token": r"do[opr]_v1_[a-f0-9]{64}",
    "a Shopify token": r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    "a Vault token": r"hv[bs]\.[A-Za-z0-9_-]{24,}",
    "a Telegram token": r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])",
    "an Azure storage key": r"AccountKey=[A-Za-z0-9+/]{86}==",
    "an age secret key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
}
_SHAPE = re.compile(
    "(?<![A-Za-z0-9_/+-])(?:" + "|".join(f"(?P<s{at}>{shape})" for at, shape in enumerate(_SHAPES.values())) + ")"
)
_NAMES = tuple(_SHAPES)

_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\n|\s|\"|'|\+)+(?:[A-Za-z-]+: [^\n]*\s+)*[A-Za-z0-9+/=]{32}"
)
_JWT = re.compile(r"(?<![\w-])(eyJ[\w-]{10,2000})\.eyJ[\w-]{10,8000}\.[\w-]{20,2000}")
_URL = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,30}://(?P<user>[^\s:/@'\"`<>]{0,100}):(?P<secret>[^\s:/@'\"`<>]{3,200})"
    r"@(?P<host>[A-Za-z0-9.-]{1,200}|\[[0-9a-f:]{2,40}\])"
)
# Found by its value, which is rare, and judged by the name that stands before it.
_VALUE = re.compile(
    r"([\"'`])(?P<quoted>[A-Za-z0-9+/=_.~-]{16,200})\1|[:=][ \t]?(?P<bare>[A-Za-z0-9+/=_.~-]{20,200})[ \t\r]*$",
    re.MULTILINE,
)
_NAME_BEFORE = re.compile(
    r"(?i)(?P<name>[\w.-]*(?:secret|passw(?:or)?d|passphrase|token|credential|"
    r"(?:api|access|auth|private|signing|encryption)[_-]?key)[\w-]{0,20})"
    r"[\"']?\]?(?:\s*:\s*[a-z][\w.\[\]| ]{0,30})?\s*(?::=|=>|[:=,(])?\s*[brfu]{0,2}$"
)
_LOOK_BACK = 120
_STOOD_IN = re.compile(
    r"(?i)example|sample|placeholder|change.?me|your|dummy|fake|redacted|x{4}|\*{3}|\.{3}|0{6}|12345|abcdef|qwerty"
    r"|[${}%<>()]|secret|passw|token|deadbeef"
)
_PLAIN = re.compile(
    r"(?i)pass(?:wd|phrase)?|pwd?|pw|user(?:name)?|admin|root|guest|test(?:er|ing)?|foo|bar|baz|[a-z]|p[@a]ss"
)
_LOCAL = re.compile(
    r"(?i)localhost|127\.|0\.0\.0\.0|\[::1\]|(?:.*\.)?(?:example|test|invalid|local|localhost)(?:\.(?:com|net|org))?$|[\w-]+$"
)
_WORD = re.compile(r"[a-z]{7}|[A-Z]{9}")
_RANDOM = re.compile(r"[A-Za-z0-9+/=_.~-]+")
_HEX = re.compile(r"(?:[0-9a-f]{32,}|[0-9A-F]{32,})")
_BITS = 3.2
_SHOWN = 4


def credentials(diffs: Sequence[FileDiff]) -> Iterator[Finding]:
    """Every place in what was added that looks like a credential, with no more of it than its first characters."""
    for each in diffs:
        added = each.added
        text = "\n".join(line.text for line in added)
        for start, name, secret in sorted(_found(text)):
            line = added[text.count("\n", 0, start)]
            yield finding(
                "credential-added",
                f"'{each.path}' holds what looks like {name}, expected none",
                each.path,
                line.number,
                excerpt=f"{secret[:_SHOWN]}…",
                help="read it from the environment or a secret store, and revoke it if it is real",
            )


def _found(text: str) -> Iterator[tuple[int, str, str]]:
    for hit in _SHAPE.finditer(text):
        if _is_no_stand_in(hit[0]) and hit.lastgroup is not None:
            yield hit.start(), _NAMES[int(hit.lastgroup[1:])], hit[0]
    for hit in _PRIVATE_KEY.finditer(text):
        yield hit.start(), "a private key", hit[0]
    for hit in _JWT.finditer(text):
        if _names_algorithm(hit[1]):
            yield hit.start(), "a signed token", hit[0]
    for hit in _URL.finditer(text):
        if (
            not _STOOD_IN.search(hit["secret"])
            and not _PLAIN.fullmatch(hit["secret"])
            and not _LOCAL.match(hit["host"])
        ):
            yield hit.start("secret"), "a password in an address", hit["secret"]
    for hit in _VALUE.finditer(text):
        secret = hit["quoted"] or hit["bare"]
        if _looks_random(secret) and not _SHAPE.match(secret) and not _JWT.match(secret):
            before = text[max(0, hit.start() - _LOOK_BACK) : hit.start()].rpartition("\n")[2]
            if named := _NAME_BEFORE.search(before):
                yield hit.start(), f"a secret in '{named['name']}'", secret


def _is_no_stand_in(secret: str) -> bool:
    """Whether a shape holds more than a repeated character or a word: documentation has its own."""
    return len(set(secret)) > 10 and not re.search(r"(?i)example|x{6}|\.{3}|0{8}|123456|abcdef", secret)


def _names_algorithm(header: str) -> bool:
    try:
        decoded = json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))
    except (binascii.Error, ValueError):
        return False
    return isinstance(decoded, dict) and "alg" in decoded


def _looks_random(secret: str) -> bool:
    if _STOOD_IN.search(secret) or not _RANDOM.fullmatch(secret):
        return False
    if _HEX.fullmatch(secret):
        return _bits(secret) > 3.0
    kinds = sum(any(test(character) for character in secret) for test in (str.islower, str.isupper, str.isdigit))
    return kinds == 3 and not _WORD.search(secret) and _bits(secret) > _BITS


def _bits(text: str) -> float:
    """Shannon's entropy of a character."""
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values())
