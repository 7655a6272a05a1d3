"""Template, values and regions become a prompt; it must not know files, agents' programs or how a prompt is judged."""

from remit.assemble.order import compose
from remit.assemble.variables import inject_variables

__all__ = ["compose", "inject_variables"]
