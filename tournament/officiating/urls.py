"""The desk and the tables."""

from django.urls import path

from tournament.officiating import correction_views, desk_views, roster_views, ruling_views, views

urlpatterns = [
    path("t/<uuid:key>/", views.table_by_key, name="table-by-key"),
    path("e/<slug:event>/desk/", desk_views.desk, name="desk"),
    path("e/<slug:event>/desk/slip/", desk_views.slip, name="desk-slip"),
    path("e/<slug:event>/desk/screen/", desk_views.steer_screen, name="steer-screen"),
    path("e/<slug:event>/desk/late/<uuid:key>/", desk_views.late, name="desk-late"),
    path("e/<slug:event>/desk/<uuid:round_key>/", desk_views.round_step, name="round-step"),
    path("e/<slug:event>/tables/", views.my_tables, name="my-tables"),
    path("e/<slug:event>/tables/<uuid:key>/", views.table, name="table"),
    path("e/<slug:event>/desk/start/<uuid:key>/", desk_views.start_table, name="start-table"),
    path("e/<slug:event>/tables/<uuid:key>/clock/", views.table_clock, name="table-clock"),
    path("e/<slug:event>/tables/<uuid:key>/live/", views.live, name="table-live"),
    path("e/<slug:event>/tables/<uuid:key>/hands/", correction_views.correct, name="correct-hands"),
    path("e/<slug:event>/tables/<uuid:key>/ruling/", ruling_views.rule, name="rule"),
    path("e/<slug:event>/duty/", roster_views.duty, name="roster"),
    path("e/<slug:event>/rulings/", ruling_views.rulings, name="rulings"),
    path("e/<slug:event>/rulings/adjust/", ruling_views.adjust, name="adjust"),
    path("e/<slug:event>/rulings/<uuid:key>/", ruling_views.ruling, name="ruling"),
]
