"""What a ruling would change, worked out before it is given."""

from collections import defaultdict
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
    ruling: Ruling, round_: Round, version: PuzzleVersion, verdict: Verdict | None = None
) -> list[Effect]:
    """The effect on everyone whose sheet the ruling speaks of, by number; `verdict` is on the method it names."""
    entrants = (
        Entrant.objects.filter(sheets__in=lines_under(ruling).values("sheet"))
        .select_related("player__division")
        .order_by("player__number")
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
    then = now.with_ruling(ruling, verdict)
    return [
        Effect(
            entrant,
            *(score(round_, entrant.player.division.grade, on, written[entrant.pk]) for on in (now, then)),
        )
        for entrant in entrants
    ]
