"""What is left to do before a round goes a step on, in sentences for whoever moves it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from ..models import Job, Keying, Round, Sheet
from . import asked, custody, queue, waiting
from .expected import expected
from .near_duplicates import pairs_in_the_way
from .ties import is_called_off

# what stands in the way of making a round final, by how many there are of it
LEFT = {
    "second": ngettext_lazy(
        "%(count)s second sheet of a player is not typed.",
        "%(count)s second sheets of players are not typed.",
        "count",
    ),
    "none": ngettext_lazy(
        "%(count)s player is present and has no sheet.",
        "%(count)s players are present and have no sheet.",
        "count",
    ),
    "open": ngettext_lazy(
        "%(count)s sheet is still being keyed.", "%(count)s sheets are still being keyed.", "count"
    ),
    "once": ngettext_lazy(
        "%(count)s sheet is typed once and needs another reading.",
        "%(count)s sheets are typed once and need another.",
        "count",
    ),
    "differing": ngettext_lazy(
        "%(count)s sheet waits for a third person.", "%(count)s sheets wait for a third person.", "count"
    ),
    "recalled": ngettext_lazy(
        "%(count)s sheet is to be keyed anew.", "%(count)s sheets are to be keyed anew.", "count"
    ),
    "proposed": ngettext_lazy(
        "%(count)s new reading waits to be confirmed.",
        "%(count)s new readings wait to be confirmed.",
        "count",
    ),
    "unjudged": ngettext_lazy(
        "%(count)s sheet waits for its verdicts.", "%(count)s sheets wait for their verdicts.", "count"
    ),
    "unruled": ngettext_lazy(
        "%(count)s line waits for a judge.", "%(count)s lines wait for a judge.", "count"
    ),
    "pairs": ngettext_lazy(
        "%(count)s pair of methods waits for a judge: once or twice?",
        "%(count)s pairs of methods wait for a judge: once or twice?",
        "count",
    ),
    "signatures": ngettext_lazy(
        "%(count)s ruling waits for signatures.", "%(count)s rulings wait for signatures.", "count"
    ),
}


def gaps(round_: Round) -> list[str]:
    """What stands in the way of opening the round, a sentence each."""
    off = [_("Nobody is to play it: its sides are not level any more, or others meet.")]
    return [*(off if is_called_off(round_) else ()), *asked.gaps(round_)]


def unfinished(round_: Round) -> list[str]:
    """What still stands in the way of making the round final, a sentence each."""
    left = waiting.of_round(round_)
    unruled = sum(len(group.lines) for group in queue.open_groups(round_.event, round_=round_))
    proposed = len(queue.waiting(round_.event, round_=round_))
    pairs = len(pairs_in_the_way(round_))
    counts = (
        (_second_sheets(round_), LEFT["second"]),
        (_not_typed(round_), LEFT["none"]),
        (left.open, LEFT["open"]),
        (left.once, LEFT["once"]),
        (left.differing, LEFT["differing"]),
        (left.recalled, LEFT["recalled"]),
        (left.proposed, LEFT["proposed"]),
        (_not_judged(round_), LEFT["unjudged"]),
        (unruled, LEFT["unruled"]),
        (pairs, LEFT["pairs"]),
        (proposed, LEFT["signatures"]),
    )
    return [said % {"count": count} for count, said in counts if count]


def _not_judged(round_: Round) -> int:
    return Job.objects.undone(round_.sheets.all()).count()


def _second_sheets(round_: Round) -> int:
    """Spare and replacement sheets that somebody has, that are not lost, and that nobody has begun to type."""
    begun = Keying.objects.exclude(state=Keying.State.DROPPED).values("sheet")
    given = custody.in_use(round_).filter(lost_at__isnull=True).exclude(kind=Sheet.Kind.MAIN)
    return given.exclude(pk__in=begun).count()


def _not_typed(round_: Round) -> int:
    """Who is there, was asked something, and has no sheet that anybody has begun to type."""
    begun = Keying.objects.filter(sheet__round=round_).exclude(state=Keying.State.DROPPED)
    return expected(round_).exclude(pk__in=begun.values("sheet__entrant")).count()


def unjudged(round_: Round) -> str:
    """How many sheets wait for the engine, in a sentence; nothing where none does."""
    count = _not_judged(round_)
    return LEFT["unjudged"] % {"count": count} if count else ""
