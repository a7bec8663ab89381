"""Squads open down to their pairs, branches down to their entries, and any round can be looked back at."""

from __future__ import annotations

import re

import pytest

from tests.hall import finish_round, start_round
from tests.stages.conftest import make, play_round  # noqa: F401 - a fixture among them
from tests.stages.test_squads import event as squads_event  # noqa: F401 - a fixture
from tournament.stages.standings import standings_of
from tournament.stages.tables import facts_of, pairs_of

from .test_standings_pages import Links, get, words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client):
    client.cookies["django_language"] = "en"


@pytest.fixture
def squads(squads_event, organiser):  # noqa: F811
    play_round(squads_event.stages.get(), organiser)
    play_round(squads_event.stages.get(), organiser)
    return squads_event


def body(page):
    return page[page.index("<tbody") : page.index("</tbody>")]


def test_every_number_of_the_tables_of_squads_and_of_pairs_opens(client, squads):
    for table in ("standings/s1/", "standings/s1/pairs/", "standings/s1/pairs/?round=1"):
        links = set(Links(body(get(client, squads, table))).found)
        assert len(links) > 8
        for link in links:
            assert client.get(link.partition("#")[0]).status_code == 200


def test_the_page_of_a_squad_has_what_each_pair_brought_as_a_link_to_the_pair(client, squads):
    facts = facts_of(squads.stages.get(), people=True)
    line = standings_of(squads.stages.get()).lines[0]
    page = get(client, squads, f"standings/s1/{line.number}/")
    part = page[page.index('id="points"') :]
    links = Links(part[: part.index("</dd>")]).found
    at = f"/e/{squads.slug}/standings/s1/pairs/"
    assert links == [f"{at}{pair}/#points" for pair in facts.squads[line.number]]
    table = pairs_of(facts).table()
    values = [f"{table.row(pair).values['points']:g}" for pair in facts.squads[line.number]]
    assert f"= {' + '.join(values)}" in words(part)


def test_the_page_of_a_pair_has_its_boards(client, squads):
    facts = pairs_of(facts_of(squads.stages.get(), people=True))
    pair = facts.results[0].a
    page = get(client, squads, f"standings/s1/pairs/{pair}/")
    mine = [result for result in facts.results if pair in (result.a, result.b)]
    for result in mine:
        assert f"/match/{result.key}/" in page


def test_pairs_have_a_page_of_their_own_only_where_squads_meet(client, event):
    get(client, event, "standings/swiss/pairs/", 404)
    get(client, event, "standings/swiss/pairs/1/", 404)


def test_ranks_of_squads_are_followed_in_a_picture(client, squads):
    page = get(client, squads, "standings/s1/chart/")
    assert page.count('class="chart-track"') == 3


def test_movement_is_told_since_any_round(client, event, organiser):
    for levels in (("8", "2"), ("3", "6"), ("3", "6")):
        finish_round(start_round(event, organiser), organiser, levels)
    page = get(client, event, "standings/swiss/?since=1")
    assert "since round 1" in words(page)
    moves = {
        line.number: line.moved for line in standings_of(event.stages.get(), since=1).lines if line.moved
    }
    was = {line.number: line.rank for line in standings_of(event.stages.get(), 1).lines}
    now = {line.number: line.rank for line in standings_of(event.stages.get()).lines}
    assert moves == {number: was[number] - now[number] for number in now if was[number] != now[number]}
    assert body(page).count('class="moved"') == len(moves)


class TestBranches:
    def test_a_branch_is_the_sum_of_its_pairs_and_each_summand_opens(self, client, event, organiser):
        """Two pairs a branch, four branches; all of 8:2 in round 1 brings 2 to each winner."""
        finish_round(start_round(event, organiser), organiser)
        page = get(client, event, "standings/swiss/branches/")
        rows = re.findall(r"<tr>(.*?)</tr>", body(page), re.S)
        points = {line.number: line.values["points"] for line in standings_of(event.stages.get()).lines}
        assert len(rows) == 4
        for row in rows:
            numbers = [int(one) for one in re.findall(r"/swiss/(\d+)/#points", row)]
            assert len(numbers) == 2
            assert f"<b>{sum(points[one] for one in numbers):g}</b>" in row
            for link in Links(row).found:
                assert client.get(link.partition("#")[0]).status_code == 200

    def test_only_the_best_pairs_of_each_branch_may_count(self, client, make_event, organiser):
        event = make_event(5, branches=2)  # three pairs and two
        finish_round(start_round(event, organiser), organiser)
        rows = re.findall(
            r"<tr>(.*?)</tr>", body(get(client, event, "standings/swiss/branches/?best=1")), re.S
        )
        assert [re.search(r"<b>(\d+)</b>", row)[1] for row in rows] == ["2", "2"]

    @pytest.mark.parametrize("query", ["best=x", "best=0", "best=99999", "round=x", "round=0", "round=²"])
    def test_a_question_that_makes_no_sense_is_no_server_error(self, client, event, query):
        get(client, event, f"standings/swiss/branches/?{query}")

    def test_pairs_are_what_a_branch_of_squads_has_sent(self, client, squads):
        page = get(client, squads, "standings/s1/branches/")
        rows = re.findall(r"<tr>(.*?)</tr>", body(page), re.S)
        assert [len(re.findall(r"/pairs/\d+/#points", row)) for row in rows] == [3, 3, 3]
