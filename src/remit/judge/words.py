"""The words, phrases and tags of the standard's letter, as data; it must not know how they are looked for."""

IMPERATIVES = (
    "produce", "return", "generate", "classify", "review", "decide", "output", "propose", "write", "summarize",
)  # fmt: skip
ARTIFACTS = (
    "json", "object", "list", "classification", "label", "plan", "review", "patch", "diff", "summary",
)  # fmt: skip
DECISIONS = (
    "classify", "decide", "verdict", "approve", "reject", "score", "rank", "choose", "determine", "evaluate",
)  # fmt: skip

SCHEMA_PHRASES = ("fields:", "keys:", "schema")
SUCCESS_WORDS = ("must", "should")
SUCCESS_PHRASES = ("requirements", "the output must")
STRUCTURED_WORDS = ("json", "schema")
STRUCTURED_PHRASES = ("format:", "fields:")
CONTRACT_PHRASES = (
    "respond with", "do not", "no prose", "no markdown", "no apolog", "output format", "return only", "the output must",
)  # fmt: skip
SCAFFOLD_PHRASES = ("<thinking>", "<scratchpad>", "think step by step", "reason first")
EDGE_PHRASES = ("otherwise,", "in case of", "do not assume")
EDGE_WORDS = ("fallback",)

SCAFFOLD_TAGS = frozenset({"thinking", "scratchpad"})
CHARACTERS_OF_A_LONG_PROMPT = 10_000
