"""The words that make a sentence worth reading for a criterion, as data; it must not know how they are judged."""

from remit.judge.verbs import DECISIONS, listed

ANSWERING = listed(
    "return respond reply answer output produce emit print send provide give deliver submit render report supply"
)
MAKING = ANSWERING | listed("""
    write generate create draft prepare make compose build list extract present express encode convert turn transform format
    draw compile put state tell summarize summarise explain describe compare show set lay sum translate rewrite outline
    discuss classify propose style want collect assemble develop design construct record transcribe proofread label read fill
    """)
MACHINE_FORMATS = ("json", "jsonl", "ndjson", "yaml", "yml", "csv", "tsv", "xml", "toml")
FIELD_WORDS = ("key", "keys", "field", "fields", "column", "columns", "property", "properties", "attributes", "schema")
PROSE_WORDS = ("prose", "text", "explanation", "explanations", "commentary", "markdown", "preamble", "else")

ONE_TOKEN = (
    "letter", "letters", "number", "numbers", "digit", "integer", "word", "words", "label", "labels", "score", "yes",
    "no", "true", "false", "index",
    "name", "token", "ids",
)  # fmt: skip
ARTIFACT_NOUNS = (
    "json", "yaml", "csv", "tsv", "xml", "toml", "html", "object", "objects", "array", "list", "table", "classification", "label",
    "labels", "plan", "review", "patch", "diff", "summary", "report", "document", "message", "file", "letter", "email", "memo",
    "paragraph", "paragraphs", "outline", "checklist", "sentence", "sentences", "bullets", "caption", "headline", "note", "essay",
    "script", "query", "function", "spec", "specification", "changelog", "answer", "reply", "proposal", "schedule", "agenda", "draft",
    "post", "article", "story", "poem", "translation", "brief", "form", "record", "records", "verdict", "estimate", "assessment",
)  # fmt: skip
OBLIGING = ("must", "should", "shall", "needs", "cannot", "may", "has", "have", "names")
JUDGING = (
    "refused", "rejected", "accepted", "discarded", "invalid", "valid", "acceptable", "unacceptable", "complete", "incomplete", "wrong",
    "correct", "done", "finished", "void", "ignored",
)  # fmt: skip
FIELD_CUES = (
    "key", "keys", "field", "fields", "column", "columns", "property", "properties", "attributes", "section", "sections",
    "heading", "headings", "header", "headers",
)  # fmt: skip
FORM_NOUNS = (
    "json", "jsonl", "ndjson", "yaml", "csv", "tsv", "xml", "toml", "html", "markdown", "table", "list", "bullet", "bullets",
    "bulleted", "paragraph", "paragraphs", "sentence", "sentences", "diff", "array", "object", "objects", "heading", "headings",
    "section", "sections", "text", "prose", "word", "words", "formats", "line", "lines", "row", "rows", "column", "columns", "number",
    "numbers", "checklist", "outline", "notes", "code", "json-lines", "haiku", "tense", "block", "character",
    "characters", "points", "format", "page", "integer",
)  # fmt: skip
REPLYING = ("respond", "reply", "answer")
ONLY_WORDS = ("only", "just", "nothing", "exactly", "solely")
UNIT_WORDS = (
    "word", "words", "sentence", "sentences", "paragraph", "paragraphs", "line", "lines", "bullet", "bullets", "characters", "rows",
    "row", "page", "pages", "tokens", "items", "headings", "points",
)  # fmt: skip
KEEPING = ("keep", "limit", "restrict", "cut", "shorten", "trim", "hold")
LIMITING = ("in", "most", "least", "more", "exactly", "within", "under", "up", "than", "max", "maximum", "only")
SHAPE_WORDS = ("format", "formats", "form", "shape", "structure", "template", "schema", "layout")
ANSWER_WORDS = (
    "answer", "answers", "reply", "replies", "response", "output", "report", "summary", "message", "result",
)  # fmt: skip
BEGINNING = ("begin", "start", "end", "open", "close")
TEXT_WORDS = (
    "prose", "markdown", "apology", "apologies", "apologise", "apologize", "explanation", "explanations", "commentary", "preamble",
    "introduction", "introductions", "intro", "praise", "fence", "fences", "heading", "headings", "greeting", "greetings", "emoji",
    "emojis", "disclaimer", "disclaimers", "pleasantries", "conclusion", "conclusions", "off", "closing", "text", "bullets", "html",
    "information", "filler", "caveat", "caveats", "talk", "backticks", "ticks",
)  # fmt: skip
BANNING = ("no", "not", "don", "never", "avoid", "without", "omit", "skip", "refrain", "leave")
BINDING = (
    "must", "should", "shall", "has", "needs", "is", "are", "have", "contains", "contain", "consists", "may", "will", "begins",
    "starts", "ends", "fits", "consist", "begin", "start", "end", "fit",
)  # fmt: skip
CONDITIONS = ("if", "unless", "when", "where", "whenever", "wherever", "case", "should", "once", "while")
FIXED_CUES = ("because", "edge", "refuse", "decline", "otherwise", "case", "fallback", "assume", "if", "when")
NOMINAL_CUES = ("for", "on", "upon", "with", "without", "given", "absence", "absent", "failing", "doubt")
EXCEPTIONS = (
    "unless", "empty", "missing", "absent", "truncated", "unclear", "ambiguous", "ambiguity", "unknown", "unsure", "uncertain", "doubt",
    "doubtful", "not", "no", "none", "nothing", "nobody", "cannot", "can", "couldn", "fail", "fails", "failed", "failure", "error",
    "errors", "invalid", "malformed", "corrupt", "corrupted", "incomplete", "contradict", "contradicts", "contradictory", "conflict",
    "conflicts", "conflicting", "unreadable", "illegible", "unavailable", "unable", "lack", "lacks", "without", "impossible",
    "duplicate", "duplicates", "duplicated", "tie", "ties", "tied", "too", "already", "doesn", "don", "isn", "aren", "wasn", "weren",
    "hasn", "haven", "blank", "null", "garbled", "insufficient", "unsupported", "unexpected", "exceed", "exceeds", "more", "fewer",
    "less", "never", "neither", "unrelated", "irrelevant", "topic", "unreachable", "stale", "broken", "break", "breaks", "wrong",
    "damaged", "inconsistent", "disagree", "disagrees", "use", "partial", "partly", "undefined", "unspecified", "unrecognized",
    "unrecognised", "several", "both", "stuck", "lost", "crash", "crashes", "differ", "differs", "mismatch",
)  # fmt: skip
LEAVES = ("skip", "ignore", "treat", "drop", "leave", "mark", "flag", "omit", "discard")
SCAFFOLD_CUES = (
    "think", "reason", "step", "steps", "rationales", "explanation", "explanations", "explain", "thoughts", "carefully", "thoroughly",
    "deep", "begin", "analyze", "analyse", "justifications", "reasoning", "rationale", "thought", "justification",
    "reasons", "why", "justify", "work", "weigh",
    "weighing", "before", "chain",
)  # fmt: skip
DECISION_CUES = (
    *sorted(DECISIONS), "whether", "which", "verdict", "decision", "rating", "ranking", "judgement", "judgment",
    "recommendation", "grade", "score", "classified", "categorized", "categorised", "rated", "ranked", "scored", "graded",
    "judged", "approved", "assessed", "evaluated",
)  # fmt: skip

ENCLOSING = ("enclosed", "wrapped", "surrounded", "delimited", "separated", "numbered", "prefixed")

CUES = frozenset().union(
    ANSWERING, MAKING, MACHINE_FORMATS, FIELD_WORDS, PROSE_WORDS, DECISION_CUES, ARTIFACT_NOUNS, OBLIGING,
    JUDGING, FIELD_CUES, FORM_NOUNS, REPLYING, ONLY_WORDS, UNIT_WORDS, KEEPING, LIMITING, SHAPE_WORDS, ANSWER_WORDS, BEGINNING,
    TEXT_WORDS, BANNING, BINDING, CONDITIONS, FIXED_CUES, NOMINAL_CUES, EXCEPTIONS, LEAVES, SCAFFOLD_CUES,
    ONE_TOKEN, ENCLOSING,
    ("as", "into", "1", "0", "this", "same", "like", "verbatim"),
)  # fmt: skip
