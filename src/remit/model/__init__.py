"""The nouns of Remit, frozen and pure; they must not know who makes or uses them."""

from remit.model.prompt import UnifiedPrompt
from remit.model.region import Region

__all__ = ["Region", "UnifiedPrompt"]
