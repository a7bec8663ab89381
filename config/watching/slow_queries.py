"""While developing: say which statements took long, and which pages ask too many."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase

log = logging.getLogger("jicha.slow")


class SlowQueries:
    """Middleware, in use with ``JICHA_DEBUG`` only: logs statements above ``JICHA_SLOW_MS`` milliseconds.

    The statement is told without its values.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with connection.execute_wrapper(self._measured):
            return self.get_response(request)

    def _measured(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = (time.perf_counter() - began) * 1000
            if took >= settings.SLOW_MS:
                log.warning("%.0f ms: %s", took, sql[:1000], extra={"facts": {"ms": round(took, 1)}})
