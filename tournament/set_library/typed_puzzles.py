"""Puzzles that somebody typed or imported, for the library: those of the events that a person organises, so that nobody
else sees a question before its round is over."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Division, Event, Membership, Puzzle, PuzzleVersion, Role, Round, User
from ..models.rounds import TIEBREAKER
from ..round_puzzles import actions as puzzles
from ..web.permissions import NotAllowed, capabilities


def typed_puzzles(user: User) -> QuerySet[Puzzle]:
    """The puzzles in force of the person's events that come from no set, the newest first. Those with a question that
    was withdrawn are left out."""
    events = Membership.objects.filter(user=user, role=Role.ORGANISER).values("event")
    rows = Puzzle.objects.filter(round__event__in=events, active__from_sets=None, void_boxes=[])
    rows = rows.filter(division_puzzles__isnull=False).exclude(round__format=TIEBREAKER).distinct()
    return rows.select_related("active", "round__event").prefetch_related("divisions").order_by("-pk")


def places_for(format_slug: str, event: Event) -> list[tuple[Round, Division]]:
    """The rounds and grades of the event that could take a typed puzzle: planned, of its format, without one."""
    taken = set(event.rounds.values_list("pk", "division_puzzles__division"))
    rounds = event.rounds.filter(status=Round.Status.PLANNED, format=format_slug)
    divisions = list(event.divisions.all())
    return [(each, division) for each in rounds for division in divisions if (each.pk, division.pk) not in taken]


@transaction.atomic
def copy_typed(*, by: User, puzzle: Puzzle, round_: Round, division: Division) -> PuzzleVersion:
    """Ask the same questions of a grade of another round, which may be of another event."""
    if "run" not in capabilities(by, puzzle.round.event):  # from an archived event, too
        raise NotAllowed("run")
    if (round_, division) not in places_for(puzzle.round.format, round_.event):
        raise Refused("no_place", _("This puzzle does not go there: the format differs, or there is a puzzle already."))
    return puzzles.assign(by=by, round_=round_, divisions=[division], boxes=puzzle.version.read_boxes())
