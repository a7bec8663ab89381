"""Events: the start page, new ones, the particulars of one, and its removal."""

from django.urls import path

from tournament.events import settings_page, views

urlpatterns = [
    path("", views.start, name="start"),
    path("new/", views.choose_template, name="choose-template"),
    path("new/<slug:template>/", views.new_event, name="new-event"),
    path("e/<slug:event>/settings/", settings_page.settings, name="event-settings"),
    path("e/<slug:event>/settings/remove/", settings_page.remove, name="event-remove"),
]
