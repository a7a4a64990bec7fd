"""Live games: tables, who sits at them, who hosts them, and the moves that were made.

A table of an event is part of its record: its moves are append-only. A play-now table has no event and is deleted after
a day (`guarded` is false for its moves).
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .entrants import Player
from .events import Event
from .people import User

NAME = 24  # characters of a name at a table
COLOURS = Event.Accent.values  # of seats


class Table(models.Model):
    """One game that is being played, or was. `code` is its address, `pin` lets players join while it is open.

    `changes` grows with everything that is written about the table; `moves_made` is the number of its last move.
    Locking the row puts the moves in their order. `settings` are those of the game, complete. Chance follows from
    `seed`.
    """

    class Stage(models.TextChoices):
        LOBBY = "lobby", _("Waiting for players")
        PLAYING = "playing", _("Being played")
        OVER = "over", _("Over")

    code = models.CharField(max_length=16, unique=True)
    pin = models.CharField(max_length=6)
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="tables")
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=60, blank=True)
    settings = models.JSONField(default=dict)
    recorded = models.BooleanField(default=False)  # entered from paper, with no clock
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.LOBBY)
    seed = models.CharField(max_length=32)  # 128 bits in hexadecimal, secret until the game is over
    is_locked = models.BooleanField(default=False)  # nobody may join
    late_joining = models.BooleanField(default=True)  # while the game is played
    names_need_approval = models.BooleanField(default=True)  # before the screen shows them
    earlier = models.JSONField(
        default=list, blank=True
    )  # games of the same players: [{"game", "points": {seat: points}}]
    changes = models.PositiveIntegerField(default=0)
    moves_made = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pin"], condition=Q(ended_at__isnull=True), name="one_open_table_a_pin"),
            models.CheckConstraint(condition=Q(stage__in=["lobby", "playing", "over"]), name="known_table_stage"),
            models.CheckConstraint(condition=Q(pin__regex=r"^[0-9]{6}$"), name="six_digit_pin"),
        ]
        indexes = [models.Index(fields=["event", "stage"])]

    def __str__(self) -> str:
        return self.name or self.code


class Seat(models.Model):
    """Somebody at a table. The phone that holds the token is the seat; only its digest is stored.

    `approved_at` is when the host showed the name to the room, or, at a table of an event, let the player in: until
    then they have no move that says that they joined, and several phones may wait for the same player.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME + 4)  # an equal name got a number
    colour = models.CharField(max_length=12)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="seats")
    token = models.CharField(max_length=64, blank=True)  # of its phone, its digest; empty: played by the host's hand
    joined_at = models.DateTimeField()
    approved_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["table", "name"], name="one_seat_a_name"),
            models.UniqueConstraint(fields=["token"], condition=~Q(token=""), name="one_seat_a_token"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(removed_at__isnull=True, approved_at__isnull=False),
                name="one_seat_a_player",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_approved(self) -> bool:
        return self.approved_at is not None

    @property
    def is_removed(self) -> bool:
        return self.removed_at is not None


class HostDevice(models.Model):
    """A browser that may host a table. The first one is whoever opened it; others are added by it or by the event."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="hosts")
    token = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)


class HandOver(models.Model):
    """A link that gives a seat, or the host's part, to the device that opens it first."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="hand_overs")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="hand_overs")  # null: the host
    token = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)


class TableMove(models.Model):
    """One move, word for word (`judging.games.live.moves.Move`). `key` makes sending it twice do it once.

    `at` is when it was received, in milliseconds since 1970 on the server's clock. `elapsed` is what the phone's own
    clock said, and `round_trip` how long a message to it and back takes, both in milliseconds.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    by = models.CharField(max_length=6)
    seat = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.BigIntegerField()
    facts = models.JSONField(default=dict)
    key = models.CharField(max_length=60)
    elapsed = models.IntegerField(null=True)
    round_trip = models.IntegerField(null=True)
    guarded = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number"),
            models.UniqueConstraint(fields=["table", "key"], name="one_move_a_key"),
            models.CheckConstraint(condition=Q(by__in=["player", "host", "server"]), name="known_mover"),
        ]


class AddressUse(models.Model):
    """How much one address has used lately of what it may do: until then it gets a little of it back at a time, and
    after that it has all of it again. `address` is a digest; empty for what all addresses may do together."""

    class Kind(models.TextChoices):
        WRONG_PIN = "wrong_pin"
        WRONG_CODE = "wrong_code"  # of a sign-in link
        OPENED = "opened"  # a table without an event
        AGAIN = "again"  # a game against the machine, or the next one of the same players
        ENGINE = "engine"  # a question to it
        TOKEN = "token"  # a request of a program; `address` is the token's id
        PUBLIC = "public"  # a request to the public part of the API

    kind = models.CharField(max_length=10, choices=Kind.choices)
    address = models.CharField(max_length=64)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "address"], name="one_use_an_address")]
        indexes = [models.Index(fields=["until"])]
