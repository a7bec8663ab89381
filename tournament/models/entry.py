"""Who takes part: pairs, and squads of pairs."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.keyed import Keyed
from tournament.models.event import Event
from tournament.models.people import Branch, Person
from tournament.naming import NUMBER, SURNAME, how_called, surname_only


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> "EntryQuerySet":
        """Entries that are still in the event."""
        return self.exclude(
            status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED, Entry.Status.RESERVE]
        )

    def pairs(self) -> "EntryQuerySet":
        return self.filter(kind=Entry.Kind.PAIR)


class Entry(Keyed):
    """A pair or a squad. A pair may belong to a squad. ``from_round`` is the first round it is paired in.

    ``division`` is the name of one of the event's divisions (``plan["entry"]["divisions"]``), empty where it
    has none. A joint team plays under the name of ``branch``; ``joint_branch`` is the other one.
    """

    class Kind(models.TextChoices):
        PAIR = "pair", _("pair")
        SQUAD = "squad", _("squad")

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        PRESENT = "present", _("checked in")
        LATE = "late", _("late")
        ABSENT = "absent", _("absent")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")
        RESERVE = "reserve", _("reserve")

    class Eligibility(models.TextChoices):
        OPEN = "open", _("not checked")
        ELIGIBLE = "eligible", _("eligible")
        INELIGIBLE = "ineligible", _("not eligible")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PAIR)
    number = models.PositiveIntegerField()
    branch = models.ForeignKey(
        Branch, on_delete=models.RESTRICT, null=True, blank=True, related_name="entries"
    )
    joint_branch = models.ForeignKey(
        Branch, on_delete=models.RESTRICT, null=True, blank=True, related_name="joint_entries"
    )
    division = models.CharField(max_length=60, blank=True)
    eligibility = models.CharField(max_length=10, choices=Eligibility, default=Eligibility.OPEN)
    label = models.CharField(max_length=120, blank=True)
    squad = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="pairs")
    status = models.CharField(max_length=20, choices=Status, default=Status.ENTERED)
    from_round = models.PositiveSmallIntegerField(default=1)
    source = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=0)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(squad__isnull=True) | Q(kind="pair"), name="only_pairs_in_a_squad"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.names}"

    @property
    def names(self) -> str:
        """The names of those who play, as they are called out: 「张三 / 李四」. Reserves are not called."""
        return " / ".join(self.called) or self.label

    @property
    def called(self) -> list[str]:
        """Those who play, one by one, as whoever looks may call them: in full, by surname, or not at all."""
        names = [one.person.name for one in self.players.all() if not one.is_reserve]
        if how_called() == NUMBER and names:
            return [gettext("pair %(number)d") % {"number": self.number}]
        return list(map(surname_only, names)) if how_called() == SURNAME else names


class PlayerManager(models.Manager["Player"]):
    """Players come with their persons: nobody shows one without a name.

    Looking the persons up one by one would also fail on SQLite from a thousand of them on.
    """

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().select_related("person")


class Player(models.Model):
    """A person in an entry; a person plays once in an event."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    person = models.OneToOneField(Person, on_delete=models.RESTRICT, related_name="player")
    position = models.PositiveSmallIntegerField()
    is_reserve = models.BooleanField(default=False)

    objects = PlayerManager()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["entry", "position"], name="player_position_once")]

    def __str__(self) -> str:
        return str(self.person)
