"""A page behind a private link, without an account: who guesses too often is sent away."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournament.access.rate_limit import count_failure, too_many

Opened = TypeVar("Opened")
PrivateView = Callable[[HttpRequest, Opened, str], HttpResponse]


def private_page(
    find: Callable[[str], Opened | None],
) -> Callable[[PrivateView[Any]], Callable[..., HttpResponse]]:
    """A view of what a token opens, as ``find`` tells it; the view is handed that and the token.

    A link that was guessed, revoked or has expired is answered with 404 and counted; too many from one
    address with 429.
    """

    def decorate(view: PrivateView[Any]) -> Callable[..., HttpResponse]:
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, token: str) -> HttpResponse:
            who = str(request.META.get("REMOTE_ADDR", ""))
            if too_many("link", who):
                return render(request, "access/no_link.html", status=429)
            opened = find(token)
            if opened is None:
                count_failure("link", who)
                return render(request, "access/no_link.html", status=404)
            return view(request, opened, token)

        return page

    return decorate
