"""The changes of a re-score that a judge's word makes: on a line, and on a pair of methods."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _

from ..models import Event, PairRuling, Puzzle, Ruling, Submission, Verdict
from ..models.sameness import key_digest
from . import sameness
from .rulings import Rulings, given_on, reach
from .what_if import WhatIf


@dataclass(frozen=True)
class RulingChange:
    """A judge's ruling, as `rulings.give` takes it; `before` is the id of the ruling that stood, or None."""

    kind: ClassVar[str] = "ruling"
    line: int
    counts_as: str
    method: str
    value: str
    only_this_sheet: bool
    reason: str
    before: int | None

    def submission(self) -> Submission:
        return Submission.objects.select_related("sheet__round__event", "sheet__entrant").get(pk=self.line)

    def _puzzle(self) -> Puzzle:
        line = self.submission()
        return Puzzle.objects.get(
            division_puzzles__round=line.sheet.round_id,
            division_puzzles__division=line.sheet.entrant.division_id,
        )

    def ruling(self, event: Event) -> Ruling:
        """The ruling as it would be, not saved."""
        line = self.submission()
        alone = self.only_this_sheet or line.mark == "illegible"
        return Ruling(
            event=event,
            puzzle=self._puzzle(),
            box=line.box,
            text=line.text,
            digest=line.digest,
            mark=line.mark,
            submission=line if alone else None,
            counts_as=self.counts_as,
            method=self.method,
            value=self.value,
            reason=self.reason,
        )

    def what_if(self, event: Event) -> WhatIf:
        ruling = self.ruling(event)
        return WhatIf(rulings={ruling.puzzle_id: (ruling,)})

    def standing(self, event: Event) -> Ruling | None:
        """The ruling of the same reach that stands now."""
        meant = self.ruling(event)
        return Rulings(given_on([meant.puzzle_id]).get(meant.puzzle_id, ())).in_force_at(reach(meant))

    def stands(self, event: Event) -> bool:
        now = self.standing(event)
        return (now.pk if now else None) == self.before

    def undone(self) -> "RulingChange":
        """The ruling that stood before is given again; where there was none, this one is withdrawn."""
        if self.before is None:
            return replace(self, counts_as="withdrawn", method="", value="")
        earlier = Ruling.objects.get(pk=self.before)
        return replace(
            self,
            counts_as=earlier.counts_as,
            method=earlier.method,
            value=earlier.value,
            reason=earlier.reason,
        )

    def tell(self, event: Event) -> str:
        line = self.submission()
        what = {
            "method": _("counts as %(what)s") % {"what": self.method},
            "value": _("counts as a method worth %(what)s") % {"what": self.value},
            "nothing": _("counts for nothing"),
            "withdrawn": _("counts as the rules of the round say"),
        }[self.counts_as]
        text = line.text or _("the illegible line")
        return f"{line.sheet.round.name}: “{text}” {what}."


@dataclass(frozen=True)
class PairChange:
    """Whether two methods count once or twice, by the ids of two verdicts that have their keys."""

    kind: ClassVar[str] = "pair"
    first: int
    second: int
    says: str
    reason: str
    before: str | None

    def verdicts(self) -> tuple[Verdict, Verdict]:
        found = Verdict.objects.in_bulk([self.first, self.second])
        one, other = sorted(found.values(), key=lambda verdict: key_digest(verdict.method_key))
        return one, other

    def ruling(self, event: Event) -> PairRuling:
        ruling = sameness.ruling_on(event, *self.verdicts(), self.says)
        ruling.reason = self.reason
        return ruling

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(pairs=(self.ruling(event),))

    def standing(self, event: Event) -> str | None:
        one, other = self.verdicts()
        ruling = sameness.in_force(event).get(sameness.pair(one.method_key, other.method_key))
        return ruling.says if ruling else None

    def stands(self, event: Event) -> bool:
        return self.standing(event) == self.before

    def undone(self) -> "PairChange":
        return replace(self, says=self.before or "withdrawn", before=_none_if_withdrawn(self.says))

    def tell(self, event: Event) -> str:
        one, other = self.verdicts()
        what = {"same": _("count once"), "different": _("count twice")}.get(
            self.says, _("count as the event's policy says")
        )
        return f"“{one.text}”, “{other.text}”: {what}."


def _none_if_withdrawn(says: str) -> str | None:
    return None if says == "withdrawn" else says
