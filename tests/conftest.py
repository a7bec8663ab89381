"""What all tests share."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings as django_settings
from django.utils import translation
from hypothesis import HealthCheck, settings

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

settings.register_profile("ci", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

pytest_plugins = ["tests.browser", "tests.full", "tests.hall"]


@pytest.fixture(autouse=True)
def in_chinese() -> Iterator[None]:
    """A request leaves its language behind in the thread; the next test begins in the product's own."""
    with translation.override(django_settings.LANGUAGE_CODE):
        yield
