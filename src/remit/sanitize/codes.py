"""What each reason code says to a person, how grave it is, and what to do; it must not know where it was found."""

from typing import NamedTuple

from remit.model.finding import Severity


class Code(NamedTuple):
    """One reason: its severity, what it says, and the next edit."""

    severity: Severity
    message: str
    help: str


CODES: dict[str, Code] = {
    "path.traversal": Code(
        "high", "path leads out of the project", "write it relative to the project's root, without going above it"
    ),
    "path.absolute": Code("high", "path is absolute", "write it relative to the project's root"),
    "path.home": Code("high", "path begins in a home folder", "write it relative to the project's root"),
    "path.expansion": Code("high", "path holds what a shell would expand", "spell the path out"),
    "path.windows": Code("high", "path means another file on Windows", "use plain names with slashes between them"),
    "path.reserved": Code("high", "path holds a name that Windows reserves", "choose another name"),
    "path.shortname": Code("low", "path looks like a short name of Windows", "write the long name"),
    "path.encoded": Code("high", "path holds percent or entity encoding", "write the characters themselves"),
    "path.unicode": Code(
        "medium", "path holds characters that read as others", "write it with the characters it seems to have"
    ),
    "path.control": Code("high", "path holds a character that nobody sees", "remove it"),
    "path.protected": Code("high", "path belongs to git or to Remit itself", "leave it out of the task"),
    "path.sensitive": Code(
        "medium",
        "path steers agents, integration or Remit",
        "let a person decide: answer the task with allow or cancel",
    ),
    "path.option": Code("high", "path begins with a dash", "put a folder before it, such as `./-x`"),
    "path.glob": Code("low", "path is a pattern for many files", "list the files one by one"),
    "path.root": Code("high", "path is the whole project", "list the files that the task is about"),
    "path.length": Code("high", "path is too long", "shorten it: 4,096 bytes in all, 255 for a name"),
    "path.symlink": Code(
        "high", "a symbolic link on the way leads out of the project", "name the file itself, or remove the link"
    ),
    "path.scheme": Code("high", "a URL stands where a path is due", "write the path inside the project"),
    "path.empty": Code("high", "path is empty", "write a path, or leave the line out"),
    "path.case": Code("low", "another path differs in case alone", "use the name that is there"),
    "path.contradiction": Code("high", "a path is both kept and deleted", "list it once"),
    "test.multiple": Code("high", "there is more than one command", "keep one fence with one command"),
    "test.operator": Code(
        "high", "the command needs a shell", "name one program and its arguments; put more into a script"
    ),
    "test.control": Code("high", "the command holds a control character", "remove it"),
    "test.env": Code("low", "a variable is set before the command", "set it in the project's own configuration"),
    "test.substitution": Code("high", "the command holds a substitution or a variable", "write the value itself"),
    "test.arg": Code(
        "low", "an argument leads out of the project or runs something else", "keep arguments inside the project"
    ),
    "test.indirect": Code("low", "the command runs what a file of the repository says", "name the test runner itself"),
    "test.parse": Code("high", "a quote or a fence of the command is not closed", "close it"),
    "test.unicode": Code("high", "the command holds characters beyond ASCII", "write it in ASCII"),
    "test.expansion": Code(
        "low", "an argument holds a pattern that only a shell expands", "list the files, or let the runner find them"
    ),
    "test.empty": Code("high", "there is no command", "write one, or leave the section out"),
    "test.shell": Code("high", "the command is text for a shell", "name the program that the shell would run"),
    "test.inline": Code("low", "the command carries its own program text", "put it into a test file"),
    "test.unknown": Code("low", "the program is no known test runner", "name a known one, or let a person look"),
    "test.wrapper": Code("low", "another program starts the test runner", "name the runner itself"),
    "test.length": Code(
        "high", "the command is too long", "put it into a script, or into the runner's own configuration"
    ),
    "test.unfenced": Code("medium", "the test command stands in no fence", "put it into a fence"),
    "cmd.dangerous": Code("high", "a dangerous command", "take it out, or let a person decide"),
    "cmd.ordered": Code("low", "the reader is told to run a command", "put what proves the task into Test Command"),
    "criteria.chain": Code("low", "a criterion chains commands", "say what must be true, one thing a criterion"),
    "criteria.substitution": Code(
        "low", "a criterion holds a command substitution", "write the value, or put it into a code span"
    ),
    "criteria.prechecked": Code("low", "a criterion is already ticked", "leave the box empty"),
    "criteria.malformed": Code(
        "medium", "an item looks like a criterion and is none", "write `- [ ] ` with a space before the words"
    ),
    "criteria.empty": Code("high", "there are no criteria", "write at least one"),
    "criteria.prose": Code("medium", "there is prose and no criterion", "write each as `- [ ] ` and what must be true"),
    "criteria.check": Code(
        "medium", "a criterion's check cannot be an argument", "name one test inside the project, without options"
    ),
    "criteria.reviewer": Code("medium", "a criterion's reviewer is no name", "write one name"),
    "criteria.unverifiable": Code(
        "low", "a criterion says nothing that can be shown", "say what is observed, or name a check"
    ),
    "limit.size": Code("high", "the description is too long", "keep it under 256 KiB; put the rest into files"),
    "limit.depth": Code(
        "high", "the text is nested too deeply", "flatten it: 500 open brackets, quotes or items at most"
    ),
    "limit.criteria": Code("high", "there are more than 100 criteria", "split the task"),
    "limit.item": Code("high", "a criterion is longer than 2,000 characters", "say one thing in it"),
    "limit.rounds": Code("high", "the text changes with each look", "write it plainly"),
    "limit.title": Code("high", "the title is longer than 200 characters", "shorten it"),
    "md.duplicate_section": Code("high", "a section stands there twice", "merge the two"),
    "md.unknown_section": Code("medium", "text stands in no known section", "move it into Context or Notes"),
    "md.no_sections": Code(
        "high",
        "there is no known section",
        "write `## Objective`, `## Acceptance Criteria` and `## Files Modified`, or use `remit task draft`",
    ),
    "md.missing_section": Code("high", "a required section is missing", "add the section"),
    "md.nested_heading": Code("low", "a heading inside a quotation or list is no section", "move the heading out"),
    "md.unclosed_fence": Code("high", "a code fence is never closed", "close it"),
    "md.html_comment": Code("medium", "an HTML comment", "take it out"),
    "md.linkref": Code("medium", "a link definition that nobody sees", "write the link where it is used"),
    "md.raw_html": Code("low", "raw HTML", "write Markdown"),
    "md.remote_image": Code("low", "an image from elsewhere", "link to it instead"),
    "md.empty": Code("high", "the description is empty", "write one"),
    "fm.stripped": Code("low", "front matter", "move what matters into sections"),
    "fm.yaml_tag": Code("high", "front matter holds a YAML tag", "take it out"),
    "fm.yaml_alias": Code("high", "front matter holds a YAML anchor or alias", "take it out"),
    "tag.forged": Code("medium", "text that reads as a tag of a prompt", "write the name without angle brackets"),
    "tag.homoglyph": Code("medium", "a tag of a prompt in look-alike letters", "write the name without angle brackets"),
    "tag.reserved": Code(
        "medium", "a tag that agents' programs give a meaning", "write the name without angle brackets"
    ),
    "tag.chat_token": Code("medium", "a marker of a chat format", "take it out"),
    "tag.entity": Code("low", "a tag of a prompt written in entities", "write the name without angle brackets"),
    "tag.entity_bomb": Code("low", "an XML entity is declared", "take the declaration out"),
    "tag.pi": Code("low", "an XML processing instruction", "take it out"),
    "tag.cdata": Code("low", "a CDATA section", "take it out"),
    "tpl.reentrancy": Code("low", "a variable of Remit's templates", "write its name without braces"),
    "cli.prefix": Code("low", "a line begins as a command of an agent's program", "put a word before it"),
    "cli.mention": Code("low", "an at sign before a path", "put it into other words"),
    "text.ansi": Code("medium", "a terminal sequence", "take it out"),
    "text.control": Code("low", "a control character", "take it out"),
    "text.newline": Code("low", "a lone carriage return", "end lines with a line feed"),
    "text.linesep": Code("medium", "a line end that not every program sees", "end lines with a line feed"),
    "uni.tag_block": Code("high", "invisible tag characters", "take them out"),
    "uni.vs_run": Code("high", "a run of variation selectors", "take them out"),
    "uni.bidi": Code("high", "characters that turn the direction of text", "take them out"),
    "uni.zero_width": Code("medium", "zero-width characters inside a word", "take them out"),
    "uni.mixed_script": Code("medium", "a word of letters from two scripts", "write it in one script"),
    "uni.filler": Code("low", "characters that look blank", "take them out"),
    "uni.invisible": Code("low", "characters without a shape", "take them out"),
    "uni.blank": Code("low", "blank Braille patterns", "take them out"),
    "uni.bom": Code("low", "a byte order mark", "save the file without it"),
    "uni.combining": Code("high", "more than eight marks on one letter", "take them out"),
    "uni.pua": Code("low", "characters for private use", "take them out"),
    "bytes.nul": Code("high", "a NUL character", "remove it"),
    "bytes.surrogate": Code("high", "bytes that are no text", "decode the file rightly"),
    "encoding.invalid": Code("high", "a line is not UTF-8 or not JSON", "write one JSON object a line, in UTF-8"),
    "url.scheme": Code("high", "the URL has no scheme that is allowed", "use https"),
    "url.not_https": Code("low", "the URL is plain http", "use https"),
    "url.userinfo": Code("high", "the URL names a user before its host", "take the part before the at sign out"),
    "url.backslash": Code("high", "the URL holds a backslash", "use slashes"),
    "url.idn": Code("low", "the host has letters beyond ASCII", "write the host that you mean"),
    "url.numeric_host": Code("high", "the host is a number or an address", "write a host's name"),
    "url.host": Code("high", "the URL names no valid host", "write one"),
    "url.control": Code("high", "the URL holds a space or a character that nobody sees", "take it out"),
    "url.length": Code("high", "the URL is too long", "shorten it: 4,096 characters"),
    "url.empty": Code("high", "the URL is empty", "write one"),
    "dep.format": Code("high", "a dependency is no task id", "write ids such as T998.1"),
    "dep.self": Code("high", "a task waits for itself", "take it out"),
    "dep.unknown": Code("high", "there is no such task", "name a task that exists"),
    "dep.scope": Code("high", "the task lies outside the scope", "widen the scope, or take it out"),
    "dep.duplicate": Code("low", "a dependency is named twice", "name it once"),
    "dep.cycle": Code("high", "tasks wait for each other", "break the circle at one of them"),
    "dep.limit": Code("high", "there are more than 1,000 dependencies", "depend on their common parent"),
    "dep.empty": Code("high", "there are no dependencies", "write an empty list, or leave the field out"),
    "injection.phrase": Code(
        "high", "text in a known style of orders to an agent", "read it; then answer the task with allow or cancel"
    ),
    "scope.outside": Code(
        "high", "a file lies outside what was granted", "take it out, or have the grant widened by a person"
    ),
    "task.unproven": Code(
        "high", "nothing proves a criterion", "add a Test Command, or name a check or reviewer in each criterion"
    ),
    "task.untitled": Code("high", "the task has no title", "write one"),
    "objective.sentences": Code("low", "the objective is more than one sentence", "keep one; move the rest to Context"),
}
