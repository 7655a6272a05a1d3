"""A script that imports a project's builders and renders them; it must not need Remit, which its interpreter may lack.

Its job comes as JSON on standard input; what it finds goes to the file that the job names, one JSON object a line, each
written when it is known: whoever reads on after a builder has ended the process sees how far it came.
"""

import faulthandler
import importlib
import inspect
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.abc import PathEntryFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from itertools import cycle
from types import CodeType, FrameType, TracebackType
from typing import Any

LARGEST_TEXT = 16 * 2**20
FILLER = "Text of unknown content stands here, as long as it is in use. "
FIXTURE, PRODUCTION = "fixture", "production"

_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_NETWORK_EVENTS = frozenset({
    "socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr",
})  # fmt: skip
# Without a namespace, what another program does cannot be seen from here.
_PROGRAM_EVENTS = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty"})
_MESSAGE_LENGTH = 200


class Unfit(Exception):
    """What a builder is given, or returns, is nothing that it could be rendered with, or as."""


class Report:
    """The file that takes what is found, and the clock that ends whatever takes too long."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        self.results = os.open(job["results"], flags, 0o600)
        self.hung = open(job["hung"], "wb")  # noqa: SIM115, PTH123 - stays open for the clock
        self.limit = job["timeout_seconds"]
        self.root = job["root"]
        self.traced = job["trace"]
        self.seen: set[CodeType] = set()

    def say(self, record: Mapping[str, object]) -> None:
        line = memoryview(json.dumps(record).encode() + b"\n")
        while line:
            line = line[os.write(self.results, line) :]

    def attempt(self, key: list[str], work: Callable[[], dict[str, object]]) -> dict[str, object]:
        """Does a piece of the project's own work, whatever that does, and says how it went."""
        self.say({"begin": key, "at": time.monotonic()})
        # The clock is a thread that needs no interpreter: it also ends what never comes back from C.
        faulthandler.dump_traceback_later(self.limit, exit=True, file=self.hung)
        try:
            found = work()
        except BaseException as error:  # noqa: BLE001  # the outermost call of somebody else's code in this process
            found = {"reason": self._reason(error)}
        faulthandler.cancel_dump_traceback_later()
        self.say({"end": key, **found, "ran": list(self._ran())})
        return found

    def trace(self, call: Callable[[], object]) -> object:
        """Calls, and takes down which functions ran."""
        if not self.traced:
            return call()
        sys.setprofile(self._note)
        try:
            return call()
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.seen.add(frame.f_code)

    def _ran(self) -> Iterator[tuple[str, int, int]]:
        """The functions of the project that ran since this was last asked: file, first and last line."""
        for code in self.seen:
            if not code.co_flags & inspect.CO_OPTIMIZED:
                # The body of a module or class, imported on the way: that it ran says nothing of what it defines.
                continue
            path = os.path.relpath(code.co_filename, self.root)
            if not path.startswith(os.pardir):
                yield path, code.co_firstlineno, max(line or 0 for _, _, line in code.co_lines())
        self.seen = set()

    def _reason(self, error: BaseException) -> str:
        if isinstance(error, Unfit):
            return str(error)
        if isinstance(error, SystemExit):
            return f"exited the interpreter with {error.code!r}"
        said = " ".join(str(error).split())
        cut = said if len(said) <= _MESSAGE_LENGTH else f"{said[:_MESSAGE_LENGTH]}…"
        place = self._place(error.__traceback__)
        return f"raised {type(error).__name__}" + (f": {cut}" if cut else "") + (f" at {place}" if place else "")

    def _place(self, trace: TracebackType | None) -> str:
        """The innermost line of the project's own code."""
        place = ""
        while trace is not None:
            path = os.path.relpath(trace.tb_frame.f_code.co_filename, self.root)
            if not path.startswith(os.pardir):
                place = f"{path}:{trace.tb_lineno}"
            trace = trace.tb_next
        return place


def main() -> None:
    job = json.load(sys.stdin)
    report = Report(job)
    report.say({"network": close_network()})
    printed = os.open(job["printed"], os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    os.dup2(printed, 1)
    read_sources_fresh(job["root"])
    sys.path[:0] = job["python_path"]
    skipped = {tuple(key) for key in job["skip"]}
    failed = _import_all(report, job, skipped)
    for entry in [*_registered(job["modules"]), *job["entries"]]:
        _render(report, entry, failed, skipped, sizes=job["sizes"])
    report.say({"complete": True})
    # Threads that a project leaves behind, and what it wants to do at the end, are not waited for.
    os._exit(0)


class _Fresh(SourceFileLoader):
    """Loads a source as it is: bytecode is kept by second and size, and a quick edit can share both with what was before it."""

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError(path)


def read_sources_fresh(root: str) -> None:
    """Makes imports from below the project, but for what is installed there, read no bytecode and write none."""
    hook = FileFinder.path_hook((ExtensionFileLoader, EXTENSION_SUFFIXES), (_Fresh, SOURCE_SUFFIXES))

    def below(path: str) -> PathEntryFinder:
        if not path.startswith(root) or "site-packages" in path:
            raise ImportError(path)
        return hook(path)

    sys.path_hooks.insert(0, below)
    sys.path_importer_cache.clear()


def close_network() -> str:
    """Shuts this process off from every network, and says by what."""
    refused, by = _NETWORK_EVENTS, "a network namespace"
    if not _enter_namespace():
        refused, by = _NETWORK_EVENTS | _PROGRAM_EVENTS, "an audit hook"

    def refuse(event: str, _: object) -> None:
        if event in refused:
            raise PermissionError(f"{event} is refused while a prompt is rendered")

    sys.addaudithook(refuse)
    return by


def _enter_namespace() -> bool:
    if sys.platform != "linux":
        return False
    # Tried in another process first: a namespace that is entered by half cannot be left.
    for flags in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET):
        probe = os.fork()
        if probe == 0:
            os._exit(0 if _unshare(flags) else 1)
        if os.waitpid(probe, 0)[1] == 0:
            return _unshare(flags)
    return False


def _unshare(flags: int) -> bool:
    uid, gid = os.getuid(), os.getgid()
    if importlib.import_module("ctypes").CDLL(None).unshare(flags) != 0:
        return False
    if flags & _CLONE_NEWUSER == 0:
        return True
    try:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:  # noqa: PTH123 - pathlib would be one more import
                file.write(text)
    except OSError:
        return False
    return True


def _import_all(report: Report, job: Mapping[str, Any], skipped: set[tuple[str, ...]]) -> dict[str, str]:
    """Imports what the builders stand in; why not, for each that cannot be."""
    failed: dict[str, str] = {}
    modules = [*job["modules"], *(entry["builder"].partition(":")[0] for entry in job["entries"])]
    for module in dict.fromkeys(modules):
        key = ["import", module]
        if tuple(key) in skipped:
            failed[module] = "skipped"
            continue

        def load(name: str = module) -> dict[str, object]:
            importlib.import_module(name)
            return {}

        found = report.attempt(key, load)
        if "reason" in found:
            failed[module] = str(found["reason"])
    return failed


def _registered(modules: list[str]) -> Iterator[dict[str, Any]]:
    """What the imported modules have entered into the registry; what their dependencies have is not theirs."""
    package = sys.modules.get("remit")
    registry = package.PROMPT_REGISTRY if package is not None and modules else {}
    for each in sorted(registry.values()):
        for builder in (each.builder, *each.others):
            if builder.__module__ in modules:
                yield {
                    "name": each.name,
                    "builder": f"{builder.__module__}:{builder.__qualname__}",
                    "function": builder,
                    "category": each.category,
                    "fixtures": each.fixtures,
                    "payload": each.payload,
                    "captured": each.captured,
                }


def _render(
    report: Report,
    entry: Mapping[str, Any],
    failed: Mapping[str, str],
    skipped: set[tuple[str, ...]],
    *,
    sizes: list[str],
) -> None:
    builder, name = entry["builder"], entry["name"]
    fixtures = entry["fixtures"] or {"": {}}
    imported = builder.partition(":")[0] not in failed
    place = _place_of(entry) if imported else None
    report.say({"entry": [builder, name], "category": entry["category"], "fixtures": list(fixtures), "at": place})
    if not imported:
        return
    for fixture, arguments in fixtures.items():
        for size in sizes:
            key = [builder, name, fixture, size]
            if tuple(key) in skipped or (size == PRODUCTION and not (entry["payload"] or entry["captured"])):
                continue

            def build(size: str = size, arguments: Mapping[str, object] = arguments) -> dict[str, object]:
                given = arguments if size == FIXTURE else _in_production(report.root, entry, arguments)
                written = _written()
                made = report.trace(lambda: _called(entry, dict(given)))
                if _written() != written:
                    raise Unfit("printed to standard output, expected its text as the returned value")
                return _checked(_text_of(made))

            report.attempt(key, build)


def _place_of(entry: Mapping[str, Any]) -> list[object] | None:
    """The file and line of a builder, where it is known."""
    try:
        function = inspect.unwrap(_found(entry)[1])
        code = getattr(function, "__func__", function).__code__
    except (AttributeError, ImportError, ValueError):
        return None
    return [code.co_filename, code.co_firstlineno]


def _found(entry: Mapping[str, Any]) -> tuple[Any, Any]:
    """The class of a builder that wants an instance of it, else None; and the builder, ready to be called."""
    module, _, qualified = entry["builder"].partition(":")
    if "<locals>" in qualified:
        return None, entry["function"]
    owner: object = None
    found: Any = sys.modules[module]
    for part in qualified.split("."):
        owner, found = found, getattr(found, part)
    last = qualified.rpartition(".")[2]
    bound = not inspect.isclass(owner) or isinstance(inspect.getattr_static(owner, last), staticmethod | classmethod)
    return (None if bound else owner), found


def _called(entry: Mapping[str, Any], arguments: dict[str, Any]) -> object:
    owner, builder = _found(entry)
    if owner is not None:
        instance = owner(**arguments.pop("self", {}))
        builder = getattr(instance, builder.__name__)
    made = builder(**arguments)
    return importlib.import_module("asyncio").run(_awaited(made)) if inspect.isawaitable(made) else made


async def _awaited(made: Any) -> object:
    return await made


def _text_of(made: Any) -> str:
    """The text of what a builder returned: a text, a prompt value, or a list of chat messages."""
    if isinstance(made, str):
        return str(made)
    if hasattr(made, "to_xml"):
        return _text_of(made.to_xml())
    if (
        isinstance(made, list | tuple)
        and made
        and all(isinstance(each, Mapping) and "content" in each for each in made)
    ):
        return "\n\n".join(_content(each["content"]) for each in made)
    raise Unfit(f"returned {type(made).__name__}, expected a text, a UnifiedPrompt or a list of chat messages")


def _content(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n\n".join(str(part["text"]) for part in content if isinstance(part, Mapping) and "text" in part)
    raise Unfit(f"a message's content is {type(content).__name__}, expected a text")


def _checked(text: str) -> dict[str, object]:
    if len(text) > LARGEST_TEXT:
        return {"reason": f"returned {len(text):,} characters, the most that is judged is {LARGEST_TEXT:,}"}
    try:
        text.encode()
    except UnicodeEncodeError:
        return {"reason": "returned a text with a lone surrogate, which no file can hold"}
    return {"text": text}


def _in_production(root: str, entry: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a real run, else those of the fixture with each payload as long as it is in use."""
    captured = entry["captured"]
    if isinstance(captured, str):
        with open(os.path.join(root, captured), encoding="utf-8") as file:  # noqa: PTH118, PTH123
            captured = json.load(file)
    if captured:
        return dict(captured)
    return {**arguments, **{name: grown(arguments.get(name, ""), size) for name, size in entry["payload"].items()}}


def grown(value: object, size: int) -> object:
    """The value at so many characters, made of itself again and again; one that is longer stays as it is."""
    if isinstance(value, str):
        return repeated(value, size)
    if isinstance(value, list | tuple) and value and all(isinstance(each, str) for each in value):
        items, length = list(value), sum(map(len, value))
        for item in cycle(value):
            if length >= size:
                break
            items.append(item)
            length += len(item) or 1
        return type(value)(items)
    raise Unfit(f"a payload is {type(value).__name__}, expected a text or a list of texts")


def repeated(text: str, size: int) -> str:
    """The text, line by line again, up to so many characters."""
    if len(text) >= size:
        return text
    unit = f"{text}\n" if text.strip() else FILLER
    return (unit * (size // len(unit) + 1))[:size]


def _written() -> int:
    """How much standard output has taken, from Python or from below it."""
    for stream in (sys.stdout, sys.__stdout__):
        with suppress(AttributeError, ValueError, OSError):
            stream.flush()  # type: ignore[union-attr]
    with suppress(OSError):
        return os.fstat(1).st_size
    return -1


if __name__ == "__main__":
    main()
