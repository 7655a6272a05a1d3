"""Group tokens into simple commands, pipelines and substitutions; it must not know what a command does."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from remit.sanitize.commands.lexer import Token

_REDIRECTIONS = frozenset({">", ">>", ">|", "<", "<>", "&>", "&>>", ">&", "<&", "<<<", "<<", "<<-"})
_OPENING = frozenset({"$(", "<(", ">(", "("})
_PIPES = frozenset({"|", "|&"})


@dataclass(frozen=True, slots=True)
class Inside:
    """A substitution or group, the command that it stands in, and whether it leads there, before any word."""

    opened_by: str
    host: "Command"
    leads: bool


@dataclass(slots=True, eq=False)
class Command:
    """A simple command: its words, the targets of its redirections among them, and what surrounds it."""

    inside: Inside | None = None
    before: tuple["Command", ...] = ()
    words: list[Token] = field(default_factory=list)
    redirected: list[tuple[str, Token]] = field(default_factory=list)
    opens: list[str] = field(default_factory=list)


def commands_of(tokens: Iterable[Token]) -> list[Command]:
    """All simple commands of a line, those of its substitutions and groups included, by where they begin.

    Total on any tokens: what closes nothing separates, and what is never closed ends with the line.
    """
    current = Command()
    found = [current]
    redirection = ""
    for token in tokens:
        text = token.text
        inside = current.inside
        if token.kind == "word":
            if redirection:
                current.redirected.append((redirection, token))
            if token.quoted or text not in {"{", "}"}:
                current.words.append(token)
            redirection = ""
            continue
        if text in _REDIRECTIONS:
            redirection = text
            continue
        redirection = ""
        if inside and (text, inside.opened_by) in _CLOSING:
            current = inside.host
            continue
        if text in _OPENING or text == "`":
            current.opens.append(text)
            leads = not current.words and not token.glued
            # A group at the end of a pipe reads what the pipe brings.
            before = current.before if text == "(" and leads else ()
            current = Command(inside=Inside(text, current, leads), before=before)
        else:
            before = (*current.before[-_KEPT_PIPE:], current) if text in _PIPES else ()
            current = Command(inside=inside, before=before)
        found.append(current)
    return [command for command in found if command.words]


_CLOSING = frozenset({(")", opening) for opening in _OPENING} | {("`", "`")})
# Pipes are looked back upon this far, so that a line of a thousand of them stays linear.
_KEPT_PIPE = 8
