"""Lists of words as they are best read in source; it must not know what they are for."""


def words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())
