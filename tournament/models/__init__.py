"""The tournament's rows. Every other room imports them from here."""

from tournament.models.audit import Attempt, Audit, Submission
from tournament.models.board import Board, ClockFact, Lineup
from tournament.models.calendar import Appointment, Hall, RoundDate, Session
from tournament.models.entry import Entry, Player
from tournament.models.event import Event, Link, Membership, Role
from tournament.models.jobs import Job
from tournament.models.paper import Paper, Upload
from tournament.models.people import Branch, EntryRequest, Person
from tournament.models.round import Draw, Encounter, Round, Slot
from tournament.models.ruling import Adjustment, Ruling
from tournament.models.screen import Screen
from tournament.models.signs import SignOfLife
from tournament.models.stage import Group, Stage, StageEntry

__all__ = [
    "Adjustment",
    "Appointment",
    "Attempt",
    "Audit",
    "Board",
    "Branch",
    "ClockFact",
    "Draw",
    "Encounter",
    "Entry",
    "EntryRequest",
    "Event",
    "Group",
    "Hall",
    "Job",
    "Lineup",
    "Link",
    "Membership",
    "Paper",
    "Person",
    "Player",
    "Role",
    "Round",
    "RoundDate",
    "Ruling",
    "Screen",
    "Session",
    "SignOfLife",
    "Slot",
    "Stage",
    "StageEntry",
    "Submission",
    "Upload",
]
