"""Award lists and certificates of an event, from its final order."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.answers import Reason, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.documents.awards import AwardList, AwardRules, BranchSum, Given, Ranked, award, load_awards
from tournament.documents.books import Award, awards_section
from tournament.documents.certificates import (
    Certificate,
    CertificateLayout,
    check_layout,
    plan_certificates,
    standard_layout,
)
from tournament.documents.papers_values import (
    Asked,
    Planned,
    local_now,
    named,
    nothing,
    party,
    published_stages,
)
from tournament.documents.values import Party
from tournament.models import Entry, Event, Paper, Stage
from tournament.stages.branches import branch_rows
from tournament.stages.progress import kind_of, stages_after
from tournament.stages.standings import standings_from
from tournament.stages.tables import StageFacts, facts_of, pairs_of

LAYOUT = "certificate-layout"
USUAL = {"ranks": [1, 8]}


@dataclass(frozen=True)
class Honour:
    """A prize in words and who has it; ``division`` is its stage where several are honoured."""

    prize: str
    party: Party
    people: tuple[str, ...]
    division: str = ""


@dataclass(frozen=True)
class Honours:
    """All prizes of an event in order, and what the list had to decide, in sentences."""

    honours: tuple[Honour, ...]
    notes: tuple[str, ...] = ()


def final_stages(event: Event) -> list[Stage]:
    """The stages that no other follows: each has a final order of its own (a division, a last stage)."""
    return [stage for stage in published_stages(event) if not stages_after(stage)]


def awards_of(event: Event) -> Mapping[str, Any]:
    """The event's ``[awards]`` table; the first eight places where its plan has none."""
    found: Mapping[str, Any] = event.plan.get("awards", USUAL)
    return found


def honours_of(event: Event, rules: AwardRules | None = None) -> Honours:
    """Who is given what, by ``rules`` or else the plan's ``[awards]`` table. Raises ``Refused`` for a table
    with faults."""
    rules = load_awards(awards_of(event)) if rules is None else rules
    stages = final_stages(event)
    all_facts = [facts_of(stage, people=True) for stage in stages]
    found: list[Honour] = []
    notes: list[str] = []
    for at, stage in enumerate(stages):
        last = at == len(stages) - 1
        standings = standings_from(all_facts[at])
        entries = _entries(event, stage)
        order = [Ranked(line.rank, line.number) for line in standings.lines]
        playing = [number for number, entry in entries.items() if entry.status in _PLAYED]
        if stage.config.get("branches"):
            playing = [number for number in playing if _branch(entries[number]) in stage.config["branches"]]
        made = award(
            rules if last else replace(rules, organisers=None),
            order,
            playing=playing,
            branches=_branch_sums(all_facts, entries.values()) if last else (),
        )
        division = stage.name if len(stages) > 1 else ""
        found += [_honour(one, entries, division) for one in made.entries]
        found += [Honour(one.prize, Party(branch=str(one.entry)), ()) for one in made.branches]
        notes += notes_of(made)
    return Honours(tuple(found), tuple(notes))


_PLAYED = {Entry.Status.ENTERED, Entry.Status.PRESENT, Entry.Status.LATE}


def _branch(entry: Entry) -> str:
    return entry.branch.name if entry.branch else ""


def _entries(event: Event, stage: Stage) -> dict[int, Entry]:
    rows = (
        event.entries.filter(kind=kind_of(stage))
        .select_related("branch")
        .prefetch_related("players__person", "pairs__players__person")
    )
    return {entry.number: entry for entry in rows}


def _branch_sums(stages: Sequence[StageFacts], entries: Iterable[Entry]) -> list[BranchSum]:
    """What each branch brought to the last stages: the sums of their pages of branches, added."""
    count: dict[str, int] = defaultdict(int)
    for entry in entries:
        if entry.branch is not None and entry.status in _PLAYED:
            count[entry.branch.name] += 1
    rows = [row for facts in stages for row in branch_rows(pairs_of(facts) if facts.pairs else facts)]
    found = []
    for name, number in count.items():
        mine = [row for row in rows if row.branch == name]
        found.append(
            BranchSum(
                name,
                number,
                points=sum(row.points for row in mine),
                absent=sum(row.absent for row in mine),
                ranks=tuple(sorted(rank for row in mine for rank in row.ranks)),
            )
        )
    return found


def _honour(one: Given, entries: dict[int, Entry], division: str) -> Honour:
    entry = entries[int(one.entry)]
    who = party(entry)
    people = who.players or tuple(
        player.person.name for pair in entry.pairs.all() for player in pair.players.all()
    )
    prize = one.prize or _("Place %(place)d") % {"place": one.rank}
    return Honour(prize, who, people, division)


def notes_of(made: AwardList) -> list[str]:
    """What a list had to decide, in sentences."""
    return [_note(reason) for reason in made.reasons]


def _note(reason: Reason) -> str:
    return _(
        "“%(prize)s” is given %(count)d times, not %(meant)d: nothing separates those at its edge."
    ) % dict(reason.values)


def awards_paper(asked: Asked) -> Planned:
    """The list of awards."""
    found = honours_of(asked.event)
    if not found.honours:
        raise nothing("awards")
    title = _("Awards")
    about = asked.about(title)
    section = awards_section(about, title, award_rows(found), found.notes)
    return Planned(named(title, asked.event.name), about, section.pages)


def award_rows(found: Honours) -> list[Award]:
    """The lines of the list; of a squad with all who played in it."""
    return [Award(f"{one.division} {one.prize}".strip(), _listed(one)) for one in found.honours]


def _listed(one: Honour) -> Party:
    if one.party.label and one.people:
        return replace(one.party, branch=one.party.label, label="", players=one.people)
    return one.party


def certificates_paper(asked: Asked) -> Planned:
    """A certificate for each award, in the event's layout."""
    event = asked.event
    found = honours_of(event)
    if not found.honours:
        raise nothing("certificates")
    title = _("Certificate")
    about = asked.about(title)
    date = date_format(event.starts_on or local_now().date(), "DATE_FORMAT")
    made = [
        Certificate(
            award=f"{one.division} {one.prize}".strip(),
            names=one.people if not one.party.label else (one.party.label,),
            branch=one.party.branch,
            date=date,
            organiser=event.organisation,
        )
        for one in found.honours
    ]
    return Planned(
        named(_("Certificates"), event.name), about, plan_certificates(about, made, layout_of(event))
    )


def sample_certificate(asked: Asked) -> Planned:
    """One certificate with invented names, to be laid over the printed paper."""
    about = asked.about(_("Certificate"))
    sample = Certificate(
        award=_("Place %(place)d") % {"place": 1},
        names=(_("First player"), _("Second player")),
        branch=_("Branch"),
        date=date_format(local_now().date(), "DATE_FORMAT"),
        organiser=asked.event.organisation,
    )
    pages = plan_certificates(about, [sample], layout_of(asked.event))
    return Planned(named(_("Certificate"), _("sample")), about, pages)


def layout_of(event: Event) -> CertificateLayout:
    """The event's layout of certificates; the standard one where none was saved."""
    kept = Paper.objects.filter(event=event, kind=LAYOUT).order_by("-at", "-pk").first()
    layout = standard_layout()
    if kept is None:
        return layout
    known = {field.name for field in fields(CertificateLayout)}
    values = json.loads(bytes(kept.content))
    return replace(layout, **{key: value for key, value in values.items() if key in known})


def save_layout(event: Event, actor: AbstractBaseUser, layout: CertificateLayout) -> None:
    """Keep the layout for this event. Raises ``Refused`` where it could not be printed."""
    require(event, actor, "print")
    problems = check_layout(layout)
    if problems:
        raise Refused(problems)
    with change(event, actor, public=False) as step:
        Paper.objects.filter(event=event, kind=LAYOUT).delete()
        kept = Paper.objects.create(
            event=event,
            kind=LAYOUT,
            name=_("Layout of the certificates"),
            content_type="application/json",
            content=json.dumps(asdict(layout), ensure_ascii=False).encode(),
            event_revision=step.event.revision,
            by=actor,
        )
        step.record("layout-saved", kept)


def layout_problems(refused: Refused) -> dict[str, list[Any]]:
    """The problems of a layout by the field they belong to."""
    found: dict[str, list[Any]] = defaultdict(list)
    for problem in refused.problems:
        found[problem.at].append(problem)
    return found
