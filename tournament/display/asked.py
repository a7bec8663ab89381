"""What the address of a page asks for."""

from __future__ import annotations

from django.http import HttpRequest


def number_asked(request: HttpRequest, name: str) -> int | None:
    """A number in the address; ``None`` where there is none that makes sense."""
    asked = request.GET.get(name, "")
    return int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 5 else None
