"""Two chairs and an organiser change one entry at the same moment, each in a thread of its own."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import connections

from tests.hall import proposed
from tournament.change import Conflict, broken_link
from tournament.events.creating import create_event
from tournament.models import Audit, Branch, Entry
from tournament.registration import links
from tournament.registration.editing import change_entry, shown
from tournament.registration.links import Row
from tournament.registration.registering import register

TIMES = 8


@pytest.mark.django_db(transaction=True)
def test_of_two_chairs_and_an_organiser_one_saves_and_the_others_are_told():
    organiser = get_user_model().objects.create_user("organiser", password="a-long-password-1")
    event = create_event(organiser, "swiss-60min", "测试赛")
    register(event, organiser, [proposed(1, "化学系"), proposed(2, "化学系")])
    for time in range(TIMES):
        answers = at_once(event.slug, time)
        assert sorted(answers) == ["conflict", "conflict", "saved"]
    entry = Entry.objects.get(event=event, number=1)
    assert entry.version == TIMES
    names = {player.person.name for player in entry.players.all()}
    assert names in ({f"甲{who}{TIMES - 1}", "乙1"} for who in ("chair0", "chair1", "organiser"))
    assert Entry.objects.count() == 2
    assert Audit.objects.filter(event=event, action="entry-changed").count() == TIMES
    assert broken_link(event) is None


def at_once(slug: str, time: int) -> list[str]:
    """All three see the same state, wait for each other, then save."""
    seen, answers = threading.Barrier(3, timeout=60), []

    def act(who: str) -> None:
        try:
            branch = Branch.objects.select_related("event").get(event__slug=slug)
            there = links.entries_of(branch)
            version, entry = links.version_of(there), there[0]
            told = shown(Entry.objects.select_related("branch", "joint_branch", "event").get(pk=entry.pk))
            people = ((f"甲{who}{time}", ""), told.people[1])
            seen.wait()
            if who == "organiser":
                user = get_user_model().objects.get(username=who)
                one = Entry.objects.select_related("event").get(pk=entry.pk)
                change_entry(one, user, type(told)(told.branch, people), version=entry.version)
            else:
                rest = [
                    Row(other.number, tuple((p.person.name, p.person.phone) for p in other.players.all()))
                    for other in there[1:]
                ]
                links.save_branch(branch, [Row(entry.number, people), *rest], version=version)
            answers.append("saved")
        except Conflict:
            answers.append("conflict")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=act, args=(who,)) for who in ("chair0", "chair1", "organiser")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return answers
