"""A draw on the spot: lots typed in become groups, bracket lines, tables and seats; the draw on the wall."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from tests.hall import proposed
from tournament.change import broken_link
from tournament.documents.papers_values import draw_title
from tournament.events.creating import create_event
from tournament.models import Draw, Role
from tournament.registration import hand_draw
from tournament.registration.registering import register
from tournament.stages.drawing import discard_draw, draw_round, publish_round
from tournament.stages.progress import groups_of

pytestmark = pytest.mark.django_db


def codes(refused):
    return [one.code for one in refused.value.problems]


@pytest.fixture
def held(organiser):
    """``held("swiss-60min", 8)``: an event of that template with so many pairs, two of each branch."""

    def make(template, pairs):
        event = create_event(organiser, template, "测试赛")
        branches = (pairs + 1) // 2
        register(
            event,
            organiser,
            [proposed(number, f"分会{(number - 1) % branches + 1}") for number in range(1, pairs + 1)],
        )
        return event

    return make


def all_drawn(stage, organiser, lots):
    hand_draw.type_lots(stage, organiser, lots)
    return hand_draw.draft_from_lots(stage, organiser)


def test_lots_are_groups_and_places_in_them(held, organiser):
    event = held("groups-cross-knockout", 10)
    stage = event.stages.get(slug="groups")
    # Entry n draws lot 11 - n; four groups are dealt round: lots 1, 5, 9 are A1, A2, A3.
    draw = all_drawn(stage, organiser, {number: 11 - number for number in range(1, 11)})
    members = {label: [row.entry.number for row in rows] for label, rows in groups_of(stage).items()}
    assert members == {"A": [10, 6, 2], "B": [9, 5, 1], "C": [8, 4], "D": [7, 3]}
    assert draw.pairs["lots"]["10"] == 1
    assert (draw.method, draw.seed) == ("on-the-spot", "")
    assert draw_title(draw.round) == gettext("Drawn on the spot"), "a sheet names no seed where there is none"
    publish_round(draw.round, organiser)
    assert broken_link(event) is None


def test_lots_are_tables_and_seats_and_the_last_one_of_an_odd_field_rests(held, organiser):
    event = held("swiss-60min", 7)
    stage = event.stages.get()
    draw = all_drawn(stage, organiser, dict(zip(range(1, 8), [3, 1, 4, 7, 2, 6, 5], strict=True)))
    seats = {
        board.table: [slot.entry.number for slot in board.encounter.slots.order_by("side")]
        for board in draw.round.boards.all()
    }
    assert seats == {1: [2, 5], 2: [1, 3], 3: [7, 6]}
    assert draw.pairs["byes"] == {"given": [4]}
    publish_round(draw.round, organiser)


def test_lots_are_lines_of_the_bracket_and_byes_are_spread(held, organiser):
    event = held("knockout-3deck", 6)
    stage = event.stages.get()
    draw = all_drawn(stage, organiser, {number: number for number in range(1, 7)})
    # Eight lines; the seeds of the usual order (1 8 5 4 3 6 7 2) over six are the byes: lines 2 and 7.
    assert draw.pairs["lines"] == [1, None, 2, 3, 4, 5, None, 6]


@given(count=st.integers(2, 130))
def test_every_lot_has_a_line_and_no_match_of_the_first_round_is_empty(count):
    lines = hand_draw.lines_of(count)
    assert len(lines) == count == len(set(lines))
    assert lines == sorted(lines)
    assert len({line // 2 for line in lines}) == max(2, 1 << (count - 1).bit_length()) // 2


class TestTyping:
    @pytest.fixture
    def stage(self, event):
        return event.stages.get()

    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ({99: 1}, "draws-no-lot"),
            ({1: 9}, "no-such-lot"),
            ({1: 0}, "no-such-lot"),
            ({3: 1}, "lot-is-drawn"),
        ],
    )
    def test_what_cannot_be_is_refused(self, stage, organiser, typed, code):
        hand_draw.type_lots(stage, organiser, {2: 1})
        with pytest.raises(Refused) as refused:
            hand_draw.type_lots(stage, organiser, typed)
        assert codes(refused) == [code]
        assert hand_draw.bowl_of(stage).lots == {2: 1}

    def test_a_lot_is_put_back_and_drawn_by_another(self, stage, organiser):
        hand_draw.type_lots(stage, organiser, {2: 1})
        hand_draw.type_lots(stage, organiser, {2: None})
        bowl = hand_draw.type_lots(stage, organiser, {3: 1})
        assert (bowl.lots, bowl.left[:2], len(bowl.waiting)) == ({3: 1}, [2, 3], 7)

    def test_there_is_no_draft_before_all_have_drawn(self, stage, organiser):
        hand_draw.type_lots(stage, organiser, {2: 1})
        with pytest.raises(Refused) as refused:
            hand_draw.draft_from_lots(stage, organiser)
        assert codes(refused) == ["lots-missing"]

    def test_a_draft_that_stands_is_not_drawn_over(self, stage, organiser):
        draw_round(stage, organiser)
        with pytest.raises(Refused) as refused:
            hand_draw.type_lots(stage, organiser, {1: 1})
        assert codes(refused) == ["draft-stands"]

    def test_a_discarded_draw_stays_with_its_lots(self, stage, organiser):
        lots = {number: number for number in range(1, 9)}
        draw = all_drawn(stage, organiser, lots)
        discard_draw(draw.round, organiser)
        hand_draw.empty_bowl(stage, organiser)
        all_drawn(stage, organiser, {number: 9 - number for number in lots})
        kept = Draw.objects.get(state="discarded")
        assert kept.pairs["lots"] == {str(number): lot for number, lot in lots.items()}


class TestTooNear:
    def test_a_branch_in_one_group_or_at_one_table_is_said(self, held, organiser):
        grouped = held("groups-cross-knockout", 8).stages.get(slug="groups")
        hand_draw.type_lots(grouped, organiser, {1: 1, 5: 5, 2: 2, 6: 3})
        assert [one.code for one in hand_draw.too_near(hand_draw.bowl_of(grouped))] == ["lots-in-one-group"]

    def test_two_of_a_branch_in_one_half_are_said(self, held, organiser):
        stage = held("knockout-3deck", 8).stages.get()
        hand_draw.type_lots(stage, organiser, {1: 1, 5: 3, 2: 2, 6: 8, 3: 5, 7: 6})
        found = {
            (one.code, one.values["a"], one.values["b"])
            for one in hand_draw.too_near(hand_draw.bowl_of(stage))
        }
        assert found == {("lots-in-one-half", 1, 5), ("lots-meet-at-once", 3, 7)}

    def test_where_no_avoidance_is_asked_for_nothing_is_said(self, held, organiser):
        stage = held("knockout-3deck", 8).stages.get()
        stage.config["pairing"] = {**stage.config.get("pairing", {}), "same_branch": "ignore"}
        stage.save(update_fields=["config"])
        hand_draw.type_lots(stage, organiser, {1: 1, 5: 2})
        assert hand_draw.too_near(hand_draw.bowl_of(stage)) == []


class TestThePages:
    def test_lots_are_typed_one_after_the_other_and_the_draft_is_made(self, event, organiser, client):
        client.force_login(organiser)
        address = f"/e/{event.slug}/draw/lots/"
        for number in range(1, 9):
            assert client.post(address, {"number": str(number), "lot": str(9 - number)}).status_code == 302
        assert 'name="draft"' in client.get(address).content.decode()
        answer = client.post(address, {"draft": "1"})
        assert answer.status_code == 302 and "/draw/?" in answer.url
        assert client.get(answer.url).status_code == 200
        assert (
            event.stages.get().rounds.get().boards.get(table=1).encounter.slots.get(side="A").entry.number
            == 8
        )

    def test_a_wrong_number_is_said_and_a_lot_put_back(self, event, organiser, client):
        client.force_login(organiser)
        address = f"/e/{event.slug}/draw/lots/"
        assert client.post(address, {"number": "²", "lot": "1"}).status_code == 422
        client.post(address, {"number": "3", "lot": "1"})
        client.post(address, {"back": "3"})
        assert hand_draw.bowl_of(event.stages.get()).lots == {}

    def test_the_wall_shows_lots_as_they_come_and_then_the_draft(self, event, organiser, client):
        client.force_login(organiser)
        wall = f"/e/{event.slug}/draw/wall/"
        hand_draw.type_lots(event.stages.get(), organiser, {3: 1})
        page = client.get(wall).content.decode()
        assert "data-live" in page and "甲3 / 乙3" in page and "甲4" not in page
        hand_draw.empty_bowl(event.stages.get(), organiser)
        draw_round(event.stages.get(), organiser, seed="4711")
        page = client.get(wall).content.decode()
        assert "data-live" not in page and "4711" in page and "甲4 / 乙4" in page

    def test_a_draft_on_the_wall_is_for_those_who_draw(self, event, member, client):
        client.force_login(member(event, Role.REFEREE))
        assert client.get(f"/e/{event.slug}/draw/wall/").status_code == 403

    @pytest.mark.parametrize("template", ["groups-cross-knockout", "knockout-3deck"])
    def test_the_wall_shows_groups_and_brackets(self, held, organiser, client, template):
        event = held(template, 8)
        client.force_login(organiser)
        draw_round(event.stages.first(), organiser)
        page = client.get(f"/e/{event.slug}/draw/wall/").content.decode()
        assert page.count("data-step") == 8


def test_page_of_the_draw_says_that_lots_are_noted_before_the_computer_draws_over_them(
    held, organiser, client
):
    event = held("groups-cross-knockout", 8)
    stage = event.stages.get(slug="groups")
    client.force_login(organiser)
    address = f"/e/{event.slug}/draw/?stage=groups"
    assert 'button-big" name="action" value="draw"' in client.get(address).content.decode()
    hand_draw.type_lots(stage, organiser, {1: 2})
    page = client.get(address).content.decode()
    assert (
        'class="button button-primary button-big" href="' + f"/e/{event.slug}/draw/lots/?stage=groups" in page
    )
    assert client.get(address).context["lots_drawn"] == 1
    assert 'class="button" name="action" value="draw"' in page
