"""A file → the event, all or nothing."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from rules.answers import Problem, Refused
from rules.hands import load_rule_set
from rules.models import RuleSetVersion, fingerprint
from scoring.matches import PointRules, load_format
from scoring.standings import load_standings
from tournament.change import broken_link
from tournament.documents.awards import load_awards
from tournament.event_file.document import document_of, refuse
from tournament.event_file.tables import TABLES, Table, fields_of, is_rule_set, is_user
from tournament.event_file.writing import VERSION
from tournament.models import Board, Event, Slot, Stage
from tournament.plan.stage_rules import load_stage

# What JSON must hold for a field; a field of any other kind is told in a text.
PLAIN: tuple[tuple[type[models.Field[Any, Any]], type], ...] = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
)
LONGEST_USER_NAME = 150


def read_event(text: str) -> Event:
    """Bring in the event of a file that ``write_event`` wrote.

    Nothing is kept of a file that cannot be read whole. Raises ``Refused`` with the place in the file: not
    such a file, of a newer version, an event that is here already, something missing or unknown, a value
    that no such row can have, rows that point nowhere, a record that does not fit together. Users that this
    machine does not know are made without a password.
    """
    document = document_of(text)
    told = document["event"]
    with transaction.atomic():
        here = Event.objects.filter(slug=str(told.get("slug"))).exists() or _has_key(told.get("key"))
        if here:
            raise refuse("event-is-here", "event.key", name=told.get("name", ""))
        event = _Reader(document).event()
        _check(event)
    return event


def _has_key(key: Any) -> bool:
    try:
        return Event.objects.filter(key=key).exists()
    except ValidationError:
        return False  # said later, at its place


class _Reader:
    """Turns one document into rows; remembers the rows made so far by their names in the file."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.old = document["version"] < VERSION
        self.rows: dict[str, models.Model] = {}
        self.rule_sets = _rule_sets(document["rule_sets"])
        self.users = _users(document["users"])

    def event(self) -> Event:
        """Make the event and all its rows."""
        told = self.document["event"]
        event = Event(**self._values(Event, told, "event", "event"))
        _save(event, "event", "event")
        _keep_times(Event, [event], [told])
        for table in TABLES:
            self._table(table, event)
        event.refresh_from_db()
        return event

    def _table(self, table: Table, event: Event) -> None:
        told = self.document["rows"][table.name]
        own = [field for field in fields_of(table.model) if field.related_model is table.model]
        made: list[models.Model] = []
        for place, row in enumerate(told):
            name, at = f"{table.name}/{place}", f"rows.{table.name}[{place}]"
            one = table.model(**self._values(table.model, row, name, at))
            if any(field.related_model is Event for field in table.model._meta.concrete_fields):
                one.event = event  # type: ignore[attr-defined]
            _save(one, name, at)
            self.rows[name] = one
            made.append(one)
        # Rows of one table that point to each other, in whatever order they stand.
        for field in own:
            for place, (one, row) in enumerate(zip(made, told, strict=True)):
                name, at = f"{table.name}/{place}", f"rows.{table.name}[{place}]"
                setattr(one, field.name, self._related(field, row.get(field.name), name, at))
            table.model._base_manager.bulk_update(made, [field.name for field in own], batch_size=500)
        _keep_times(table.model, made, told)

    def _values(
        self, model: type[models.Model], row: Mapping[str, Any], name: str, at: str
    ) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for field in fields_of(model):
            if field.name not in row:
                if not self.old:
                    raise refuse("file-lacks", f"{at}.{field.name}", what=f"{name}.{field.name}")
                continue
            if field.related_model is model:
                continue
            related = field.is_relation
            read = self._related if related else self._value
            values[field.name] = read(field, row[field.name], name, at)
        return values

    def _related(self, field: models.Field[Any, Any], value: Any, name: str, at: str) -> Any:
        if value is None and field.null:
            return None
        there: Mapping[str, Any] = self.rows
        wanted = "" if is_user(field) or is_rule_set(field) else f"{field.related_model.__name__}/"  # type: ignore[union-attr]
        if is_user(field):
            there = self.users
        elif is_rule_set(field):
            there = self.rule_sets
        if not isinstance(value, str) or value not in there or not value.startswith(wanted):
            raise refuse(
                "file-row-points-nowhere", f"{at}.{field.name}", row=name, field=field.name, value=value
            )
        return there[value]

    def _value(self, field: models.Field[Any, Any], value: Any, name: str, at: str) -> Any:
        try:
            return _read(field, value)
        except (ValidationError, ValueError, OverflowError, binascii.Error) as error:
            raise refuse(
                "file-row-is-wrong", f"{at}.{field.name}", row=name, field=field.name, value=value
            ) from error


def _read(field: models.Field[Any, Any], value: Any) -> Any:
    """The value of a field as its row has it. Raises ``ValueError`` or ``ValidationError``."""
    if isinstance(field, models.JSONField):
        if value is None and not field.null:
            raise ValueError(value)
        return value
    if value is None:
        if not field.null:
            raise ValueError(value)
        return None
    kind = next((plain for of, plain in PLAIN if isinstance(field, of)), str)
    if type(value) is not kind:
        raise ValueError(value)
    if isinstance(field, models.BinaryField):
        return b64decode(value, validate=True)
    found = field.to_python(value)
    if found is None:
        raise ValueError(value)
    if field.choices and found not in {key for key, _label in field.flatchoices}:
        raise ValueError(value)
    field.run_validators(found)
    return found


def _save(row: models.Model, name: str, at: str) -> None:
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        raise refuse("file-row-clashes", at, row=name, what=str(error)) from error


def _keep_times(
    model: type[models.Model], made: Sequence[models.Model], told: Sequence[Mapping[str, Any]]
) -> None:
    """Times that a row gets when it is made are set back to when it was made first."""
    stamped = [field for field in fields_of(model) if getattr(field, "auto_now_add", False)]
    if not stamped or not made:
        return
    for one, row in zip(made, told, strict=True):
        for field in stamped:
            if field.name in row:
                setattr(one, field.name, field.to_python(row[field.name]))
    model._base_manager.bulk_update(made, [field.name for field in stamped], batch_size=500)


def _rule_sets(told: Sequence[Any]) -> dict[str, RuleSetVersion]:
    found = {}
    for place, one in enumerate(told):
        at = f"rule_sets[{place}]"
        whole = isinstance(one, dict) and isinstance(one.get("data"), dict)
        if not whole or not all(isinstance(one.get(key), str) for key in ("slug", "fingerprint")):
            raise refuse("file-lacks", at, what=at)
        if fingerprint(one["data"]) != one["fingerprint"]:
            raise refuse("file-rule-set-altered", at, what=one["slug"])
        try:
            load_rule_set(one["data"], kept=True)
        except Refused as refused:
            raise Refused(
                [Problem(p.code, f"{at}.data.{p.at}", p.values) for p in refused.problems]
            ) from refused
        if len(one["slug"]) > 80:
            raise refuse("file-row-is-wrong", f"{at}.slug", row=at, field="slug", value=one["slug"])
        found[one["fingerprint"]] = RuleSetVersion.objects.keep(one["slug"], one["data"])
    return found


def _users(names: Sequence[Any]) -> dict[str, Any]:
    for place, name in enumerate(names):
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_USER_NAME:
            at = f"users[{place}]"
            raise refuse("file-row-is-wrong", at, row=at, field="", value=name)
    users = get_user_model().objects
    found = {user.get_username(): user for user in users.filter(username__in=names)}
    for name in names:
        if name not in found:
            found[name] = users.create_user(name)
    return found


def _check(event: Event) -> None:
    """What no single row shows: the record's chain, seats and boards in the round of their encounter, and a
    plan that can be played by."""
    broken = broken_link(event)
    if broken is not None:
        raise refuse("record-does-not-fit", "rows.Audit", row=str(broken))
    for model in (Slot, Board):
        astray = model.objects.filter(round__stage__event=event).exclude(encounter__round=models.F("round"))
        if astray.exists():
            name = model.__name__
            raise refuse("file-row-points-nowhere", f"rows.{name}", row=name, field="round", value="")
    if not isinstance(event.plan, dict) or not isinstance(event.choices, dict):
        raise refuse("file-row-is-wrong", "event.plan", row="event", field="plan", value=event.plan)
    checks: list[tuple[Any, Any, str]] = [(load_awards, event.plan.get("awards", {}), "event.plan")]
    for place, stage in enumerate(Stage.objects.filter(event=event).order_by("pk")):
        at = f"rows.Stage[{place}].config"
        checks += [(load_stage, stage.config, at), (_format_of, stage.config, at)]
        checks.append((_standings_of, stage.config, at))
    for load, data, at in checks:
        if not isinstance(data, dict):
            raise refuse("file-row-is-wrong", at, row=at, field="", value=data)
        try:
            load(data)
        except Refused as refused:
            raise Refused([Problem(p.code, f"{at}.{p.at}", p.values) for p in refused.problems]) from refused


def _format_of(config: Mapping[str, Any]) -> Any:
    return load_format(config.get("match", {}))


def _standings_of(config: Mapping[str, Any]) -> Any:
    told = config.get("standings", {})
    usual = {"tiebreaks": ["points"], **told} if isinstance(told, dict) else told
    return load_standings(usual, PointRules())
