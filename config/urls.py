"""Where each address leads. Every room brings its own addresses; here they are only joined."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz, readyz
from config.styleguide import styleguide
from config.watching.figures import metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]

if settings.DEBUG or settings.TESTING:
    urlpatterns += [path("styleguide/", styleguide, name="styleguide")]

urlpatterns += [
    path("", include("tournament.access.urls")),
    path("", include("tournament.events.urls")),
    path("", include("tournament.registration.urls")),
    path("", include("tournament.stages.urls")),
    path("", include("tournament.calendar.urls")),
    path("", include("tournament.officiating.urls")),
    path("", include("tournament.ruling_desk.urls")),
    path("", include("tournament.documents.urls")),
    path("", include("tournament.display.urls")),
    path("", include("tournament.rehearsal.urls")),
    path("", include("tournament.keeping.urls")),
]
