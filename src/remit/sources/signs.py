"""By what signs an identifier or a text seems to be a prompt; it must not know files, formats or syntax trees.

A name is *telling* where one of its words is `prompt` (`SYSTEM_PROMPT`, `reviewPrompt`) or it is a pair such as
`system_message`; it is *open* where its words are at home both in prompts and elsewhere (`template`, `instructions`, `task`);
it is *foreign* where its last word names something that is never sent to a model by itself (`prompt_path`, `html`,
`description`), or where it names an example of something. A telling name is enough for a text to be a prompt. Under an open name the
text must open like one or hold two marks of one; under any other it must do both.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from itertools import pairwise
from typing import AnyStr

from remit.markup.places import Span


class Strength(IntEnum):
    """How much a place says for what stands there."""

    FOREIGN = -1
    NONE = 0
    OPEN = 1
    TELLING = 2


_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")
_TELLING = frozenset({"prompt", "prompts", "sysprompt", "metaprompt", "backstory"})
_TELLING_PAIRS = frozenset({
    ("system", "message"), ("system", "messages"), ("system", "instruction"), ("system", "instructions"), ("system", "msg"),
    ("developer", "message"), ("developer", "instructions"), ("user", "message"), ("human", "message"),
    ("custom", "instructions"), ("few", "shot"), ("main", "system"), ("format", "instructions"), ("system", "template"),
})  # fmt: skip
_OPEN = frozenset({
    "content", "directive", "goal", "guideline", "guidelines", "instruction", "instructions", "persona", "policy",
    "preamble", "prefix", "query", "reminder", "role", "rules", "suffix", "system", "task", "template", "templates",
    "tmpl", "tpl",
})  # fmt: skip
_FOREIGN = frozenset({
    "answers", "args", "banner", "changelog", "class", "cls", "code", "config", "count", "css", "data", "dataset",
    "ddl", "demos", "desc", "description", "dir", "doc", "docs", "docstring", "epilog", "error", "example",
    "examples", "expected", "file", "filename", "files", "hash", "help", "html", "id", "ids", "js", "key", "keys",
    "label", "length", "license", "name", "names", "note", "path", "paths", "readme", "reason", "regex", "samples",
    "schema", "script", "shots", "snippet", "source", "sql", "stderr", "stdout", "style", "svg", "title", "tokens",
    "url", "usage", "version", "warning", "xml",
})  # fmt: skip

# What is named so is joined to something: `TOOLS_SUFFIX`, `files_prefix_prompt`.
_PARTS = frozenset({
    "addendum", "appendix", "epilogue", "fragment", "footer", "guidance", "header", "opening", "hint", "hints",
    "kwargs", "part", "partial", "postfix",
    "prefix", "preamble", "reminder", "section", "snippet", "suffix",
})  # fmt: skip
_OF_ANY_TEXT = frozenset(
    {"content", "md", "message", "msg", "prompt", "str", "string", "template", "text", "tmpl", "tpl"}
)

_SHOWN = frozenset({"dummy", "example", "examples", "expected", "fake", "mock", "sample"})

_WORD = re.compile(r"\S+")
# Scripts that write no spaces: two characters count as a word.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

_OPENING = re.compile(
    r"\byou(?:\s+are|['’]re)\s+(?:an?|the|now|given|tasked|responsible|in\s+charge|going\s+to|acting|working|helping|asked|being|"
    r"expert|operating|provided|reviewing|evaluating|\w+(?:\.|,)|[A-Z{]|\w+ing)\b"
    r"|\byou\s+(?:will|shall)\s+(?:be\s+(?:given|provided|asked|shown|acting)|receive|act|help|analy[sz]e|evaluate)\b"
    r"|\bact\s+(?:as|like)\s+(?:an?|the)\b|\bassume\s+the\s+role\b|\bas\s+an?\s+(?:ai|expert|helpful|experienced|senior|assistant)\b"
    r"|\byour\s+(?:\w+\s+)?(?:task|job|goal|role|purpose|mission|objective|responsibility)\s+(?:is|will)\b"
    r"|\bi\s+(?:want|need|would\s+like)\s+you\s+to\b|\b(?:please|imagine|pretend)\s+(?:you|that\s+you|analy[sz]e|write|generate|"
    r"summari[sz]e|extract|answer|provide|review|evaluate|classify|create|translate|determine|identify|respond)\b"
    r"|\bgiven\s+(?:the|an?|this|some|two|a\s+list|below|following)\b.{0,200}?[,:]\s*(?:your|please|you|write|generate|extract|"
    r"summari[sz]e|answer|provide|create|identify|determine|classify|return|output|evaluate|rephrase|respond)"
    r"|\b(?:answer|respond\s+to)\s+(?:the|this|each)\s+(?:following\s+)?(?:question|user|query)\b"
    r"|^(?:\W*)(?:analy[sz]e|summari[sz]e|extract|classify|generate|evaluate|translate|rewrite|review|identify|determine|compare|"
    r"rate|score|judge|convert|write|create|rephrase|decide|improve|answer|respond|use|given|select|list|decompose|break)\s+"
    r"(?:\w+\s+)?(?:the|this|these|each|all|an?|following|below|whether|how|if)\b"
    r"|你是|你的任务|请你|您是|あなたは|당신은|\beres\s+un|\btu\s+es\s+un|\bvous\s+êtes\s+un|\bdu\s+bist\s+ein|\bsie\s+sind\s+ein|\bвы\s+—|\bты\s+—",
    re.IGNORECASE | re.DOTALL,
)
# As far as a heading, tags and a greeting may stand before the opening.
_OPENING_WITHIN = 600
_MARKS_WITHIN = 8000

_MARKS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        r"\byour\s+(?:\w+\s+)?(?:task|job|role|goal|answer|response|reply|output|final\s+answer|analysis|reasoning|summary)\b",
        r"\b(?:respond|reply|answer|return|output|responses?)\s+(?:only|with|in|using|strictly|must|should|as)\b",
        (
            r"\b(?:do\s+not|don't|never|must\s+not|avoid)\s+(?:\w+\s+)?(?:add|answer|ask|assume|call|change|explain|generate|give|include|"
            r"invent|make|mention|modify|output|provide|repeat|respond|return|say|try|use|write)\b"
        ),
        r"\bstep[\s-]by[\s-]step\b|\bthink\s+(?:carefully|through|about)\b|\bchain[\s-]of[\s-]thought\b",
        r"\byou\s+(?:must|should|can|may|have\s+access|have\s+been|will|need\s+to|are\s+(?:an?|the|not\s+allowed))\b",
        r"\bjson\b.{0,40}\b(?:format|object|schema|output|response|list|array|only|valid)\b|\b(?:valid|as|in|return)\s+json\b",
        r"\bthe\s+(?:user|assistant|ai|model|llm|human)(?:['’]s)?\b|\blanguage\s+model\b|\bai\s+assistant\b",
        (
            r"\b(?:following|below|above|provided|given)\s+(?:\w+\s+)?(?:code|content|context|conversation|criteria|data|document|examples|"
            r"format|guidelines|information|instructions|passage|query|question|rules|statement|steps|task|text|tools)\b"
        ),
        (
            r"^[^\w\n]*+(?:answer|constraints|context|criteria|examples?|format|guidelines?|input|instructions?|output(?:\s+format)?|query|"
            r"question|requirements|response|rules|steps|task)\b[^\n]{0,30}?(?::|\n)"
        ),
        r"<(?:instructions?|context|example|examples|output_format|thinking|task|rules|system|user_query|document)\b",
        r"\b(?:assistant|user|human|system)\s*:",
        r"^[ \t]*+(?:\d+[.)]|[-*])\s+(?:always|never|only|ensure|make\s+sure|use|do\s+not|don't|avoid|be|provide|keep|focus|include)\b",
    )
)

_NO_PROMPT = re.compile(
    r"\s*(?:(?i:<!doctype|<html|<\?xml|<svg|<script|<style|usage:|copyright\b|licensed\s+under)|#!|/\*|--\s|Traceback\b"
    r"|(?:SELECT|INSERT\s+INTO|CREATE\s+(?:TABLE|OR|INDEX|VIEW)|DELETE\s+FROM|ALTER\s+TABLE|UPDATE\s+\w+\s+SET|WITH\s+\w+\s+AS)\s"
    r"|import\s+[\w.]+\s*(?:\n|as\b)|from\s+[\w.]+\s+import\b|(?:async\s+)?def\s+\w+\(|class\s+\w+[(:]|function\s*\w*\(|\(?function\b"
    r"|(?:query|mutation)\s+\w+\s*[({])"
)

# What a program prints in colour is read by people.
_CONSOLE = re.compile(r"\[/(?:bold|cyan|green|red|yellow|blue|magenta|dim|link|rgb\([\d,]+\))\]")

_PLACEHOLDER = re.compile(
    r"\{\{[{#/^&>!~-]?\s*[A-Za-z_][^{}\n]{0,80}\}?\}\}"
    r"|\{%-?[^%\n]{1,120}%\}"
    r"|<%=?[^%\n]{1,80}%>"
    r"|\$\{[A-Za-z_][\w.]{0,60}\}"
    r"|\$ARGUMENTS\b"
    r"|(?<![{\w])\{[A-Za-z_][\w.]{0,60}(?:\[\w{1,30}\])?(?:![rsa])?(?::[^{}\n\"' ]{1,20})?\}(?!\})"
)


def name_strength(identifier: str) -> Strength:
    """How much a name says for the text that it is given to."""
    words = [word.lower() for word in _WORDS.findall(identifier)]
    if not words:
        return Strength.NONE
    if words[-1] in _FOREIGN:
        return Strength.FOREIGN
    if not _TELLING.isdisjoint(words) or any(pair in _TELLING_PAIRS for pair in pairwise(words)):
        return Strength.TELLING
    if not _SHOWN.isdisjoint(words):
        return Strength.FOREIGN
    return Strength.NONE if _OPEN.isdisjoint(words) else Strength.OPEN


def names_part(identifier: str) -> bool:
    """Whether a name says that its text is joined to others before it is sent."""
    words = [word.lower() for word in _WORDS.findall(identifier)]
    while len(words) > 1 and words[-1] in _OF_ANY_TEXT:
        words.pop()
    return bool(words) and (words[-1] in _PARTS or words[-2:] == ["custom", "instructions"])


def path_strength(path: str) -> Strength:
    """Telling where a file, or one of the two folders around it, is named for prompts."""
    *folders, name = path.split("/")
    telling = name_strength(name.partition(".")[0]) is Strength.TELLING or not _TELLING.isdisjoint(folders[-2:])
    return Strength.TELLING if telling else Strength.NONE


def raised(own: Strength, within: Strength) -> Strength:
    """A name's strength, one step up inside something that is named for prompts; what is foreign stays so."""
    if own is Strength.FOREIGN or within < Strength.TELLING:
        return own
    return Strength(min(own + 1, Strength.TELLING))


def reads_as_prompt(text: str, strength: Strength) -> bool:
    """Whether a text at a place of that strength is taken for a prompt."""
    if strength is Strength.FOREIGN or _NO_PROMPT.match(text) or _CONSOLE.search(text):
        return False
    if strength is Strength.TELLING:
        return True
    opens = _OPENING.search(text[:_OPENING_WITHIN]) is not None
    if opens is (strength is Strength.OPEN):
        return opens
    start = text[:_MARKS_WITHIN]
    return sum(1 for mark in _MARKS if mark.search(start)) >= 2


def ends(text: AnyStr, word: AnyStr) -> Iterator[int]:
    """Where a word that stands in a text is over, each time; much faster than a pattern where there are few."""
    at = text.find(word)
    while at >= 0:
        at += len(word)
        yield at
        at = text.find(word, at)


def count_words(text: str) -> int:
    unspaced = len(_UNSPACED.findall(text))
    return len(_WORD.findall(_UNSPACED.sub(" ", text) if unspaced else text)) + unspaced // 2


def placeholders(text: str) -> tuple[Span, ...]:
    """Where values of unknown text will stand, in the template syntaxes that are common in prompts."""
    if not ("{" in text or "$" in text or "<%" in text):
        return ()
    return tuple(Span(*found.span()) for found in _PLACEHOLDER.finditer(text))
