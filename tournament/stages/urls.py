"""Draws and plans."""

from django.urls import path

from tournament.stages import captain_views, plan_views, seeding_views, views

urlpatterns = [
    path("e/<slug:event>/draw/", views.draw, name="draw"),
    path("e/<slug:event>/seeds/", seeding_views.seeds, name="seeds"),
    path("e/<slug:event>/plan/", plan_views.plan, name="plan"),
    path("e/<slug:event>/plan/<slug:stage>/", plan_views.stage, name="plan-stage"),
    path("e/<slug:event>/captains/<int:number>/", captain_views.captain_link, name="captain-link"),
    path("captain/<str:token>/", captain_views.captain, name="captain"),
    path("new/<slug:template>/plan/", plan_views.preview, name="plan-preview"),
]
