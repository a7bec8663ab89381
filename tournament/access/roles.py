"""Who helps to run the event: roles, PINs, accounts."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.access import pins
from tournament.access.keys import by_key
from tournament.access.pages import event_page
from tournament.change import change
from tournament.models import Event, Membership, Role


class RefereeForm(forms.Form):
    """Somebody who signs in with a PIN."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[
            (role.value, role.label) for role in (Role.REFEREE, Role.CHIEF_REFEREE, Role.JURY, Role.COMMITTEE)
        ],
    )


class AccountForm(forms.Form):
    """Somebody who signs in with a name and password."""

    username = forms.CharField(label=gettext_lazy("User name"), max_length=80)
    password = forms.CharField(
        label=gettext_lazy("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices)

    def clean_username(self) -> str:
        name = self.cleaned_data["username"].strip()
        if get_user_model().objects.filter(username=name).exists():
            raise forms.ValidationError(_("There is a user of this name already. Choose another."))
        return name

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"])
        return str(self.cleaned_data["password"])


@event_page("manage_event")
def roles(request: HttpRequest, event: Event) -> HttpResponse:
    """The list of all roles; a new PIN is shown once, here."""
    action = request.POST.get("action", "")
    referee = RefereeForm(request.POST if action == "referee" else None)
    account = AccountForm(request.POST if action == "account" else None)
    fresh: tuple[str, str] | None = None
    status = 200
    if action == "referee" and referee.is_valid():
        data = referee.cleaned_data
        membership, pin = pins.add_referee(event, request.user, data["name"], Role(data["role"]))
        fresh, referee = (membership.name, pin), RefereeForm()
    elif action == "account" and account.is_valid():
        _add_account(event, request, account.cleaned_data)
        return redirect("roles", event=event.slug)
    elif action in ("renew", "revoke"):
        membership = by_key(event.memberships.all(), request.POST.get("key"), active=True)
        if action == "renew":
            fresh = (membership.name, pins.renew_pin(membership, request.user))
        elif membership.user_id == request.user.pk and membership.role == Role.ORGANISER:
            messages.error(request, _("You cannot take your own organiser's role away."))
        else:
            pins.revoke(membership, request.user)
            messages.success(request, _("The role was taken away; what was entered stays."))
            return redirect("roles", event=event.slug)
    elif request.method == "POST":
        status = 422
    return render(
        request,
        "access/roles.html",
        {
            "event": event,
            "memberships": event.memberships.filter(active=True)
            .select_related("user")
            .order_by("role", "name"),
            "referee": referee,
            "account": account,
            "fresh": fresh,
        },
        status=status,
    )


def _add_account(event: Event, request: HttpRequest, data: dict[str, str]) -> None:
    with change(event, request.user, public=False) as step:
        user = get_user_model().objects.create_user(data["username"], password=data["password"])
        membership = Membership.objects.create(
            event=event, user=user, role=data["role"], name=data["username"]
        )
        step.record("referee-added", membership, {"role": (None, data["role"])})
    messages.success(request, _("%(name)s can sign in now.") % {"name": data["username"]})
