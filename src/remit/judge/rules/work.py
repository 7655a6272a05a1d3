"""Which prompts send an agent to work, and which words a prompt has for a matter; it must not know any rule."""

from remit.judge.parts import is_part
from remit.judge.rules.lexicon import words_of
from remit.judge.rules.subject import Subject

# Things done to a repository or a machine. Whoever writes, lists or summarises only answers.
_DEEDS = words_of(
    """
    build commit configure debug delete deploy edit execute fix implement install merge migrate modify patch push refactor rename
    repair run
    """
)
_PLACES = words_of(
    """
    repository repo codebase workspace worktree branch tests test directory terminal shell bash pytest npm files file code script
    """
)
_LEAST_WORDS = 120
_LEAST_DEEDS = 2
_LEAST_PLACES = 2


def does_work(subject: Subject) -> bool:
    """Whether a prompt is long enough to set a task, and orders deeds on a repository or a machine, not an answer alone."""
    if is_part(subject.found, subject.structure):
        return False
    if len(subject.structure.prose.text.split()) < _LEAST_WORDS or len(_PLACES & subject.words) < _LEAST_PLACES:
        return False
    if len(_DEEDS & subject.words) < _LEAST_DEEDS:
        return False
    deeds = {
        command.verb
        for sentence in subject.sentences
        for command in subject.structure.reading(sentence).commands
        if command.verb in _DEEDS
    }
    return len(deeds) >= _LEAST_DEEDS


def names_any(subject: Subject, cues: frozenset[str]) -> bool:
    """Whether one of these words, or a word that begins with one that ends in an asterisk, stands outside of the material."""
    if not cues.isdisjoint(subject.words):
        return True
    stems = tuple(cue[:-1] for cue in cues if cue.endswith("*"))
    return any(word.startswith(stems) for word in subject.words)
