"""Groups of commands that answer a mistyped name with the nearest one; it must not know the commands."""

from difflib import get_close_matches

import click

from remit.errors import UsageInvalid


class NearestGroup(click.Group):
    """A group whose missing or unknown command is a `UsageInvalid` that names what could be meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            known = " or ".join(f"{ctx.command_path} {name}" for name in self.list_commands(ctx))
            raise UsageInvalid(f"'{ctx.command_path}' needs a command after it", help=known)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        known = self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            near = get_close_matches(name, known, n=1)
            raise UsageInvalid(
                f"no such command: '{name}'",
                help=f"did you mean '{ctx.command_path} {near[0]}'?" if near else f"{ctx.command_path} --help",
            )
        return super().resolve_command(ctx, args)
