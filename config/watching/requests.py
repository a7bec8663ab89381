"""Each request has a number, which stands in its answer's head and on every line that is logged for it."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config.watching import figures
from config.watching.telling import number, route_of
from tournament.keeping import signs

log = logging.getLogger("jicha.request")

_GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
# Polled every few seconds by hundreds of phones: counted, and logged only where something is wrong.
_QUIET = {"healthz", "readyz", "metrics", "static"}


class Watched:
    """Middleware: numbers a request, measures it, logs one line of it, and notes which phone was heard of."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "") if settings.HTTPS else ""
        token = number.set(given if _GIVEN.fullmatch(given) else secrets.token_hex(8))
        began = time.perf_counter()
        try:
            response = self.get_response(request)
            response.headers["X-Request-ID"] = number.get()
            self._tell(request, response.status_code, time.perf_counter() - began)
            signs.note_phone(request)
            return response
        finally:
            number.reset(token)

    def _tell(self, request: HttpRequest, status: int, seconds: float) -> None:
        route = route_of(request)
        figures.count_request(request.method or "", route, status, seconds)
        level = logging.INFO
        if status < 400 and (route in _QUIET or request.headers.get("HX-Request")):
            level = logging.DEBUG
        facts = {"method": request.method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.log(level, "%s %s %s", request.method, route, status, extra={"facts": facts})
