"""What organisers, players and spectators look at."""

from django.urls import path

from tournament.display import public_json, rule_editor, rules, screen, standings_pages, views

urlpatterns = [
    path("e/<slug:event>/", views.public, name="event-public"),
    path("e/<slug:event>/screen/", screen.screen, name="screen"),
    path("e/<slug:event>/screen/part/", screen.screen_part, name="screen-part"),
    path("e/<slug:event>/live/", views.live, name="event-live"),
    path("e/<slug:event>/home/", views.home, name="event-home"),
    path("e/<slug:event>/standings/", standings_pages.standings, name="standings"),
    path("e/<slug:event>/standings/<slug:stage>/", standings_pages.standings, name="stage-standings"),
    path("e/<slug:event>/standings/<slug:stage>/chart/", standings_pages.chart, name="standings-chart"),
    path("e/<slug:event>/standings/<slug:stage>/branches/", standings_pages.branches, name="stage-branches"),
    path("e/<slug:event>/standings/<slug:stage>/pairs/", standings_pages.pairs, name="stage-pairs"),
    path(
        "e/<slug:event>/standings/<slug:stage>/pairs/<int:number>/",
        standings_pages.pair,
        name="pair-standing",
    ),
    path("e/<slug:event>/standings/<slug:stage>/<int:number>/", standings_pages.entry, name="standing"),
    path("e/<slug:event>/match/<uuid:key>/", standings_pages.match, name="match"),
    path("e/<slug:event>/rounds/<slug:stage>/<int:number>/", views.round_page, name="round"),
    path("e/<slug:event>/me/", views.find_me, name="find-me"),
    path("e/<slug:event>/rules/", rules.rules, name="rules"),
    path("e/<slug:event>/rules/edit/", rule_editor.edit, name="rules-edit"),
    path("e/<slug:event>/rules/edit/redraw/", rule_editor.redraw, name="rules-redraw"),
    path("e/<slug:event>/record/", views.record, name="record"),
    path("e/<slug:event>/api/event.json", public_json.overview, name="api-event"),
    path("e/<slug:event>/api/entries.json", public_json.entries, name="api-entries"),
    path("e/<slug:event>/api/clock.json", public_json.clock, name="api-clock"),
    path(
        "e/<slug:event>/api/pairings/<slug:stage>/<int:number>.json",
        public_json.pairings,
        name="api-pairings",
    ),
    path(
        "e/<slug:event>/api/results/<slug:stage>/<int:number>.json", public_json.results, name="api-results"
    ),
    path("e/<slug:event>/api/standings/<slug:stage>.json", public_json.standings, name="api-standings"),
    path("e/<slug:event>/api/bracket/<slug:stage>.json", public_json.bracket, name="api-bracket"),
]
