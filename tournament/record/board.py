"""The desk's board: where a round's papers are, and what holds the round up."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from ..models import Dispute, Keying, Round
from . import queue, waiting
from .custody import CHECKED, ISSUED, KEYED, PRINTED, RETURNED, Papers, papers
from .near_duplicates import pairs_in_the_way
from .progress import pairs_wait, unsigned_wait

SHOWN = 20  # keyings named; the others are counted

MISSING = ngettext_lazy("%(n)s sheet has not come back.", "%(n)s sheets have not come back.", "n")
LOST = ngettext_lazy("%(n)s sheet is lost.", "%(n)s sheets are lost.", "n")
ONCE = ngettext_lazy(
    "%(n)s sheet waits for its second reading.", "%(n)s sheets wait for their second reading.", "n"
)
DIFFERING = ngettext_lazy(
    "Two readings of %(n)s sheet differ: a third person settles it.",
    "Two readings of %(n)s sheets differ: a third person settles them.",
    "n",
)
RECALLED = ngettext_lazy("%(n)s sheet is to be keyed anew.", "%(n)s sheets are to be keyed anew.", "n")
PROPOSED = ngettext_lazy(
    "%(n)s new reading waits to be confirmed.", "%(n)s new readings wait to be confirmed.", "n"
)
LINES = ngettext_lazy("%(n)s line waits for a judge.", "%(n)s lines wait for a judge.", "n")
DISPUTES = ngettext_lazy("%(n)s dispute is open.", "%(n)s disputes are open.", "n")


@dataclass(frozen=True)
class HoldUp:
    """Something that must be done before the round can be final, as a sentence; `at` names the page where it is done."""

    sentence: str
    at: str


@dataclass(frozen=True)
class Board:
    """One round at a glance. `held` are the sheets that somebody has open, and `more_held` how many more there are."""

    round: Round
    papers: Papers
    held: list[Keying]
    more_held: int
    hold_ups: list[HoldUp]

    @property
    def headline(self) -> str:
        """Where the round stands, in one sentence."""
        whole = self.papers.whole
        facts = {"total": whole.total}
        if not whole.total:
            return _("Nobody is expected in this round yet.")
        if whole.reached[CHECKED] == whole.total:
            return _("All %(total)s sheets are checked.") % facts
        for stage, said in (
            (CHECKED, _("%(n)s of %(total)s sheets are checked.")),
            (KEYED, _("%(n)s of %(total)s sheets are keyed.")),
            (RETURNED, _("%(n)s of %(total)s sheets are back.")),
            (ISSUED, _("%(n)s of %(total)s sheets are with the contestants.")),
            (PRINTED, _("%(n)s of %(total)s sheets are printed.")),
        ):
            if whole.reached[stage]:
                return said % (facts | {"n": whole.reached[stage]})
        return _("No sheet is printed yet.")


def board(round_: Round) -> Board:
    """The round's board in a fixed number of queries, whatever its size.

    Sheets that are being typed stand by the moment they were last touched, the idlest first. It is how the list is
    shown and no more: saving drafts is numbered nowhere, and nothing is decided by it.
    """
    found = papers(round_)
    being_keyed = Keying.objects.filter(sheet__round=round_, state=Keying.State.OPEN)
    parts = ("keyer", "sheet__entrant__player", "sheet__entrant__team")
    held = list(being_keyed.select_related(*parts).order_by("touched_at", "pk"))
    return Board(round_, found, held[:SHOWN], max(0, len(held) - SHOWN), _hold_ups(round_, found))


def _hold_ups(round_: Round, found: Papers) -> list[HoldUp]:
    left = waiting.of_round(round_)
    lines = sum(len(group.lines) for group in queue.open_groups(round_.event, round_=round_))
    unsigned = len(queue.waiting(round_.event, round_=round_))
    pairs = len(pairs_in_the_way(round_))
    disputes = Dispute.objects.filter(sheet__round=round_, state=Dispute.State.OPEN).count()
    counts = (
        (found.missing.count, "missing", MISSING),
        (found.lost.count, "lost", LOST),
        (left.once, "keying-round", ONCE),
        (left.differing, "keying-round", DIFFERING),
        (left.recalled, "keying-round", RECALLED),
        (left.proposed, "keying-round", PROPOSED),
        (lines, "judge-queue", LINES),
        (pairs, "judge-queue", pairs_wait(pairs)),
        (unsigned, "judge-queue", unsigned_wait(unsigned)),
        (disputes, "disputes", DISPUTES),
    )
    return [HoldUp(said % {"n": count}, at) for count, at, said in counts if count]
