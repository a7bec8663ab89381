"""Where each address leads. Every room brings its own addresses; here they are only joined."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from config.styleguide import styleguide

urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/", include("django.conf.urls.i18n")),
]

if settings.DEBUG or settings.TESTING:
    urlpatterns += [path("styleguide/", styleguide, name="styleguide")]
