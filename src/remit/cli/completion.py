"""`remit completion`: the script by which a shell completes words; it must not know the commands."""

import click
from click.shell_completion import get_completion_class

from remit.cli import output


@click.command
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> int:
    r"""Print the completion script of a shell.

    \b
    bash   remit completion bash > ~/.local/share/bash-completion/completions/remit
    zsh    remit completion zsh > a folder of $fpath, as _remit
    fish   remit completion fish > ~/.config/fish/completions/remit.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    completion = kind(ctx.find_root().command, {}, "remit", "_REMIT_COMPLETE")
    # Not its `source()`: for bash that starts a bash to ask for its version.
    output.write(completion.source_template % completion.source_vars())
    return 0
