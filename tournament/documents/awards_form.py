"""The prizes of an event as a form: places, classes, merit, souvenir, best organisers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.answers import Problem
from tournament.documents.papers_wording import paper_problem

ROWS = 8
MOST_PLACES = 256
COUNT, PERCENT, RANKS = "count", "percent", "ranks"
_BAND = re.compile(r"\s*(\d+)\s*(?:[-–—~～至到]\s*(\d+)\s*)?")
_NUMBER = re.compile(r"\s*(\d{1,3}(?:[.．]\d{1,2})?)\s*[%％]?\s*")


def _count(label: Any, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=999, required=False, **more)


def _name(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=40, required=False, **more)


class ClassForm(forms.Form):
    """One class of prizes: its name, how it is measured, how large it is."""

    name = _name(_("Prize"))
    by = forms.ChoiceField(
        label=_("How many"),
        choices=[
            (COUNT, _("so many")),
            (PERCENT, _("per cent of the entries")),
            (RANKS, _("the ranks from–to")),
        ],
        required=False,
    )
    size = forms.CharField(label=_("Number"), max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        """A row counts where it has a name or a size; then it needs both."""
        data: dict[str, Any] = super().clean() or {}
        name, size = data.get("name", ""), data.get("size", "")
        if size and not name:
            self.add_error("name", _now("Write what the prize is called."))
        if name and "size" in data:
            self._sized(data.get("by") or COUNT, size)
        return data

    def _sized(self, by: str, size: str) -> None:
        self.value: Any = None
        pattern = _BAND if by == RANKS else _NUMBER
        found = pattern.fullmatch(size)
        if found and by == RANKS:
            self.value = [int(found[1]), int(found[2] or found[1])]
        elif found and by == PERCENT:
            share = float(found[1].replace("．", "."))
            self.value = int(share) if share == int(share) else share
        elif found and found[1].isdigit():
            self.value = int(found[1])
        if self.value is None:
            self.add_error(
                "size",
                _now("Write two ranks, as in 4–8.") if by == RANKS else _now("Write a number, as in 4."),
            )

    def data_of(self) -> dict[str, Any] | None:
        """The class as the table has it; ``None`` for an empty row."""
        name = self.cleaned_data.get("name")
        return {"name": name, self.cleaned_data.get("by") or COUNT: self.value} if name else None


class AwardsForm(forms.Form):
    """The rest of the ``[awards]`` table; the classes are ``rows``."""

    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=MOST_PLACES, required=False)
    last = forms.IntegerField(
        label=_("to place"),
        min_value=0,
        max_value=MOST_PLACES,
        required=False,
        help_text=_("Each of these places is a prize of its own. 0: none."),
    )
    titles = forms.CharField(
        label=_("What the places are called, from the first"),
        max_length=400,
        required=False,
        help_text=_("With spaces between, as in “Champion Runner-up Third”. Without: “Place 1”, “Place 2” …"),
    )
    thirds = forms.BooleanField(label=_("Two third prizes: the fourth is a third, too"), required=False)
    merit = _name(_("Prize for those who come next"), help_text=_("As in merit prize; empty: there is none."))
    merit_count = _count(_("How many"), help_text=_("Empty: all who have a rank."))
    souvenir = _name(_("For everybody else who played"), help_text=_("As in souvenir; empty: there is none."))
    organisers = _name(_("Prize for branches"), help_text=_("As in best organiser; empty: there is none."))
    organisers_count = _count(_("How many"))
    organisers_by = forms.ChoiceField(
        label=pgettext_lazy("prizes", "By"),
        choices=[("entries", _("number of entries")), ("points", _("points of their entries"))],
        required=False,
    )

    def __init__(self, awards: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial=_initial(awards))
        given = [_row(one) for one in awards.get("classes", [])]
        self.rows = [
            ClassForm(data, prefix=f"class{at}", initial=given[at] if at < len(given) else {"by": COUNT})
            for at in range(max(ROWS, len(given) + 1))
        ]
        self.spare = max(len(given) + 1, 3)  # rows that are shown at first; the rest is folded away

    def is_valid(self) -> bool:
        """Whether this and every row can be read."""
        return all([super().is_valid(), *(row.is_valid() for row in self.rows)])

    def awards(self) -> dict[str, Any]:
        """The ``[awards]`` table that was typed, without what is not wanted."""
        data = self.cleaned_data
        found: dict[str, Any] = {}
        if data["last"]:
            found["ranks"] = [data["first"] or 1, data["last"]]
        if data["titles"].split():
            found["titles"] = re.split(r"[\s、，,]+", data["titles"].strip(" 、，,"))
        if data["thirds"]:
            found["thirds"] = 2
        classes = [one for one in (row.data_of() for row in self.rows) if one is not None]
        if classes:
            found["classes"] = classes
        if data["merit"]:
            found["merit"] = {"name": data["merit"], **_given(data, count="merit_count")}
        if data["souvenir"]:
            found["souvenir"] = {"name": data["souvenir"]}
        if data["organisers"]:
            found["organisers"] = {
                "name": data["organisers"],
                **_given(data, count="organisers_count", by="organisers_by"),
            }
        return found

    def point_out(self, problem: Problem) -> bool:
        """Put a problem of the table at the field where it was typed; ``False`` where there is none."""
        field = self._field_of(problem.at.removeprefix("awards."))
        if field is None:
            return False
        words = paper_problem(problem)
        form, name = field
        form.add_error(name, f"{words['message']} {words['fix']}".strip())
        return True

    def _field_of(self, key: str) -> tuple[forms.Form, str] | None:
        row = re.fullmatch(r"classes\[(\d+)\].*", key)
        if row:
            filled = [one for one in self.rows if one.cleaned_data.get("name")]
            return (filled[int(row[1])], "size") if int(row[1]) < len(filled) else None
        name = {"ranks": "last", "merit.count": "merit_count", "organisers.count": "organisers_count"}.get(
            key
        )
        name = name or key.partition(".")[0]
        return (self, name) if name in self.fields else None

    def faults(self) -> Iterator[str]:
        """What cannot be read, in sentences."""
        for form in (self, *self.rows):
            for errors in form.errors.values():
                yield from map(str, errors)


def _given(data: Mapping[str, Any], **fields: str) -> dict[str, Any]:
    return {key: data[field] for key, field in fields.items() if data[field]}


def _initial(awards: Mapping[str, Any]) -> dict[str, Any]:
    first, last = awards.get("ranks", [1, 0])
    merit, organisers = awards.get("merit", {}), awards.get("organisers", {})
    return {
        "first": first,
        "last": last,
        "titles": " ".join(awards.get("titles", [])),
        "thirds": awards.get("thirds", 1) == 2,
        "merit": merit.get("name", ""),
        "merit_count": merit.get("count"),
        "souvenir": awards.get("souvenir", {}).get("name", ""),
        "organisers": organisers.get("name", ""),
        "organisers_count": organisers.get("count", 1) if organisers else None,
        "organisers_by": organisers.get("by", "entries"),
    }


def _row(one: Mapping[str, Any]) -> dict[str, Any]:
    by = next((key for key in (COUNT, PERCENT, RANKS) if key in one), COUNT)
    size = one.get(by, "")
    return {"name": one.get("name", ""), "by": by, "size": "–".join(map(str, size)) if by == RANKS else size}
