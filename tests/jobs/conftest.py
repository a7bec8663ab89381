"""Kinds of jobs that live for one test only."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tournament.jobs import registry, running


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Register a handler for this test: ``kind(handler, attempts=…, wait=…)`` answers its name."""
    registry.discover()
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))

    def register(handler: Any, **options: Any) -> str:
        name = f"test.{len(registry._kinds)}"
        registry.handles(name, **options)(handler)
        return name

    return register


@pytest.fixture
def only_watcher(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Any], None]:
    """Register watchers for this test, and no others."""
    registry.discover()
    monkeypatch.setattr(registry, "_watchers", {})
    return lambda name, watcher: registry.watches(name)(watcher) and None


@pytest.fixture
def storage(settings: Any, tmp_path: Path) -> Path:
    """Files of jobs go into a folder of this test."""
    settings.STORAGES = {
        **settings.STORAGES,
        "default": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": str(tmp_path)},
        },
    }
    return tmp_path


@pytest.fixture(autouse=True)
def ready() -> Any:
    running.ready_again()
    yield
    running.ready_again()
