"""The prompts that stand in fields of YAML and TOML files; it must not know how a tree is walked.

A field is a prompt by the same signs as a name in source: `prompt`, `system_prompt` and their like are enough, `instructions`,
`template` and others want a text that reads as a prompt. The items of `messages` that have a `content` are one prompt.

TOML is parsed. YAML is read line by line, for one thing alone: the scalars that are values of a mapping, in block style (`|`, `>`) or
on one line. Known misses of that: flow mappings (`{prompt: …}`), plain and quoted scalars over several lines, keys over several
lines, tags and anchors before a value. What it misreads it leaves out; it never fails.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from remit.markup.places import Lines
from remit.model.found import FoundPrompt, PassedOver, Search
from remit.sources.signs import (
    Strength,
    count_words,
    ends,
    name_strength,
    names_part,
    path_strength,
    placeholders,
    raised,
    reads_as_prompt,
)
from remit.sources.suppressions import at_lines, comment_lines, rows

_YAML = (".yaml", ".yml")
_TOML = (".toml",)
_CUES = ("prompt", "instruction", "system", "messages", "backstory")
_NAMED = re.compile(r"[\w-]{0,40}[\"']?[ \t]*[:=]")

_LINE = re.compile(
    r"(?P<indent> *)(?P<dashes>(?:- +)*)(?P<key>[A-Za-z_][\w.-]*|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?:[ \t]+(?P<value>.*)|[ \t]*)$"
)
_ROW = re.compile(r"[^\n]*\n|[^\n]+")
_BLOCK = re.compile(r"(?P<style>[|>])(?P<marks>[-+0-9]{0,2})[ \t]*(?:#.*)?$")
_CONTENT_KEYS = frozenset({"content", "text"})
_NEAREST = 20
_TOML_STRING = re.compile(r"^[ \t]*(?P<key>[\w.\"'-]+)[ \t]*=[ \t]*(?P<quote>\"\"\"|'''|\"|')", re.MULTILINE)


class Field(NamedTuple):
    """One text of a file: the keys that lead to it, where it begins, and whether the file holds it letter by letter there."""

    keys: tuple[str, ...]
    text: str
    start: int
    exact: bool


def wants(path: str) -> bool:
    return takes(path)


def takes(path: str) -> bool:
    return path.lower().endswith(_YAML + _TOML)


def read(path: str, text: str, *, min_words: int, sure: bool) -> Search:  # noqa: ARG001 - one shape for all readers
    """The prompts among the fields of one file."""
    within = path_strength(path)
    if within < Strength.TELLING and not _is_cued(text):
        return Search(files_read=1)
    try:
        fields = list(toml_fields(text) if path.lower().endswith(_TOML) else yaml_fields(text))
    except (tomllib.TOMLDecodeError, RecursionError):
        return Search(passed_over=(PassedOver(path, "no TOML that can be parsed"),), files_read=1)
    lines, text_rows, comments = Lines.of(text), rows(text), comment_lines(text)
    prompts: list[FoundPrompt] = []
    short = 0
    for keys, its_text, start, exact in _with_messages(fields):
        strength = Strength.TELLING if keys[-1] == "messages" else raised(name_strength(keys[-1]), within)
        if count_words(its_text) < min_words:
            short += strength is Strength.TELLING and bool(its_text.strip())
            continue
        # A text without a telling name is data more often than not, here even more than in source.
        if strength < Strength.OPEN or not reads_as_prompt(its_text, strength):
            continue
        place = lines.place(start)
        prompts.append(
            FoundPrompt(
                name=".".join(keys),
                path=path,
                kind="messages" if keys[-1] == "messages" else "string",
                text=its_text,
                start=start,
                line=place.line,
                column=place.column,
                exact=exact,
                holes=placeholders(its_text),
                form=f"{'TOML' if path.lower().endswith(_TOML) else 'YAML'} field",
                fragment=names_part(keys[-1]),
                suppressions=at_lines(comments, text_rows, place.line, place.line),
            )
        )
    return Search(tuple(prompts), files_read=1, short_strings=short)


def _is_cued(text: str) -> bool:
    lowered = text.lower()
    return any(_NAMED.match(lowered, place) for cue in _CUES for place in ends(lowered, cue))


def _with_messages(fields: list[Field]) -> Iterator[Field]:
    """The fields, with the contents of one list of messages as one."""
    open_list: tuple[str, ...] | None = None
    gathered: list[Field] = []
    for field in fields:
        keys = field.keys
        of_list = keys[:-1] if len(keys) > 1 and keys[-1] in _CONTENT_KEYS and keys[-2] == "messages" else None
        if gathered and of_list != open_list and keys[: len(open_list or ())] != open_list:
            yield _gathered(open_list or (), gathered)
            gathered = []
        if of_list is None:
            yield field
        else:
            open_list = of_list
            gathered.append(field)
    if gathered:
        yield _gathered(open_list or (), gathered)


def _gathered(keys: tuple[str, ...], contents: list[Field]) -> Field:
    return Field(keys, "\n\n".join(field.text.strip("\n") for field in contents), contents[0].start, exact=False)


def yaml_fields(text: str) -> Iterator[Field]:
    """The scalars of a YAML text that are values of a mapping."""
    lines = _ROW.findall(text)
    above: list[tuple[int, str]] = []
    at = offset = 0
    while at < len(lines):
        row, begun = lines[at], offset
        at, offset = at + 1, offset + len(row)
        found = _LINE.match(row.rstrip("\r\n"))
        if not found:
            continue
        column = found.end("dashes")
        while above and above[-1][0] >= column:
            above.pop()
        key = found["key"].strip("\"'")
        above.append((column, key))
        value = found["value"] or ""
        keys = tuple(name for _, name in above)
        block = _BLOCK.match(value)
        if block is None:
            its_text = _one_line(value)
            if its_text:
                yield Field(keys, its_text, begun + found.start("value"), exact=value.startswith(its_text))
            continue
        end = _block_end(lines, at, column)
        body = lines[at:end]
        if any(line.strip() for line in body):
            yield Field(keys, _block_text(body, folded=block["style"] == ">"), offset, exact=False)
        at, offset = end, offset + sum(map(len, body))


def _one_line(value: str) -> str:
    """A plain or quoted value on one line; nothing where it is something else."""
    if value.startswith('"'):
        try:
            read_value, _ = json.JSONDecoder().raw_decode(value)
        except json.JSONDecodeError:
            return ""
        return str(read_value)
    if value.startswith("'"):
        found = re.match(r"'((?:[^']|'')*+)'", value)
        return found[1].replace("''", "'") if found else ""
    if value[:1] in {"", "[", "{", "&", "*", "!", "|", ">", "#", "%", "@", "`"}:
        return ""
    return re.split(r"[ \t]#", value, maxsplit=1)[0].rstrip()


def _block_end(lines: list[str], at: int, column: int) -> int:
    """The row behind a block scalar: the first with text that stands no deeper than its key."""
    while at < len(lines):
        row = lines[at]
        if row.strip() and len(row) - len(row.lstrip(" ")) <= column:
            break
        at += 1
    return at


def _block_text(body: list[str], *, folded: bool) -> str:
    lines = [row.rstrip("\r\n") for row in body]
    indent = min(len(row) - len(row.lstrip(" ")) for row in lines if row.strip())
    text = "\n".join(row[indent:] for row in lines).rstrip("\n")
    # Between two lines that start in the first column a single line break is a space.
    return re.sub(r"(?<=[^\n])\n(?=[^\s])", " ", text) if folded else text


def toml_fields(text: str) -> Iterator[Field]:
    """The strings of a TOML text, in the order of their keys in it."""
    places: dict[str, list[re.Match[str]]] = {}
    # The last one first, so that those that are done with come off the end.
    for found in reversed(list(_TOML_STRING.finditer(text))):
        places.setdefault(found["key"].split(".")[-1].strip("\"'"), []).append(found)
    for keys, value in _toml_strings(tomllib.loads(text), ()):
        yield _placed(text, keys, value, places.get(keys[-1], []))


def _toml_strings(value: object, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _toml_strings(inner, (*keys, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _toml_strings(inner, keys)


def _placed(text: str, keys: tuple[str, ...], value: str, places: list[re.Match[str]]) -> Field:
    """Where a value stands: behind the next place of its key that holds it letter by letter, else behind the next one."""
    for back in range(1, min(len(places), _NEAREST) + 1):
        found = places[-back]
        start = found.end()
        if len(found["quote"]) == 3:
            start += text.startswith("\n", start) or 2 * text.startswith("\r\n", start)
        if text.startswith(value + found["quote"], start):
            del places[-back]
            return Field(keys, value, start, exact=True)
    start = places.pop().start("quote") if places else 0
    return Field(keys, value, start, exact=False)
