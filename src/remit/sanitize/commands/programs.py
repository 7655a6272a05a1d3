"""Know programs by what running them as a test command means; it must not know shells, texts or dangers."""

from typing import Literal

Kind = Literal["runner", "looks", "indirect", "unknown"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Programs that run tests or check code, whatever their arguments.
_RUNNERS = _words(
    """
    ava bats behave black bun-test busted clippy-driver ctest cypress detekt eslint flake8 ginkgo golangci-lint
    gotestsum green hadolint htmlhint isort jasmine jest karma ktlint markdownlint mocha mypy newman nose2 nosetests
    nox nextest oxlint pest phpcs phpstan phpunit playwright prettier prove psalm py.test pylint pyre pyright pytest
    reek robot rspec rubocop ruff sbt-test shellcheck shellspec standard stestr stylelint swiftlint tap tape taplo
    tox trial tsc ty uvu vitest vue-tsc ward wtr xo yamllint zope-testrunner
    """
)

# Programs of which only some subcommands test or check.
_RUN_BY_SUBCOMMAND = {
    "bazel": _words("test build coverage"),
    "bazelisk": _words("test build coverage"),
    "biome": _words("check ci lint"),
    "buck2": _words("test build"),
    "bun": _words("test"),
    "cabal": _words("test build check"),
    "cargo": _words("test nextest check clippy build bench fmt doc t c b"),
    "composer": _words("test"),
    "crystal": _words("spec"),
    "dart": _words("test analyze"),
    "deno": _words("test check lint fmt bench"),
    "dotnet": _words("test build"),
    "ember": _words("test"),
    "flutter": _words("test analyze"),
    "forge": _words("test build"),
    "gleam": _words("test check build"),
    "go": _words("test vet build"),
    "gradle": _words("test check build"),
    "hatch": _words("test"),
    "lein": _words("test"),
    "lerna": _words("test"),
    "meson": _words("test"),
    "mix": _words("test"),
    "mvn": _words("test verify package compile"),
    "ng": _words("test lint"),
    "npm": _words("test t tst"),
    "nx": _words("test lint"),
    "pants": _words("test check lint"),
    "pnpm": _words("test t"),
    "pre-commit": _words("run"),
    "rails": _words("test"),
    "react-scripts": _words("test"),
    "sbt": _words("test testOnly testQuick compile"),
    "stack": _words("test build"),
    "swift": _words("test build"),
    "turbo": _words("test lint"),
    "yarn": _words("test"),
    "zig": _words("test"),
}

# Programs that only start another: `uv run pytest` is judged as `pytest`.
_STARTERS = {
    "bun": _words("x"),
    "bundle": _words("exec"),
    "conda": _words("run"),
    "coverage": _words("run"),
    "hatch": _words("run"),
    "mamba": _words("run"),
    "npm": _words("exec x"),
    "pdm": _words("run"),
    "pipenv": _words("run"),
    "pipx": _words("run"),
    "pnpm": _words("exec dlx"),
    "poetry": _words("run"),
    "rye": _words("run"),
    "uv": _words("run"),
    "yarn": _words("exec dlx"),
}
_BARE_STARTERS = _words("bunx c8 npx nyc uvx xvfb-run")

# Programs that pass another one on as it is, with the options of theirs that take a value.
PASSED_THROUGH: dict[str, frozenset[str]] = {
    "env": _words("-u --unset -C --chdir"),
    "ionice": _words("-c -n -p"),
    "nice": _words("-n --adjustment"),
    "stdbuf": _words("-i -o -e"),
    "time": _words("-f -o --format --output"),
    "timeout": _words("-k -s --kill-after --signal"),
}

# The same, but what they change on the way is for a person to see.
CHANGING = _words("chroot doas flock nohup parallel setsid strace sudo unbuffer watch xargs")

# Programs that run what a file of the repository says: a task could write that file.
_INDIRECT = _words(
    """
    R Rscript ant bake bmake cmake deno doit earthly gmake gnumake gradlew grunt gulp invoke java jake julia just
    lua make mage meson mvnw ninja node nodejs perl php pwsh python rake ruby scons task ts-node tsx waf
    """
)
INLINE_OPTIONS = {
    "bun": _words("-e --eval -p"),
    "deno": _words("eval"),
    "lua": _words("-e"),
    "node": _words("-e --eval -p --print"),
    "nodejs": _words("-e --eval -p --print"),
    "perl": _words("-e -E -ne -pe"),
    "php": _words("-r"),
    "python": _words("-c"),
    "ruby": _words("-e"),
}
PYTHON_MODULES = _words(
    "pytest unittest doctest tox nox mypy ruff flake8 pylint black isort compileall py_compile coverage behave nose2"
)

_LOOKING = _words(
    """
    test [ grep egrep fgrep diff cmp comm cat head tail wc ls stat file true false cksum md5sum sha1sum sha256sum jq
    """
)

# What only a shell understands: as the first word of an argument vector it names no program.
SHELL_ONLY = _words(
    """
    . : [[ alias bg builtin case cd command coproc declare disown do done elif else esac eval exec exit export fg fi
    for function hash if let local popd pushd read readonly return select set shift shopt source then trap type
    typeset ulimit umask unalias unset until wait while ! { }
    """
)

# Subcommands of package managers and compilers that run what a file of the repository says.
_RUN_A_FILE = _words("run run-script start generate")
_RUNS_A_FILE = _words("bun cargo composer dotnet go npm pnpm swift yarn zig")

# Options that hand a program something else to run.
RUNNING_OPTIONS = _words("-exec --exec -toolexec --pre --script-shell -vettool --to-command --use-compress-program")

# Options that take a value, so that the value is not mistaken for a subcommand.
VALUE_OPTIONS = _words(
    """
    --prefix -w --workspace -C --cwd --dir --filter -F --package -p --manifest-path --directory --project --with
    --python --extra --group --config --env-file -f --file --target-dir --color --profile --features
    """
)


def kind_of(name: str, arguments: tuple[str, ...]) -> Kind:
    """What a program of that name does with those arguments."""
    given = subcommands(arguments)
    first = given[0] if given else ""
    if name in _RUNNERS or first in _RUN_BY_SUBCOMMAND.get(name, ()):
        return "runner"
    if name in {"npm", "pnpm", "yarn", "bun"} and _is_test_script(name, given):
        return "runner"
    if name in _LOOKING:
        return "looks"
    if name in {"node", "nodejs"} and "--test" in arguments:
        return "runner"
    return "indirect" if name in _INDIRECT or (name in _RUNS_A_FILE and first in _RUN_A_FILE) else "unknown"


def starts(name: str, arguments: tuple[str, ...]) -> int | None:
    """How many arguments stand before the program that this one starts; None where it starts none."""
    positions = [at for at, _ in _positional(arguments)]
    if name in _BARE_STARTERS:
        return positions[0] if positions else None
    if len(positions) > 1 and arguments[positions[0]] in _STARTERS.get(name, ()):
        return positions[1]
    return None


def subcommands(arguments: tuple[str, ...]) -> list[str]:
    return [argument for _, argument in _positional(arguments)]


def _positional(arguments: tuple[str, ...]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    skipped = False
    for at, argument in enumerate(arguments):
        if not skipped and not argument.startswith("-"):
            found.append((at, argument))
        skipped = argument in VALUE_OPTIONS
    return found


def _is_test_script(name: str, given: list[str]) -> bool:
    """`npm run test:unit` runs a test script as `npm test` does; yarn and pnpm need no `run`."""
    script = given[1] if given[:1] in (["run"], ["run-script"]) and len(given) > 1 else ""
    if not script and name in {"yarn", "pnpm"} and given:
        script = given[0]
    return script.partition(":")[0] in {"test", "tests"} or script in _RUNNERS
