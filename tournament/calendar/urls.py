"""The calendar."""

from django.urls import path

from tournament.calendar import views

urlpatterns = [
    path("e/<slug:event>/calendar/", views.calendar, name="calendar"),
    path("e/<slug:event>/calendar/hall/<uuid:key>/", views.hall, name="calendar-hall"),
    path("e/<slug:event>/calendar/session/<uuid:key>/", views.session, name="calendar-session"),
    path("e/<slug:event>/calendar/match/<uuid:key>/", views.match, name="calendar-match"),
]
