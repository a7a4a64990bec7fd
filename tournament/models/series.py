"""Series of games of an event: who plays whom, at which table, and how wins count."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .entrants import Player
from .events import Event
from .people import User
from .play import Table


class Series(models.Model):
    """Many games that make a competition. `settings` are those of its games, complete.

    The points of a series follow from the moves of its tables; nothing here holds a result.
    """

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Everybody plays everybody")
        KNOCKOUT = "knockout", _("Knockout")
        CHAMPION = "champion", _("The champion stays")
        ROOMS = "rooms", _("Tables that change after each round")

    event = models.ForeignKey(Event, models.CASCADE, related_name="series")
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    win_points = models.PositiveSmallIntegerField(default=2)
    draw_points = models.PositiveSmallIntegerField(default=1)
    counts_points = models.BooleanField(default=False)  # the games' own points are added up
    rooms = models.JSONField(default=list, blank=True)  # names; games of a round take them in turn
    table_size = models.PositiveSmallIntegerField(default=2)  # most players at a table, where tables change
    rounds = models.PositiveSmallIntegerField(default=1)  # where tables change
    starts_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)  # from one game in a room to the next
    third_place = models.BooleanField(default=False)  # in a knockout, a game of those who lost in the semi-finals
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="one_series_a_name"),
            models.CheckConstraint(
                condition=Q(kind__in=["round_robin", "knockout", "champion", "rooms"]), name="known_kind_of_series"
            ),
            models.CheckConstraint(condition=Q(win_points__gte=models.F("draw_points")), name="a_win_brings_more"),
        ]

    def __str__(self) -> str:
        return self.name


class SeriesPlayer(models.Model):
    """A player of a series; `seed` is their place in its list, from 1."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.CASCADE, related_name="series")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["series", "player"], name="one_seed_a_player"),
            models.UniqueConstraint(fields=["series", "seed"], name="one_player_a_seed"),
        ]


class Fixture(models.Model):
    """A game of a series. It has a table as soon as it is opened; with one side it is a bye."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()  # within its round
    room = models.CharField(max_length=40, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    table = models.OneToOneField(Table, models.RESTRICT, null=True, blank=True, related_name="fixture")

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "round", "number"], name="one_fixture_a_number"),
            models.CheckConstraint(condition=Q(round__gte=1, number__gte=1), name="fixtures_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.round}.{self.number}"


class FixtureSide(models.Model):
    """A player of a fixture; `place` is the order in which they sit, from 1."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="sides")
    player = models.ForeignKey(Player, models.CASCADE, related_name="fixture_sides")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "player"], name="one_side_a_player"),
            models.UniqueConstraint(fields=["fixture", "place"], name="one_side_a_place"),
        ]
