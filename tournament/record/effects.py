"""What a ruling would change, worked out before it is given."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from judging.games.paper import Score

from ..models import Entrant, Keying, PuzzleVersion, Round, Ruling, Submission, Verdict
from .reading import bench
from .replay import score
from .rulings import lines_under


@dataclass(frozen=True)
class Effect:
    """One entrant's points in the round as the record stands, and as they would be."""

    entrant: Entrant
    before: Score
    after: Score

    @property
    def difference(self) -> int:
        return self.after.points - self.before.points


def effects_of(
    rulings: Sequence[Ruling], round_: Round, version: PuzzleVersion, verdict: Verdict | None = None
) -> list[Effect]:
    """The effect of rulings given together on everyone of whose sheets they speak, by number; `verdict` is on the
    method they name."""
    sheets = {sheet for each in rulings for sheet in lines_under(each).values_list("sheet", flat=True)}
    entrants = (
        Entrant.objects.filter(sheets__in=sheets)
        .select_related("division", "player", "team")
        .order_by("player__number", "team__name")
        .distinct()
    )
    written: dict[int, list[Submission]] = defaultdict(list)
    lines = Submission.objects.filter(
        sheet__round=round_,
        sheet__entrant__in=entrants.order_by().values("pk"),
        keying__state=Keying.State.AGREED,
    ).select_related("sheet")
    for line in lines.order_by("sheet__number", "box", "position"):
        written[line.sheet.entrant_id].append(line)
    now = bench(round_, version, [line for each in written.values() for line in each])
    then = now
    for each in rulings:
        then = then.with_ruling(each, verdict)
    return [
        Effect(
            entrant,
            *(score(round_, entrant.division.grade, on, written[entrant.pk]) for on in (now, then)),
        )
        for entrant in entrants
    ]
