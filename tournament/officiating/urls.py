"""The desk and the tables."""

from django.urls import path

from tournament.officiating import views

urlpatterns = [
    path("t/<uuid:key>/", views.table_by_key, name="table-by-key"),
    path("e/<slug:event>/desk/", views.desk, name="desk"),
    path("e/<slug:event>/desk/<uuid:round_key>/", views.round_step, name="round-step"),
    path("e/<slug:event>/tables/", views.my_tables, name="my-tables"),
    path("e/<slug:event>/tables/<uuid:key>/", views.table, name="table"),
    path("e/<slug:event>/tables/<uuid:key>/clock/", views.table_clock, name="table-clock"),
    path("e/<slug:event>/tables/<uuid:key>/live/", views.live, name="table-live"),
]
