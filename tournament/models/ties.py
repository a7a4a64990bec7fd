"""Ties that decide an award, and the tiebreakers in which they are played out; penalties."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .entrants import Entrant
from .events import Division, Event


class TieKind(models.TextChoices):
    """Which of a division's two standings."""

    PLAYERS = "players", _("Players")
    TEAMS = "teams", _("Teams")


class Tie(models.Model):
    """Sides that share a place which gets an award. Who plays whom follows only from `seed` and the games
    (`judging.results.brackets`); it is dropped when it turns out that they are not tied after all."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="ties")
    division = models.ForeignKey(Division, models.PROTECT, related_name="ties")
    kind = models.CharField(max_length=10, choices=TieKind.choices)
    place = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    sides = models.ManyToManyField(Entrant, through="TieSide", related_name="ties")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    dropped_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=["players", "teams"]), name="known_kind_of_tie"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_from_one"),
            models.UniqueConstraint(
                fields=["division", "kind", "place"], condition=Q(dropped_at__isnull=True), name="one_tie_a_place"
            ),
        ]


class TieSide(models.Model):
    """A side as it was written when the tie was drawn: a player's number or a team's name of that moment. The draw
    hashes this (NT-TB-2), so changing a number or a name later changes no order. Append-only. Once the names of the
    event are removed, `drawn_at` is the side's place in the draw, from 1, and the name is hashed no more."""

    tie = models.ForeignKey(Tie, models.CASCADE, related_name="drawn")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    drawn_as = models.CharField(max_length=80)
    drawn_at = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tie", "entrant"], name="one_side_an_entrant"),
            models.UniqueConstraint(fields=["tie", "drawn_as"], name="sides_drawn_differ"),
            models.CheckConstraint(condition=~Q(drawn_as=""), name="side_is_drawn_as_something"),
        ]


class TieGame(models.Model):
    """One tiebreaker: a round of its own, a target game between two of the sides; its methods are counted like any
    other round's, and its points count nowhere else."""

    tie = models.ForeignKey(Tie, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    round = models.OneToOneField("Round", models.PROTECT, related_name="tie_game")
    first = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    second = models.ForeignKey(Entrant, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tie", "number"], name="one_tie_game_a_number"),
            models.CheckConstraint(condition=~Q(first=models.F("second")), name="a_tie_game_has_two_sides"),
        ]


class Penalty(models.Model):
    """Points that a judge takes from an entrant, in a round or overall. Append-only: one that is lifted is answered by
    another row, of no points. `proposed` by an organiser, it takes nothing: a judge answers it with the penalty given,
    or with a row of no points that declines it."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="penalties")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="penalties")
    round = models.ForeignKey("Round", models.PROTECT, null=True, related_name="penalties")
    points = models.PositiveIntegerField()
    reason = models.TextField()
    proposed = models.BooleanField(default=False)
    answers = models.OneToOneField("self", models.PROTECT, null=True, related_name="answer")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_a_reason"),
            models.CheckConstraint(
                condition=Q(points__gte=1, answers__isnull=True)
                | Q(points__gte=1, proposed=False)
                | Q(proposed=False, answers__isnull=False),
                name="a_penalty_takes_or_answers",
            ),
        ]
