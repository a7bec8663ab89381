"""Rounds from draft to publication (0-… 一-3: lots, then 1 v 2, 3 v 4 …)."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from rules.answers import Refused
from tournament.change import Conflict
from tournament.models import Audit, Draw, Encounter, Entry, Role, Round
from tournament.officiating.timing import start_round as start_clock
from tournament.registration import attendance
from tournament.registration.registering import add_entry, register
from tournament.stages import changing, drawing, swiss
from tournament.stages.tables import table_of

from .conftest import finish_round, proposed, start_round

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_first_round_is_by_lot_and_its_seed_repeats_it(event, organiser):
    stage = event.stages.get()
    first = drawing.draw_round(stage, organiser, seed="4711")
    assert first.method == "lots"
    pairs = first.pairs
    drawing.discard_draw(first.round, organiser)
    assert drawing.draw_round(stage, organiser, seed="4711").pairs == pairs
    drawing.discard_draw(first.round, organiser)
    assert drawing.draw_round(stage, organiser, seed="4712").pairs != pairs


def test_thirty_draws_without_a_seed_are_not_the_same_draw(event, organiser):
    stage = event.stages.get()
    seeds, pairs = set(), set()
    for _ in range(30):
        draw = drawing.draw_round(stage, organiser)
        seeds.add(draw.seed)
        pairs.add(str(draw.pairs))
        drawing.discard_draw(draw.round, organiser)
    assert len(seeds) > 25
    assert len(pairs) > 5


def test_a_discarded_draw_stays_on_the_record_with_its_seed(event, organiser):
    stage = event.stages.get()
    for seed in ("1", "2", "3"):
        draw = drawing.draw_round(stage, organiser, seed=seed)
        if seed != "3":
            drawing.discard_draw(draw.round, organiser)
    draws = Draw.objects.filter(round__stage=stage)
    assert [(one.attempt, one.seed, one.state) for one in draws] == [
        (1, "1", "discarded"),
        (2, "2", "discarded"),
        (3, "3", "standing"),
    ]
    assert Encounter.objects.count() == 4


def test_a_draft_is_seen_by_nobody_until_it_is_published(client, event, organiser):
    draw = drawing.draw_round(event.stages.get(), organiser)
    address = f"/e/{event.slug}/rounds/swiss/1/"
    before = event.public_revision
    assert client.get(address).status_code == 404
    assert "甲1" not in client.get(f"/e/{event.slug}/").content.decode()
    drawing.publish_round(draw.round, organiser)
    assert "甲1" in client.get(address).content.decode()
    event.refresh_from_db()
    assert event.public_revision > before


def test_tables_are_numbered_from_one(event, organiser):
    draw = drawing.draw_round(event.stages.get(), organiser)
    assert list(draw.round.boards.order_by("table").values_list("table", flat=True)) == [1, 2, 3, 4]


def test_second_round_pairs_first_with_second(event, organiser):
    finish_round(start_round(event, organiser), organiser)
    winners = [
        slot.entry.number
        for slot in event.stages.get()
        .rounds.get(number=1)
        .slots.filter(side="A")
        .order_by("encounter__number")
    ]
    draw = drawing.draw_round(event.stages.get(), organiser)
    assert {number for pair in draw.pairs["pairs"][:2] for number in pair} == set(winners)


def test_nobody_meets_again_while_it_can_be_avoided(make_event, organiser):
    event = make_event(6)
    met = set()
    for _ in range(4):
        round_ = start_round(event, organiser)
        for encounter in round_.encounters.all():
            pair = frozenset(encounter.slots.values_list("entry__number", flat=True))
            assert pair not in met
            met.add(pair)
        finish_round(round_, organiser)


def test_rematches_are_allowed_where_the_regulation_is_taken_as_written(make_event, organiser):
    event = make_event(4, {"rematch": 1})
    finish_round(start_round(event, organiser), organiser)
    draw = drawing.draw_round(event.stages.get(), organiser)
    ranks = [number for pair in draw.pairs["pairs"] for number in pair]
    assert ranks == [row.entry for row in table_of(event.stages.get()).rows]


def test_bye_goes_to_the_lowest_ranked_entry_that_has_had_none(make_event, organiser):
    event = make_event(7)
    byes = []
    for _ in range(4):
        round_ = start_round(event, organiser)
        bye = round_.encounters.exclude(bye="").get()
        assert bye.bye == Encounter.Bye.GIVEN
        byes.append(bye.slots.get().entry.number)
        finish_round(round_, organiser)
    assert len(set(byes)) == 4


def test_absent_pairs_are_left_out_and_parity_is_counted_from_those_present(event, organiser):
    gone = list(event.entries.filter(number__in=[1, 2]))
    attendance.mark(event, organiser, gone, Entry.Status.ABSENT)
    draw = drawing.draw_round(event.stages.get(), organiser)
    numbers = {number for pair in draw.pairs["pairs"] for number in pair}
    assert numbers == {3, 4, 5, 6, 7, 8}
    assert draw.pairs["byes"].get("given", []) == []


def test_two_asked_for_byes_make_no_third(make_event, organiser):
    event = make_event(6)
    stage = event.stages.get()
    for number in (1, 2):
        attendance.ask_for_bye(event.entries.get(number=number), stage.pk, 1, organiser)
    draw = drawing.draw_round(stage, organiser)
    assert sorted(draw.pairs["byes"]["asked"]) == [1, 2]
    assert draw.pairs["byes"].get("given", []) == []


def test_a_withdrawn_pair_is_not_paired_again(event, organiser):
    finish_round(start_round(event, organiser), organiser)
    attendance.withdraw(event.entries.get(number=3), organiser, "病假")
    draw = drawing.draw_round(event.stages.get(), organiser)
    assert 3 not in {number for pair in draw.pairs["pairs"] for number in pair}


def test_a_late_pair_plays_from_the_next_round_on(event, organiser):
    finish_round(start_round(event, organiser), organiser)
    late = add_entry(event, organiser, proposed(99, "分会1"))
    assert (late.number, late.from_round) == (9, 2)
    draw = drawing.draw_round(event.stages.get(), organiser)
    seen = {number for pair in draw.pairs["pairs"] for number in pair} | set(draw.pairs["byes"]["given"])
    assert 9 in seen


def test_next_round_waits_for_every_confirmed_result(event, organiser):
    start_round(event, organiser)
    with pytest.raises(Refused) as refused:
        drawing.draw_round(event.stages.get(), organiser)
    assert codes(refused) == ["results-missing"]
    assert refused.value.problems[0].values["tables"] == "1, 2, 3, 4"


def test_a_second_draft_is_refused_while_one_stands(event, organiser):
    drawing.draw_round(event.stages.get(), organiser)
    with pytest.raises(Refused) as refused:
        drawing.draw_round(event.stages.get(), organiser)
    assert codes(refused) == ["draft-stands"]


def test_no_fifth_round_after_four(event, organiser):
    for _ in range(4):
        finish_round(start_round(event, organiser), organiser)
    with pytest.raises(Refused) as refused:
        drawing.draw_round(event.stages.get(), organiser)
    assert codes(refused) == ["no-round-left"]


def test_one_pair_alone_cannot_be_drawn(make_event, organiser):
    with pytest.raises(Refused) as refused:
        drawing.draw_round(make_event(1).stages.get(), organiser)
    assert codes(refused) == ["too-few-entries"]


def test_a_publication_can_be_taken_back_until_the_clock_starts(event, organiser):
    round_ = drawing.publish_round(drawing.draw_round(event.stages.get(), organiser).round, organiser)
    round_ = drawing.take_back_round(round_, organiser)
    assert round_.status == Round.Status.DRAFT
    drawing.publish_round(round_, organiser)
    start_clock(round_, organiser)
    with pytest.raises(Refused):
        drawing.take_back_round(round_, organiser)


def test_two_entries_change_places_by_hand(event, organiser):
    draw = drawing.draw_round(event.stages.get(), organiser)
    (a, b), (c, _d) = draw.pairs["pairs"][:2]
    one, other = event.entries.get(number=b), event.entries.get(number=c)
    changing.swap(draw.round, one, other, organiser)
    first = draw.round.encounters.get(number=1)
    assert set(first.slots.values_list("entry__number", flat=True)) == {a, c}
    draw.refresh_from_db()
    assert draw.reasons[-1] == {"code": "swapped-by-hand", "values": {"a": b, "b": c}}


def test_a_swap_that_makes_a_rematch_says_so_beforehand(event, organiser):
    finish_round(start_round(event, organiser), organiser)
    before = event.stages.get().rounds.get(number=1)
    a, b = before.encounters.get(number=1).slots.values_list("entry__number", flat=True)
    draw = drawing.draw_round(event.stages.get(), organiser)
    opponent = next(set(pair) - {a} for pair in draw.pairs["pairs"] if a in pair).pop()
    warnings = changing.warnings_of_swap(
        draw.round, event.entries.get(number=opponent), event.entries.get(number=b)
    )
    assert "swap-rematch" in [warning.code for warning in warnings]


def test_a_draw_made_from_old_facts_is_not_saved(event, organiser, monkeypatch):
    stage = event.stages.get()
    real = swiss.field_of

    def meanwhile(*args, **known):
        field = real(*args, **known)
        attendance.mark(event, organiser, event.entries.filter(number=1), Entry.Status.ABSENT)
        return field

    monkeypatch.setattr(swiss, "field_of", meanwhile)
    with pytest.raises(Conflict):
        drawing.draw_round(stage, organiser)
    assert not Draw.objects.exists()


def test_only_organiser_and_chief_referee_draw(event, member):
    for role, allowed in ((Role.REFEREE, False), (Role.VIEWER, False), (Role.JURY, False)):
        with pytest.raises(PermissionDenied):
            drawing.draw_round(event.stages.get(), member(event, role))
        assert not allowed
    assert drawing.draw_round(event.stages.get(), member(event, Role.CHIEF_REFEREE))


def test_a_draw_is_on_the_record_with_its_seed(event, organiser):
    drawing.draw_round(event.stages.get(), organiser, seed="5")
    row = Audit.objects.filter(event=event, action="round-drawn").get()
    assert row.changes["seed"] == [None, "5"]
    assert row.actor == organiser


def test_entries_without_a_branch_are_no_conflict(make_event, organiser):
    event = make_event(0, {"same-branch": 2})
    register(event, organiser, [proposed(number) for number in range(1, 5)])
    assert len(drawing.draw_round(event.stages.get(), organiser).pairs["pairs"]) == 2
