"""Words that come near to what a criterion looks for: too vague for a verdict, too near for a finding; it must not know verdicts.

A rule that says that something is absent is silent where one of them stands in the prompt: better one finding too few than one that is
not so.
"""

import re

_FORM = re.compile(
    r"\b(?:json|yaml|xml|csv|html|format\w*|markdown|bullets?|bulleted|words|sentences?|paragraphs?|lists?|tables?|tags?|headings?|sections?|"
    r"template|schema|function|tools?|parts|exceed|lines?|blocks?|snippets?|structured?|only|exactly|short"
    r"|brief|style|return (?:an? |the )?\w+ or|between \d+)\b"
)
_BINDS = re.compile(
    r"\b(?:must|should|shall|only|exactly|strictly|never|do not|don't|always|ensure|make sure|avoid|at most"
    r"|at least|no more than|concise\w*|"
    r"needs? to|have to|important|critical|without|requirements?|rules?|guidelines?|between \d+|if|otherwise"
    r"|format|sentences?|words?|lines?|each|accurate\w*|comprehensive|specific|clear\w*|detailed|"
    r"follow|or none|limit\w*|true|false|correct|relevant)\b"
)
_CASES = re.compile(
    r"\b(?:if|when|unless|where|in case|for|otherwise)\b[^.\n]{0,100}\b(?:no|not|none|nothing|unknown|empty"
    r"|missing|cannot|can't|don't|isn't|doesn't|unable|"
    r"unclear|unsure|fails?|failed|error|errors|invalid|insufficient|unavailable|ambiguous|irrelevant|too|impossible|already|vague|n/a)\b"
    r"|\b(?:otherwise|edge cases?|fallback|errors?\b[^.\n]{0,40}:|n/a|skip(?:ped)?|i don't know|not found)\b"
)
_NAMES_FIELDS = re.compile(
    r"[\"'`]\w+[\"'`]\s*:|\b(?:keys?|fields?)\s+(?:is |named |called )?[\"'`]|schema|format", re.IGNORECASE
)


def hints_at_form(instructions: str) -> bool:
    return _FORM.search(instructions) is not None


def hints_at_rule(instructions: str) -> bool:
    return _BINDS.search(instructions) is not None


def hints_at_cases(text: str) -> bool:
    return _CASES.search(text) is not None


def hints_at_fields(text: str) -> bool:
    return _NAMES_FIELDS.search(text) is not None
