"""Draws."""

from django.urls import path

from tournament.stages import views

urlpatterns = [path("e/<slug:event>/draw/", views.draw, name="draw")]
