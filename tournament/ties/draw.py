"""The draw of a tie: its seed, and the order of play of its sides (NT-TB-2)."""

import hashlib

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.results.ties import has_tiebreak, ties_at

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Division, Entrant, Event, Tie, TieSide, User
from ..standings.actions import locked_until_final
from . import queries as record


def seed_of(event: Event, grade: int, kind: str, place: int) -> str:
    """The seed of a tie (NT-TB-2): SHA-256, in hex, of `seed/grade/kind/place`, the seed being the event's."""
    return hashlib.sha256(f"{event.tie_seed}/{grade}/{kind}/{place}".encode()).hexdigest()


@transaction.atomic
def draw_tie(*, by: User, event: Event, division: Division, kind: str, place: int) -> Tie:
    """Draw the order of play for those tied for this place. A tie that is already drawn is returned unchanged; one that
    was dropped with the same sides comes back with its games (NT-TB-7)."""
    event = locked_until_final(by, "run", event)
    if kind not in record.TABLES or division.event_id != event.pk:
        raise invalid(kind=_("Choose a standing of this event."))
    if too_early := list(record.not_marked_yet(event)):
        raise Refused("too_early", " ".join(too_early))
    table = record.TABLES[kind](event, division)
    if table.provisional:
        raise Refused(
            "provisional", _("Some lines in these standings are not judged yet. They may create or end a tie.")
        )
    levels = ties_at(table.standing, event.award_places) if has_tiebreak(table.chain) else ()
    level = next((each for each in levels if each.first == place), None)
    if level is None or not table.has_points:
        raise Refused("no_tie", _("Nobody is tied for this place, or tiebreakers do not decide it."))
    if played := record.played_of(table, level):
        return played.tie
    if not event.tie_seed:
        raise Refused("no_seed", _("The event has no seed: it is drawn when the first round opens."))
    sides = Entrant.objects.filter(pk__in=level.entrants).select_related("player", "team")
    return _draw_or_restore(by, event, division, kind, place, list(sides))


def _draw_or_restore(by: User, event: Event, division: Division, kind: str, place: int, sides: list[Entrant]) -> Tie:
    earlier = Tie.objects.filter(division=division, kind=kind, place=place)
    if earlier.filter(dropped_at__isnull=True).exists():
        text = _("Another tie for this place was drawn earlier and is no longer a tie. Drop it first.")
        raise Refused("drop_first", text)
    ids = {each.pk for each in sides}
    before = next((each for each in earlier.order_by("-pk") if _ids(each) == ids), None)
    if before:
        before.dropped_at = None
        before.save(update_fields=["dropped_at"])
    tie = before or _create_tie(by, event, division, kind, place, sides)
    names = sorted(each.drawn_as for each in tie.drawn.all())
    after = {"grade": division.grade, "kind": kind, "place": place, "sides": names, "seed": tie.seed}
    audit.record(event, by, "tie.drawn", tie, after=after | {"again": bool(before)}, about=sides)
    return tie


def _create_tie(by: User, event: Event, division: Division, kind: str, place: int, sides: list[Entrant]) -> Tie:
    """A new tie. Its sides keep today's names and numbers, so that a later change does not change the draw."""
    tie = Tie.objects.create(
        event=event,
        division=division,
        kind=kind,
        place=place,
        seed=seed_of(event, division.grade, kind, place),
        made_by=by,
        made_at=timezone.now(),
    )
    TieSide.objects.bulk_create(TieSide(tie=tie, entrant=each, drawn_as=each.label) for each in sides)
    return tie


def _ids(tie: Tie) -> set[int]:
    return set(tie.sides.values_list("pk", flat=True))
