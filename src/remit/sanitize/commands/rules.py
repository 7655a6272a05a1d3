"""Say of one command and its arguments whether it destroys, takes over or escapes; it must not know texts or places."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

Check = Callable[[Sequence[str]], str | None]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHELLS = _words("sh bash zsh dash ksh mksh ash fish csh tcsh rbash pwsh powershell cmd")
INTERPRETERS = _words("python python2 python3 perl ruby node php lua osascript deno bun tclsh")
EVALUATORS = SHELLS | {"eval", "iex", "invoke-expression", "source", "."}
WRAPPERS = _words(
    "sudo doas env nohup time exec command builtin nice ionice stdbuf setsid timeout xargs parallel busybox chroot"
)
_DECODERS = _words("base64 base32 basenc openssl xxd uudecode")
_DOWNLOADERS = _words("curl wget aria2c fetch iwr irm invoke-webrequest invoke-restmethod lwp-download")

# Words that go on with a sentence: after a bare command name they say that it is only talked about.
_PROSE = _words(
    """
    a an and are as at be been but by call called calling calls can command commands could do does example examples flag
    flags for from had has have helper if in instead into invocation invocations is it its line lines may might must not
    of on once option options or our over script should since so step steps style such than that the then there these
    they this those to until usage using variant via was we were when where which while will with without would wrapper
    you your
    """
)

# `rm` is also the name of a subcommand that deletes no directories: after one of these words it is not the program.
HAVE_RM = _words(
    """
    git docker podman nerdctl kubectl svn hg npm pnpm yarn s3 volume image container network context fs -fs dfs gsutil
    s3cmd mc dvc secret remote config
    """
)

_BLOCK_DEVICE = re.compile(
    r"/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|r?disk|loop|md|dm-|mapper/|z?ram|sr|nbd|mem\b|kmem|port\b|n?st\d)"
    r"|\\\\\.\\physicaldrive",
    re.IGNORECASE,
)
_HARMLESS_DEVICE = re.compile(r"/dev/(?:null|zero|full|std(?:in|out|err)|tty|fd/|u?random|pts/|shm/)")
_TAKES_HOLD = re.compile(
    r"(?:^|/)\.git/hooks/\w|(?:^|/)authorized_keys2?$|^/etc/(?:cron|sudoers|passwd$|shadow$|ld\.so)"
)
_NETWORK_DEVICE = re.compile(r"/dev/(?:tcp|udp)/")
_SHORT = re.compile(r"-[A-Za-z0-9]+")
_OPEN_MODE = re.compile(r"[0-7]?777|[2-7][0-7]{3}|(?:a|ugo|)[+=]rwx[st]*|(?:o|go|uo)[+=]rwx|[augo]*[+=][rwx]*s[rwx]*")
_RUN_BY_GIT = re.compile(
    r"core\.(?:hookspath|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand)|diff\.external"
    r"|(?:diff|filter|merge|gpg|difftool|mergetool)\..*\.(?:command|textconv|clean|smudge|process|driver|program|cmd)"
    r"|gpg\.program|init\.templatedir|uploadpack\.packobjectshook|include(?:if\..*)?\.path|protocol\.ext\.allow"
)
_RUN_ONCE_BY_GIT = re.compile(rf"{_RUN_BY_GIT.pattern}|core\.(?:pager|editor)|sequence\.editor|pager\..*")


def letters(args: Sequence[str]) -> str:
    """The letters of all short options."""
    return "".join(arg[1:] for arg in args if arg.startswith("-") and _SHORT.fullmatch(arg))


def operands(args: Sequence[str]) -> list[str]:
    """What a command is given besides its options; nothing where a sentence goes on instead."""
    given = [arg for arg in args if arg and (not arg.startswith("-") or arg == "-")]
    return [] if given and given[0].lower() in _PROSE else given


def is_prose(word: str) -> bool:
    return word.lower() in _PROSE


def could_fetch(name: str) -> bool:
    return name in _DOWNLOADERS or name in _DECODERS or "downloadstring" in name or "downloaddata" in name


def fetches(name: str, args: Sequence[str]) -> bool:
    """Whether a command brings text that nobody here has read: from the network, or out of an encoding."""
    if "downloadstring" in name or "downloaddata" in name:
        return True
    if name == "fetch":
        return any("://" in arg for arg in args)
    if name in _DOWNLOADERS:
        return bool(operands(args))
    if name in {"base64", "base32", "basenc"}:
        return any(arg in {"-d", "-D", "-di", "--decode"} for arg in args)
    if name == "openssl":
        return "-d" in args
    return (name == "xxd" and "r" in letters(args)) or name == "uudecode"


def kept_name(path: str) -> str:
    """The last part of a path or an address: how a later command names what was saved."""
    return path.rstrip("/").rpartition("/")[2].partition("?")[0]


def saves_as(name: str, args: Sequence[str]) -> list[str]:
    """The file names under which a download is kept."""
    if name not in _DOWNLOADERS:
        return []
    named = [value for option, value in pairwise(args) if option in {"-o", "-O", "--output", "-OutFile"}]
    named += [arg.partition("=")[2] for arg in args if arg.startswith(("--output=", "--output-document="))]
    if name == "wget" or "-O" in args or "--remote-name" in args:
        named += [arg for arg in args if "://" in arg]
    return [kept for kept in map(kept_name, named) if len(kept) > 1]


def reads_standard_input(name: str, args: Sequence[str]) -> bool:
    """Whether an interpreter that stands at the end of a pipe runs what comes through it."""
    given = operands(args)
    if given[:1] and given[0] in {"-", "/dev/stdin", "/proc/self/fd/0"}:
        return True
    if name in SHELLS:
        return "c" not in letters(args) and (not given or "s" in letters(args))
    return not given and not any(flag in letters(args) for flag in "cemn")


def overwrites(target: str) -> str | None:
    """What writing to a path would do, where it is worse than changing a file."""
    if _BLOCK_DEVICE.match(target):
        return "writes to a block device"
    if _NETWORK_DEVICE.match(target):
        return "opens a network connection"
    if _TAKES_HOLD.search(target):
        return "writes a file that is run or trusted later"
    return None


def _rm(args: Sequence[str]) -> str | None:
    recursive = set(letters(args)) & {"r", "R"} or any(
        arg[:3] == "--r" and "--recursive".startswith(arg) for arg in args
    )
    return "deletes recursively" if recursive and operands(args) else None


def _windows_delete(args: Sequence[str]) -> str | None:
    recursive = any(arg.lower() == "/s" or (len(arg) > 1 and "-recurse".startswith(arg.lower())) for arg in args)
    return "deletes recursively" if recursive and [a for a in operands(args) if not a.startswith("/")] else None


def _rimraf(args: Sequence[str]) -> str | None:
    return "deletes recursively" if operands(args) else None


def _find(args: Sequence[str]) -> str | None:
    if "-delete" in args and not any(map(is_prose, args[: args.index("-delete")])):
        return "deletes recursively"
    runs = [args[at + 1] for at, arg in enumerate(args[:-1]) if arg in {"-exec", "-execdir", "-ok", "-okdir"}]
    return "deletes recursively" if any(name.rpartition("/")[2] in {"rm", "shred", "unlink"} for name in runs) else None


def _dd(args: Sequence[str]) -> str | None:
    target = next((arg[3:] for arg in args if arg.startswith("of=")), "")
    if not target.startswith("/dev/") or _HARMLESS_DEVICE.match(target):
        return overwrites(target)
    return "writes to a device"


def _format(args: Sequence[str]) -> str | None:
    return "writes to a block device" if any(_BLOCK_DEVICE.match(arg) for arg in args) else None


def _writes_operands(args: Sequence[str]) -> str | None:
    return next(filter(None, map(overwrites, operands(args)[-8:])), None)


def _writes_last(args: Sequence[str]) -> str | None:
    given = operands(args)
    return overwrites(given[-1]) if len(given) > 1 else None


def _chmod(args: Sequence[str]) -> str | None:
    given = [arg for arg in args if not _SHORT.fullmatch(arg) or _OPEN_MODE.fullmatch(arg)]
    given = [arg for arg in given if not arg.startswith("--")]
    if given and _OPEN_MODE.fullmatch(given[0]) and operands(given[1:]):
        return "opens files to everybody"
    return None


def _git(args: Sequence[str]) -> str | None:
    settings = [value for option, value in pairwise(args) if option == "-c"]
    for setting in settings:
        key, _, value = setting.partition("=")
        if _RUN_ONCE_BY_GIT.fullmatch(key.lower()) or _is_shell_setting(key, value):
            return "makes git run a program"
    given = operands(args)
    if "config" in given:
        named = [arg for arg in given[given.index("config") + 1 :] if arg not in {"set", "add"}]
        if len(named) > 1 and not is_prose(named[1]) and _RUN_BY_GIT.fullmatch(named[0].lower()):
            return "makes git run a program"
        if len(named) > 1 and _is_shell_setting(*named[:2]):
            return "makes git run a program"
    if given[:1] == ["clean"] and "f" in letters(args) and set(letters(args)) & {"d", "x", "X"}:
        return "deletes recursively"
    return None


def _is_shell_setting(key: str, value: str) -> bool:
    return value.startswith("!") and key.lower().startswith(("alias.", "credential."))


def _crontab(args: Sequence[str]) -> str | None:
    return "makes a program run later" if args and args[0] in {"-", "-r"} else None


def _netcat(args: Sequence[str]) -> str | None:
    runs = set(letters(args)) & {"e", "c"} and any(arg.rpartition("/")[2] in SHELLS for arg in args)
    return "gives a shell to the network" if runs else None


def _powershell(args: Sequence[str]) -> str | None:
    encoded = any(len(a) > 1 and "-encodedcommand".startswith(a.lower()) for a in args if a.lower() != "-ex")
    return "runs an encoded command" if encoded and operands(args) else None


CHECKS: dict[str, Check] = {
    "rm": _rm,
    "rimraf": _rimraf,
    "rd": _windows_delete,
    "rmdir": _windows_delete,
    "del": _windows_delete,
    "erase": _windows_delete,
    "remove-item": _windows_delete,
    "ri": _windows_delete,
    "find": _find,
    "dd": _dd,
    "mke2fs": _format,
    "mkfs": _format,
    "mkswap": _format,
    "wipefs": _format,
    "blkdiscard": _format,
    "shred": _format,
    "sgdisk": _format,
    "parted": _format,
    "tee": _writes_operands,
    "cp": _writes_last,
    "mv": _writes_last,
    "ln": _writes_last,
    "install": _writes_last,
    "chmod": _chmod,
    "git": _git,
    "crontab": _crontab,
    "nc": _netcat,
    "ncat": _netcat,
    "netcat": _netcat,
    "powershell": _powershell,
    "pwsh": _powershell,
}
