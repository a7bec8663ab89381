"""How the installation is."""

from django.urls import path

from tournament.keeping import status_page

urlpatterns = [
    path("e/<slug:event>/status/", status_page.status, name="status"),
]
