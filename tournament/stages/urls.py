"""Draws and plans."""

from django.urls import path

from tournament.stages import plan_views, views

urlpatterns = [
    path("e/<slug:event>/draw/", views.draw, name="draw"),
    path("e/<slug:event>/plan/", plan_views.plan, name="plan"),
]
