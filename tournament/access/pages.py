"""What every page of an event needs: the event, the visitor's roles, and refusals in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.access.permissions import ACTIONS, roles_of
from tournament.models import Event
from tournament.naming import FULL, calling

EventView = Callable[Concatenate[HttpRequest, Event, ...], HttpResponseBase]


def event_page(action: str | None = None) -> Callable[[EventView], Callable[..., HttpResponseBase]]:
    """A view of one event. It is handed the ``Event`` that its address names, with ``request.roles`` set.

    ``action`` is what a visitor must be allowed to do; who is not signed in is sent to sign in first, who is
    signed in without that right gets the 403 page. Without ``action`` the page is public, and hidden
    (rehearsal, not public) events are shown to their members only.
    """

    def decorate(view: EventView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, event: str, **kwargs: Any) -> HttpResponseBase:
            found = get_object_or_404(Event.objects.select_related("rule_set"), slug=event)
            roles = roles_of(found, request.user)
            request.roles, request.event = roles, found  # type: ignore[attr-defined]
            # The services ask again; within one request the answer is the same.
            request.user.roles_in_this_request = {found.pk: roles}  # type: ignore[union-attr]
            allowed = found.is_public if action is None else bool(roles & ACTIONS[action])
            if not allowed and not (action is None and roles):
                if not request.user.is_authenticated:
                    return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.get_full_path()})}")
                return refuse(request, found)
            with calling(FULL if roles else found.public_names):
                return view(request, found, **kwargs)

        page.action = action  # type: ignore[attr-defined]
        return page

    return decorate


def refuse(request: HttpRequest, event: Event) -> HttpResponse:
    """The page that says that this right is missing, and whom to ask."""
    return render(request, "403.html", {"event": event}, status=403)


def account_name(request: HttpRequest) -> str:
    """What to call the visitor: her own name, never the made-up one of a PIN's account."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    if user.get_full_name():
        return str(user.get_full_name())
    return str(user.get_username() if user.has_usable_password() else _("referee"))


# The ways through an event: address, label, and the right that shows them.
WAYS = [
    ("event-home", gettext_lazy("Home"), "see_event"),
    ("entries", gettext_lazy("Entries"), "see_people"),
    ("draw", gettext_lazy("Draw"), "draw"),
    ("desk", gettext_lazy("Desk"), "run_clock"),
    ("my-tables", gettext_lazy("Tables"), "enter_result"),
    ("rulings", gettext_lazy("Rulings"), "see_record"),
    ("standings", gettext_lazy("Standings"), "see_event"),
    ("papers", gettext_lazy("Papers"), "print"),
    ("roles", gettext_lazy("People"), "manage_event"),
    ("rules", gettext_lazy("Rules"), "see_event"),
    ("record", gettext_lazy("Record"), "see_record"),
]


def rights(request: HttpRequest) -> dict[str, Any]:
    """Template context: ``may.draw`` and the like, and the ways through the event for whoever has a role."""
    roles = getattr(request, "roles", frozenset())
    event = getattr(request, "event", None)
    may = {action: bool(roles & allowed) for action, allowed in ACTIONS.items()}
    context: dict[str, Any] = {"may": may, "roles": roles, "account_name": account_name(request)}
    if event is not None:
        context["event_url"] = reverse("event-home" if roles else "event-public", args=[event.slug])
        here = request.resolver_match.url_name if request.resolver_match else ""
        context["tabs"] = [
            {"url": reverse(name, args=[event.slug]), "label": label, "current": name == here}
            for name, label, action in WAYS
            if may[action]
        ]
    return context
