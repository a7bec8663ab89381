"""A small hall against the real server: many phones at once lose nothing and double nothing."""

from __future__ import annotations

import pytest

from benchmarks import hall


@pytest.mark.slow
@pytest.mark.embedded
def test_a_dozen_referees_at_once_lose_nothing_and_double_nothing():
    found = hall.run(referees=12, hands=4, every=1.5, viewers=10)
    assert hall.is_sound(found), found
    assert found["hands"] == 48
    assert found["times"]["save"]["requests"] >= 48
