"""Which found texts are parts of a prompt, and not one; it must not know what is asked of a whole one."""

import re

from remit.judge.structure import Structure
from remit.model.found import FoundPrompt

_GOES_ON = re.compile(r"\s*[2-9][.)]\s")
_OPENING = 2_000
_SETS_A_ROLE = re.compile(r"\byou(?:'re| are| will| can| have)\b|\bact as\b|\byour\b")


def is_part(found: FoundPrompt, structure: Structure) -> bool:
    """Whether a text is marked as a part, or is a string that neither asks for anything nor speaks to anybody.

    What was rendered is whole.
    """
    if found.kind in ("rendered", "registered"):
        return False
    if found.fragment or (found.kind == "messages" and not _SETS_A_ROLE.search(structure.prose.text[:_OPENING])):
        return True
    if _GOES_ON.match(found.text):
        return True
    prose = structure.prose
    if found.kind != "string" or not prose.known or _SETS_A_ROLE.search(prose.text):
        return False
    return not any(structure.reading(sentence).asks for sentence in prose.sentences())
