"""Rows by the key that a form sends: what is no key at all is simply not there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404


def by_key(rows: QuerySet[Any], given: str | None, **more: Any) -> Any:
    """The row of ``rows`` with the key ``given``; ``Http404`` where there is none, or it is no key."""
    try:
        key = UUID(given or "")
    except ValueError as error:
        raise Http404(given) from error
    return get_object_or_404(rows, key=key, **more)
