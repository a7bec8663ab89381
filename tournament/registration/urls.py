"""Entries: the list, the forms that come in, single pairs."""

from django.urls import path

from tournament.registration import (
    branch_list_views,
    branch_views,
    check_in_views,
    entry_rules_page,
    entry_views,
    hand_draw_views,
    list_views,
    notice_page,
    personal_data_page,
    repair_views,
    upload_views,
    views,
)

urlpatterns = [
    path("b/<str:token>/", branch_views.branch_page, name="branch-page"),
    path("e/<slug:event>/entries/link/<uuid:key>/", branch_views.make_link, name="entries-link"),
    path("e/<slug:event>/entries/request/<uuid:key>/", branch_views.answer_request, name="entries-request"),
    path("e/<slug:event>/entries/deadline/", branch_views.deadline, name="entries-deadline"),
    path("e/<slug:event>/entries/branches/", branch_list_views.branches, name="branches"),
    path("e/<slug:event>/entries/branches/all.xlsx", branch_list_views.workbook, name="branches-export"),
    path(
        "e/<slug:event>/entries/branches/<uuid:key>/", branch_list_views.branch_details, name="branch-details"
    ),
    path(
        "e/<slug:event>/entries/branches/<uuid:key>/preview/",
        branch_list_views.preview,
        name="branches-preview",
    ),
    path("e/<slug:event>/check-in/", check_in_views.check_in, name="check-in"),
    path("e/<slug:event>/check-in/<uuid:key>/", check_in_views.pair, name="check-in-pair"),
    path("e/<slug:event>/check-in/repair/", repair_views.repairing, name="repair"),
    path("e/<slug:event>/draw/lots/", hand_draw_views.lots, name="draw-lots"),
    path("e/<slug:event>/draw/wall/", hand_draw_views.wall, name="draw-wall"),
    path("e/<slug:event>/about/", notice_page.about, name="event-about"),
    path("e/<slug:event>/personal-data/", personal_data_page.personal_data, name="personal-data"),
    path("e/<slug:event>/entries/rules/", entry_rules_page.entry_rules, name="entry-rules"),
    path("e/<slug:event>/entries/", list_views.entries, name="entries"),
    path("e/<slug:event>/entries/mark/", list_views.mark, name="entries-mark"),
    path("e/<slug:event>/entries/form.xlsx", views.blank_form, name="entries-form"),
    path("e/<slug:event>/entries/all.xlsx", views.export, name="entries-export"),
    path("e/<slug:event>/entries/upload/", upload_views.upload, name="entries-upload"),
    path("e/<slug:event>/entries/preview/", upload_views.preview, name="entries-preview"),
    path("e/<slug:event>/entries/undo/<uuid:key>/", upload_views.undo_import, name="entries-undo"),
    path("e/<slug:event>/entries/work/<uuid:key>/", upload_views.work, name="entries-work"),
    path("e/<slug:event>/entries/add/", entry_views.add, name="entries-add"),
    path("e/<slug:event>/entries/<int:number>/", entry_views.entry, name="entry"),
]
