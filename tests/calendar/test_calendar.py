"""Halls, sessions, dates of rounds, and matches with a time of their own: services and page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from rules.answers import Refused
from tests.stages.conftest import begin, enter, play_round
from tests.stages.conftest import make as make
from tournament.calendar.appointments import arrange, drop_appointment, postpone
from tournament.calendar.placing import place_all, place_round
from tournament.calendar.programme import open_matches, programme
from tournament.calendar.sessions import add_sessions, change_session, remove_hall, remove_session, save_hall
from tournament.models import Appointment, Audit, Board, Hall, Round, RoundDate, Session
from tournament.officiating import timing
from tournament.officiating.lateness import late_tables
from tournament.officiating.selectors import hall
from tournament.stages.drawing import draw_round, publish_round

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 12, 3, 6, tzinfo=UTC)  # a Thursday, two in the afternoon in Shanghai
SWISS = {"format": "swiss", "rounds": 3}
ROUND_ROBIN = {"format": "round_robin", "groups": 1}


def session(event: Any, actor: Any, week: int = 0, hall: Hall | None = None, hours: int = 3) -> Session:
    starts = DAY + timedelta(weeks=week)
    wanted = {"name": "", "starts_at": starts, "ends_at": starts + timedelta(hours=hours), "hall": hall}
    return add_sessions(event, actor, wanted)[0]


def east(event: Any, actor: Any, first: int = 1, last: int = 8, name: str = "东厅") -> Hall:
    return save_hall(event, actor, {"name": name, "address": "", "first_table": first, "last_table": last})


def refusal(raised: Any) -> str:
    return str(raised.value.problems[0].code)


def test_every_thursday_afternoon_is_one_step(make, organiser):
    event = make(8, [SWISS])
    wanted = {"name": "周四", "starts_at": DAY, "ends_at": DAY + timedelta(hours=3), "hall": None}
    made = add_sessions(event, organiser, wanted, weeks=3)
    assert [one.starts_at for one in made] == [DAY, DAY + timedelta(weeks=1), DAY + timedelta(weeks=2)]
    with pytest.raises(Refused) as raised:
        add_sessions(event, organiser, wanted, weeks=99)
    assert refusal(raised) == "weeks-out-of-range"


def test_the_hour_on_the_wall_stays_when_the_clocks_change(make, organiser, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    with timezone.override("Europe/Berlin"):
        event = make(8, [SWISS])
        starts = datetime(2027, 3, 26, 13, tzinfo=UTC)  # two days before the clocks change
        wanted = {"name": "", "starts_at": starts, "ends_at": starts + timedelta(hours=2), "hall": None}
        first, second = add_sessions(event, organiser, wanted, weeks=2)
        assert timezone.localtime(first.starts_at).hour == timezone.localtime(second.starts_at).hour == 14
        apart = second.starts_at.astimezone(UTC) - first.starts_at.astimezone(UTC)
        assert apart == timedelta(weeks=1) - timedelta(hours=1)


def test_no_table_stands_in_two_halls(make, organiser):
    event = make(8, [SWISS])
    east(event, organiser)
    with pytest.raises(Refused) as raised:
        east(event, organiser, 8, 12, "西厅")
    assert refusal(raised) == "hall-tables-shared"
    with pytest.raises(Refused) as raised:
        east(event, organiser, 9, 12)
    assert refusal(raised) == "hall-name-taken"
    east(event, organiser, 9, 12, "西厅")


def test_a_hall_in_which_something_is_played_stays(make, organiser):
    event = make(8, [SWISS])
    room = east(event, organiser)
    there = session(event, organiser, hall=room)
    with pytest.raises(Refused) as raised:
        remove_hall(room, organiser)
    assert refusal(raised) == "hall-in-use"
    assert remove_session(there, organiser) == 0
    remove_hall(room, organiser)
    assert not Hall.objects.exists()


def test_rounds_go_into_the_sessions_in_order_and_stay_where_they_were_put(make, organiser):
    event = make(8, [SWISS])
    first, second = session(event, organiser), session(event, organiser, 1)
    place_round(event.stages.get(), 2, organiser, session=second)
    assert place_all(event, organiser) == (2, 0)
    dates = dict(RoundDate.objects.values_list("number", "session"))
    assert dates == {1: first.pk, 2: second.pk, 3: second.pk}
    assert [[line.number for line in part.lines] for part in programme(event)] == [[1], [2, 3]]
    assert Audit.objects.filter(event=event, action="rounds-dated").exists()


def test_a_session_that_moves_takes_its_rounds_along(make, organiser):
    event = make(8, [SWISS])
    there = session(event, organiser)
    place_all(event, organiser)
    later = DAY + timedelta(days=1)
    change_session(
        there,
        organiser,
        {"name": "决赛日", "starts_at": later, "ends_at": later + timedelta(hours=3), "hall": None},
    )
    assert "决赛日" in programme(event)[0].title
    assert len(programme(event)[0].lines) == 2


def test_a_round_is_seated_at_the_tables_of_its_hall(make, organiser):
    event = make(8, [SWISS])
    east(event, organiser)
    west = east(event, organiser, 21, 30, "西厅")
    place_round(event.stages.get(), 1, organiser, session=session(event, organiser, hall=west))
    draw_round(event.stages.get(), organiser)
    assert list(Board.objects.order_by("table").values_list("table", flat=True)) == [21, 22, 23, 24]


def test_who_has_no_right_keeps_no_calendar(make, organiser, django_user_model):
    event = make(8, [SWISS])
    with pytest.raises(PermissionDenied):
        place_all(event, django_user_model.objects.create_user("someone"))


@pytest.fixture
def dated(make, organiser):
    """A round robin of four whose first round is published, on Thursday at two."""
    event = make(4, [ROUND_ROBIN])
    place_round(event.stages.get(), 1, organiser, session=session(event, organiser))
    publish_round(draw_round(event.stages.get(), organiser, seed="7").round, organiser)
    return event


def test_notice_a_day_before_is_taken_and_later_only_where_the_chief_referee_agrees(dated, organiser):
    first, second = (one.encounter for one in Board.objects.order_by("table"))
    postpone(first, organiser, asked_by="A", told_at=DAY - timedelta(hours=24))
    with pytest.raises(Refused) as raised:
        postpone(second, organiser, asked_by="B", told_at=DAY - timedelta(hours=23))
    assert refusal(raised) == "notice-too-late"
    assert not Appointment.objects.filter(encounter=second).exists()
    postpone(second, organiser, asked_by="B", told_at=DAY - timedelta(hours=23), sure=True)
    assert Appointment.objects.count() == 2


def test_the_regulation_says_how_early_notice_is(dated, organiser):
    dated.plan = {**dated.plan, "calendar": {"notice_hours": 72}}
    dated.save(update_fields=["plan"])
    encounter = Board.objects.first().encounter
    with pytest.raises(Refused) as raised:
        postpone(encounter, organiser, asked_by="A", told_at=DAY - timedelta(hours=71))
    assert raised.value.problems[0].values["hours"] == 72


def test_a_match_put_off_keeps_a_round_robin_going_and_a_swiss_waiting(make, organiser):
    for config, goes_on in ((ROUND_ROBIN, True), (SWISS, False)):
        event = make(4, [config])
        round_ = begin(event.stages.get(), organiser)
        away, other = round_.boards.order_by("table")
        enter(other, organiser, 2)
        postpone(away.encounter, organiser)
        if goes_on:
            assert draw_round(event.stages.get(), organiser).round.number == 2
        else:
            with pytest.raises(Refused) as raised:
                draw_round(event.stages.get(), organiser)
            assert refusal(raised) == "results-missing"
        Appointment.objects.all().delete()


def test_a_match_put_off_has_its_own_clock_and_is_no_late_table(dated, organiser):
    dated.plan = {**dated.plan, "entry": {**dated.plan["entry"], "late_minutes": 10}}
    dated.save(update_fields=["plan"])
    round_ = Round.objects.select_related("stage__event").get(stage__event=dated, number=1)
    away, other = round_.boards.order_by("table")
    postpone(away.encounter, organiser)
    timing.start_round(round_, organiser)
    round_.refresh_from_db(fields=["status"])
    soon = timezone.now() + timedelta(minutes=70)
    board_of_hall = {line.board.pk: line.state for line in hall(round_, soon).lines}
    assert board_of_hall == {away.pk: "postponed", other.pk: "late"}
    assert [late.line.board.pk for late in late_tables(hall(round_, soon), soon)] == [other.pk]
    timing.start_table(away, organiser)
    clocks = {line.board.pk: line.clock for line in hall(round_).lines}
    assert clocks[away.pk].started_at > clocks[other.pk].started_at
    timing.add_fact(round_, organiser, "pause")
    assert timing.reading_of(round_, away).state == "running"
    assert timing.reading_of(round_, other).state == "paused"


def test_a_match_played_before_its_round_leaves_the_others_waiting(dated, organiser):
    round_ = dated.stages.get().rounds.get(number=1)
    early, other = round_.boards.order_by("table")
    with pytest.raises(Refused) as raised:
        timing.start_table(early, organiser)
    assert refusal(raised) == "no-appointment"
    arrange(early.encounter, organiser, timezone.now())
    timing.start_table(early, organiser)
    enter(early, organiser, 3)
    found = hall(round_)
    assert found.startable
    assert {line.board.pk: line.state for line in found.lines}[other.pk] == "not-started"
    timing.start_round(round_, organiser)
    assert timing.reading_of(round_, other).state == "running"


def test_a_match_that_has_begun_is_not_put_off(dated, organiser):
    round_ = dated.stages.get().rounds.get(number=1)
    timing.start_round(round_, organiser)
    board = round_.boards.first()
    enter(board, organiser, 1)
    with pytest.raises(Refused) as raised:
        postpone(board.encounter, organiser)
    assert refusal(raised) == "match-has-begun"


def test_a_round_by_appointment_lists_who_has_no_time_yet_and_who_is_overdue(make, organiser):
    event = make(4, [ROUND_ROBIN])
    stage, now = event.stages.get(), timezone.now()
    place_round(stage, 1, organiser, play_by=now + timedelta(days=14))
    round_ = publish_round(draw_round(stage, organiser, seed="7").round, organiser)
    first, second = (board.encounter for board in round_.boards.order_by("table"))
    with pytest.raises(Refused) as raised:
        arrange(first, organiser, now + timedelta(days=15))
    assert refusal(raised) == "after-play-by"
    arrange(first, organiser, now + timedelta(days=3), place="工会活动室")
    found = {one.encounter.pk: one for one in open_matches(event)}
    assert "工会活动室" in found[first.pk].when
    assert found[second.pk].appointment is None
    assert not any(one.late for one in found.values())
    late = {one.encounter.pk for one in open_matches(event, now + timedelta(days=4)) if one.late}
    assert late == {first.pk}
    assert all(one.late for one in open_matches(event, now + timedelta(days=15)))


def test_an_appointment_dropped_is_played_with_its_round(dated, organiser):
    encounter = Board.objects.first().encounter
    drop_appointment(postpone(encounter, organiser), organiser)
    assert not Appointment.objects.exists()
    assert hall(dated.stages.get().rounds.get(number=1)).lines[0].state == "not-started"


def test_the_page_makes_a_calendar(make, organiser, client):
    event = make(8, [SWISS])
    client.force_login(organiser)
    url = reverse("calendar", args=[event.slug])

    def press(**data: Any) -> Any:
        answer = client.post(url, data, follow=True)
        return answer.content.decode()

    assert "第 1 轮" in client.get(url).content.decode()
    press(action="hall", name="东厅", address="", first_table=1, last_table=4)
    room = Hall.objects.get()
    press(
        action="session",
        name="周四",
        starts_at="2026-12-03T14:00",
        ends_at="2026-12-03T17:00",
        hall=room.pk,
        weeks=2,
    )
    assert Session.objects.count() == 2
    assert Session.objects.first().starts_at == DAY
    page = press(action="place-all")
    assert RoundDate.objects.count() == 3
    assert "东厅" in page
    wrong = client.post(
        url, {"action": "session", "starts_at": "2026-12-03T14:00", "ends_at": "2026-12-03T13:00", "weeks": 1}
    )
    assert wrong.status_code == 422
    assert 'value="2026-12-03T13:00"' in wrong.content.decode()


def test_the_page_puts_a_match_off_and_gives_it_a_time(dated, organiser, client):
    client.force_login(organiser)
    url = reverse("calendar", args=[dated.slug])
    board = Board.objects.order_by("table").first()
    data = {
        "action": "postpone",
        "encounter": board.encounter.pk,
        "asked_by": "A",
        "told_at": "2026-12-03T13:00",
    }
    refused = client.post(url, data)
    assert refused.status_code == 422
    assert not Appointment.objects.exists()
    client.post(url, {**data, "sure": "on"})
    there = Appointment.objects.get()
    one = reverse("calendar-match", args=[dated.slug, there.encounter.key])
    client.post(one, {"at": "2026-12-10T14:00", "place": "二楼会议室"})
    there.refresh_from_db()
    assert (there.kind, there.at) == ("postponed", DAY + timedelta(weeks=1))
    desk = client.get(reverse("desk", args=[dated.slug])).content.decode()
    assert reverse("start-table", args=[dated.slug, board.key]) in desk
    client.post(reverse("start-table", args=[dated.slug, board.key]))
    assert board.clock_facts.filter(kind="start").exists()


def test_another_events_things_are_not_found(make, organiser, client):
    mine, other = make(4, [SWISS]), make(4, [SWISS])
    client.force_login(organiser)
    room = east(other, organiser)
    assert client.get(reverse("calendar-hall", args=[mine.slug, room.key])).status_code == 404


def test_the_page_takes_few_queries(make, organiser, client, django_assert_max_num_queries):
    event = make(8, [{"format": "swiss", "rounds": 7}])
    for week in range(7):
        session(event, organiser, week)
    place_all(event, organiser)
    stage = event.stages.get()
    play_round(stage, organiser)
    round_ = publish_round(draw_round(stage, organiser).round, organiser)
    for board in round_.boards.all():
        postpone(board.encounter, organiser)
    client.force_login(organiser)
    with django_assert_max_num_queries(30):
        client.get(reverse("calendar", args=[event.slug]))


def test_a_player_sees_when_the_match_is_played(dated, organiser, client):
    first = Board.objects.order_by("table").first()
    number = first.encounter.slots.first().entry.number
    url = reverse("find-me", args=[dated.slug])
    assert "12月3日 星期四 14:00" in client.get(url, {"q": number}).content.decode()
    arrange(first.encounter, organiser, DAY + timedelta(days=1), place="工会活动室")
    page = client.get(url, {"q": number}).content.decode()
    assert "12月4日 星期五 14:00" in page
    assert "工会活动室" not in page, "it may be somebody's home"
    timing.start_table(first, organiser)
    enter(Board.objects.get(pk=first.pk), organiser, 2)
    assert "12月4日" not in client.get(url, {"q": number}).content.decode()
