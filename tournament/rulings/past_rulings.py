"""What was ruled in an event."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from judging.games.paper import Box

from ..models import Event, Ruling
from ..scoring.rulings import lines_of_puzzle, with_overtaken


@dataclass(frozen=True)
class Given:
    """A ruling and the question of its box."""

    ruling: Ruling
    question: Box

    @property
    def is_unsigned(self) -> bool:
        return self.ruling.signed < self.ruling.needs

    @property
    def stands(self) -> bool:
        """Whether it decides anything now: complete, the latest of its scope, and no withdrawal."""
        withdrawn = self.ruling.counts_as == Ruling.CountsAs.WITHDRAWN
        return not (self.is_unsigned or self.ruling.is_overtaken or withdrawn)


def with_questions(rulings: Iterable[Ruling]) -> list[Given]:
    return [Given(ruling, Box.read(ruling.puzzle.version.boxes[ruling.box])) for ruling in rulings]


def with_lines(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """Add `line_id` to each ruling: its own line, or the first recorded line that it covers."""
    place = {name: OuterRef(name) for name in ("box", "digest", "mark")}
    lines = lines_of_puzzle(OuterRef("puzzle")).filter(**place).order_by("pk")
    return rulings.annotate(line_id=Coalesce("submission_id", Subquery(lines.values("pk")[:1])))


def rulings_of(event: Event) -> QuerySet[Ruling]:
    """Every ruling, signed or not, latest first, with `line_id`, `signed` and `is_overtaken`."""
    return (
        with_lines(with_overtaken(Ruling.objects.filter(event=event)))
        .select_related("given_by", "puzzle__round", "puzzle__active", "submission__sheet__entrant__player")
        .order_by("-pk")
    )
