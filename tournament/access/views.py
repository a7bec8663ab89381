"""Signing in: with a name and password, or at a table with a PIN."""

from __future__ import annotations

from django import forms
from django.contrib.auth import login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.access.pages import event_page
from tournament.access.pins import DIGITS, by_pin
from tournament.access.rate_limit import count_failure, forget_failures, too_many
from tournament.models import Event

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Name and password. After too many failures from one address it waits a few minutes."""

    template_name = "access/sign_in.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if too_many("password", _address(request)):
            form = self.get_form()
            form.errors.clear()
            form.add_error(None, _("Too many failed attempts. Wait five minutes, then try again."))
            return self.render_to_response(self.get_context_data(form=form), status=429)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        forget_failures("password", _address(self.request))
        return super().form_valid(form)

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        count_failure("password", _address(self.request))
        return super().form_invalid(form)


class PinForm(forms.Form):
    pin = forms.CharField(
        label=gettext_lazy("Your PIN"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "autofocus": True, "class": "pin"}
        ),
    )


@event_page()
def pin_sign_in(request: HttpRequest, event: Event) -> HttpResponse:
    """A referee signs in with the PIN that is hers alone, then goes on to where she wanted."""
    target = request.POST.get("next") or request.GET.get("next") or reverse("my-tables", args=[event.slug])
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = reverse("my-tables", args=[event.slug])
    form = PinForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        who = f"{_address(request)}:{event.pk}"
        if too_many("pin", who):
            form.add_error(
                "pin", _("Too many wrong PINs from this phone. Wait five minutes, then try again.")
            )
            status = 429
        else:
            membership = by_pin(event, form.cleaned_data["pin"])
            if membership is not None:
                forget_failures("pin", who)
                login(request, membership.user, backend=BACKEND)
                return redirect(target)
            count_failure("pin", who)
            form.add_error(
                "pin",
                _("This PIN is not known here. It has %(digits)d digits; ask the organiser for a new one.")
                % {"digits": DIGITS},
            )
            status = 422
    return render(request, "access/pin.html", {"event": event, "form": form, "next": target}, status=status)


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))
