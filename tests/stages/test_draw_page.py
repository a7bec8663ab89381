"""The page of the draw: it shows every format, and its buttons do what they say."""

from __future__ import annotations

import re

import pytest

from tests.hall import proposed
from tournament.models import Draw, Entry, Round, Slot
from tournament.officiating.timing import close_round, start_round
from tournament.registration.attendance import withdraw
from tournament.registration.registering import add_entry
from tournament.stages.drawing import draw_round, publish_round, why_not_ready
from tournament.stages.progress import results_missing
from tournament.stages.squads import form_squads
from tournament.stages.stale import problems_of_draft
from tournament.wording import words

from .conftest import MATCH, begin, boards_of, enter, numbers, play_round, play_stage
from .test_chains import all_level, groups, knockout
from .test_squads import by_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, organiser):
    """``page(event)`` is the page; ``page(event, action="draw", …)`` presses a button and follows."""
    client.force_login(organiser)

    def open_(event, stage="", **data):
        address = f"/e/{event.slug}/draw/"
        if data:
            answer = client.post(address, {"stage": stage, **data}, follow=True)
        else:
            answer = client.get(address, {"stage": stage} if stage else {})
        assert answer.status_code == 200
        return answer.content.decode()

    return open_


def test_groups_are_shown_with_their_lots(make, page):
    event = make(8, [groups(2), knockout()])
    assert 'value="draw"' in page(event)
    said = page(event, "groups", action="draw", seed="4711")
    assert "4711" in said
    assert "A 组" in said or "Group A" in said
    assert said.count("甲1 / 乙1") == 2


def test_each_stage_has_its_tab_and_waits_for_the_one_before(make, organiser, page):
    event = make(8, [groups(2), knockout()])
    assert "?stage=ko" in page(event)
    page(event, "ko", action="draw")
    assert not Draw.objects.exists()


def test_the_bracket_is_drawn_with_who_comes_from_where(make, organiser, page):
    event = make(8, [groups(2), knockout()])
    play_stage(event.stages.get(slug="groups"), organiser)
    page(event, "ko", action="draw")
    page(event, "ko", action="publish", round="1")
    said = page(event, "ko")
    assert "bracket-match" in said
    for name in ("甲1", "甲2", "甲3", "甲4"):
        assert name in said
    play = event.stages.get(slug="ko")
    assert play.rounds.get(number=1).status == Round.Status.PUBLISHED


def test_a_tie_is_settled_by_lot_on_the_page(make, organiser, page):
    event = make(8, [groups(2), knockout()])
    play_stage(event.stages.get(slug="groups"), organiser, all_level)
    said = page(event, "ko")
    assert 'value="settle"' in said
    assert 'value="draw"' not in said
    said = page(event, "ko", action="settle", tied="groups", order="1, 4, 5", by="lots")
    assert 'value="settle"' not in said
    assert 'value="draw"' in said


def test_a_ruling_without_a_reason_changes_nothing(make, organiser, page):
    event = make(8, [groups(2), knockout()])
    play_stage(event.stages.get(slug="groups"), organiser, all_level)
    page(event, "ko", action="settle", tied="groups", order="5, 4, 1", by="ruling", reason="")
    assert 'value="settle"' in page(event, "ko")
    page(event, "ko", action="settle", tied="groups", order="5, 4, 1", by="ruling", reason="加赛")
    assert 'value="settle"' not in page(event, "ko")


def test_pinned_pairs_stay_and_the_rest_is_drawn_anew(make, organiser, page):
    event = make(8, [{"format": "swiss", "rounds": 3, "pairing": {"first_round": "lots"}}])
    stage = event.stages.get()
    first = draw_round(stage, organiser, seed="1")
    kept = first.pairs["pairs"][0]
    page(event, "s1", action="pin", round="1", pinned=f"{kept[0]}-{kept[1]}")
    standing = Draw.objects.get(state=Draw.State.STANDING)
    assert sorted(kept) in [sorted(pair) for pair in standing.pairs["pairs"]]
    assert standing.attempt == 2
    first.refresh_from_db()
    assert first.state == Draw.State.DISCARDED
    page(event, "s1", action="pin", round="1", pinned=f"{kept[0]}-{kept[1]}, {kept[0]}-{kept[1]}")
    assert Draw.objects.get(state=Draw.State.STANDING) == standing


def test_pairs_that_follow_from_lots_cannot_be_pinned(make, organiser, page):
    event = make(4, [groups(1)])
    draw_round(event.stages.get(), organiser)
    assert "id_pinned" not in page(event)
    page(event, "groups", action="pin", round="1", pinned="1-2")
    assert Draw.objects.get().state == Draw.State.STANDING


def test_a_late_entry_joins_the_bye_on_the_page(make, organiser, page):
    event = make(5, [{"format": "swiss", "rounds": 3}])
    publish_round(draw_round(event.stages.get(), organiser).round, organiser)
    late = add_entry(event, organiser, proposed(6, "分会6"))
    said = page(event, "s1", action="join", round="1", entry=str(late.number))
    slot = Slot.objects.get(entry=late)
    assert slot.encounter.bye == ""
    assert slot.encounter.boards.count() == 1
    assert "甲6" in said
    page(event, "s1", action="join", round="1", entry=str(late.number))
    page(event, "s1", action="join", round="1", entry="99")
    assert Slot.objects.filter(entry=late).count() == 1


def test_squads_are_formed_and_shown_board_by_board(make, organiser, page):
    event = make(9, [by_result(squads={"add": "points"})], branches=3)
    said = page(event)
    assert 'value="form-squads"' in said
    page(event, "s1", action="form-squads")
    said = page(event, "s1", action="draw")
    assert "分会1" in said
    round_ = event.stages.get().rounds.get()
    assert round_.boards.count() == 3
    assert 'value="dissolve-squads"' not in said


def test_squads_are_dissolved_on_the_page(make, organiser, page):
    event = make(9, [by_result()], branches=3)
    form_squads(event, organiser)
    assert 'value="dissolve-squads"' in page(event)
    page(event, "s1", action="dissolve-squads")
    assert not event.entries.filter(kind=Entry.Kind.SQUAD).exists()


def test_one_line_up_alone_is_shown_to_nobody(make, organiser, page):
    event = make(6, [by_result(line_ups="captains", boards=2)], branches=2)
    form_squads(event, organiser)
    round_ = publish_round(draw_round(event.stages.get(), organiser).round, organiser)
    home, away = Slot.objects.filter(round=round_).select_related("entry")
    own = sorted(home.entry.pairs.values_list("number", flat=True))
    theirs = sorted(away.entry.pairs.values_list("number", flat=True))
    shut = page(event, "s1", action="line-up", round="1", squad=home.entry.number, pairs=f"{own[1]} {own[0]}")
    assert not _line_ups(shut)
    page(event, "s1", action="line-up", round="1", squad="99", pairs="1 2")
    open_ = page(
        event, "s1", action="line-up", round="1", squad=away.entry.number, pairs=f"{theirs[0]} {theirs[1]}"
    )
    assert set(_line_ups(open_)) == {frozenset({own[1], theirs[0]}), frozenset({own[0], theirs[1]})}
    board = boards_of(round_)[0]
    assert set(numbers(board)) == {home.entry.number, away.entry.number}


def _line_ups(page):
    """The two numbers at each board of the line-ups that the page shows."""
    tables = re.findall(r"<table data-line-ups>.*?</table>", page, re.DOTALL)
    rows = (re.findall(r"<td>\D*(\d+)\D*</td>", row) for table in tables for row in table.split("<tr>"))
    return [frozenset(map(int, row)) for row in rows if row]


def test_a_swap_by_button_says_what_speaks_against_it(make, organiser, page):
    event = make(4, [{"format": "swiss", "rounds": 3}], branches=2)
    stage = event.stages.get()
    play_round(stage, organiser)
    draw = draw_round(stage, organiser)
    (a, b), (c, d) = draw.pairs["pairs"]
    said = page(event, "s1", action="swap", round="2", one=str(b), other=str(c))
    assert 'name="sure"' in said
    page(event, "s1", action="swap", round="2", one=str(b), other=str(c), sure="1")
    assert {frozenset(pair) for pair in _pairs(draw.round)} == {frozenset({a, c}), frozenset({b, d})}


def _pairs(round_):
    return [numbers(board) for board in boards_of(round_)]


def test_the_page_of_a_bracket_costs_as_many_queries_for_sixteen_as_for_four(
    make, organiser, page, django_assert_max_num_queries
):
    for size in (4, 16):
        event = make(size, [{**knockout(), "match": MATCH}])
        stage = event.stages.get()
        stage.config.pop("entries_from")
        stage.save()
        publish_round(draw_round(stage, organiser).round, organiser)
        with django_assert_max_num_queries(32):
            page(event)


BAD = ["abc", "²", "-1", "9" * 30, "9" * 5000, "٣²", "\x00", ""]


@pytest.mark.parametrize("typed", BAD)
def test_what_is_no_number_is_answered_and_never_breaks_the_page(make, organiser, client, typed):
    client.force_login(organiser)
    event = make(6, [by_result(line_ups="captains", boards=2)], branches=2)
    form_squads(event, organiser)
    draw_round(event.stages.get(), organiser, seed="1")
    before = sorted(Slot.objects.values_list("entry", "encounter", "side"))

    def press(**data):
        return client.post(f"/e/{event.slug}/draw/", {"stage": "s1", **data}).status_code

    for action in ("discard", "publish", "take-back", "swap", "pin", "join", "line-up"):
        assert press(action=action, round=typed, one="1", other="2", entry="1") == 404
    assert press(action="swap", round="1", one=typed, other="1") == 302
    assert press(action="swap", round="1", one="1", other=typed) == 302
    assert press(action="join", round="1", entry=typed) == 302
    assert press(action="pin", round="1", pinned=f"{typed}-{typed}") == 302
    assert press(action="settle", tied=typed, order=typed) == 404
    assert press(action="settle", tied="s1", order=f"{typed} {typed}", by="lots") == 302
    assert press(action="line-up", round="1", squad=typed, pairs="1 2") == 302
    assert press(action="line-up", round="1", squad="1", pairs=f"{typed} {typed}") == 302
    assert client.post(f"/e/{event.slug}/plan/", {"remove": typed}).status_code == 404
    assert client.post(f"/e/{event.slug}/plan/", {"name": typed, "after": typed}).status_code == 302
    assert client.post(f"/e/{event.slug}/seeds/", {"seeds": typed}).status_code in (302, 422)
    assert event.stages.count() == 1
    assert sorted(Slot.objects.values_list("entry", "encounter", "side")) == before


def test_a_seed_is_kept_no_longer_than_the_record_has_room(make, organiser, page):
    event = make(4, [{"format": "swiss", "rounds": 3}])
    page(event, "s1", action="draw", seed="7\x00" * 50)
    assert Draw.objects.get().seed == "7" * 40


def test_the_button_to_draw_is_there_only_when_the_round_before_is_complete(make, organiser, page):
    event = make(4, [{"format": "swiss", "rounds": 3}])
    stage = event.stages.get()
    round_ = begin(stage, organiser)
    for board in boards_of(round_):
        said = page(event)
        assert 'value="draw"' not in said
        assert str(words(results_missing(stage, 1)[0])["message"]) in said
        enter(board, organiser, 2)
    assert 'value="draw"' in page(event)


def test_the_page_says_why_a_draft_is_stale_and_offers_only_to_discard_it(make, organiser, page):
    event = make(4, [{"format": "swiss", "rounds": 3}])
    draft = draw_round(event.stages.get(), organiser).round
    assert 'value="publish"' in page(event)
    withdraw(event.entries.get(number=3), organiser, "病假")
    said = page(event)
    assert 'value="publish"' not in said
    assert 'value="discard"' in said
    assert str(words(problems_of_draft(draft)[0])["message"]) in said
    page(event, "s1", action="publish", round="1")
    draft.refresh_from_db()
    assert draft.status == Round.Status.DRAFT


def test_a_knockout_says_which_results_of_the_groups_are_missing(make, organiser, page):
    event = make(8, [groups(2), knockout()])
    stage = event.stages.get(slug="groups")
    play_round(stage, organiser)
    round_ = begin(stage, organiser)
    boards = boards_of(round_)
    for board in boards[1:]:
        enter(board, organiser, 3)
    said = page(event, "ko")
    assert 'value="draw"' not in said
    problems = why_not_ready(event.stages.get(slug="ko"), 1)
    assert [problem.code for problem in problems] == ["stage-before-not-finished", "results-missing"]
    assert problems[1].values["tables"] == str(boards[0].table)
    assert all(str(words(problem)["message"]) in said for problem in problems)


def test_a_publication_is_taken_back_by_button_until_it_has_begun(make, organiser, page):
    event = make(4, [{"format": "swiss", "rounds": 2, "pairing": {"first_round": "lots"}}])
    stage = event.stages.get()
    page(event, "s1", action="draw", seed="5")
    page(event, "s1", action="publish", round="1")
    assert 'value="take-back"' in page(event, "s1")
    page(event, "s1", action="take-back", round="1")
    page(event, "s1", action="discard", round="1")
    assert stage.rounds.get(number=1).status == Round.Status.EMPTY
    assert Draw.objects.get().state == Draw.State.DISCARDED
    page(event, "s1", action="draw", seed="6")
    page(event, "s1", action="publish", round="1")
    round_ = stage.rounds.get(number=1)
    start_round(round_, organiser)
    page(event, "s1", action="take-back", round="1")
    round_.refresh_from_db()
    assert round_.status == Round.Status.PLAYING


def test_a_late_entry_joins_a_later_stage_by_button_and_stays_in_it(make, organiser, page):
    final = {"key": "final", "format": "swiss", "rounds": 2, "pairing": {"first_round": "order"}}
    final["entries_from"] = {"stage": "groups", "ranks": [1, 3]}
    event = make(4, [groups(1), final])
    play_stage(event.stages.get(slug="groups"), organiser)
    stage = event.stages.get(slug="final")
    page(event, "final", action="draw", seed="5")
    page(event, "final", action="join", round="1", entry="4")
    play = stage.rounds.get(number=1)
    assert play.slots.filter(entry__number=4).exists()
    assert not play.encounters.exclude(bye="").exists()
    publish_round(play, organiser)
    start_round(play, organiser)
    for board in boards_of(play):
        enter(board, organiser, 2)
    close_round(play, organiser)
    draw = draw_round(stage, organiser)
    assert 4 in {number for pair in draw.pairs["pairs"] for number in pair}


def test_a_guest_let_in_by_hand_stands_behind_those_who_qualified(make, organiser):
    event = make(8, [groups(2), knockout(also=[8, 99])])
    play_stage(event.stages.get(slug="groups"), organiser)
    draw = draw_round(event.stages.get(slug="ko"), organiser)
    assert sorted(one for one in draw.pairs["lines"] if one) == [1, 2, 3, 4, 8]
    assert "+3" in draw.pairs["labels"]
