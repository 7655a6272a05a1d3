"""Read an agent's reply into verdict, statuses and final text, or refuse it by name; it must not know who asked."""

from remit.replies.contract import CONTRACT, accepted_markers
from remit.replies.reading import parse_reply
from remit.replies.repair import repair_text

__all__ = ["CONTRACT", "accepted_markers", "parse_reply", "repair_text"]
