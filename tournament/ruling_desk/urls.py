"""The ruling desk, for everybody and at a table."""

from django.urls import path

from tournament.ruling_desk import views

urlpatterns = [
    path("rulings/", views.desk, name="ruling-desk"),
    path("e/<slug:event>/tables/<uuid:key>/rulings/", views.at_table, name="ruling-desk-table"),
]
