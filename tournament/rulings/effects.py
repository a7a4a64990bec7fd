"""What a ruling would change, worked out before it is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from judging.games.paper import Score

from ..models import Entrant, PuzzleVersion, Round, Ruling, Verdict
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.rulings import lines_under
from ..scoring.what_if import WhatIf


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
    entrants = list(
        Entrant.objects.filter(sheets__in=sheets)
        .select_related("division", "player", "team")
        .order_by("player__number", "team__name")
        .distinct()
    )
    now = Scoring([round_], [each.pk for each in entrants])
    supposed = WhatIf(rulings={version.puzzle_id: tuple(rulings)}, verdicts=(verdict,) if verdict else ())
    then = now.supposing(supposed)
    papers = ((each, EntrantInRound(round_.pk, each.pk)) for each in entrants)
    return [
        Effect(entrant, before, after)
        for entrant, paper in papers
        if (before := now.score(paper)) and (after := then.score(paper))
    ]
