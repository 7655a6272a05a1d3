"""English words by what they can do in a sentence that asks, as data; it must not know sentences."""


def listed(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


# Verbs that hardly ever head a sentence as a noun.
VERBS = listed(
    """
    abide abort accept adapt add adhere adjust adopt advise aggregate aim alert align allow amend analyse
    analyze annotate announce apologise apologize append apply appraise approve arrange articulate ascertain ask
    assemble assess assign assist attach attempt augment avoid begin beware brainstorm bring build bundle
    calculate capture carry categorise categorize characterise characterize choose cite clarify classify clean
    cluster collapse collate collect combine come compare compile complete comply compose compute concatenate
    concentrate conclude condense conduct configure confirm conform congratulate connect consider consolidate
    construct consult continue contrast convert convince correct craft create deal debug decide decompose
    decouple deduce deduplicate deepen define delete deliver demonstrate depict deploy deprecate derive describe
    detect determine develop devise diagnose discard discover discuss dismiss disregard distil distill
    distinguish divide draw elaborate eliminate embed emit emphasise emphasize emulate enable encode encourage
    enforce enrich ensure enumerate envision escalate establish evaluate examine exclude execute exemplify exit
    expand explain explore expose express extend extract factor fetch fill filter find finish fix flatten flesh
    follow formulate fulfil fulfill gather generate get give go greet handle harden help hide hire identify
    ignore illustrate implement improve include incorporate indicate infer inform initialise initialize insert
    inspect install integrate interpret introduce invent investigate invite invoke isolate itemise itemize
    justify keep lay learn leave localise localize locate loosen maintain make mention merge migrate minimise
    minimize mitigate modernise modernize modify multiply narrate negotiate nominate normalise normalize notify
    obey observe obtain omit optimise optimize organise organize outline overhaul overwrite paraphrase parse
    perform persuade phrase pick pinpoint polish populate predict prefer prepare preserve prevent prioritise
    prioritize proceed produce proofread propose prove provide publish put quantify quiet quit raise read
    rearrange reason rebase recall recheck recite recommend reconcile reconstruct recount redact redesign redo
    reduce refactor refine reflect reformat refrain refresh refuse regenerate reimplement reject relate rely
    remind remove rename render reorder reorganise reorganize rephrase replace reply reproduce rerun resolve
    respond restate restore restrict restructure retain retrieve reuse revert revise rewrite rotate sanitise
    sanitize say scrape select send separate serialise serialize settle shorten shrink sift simplify simulate
    sing soften solve speak specify split spread standardise standardize stick stop strengthen strip strive stub
    submit substitute subtract suggest sum summarise summarize supply synthesise synthesize tabulate tackle take
    tally teach tell think tidy tighten tokenise tokenize transcribe transform translate treat trigger undo
    unify uninstall unpack untangle validate verbalise verbalize verify vet visualise visualize wait warn weigh
    widen
    """
)

# Verbs that are as often nouns; what follows them tells.
NOUN_VERBS = listed(
    """
    access address answer approach audit balance bill book boost branch break brief bug bullet call caption cast
    catch challenge change chart check claim clear close code color colour comment commit conflict contact
    control copy cost count cover critique cross cut date debate demo design detail diff display document double
    draft drop dump edit email end escape estimate exercise export face fail feed figure file fit flag focus
    force forecast format forward frame front gauge grade graph group guard guess guide hand head highlight hold
    hook host import increase index interview issue join judge jump label lead limit line link list load lock
    log look loop lower map mark mask match measure mind mix mock model monitor move name note notice nudge
    number open order output pack page paint part pass paste patch pause pin pitch place plan play plot point
    poll port position post practice present price print probe process profile program progress project prompt
    pull push query question quiz quote rank rate rebuild recap record redirect reference release repair repeat
    replay report request research reset rest result return reverse review roll root round route run sample save
    scale scan schedule scope score screen script seal search section segment sequence shape share shift ship
    show sign sketch skip slice sort sound source span spell spot squash stage star start state stay step store
    stream stress structure study style subject support surface survey swap switch tag target task test text tie
    time title touch trace track trade train transfer transition transport trap triage trim try tune turn type
    unit update upgrade use value view visit voice vote walk warm watch weight work worry wrap write zip
    """
)

# Of these, what hardly ever heads a sentence as a verb unless an article or a number follows.
THINGS = listed(
    """
    code conflict cost date diff face figure head index issue model order page paint part pin point port position price probe profile
    program progress project question reference result root score segment sequence shape sign source span stage step stream stress
    style subject surface target task text time title transition transport type unit value view voice weight
    """
)

# What is said of an answer: "only respond with …".
VERBS_OF_ANSWERS = listed(
    "answer give include list output print produce provide reply report respond return send state write use"
)

# Heads of sentences that set a role or a scene, and ask for nothing yet.
NO_REQUESTS = listed(
    """
    act assume be behave have imagine know let pretend remember see suppose thank understand welcome
    """
)

# What a person does without being asked: "you will receive", "you should know".
STATIVES = listed(
    """
    be been encounter get given have know need never not notice receive see understand
    """
)

# What opens an object, so that the word before it is a verb.
DETERMINERS = listed(
    """
    a all an another any anything both each eight either every everyone everything exactly few five four her him
    his how it its just many me my myself nine nothing one only our seven several six some something ten the
    their them these this those three two us what where whether which who whose why your yourself
    """
)

# After one of these a noun-like verb is a verb as well, unless the sentence goes on with a finite verb.
PARTICLES = listed(
    """
    again against also as away back between by down in into off on out over through up using with within
    """
)

PARTICLES_OF = {
    "reply": {"to"},
    "return": {"to"},
    "check": {"for", "if", "that"},
    "search": {"for"},
    "look": {"at", "for", "to"},
    "watch": {"for"},
    "wait": {"for"},
    "scan": {"for"},
    "test": {"for", "if", "that"},
    "plan": {"for"},
    "account": {"for"},
    "compare": {"to"},
    "state": {"if", "that"},
    "show": {"if", "that"},
    "note": {"that"},
    "point": {"to"},
    "switch": {"from", "to"},
    "focus": {"on"},
    "report": {"if", "that"},
    "start": {"from"},
    "write": {"to"},
    "answer": {"from", "no", "to", "yes"},
    "read": {"from"},
    "work": {"from"},
    "move": {"from", "to"},
    "stop": {"if", "when"},
    "begin": {"from"},
}

# Verbs whose subject stands before them.
FINITE = listed(
    """
    appear are aren't arrive began can can't cannot come comes contains could did does exist follow follows goes
    had happen has hasn't have haven't holds is isn't looks matter may means might must occur remain says seem
    shall should shows takes tend took was wasn't went were weren't will won't would
    """
)

# What opens a clause inside a sentence.
RELATIVE = listed(
    """
    because how if since so that unless until what when where whether which while who whose why
    """
)

# What opens a clause that leads up to the main one.
OPENERS = listed(
    """
    about across after against although among as assuming at based because before besides between beyond by
    concerning considering despite during except for from given if in instead like next on once over per
    provided regarding should since though through to under unless until using when whenever where wherever
    whether while with within without
    """
)

# What may stand before the verb of a command.
SKIPPED = listed(
    """
    additionally afterward afterwards again also always and briefly but carefully else finally first furthermore
    hello hence here hey hi instead just kindly last lastly meanwhile moreover next now ok okay optionally or
    otherwise please quickly second secondly simply so step then therefore third thirdly thus today well
    """
)

_NO_HEADS = listed(
    """
    above almost along am around assume be been behind being below beneath beside dear do don't dont down even
    half having he here's however i imagine inside into it's let let's maybe minus more most much near nearly
    neither never no nobody none nor not note of off onto out outside perhaps plus pm quite rather remember see
    she sincerely somebody such suppose than thank thanks that's there they throughout times tomorrow tonight
    toward towards unlike up upon versus via we welcome what's whereas why's yes yesterday yet you
    """
)
# Heads that an article may follow without a command.
NOT_VERBS = OPENERS | DETERMINERS | FINITE | SKIPPED | RELATIVE | _NO_HEADS

# Verbs that ask for a choice or a judgement.
DECISIONS = listed(
    """
    appraise approve assess categorise categorize choose classify decide determine diagnose evaluate grade judge
    pick prioritise prioritize rank rate recommend reject score select shortlist triage vet vote
    """
)
