"""What is typed into the calendar."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.calendar.programme import may_be_put_off
from tournament.calendar.sessions import MOST_WEEKS
from tournament.models import Encounter, Event, Hall, Session

MOMENT = "%Y-%m-%dT%H:%M"


class Moment(forms.DateTimeField):
    """A day and an hour, chosen with the browser's own calendar; local time of this place."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
        super().__init__(widget=widget, input_formats=[MOMENT, "%Y-%m-%d %H:%M"], **kwargs)


class HallForm(forms.Form):
    """A hall and its tables."""

    name = forms.CharField(label=_("Name of the hall"), max_length=80)
    address = forms.CharField(label=_("Address"), max_length=200, required=False)
    first_table = forms.IntegerField(label=_("First table"), min_value=1, max_value=9999, initial=1)
    last_table = forms.IntegerField(label=_("Last table"), min_value=1, max_value=9999)


class SessionForm(forms.Form):
    """A session, and in how many weeks running it is held."""

    name = forms.CharField(label=_("Name of the session"), max_length=80, required=False)
    starts_at = Moment(label=_("Start"))
    ends_at = Moment(label=_("End"))
    hall = forms.ModelChoiceField(
        label=_("Hall"), queryset=Hall.objects.none(), required=False, empty_label=_("all halls")
    )
    weeks = forms.IntegerField(
        label=_("In so many weeks running"), min_value=1, max_value=MOST_WEEKS, initial=1
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_hall(self, event)


class PlaceForm(forms.Form):
    """Where a round goes: a session, or a last date for private appointments."""

    session = forms.ModelChoiceField(
        label=_("Session"), queryset=Session.objects.none(), required=False, empty_label=_("no session")
    )
    play_by = Moment(label=_("or by appointment, until"), required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["session"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Session.objects.filter(event=event)


class ArrangeForm(forms.Form):
    """The time on which both sides of a match agreed."""

    at = Moment(label=_("Day and hour"))
    hall = forms.ModelChoiceField(
        label=_("Hall"), queryset=Hall.objects.none(), required=False, empty_label=_("elsewhere")
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_hall(self, event)


class MatchChoice(forms.ModelChoiceField):
    """A match by its round, its table and both sides."""

    def label_from_instance(self, encounter: Encounter) -> str:
        table = next((board.table for board in encounter.boards.all()), "")
        names = " – ".join(slot.entry.names if slot.entry else "—" for slot in encounter.slots.all())
        where = _("%(stage)s, round %(number)d") % {
            "stage": encounter.round.stage.name,
            "number": encounter.round.number,
        }
        return f"{where} · {table} · {names}"


class PostponeForm(forms.Form):
    """A match that is put off, who asked for it, and when notice was given."""

    encounter = MatchChoice(label=_("Match"), queryset=Encounter.objects.none())
    asked_by = forms.ChoiceField(
        label=_("Who cannot come?"),
        required=False,
        choices=[("", _("both agreed")), ("A", _("the side named first")), ("B", _("the side named second"))],
    )
    told_at = Moment(label=_("Notice was given"), required=False, help_text=_("Left empty: now."))
    at = Moment(label=_("New time"), required=False, help_text=_("Left empty: still to be agreed."))
    sure = forms.BooleanField(label=_("The chief referee accepts late notice"), required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["encounter"]
        assert isinstance(field, forms.ModelChoiceField)
        there = may_be_put_off(event)
        field.queryset = (
            Encounter.objects.filter(pk__in=[one.pk for one in there])
            .select_related("round__stage")
            .prefetch_related("slots__entry__players__person", "boards")
        )


def _choose_hall(form: forms.Form, event: Event) -> None:
    field = form.fields["hall"]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = Hall.objects.filter(event=event)
