"""The programme (秩序册) before the event and the results book (成绩册) after it, from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.wording import tie_break_words
from tournament.documents.books import (
    Appointment,
    Cover,
    Delegation,
    Duty,
    Section,
    awards_section,
    duties_section,
    entries_section,
    plan_book,
    planned_section,
    schedule_section,
    text_section,
)
from tournament.documents.brackets import plan_brackets
from tournament.documents.cross_tables import plan_cross_tables
from tournament.documents.lists import Plan, listing
from tournament.documents.page import A4, Page, landscape, paper
from tournament.documents.pairings import plan_by_table
from tournament.documents.papers_awards import award_rows, honours_of
from tournament.documents.papers_brackets import brackets_of
from tournament.documents.papers_records import stage_words
from tournament.documents.papers_rounds import pairings_of
from tournament.documents.papers_stages import cross_tables_of
from tournament.documents.papers_standings import branches_table, rounds_of, tables_of
from tournament.documents.papers_values import (
    Asked,
    Planned,
    named,
    nothing,
    party,
    published_stages,
    round_title,
)
from tournament.documents.planned_times import PlannedTime, planned_times
from tournament.documents.prose import Paragraph
from tournament.documents.results_workbook import MatchRow, RoundOfMatches
from tournament.documents.standings import plain, plan_standings
from tournament.documents.tables import Column, Table
from tournament.documents.values import About
from tournament.documents.wording import number_of
from tournament.events.creating import templates
from tournament.models import Event, Role, Round, Ruling, Stage
from tournament.stages.progress import rounds_of as rounds_planned


def programme_paper(asked: Asked) -> Planned:
    """The programme: notice, regulation, offices, entries, draw, schedule, blank tables and brackets."""
    event = asked.event
    about = asked.about(_("Programme"))
    sections: list[Section] = []
    if event.notice.strip():
        paragraphs = [line.strip() for line in event.notice.splitlines() if line.strip()]
        sections.append(text_section(about, _("Notice"), paragraphs))
    sections.append(text_section(about, _("Regulation"), regulation(event)))
    duties = duties_of(event)
    if duties:
        sections.append(duties_section(about, _("Committee and referees"), duties))
    delegations = delegations_of(event)
    if delegations:
        sections.append(entries_section(about, _("Entries by branch"), delegations))
    squads = squads_of(event)
    if squads:
        sections.append(entries_section(about, _("Squads"), squads))
    sections.append(schedule_section(about, _("Schedule"), schedule_of(event)))
    sections += _first_pairings(about, event)
    for stage in event.stages.all():
        sections += _stage_sections(about, stage, filled=False)
    return _book(about, event, sections)


def results_paper(asked: Asked) -> Planned:
    """The results book: awards, standings, tables and brackets filled, every round, rulings, entries."""
    event = asked.event
    about = asked.about(_("Results book"))
    stages = published_stages(event)
    if not stages:
        raise nothing("results-book")
    sections: list[Section] = []
    honours = honours_of(event)
    if honours.honours:
        sections.append(awards_section(about, _("Awards"), award_rows(honours), honours.notes))
    for stage in stages:
        head = _("Standings: %(stage)s") % {"stage": stage.name}
        pages = []
        for of, table in tables_of(stage):
            pages += plan_standings(replace(about, title=_("Standings"), stage=of), table)
        sections.append(planned_section(head, pages))
        sections += _stage_sections(about, stage, filled=True)
        sections.append(_rounds_section(about, stage))
        branches = branches_table(stage)
        if branches.rows:
            of = replace(about, title=_("Branch totals"), stage=stage.name)
            title = _("Branch totals: %(stage)s") % {"stage": stage.name}
            sections.append(planned_section(title, plan_standings(of, branches)))
    rulings = _rulings(event)
    if rulings:
        sections.append(_rulings_section(about, rulings))
    duties = duties_of(event)
    if duties:
        sections.append(duties_section(about, _("Committee and referees"), duties))
    delegations = delegations_of(event)
    if delegations:
        sections.append(entries_section(about, _("Entries by branch"), delegations))
    return _book(about, event, sections)


def _book(about: About, event: Event, sections: Sequence[Section]) -> Planned:
    lines = (_("Organiser: %(name)s") % {"name": event.organisation},) if event.organisation else ()
    date = date_format(event.starts_on, "DATE_FORMAT") if event.starts_on else ""
    cover = Cover(lines, event.venue, date)
    return Planned(named(about.title, event.name), about, plan_book(about, cover, sections))


def regulation(event: Event) -> list[Paragraph]:
    """What the event plays by: the regulation as the organiser wrote it, then its template, each stage in
    sentences, how the open questions were settled."""
    template = templates().get(event.template)
    found = [Paragraph(line.strip()) for line in event.regulation.splitlines() if line.strip()]
    if template is not None:
        found.append(Paragraph(template.name, heading=True))
        if template.about:
            found.append(Paragraph(template.about))
    for stage in event.stages.all():
        found.append(Paragraph(stage.name, heading=True))
        found.append(Paragraph(stage_words(stage)))
        found += [Paragraph(sentence) for sentence in (_points(stage), _tie_breaks(stage)) if sentence]
    if template is not None and template.choices:
        found.append(Paragraph(_("How open questions are settled"), heading=True))
        for choice in template.choices:
            chosen = event.choices.get(choice.id, 0)
            at = chosen if isinstance(chosen, int) and chosen < len(choice.options) else 0
            found.append(Paragraph(f"{choice.ask} {choice.options[at].label}"))
    return found


def _points(stage: Stage) -> str:
    points = stage.config.get("match", {}).get("points", {})
    if "win" not in points or stage.format == Stage.Format.KNOCKOUT:
        return ""
    if points.get("draw") is None:
        return _("A win is worth %(win)s points, a loss %(loss)s.") % {
            "win": points["win"],
            "loss": points.get("loss", 0),
        }
    return _("A win is worth %(win)s points, a draw %(draw)s, a loss %(loss)s.") % {
        "win": points["win"],
        "draw": points["draw"],
        "loss": points.get("loss", 0),
    }


def _tie_breaks(stage: Stage) -> str:
    keys = [
        one if isinstance(one, str) else one.get("key", "")
        for one in stage.config.get("standings", {}).get("tiebreaks", [])
    ]
    names = [str(tie_break_words(key).name) for key in keys if key]
    return (
        _("The order is decided by: %(criteria)s.")
        % {"criteria": pgettext("list of names", ", ").join(names)}
        if names
        else ""
    )


def duties_of(event: Event) -> list[Duty]:
    """Who holds which office: those whose names are known."""
    names: dict[str, list[str]] = defaultdict(list)
    for one in event.memberships.filter(active=True).exclude(name="").order_by("name"):
        names[one.role].append(one.name)
    order = (Role.COMMITTEE, Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE, Role.JURY)
    return [Duty(str(Role(role).label), tuple(names[role])) for role in order if names[role]]


def delegations_of(event: Event) -> list[Delegation]:
    """The pairs by branch, each branch with whoever leads it."""
    by_branch: dict[Any, list[Any]] = defaultdict(list)
    rows = (
        event.entries.pairs()
        .playing()
        .select_related("branch")
        .prefetch_related("players__person")
        .order_by("branch__name", "number")
    )
    for entry in rows:
        by_branch[entry.branch].append(entry)
    return [
        Delegation(
            branch.name if branch else _("Without a branch"),
            tuple(replace(party(entry), branch="") for entry in entries),
            (branch.chair or branch.contact) if branch else "",
        )
        for branch, entries in by_branch.items()
    ]


def squads_of(event: Event) -> list[Delegation]:
    """The squads with their pairs."""
    rows = event.entries.filter(kind="squad").prefetch_related("pairs__players__person", "pairs__branch")
    return [
        Delegation(
            f"{squad.number} {squad.label}",
            tuple(
                replace(party(pair), branch="")
                for pair in sorted(squad.pairs.all(), key=lambda one: one.number)
            ),
        )
        for squad in rows.order_by("number")
    ]


def schedule_of(event: Event) -> list[Appointment]:
    """Each round in order: when it is planned, with its tables where they are known and the minutes it
    lasts."""
    day = date_format(event.starts_on, "MONTH_DAY_FORMAT") if event.starts_on else ""
    times = planned_times(event)
    found = []
    for stage in event.stages.prefetch_related("rounds__boards"):
        rounds = {round_.number: round_ for round_ in stage.rounds.all()}
        planned = [number for of, number in times if of == stage.pk]
        last = rounds_planned(stage) or max([*rounds, *planned, 1])
        minutes = stage.config.get("match", {}).get("time", {}).get("minutes")
        for number in range(1, last + 1):
            time = times.get((stage.pk, number), PlannedTime(day))
            where = (time.where or event.venue, _tables_of(rounds.get(number)))
            found.append(
                Appointment(
                    time.when,
                    _("%(stage)s, round %(number)d") % {"stage": stage.name, "number": number},
                    " ".join(text for text in where if text),
                    _("%(minutes)d minutes") % {"minutes": minutes} if minutes else "",
                )
            )
    return found


def _tables_of(round_: Round | None) -> str:
    """「1–7 桌」 of a published round whose tables are numbered."""
    if round_ is None or round_.status in (Round.Status.EMPTY, Round.Status.DRAFT):
        return ""
    tables = sorted(board.table for board in round_.boards.all() if board.table)
    if not tables:
        return ""
    if len(tables) == 1:
        return _("table %(table)d") % {"table": tables[0]}
    return _("tables %(first)d–%(last)d") % {"first": tables[0], "last": tables[-1]}


def _first_pairings(about: About, event: Event) -> list[Section]:
    """The first round of each stage that is drawn, with its tables."""
    found = []
    for stage in event.stages.all():
        round_ = stage.rounds.published().filter(number=1).select_related("stage").first()
        if round_ is not None and round_.boards.exists():
            of = round_title(round_)
            pages = plan_by_table(replace(about, title=_("Pairings"), stage=of), pairings_of(round_))
            found.append(planned_section(_("Pairings: %(round)s") % {"round": of}, pages))
    return found


def _stage_sections(about: About, stage: Stage, *, filled: bool) -> list[Section]:
    sections = []
    tables = cross_tables_of(stage, filled=filled)
    if tables:
        of = replace(about, title=_("Cross-table"), stage=stage.name)
        title = _("Cross-tables: %(stage)s") % {"stage": stage.name}
        sections.append(planned_section(title, plan_cross_tables(of, tables)))
    brackets = brackets_of(stage, filled=filled)
    if brackets:
        of = replace(about, title=_("Bracket"), stage=stage.name)
        title = _("Bracket: %(stage)s") % {"stage": stage.name}
        sections.append(planned_section(title, plan_brackets(of, brackets)))
    return sections


def _rounds_section(about: About, stage: Stage) -> Section:
    of = replace(about, title=_("Results of the rounds"), stage=stage.name)
    pages = plan_rounds(of, rounds_of(stage))
    return planned_section(_("Results of the rounds: %(stage)s") % {"stage": stage.name}, pages)


def plan_rounds(about: About, parts: Sequence[RoundOfMatches]) -> list[Page]:
    """The results of several rounds by table, one round after the other."""
    columns = (
        Column(pgettext("paper", "Round"), bold=True, least=44),
        Column(pgettext("paper", "Table"), bold=True, least=26),
        Column(pgettext("column", "No."), group="A", least=18),
        Column(pgettext("paper", "Players"), group="A", align="left", grows=True, bold=True),
        Column(pgettext("paper", "Levels"), least=34),
        Column(pgettext("column", "Points"), least=34),
        Column(pgettext("column", "No."), group="B", least=18),
        Column(pgettext("paper", "Players"), group="B", align="left", grows=True, bold=True),
        Column(pgettext("column", "Remarks"), align="left", grows=True),
    )
    ends: list[int] = []
    rows: list[tuple[str, ...]] = []
    for part in parts:
        rows += [
            (part.title if place == 0 else "", *_match_cells(one)) for place, one in enumerate(part.matches)
        ]
        ends.append(len(rows) - 1)
    size = A4
    table = Table(
        columns, tuple(rows), paper(size).width, size=10, row_height=20, thick_after=frozenset(ends)
    )
    if table.needed > table.width:
        size = landscape(A4)
        table = replace(table, width=paper(size).width)
    return listing(Plan(about, table, size=size))


def _match_cells(one: MatchRow) -> tuple[str, ...]:
    return (
        "" if one.table is None else str(one.table),
        number_of(one.a),
        one.a.names,
        " : ".join(one.levels) if any(one.levels) else "",
        " : ".join(plain(point) for point in one.points if point is not None),
        number_of(one.b),
        one.b.names,
        one.note,
    )


def _rulings(event: Event) -> list[Ruling]:
    rows = Ruling.objects.filter(event=event, status=Ruling.Status.STANDING)
    return list(rows.select_related("board__round__stage").order_by("at", "pk"))


def _rulings_section(about: About, rulings: Sequence[Ruling]) -> Section:
    title = _("Rulings")
    columns = (
        Column(pgettext("paper", "Round"), align="left", least=80),
        Column(pgettext("paper", "Table"), least=30),
        Column(_("Decision"), align="left", grows=True),
        Column(pgettext("paper", "Clause"), least=40),
        Column(_("Appeal"), least=40),
    )
    rows = tuple(
        (
            round_title(one.board.round) if one.board else "",
            str(one.board.table or "") if one.board else "",
            one.decision or one.offence,
            one.clause,
            str(one.get_appeal_display()) if one.appeal else "",
        )
        for one in rulings
    )
    table = Table(columns, rows, paper(A4).width, size=10.5, row_height=21)
    return planned_section(title, listing(Plan(replace(about, title=title), table)))
