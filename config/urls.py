"""Where each address leads. Every room brings its own addresses; here they are only joined."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
