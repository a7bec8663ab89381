"""Signing in, and who helps to run an event."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from tournament.access import roles, views

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("e/<slug:event>/pin/", views.pin_sign_in, name="pin"),
    path("e/<slug:event>/people/", roles.roles, name="roles"),
]
