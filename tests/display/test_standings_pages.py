"""Every number of a table opens, down to the match and the hand that it came from."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.hall import finish_round, play, start_round
from tournament.models import Adjustment, Ruling, Slot

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client):
    client.cookies["django_language"] = "en"


def get(client, event, page, status=200):
    answer = client.get(f"/e/{event.slug}/{page}")
    assert answer.status_code == status
    return answer.content.decode()


def words(text):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def number_at(round_, table, side):
    """The number of the entry that sat there."""
    return Slot.objects.get(round=round_, encounter__boards__table=table, side=side).entry.number


@pytest.fixture
def played(event, organiser):
    """Two rounds: 8:2 everywhere, then 3:6 everywhere, seen from side A."""
    first = start_round(event, organiser)
    finish_round(first, organiser, ("8", "2"))
    second = start_round(event, organiser)
    finish_round(second, organiser, ("3", "6"))
    return first, second


def both_times_a(played):
    """An entry that was side A in both rounds: +6 and then −3."""
    second = played[1]
    sides = [set(Slot.objects.filter(round=one, side="A").values_list("entry", flat=True)) for one in played]
    return Slot.objects.filter(round=second, entry__in=sides[0] & sides[1], side="A").first()


class Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.append(dict(attrs).get("href", ""))


class TestTheTable:
    def test_each_entry_value_and_round_of_the_table_is_a_link_that_opens(self, client, event, played):
        page = get(client, event, "standings/")
        table = page[page.index("<tbody") : page.index("</tbody>")]
        links = set(Links(table).found)
        # eight entries: number and name are one address, three values, two rounds shared by two entries
        assert len(links) == 8 * (1 + 3) + 2 * 4
        for link in links:
            assert client.get(link.partition("#")[0]).status_code == 200

    def test_a_value_leads_to_its_own_explanation(self, client, event, played):
        page = get(client, event, "standings/swiss/")
        link = next(link for link in Links(page).found if link.endswith("#level_difference"))
        assert 'id="level_difference"' in client.get(link).content.decode()

    def test_a_past_round_stays_past_on_every_page_behind_it(self, client, event, played):
        page = get(client, event, "standings/swiss/?round=1")
        entries = [link for link in Links(page).found if re.search(r"/swiss/\d+/", link)]
        assert entries
        assert all("?round=1" in link for link in entries)

    def test_the_table_of_a_past_round_is_as_it_was(self, client, event, organiser):
        finish_round(start_round(event, organiser), organiser)
        before = get(client, event, "standings/swiss/?round=1")
        finish_round(start_round(event, organiser), organiser, ("3", "6"))
        after = get(client, event, "standings/swiss/?round=1")
        rows = [page[page.index("<tbody") : page.index("</tbody>")] for page in (before, after)]
        assert rows[0] == rows[1]

    def test_movement_since_the_round_before_is_shown(self, client, event, played):
        """Four share rank 1 and four rank 5; then the losers of each four fall two places."""
        assert "▼" not in get(client, event, "standings/swiss/?round=1").partition("<tbody")[2]
        assert get(client, event, "standings/swiss/?round=2").partition("<tbody")[2].count("▼2") == 4

    @pytest.mark.parametrize("query", ["round=x", "round=99", "round=" + "9" * 40, "group=Z", "page=99"])
    def test_a_question_that_makes_no_sense_is_no_server_error(self, client, event, played, query):
        assert client.get(f"/e/{event.slug}/standings/?{query}").status_code in (200, 404)

    def test_an_unknown_stage_is_not_found(self, client, event):
        get(client, event, "standings/other/", 404)


class TestAnEntry:
    def test_the_level_difference_is_the_sum_of_its_matches(self, client, event, played):
        """8:2 is +6 and 3:6 is −3: together +3."""
        slot = both_times_a(played)
        page = get(client, event, f"standings/swiss/{slot.entry.number}/")
        assert "+3 = +6 −3" in words(page)

    def test_each_part_of_a_sum_leads_to_its_match(self, client, event, played):
        slot = both_times_a(played)
        page = get(client, event, f"standings/swiss/{slot.entry.number}/")
        total = page[page.index('id="level_difference"') :]
        links = Links(total[: total.index("</dd>")]).found
        boards = [one.boards.filter(encounter__slots__entry=slot.entry).get() for one in played]
        assert links == [f"/e/{event.slug}/match/{board.key}/" for board in boards]

    def test_each_round_of_a_value_that_is_no_sum_leads_to_its_match_too(self, client, event, played):
        """一-3: 以当轮打分高者为先: the latest round stands first."""
        slot = both_times_a(played)
        page = get(client, event, f"standings/swiss/{slot.entry.number}/")
        part = page[page.index('id="last_round"') :]
        part = part[: part.index("</dd>")]
        boards = [one.boards.filter(encounter__slots__entry=slot.entry).get() for one in reversed(played)]
        assert Links(part).found == [f"/e/{event.slug}/match/{board.key}/" for board in boards]
        assert "3 8" in words(part)

    def test_each_match_is_a_row_with_opponent_levels_difference_and_points(self, client, event, played):
        slot = both_times_a(played)
        text = words(get(client, event, f"standings/swiss/{slot.entry.number}/"))
        first = Slot.objects.get(round=played[0], entry=slot.entry)
        other = first.encounter.slots.get(side="B").entry
        assert f"1 {other.number} {other.names} 8 : 2 +6 2 Hand by hand" in text

    def test_after_an_earlier_round_later_matches_are_not_there(self, client, event, played):
        slot = both_times_a(played)
        text = words(get(client, event, f"standings/swiss/{slot.entry.number}/?round=1"))
        assert "+6 = +6" in text
        assert "3 : 6" not in text

    def test_points_without_a_match_are_a_row_and_a_part_of_the_sum(self, client, event, played, organiser):
        slot = both_times_a(played)
        Adjustment.objects.create(
            event=event,
            stage=slot.round.stage,
            entry=slot.entry,
            round_number=2,
            points=-1,
            level_difference=-2,
            reason="迟到扣分",
            by=organiser,
        )
        text = words(get(client, event, f"standings/swiss/{slot.entry.number}/"))
        assert "2 迟到扣分 −2 −1" in text
        assert "+1 = +6 −3 −2" in text
        assert "1 = 2 + 0 + -1" in text

    def test_a_ruling_is_a_row_without_what_was_said_of_a_person(self, client, event, played, organiser):
        slot = both_times_a(played)
        board = slot.encounter.boards.get()
        Ruling.objects.create(
            event=event,
            board=board,
            hand=1,
            offence="speech",
            clause="四-5",
            decision="甲1当众道歉",
            by=organiser,
        )
        page = get(client, event, f"standings/swiss/{slot.entry.number}/")
        assert f"Round 2, table {board.table} · hand 1 talk about the cards 四-5" in words(page)
        assert "甲1当众道歉" not in page

    def test_a_bye_is_a_row_without_a_match(self, client, make_event, organiser):
        event = make_event(5)
        round_ = start_round(event, organiser)
        finish_round(round_, organiser)
        slot = Slot.objects.exclude(encounter__bye="").get(round=round_)
        page = get(client, event, f"standings/swiss/{slot.entry.number}/")
        assert "1 bye" in words(page)
        assert "/match/" not in page

    def test_the_rank_is_followed_over_the_rounds(self, client, event, played):
        page = get(client, event, "standings/swiss/1/")
        assert 'class="chart-chosen"' in page
        assert "chart/?entry=1" in page

    def test_an_entry_that_is_not_there_is_not_found(self, client, event, played):
        get(client, event, "standings/swiss/99/", 404)


class TestTheChart:
    def test_every_entry_has_a_line_and_one_is_picked_out(self, client, event, played):
        page = get(client, event, "standings/swiss/chart/?entry=3")
        assert page.count('class="chart-track"') == 8
        assert page.count('class="chart-chosen"') == 2
        assert "甲3 / 乙3" in page

    def test_before_the_first_result_it_says_so(self, client, event):
        assert "Not begun yet" in get(client, event, "standings/swiss/chart/")

    @pytest.mark.parametrize("query", ["entry=x", "entry=999", "from=x", "from=99999", "round=0"])
    def test_a_question_that_makes_no_sense_is_no_server_error(self, client, event, played, query):
        get(client, event, f"standings/swiss/chart/?{query}")


class TestAMatch:
    @pytest.fixture
    def board(self, event, organiser):
        """三-6: A makes the declarers' +2 at 2 (35 points), then loses the deal to 185 points: B +1."""
        board = start_round(event, organiser).boards.select_related("match").get(table=1)
        play(board, organiser, [("A", 35), ("A", 185)])
        return board

    def test_levels_stand_hand_by_hand_with_their_reasons_and_clauses(self, client, event, board):
        text = words(get(client, event, f"match/{board.key}/"))
        assert re.search(r"1 4 : 2 A \S+ / \S+ 35 \+2 0", text)
        assert re.search(r"2 4 : 3 A \S+ / \S+ 185 0 \+1", text)
        assert "take the deal and rise by 1. Clause 三-6" in text

    def test_the_picture_has_a_line_for_each_side(self, client, event, board):
        page = get(client, event, f"match/{board.key}/")
        assert page.count("<polyline") == 2
        assert page.count("chart-stair-b") == 1

    def test_the_encounter_leads_to_its_only_table(self, client, event, board):
        by_encounter = get(client, event, f"match/{board.encounter.key}/")
        assert words(by_encounter) == words(get(client, event, f"match/{board.key}/"))

    def test_a_slip_says_that_it_is_one_and_draws_nothing(self, client, event, played):
        board = played[0].boards.first()
        page = get(client, event, f"match/{board.key}/")
        assert "levels from a paper slip" in words(page)
        assert "<polyline" not in page

    def test_names_are_there_and_nothing_else_of_a_person(self, client, event, board):
        slot = board.encounter.slots.get(side="A")
        player = slot.entry.players.first()
        player.person.phone = "19912345678"
        player.person.save()
        page = get(client, event, f"match/{board.key}/")
        assert slot.entry.names in page
        assert "19912345678" not in page
        assert "organiser" not in page

    def test_a_match_that_is_not_published_or_of_another_event_is_not_found(
        self, client, event, make_event, organiser
    ):
        from tournament.stages.drawing import draw_round

        draft = draw_round(event.stages.get(), organiser, seed="1").round
        board = draft.boards.first()
        keys = [board.key, board.encounter.key] if board else [draft.encounters.first().key]
        for key in keys:
            get(client, event, f"match/{key}/", 404)
        other = make_event(4)
        elsewhere = start_round(other, organiser).boards.first()
        get(client, event, f"match/{elsewhere.key}/", 404)
        get(client, other, f"match/{elsewhere.key}/")


@pytest.mark.parametrize(
    ("page", "most"), [("standings/", 12), ("standings/swiss/chart/", 12), ("standings/swiss/1/", 12)]
)
def test_a_page_costs_as_many_queries_for_forty_pairs_as_for_eight(client, make_event, organiser, page, most):
    counts = []
    for pairs in (8, 40):
        event = make_event(pairs)
        finish_round(start_round(event, organiser), organiser)
        finish_round(start_round(event, organiser), organiser)
        client.force_login(organiser)
        with CaptureQueriesContext(connection) as queries:
            get(client, event, page)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= most


def test_pages_of_an_event_that_is_hidden_are_hidden(client, make_event, organiser):
    event = make_event(4, hidden=True)
    board = start_round(event, organiser).boards.first()
    for page in ("standings/", "standings/swiss/chart/", "standings/swiss/1/", f"match/{board.key}/"):
        get(client, event, page, 302)
