"""Events: the start page and new ones."""

from django.urls import path

from tournament.events import views

urlpatterns = [
    path("", views.start, name="start"),
    path("new/", views.choose_template, name="choose-template"),
    path("new/<slug:template>/", views.new_event, name="new-event"),
]
