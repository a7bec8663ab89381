"""The record in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models import Match
from tournament.events.creating import templates
from tournament.models import Audit, Board, Entry, Event, Membership, Role, Round, Stage

ACTIONS = {
    "event-created": _("created the event"),
    "event-changed": _("changed the settings of the event"),
    "awards-changed": _("changed the prizes"),
    "layout-saved": _("changed the layout of the certificates"),
    "referee-added": _("gave somebody a role and a PIN"),
    "pin-renewed": _("renewed a PIN"),
    "role-revoked": _("took a role away"),
    "entries-imported": _("read in entry forms"),
    "import-undone": _("took imported entries out again"),
    "entry-added": _("entered a pair"),
    "entry-marked": _("marked a pair"),
    "entry-left": _("took a pair out of the event"),
    "entry-reinstated": _("took a pair into the event again"),
    "bye-asked": _("noted that a pair asked for a bye"),
    "entry-changed": _("changed a pair"),
    "entry-taken-out": _("took a pair out of the list"),
    "link-made": _("made a private link for a branch"),
    "link-revoked": _("closed a branch's page"),
    "request-made": _("a branch sent a request"),
    "request-answered": _("answered a branch's request"),
    "deadline-set": _("set the deadline for entries"),
    "rule-set-changed": _("changed the rules"),
    "stage-finished": _("finished a stage"),
    "stage-reopened": _("opened a stage again"),
    "stage-changed": _("changed a stage"),
    "round-drawn": _("drew a round"),
    "draw-discarded": _("discarded a draw"),
    "round-published": _("published a round"),
    "round-taken-back": _("took a publication back"),
    "entries-swapped": _("let two pairs change places"),
    "clock-start": _("started the clock"),
    "clock-start-undone": _("took the start of the clock back"),
    "clock-pause": _("paused the clock"),
    "clock-resume": _("let the clock go on"),
    "clock-extend": _("extended the time"),
    "clock-call": _("called time"),
    "hand-marked": _("marked the hand in play at the reminder"),
    "round-closed": _("closed a round"),
    "hand-entered": _("entered a hand"),
    "hand-undone": _("took a hand back"),
    "hands-corrected": _("corrected the hands of a table"),
    "levels-entered": _("entered levels from a slip"),
    "verdict-given": _("gave a verdict"),
    "result-cleared": _("cleared a result"),
    "table-ended": _("closed a table"),
    "table-resumed": _("let a table go on playing"),
    "result-confirmed": _("confirmed a result"),
    "result-reopened": _("opened a result again"),
    "table-disputed": _("called the chief referee, or settled it"),
    "adjustment-made": _("gave or took points without a match"),
    "adjustment-taken-back": _("took points without a match back"),
    "ruling-made": _("made a ruling"),
    "ruling-approved": _("approved a ruling"),
    "ruling-withdrawn": _("took a ruling back"),
    "ruling-appealed": _("handed an appeal to the jury"),
    "appeal-decided": _("decided an appeal"),
    "notice-given": _("gave a notice of the clock"),
    "sides-seated": _("noted who has come to a table"),
    "result-signed": _("noted that a side agrees with the result"),
    "roster-made": _("put referees on duty at the tables"),
    "screen-steered": _("steered the big screen"),
    "entry-moved": _("moved a pair to another group"),
    "singles-joined": _("put single players together to pairs"),
    "hall-added": _("added a hall"),
    "hall-changed": _("changed a hall"),
    "hall-removed": _("removed a hall"),
    "session-added": _("added a session"),
    "session-changed": _("changed a session"),
    "match-arranged": _("gave a match a time of its own"),
    "match-postponed": _("put a match off"),
    "session-removed": _("removed a session"),
    "round-dated": _("gave a round its date"),
    "rounds-dated": _("gave rounds their dates"),
    "appointment-dropped": _("dropped an appointment"),
    "squad-formed": _("put pairs together to a squad"),
    "squads-dissolved": _("took the squads apart"),
    "line-up-handed-in": _("handed in a line-up"),
    "seat-moved": _("let a correction change who sits there"),
    "qualifiers-moved": _("let a correction change who advances"),
    "seeds-set": _("set the seeds"),
    "tie-settled": _("settled who stands before whom"),
    "levels-corrected": _("corrected levels from a slip"),
    "stage-added": _("added a stage"),
    "stage-removed": _("removed a stage"),
    "stages-divided": _("gave each division stages of its own"),
    "branch-added": _("added a branch"),
    "branch-changed": _("changed a branch"),
    "branch-removed": _("removed a branch"),
    "branches-imported": _("read in a list of branches"),
    "eligibility-marked": _("noted whether a pair may play"),
    "entry-rules-changed": _("changed who may enter"),
    "entry-joined-bye": _("gave a pair that came late the bye"),
    "player-exchanged": _("let a reserve play for a player"),
    "entry-set-aside": _("made a pair a reserve"),
    "reserve-stepped-in": _("let a reserve pair step in"),
    "lots-typed": _("noted lots that were drawn on the spot"),
    "people-wiped": _("wiped phones and staff numbers"),
    "person-wiped": _("wiped a person's data"),
    "retention-set": _("set when personal data are wiped"),
}


FIELDS = {
    "awards": _("prizes"),
    "classes": _("classes"),
    "count": _("how many"),
    "merit": _("after them"),
    "organisers": _("for branches"),
    "pairs": _("pairs"),
    "percent": _("per cent"),
    "ranks": _("places"),
    "souvenir": _("for everybody else"),
    "thirds": _("third prizes"),
    "titles": _("called"),
    "action": _("action"),
    "active": _("active"),
    "attempt": pgettext_lazy("record", "draw no."),
    "bottom": _("points in the bottom"),
    "cards": _("cards"),
    "choices": _("choices"),
    "code": _("offence"),
    "confirmed": _("confirmed"),
    "created": _("entered"),
    "declarer": _("declarer"),
    "disputed": _("disputed"),
    "ended": _("end"),
    "finished": _("finished"),
    "from_round": _("from round"),
    "is_public": _("who may look"),
    "hand": _("hand"),
    "hands": _("hands"),
    "last": _("last hand"),
    "last_trick": _("last trick"),
    "level_difference": _("level difference"),
    "levels": _("levels"),
    "marked": _("hand in play at the reminder"),
    "minutes": _("minutes"),
    "notice": _("notice"),
    "number": _("no."),
    "on_deal": _("on the deal"),
    "organisation": _("held by"),
    "penalties": _("penalties"),
    "places": _("places"),
    "points": _("points"),
    "reason": _("reason"),
    "result": _("result"),
    "role": _("role"),
    "round": _("round"),
    "rule_set": _("version of the rules"),
    "seed": _("seed"),
    "slip": _("slip"),
    "starts_on": _("day of the event"),
    "status": _("state"),
    "tables": _("tables in the hall"),
    "template": _("template"),
    "tricks": _("points from tricks"),
    "trump": _("trumps"),
    "unit": _("form"),
    "updated": _("brought up to date"),
    "venue": _("hall"),
    "verdict": _("verdict"),
    "version": _("version"),
    "void": _("void"),
}
VALUES = {
    "attackers": _("attackers"),
    "declarers": _("declarers"),
    "passed": _("past the target"),
    "fallen": _("fallen out"),
    **{role.value: role.label for role in Role},
    **dict(Entry.Status.choices),
    **dict(Round.Status.choices),
    **dict(Stage.Status.choices),
    **{code: label for code, label in Match.Verdict.choices if code},
}
# How the end of a match is kept: what is not said there is the usual.
USUAL = {"begun": True, "drawn": True, "marked_begun": True}


def described(event: Event, rows: Iterable[Audit]) -> list[dict[str, Any]]:
    """Rows for the timeline: when, who, what and where, from what to what, why."""
    rows = list(rows)
    names = {
        row.user_id: row.name or row.user.get_full_name() or row.user.get_username()
        for row in Membership.objects.filter(event=event).select_related("user")
    }
    keys = [row.target_key for row in rows if row.target == "board"]
    tables = {
        str(key): _("round %(round)d, table %(table)d") % {"round": round_, "table": table or 0}
        for key, round_, table in Board.objects.filter(key__in=keys).values_list(
            "key", "round__number", "table"
        )
    }
    return [
        {
            "at": row.at,
            "who": names.get(row.actor_id, ""),
            "what": str(ACTIONS.get(row.action, row.action)),
            "where": tables.get(row.target_key, ""),
            "before": _side(row, 0, event.template),
            "after": _side(row, 1, event.template),
            "reason": row.reason,
        }
        for row in rows
    ]


def _side(row: Audit, at: int, template: str) -> str:
    return "；".join(
        _choices(template, values[at])
        if field == "choices" and isinstance(values[at], dict)
        else f"{_field(field)} {_short(values[at])}"
        for field, values in row.changes.items()
        if values[at] not in (None, "", {}, []) and (at == 1 or values[0] != values[1])
    )


def _choices(template: str, chosen: dict[str, Any]) -> str:
    """Questions that a regulation left open, with the answers; those of another template as they are kept."""
    known = {choice.id: choice for choice in templates()[template].choices} if template in templates() else {}
    found = []
    for name, at in chosen.items():
        choice = known.get(name)
        if choice is not None and isinstance(at, int) and 0 <= at < len(choice.options):
            found.append(f"{choice.ask} {choice.options[at].label}")
        else:
            found.append(f"{name} {_short(at)}")
    return "；".join(found)


def _field(name: str) -> str:
    return str(FIELDS.get(name, name))


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "，".join(
            _short(one) if key == "by" else f"{_field(key)} {_short(one)}"
            for key, one in value.items()
            if one not in (None, "", [], {}) and USUAL.get(key) != one
        )
    if isinstance(value, list):
        return "，".join(_short(one) for one in value)
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    text = str(VALUES.get(value, value)) if isinstance(value, str) else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
