"""XML's own escaping of text and attribute values, and its strict reverse; it must not know which text stands where."""

import re

_ESCAPED = re.compile(r"&(?:(amp|lt|gt|quot)|#([0-9]{1,7}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"'}
_IN_ATTRIBUTE = re.compile(r'[&<>"\x00-\x1f\x7f-\x9f\u2028\u2029]')
_ATTRIBUTE = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def escape_text(text: str) -> str:
    """A text as XML character data; a carriage return would be read back as a line feed, so it is written as a reference."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def escape_attribute(value: str) -> str:
    """A value to stand between double quotes on one line."""
    return _IN_ATTRIBUTE.sub(lambda found: _ATTRIBUTE.get(found[0]) or f"&#{ord(found[0])};", value)


def unescape(text: str) -> str:
    """The text that `escape_text` or `escape_attribute` wrote; other references stay as they are."""
    return _ESCAPED.sub(_unescaped, text) if "&" in text else text


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return _NAMED[found[1]]
    code = int(found[2])
    return chr(code) if code < 0xD800 or 0xE000 <= code < 0x110000 else found[0]
