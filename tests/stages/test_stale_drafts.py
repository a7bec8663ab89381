"""A draft is published only while it fits what it was drawn from."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tests.hall import proposed
from tournament.models import Entry, Lineup, Round
from tournament.officiating import entering, timing
from tournament.registration import attendance
from tournament.registration.registering import add_entry
from tournament.stages import changing
from tournament.stages.drawing import discard_draw, draw_round, publish_round, take_back_round
from tournament.stages.squads import form_squads
from tournament.wording import words

from .conftest import boards_of, enter, entry, numbers, play_round, play_stage
from .test_chains import groups, knockout
from .test_squads import by_result

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss", "rounds": 4, "pairing": {"method": "adjacent", "first_round": "lots"}}


def refusal(round_, actor):
    """Code and entries of each problem that keeps ``round_`` from being published."""
    with pytest.raises(Refused) as refused:
        publish_round(round_, actor)
    round_.refresh_from_db()
    assert round_.status == Round.Status.DRAFT
    assert all("%" not in words(one)["message"] and words(one)["fix"] for one in refused.value.problems)
    return [(one.code, one.values.get("entries")) for one in refused.value.problems]


def drawn(stage, actor, seed="7"):
    return draw_round(stage, actor, seed=seed).round


def test_a_draft_waits_for_a_result_that_was_opened_again(make, organiser):
    event = make(8, [SWISS])
    stage = event.stages.get()
    first = play_round(stage, organiser)
    draft = drawn(stage, organiser)
    board = entering.reopen(boards_of(first)[2], organiser, "写错")
    assert refusal(draft, organiser) == [("results-missing", None)]
    entering.confirm(board, organiser, version=board.match.version)
    assert publish_round(draft, organiser).status == Round.Status.PUBLISHED


def test_a_corrected_result_that_moves_the_standings_makes_the_draft_stale(make, organiser):
    event = make(8, [SWISS])
    stage = event.stages.get()
    first = play_round(stage, organiser)
    draft = drawn(stage, organiser)
    board = boards_of(first)[0]
    loser, winner = sorted(numbers(board), reverse=True)
    entering.reopen(board, organiser, "写反")
    enter(boards_of(first)[0], organiser, 6 if numbers(board)[0] == loser else -6)
    [(code, moved)] = refusal(draft, organiser)
    assert code == "draft-of-old-standings"
    assert {loser, winner} <= set(moved)
    discard_draw(draft, organiser)
    publish_round(drawn(stage, organiser), organiser)


def test_a_withdrawn_pair_is_not_published_with_the_draft(make, organiser):
    event = make(8, [SWISS])
    stage = event.stages.get()
    draft = drawn(stage, organiser)
    attendance.withdraw(entry(event, 3), organiser, "病假")
    assert refusal(draft, organiser) == [("draft-is-stale", [3])]
    discard_draw(draft, organiser)
    again = publish_round(drawn(stage, organiser), organiser)
    assert not again.slots.filter(entry__number=3).exists()


def test_an_absent_pair_is_named_and_may_come_back(make, organiser):
    event = make(8, [SWISS])
    draft = drawn(event.stages.get(), organiser)
    attendance.mark(event, organiser, [entry(event, 2), entry(event, 5)], Entry.Status.ABSENT)
    assert refusal(draft, organiser) == [("draft-is-stale", [2, 5])]
    attendance.mark(event, organiser, [entry(event, 2), entry(event, 5)], Entry.Status.PRESENT)
    publish_round(draft, organiser)


def test_who_is_checked_in_again_needs_a_seat(make, organiser):
    event = make(8, [SWISS])
    attendance.mark(event, organiser, [entry(event, 2)], Entry.Status.ABSENT)
    draft = drawn(event.stages.get(), organiser)
    attendance.mark(event, organiser, [entry(event, 2)], Entry.Status.PRESENT)
    assert refusal(draft, organiser) == [("draft-lacks-entries", [2])]


def test_a_late_entry_needs_a_seat_or_the_place_opposite_the_bye(make, organiser):
    event = make(7, [SWISS])
    draft = drawn(event.stages.get(), organiser)
    late = add_entry(event, organiser, proposed(8, "分会8"))
    assert refusal(draft, organiser) == [("draft-lacks-entries", [8])]
    changing.join_bye(draft, late, organiser)
    publish_round(draft, organiser)


def test_a_bye_asked_for_after_the_draw_is_not_overlooked(make, organiser):
    event = make(8, [SWISS])
    stage = event.stages.get()
    draft = drawn(stage, organiser)
    attendance.ask_for_bye(entry(event, 4), stage.pk, 1, organiser)
    assert refusal(draft, organiser) == [("draft-overlooks-byes", [4])]
    discard_draw(draft, organiser)
    publish_round(drawn(stage, organiser), organiser)


def test_pairs_that_changed_places_by_hand_do_not_make_a_draft_stale(make, organiser):
    event = make(8, [SWISS])
    stage = event.stages.get()
    play_round(stage, organiser)
    draft = drawn(stage, organiser)
    one, other = (numbers(board)[0] for board in boards_of(draft)[:2])
    changing.swap(draft, entry(event, one), entry(event, other), organiser)
    publish_round(draft, organiser)


def test_a_round_taken_back_is_looked_at_again(make, organiser):
    event = make(8, [SWISS])
    round_ = publish_round(drawn(event.stages.get(), organiser), organiser)
    round_ = take_back_round(round_, organiser)
    attendance.withdraw(entry(event, 8), organiser, "病假")
    assert refusal(round_, organiser) == [("draft-is-stale", [8])]


def test_groups_are_drawn_again_without_who_left(make, organiser):
    event = make(8, [groups(2), knockout()])
    stage = event.stages.get(slug="groups")
    draft = drawn(stage, organiser)
    attendance.mark(event, organiser, [entry(event, 1)], Entry.Status.ABSENT)
    assert refusal(draft, organiser) == [("draft-is-stale", [1])]
    attendance.mark(event, organiser, [entry(event, 1)], Entry.Status.PRESENT)
    publish_round(draft, organiser)


def test_in_a_later_round_of_groups_only_who_left_the_event_has_no_seat(make, organiser):
    event = make(8, [groups(2), knockout()])
    stage = event.stages.get(slug="groups")
    play_round(stage, organiser)
    draft = drawn(stage, organiser)
    attendance.mark(event, organiser, [entry(event, 1)], Entry.Status.ABSENT)
    attendance.withdraw(entry(event, 2), organiser, "病假")
    assert refusal(draft, organiser) == [("draft-is-stale", [2])]
    discard_draw(draft, organiser)
    publish_round(drawn(stage, organiser), organiser)


def test_a_bracket_is_not_published_while_the_groups_are_open_again(make, organiser):
    event = make(8, [groups(2), knockout()])
    before = play_stage(event.stages.get(slug="groups"), organiser)
    draft = drawn(event.stages.get(slug="ko"), organiser)
    last = before.rounds.order_by("-number").first()
    board = entering.reopen(boards_of(last)[0], organiser, "写错")
    assert refusal(draft, organiser) == [("stage-before-not-finished", None)]
    entering.confirm(board, organiser, version=board.match.version)
    timing.close_round(last, organiser)
    publish_round(draft, organiser)


def test_a_bracket_of_qualifiers_is_drawn_again_when_one_of_them_leaves(make, organiser):
    event = make(8, [groups(2), knockout()])
    play_stage(event.stages.get(slug="groups"), organiser)
    stage = event.stages.get(slug="ko")
    draft = drawn(stage, organiser)
    seated = set(draft.slots.exclude(entry=None).values_list("entry__number", flat=True))
    assert 1 in seated
    attendance.withdraw(entry(event, 1), organiser, "病假")
    (stale, left), (lacks, new) = refusal(draft, organiser)
    assert (stale, left, lacks) == ("draft-is-stale", [1], "draft-lacks-entries")
    discard_draw(draft, organiser)
    again = publish_round(drawn(stage, organiser), organiser)
    assert again.slots.filter(entry__number=new[0]).exists()


def test_later_rounds_of_a_bracket_follow_from_results_alone(make, organiser):
    stage_ = {**knockout()}
    stage_.pop("entries_from")
    event = make(8, [stage_])
    stage = event.stages.get()
    play_round(stage, organiser)
    draft = drawn(stage, organiser)
    seated = draft.slots.exclude(entry=None).values_list("entry__number", flat=True)
    attendance.withdraw(entry(event, seated[0]), organiser, "病假")
    publish_round(draft, organiser)


def test_a_knock_out_drawn_anew_each_round_drops_a_survivor_who_left(make, organiser):
    stage_ = {**knockout(), "pairing": {"redraw": True}}
    stage_.pop("entries_from")
    event = make(8, [stage_])
    stage = event.stages.get()
    play_round(stage, organiser)
    draft = drawn(stage, organiser)
    gone = draft.slots.order_by("entry__number").first().entry
    attendance.withdraw(gone, organiser, "病假")
    assert refusal(draft, organiser) == [("draft-is-stale", [gone.number])]


def test_a_pair_drawn_to_a_board_of_its_squad_has_to_be_here(make, organiser):
    event = make(9, [by_result(squads={"add": "points"}, boards=2)], branches=3)
    form_squads(event, organiser)
    draft = drawn(event.stages.get(), organiser)
    pair = Lineup.objects.filter(slot__round=draft).order_by("pair__number").first().pair
    attendance.mark(event, organiser, [pair], Entry.Status.ABSENT)
    assert refusal(draft, organiser) == [("draft-is-stale", [pair.number])]


# The bye of round 1


def bye_of(draw):
    (number,) = draw.pairs["byes"]["given"]
    return number


def test_the_bye_of_a_first_round_by_lot_is_drawn_too(make, organiser):
    event = make(7, [SWISS])
    stage = event.stages.get()
    rested = set()
    for seed in range(1, 9):
        draw = draw_round(stage, organiser, seed=str(seed))
        rested.add(bye_of(draw))
        assert "bye-drawn" in [one["code"] for one in draw.reasons]
        assert "bye-lowest" not in [one["code"] for one in draw.reasons]
        discard_draw(draw.round, organiser)
    assert len(rested) > 2
    one, other = draw_round(stage, organiser, seed="5"), None
    discard_draw(one.round, organiser)
    other = draw_round(stage, organiser, seed="5")
    assert bye_of(one) == bye_of(other)


def test_from_round_2_on_the_bye_goes_to_the_lowest_rank_without_one(make, organiser):
    event = make(7, [SWISS])
    stage = event.stages.get()
    rested = play_round(stage, organiser).slots.get(encounter__bye="given").entry.number
    draw = draw_round(stage, organiser, seed="1")
    assert "bye-lowest" in [one["code"] for one in draw.reasons]
    assert bye_of(draw) != rested


def test_a_regulation_that_names_who_rests_in_round_1_is_followed(make, organiser):
    event = make(7, [{**SWISS, "pairing": {**SWISS["pairing"], "bye": "lowest"}}])
    assert {bye_of(draw_and_discard(event, organiser, seed)) for seed in "1234"} == {7}


def draw_and_discard(event, organiser, seed):
    draw = draw_round(event.stages.get(), organiser, seed=seed)
    discard_draw(draw.round, organiser)
    return draw


def test_round_1_may_have_a_rule_of_its_own_about_branches(make, organiser):
    event = make(
        8, [{**SWISS, "pairing": {**SWISS["pairing"], "first_round_same_branch": "never"}}], branches=2
    )
    for seed in "123456":
        assert draw_and_discard(event, organiser, seed).pairs["same_branch"] == 0
