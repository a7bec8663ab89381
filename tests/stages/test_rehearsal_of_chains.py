"""Every regulation with groups, knock-outs or squads runs from the entries to the awards without help."""

from __future__ import annotations

import pytest

from .rehearsing import runs_to_its_awards

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SMALL = {
    "groups-cross-knockout": 12,
    "knockout-best-of-three": 4,
    "branch-squads": 12,
    "union-squads": 9,
}


@pytest.mark.parametrize(("slug", "size"), SMALL.items())
def test_every_regulation_runs_to_its_awards(slug, size, organiser):
    runs_to_its_awards(slug, size, organiser)
