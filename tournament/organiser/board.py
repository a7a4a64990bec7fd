"""A round's board: where its sheets are, and what is left to do before it can be final."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from ..models import Keying, Round
from ..models.disputes import count_open
from ..sheets.custody import CHECKED, ISSUED, KEYED, PRINTED, RETURNED, RoundSheets, round_sheets
from . import open_work

SHOWN = 20  # keyings named; the others are counted


@dataclass(frozen=True)
class RoundBoard:
    """`held` are the first sheets that somebody is typing; `more_held` counts the others. `left` is how much there is
    of each kind of work, by its code in `open_work`."""

    round: Round
    sheets: RoundSheets
    held: list[Keying]
    more_held: int
    left: dict[str, int]

    @property
    def headline(self) -> str:
        """How far the round's sheets have come, in one sentence, and a second one if some count as nothing."""
        if lost := self.sheets.whole.counts.as_nothing:
            as_nothing = ngettext("%(n)s is lost and counts as nothing.", "%(n)s are lost and count as nothing.", lost)
            return f"{self._stage} {as_nothing % {'n': lost}}"
        return self._stage

    @property
    def _stage(self) -> str:
        whole = self.sheets.whole
        facts = {"total": whole.total}
        if not whole.total:
            return _("No sheets are expected in this round yet.")
        if whole.reached[CHECKED] == whole.total:
            return _("All %(total)s sheets are checked.") % facts
        for stage, sentence in (
            (CHECKED, _("%(n)s of %(total)s sheets are checked.")),
            (KEYED, _("%(n)s of %(total)s sheets are typed.")),
            (RETURNED, _("%(n)s of %(total)s sheets are back.")),
            (ISSUED, _("%(n)s of %(total)s sheets are with the players.")),
            (PRINTED, _("%(n)s of %(total)s sheets are printed.")),
        ):
            if whole.reached[stage]:
                return sentence % (facts | {"n": whole.reached[stage]})
        return _("No sheet is printed yet.")


def board(round_: Round) -> RoundBoard:
    """The round's board in a fixed number of queries, whatever its size.

    Sheets that are being typed come in the order in which they were last touched, the idlest first.
    """
    sheets = round_sheets(round_)
    being_keyed = Keying.objects.filter(sheet__round=round_, state=Keying.State.OPEN)
    being_keyed = being_keyed.select_related("keyer", "sheet__entrant__player", "sheet__entrant__team")
    held = list(being_keyed.order_by("touched_at", "pk"))
    return RoundBoard(round_, sheets, held[:SHOWN], max(0, len(held) - SHOWN), _left(round_, sheets))


def _left(round_: Round, sheets: RoundSheets) -> dict[str, int]:
    counts = {
        "missing": sheets.missing.count,
        "lost": sheets.lost.count,
        **open_work.readings_left(round_),
        "failed": open_work.verdicts_left(round_)["failed"],
        **open_work.rulings_left(round_),
        "disputes": count_open(round_.event, round_),
    }
    del counts["open"]  # the board names these sheets
    return counts
