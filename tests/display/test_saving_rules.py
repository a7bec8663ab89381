"""An edited rule set is a new version; matches that have begun keep theirs."""

from __future__ import annotations

import copy
from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from rules.answers import Refused
from rules.hands import changed
from rules.models import RuleSetVersion
from scoring.models import Match
from tests.hall import finish_round, start_round
from tournament.change import Conflict, broken_link
from tournament.events.rule_sets import origin_of, save_rule_set
from tournament.models import Audit, Role
from tournament.stages.drawing import draw_round, publish_round

pytestmark = pytest.mark.django_db


def edited(event, **changes):
    return changed(event.rule_set.data, {path.replace("__", "."): value for path, value in changes.items()})


def save(event, actor, **changes):
    return save_rule_set(event, actor, edited(event, **changes), base=event.rule_set_id)


def test_saving_makes_the_next_version_and_leaves_the_old_one_as_it_was(event, organiser):
    old = event.rule_set
    before = copy.deepcopy(old.data)
    saved = save(event, organiser, table__threshold=150, table__attackers__bands=[[150, 0]])
    assert (saved.version.slug, saved.version.number) == (old.slug, old.number + 1)
    assert RuleSetVersion.objects.get(pk=old.pk).data == before
    event.refresh_from_db()
    assert event.rule_set.data["table"]["threshold"] == 150


def test_a_new_match_is_played_by_the_new_version(event, organiser):
    saved = save(event, organiser, table__zero=2)
    round_ = start_round(event, organiser)
    assert {board.match.rule_set_id for board in round_.boards.all()} == {saved.version.pk}


def test_matches_that_have_begun_keep_the_version_they_were_started_with(event, organiser):
    old = event.rule_set_id
    start_round(event, organiser)
    saved = save(event, organiser, table__zero=2)
    assert (saved.moved, saved.kept) == (0, 4)
    assert set(Match.objects.values_list("rule_set", flat=True)) == {old}


def test_published_matches_that_nobody_began_are_played_by_the_new_version(event, organiser):
    finish_round(start_round(event, organiser), organiser)
    publish_round(draw_round(event.stages.get(), organiser, seed="8").round, organiser)
    saved = save(event, organiser, table__zero=2)
    assert (saved.moved, saved.kept) == (4, 4)


def test_the_same_rules_are_no_new_version(event, organiser):
    number, revision = event.rule_set.number, event.revision
    saved = save(event, organiser)
    event.refresh_from_db()
    assert (saved.version.number, event.revision) == (number, revision)


def test_the_record_says_what_was_changed_from_what_to_what(event, organiser):
    save_rule_set(event, organiser, edited(event, table__zero=2), base=event.rule_set_id, reason="领队会决定")
    row = Audit.objects.filter(event=event).order_by("-seq").first()
    assert (row.action, row.reason) == ("rule-set-changed", "领队会决定")
    assert row.changes["table.zero"] == [3, 2]
    assert broken_link(event) is None


def test_what_does_not_hold_together_is_refused_at_its_key_path(event, organiser):
    with pytest.raises(Refused) as refused:
        save(event, organiser, table__attackers__bands=[[120, 0], [100, 1]], deal__held="nobody")
    found = {(one.code, one.at) for one in refused.value.problems}
    assert ("rule-set-band-order", "table.attackers.bands[1]") in found
    assert ("rule-set-not-an-option", "deal.held") in found
    event.refresh_from_db()
    assert event.rule_set.number == 1


def test_a_value_that_the_database_cannot_keep_is_refused_at_its_key_path(event, organiser):
    with pytest.raises(Refused) as refused:
        save(event, organiser, labels__day=date(2026, 5, 1), labels__many=[float("inf")])
    assert [one.at for one in refused.value.problems] == ["labels.day", "labels.many[0]"]


def test_of_two_who_save_the_second_is_told(event, organiser):
    base = event.rule_set_id
    save(event, organiser, table__zero=2)
    with pytest.raises(Conflict):
        save_rule_set(event, organiser, edited(event, table__zero=4), base=base)


def test_saving_twice_the_same_is_answered_twice_and_made_once(event, organiser):
    base, data = event.rule_set_id, edited(event, table__zero=2)
    first = save_rule_set(event, organiser, data, base=base)
    again = save_rule_set(event, organiser, data, base=base)
    assert first.version == again.version
    assert Audit.objects.filter(event=event, action="rule-set-changed").count() == 1


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ORGANISER])
def test_nobody_but_the_organiser_saves(event, member, role):
    with pytest.raises(PermissionDenied):
        save(event, member(event, role), table__zero=2)


def test_one_event_may_change_its_rules_without_the_other(make_event, organiser):
    mine, other = make_event(2), make_event(2)
    save(mine, organiser, table__zero=2)
    other.refresh_from_db()
    assert other.rule_set.data["table"]["zero"] == 3


def test_the_origin_tells_own_changes_from_answers_to_open_questions(make_event, organiser):
    event = make_event(2, {"at-120": 1})
    save(event, organiser, table__zero=2)
    origin = origin_of(event)
    assert {one.path: (one.before, one.after) for one in origin.differences} == {
        "table.attackers.bands": ([[120, 0]], [[120, 1]]),
        "table.zero": (3, 2),
    }
    assert origin.chosen == {"table.attackers.bands"}


def test_an_event_whose_template_is_gone_has_no_origin(event):
    event.template = "gone"
    assert origin_of(event) is None
