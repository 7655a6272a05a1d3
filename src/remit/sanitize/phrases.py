"""The phrases in which orders to an agent are usually written, as data; it must not know how a text was disguised.

Each rule has an id, a weight (how sure an alarm it alone gives), literals of which a match holds or touches at least one, and a
pattern.
All are in lower case, and matched against text in lower case. Gaps are bounded, so that a match costs the same in any text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from remit.markup.edits import covered
from remit.markup.places import Span

# How far from one of its literals a match can begin or end.
_REACH = 240
_GAP = r"(?:\W{1,3}[\w'’/-]{1,24}){0,%d}?\W{1,3}"

_WHOSE = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|former|initial|original|existing|current|past|last|first|other|old"
    r"|system|safety|security|all|any|every|everything|your|the|my|these|those|what(?:ever)?|that)"
)
_ORDERS = (
    r"(?:instructions?|prompts?|directives?|guidelines?|restrictions?|programming|guard ?rails?|polic(?:y|ies)|orders)"
)
_MORE_ORDERS = (
    r"(?:directions?|commands?|messages?|rules|contexts?|tasks?|assignments?|constraints?|training|conversations?|said|told"
    r"|discussed|before|above)"
)
_PROMPT = (
    r"(?:(?:system|initial|hidden|original|secret|internal|developer|starting|first|full|entire|above|previous|pre)[\s_-]{1,2}"
    r"(?:prompts?|instructions?|messages?|directives?|guidelines?|rules|configuration)"
    r"|(?:your|the) prompt|(?:your|the (?:exact|own|full|complete)) (?:\w{1,12} )?instructions"
    r"|(?:words|text|everything|sentences?|lines|content) (?:above|before this))"
)
_SECRETS = (
    r"(?:secrets?|api[ _-]?keys?|credentials?|(?:access|auth|session|bearer|api|github)[ _-]tokens?|passwords?|\.env\b"
    r"|env(?:ironment)? var(?:iable)?s?|private[ _-]keys?|ssh[ _-]keys?|id_rsa|\.aws/credentials|\.ssh/|/etc/(?:passwd|shadow)"
    r"|cookies|chat history|conversation history|source code)"
)
_AWAY = (
    r"(?:https?://|\bto (?:me|us|our|this|an? (?:external|remote)|the (?:attacker|following)|my)\b|[\w.+-]{1,40}@[\w-]{1,40}\."
    r"|webhook|attacker|evil|ngrok|pastebin|exfil)"
)


@dataclass(frozen=True)
class Phrase:
    """One rule."""

    rule: str
    weight: float
    near: tuple[str, ...]
    pattern: str

    @cached_property
    def _matcher(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def found(self, lowered: str) -> Iterator[Span]:
        """Every match, looked for only around the rule's literals."""
        for start, end in covered(self._around(lowered)):
            for match in self._matcher.finditer(lowered, start, end):
                yield Span(*match.span())

    def _around(self, lowered: str) -> Iterator[Span]:
        for literal in self.near:
            at = lowered.find(literal)
            while at >= 0:
                yield Span(max(0, at - _REACH), min(len(lowered), at + _REACH))
                # What lies within reach of this place is covered already.
                at = lowered.find(literal, at + _REACH // 2)


PHRASES = (
    Phrase(
        "override-orders",
        0.9,
        ("ignor", "disregard", "forget", "overrid", "overrul", "bypass", "neglect", "discard", "skip", "pay no", " follow"),
        rf"\b(?:(?:ignor(?:e|ing)|disregard(?:ing)?|forget|pay no (?:attention|heed) to|(?:do not|don't|stop"
        rf"|no longer) follow(?:ing)?)\b"
        rf"{_GAP % 3}{_WHOSE}\b{_GAP % 3}(?:{_ORDERS}|{_MORE_ORDERS})"
        rf"|(?:overrid(?:e|ing)|overrul(?:e|ing)|bypass|neglect|discard|skip)\b{_GAP % 2}{_WHOSE}\b{_GAP % 2}{_ORDERS})\b",
    ),
    Phrase(
        "forget-everything",
        0.8,
        ("forget", "disregard", "ignore"),
        r"\b(?:forget|disregard|ignore) (?:about )?(?:everything|all|anything|whatever)\b"
        r"(?=[\s.,!;:]{1,3}(?:(?:you|i|we|that|and|above|before|said|written|now)\b|$))",
    ),
    Phrase(
        "new-orders",
        0.6,
        ("instruction", "directive", "order"),
        r"\b(?:new|updated|real|actual|revised|following|important|urgent|special|secret|hidden)\W{1,2}(?:\w{1,12}\W{1,2})?"
        r"(?:instructions?|directives?|orders?)(?: (?:for you|from (?:the|your) (?:admin|developer|system|user|owner))\b"
        r"|\s{0,2}(?::\s{0,2}|-\s)(?:you|ignore|send|run|do not|delete|execute|reply|respond|output|print|say"
        r"|always|from now|forget"
        r"|disregard)\b)",
    ),
    Phrase(
        "instead-do",
        0.55,
        ("instead",),
        r"[.!\n]\s{0,3}instead,? (?:of (?:that|this|the above),? )?(?:you (?:must|should|will|are to)"
        r"|(?:please )?(?:output|print|say"
        r"|respond|reply|write|tell|repeat|reveal|send|execute|generate) (?:me|with|exactly|only|the (?:word"
        r"|phrase|following)|\"|'))",
    ),
    Phrase(
        "you-are-now",
        0.7,
        ("are now", "re now", "will now", "are going to", "from now", "from this point", "from here"),
        r"\b(?:you are now (?:in|a|an|the|going|free|acting|known|called|operating|playing|role|dan\b|no longer"
        r"|under|unrestricted)\b"
        r"|you're now (?:in|a|an|the)\b|you will now (?:act|play|be|pretend|behave|respond|answer)"
        r"|you are going to (?:act|pretend|play|roleplay)|from (?:now|this point|here) (?:on|onwards?|forward),?"
        r" (?:(?:and )?(?:until|whenever)\W[^.\n]{1,40})?(?:you|your|act|respond|reply|answer|always|ignore|every)\b)",
    ),
    Phrase(
        "pretend",
        0.55,
        ("pretend", "act as", "roleplay", "role-play", "role play", "simulate", "impersonate", "the role", "the part", "immerse you"),
        r"\b(?:pretend (?:to be|you(?:'re| are| have| can)|that you|as if you)|act as (?:if you|though you"
        r"|an? (?:unrestricted|unfiltered"
        r"|evil|amoral|jail|dan|developer mode|character|hacker|linux terminal))|(?:i want you to|you (?:will|must"
        r"|are to|should)|let's"
        r"|please) (?:act as|role-?\s?play|simulate|impersonate|play the (?:role|part))"
        r"|(?:take (?:on )?|assume |play )(?:the|on the) role of\b|immerse yourself)",
    ),
    Phrase(
        "unrestricted",
        0.75,
        ("do anything now", "mode", "jailbr", "restrict", "ethic", "moral", "content ", "bound by", "limited by", "constrained by",
         "rules", "polic", "limit", "constraints", "guidelines", "shackles", "unfiltered", "uncensored"),
        r"\b(?:do anything now|(?:enable|enter|in|activate|into|with) (?:developer|dan|god|jailbreak|unrestricted"
        r"|sudo|debug admin) mode"
        r"|jailbr(?:eak|oken) (?:mode|prompt|yourself|version)"
        r"|(?:has|have|with|without|are) (?:no|any) (?:restrictions|ethical|moral|content (?:policy|filters?))"
        r"|(?:no longer|not|isn't|aren't) (?:bound|limited|constrained|restricted) by (?:any |the |its |their "
        r"|openai|your |safety |ethic"
        r"|moral|content|rules|polic)|(?:free|freed|liberated|unshackled|released) from (?:all |any |the |its "
        r"|openai)?[\w' ]{0,20}"
        r"(?:rules|restrictions|polic|limit|constraints|guidelines|shackles)"
        r"|(?:against|ignor\w{1,3}|bypass\w{0,3}|violat\w{1,3}|regardless of|without regard (?:for"
        r"|to)) (?:\w{1,12} ){0,2}(?:safety|ethical"
        r"|moral|content) (?:guidelines|polic|rules|filters?|standards)|(?:unfiltered|uncensored|amoral|unrestricted|unethical)"
        r" (?:and \w{1,16} )?(?:ai|bot|chatbot|assistant|response|answer|version|model|language model|character)s?)\b",
    ),
    Phrase(
        "reveal-prompt",
        0.75,
        ("prompt", "instruction", " message", "directive", "guideline", " rules", "configuration", " above", "before this"),
        rf"\b(?:reveal|show|print|repeat|output|display|tell (?:me|us)|leak|expose|disclose|dump|give (?:me|us)"
        rf"|what(?:'s| is| are| were"
        rf"| was)|list|share|return|copy|summari[sz]e|translate|spell ?check|start your (?:\w{{1,12}} )?with"
        rf"|provide|recite|print out"
        rf"|write out|output)\b{_GAP % 4}{_PROMPT}",
    ),
    Phrase(
        "send-secrets",
        0.8,
        ("secret", "key", "credential", "token", "password", ".env", "env var", "environment var", "id_rsa", ".ssh", ".aws",
         "/etc/", "cookies", " history", "source code"),
        rf"\b(?:send|post|upload|exfiltrat\w{{1,3}}|forward|transmit|e-?mail|leak|submit|copy|curl|include|append)\b{_GAP % 10}"
        rf"{_SECRETS}[^\n]{{0,80}}{_AWAY}",
    ),
    Phrase("exfiltrate", 0.6, ("exfiltrat",), rf"\bexfiltrat(?:e|ing)\b{_GAP % 6}(?:data|{_SECRETS})"),
    Phrase(
        "keep-from-user",
        0.8,
        ("user", "anyone", "anybody", "human", "developer", "reviewer", "maintainer", "operator"),
        r"\b(?:(?:do not|don't|never|without) (?:tell|inform|mention|reveal|alert|notify|warn|let|disclos|telling"
        r"|informing|mentioning"
        r"|alerting|notifying|report|reporting)\w{0,3}(?:\W{1,2}(?:this|it|that|anything|about|to))*\W{1,2}(?:the |any |your )?"
        r"(?:users?|anyone|anybody|humans?|developers?|reviewers?|maintainers?|operator)\b"
        r"(?! (?:data|input|name|id|space|agent|interface|which|what|to (?:enter|provide|choose))))"
        r"|\b(?:hide|conceal) (?:this|it|these (?:steps|instructions|actions)) from (?:the )?(?:user|human"
        r"|reviewer|developer)s?\b",
    ),
    Phrase(
        "to-the-agent",
        0.7,
        ("attention", "note ", "message", "notice", "instruction", "reminder", "hint", "warning", "urgent", "important", "hey", "dear",
         "listen", "if you", "reading", "processing", "reviewing", "parsing", "summari", "analy", "as an ai"),
        r"(?:\b(?:attention|note|message|notice|instructions?|reminder|hint|warning|urgent|important|hey|dear"
        r"|listen)\W{1,3}(?:to |for )?"
        r"(?:the |all |any )?(?:ai|llms?|language models?|(?:ai|coding|llm|code review) (?:assistants?|agents?"
        r"|reviewers?)|chatgpt|claude"
        r"|copilot|assistant)\b\s{0,2}[:,!—-]"
        r"|\bif you(?: are|'re) (?:an? )?(?:ai|llm|language model|(?:ai|coding|automated|autonomous) (?:assistant"
        r"|agent)|chatbot|chatgpt"
        r"|claude)\b|\b(?:ai|llm|language model|coding)[ -](?:assistants?|agents?|models?) (?:reading|processing"
        r"|reviewing|parsing"
        r"|summari[sz]ing|analy[sz]ing) (?:this|the)\b|\bas an ai (?:language model|assistant|agent),? you\b)",
    ),
    Phrase(
        "false-authority",
        0.75,
        ("override", "message", "notice", "note", "instruction", "prompt", "update", "directive", "command", "alert", "diagnostic",
         "order from", "request from"),
        r"(?:\b(?:system|admin|administrator|developer|root|security|emergency|maintenance|authority|user)[ _-]{1,2}override\b"
        r"(?=\W{0,3}(?:\]|:|active|code|enabled|accepted|engaged|true|protocol|mode|command|-|—|!))"
        r"|[\[<({]{1,3}\s?(?:system|admin|developer|assistant|root)[ _]?(?:message|notice|note|instruction|override|prompt|update"
        r"|directive|command|alert|diagnostic)s?\b[^\]\n]{0,60}[\]>:)}]"
        r"|\bthis is (?:an? )?(?:urgent |official |authorized |direct )?(?:message|instruction|order|request"
        r"|command|directive|override)"
        r" from (?:the |your )?(?:system|admin|developer|anthropic|openai|security|ceo|it|owner|creator))",
    ),
    Phrase(
        "end-of-data",
        0.6,
        ("end", "begin", "start"),
        r"[-=*#_<\[]{2,}\s{0,2}(?:end|begin(?:ning)?|start) (?:of )?(?:the )?(?:system |user |new |previous |my )?"
        r"(?:instructions?|prompt|query|input|context|document|conversation|message|task|announcement)s?\b",
    ),
    Phrase(
        "say-only",
        0.55,
        ("respond", "reply", "answer", "say", "print", "output", "write", "hacked", "pwned"),
        r"\b(?:only (?:respond|reply|answer|say|output|print) (?:with|\"|')|(?:respond|reply|answer) (?:only )?with"
        r" (?:only |exactly |just )?(?:the (?:word|phrase|text|string)\b|\"[^\"\n]{1,40}\")|(?:just|simply"
        r"|now) (?:say|print|output|write"
        r"|reply|respond) (?:with )?(?:exactly )?(?:the (?:word|phrase)|[\"'“][^\"'\n”]{1,40}[\"'”])"
        r"|(?:i have been|i've been|haha) (?:pwned|hacked)|\bhacked!?\b[\"'”])",
    ),
    Phrase(
        "override-in-other-words",
        0.85,
        ("ignor", "vergiss", "vergess", "oubli", "olvid", "esque", "dimentic", "missacht", "negeer", "vergeet", "игнор", "забуд",
         "无视", "忽略", "忘记", "不要理会", "無視", "忘れ", "무시", "잊", "تجاهل", "yoksay", "görmezden", "unut",
         "abaikan", "अनदेखा", "नज़रअंदाज", "भूल"),
        r"(?:\b(?:ignorier(?:en|e|t)?|vergiss|vergessen sie|vergesst|missachte[nt]?)\b[^.\n]{0,40}(?:anweisung"
        r"|instruktion|auftr[aä]g"
        r"|befehl|aufgabe|regeln|vorgabe|zuvor|davor|bisher|alles)"
        r"|\b(?:ignore[rz]?|ignorez|oublie[rz]?|oubliez)\b[^.\n]{0,40}(?:consignes|ordres|r[eè]gles|pr[eé]c[eé]d|tout ce)"
        r"|\b(?:ignor[ae]|olvid[ae]|olvide)\b[^.\n]{0,40}(?:instruccion|[oó]rdenes|indicacion|anterior|reglas|directri|todo lo)"
        r"|\b(?:ignor[ea]|esque[cç]a)\b[^.\n]{0,40}(?:instru[cç][oõ]|ordens|anterior|regras|diretri)"
        r"|\b(?:ignora|dimentica)\b[^.\n]{0,40}(?:istruzion|ordini|precedent|regole|direttiv)"
        r"|\b(?:negeer|vergeet)\b[^.\n]{0,40}(?:instructie|opdracht|vorige|regels)"
        r"|\bzignoruj\b[^.\n]{0,40}(?:instrukcj|poprzedni|polece)"
        r"|\b(?:игнорир|проигнорир|забуд)\w{0,5}[^.\n]{0,40}(?:инструкц|указани|предыдущ|правил|команд)"
        r"|(?:无视|忽略|忘记|不要理会)[^。\n]{0,20}(?:指令|指示|说明|提示|规则|之前|以上|命令)"
        r"|(?:前|上|以前|これまで)[^。\n]{0,20}(?:指示|命令|指令)[^。\n]{0,8}(?:無視|忘れ)"
        r"|(?:이전|위의|앞의)[^.\n]{0,20}(?:지시|명령|지침)[^.\n]{0,10}(?:무시|잊)|تجاهل[^.\n]{0,30}(?:التعليمات|الأوامر|السابقة)"
        r"|(?:önceki|yukarıdaki)[^.\n]{0,30}(?:talimat|komut)[^.\n]{0,20}(?:yoksay|görmezden|unut)"
        r"|\babaikan\b[^.\n]{0,30}(?:instruksi|perintah|sebelumnya)"
        r"|(?:पिछले|पूर्व|सभी)[^।\n]{0,30}(?:निर्देश|आदेश)[^।\n]{0,20}(?:अनदेखा|नज़रअंदाज|भूल))",
    ),
)  # fmt: skip
