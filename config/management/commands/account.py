"""The installation's own account: made once, its password set anew when it is forgotten."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from config.management.refusing import RefusingCommand

FIRST_NAME = "admin"
# Read from a screen and typed on a phone: no letter or digit that looks like another.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password() -> str:
    """Three groups of four easily told letters and digits (59 bits)."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))


def first_account() -> AbstractUser | None:
    """The account of a first set-up, which nobody can use yet; None where somebody has a password already.

    A set-up that was interrupted finds it as it was, and goes on with it.
    """
    users = get_user_model().objects
    ours = users.filter(is_superuser=True)
    if ours.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
        return None
    return ours.first() or users.create_superuser(FIRST_NAME, "", None)


def give_new_password(user: AbstractUser) -> str:
    """Set a new random password for ``user`` and answer it; nobody can read it again."""
    password = new_password()
    user.set_password(password)
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    return password


class Command(RefusingCommand):
    help = "Give an account a new random password and print it. Old sign-ins of that account end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", default=FIRST_NAME, help="account (default: %(default)s)")

    def answer(self, **options: Any) -> int:
        if code := self.refuse_unless_set_up():
            return code
        name = options["name"]
        users = get_user_model().objects
        user = users.filter(username=name).first()
        if user is None:
            names = users.filter(is_superuser=True).values_list("username", flat=True)
            return self.refuse(
                "no_such_account",
                name,
                _("There is no account named “%(name)s”.") % {"name": name},
                _("Administrators' accounts: %(names)s") % {"names": ", ".join(names) or "–"},
            )
        self.say({"ok": True, "username": name, "password": give_new_password(user)})
        return 0
