"""Unfinished work before a round can move a step on, in sentences."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _, ngettext_lazy

from ..disputes.filing import window
from ..keying import remaining as waiting
from ..models import Job, Keying, Round, Sheet
from ..models.disputes import count_open
from ..round_puzzles import completeness
from ..rounds.expected_sheets import expected
from ..rulings import queue
from ..same_method_rulings.near_duplicates import pairs_in_the_way
from ..sheets import custody
from ..standings.penalties import PROPOSALS_WAIT, waiting_proposals
from ..ties.queries import is_called_off

# by the code of what is left, with how many there are of it
SENTENCES = {
    "missing": ngettext_lazy("%(n)s sheet has not come back.", "%(n)s sheets have not come back.", "n"),
    "lost": ngettext_lazy(
        "%(n)s sheet is lost. Decide what it counts as.", "%(n)s sheets are lost. Decide what they count as.", "n"
    ),
    "second": ngettext_lazy("%(n)s second sheet has not been typed.", "%(n)s second sheets have not been typed.", "n"),
    "none": ngettext_lazy(
        "%(n)s sheet of somebody who is present is not typed.",
        "%(n)s sheets of those who are present are not typed.",
        "n",
    ),
    "open": ngettext_lazy("%(n)s sheet is still being typed.", "%(n)s sheets are still being typed.", "n"),
    "once": ngettext_lazy("%(n)s sheet must be typed a second time.", "%(n)s sheets must be typed a second time.", "n"),
    "differing": ngettext_lazy(
        "%(n)s sheet was typed in two different ways. A third person must decide.",
        "%(n)s sheets were typed in two different ways. A third person must decide.",
        "n",
    ),
    "another": ngettext_lazy("%(n)s sheet waits for another reading.", "%(n)s sheets wait for another reading.", "n"),
    "recalled": ngettext_lazy("%(n)s sheet must be typed again.", "%(n)s sheets must be typed again.", "n"),
    "unconfirmed": ngettext_lazy(
        "%(n)s new reading is not confirmed yet.", "%(n)s new readings are not confirmed yet.", "n"
    ),
    "unjudged": ngettext_lazy("%(n)s sheet waits for its verdicts.", "%(n)s sheets wait for their verdicts.", "n"),
    "failed": ngettext_lazy(
        "The verdicts of %(n)s sheet failed: see Failed tasks.",
        "The verdicts of %(n)s sheets failed: see Failed tasks.",
        "n",
    ),
    "lines": ngettext_lazy("%(n)s line waits for a judge.", "%(n)s lines wait for a judge.", "n"),
    "pairs": ngettext_lazy(
        "A judge must decide whether %(n)s pair of methods counts once or twice.",
        "A judge must decide whether %(n)s pairs of methods count once or twice.",
        "n",
    ),
    "unsigned": queue.UNSIGNED_WAIT,
    "disputes": ngettext_lazy("%(n)s dispute is open.", "%(n)s disputes are open.", "n"),
    "window": ngettext_lazy("Coaches can still file disputes.", "Coaches can still file disputes.", "n"),
    "proposals": PROPOSALS_WAIT,
}


def sentence(code: str, count: int) -> str:
    return SENTENCES[code] % {"n": count}


def gaps(round_: Round) -> list[str]:
    """The work left before the round can open, a sentence each."""
    off = [_("Cancelled: these two are no longer tied, or no longer play each other.")]
    return [*(off if is_called_off(round_) else ()), *completeness.gaps(round_)]


def readings_left(round_: Round) -> dict[str, int]:
    """How many sheets wait for a person who types or confirms them, by code."""
    left = waiting.of_round(round_)
    return {
        "open": left.open,
        "once": left.half_typed,
        "differing": left.differing,
        "recalled": left.recalled,
        "unconfirmed": left.unconfirmed,
    }


def rulings_left(round_: Round) -> dict[str, int]:
    """How many lines, pairs of methods and unsigned rulings wait for a judge, by code."""
    return {
        "lines": queue.lines_by_round(round_.event, round_=round_).total(),
        "pairs": len(pairs_in_the_way(round_)),
        "unsigned": len(queue.waiting(round_.event, round_=round_)),
    }


def unfinished(round_: Round) -> list[str]:
    """The work left before the round can be final, a sentence each."""
    return [sentence(code, count) for code, count in left_to_do(round_).items()]


def left_to_do(round_: Round) -> dict[str, int]:
    """How much is left of each kind of work before the round can be final, by code; without what is done."""
    lost = custody.undecided(custody.in_use(round_))
    counts = {
        "lost": lost.count(),
        "second": _second_sheets(round_),
        "none": _not_typed(round_, lost),
        **readings_left(round_),
        **verdicts_left(round_),
        **rulings_left(round_),
        "disputes": count_open(round_.event, round_),
        "window": int(window(round_).is_open),
        "proposals": waiting_proposals(round_.event).filter(round=round_).count(),
    }
    return {code: count for code, count in counts.items() if count}


def verdicts_left(round_: Round) -> dict[str, int]:
    """How many sheets wait for the engine, and how many it failed on, by code."""
    failed = Q(state=Job.State.FAILED)
    undone = Job.objects.undone(round_.sheets.all())
    return undone.aggregate(unjudged=Count("pk", filter=~failed), failed=Count("pk", filter=failed))


def _second_sheets(round_: Round) -> int:
    """How many spare and replacement sheets are given out, not lost, and not typed yet. The only sheet of a player is
    no second one: they are counted among those without a typed sheet."""
    begun = Keying.objects.exclude(state=Keying.State.DROPPED).values("sheet")
    given = custody.in_use(round_).filter(lost_at__isnull=True).exclude(kind=Sheet.Kind.MAIN)
    others = Sheet.objects.filter(round=round_, entrant=OuterRef("entrant")).exclude(pk=OuterRef("pk"))
    return given.filter(Q(entrant=None) | Exists(others)).exclude(pk__in=begun).count()


def _not_typed(round_: Round, lost: QuerySet[Sheet]) -> int:
    """How many expected players or teams have no sheet that somebody has begun to type, nor a lost one."""
    begun = Keying.objects.filter(sheet__round=round_).exclude(state=Keying.State.DROPPED)
    untyped = expected(round_).exclude(pk__in=begun.values("sheet__entrant"))
    return untyped.exclude(pk__in=lost.values("entrant")).count()


def unjudged(round_: Round) -> str:
    """How many sheets wait for the engine, and what to do, in sentences; empty if none."""
    left = verdicts_left(round_)
    sentences = [sentence(code, count) for code, count in left.items() if count]
    if left["unjudged"]:
        sentences.append(_("Wait a moment, then make the round final."))
    return " ".join(sentences)
