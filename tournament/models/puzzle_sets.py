"""Generated puzzle sets: the draft that is worked on, its locked versions, and what became of them."""

import json
from typing import Any

from django.conf import settings as site
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from puzzles.sets.puzzles import GeneratedPuzzle as MadePuzzle

from .events import Division, Event
from .puzzles import PuzzleVersion
from .rounds import Round


class PuzzleSet(models.Model):
    """The draft of a set: what one grade is asked in a round, or a set of the library without a round.

    `format` is one of `puzzles.sets.generate.FORMATS`, `settings` are of its schema, and `edition` is what
    `judging.language.editions.edition` reads. `puzzles` are `puzzles.sets.puzzles.GeneratedPuzzle.as_dict`,
    `kept` and `todo` the keys of boxes that stay and of those that are made again (`puzzle_sets.boxes.box_key`).
    `attempt` counts how often something was made again, `revision` every change by a person. `problem` is a message
    (code and facts). A set for one of the dates of a season has its `season`, a name, and the date, `held_on`.
    """

    class Making(models.TextChoices):
        MAKING = "making", _("Being made")
        DONE = "done", _("Ready")
        STOPPED = "stopped", _("Stopped")
        EMPTIED = "emptied", _("Not finished")

    event = models.ForeignKey(Event, models.CASCADE, related_name="puzzle_sets")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="puzzle_sets")
    grade = models.PositiveSmallIntegerField(null=True)
    name = models.CharField(max_length=80)
    tags = models.JSONField(default=list)
    season = models.CharField(max_length=60, blank=True)
    held_on = models.DateField(null=True)
    format = models.CharField(max_length=40)
    settings = models.JSONField(default=dict)
    edition = models.JSONField(default=dict)
    seed = models.CharField(max_length=32)  # 128 bits in hex
    count = models.PositiveSmallIntegerField()
    puzzles = models.JSONField(default=list)
    kept = models.JSONField(default=list)
    todo = models.JSONField(default=list)
    attempt = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    making = models.CharField(max_length=10, choices=Making.choices, default=Making.MAKING)
    problem = models.JSONField(null=True)
    log = models.JSONField(default=list)
    made_by = models.ForeignKey(site.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(making__in=["making", "done", "stopped", "emptied"]), name="known_making"
            ),
            models.CheckConstraint(
                condition=Q(round__isnull=True) | Q(grade__isnull=False), name="a_set_of_a_round_has_a_grade"
            ),
            models.UniqueConstraint(fields=["round", "grade"], name="one_set_a_grade_of_a_round"),
            models.UniqueConstraint(
                fields=["event", "season", "held_on", "grade"],
                condition=~Q(season=""),
                name="one_set_a_date_and_grade_of_a_season",
            ),
        ]

    @property
    def division(self) -> Division | None:
        """The grade of the event that it is for; None without one, or where the event no longer has it."""
        return self.event.divisions.filter(grade=self.grade).first() if self.grade is not None else None

    def __str__(self) -> str:
        return self.name

    def read_puzzles(self) -> list[MadePuzzle]:
        return [MadePuzzle.read(each) for each in self.puzzles]


class PuzzleSetVersion(models.Model):
    """A locked version. `document` is the key as it is given out once the round is closed, with the seed and a salt in
    it; `digest` is its SHA-256, which may be published before. Append-only."""

    set = models.ForeignKey(PuzzleSet, models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    document = models.TextField()
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(site.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["set", "number"], name="one_set_version_a_number")]

    @property
    def content(self) -> dict[str, Any]:
        """The document as JSON."""
        return json.loads(self.document)

    def read_puzzles(self) -> list[MadePuzzle]:
        return [MadePuzzle.read(each) for each in self.content["puzzles"]]


class PuzzleSetUse(models.Model):
    """A locked version became the puzzle of a round."""

    version = models.ForeignKey(PuzzleSetVersion, models.PROTECT, related_name="uses")
    puzzle_version = models.ForeignKey(PuzzleVersion, models.PROTECT, related_name="from_sets")
    used_by = models.ForeignKey(site.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "puzzle_version"], name="one_use_of_a_version_for_a_puzzle")
        ]


class KeyDigest(models.Model):
    """The digest of a locked version was published, so that anybody can check the key later."""

    version = models.OneToOneField(PuzzleSetVersion, models.PROTECT, related_name="published")
    published_by = models.ForeignKey(site.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    published_at = models.DateTimeField()


class EventWord(models.Model):
    """A word that an event accepts or refuses, on top of the site's list."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="words")
    word = models.CharField(max_length=15)
    is_accepted = models.BooleanField()
    why = models.CharField(max_length=500)
    decided_by = models.ForeignKey(site.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ["word"]
        constraints = [
            models.UniqueConstraint(fields=["event", "word"], name="one_decision_a_word"),
            models.CheckConstraint(condition=~Q(word=""), name="a_word_has_letters"),
        ]
