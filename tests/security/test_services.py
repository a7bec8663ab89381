"""Every service asks for itself whether its caller may: who has no role is refused before anything else."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import models, transaction

import tournament.models
from tests.hall import start_round
from tournament.documents.certificates import CertificateLayout
from tournament.models import Membership, Role, Upload
from tournament.officiating.decisions import Finding
from tournament.registration.reading import ProposedEntry, ProposedPlayer

pytestmark = pytest.mark.django_db

# Not services: they are called by services that have asked, or by a command at the machine itself.
NOT_ASKED = {
    "tournament.change.change": "opens the transaction of a service that has asked",
    "tournament.events.creating.create_event": "makes an event, whose organiser the caller becomes",
    "tournament.officiating.reopening.refuse_unless_correctable": "a check inside services that have asked",
    "tournament.officiating.timing.refuse_untimely": "a check inside services that have asked",
    "tournament.stages.drawing.keep_draw": "the end of services that have asked, inside their transaction",
    "tournament.stages.squads.keep_line_up": "for services that have asked, or who holds a captain's link",
    "tournament.rehearsal.playing.start_rehearsal": "makes an event, whose organiser the caller becomes",
}


def services() -> Iterator[Callable[..., Any]]:
    """Every public function of the tournament's rooms that is told who acts."""
    for module in pkgutil.walk_packages(tournament.__path__, "tournament."):
        if ".migrations" in module.name or ".management" in module.name:
            continue
        loaded = importlib.import_module(module.name)
        for name, found in vars(loaded).items():
            if inspect.isfunction(found) and found.__module__ == module.name and not name.startswith("_"):
                place = f"{module.name}.{name}"
                if "actor" in inspect.signature(found).parameters and place not in NOT_ASKED:
                    yield found


SERVICES = sorted(services(), key=lambda one: f"{one.__module__}.{one.__qualname__}")


@pytest.fixture
def at_hand(event, organiser) -> dict[str, Any]:
    """One of everything that a service may ask for, by the name of its type."""
    round_ = start_round(event, organiser)
    board = round_.boards.select_related("round__stage__event", "match__rule_set").get(table=1)
    entry = event.entries.select_related("event").first()
    membership = Membership.objects.create(event=event, user=organiser, role=Role.REFEREE)
    kept: dict[str, Any] = {
        "Event": event,
        "Round": round_,
        "Board": board,
        "Match": board.match,
        "Stage": round_.stage,
        "Entry": entry,
        "Branch": event.branches.first(),
        "Person": event.people.first(),
        "Player": entry.players.first(),
        "Membership": membership,
        "Slot": round_.slots.select_related("encounter__round__stage__event").first(),
        "Encounter": round_.encounters.first(),
        "Draw": round_.draws.first(),
        "Upload": Upload(event=event, name="x.xlsx", content=b""),
        "Finding": Finding("A", effect="warning", words="慢"),
        "ProposedEntry": ProposedEntry(
            branch="x", players=(ProposedPlayer(name="甲"), ProposedPlayer(name="乙"))
        ),
        "CertificateLayout": CertificateLayout(),
        "Role": Role.REFEREE,
        "str": "1",
        "int": 1,
        "float": 1.0,
        "bool": True,
        "bytes": b"",
    }
    return kept


def argument(parameter: inspect.Parameter, at_hand: dict[str, Any]) -> Any:
    """Something that fits, made or unmade: a stranger is turned away before it is looked at."""
    told = str(parameter.annotation).replace("models.", "").split(" | ")[0]
    if told in at_hand:
        return at_hand[told]
    if told.startswith(("Sequence[", "list[", "tuple[", "Iterable[", "Collection[")):
        inner = told.split("[", 1)[1].rstrip("]").split(",")[0]
        return [at_hand[inner]] if inner in at_hand else []
    if told.startswith(("Mapping[", "dict[")):
        return {}
    model = getattr(tournament.models, told, None)
    if inspect.isclass(model) and issubclass(model, models.Model):
        related = {
            field.name: at_hand.get(field.related_model.__name__)
            for field in model._meta.concrete_fields
            if field.related_model is not None
        }
        return model(**{name: value for name, value in related.items() if value is not None})
    return None


def called(service: Callable[..., Any], actor: Any, at_hand: dict[str, Any]) -> str:
    """Call ``service`` as ``actor``; what it did instead of refusing, empty where it refused."""
    given: dict[str, Any] = {}
    for name, parameter in inspect.signature(service).parameters.items():
        if name == "actor":
            given[name] = actor
        elif parameter.default is inspect.Parameter.empty and parameter.kind != inspect.Parameter.VAR_KEYWORD:
            given[name] = argument(parameter, at_hand)
    try:
        with transaction.atomic():
            service(**given)
            transaction.set_rollback(True)
    except PermissionDenied:
        return ""
    except Exception as error:  # noqa: BLE001 - whatever it is, it looked at something before it refused
        return f"{type(error).__name__}: {error}"[:200]
    return "did it"


@pytest.mark.parametrize("who", ["signed in, no role", "nobody", "organiser of another event"])
def test_every_service_refuses_whoever_has_no_role(who, at_hand, event, make_event, django_user_model):
    if who == "nobody":
        actor: Any = AnonymousUser()
    else:
        actor = django_user_model.objects.create_user("stranger")
        if who.startswith("organiser"):
            Membership.objects.create(event=make_event(0), user=actor, role=Role.ORGANISER)
    event.refresh_from_db()
    before = (event.revision, event.audit_seq)
    found = {f"{one.__module__}.{one.__qualname__}": called(one, actor, at_hand) for one in SERVICES}
    wrong = [f"{place}: {what}" for place, what in found.items() if what]
    assert not wrong, "\n".join(wrong)
    event.refresh_from_db()
    assert (event.revision, event.audit_seq) == before


def test_there_are_services_and_each_exception_is_still_one():
    assert len(SERVICES) > 50
    for place in NOT_ASKED:
        module, name = place.rsplit(".", 1)
        assert hasattr(importlib.import_module(module), name), place
