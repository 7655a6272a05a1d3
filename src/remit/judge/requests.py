"""The grammar of requests: which verbs of a sentence stand in command position; it must not know why it is asked."""

from typing import NamedTuple

from remit.judge.prose import NOUN
from remit.judge.verbs import (
    DETERMINERS,
    FINITE,
    NO_REQUESTS,
    NOT_VERBS,
    NOUN_VERBS,
    OPENERS,
    PARTICLES,
    PARTICLES_OF,
    RELATIVE,
    SKIPPED,
    STATIVES,
    THINGS,
    VERBS,
    VERBS_OF_ANSWERS,
    listed,
)

_AROUND = ".,;:!?()[]\"'_*#>/\u2026"
_STOPS = frozenset(",;:.!?)\u2014")
_NEW_CLAUSES = frozenset(";:-\u2014\u2192")
_CLAUSE_ENDS = _NEW_CLAUSES | {","}
_COORDINATES = frozenset({"and", "or", "then", "but", "so", "else", "otherwise", "please", "kindly"})
_ALWAYS_OPEN = frozenset({"then", "else", "otherwise", "please", "kindly"})
_AUXILIARIES = listed("can could would will may")
_DUTIES = listed("task job goal role mission objective aim assignment duty purpose responsibility work")
_OBLIGED = [
    ["are", "required", "to"], ["are", "expected", "to"], ["are", "instructed", "to"], ["are", "requested", "to"],
    ["are", "asked", "to"], ["are", "tasked", "to"], ["will", "be", "asked", "to"], ["will", "need", "to"], ["will", "have", "to"],
    ["need", "to"], ["have", "to"], ["are", "to"], ["ought", "to"], ["may", "now"], ["can", "now"], ["must"], ["should"], ["shall"],
    ["will"],
]  # fmt: skip
_WISHES = frozenset({"i", "we", "i'd", "we'd"})
_ADDRESSES = frozenset({"you", "you'll", "your", "the", "this", "our", "let's", "lets", "let"}) | _WISHES | _AUXILIARIES
_NO_TASKS = STATIVES | NO_REQUESTS
_EXPLAINING = listed("explain describe tell show document discuss outline")
_STARTING = listed("activate apply call invoke launch load run trigger use")
_OWN_KINDS = listed("agent command mode prompt skill subagent workflow")
_POLITE = frozenset({"please", "kindly"})
_QUESTION_HEADS = listed("""
    what which who whom whose where when why how is are was were do does did can could will would should has have
    """)


class Command(NamedTuple):
    """A verb in command position: its word, and the number of the word in the sentence."""

    verb: str
    at: int


class Reading(NamedTuple):
    """The words of a sentence without what surrounds them, and its commands in their order."""

    words: list[str]
    commands: list[Command]
    is_question: bool

    @property
    def asks(self) -> bool:
        return bool(self.commands) or self.is_question

    def after(self, command: Command) -> list[str]:
        return self.words[command.at + 1 :]


def reading(sentence: str) -> Reading:
    """What a sentence in lower case asks for."""
    raw = sentence.split()
    if not raw:
        return Reading([], [], is_question=False)
    words = [word if word.isalpha() else word.strip(_AROUND) for word in raw]
    commands: list[Command] = []
    found = _head(words, raw, 0, strict=False)
    if found.verb:
        commands.append(found)
    opener = not commands and _opens(words[found.at])
    for index in [index for index, word in enumerate(raw) if word in _COORDINATES or word[-1] in _CLAUSE_ENDS]:
        if index < found.at or index + 1 == len(raw):
            continue
        tail = raw[index][-1]
        fresh = tail in _NEW_CLAUSES
        if fresh:
            opener = False
        elif tail == ",":
            if not (opener or commands or words[index + 1] in _ALWAYS_OPEN):
                continue
        elif raw[index] not in _ALWAYS_OPEN and (not commands or _qualifies(words, index, commands)):
            continue
        found = _head(words, raw, index + 1, strict=bool(commands) and not fresh)
        if found.verb:
            commands.append(found)
        else:
            opener = opener or _opens(words[found.at])
    asked = raw[-1].rstrip("\"')").endswith("?") and words[0] in _QUESTION_HEADS and len(raw) > 1
    return Reading(words, commands, asked)


def _opens(word: str) -> bool:
    """Whether a clause that begins with this word leads up to the main one."""
    return word in OPENERS or word.endswith("ing")


def _qualifies(words: list[str], index: int, commands: list[Command]) -> bool:
    """Whether "and" joins parts of a noun, as in "the approve and reject buttons", or of what is to be explained."""
    last = commands[-1]
    if last.verb in _EXPLAINING and not RELATIVE.isdisjoint(words[last.at : index]):
        return True
    return index > 0 and words[index - 1] in VERBS and last.at != index - 1


def _head(words: list[str], raw: list[str], start: int, *, strict: bool) -> Command:
    """The command of the clause that opens here; without a verb, the word that it opens with."""
    last = len(words) - 1
    index = start
    while index < last and (
        words[index] in SKIPPED
        or (words[index].endswith("ly") and _is_adverb(words[index]))
        or (words[index] == "only" and words[index + 1] in VERBS_OF_ANSWERS)
    ):
        index += 1
    word = words[index]
    if word in _ADDRESSES:
        verb = _after_duty(words, index)
        if verb > index:
            while verb < last and (words[verb] in SKIPPED or words[verb].isdigit() or _is_adverb(words[verb])):
                verb += 1
            if verb <= last and words[verb].isalpha() and words[verb] not in _NO_TASKS:
                return Command(words[verb], verb)
            return Command("", index)
        return Command("want" if _asks_for_thing(words, index) else "", index)
    if word in NO_REQUESTS:
        return Command("", index)
    if index > start and word not in NOT_VERBS and word.isalpha() and not _POLITE.isdisjoint(words[start:index]):
        return Command(word, index)
    return Command(word if _is_command(words, raw, index, strict=strict) else "", index)


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and word not in VERBS and len(word) > 4


def _after_duty(words: list[str], index: int) -> int:
    """Where the verb stands after "you must", "your task is to" and their like; the index itself where nothing such opens."""
    word = words[index]
    rest = words[index + 1 : index + 9]
    if word == "you":
        skipped = 1 if rest[1:2] == ["first"] else 0
        if skipped:
            rest = [rest[0], *rest[2:]]
        return next((index + 1 + skipped + len(form) for form in _OBLIGED if rest[: len(form)] == form), index)
    if word == "you'll":
        return index + 1
    if word in ("your", "the", "this", "our"):
        duty = next((offset for offset, noun in enumerate(rest[:3]) if noun in _DUTIES), None)
        if duty is None:
            return index
        # Up to two words may stand between: "your task today is to".
        bound = (at for at in range(duty + 1, duty + 4) if rest[at : at + 2] in (["is", "to"], ["will", "to"]))
        being = (
            at for at in range(duty + 1, duty + 4) if rest[at : at + 1] == ["is"] and _is_doing(rest[at + 1 : at + 2])
        )
        return next((index + at + 3 for at in bound), next((index + at + 2 for at in being), index))
    if word in _WISHES:
        return next((index + 3 + at for at in range(4) if rest[at : at + 2] == ["you", "to"]), index)
    if word in _AUXILIARIES and rest[:1] == ["you"]:
        return index + 2
    if word in ("let's", "lets"):
        return index + 1
    return index + 2 if word == "let" and rest[:1] == ["us"] else index


def _is_doing(words: list[str]) -> bool:
    return any(word.endswith("ing") and len(word) > 5 for word in words)


def _asks_for_thing(words: list[str], index: int) -> bool:
    rest = words[index + 1 : index + 4]
    if words[index] in ("i'd", "we'd"):
        return rest[:1] == ["like"] and len(rest) > 1 and rest[1] in DETERMINERS
    if words[index] not in _WISHES:
        return False
    if rest[:2] == ["would", "like"]:
        rest = rest[1:]
    return (
        len(rest) > 1
        and rest[0] in ("need", "want", "like", "require")
        and rest[1] in ("a", "an", "the", "your", "some")
    )


def _is_command(words: list[str], raw: list[str], index: int, *, strict: bool) -> bool:
    """Whether the word at the head of a clause is the verb of a command; strictly so after "and"."""
    word = words[index]
    following = words[index + 1] if index + 1 < len(words) and raw[index][-1] not in _STOPS else ""
    if (
        word in _STARTING
        and words[index + 1 : index + 2] in (["this"], ["the"])
        and _OWN_KINDS.issuperset(words[index + 2 : index + 3])
    ):
        # When a skill or agent is used is no request of it.
        return words[index + 3 : index + 4] == []
    if word in VERBS:
        if word == "think" and following == "of":
            return "as" not in words[index + 2 : index + 5]
        return following not in FINITE and following != "of"
    takes_object = following[:1] == NOUN or following in DETERMINERS or following[:1].isdigit()
    if word in NOUN_VERBS:
        if takes_object:
            return not (word in THINGS and following[:1] == NOUN)
        if following in PARTICLES or following in PARTICLES_OF.get(word, ()):
            return not _goes_on_finite(words, index + 2)
        if not following or following in NOT_VERBS or following in FINITE or strict or word in THINGS:
            return False
        if len(words) == index + 2 and raw[index + 1].endswith(":"):
            return False
        return not _goes_on_finite(words, index + 1)
    if strict or len(word) < 3 or not word.isalpha() or word in NOT_VERBS:
        return False
    if word.endswith(("ing", "ed")) or (word.endswith("s") and not word.endswith("ss")):
        return False
    return following in DETERMINERS and not _goes_on_finite(words, index + 1)


def _goes_on_finite(words: list[str], index: int) -> bool:
    """Whether a finite verb follows before another clause begins, so that what stood before it was its subject."""
    for word in words[index : index + 8]:
        if word in FINITE:
            return True
        if word in RELATIVE:
            return False
    return False


def is_label(words: list[str]) -> bool:
    """Whether these words before a colon name what follows instead of stating something."""
    return len(words) <= 6 and FINITE.isdisjoint(words)
