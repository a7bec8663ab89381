"""Papers."""

from django.urls import path

from tournament.documents import awards_page, views

urlpatterns = [
    path("b/<str:token>/receipt.pdf", views.branch_receipt, name="branch-receipt"),
    path("e/<slug:event>/papers/", views.papers, name="papers"),
    path("e/<slug:event>/papers/layout/", views.certificate_layout, name="certificate-layout"),
    path("e/<slug:event>/papers/prizes/", awards_page.awards_edit, name="awards-edit"),
    path("e/<slug:event>/papers/prizes/preview/", awards_page.awards_preview, name="awards-preview"),
    path("e/<slug:event>/papers/orders/", views.orders, name="paper-orders"),
    path("e/<slug:event>/papers/orders/new/", views.order, name="paper-order"),
    path("e/<slug:event>/papers/orders/<uuid:key>/", views.order_change, name="paper-order-change"),
    path("e/<slug:event>/papers/orders/<uuid:key>/file/", views.order_file, name="paper-order-file"),
    path("e/<slug:event>/papers/<slug:kind>/", views.paper, name="event-paper"),
    path("e/<slug:event>/papers/<slug:kind>/<slug:stage>/", views.paper, name="stage-paper"),
    path("e/<slug:event>/papers/<slug:kind>/<slug:stage>/<int:number>/", views.paper, name="round-paper"),
]
