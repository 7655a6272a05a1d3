"""What a value brings, by the name of its place: text that others wrote, or something new on every call; it must not know any rule."""

import re

from remit.judge.rules.lexicon import words_of

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_TEXTS = words_of("""
    article articles body bodies chat comment comments content contents conversation corpus diff doc docs document documents email
    emails excerpt feedback history html input issue issues log logs mail markdown message messages page paragraph passage patch post
    posts query question request review source text texts thread ticket title transcript tweet utterance webpage
    """)
_OF_THE_PROGRAM = re.compile(
    r"[{$<%\s]*(?:self\.)?_?(?:tools?|instructions?|prompts?|template|system|format|safe|escaped|quoted|agent_skills|skills?|functions?|api)[._]",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"dumps\b|repr\b|!r\b|tojson|\(\)[}\s]*\Z|escape")
_NEW_ON_EVERY_CALL = _TEXTS | words_of("arguments date datetime memory memories now task time timestamp today uuid")


def brings_text(shown: str) -> bool:
    """Whether a value is a text that others wrote: `{issue.body}`, `{{USER_INPUT}}`."""
    return _last_word(shown) in _TEXTS and not _OF_THE_PROGRAM.match(shown) and not _QUOTED.search(shown)


def is_new_on_every_call(shown: str) -> bool:
    """Whether a value is hardly ever the same on two calls: a text, a task, a moment."""
    return _last_word(shown) in _NEW_ON_EVERY_CALL


def _last_word(shown: str) -> str:
    """The last word of a value's name; nothing where it steers a template instead of bringing something."""
    words = [] if shown.startswith("{%") else _WORDS.findall(shown)
    return words[-1].lower() if words else ""
