"""The public JSON is what docs/openapi.json says, as public as the pages, and cheap where nothing changed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.urls import get_resolver
from jsonschema import Draft202012Validator

from tests.documents.reading import all_text
from tests.hall import start_round
from tournament.models import Event, Role, Stage
from tournament.officiating import timing
from tournament.stages.drawing import draw_round

pytestmark = pytest.mark.django_db

DOCUMENT = json.loads((settings.BASE_DIR / "docs/openapi.json").read_text(encoding="utf-8"))


def schema_of(path: str) -> dict[str, Any]:
    answers = DOCUMENT["paths"][path]["get"]["responses"]
    return {**answers["200"]["content"]["application/json"]["schema"], "components": DOCUMENT["components"]}


def addresses(event: Event) -> list[tuple[str, str]]:
    """Every documented path with every address of this event that it stands for."""
    found = []
    for path in DOCUMENT["paths"]:
        for stage in event.stages.all():
            if "bracket" in path and stage.format != Stage.Format.KNOCKOUT:
                continue
            for round_ in stage.rounds.published():
                address = path.format(event=event.slug, stage=stage.slug, number=round_.number)
                if (path, address) not in found:
                    found.append((path, address))
    return found


def faults(client: Any, event: Event) -> list[str]:
    said = []
    for path, address in addresses(event):
        answer = client.get(address)
        assert answer.status_code == 200, address
        said += [
            f"{address}: {error.message}"
            for error in Draft202012Validator(schema_of(path)).iter_errors(answer.json())
        ]
    return said


def test_the_document_describes_every_endpoint_and_no_other():
    ours = set()
    for pattern in get_resolver().url_patterns:
        for inner in getattr(pattern, "url_patterns", [pattern]):
            route = str(inner.pattern)
            if "/api/" in route:
                ours.add("/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route))
    assert ours == set(DOCUMENT["paths"])


def test_every_schema_is_one():
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_swiss_answers_fit_the_document_with_byes_and_a_running_clock(
    client: Any, swiss: Event, organiser: Any
):
    start_round(swiss, organiser)
    assert faults(client, swiss) == []
    clock = client.get(f"/e/{swiss.slug}/api/clock.json").json()["clocks"][0]
    assert clock["state"] == "running"
    assert clock["deadline"]


def test_groups_and_bracket_fit_the_document(client: Any, played: Any):
    event = played("groups-cross-knockout", 16, rounds=1, stages=2)
    assert any("bracket" in address for _path, address in addresses(event))
    assert faults(client, event) == []
    matches = client.get(f"/e/{event.slug}/api/bracket/{event.stages.last().slug}.json").json()["matches"]
    first = [match for match in matches if match["round"] == 1]
    assert len(first) == 4
    assert all(match["winner"] in [side["entry"]["number"] for side in match["sides"]] for match in first)


def test_squads_fit_the_document_with_the_pair_at_each_board(client: Any, played: Any):
    event = played("union-squads", 9, rounds=1, branches=3)
    assert faults(client, event) == []
    stage = event.stages.get()
    table = client.get(f"/e/{event.slug}/api/pairings/{stage.slug}/1.json").json()["tables"][0]
    assert table["a"]["pair"]["names"]


def test_results_are_those_of_the_database(client: Any, swiss: Event):
    tables = client.get(f"/e/{swiss.slug}/api/results/swiss/2.json").json()["tables"]
    boards = {board.table: board for board in swiss.stages.get().rounds.get(number=2).boards.all()}
    assert len(tables) == len(boards) == 4
    for table in tables:
        kept = boards[table["table"]].match.result
        assert table["result"]["levels"] == kept["levels"]
        assert table["result"]["points"] == kept["points"]


def test_a_table_without_a_confirmed_result_shows_none(client: Any, swiss: Event, organiser: Any):
    start_round(swiss, organiser)
    tables = client.get(f"/e/{swiss.slug}/api/results/swiss/3.json").json()["tables"]
    assert [table["result"] for table in tables] == [None] * len(tables)


def test_a_draft_is_in_no_answer(client: Any, swiss: Event, organiser: Any):
    before = {address: client.get(address).json() for _path, address in addresses(swiss)}
    draw_round(swiss.stages.get(), organiser, seed="5")
    for kind in ("pairings", "results"):
        assert client.get(f"/e/{swiss.slug}/api/{kind}/swiss/3.json").status_code == 404
    for address, said in before.items():
        now = client.get(address).json()
        assert {**now, "revision": 0} == {**said, "revision": 0}


def test_nothing_personal_is_in_any_answer(client: Any, swiss: Event):
    swiss.people.update(phone="19900001234", staff_number="G-77812", note="糖尿病")
    swiss.branches.update(phone="19900005678", contact="刘联系", chair="陈主席")
    for _path, address in addresses(swiss):
        said = client.get(address).content.decode()
        for secret in ("19900001234", "G-77812", "糖尿病", "19900005678", "刘联系", "陈主席"):
            assert secret not in said, address


def test_unchanged_answer_is_a_304_for_at_most_two_queries(
    client: Any, swiss: Event, django_assert_max_num_queries: Any
):
    for _path, address in addresses(swiss):
        etag = client.get(address)["ETag"]
        with django_assert_max_num_queries(2):
            again = client.get(address, headers={"If-None-Match": etag})
        assert again.status_code == 304
        assert again.content == b""


def test_what_the_public_sees_changing_changes_the_etag(client: Any, swiss: Event, organiser: Any):
    address = f"/e/{swiss.slug}/api/clock.json"
    round_ = start_round(swiss, organiser)
    etag = client.get(address)["ETag"]
    timing.add_fact(round_, organiser, "pause")
    answer = client.get(address, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer.json()["clocks"][0]["state"] == "paused"
    assert answer.json()["clocks"][0]["paused_with_seconds"] > 0


def test_answers_of_many_entries_cost_as_many_queries_as_of_few(
    client: Any, played: Any, django_assert_max_num_queries: Any
):
    event = played("swiss-60min", 24, rounds=1)
    for _path, address in addresses(event):
        with django_assert_max_num_queries(22):
            client.get(address)


def test_only_reading_is_allowed(client: Any, swiss: Event):
    assert client.post(f"/e/{swiss.slug}/api/entries.json").status_code == 405


def test_a_hidden_event_shows_nothing_to_strangers(client: Any, swiss: Event):
    etag = client.get(f"/e/{swiss.slug}/api/entries.json")["ETag"]
    Event.objects.filter(pk=swiss.pk).update(is_public=False)
    answer = client.get(f"/e/{swiss.slug}/api/entries.json", headers={"If-None-Match": etag})
    assert answer.status_code == 302
    assert "甲1" not in answer.content.decode()


def test_any_page_may_fetch_it(client: Any, swiss: Event):
    assert client.get(f"/e/{swiss.slug}/api/entries.json")["Access-Control-Allow-Origin"] == "*"


def test_strangers_are_told_names_as_the_event_shows_them_on_paper_too(
    client: Any, swiss: Event, member: Any
):
    Event.objects.filter(pk=swiss.pk).update(public_names="surname")
    address, paper = f"/e/{swiss.slug}/api/entries.json", f"/e/{swiss.slug}/papers/pairings/swiss/2/"
    said = client.get(address)
    assert "甲某" in said.content.decode()
    assert "甲1" not in said.content.decode()
    printed = all_text(client.get(paper).content)
    assert "甲某" in printed
    assert "甲1" not in printed
    client.force_login(member(swiss, Role.ORGANISER))
    own = client.get(address, headers={"If-None-Match": said["ETag"]})
    assert own.status_code == 200
    assert "甲1" in own.content.decode()
    assert "甲1" in all_text(client.get(paper).content)
