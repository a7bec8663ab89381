"""What the big screen shows, as the desk steers it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.event import Event


class Screen(models.Model):
    """The hall's screen of one event. ``seconds`` is how long each of its pages stays."""

    class Show(models.TextChoices):
        ROTATE = "rotate", _("everything in turn")
        PAIRINGS = "pairings", _("pairings by table")
        NAMES = "names", _("tables by name")
        CLOCK = "clock", _("the clock alone")
        STANDINGS = "standings", _("standings")
        NOTICE = "notice", _("the notice alone")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="screen")
    show = models.CharField(max_length=10, choices=Show, default=Show.ROTATE)
    notice = models.CharField(max_length=200, blank=True)
    seconds = models.PositiveSmallIntegerField(default=12)

    def __str__(self) -> str:
        return f"{self.event} {self.show}"
