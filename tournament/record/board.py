"""The desk's board: where a round's papers are, and what holds the round up."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Dispute, Keying, Round
from . import queue, waiting
from .custody import CHECKED, ISSUED, KEYED, PRINTED, RETURNED, Papers, papers
from .near_duplicates import pairs_in_the_way
from .progress import pairs_wait, unsigned_wait

SHOWN = 20  # keyings named; the others are counted


@dataclass(frozen=True)
class Held:
    """A sheet that somebody has open, since when, and when she last did something."""

    keying: Keying
    since: datetime
    touched: datetime


@dataclass(frozen=True)
class HoldUp:
    """Something that must be done before the round can be final, as a sentence; `at` names the page where it is done."""

    sentence: str
    at: str


@dataclass(frozen=True)
class Board:
    """One round at a glance."""

    round: Round
    papers: Papers
    held: list[Held]
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
    held = [
        Held(keying, keying.opened_at, keying.touched_at)
        for keying in being_keyed.select_related(*parts).order_by("touched_at", "pk")
    ]
    return Board(round_, found, held[:SHOWN], max(0, len(held) - SHOWN), _hold_ups(round_, found))


def _hold_ups(round_: Round, found: Papers) -> list[HoldUp]:
    left = waiting.of_round(round_)
    lines = sum(len(group.lines) for group in queue.open_groups(round_.event, round_=round_))
    unsigned = len(queue.waiting(round_.event, round_=round_))
    pairs = len(pairs_in_the_way(round_))
    disputes = Dispute.objects.filter(sheet__round=round_, state=Dispute.State.OPEN).count()
    counts = (
        (found.missing.count, "missing", _missing(found.missing.count)),
        (
            found.lost.count,
            "lost",
            ngettext("%(n)s sheet is lost.", "%(n)s sheets are lost.", found.lost.count),
        ),
        (left.once, "keying-round", _once(left.once)),
        (left.differing, "keying-round", _differing(left.differing)),
        (left.recalled, "keying-round", _recalled(left.recalled)),
        (left.proposed, "keying-round", _proposed(left.proposed)),
        (
            lines,
            "judge-queue",
            ngettext("%(n)s line waits for a judge.", "%(n)s lines wait for a judge.", lines),
        ),
        (pairs, "judge-queue", pairs_wait(pairs)),
        (unsigned, "judge-queue", unsigned_wait(unsigned)),
        (disputes, "disputes", ngettext("%(n)s dispute is open.", "%(n)s disputes are open.", disputes)),
    )
    return [HoldUp(said % {"n": count}, at) for count, at, said in counts if count]


def _missing(n: int) -> str:
    return ngettext("%(n)s sheet has not come back.", "%(n)s sheets have not come back.", n)


def _once(n: int) -> str:
    return ngettext(
        "%(n)s sheet waits for its second reading.", "%(n)s sheets wait for their second reading.", n
    )


def _differing(n: int) -> str:
    return ngettext(
        "Two readings of %(n)s sheet differ: a third person settles it.",
        "Two readings of %(n)s sheets differ: a third person settles them.",
        n,
    )


def _recalled(n: int) -> str:
    return ngettext("%(n)s sheet is to be keyed anew.", "%(n)s sheets are to be keyed anew.", n)


def _proposed(n: int) -> str:
    return ngettext("%(n)s new reading waits to be confirmed.", "%(n)s new readings wait to be confirmed.", n)
