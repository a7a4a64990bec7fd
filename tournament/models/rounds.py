"""The rounds of an event: each is one game."""

import hashlib
import json

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from judging.games.formats import FORMATS
from judging.games.paper import PaperFormat
from judging.games.settings import GradedSettings, Settings

from .events import Event
from .fields import WordsField
from .ties import TieGame

TIEBREAKER = "target_game"  # the format of a tie's games, and of nothing else


class Round(models.Model):
    """One game: its format, settings and rules edition, and how far its work has come.

    `settings` is a `judging.games` GradedSettings, begun as a copy of `preset`; `edition` is what
    `judging.language.editions.edition` reads. Both stay as they are once the round has left *planned*.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        OPEN = "open", pgettext_lazy("state", "Open")
        CLOSED = "closed", _("Closed")
        MARKING = "marking", _("Marking")
        FINAL = "final", _("Final")

    class KeyingPolicy(models.TextChoices):
        SINGLE = "once", _("Once")
        TWICE = "twice", _("Twice, by two people who do not see each other’s lines")

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    position = models.PositiveSmallIntegerField()
    name = WordsField(max_length=400)  # of people, at most 80 characters
    format = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    settings = models.JSONField(default=dict)
    edition = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    keying_policy = models.CharField(max_length=10, choices=KeyingPolicy.choices, default=KeyingPolicy.SINGLE)
    disputes_until = models.DateTimeField(null=True, blank=True)
    # the hall clock (rounds.clock): time given back moves the start; a stopped clock has both
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_stopped_at = models.DateTimeField(null=True, blank=True)
    # which box it is for, counted from 0, where they are played one by one
    clock_box = models.PositiveSmallIntegerField(default=0)
    # which results hold: 0, or the number of the re-score applied last
    generation = models.PositiveBigIntegerField(default=0)

    SHOWN = (Status.CLOSED, Status.MARKING, Status.FINAL)  # once contestants have stopped

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "position"], name="one_round_a_position"),
            models.CheckConstraint(
                condition=Q(status__in=["planned", "open", "closed", "marking", "final"]), name="known_round_status"
            ),
            models.CheckConstraint(condition=Q(keying_policy__in=["once", "twice"]), name="known_keying_policy"),
            models.CheckConstraint(
                condition=Q(clock_stopped_at__isnull=True) | Q(clock_started_at__isnull=False),
                name="a_stopped_clock_was_started",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.name}"

    @property
    def rules(self) -> PaperFormat:
        return FORMATS[self.format]

    @property
    def tiebreaker(self) -> TieGame | None:
        """The game of a tie that this round is; None for a round of the programme, without a query where it cannot be
        one."""
        return getattr(self, "tie_game", None) if self.format == TIEBREAKER else None

    @property
    def for_teams(self) -> bool:
        """Whether teams write the sheets, as the format says or, of a tiebreaker, the tie."""
        game = self.tiebreaker
        return game.tie.kind == "teams" if game else self.rules.for_teams

    @property
    def plan(self) -> GradedSettings:
        return GradedSettings.read(self.settings)

    def settings_for(self, grade: int | None) -> Settings:
        """The complete settings that a grade plays this round with."""
        return self.rules.schema.read(self.plan.for_grade(grade))

    @property
    def edition_id(self) -> str:
        """Names the edition of this round: equal for equal editions, so that verdicts can be found by it."""
        return hashlib.sha256(json.dumps(self.edition, sort_keys=True).encode()).hexdigest()

    @property
    def takes_keying(self) -> bool:
        """Whether paper may be typed in."""
        return self.status == self.Status.MARKING

    @property
    def is_blind(self) -> bool:
        """Whether sheets are keyed twice, by people who see neither each other's lines nor any verdict."""
        return self.keying_policy == self.KeyingPolicy.TWICE

    @property
    def shows_puzzles(self) -> bool:
        """Whether the public may see what was asked: only once contestants have stopped."""
        return self.status in self.SHOWN
