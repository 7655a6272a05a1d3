"""What was said before the command's name; it must not know what a command makes of it."""

from dataclasses import dataclass
from pathlib import Path

from remit.disk import project_root


@dataclass(frozen=True, slots=True)
class Invocation:
    """Where a command starts and which configuration it may read; commands take it by `click.pass_obj`."""

    start: Path
    config_file: str | None
    no_config: bool

    def root(self) -> Path:
        """The project's root, where its templates and context stand."""
        return project_root(self.start)
