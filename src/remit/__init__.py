"""The public names of Remit; it must not load anything before a name is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from remit.adapt import prompt_profile
    from remit.assemble import compose, inject_variables
    from remit.errors import TemplateNotFound
    from remit.judge.judging import audit
    from remit.model import Region, UnifiedPrompt
    from remit.sources.registry import PROMPT_REGISTRY, prompt
    from remit.sources.templates import load_system_template

__version__ = "0.1.0"

_HOMES = {
    "PROMPT_REGISTRY": "remit.sources.registry",
    "Region": "remit.model",
    "TemplateNotFound": "remit.errors",
    "UnifiedPrompt": "remit.model",
    "audit": "remit.judge.judging",
    "compose": "remit.assemble",
    "inject_variables": "remit.assemble",
    "load_system_template": "remit.sources.templates",
    "prompt": "remit.sources.registry",
    "prompt_profile": "remit.adapt",
}

__all__ = [
    "PROMPT_REGISTRY",
    "Region",
    "TemplateNotFound",
    "UnifiedPrompt",
    "__version__",
    "audit",
    "compose",
    "inject_variables",
    "load_system_template",
    "prompt",
    "prompt_profile",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'remit' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
