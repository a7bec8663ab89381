"""Papers."""

from django.urls import path

from tournament.documents import views

urlpatterns = [
    path("e/<slug:event>/papers/", views.papers, name="papers"),
    path("e/<slug:event>/papers/<slug:kind>/", views.event_paper, name="event-paper"),
    path(
        "e/<slug:event>/papers/<slug:kind>/<slug:stage>/<int:number>/", views.round_paper, name="round-paper"
    ),
]
