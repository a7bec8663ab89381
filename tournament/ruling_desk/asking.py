"""From a question on a page to its answer: what is drawn of it, and errors at their field and sign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from rules.answers import Problem, Refused
from rules.cards import read_cards
from rules.cards.questions import read_question
from rules.cards_desk import clauses_of, in_words, ruling_on
from rules.cards_wording import problem_text
from tournament.ruling_desk.faces import Face, faces, with_suits
from tournament.ruling_desk.questions import Question
from tournament.ruling_desk.wording import headline, trump_text


@dataclass(frozen=True)
class Row:
    """Some cards that belong together, drawn: who or what they are, and whether they win."""

    label: str
    cards: list[Face]
    wins: bool = False


@dataclass(frozen=True)
class Given:
    """An answer as a page shows it. ``values`` are the engine's own, ``document`` is what was asked."""

    kind: str
    word: str
    sign: str
    sentence: str
    drawn: SafeString
    clauses: list[str]
    because: list[Mapping[str, Any]]
    situation: str
    played: list[Row]
    plays: list[list[Face]]
    assumed: list[str]
    values: Mapping[str, Any]
    document: Mapping[str, Any]
    penalties: list[Mapping[str, Any]]


@dataclass
class Page:
    """A question on a page: its form, its answer if there is one, and problems of no single field."""

    form: Question
    given: Given | None = None
    problems: list[Mapping[str, str]] = field(default_factory=list)


def ask(form: Question, data: Mapping[str, Any]) -> Page:
    """The page of a bound form under the rule set ``data``: with its answer, or with what must be mended."""
    page = Page(form)
    if not form.is_valid():
        return page
    document = form.document()
    try:
        ruled = ruling_on(read_question({**document, "ruleset": dict(data)}), data)
    except Refused as refused:
        for problem in refused.problems:
            _blame(page, problem)
        return page
    values = in_words(ruled, data)
    word, sign = headline(form.key, values)
    page.given = Given(
        kind=form.key,
        word=word,
        sign=sign,
        sentence=values["answer"],
        drawn=with_suits(values["answer"]),
        clauses=clauses_of(ruled.decided) or clauses_of(ruled.because),
        because=[{**reason, "text": with_suits(reason["text"])} for reason in values["because"]],
        situation=document["level"] + (f" {trump_text(document['trump'])}" if "trump" in document else ""),
        played=_played(form, document, values),
        plays=[faces(text) for text in values.get("must", {}).get("plays", ())],
        assumed=values["assumed"],
        values=values,
        document=document,
        penalties=_penalties(values),
    )
    return page


def _blame(page: Page, problem: Problem) -> None:
    name, place = page.form.blame(problem)
    words = problem_text(problem)
    if not name:
        page.problems.append(words)
        return
    page.form.add_error(name, forms.ValidationError(f"{words['message']} {words['fix']}", code=problem.code))
    text = str(problem.values.get("text", ""))
    if place and place <= len(text):
        page.form.fields[name].pointed = (text[: place - 1], text[place - 1], text[place:])


def _played(form: Question, document: Mapping[str, Any], values: Mapping[str, Any]) -> list[Row]:
    """The cards that were asked about, drawn, as they were told apart in the form."""
    winner = f"play{values['winner'] + 1}" if form.key == "trick" else ""
    rows = []
    for name in form.card_fields:
        text = form.cleaned_data.get(name)
        if text:
            label = str(form.fields[name].label)
            if seat := form.cleaned_data.get(f"seat{name.removeprefix('bid')}"):
                label = str(dict(form.fields[f"seat{name.removeprefix('bid')}"].choices)[seat])
            rows.append(Row(label, faces(read_cards(text)), name == winner))
    return rows


def _penalties(values: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The offences that an answer finds: of a follow, a throw, or a wrong bid."""
    found = {one["code"]: one for one in values.get("penalties", ())}
    for wrong in values.get("invalid", ()):
        if wrong["costs"]:
            found.setdefault(wrong["costs"], {"code": wrong["costs"], "offence": wrong["offence"]})
    return list(found.values())
