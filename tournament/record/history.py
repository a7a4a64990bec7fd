"""What was ruled in an event."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from judging.games.paper import Box

from ..models import Event, Keying, Mark, Ruling, Submission


@dataclass(frozen=True)
class Given:
    """A ruling and the question of its box."""

    ruling: Ruling
    question: Box


def with_questions(rulings: Iterable[Ruling]) -> list[Given]:
    return [Given(ruling, Box.read(ruling.puzzle.active.boxes[ruling.box])) for ruling in rulings]


def rulings_of(event: Event) -> QuerySet[Ruling]:
    """Every ruling, latest first. `line_id` is a line it speaks of; `is_replaced` says that a later one stands above it."""
    same_sheet = Q(submission__sheet=OuterRef("submission__sheet")) & ~Q(mark=Mark.ILLEGIBLE)
    later = Ruling.objects.filter(
        Q(submission__isnull=True) | Q(submission=OuterRef("submission")) | same_sheet,
        puzzle=OuterRef("puzzle"),
        box=OuterRef("box"),
        digest=OuterRef("digest"),
        mark=OuterRef("mark"),
        pk__gt=OuterRef("pk"),
    )
    lines = Submission.objects.filter(
        box=OuterRef("box"),
        digest=OuterRef("digest"),
        mark=OuterRef("mark"),
        keying__state=Keying.State.AGREED,
        sheet__round__puzzles=OuterRef("puzzle"),
        sheet__entrant__player__division__division_puzzles__puzzle=OuterRef("puzzle"),
    ).order_by("pk")
    return (
        Ruling.objects.filter(event=event)
        .select_related("given_by", "puzzle__round", "puzzle__active", "submission__sheet__entrant__player")
        .annotate(
            is_replaced=Exists(later), line_id=Coalesce("submission_id", Subquery(lines.values("pk")[:1]))
        )
        .order_by("-pk")
    )
