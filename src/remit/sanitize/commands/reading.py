"""Read the words of a command as a shell would, with what was set up before; it must not judge what it does."""

import re
import unicodedata
from dataclasses import dataclass, field

from remit.sanitize.commands import rules
from remit.sanitize.commands.lexer import expand
from remit.sanitize.commands.shape import Command

# Arguments are looked at this far, so that a line of many commands stays linear.
ARGUMENTS = 32
# Long enough for a command, and too short for values that double with each line to matter.
_REMEMBERED = 64
# The value of a variable that holds what was downloaded or decoded.
TAINTED = "\x02"

_UNSEEN = str.maketrans("", "", "\u200b\u200c\u200d\u2060\ufeff\u00ad")
_TYPOGRAPHY = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("‘’", "'") | dict.fromkeys("“”", '"'))
_ASSIGNMENT = re.compile(r"(\w+)=(.*)", re.DOTALL)
_DURATION = re.compile(r"\d+(?:\.\d+)?[smhd]?")
_DECLARING = frozenset({"export", "local", "readonly", "declare", "set"})


@dataclass(slots=True)
class Memory:
    """What earlier lines of the same text have set up for later ones."""

    variables: dict[str, str] = field(default_factory=lambda: {"SHELL": "sh", "BASH": "bash"})
    aliases: dict[str, str] = field(default_factory=dict)
    downloads: set[str] = field(default_factory=set)


def narrowed(line: str) -> str:
    """The line with wide, typographic and other compatible characters as plain ones, each place kept."""
    if line.isascii():
        return line
    line = line.translate(_TYPOGRAPHY)
    folded = (unicodedata.normalize("NFKC", character) for character in line)
    return "".join(plain if len(plain) == 1 else line[at] for at, plain in enumerate(folded))


class Reading:
    """A command as a shell would see its words."""

    def __init__(self, command: Command, memory: Memory) -> None:
        self.command = command
        self.words = command.words
        self.spelled = [expand(word.text, memory.variables) for word in command.words]
        self.names = [program(fields[0]) for fields in self.spelled]
        self._given: list[str] = []
        self._ends: list[int] = []
        for fields in self.spelled:
            self._given += [_cleaned(field) if field else "$" for field in fields]
            self._ends.append(len(self._given))

    def arguments(self, at: int) -> list[str]:
        """What follows a word, as the arguments that it would get; one that nobody set counts as one."""
        end = self._ends[at]
        return self.spelled[at][1:] + self._given[end : end + ARGUMENTS]

    def head(self) -> int:
        """Where the program stands, once assignments and programs that only start another are passed over."""
        for at, (word, name) in enumerate(zip(self.words, self.names, strict=True)):
            passed = name in rules.WRAPPERS or word.text.startswith("-") or _DURATION.fullmatch(word.text)
            if not passed and not _ASSIGNMENT.fullmatch(word.text):
                return at
        return len(self.words) - 1


def program(value: str) -> str:
    """The program that a word names, by its last part, in small letters."""
    if value.isalnum() and value.isascii():
        return value.lower()
    plain = unicodedata.normalize("NFKC", value).translate(_UNSEEN).lower().strip("*_~").rstrip("])},;:\"'")
    last = re.split(r"[=!(,:\[]", plain)[-1].removesuffix(".exe").rpartition("/")[2].rpartition("\\")[2]
    return "mkfs" if last.startswith("mkfs.") else last


def _cleaned(argument: str) -> str:
    """An argument without the punctuation of a sentence or a list around it."""
    if argument.isalnum():
        return argument
    bare = argument.translate(_UNSEEN).strip("[](),;\"'")
    if len(bare) > 1 and bare[-1] in ".:!?" and bare.strip(".:!?"):
        bare = bare.rstrip(".:!?")
    return bare or argument


def remember(read: Reading, memory: Memory, fetched: set[Command]) -> None:
    for at, name in enumerate(read.names):
        if not rules.could_fetch(name):
            continue
        arguments = read.arguments(at)
        if rules.fetches(name, arguments):
            fetched.add(read.command)
            memory.downloads.update(rules.saves_as(name, arguments))
            written = [word.text for how, word in read.command.redirected if how.startswith(">")]
            memory.downloads.update(filter(None, map(rules.kept_name, written)))
    for word, name in zip(read.words, read.names, strict=True):
        assignment = _ASSIGNMENT.fullmatch(word.text)
        if name in _DECLARING:
            continue
        if assignment is None:
            break
        memory.variables[assignment[1]] = " ".join(expand(assignment[2], memory.variables))[:_REMEMBERED]
    if read.names[0] == "alias":
        for word in read.words[1:]:
            name, _, value = word.text.partition("=")
            if value:
                memory.aliases[name] = value[:_REMEMBERED]
    inside = read.command.inside
    if inside and inside.host.words and inside.host.words[0].text.endswith("=") and brings(read.command, fetched):
        memory.variables[inside.host.words[0].text[:-1]] = TAINTED


def brings(command: Command, fetched: set[Command]) -> bool:
    """Whether something unread comes out of a command or of the pipe that it ends."""
    return command in fetched or any(earlier in fetched for earlier in command.before)
