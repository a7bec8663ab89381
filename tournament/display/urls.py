"""What organisers, players and spectators look at."""

from django.urls import path

from tournament.display import rules, views

urlpatterns = [
    path("e/<slug:event>/", views.public, name="event-public"),
    path("e/<slug:event>/live/", views.live, name="event-live"),
    path("e/<slug:event>/home/", views.home, name="event-home"),
    path("e/<slug:event>/standings/", views.standings, name="standings"),
    path("e/<slug:event>/standings/<slug:stage>/", views.standings, name="stage-standings"),
    path("e/<slug:event>/rounds/<slug:stage>/<int:number>/", views.round_page, name="round"),
    path("e/<slug:event>/me/", views.find_me, name="find-me"),
    path("e/<slug:event>/rules/", rules.rules, name="rules"),
    path("e/<slug:event>/record/", views.record, name="record"),
]
