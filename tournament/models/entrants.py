"""Players and teams, each an entrant exactly once."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from ..common.line_text import isolated
from .events import Division, Event, name_key, short_name
from .fields import FoldedField


class Team(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)
    search_name = FoldedField(of=("name",))

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["event", "search_name"], name="teams_by_name")]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="one_team_a_name")]

    def __str__(self) -> str:
        return isolated(self.name)


class Player(models.Model):
    """A contestant. `number` is the one printed on the badge; public pages show no more of the name than the event
    allows."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="players")
    number = models.PositiveIntegerField()
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80, blank=True)
    search_name = FoldedField(of=("first_name", "last_name"))
    division = models.ForeignKey(Division, models.PROTECT, related_name="players")
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="members")
    # the player who left and in whose place this one plays on
    replaces = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="substitute")

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["event", "search_name"], name="players_by_name")]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_player_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="player_number_from_one"),
        ]

    def __str__(self) -> str:
        """The name as a sentence has it."""
        return f"{self.number} {isolated(f'{self.first_name} {self.last_name}'.strip())}"

    def short_name(self, event: Event) -> str:
        """The part of the name that the event makes public, for places that say the number too."""
        if event.public_names == Event.Names.NUMBER:
            return f"No. {self.number}"
        return short_name(self.first_name, self.last_name)

    def number_and_name(self, event: Event) -> str:
        """The number and the short name, as much of them as the event makes public."""
        if event.public_names == Event.Names.NUMBER:
            return isolated(self.public_name(event))
        return f"{self.number} {isolated(self.short_name(event))}"

    def public_name(self, event: Event) -> str:
        """The public name: the short name, with the number if several players of the event share it (NT-PU-9)."""
        name = self.short_name(event)
        if event.public_names == Event.Names.NUMBER or name_key(name) not in event.shared_names:
            return name
        return f"{name} ({self.number})"


class Entrant(models.Model):
    class Status(models.TextChoices):
        PRESENT = "present", _("Present")
        ABSENT = "absent", _("Absent")
        WITHDRAWN = "withdrawn", pgettext_lazy("player", "Withdrawn")
        DISQUALIFIED = "disqualified", _("Disqualified")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entrants")
    player = models.OneToOneField(Player, models.CASCADE, null=True, blank=True, related_name="entrant")
    team = models.OneToOneField(Team, models.CASCADE, null=True, blank=True, related_name="entrant")
    # a player's own grade, a team's highest member's (NT-ST-3); None for a team without members
    division = models.ForeignKey(Division, models.PROTECT, null=True, related_name="entrants")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.PRESENT)
    checked_in_at = models.DateTimeField(null=True, blank=True)  # when somebody saw the player at the door
    shown: str  # number and name, by `disputes.coach_pages` and `effects.preview_page`

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, team__isnull=True) | Q(player__isnull=True, team__isnull=False),
                name="entrant_is_player_or_team",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["present", "absent", "withdrawn", "disqualified"]), name="known_entrant_status"
            ),
        ]

    def __str__(self) -> str:
        return str(self.who)

    @property
    def who(self) -> Player | Team:
        """The player or team that it is."""
        who = self.player or self.team
        assert who is not None  # a constraint: an entrant is a player or a team
        return who

    @property
    def plays_in(self) -> int:
        """The id of its division; 0 for a team without members, which is asked nothing."""
        return self.division_id or 0

    @property
    def label(self) -> str:
        """The label on paper: a player's number, a team's name."""
        return str(self.who.number) if isinstance(self.who, Player) else self.who.name

    def short_name(self, event: Event) -> str:
        """The name beside its number; two players may share it."""
        return self.who.short_name(event) if isinstance(self.who, Player) else self.who.name

    def number_and_name(self, event: Event) -> str:
        """A player's number and short name, as much of them as the event makes public; a team's name."""
        return self.player.number_and_name(event) if self.player else str(self.team)

    def public_name(self, event: Event) -> str:
        """The public name, different from every other player's."""
        return self.who.public_name(event) if isinstance(self.who, Player) else self.who.name


class Relation(models.Model):
    """A helper is related to a player (their child, their pupil), so they never get that player's sheets."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="relations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="relations")
    player = models.ForeignKey(Player, models.CASCADE, related_name="relations")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "player"], name="one_relation_once")]
