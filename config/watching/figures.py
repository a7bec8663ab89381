"""Figures for Prometheus: requests of this process, and the state of the whole installation.

Each process can be asked at its own port. Where several share ``PROMETHEUS_MULTIPROC_DIR``, any of them
answers for all.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily, Metric

from tournament.keeping import status

REGISTRY = CollectorRegistry()
REQUESTS = Counter("jicha_requests", "Requests", ["method", "route", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "jicha_request_seconds", "Seconds until the answer", ["route"], registry=REGISTRY,
    buckets=(0.025, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0),
)  # fmt: skip
_METHODS = {"GET", "HEAD", "POST"}


def count_request(method: str, route: str, code: int, seconds: float) -> None:
    """Count one answered request."""
    REQUESTS.labels(method if method in _METHODS else "other", route, str(code)).inc()
    SECONDS.labels(route).observe(seconds)


class Installation:
    """What the database and the disk say now, read when somebody asks."""

    def collect(self) -> Iterator[Metric]:
        for name, help_, value in status.figures():
            family = GaugeMetricFamily(f"jicha_{name}", help_)
            family.add_metric([], value)
            yield family


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures, for a scraper on this machine or one that carries ``JICHA_METRICS_TOKEN``."""
    if not _may_look(request):
        return HttpResponseForbidden(
            "only from this machine, or with JICHA_METRICS_TOKEN\n", content_type="text/plain"
        )
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)
    state = CollectorRegistry()
    state.register(Installation())
    shown = registry if os.environ.get("PROMETHEUS_MULTIPROC_DIR") else REGISTRY
    text = generate_latest(shown) + generate_latest(state)
    return HttpResponse(text, content_type="text/plain; version=0.0.4; charset=utf-8")


def _may_look(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if settings.METRICS_TOKEN and secrets.compare_digest(given.encode(), wanted.encode()):
        return True
    # A proxy's requests carry the address of whoever asked it, see config.serving.
    forwarded = "X-Forwarded-For" in request.headers
    return request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"} and not forwarded
