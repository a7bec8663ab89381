"""How a request may be spoken of: by its number and by the pattern of its address."""

from __future__ import annotations

from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

number: ContextVar[str] = ContextVar("request_number", default="")


def route_of(request: HttpRequest) -> str:
    """The pattern that the address followed, never the address itself: it may be somebody's private link."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return str(match.route)
    return "static" if request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/") else "unknown"
