"""The layout of certificates as a form: where the words stand on the organiser's paper."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.documents.certificates import FIELDS, CertificateLayout

FIELDS_HINT = " ".join(f"{{{name}}}" for name in FIELDS)


def _millimetres(label: Any) -> forms.FloatField:
    return forms.FloatField(label=label, min_value=0, max_value=420)


def _points(label: Any) -> forms.FloatField:
    return forms.FloatField(label=label, min_value=6, max_value=120)


class LayoutForm(forms.Form):
    """Sentences, their heights from the upper edge (mm), sizes (points)."""

    sheet = forms.ChoiceField(
        label=_("Sheet"),
        choices=[
            ("A4-landscape", _("A4, broad")),
            ("A4", _("A4, upright")),
            ("A3-landscape", _("A3, broad")),
            ("A3", _("A3, upright")),
        ],
    )
    border = forms.BooleanField(
        label=_("Print a border"),
        required=False,
        help_text=_("Leave it out on paper that has one."),
    )
    side = _millimetres(_("Margin at the sides (mm)"))
    title = forms.CharField(label=_("Title"), required=False, max_length=200)
    title_at = _millimetres(_("Title: from the upper edge (mm)"))
    title_size = _points(_("Title: size (points)"))
    addressed = forms.CharField(
        label=_("To whom"),
        required=False,
        max_length=200,
        help_text=FIELDS_HINT,
    )
    addressed_at = _millimetres(_("To whom: from the upper edge (mm)"))
    body = forms.CharField(
        label=_("Text"), required=False, max_length=600, widget=forms.Textarea(attrs={"rows": 3})
    )
    body_at = _millimetres(_("Text: from the upper edge (mm)"))
    text_size = _points(_("Text: size (points)"))
    line_height = _millimetres(_("Text: from line to line (mm)"))
    signed = forms.CharField(label=_("Signature"), required=False, max_length=200)
    signed_at = _millimetres(_("Signature: from the upper edge (mm)"))
    dated = forms.CharField(label=_("Date"), required=False, max_length=200)
    dated_at = _millimetres(_("Date: from the upper edge (mm)"))
    closing_size = _points(_("Signature and date: size (points)"))

    def layout(self) -> CertificateLayout:
        """The layout that was typed."""
        data = self.cleaned_data
        return CertificateLayout(**{field.name: data[field.name] for field in fields(CertificateLayout)})
