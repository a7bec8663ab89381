"""The rehearsal of an event."""

from django.urls import path

from tournament.rehearsal import views

urlpatterns = [path("e/<slug:event>/rehearse/", views.rehearse, name="rehearse")]
