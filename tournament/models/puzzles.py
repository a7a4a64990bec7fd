"""Puzzles and their versions. A version is never changed; a puzzle points at the active one."""

from collections.abc import Collection
from dataclasses import replace

from django.conf import settings
from django.db import models

from judging.games.paper import Box

from .events import Division
from .rounds import Round


class Puzzle(models.Model):
    """One question paper of a round, for the divisions it is assigned to."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="puzzles")
    divisions = models.ManyToManyField(Division, through="DivisionPuzzle", related_name="puzzles")
    active = models.ForeignKey("PuzzleVersion", models.PROTECT, null=True, related_name="+")
    # boxes, counted from 0, that were withdrawn afterwards and count for nobody; changed only by a re-score
    void_boxes = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"Puzzle {self.pk} of {self.round}"

    @property
    def version(self) -> "PuzzleVersion":
        """The version in force, which knows its puzzle without another query."""
        assert self.active is not None  # `round_puzzles.actions` writes a puzzle and its first version together
        self.active.puzzle = self
        return self.active


def boxes_of(stored: list[dict], void: Collection[int]) -> tuple[Box, ...]:
    """The boxes from their JSON; those whose index is in `void` count for nobody (NT-P-9)."""
    boxes = (Box.read(each) for each in stored)
    return tuple(replace(box, void=True) if at in void else box for at, box in enumerate(boxes))


class DivisionPuzzle(models.Model):
    """Which puzzle a division is asked in a round: exactly one."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="division_puzzles")
    division = models.ForeignKey(Division, models.CASCADE, related_name="division_puzzles")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="division_puzzles")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "division"], name="one_puzzle_a_division")]


class PuzzleVersion(models.Model):
    """The boxes of a puzzle in the order of the sheet, each as `judging.games.paper.Box.export` writes it.

    A grade never gets two different questions with one number in a round: the number is printed on its sheets.
    """

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    boxes = models.JSONField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["puzzle", "number"], name="one_version_a_number")]

    @property
    def mark(self) -> str:
        """The version as it is printed beside a sheet's code."""
        return f"v{self.number}"

    def asks_the_same(self, other: "PuzzleVersion") -> bool:
        return self.boxes == other.boxes

    def read_boxes(self) -> tuple[Box, ...]:
        """The boxes as they were asked; those that were made void since are marked."""
        return boxes_of(self.boxes, self.puzzle.void_boxes)


class MethodCounts(models.Model):
    """How many distinct methods each box of a version has, as far as they are counted; null for one whose methods
    cannot be counted. `lists` has the simplest methods of the same boxes (`rounds.method_counts`). The worker writes it
    once the round is over."""

    version = models.OneToOneField(PuzzleVersion, models.CASCADE, related_name="method_counts")
    counts = models.JSONField(default=list)
    lists = models.JSONField(default=list)
    is_complete = models.BooleanField(default=False)
