"""For load balancers and watchers: does this process answer, and can it do its work?"""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.serving import migrations_are_missing
from tournament.jobs.selectors import late_jobs


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """200 when this process can serve, else 503 with what is ``amiss``: ``database`` or ``migrations``.

    ``late_jobs`` counts what no worker has taken up for two minutes. A web server is no less ready for it,
    but somebody should look at the workers.
    """
    late = 0
    try:
        amiss = ["migrations"] if migrations_are_missing() else []
        if not amiss:
            late = late_jobs(timezone.now())
    except DatabaseError:
        amiss = ["database"]
    answer = {"ok": not amiss, "amiss": amiss, "late_jobs": late}
    return JsonResponse(answer, status=503 if amiss else 200)
