"""Every paper of an event in the order of the day: name, purpose, how it is made, who may have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _

from tournament.documents import papers_awards as awards
from tournament.documents import papers_books as books
from tournament.documents import papers_brackets as brackets
from tournament.documents import papers_records as records
from tournament.documents import papers_rounds as rounds
from tournament.documents import papers_stages as stages
from tournament.documents import papers_standings as standings
from tournament.documents.papers_values import Asked, Made, Planned, Progress
from tournament.models import Entry, Event, Round, Stage
from tournament.stages.progress import kind_of

Of = Literal["event", "stage", "round"]
PAGES_AT_ONCE = 60


@dataclass(frozen=True)
class Variant:
    """A way in which a paper can be had: its name on the button, and its options."""

    name: Any
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Kind:
    """One document: its name, what it is for, how it is made, and of what (the event, a stage, a round).

    ``public`` ones anybody may have who may see the event; ``long`` ones are always made in the background.
    ``formats`` are the stages it exists for, ``pairs_only`` not those where squads meet; ``options`` what
    may be said about it.
    """

    name: Any
    about: Any
    make: Callable[[Asked], Made | Planned]
    of: Of = "event"
    public: bool = False
    long: bool = False
    formats: tuple[str, ...] = ()
    pairs_only: bool = False
    options: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = (Variant(_("Print")),)

    def fits(self, stage: Stage) -> bool:
        """Whether this paper exists for a stage of that format."""
        if self.pairs_only and kind_of(stage) == Entry.Kind.SQUAD:
            return False
        return not self.formats or stage.format in self.formats


ROUND_ROBIN, KNOCKOUT = str(Stage.Format.ROUND_ROBIN), str(Stage.Format.KNOCKOUT)
SHEETS = (
    Variant(_("A4")),
    Variant(_("A4, upright"), {"sheet": "A4"}),
    Variant(_("A3, broad"), {"sheet": "A3-landscape"}),
    Variant(_("A3, upright"), {"sheet": "A3"}),
    Variant(_("empty, for the wall"), {"empty": "1"}),
)

KINDS: dict[str, Kind] = {
    # Before the day
    "programme": Kind(
        _("Programme"),
        _("Notice, regulation, offices, entries, draw, schedule, blank tables: one book."),
        books.programme_paper,
        long=True,
    ),
    "receipts": Kind(
        _("Receipts of entry"),
        _("One for each branch: who is entered, and when it was received."),
        records.receipts_paper,
        options=("branch",),
    ),
    "leaders-meeting": Kind(
        _("Record of the leaders' meeting"),
        _("With what has to be announced; questions and signatures are written by hand."),
        records.leaders_meeting_paper,
    ),
    "lots": Kind(
        _("Draw slips"),
        _("To be drawn from a bowl, four columns of ten to a sheet."),
        records.lots_paper,
        options=("of",),
        variants=(
            Variant(_("numbers of the pairs"), {"of": "numbers"}),
            Variant(_("tables and seats"), {"of": "seats"}),
        ),
    ),
    "badges": Kind(_("Badges"), _("Ten to a sheet, for players and referees."), records.badges_paper),
    "tables": Kind(
        _("Table numbers"), _("A tent for each table that stays all day."), rounds.table_cards_paper
    ),
    "blank-sheets": Kind(
        _("Blank score sheets"),
        _("For the stack at the desk."),
        rounds.blank_sheets_paper,
        options=("count",),
        variants=(Variant(_("one page"), {"count": "2"}), Variant(_("ten pages"), {"count": "20"})),
    ),
    # Each round
    "score-sheets": Kind(
        _("Score sheets"),
        _("One for each table, with the QR code of its entry page."),
        rounds.score_sheets_paper,
        of="round",
        options=("to_a_page", "cut", "from", "to"),
        variants=(
            Variant(_("two to a page")),
            Variant(_("two to a page, sorted for cutting the stack"), {"cut": "1"}),
            Variant(_("one to a page"), {"to_a_page": "1"}),
        ),
    ),
    "pairings": Kind(
        _("Pairings by table"), _("For the wall."), rounds.by_table_paper, of="round", public=True
    ),
    "pairings-by-name": Kind(
        _("Pairings by name"),
        _("Where everybody finds the table by name."),
        rounds.by_name_paper,
        of="round",
        public=True,
    ),
    "pairings-picture": Kind(
        _("Pairings as a picture"),
        _("For the group chat, as high as a phone."),
        rounds.pairings_picture,
        of="round",
        public=True,
        variants=(Variant(_("Picture")),),
    ),
    "table-cards": Kind(
        _("Table cards"),
        _("A tent for each table with its number and who plays there."),
        rounds.table_cards_paper,
        of="round",
    ),
    "result-slips": Kind(
        _("Result slips"),
        _("One for each encounter, with what is confirmed already."),
        rounds.result_slips_paper,
        of="round",
    ),
    "draw-record": Kind(
        _("Record of the draw"),
        _("Seed, method, result, the draws before it; to be signed."),
        records.draw_record_paper,
        of="round",
    ),
    # After each round
    "standings-round": Kind(
        _("Standings after this round"),
        _("For the wall."),
        standings.round_standings_paper,
        of="round",
        public=True,
    ),
    "standings": Kind(
        _("Standings"), _("After the latest round, for the wall."), standings.standings_paper, public=True
    ),
    "standings-picture": Kind(
        _("Standings as a picture"),
        _("For the group chat, as high as a phone."),
        standings.standings_picture,
        of="stage",
        public=True,
        variants=(Variant(_("Picture")),),
    ),
    "branches": Kind(
        _("Branch totals"),
        _("What the pairs of each branch brought together."),
        standings.branches_paper,
        of="stage",
        public=True,
        formats=(str(Stage.Format.SWISS), ROUND_ROBIN),
        pairs_only=True,
    ),
    "cross-tables": Kind(
        _("Cross-tables"),
        _("Everybody against everybody, one table for each group."),
        stages.cross_tables_paper,
        of="stage",
        public=True,
        formats=(ROUND_ROBIN,),
        options=("empty",),
        variants=(Variant(_("with results")), Variant(_("empty, for the wall"), {"empty": "1"})),
    ),
    "bracket": Kind(
        _("Bracket"),
        _("With placing matches, as far as it is played."),
        brackets.bracket_paper,
        of="stage",
        public=True,
        formats=(KNOCKOUT,),
        options=("sheet", "empty"),
        variants=SHEETS,
    ),
    "bracket-picture": Kind(
        _("Bracket as a picture"),
        _("For the group chat."),
        brackets.bracket_picture,
        of="stage",
        public=True,
        formats=(KNOCKOUT,),
        variants=(Variant(_("Picture")),),
    ),
    "appeal": Kind(
        _("Record of an appeal"),
        _("Blank, or filled from a ruling."),
        records.appeal_paper,
        options=("ruling",),
        variants=(Variant(_("blank")),),
    ),
    # At the end
    "awards": Kind(_("Awards"), _("Who is given what, by the regulation."), awards.awards_paper),
    "certificates": Kind(
        _("Certificates"),
        _("One for each award, in your layout."),
        awards.certificates_paper,
    ),
    "certificate": Kind(
        _("Sample certificate"), _("To be laid over your printed paper."), awards.sample_certificate
    ),
    "results-book": Kind(
        _("Results book"),
        _("Awards, standings, every table and bracket, every round, rulings: one book."),
        books.results_paper,
        long=True,
    ),
    "results": Kind(
        _("Results as a workbook"),
        _("Standings, every round and the entries, for Excel or WPS."),
        standings.workbook_paper,
        public=True,
        variants=(Variant("Excel"),),
    ),
}

DAY: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (
        _("Before the day"),
        ("programme", "receipts", "leaders-meeting", "lots", "badges", "tables", "blank-sheets"),
    ),
    (
        _("Each round"),
        (
            "score-sheets",
            "pairings",
            "pairings-by-name",
            "pairings-picture",
            "table-cards",
            "result-slips",
            "draw-record",
        ),
    ),
    (
        _("After each round"),
        (
            *("standings", "standings-round", "standings-picture", "branches"),
            *("cross-tables", "bracket", "bracket-picture", "appeal"),
        ),
    ),
    (_("At the end"), ("awards", "certificates", "certificate", "results-book", "results")),
)


def make(kind: Kind, asked: Asked, progress: Progress | None = None) -> Made:
    """The finished file. Raises ``Refused`` where there is nothing to print or the wish cannot be met."""
    found = kind.make(asked)
    return found if isinstance(found, Made) else found.made(progress)


def is_long(planned: Made | Planned) -> bool:
    """Whether drawing it takes so long that it is made in the background."""
    return isinstance(planned, Planned) and len(planned.pages) > PAGES_AT_ONCE


def score_sheets_of(round_: Round, base: str) -> Made:
    """Score sheets of all tables of a round. ``base`` is the address of this machine
    (``http://10.0.0.5:8000``).
    """
    asked = Asked(round_.stage.event, base, round_.stage, round_)
    return make(KINDS["score-sheets"], asked)


def standings_of_event(event: Event) -> Made:
    """The standings of every stage, as one PDF."""
    return make(KINDS["standings"], Asked(event))


def workbook_of_event(event: Event) -> Made:
    """Standings, every round and all entries as a workbook."""
    return make(KINDS["results"], Asked(event))
