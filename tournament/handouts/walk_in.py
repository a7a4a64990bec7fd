"""Sheets for one player at the door: printed now, or spare ones that lie there."""

from collections.abc import Sequence

from django.db import transaction

from ..check_in import actions as check_in
from ..common.refusals import Refused, invalid
from ..models import Entrant, Event, Player, Round, Sheet, User
from ..roster.actions import PlayerFacts
from ..sheets import actions as sheets, custody, spares
from ..web.permissions import require


@transaction.atomic
def add(*, by: User, event: Event, facts: PlayerFacts, codes: Sequence[str] = (), printed: bool = False) -> Player:
    """Add a player who is on no list, check them in, and give them the spare sheets of these codes, or sheets that are
    still to print. Nothing is done if one of it is refused."""
    player = check_in.walk_in(by=by, event=event, facts=facts)
    for code in codes:
        _hand_out(by, event, code, player.entrant)
    if printed:
        print_sheets(by=by, entrant=player.entrant)
    return player


def _hand_out(by: User, event: Event, code: str, entrant: Entrant) -> None:
    try:
        sheet = custody.find_typed(event, code)
        spares.attach(by=by, sheet=sheet, entrant=entrant)
        sheets.issue(by=by, sheet=sheet)
    except (LookupError, ValueError) as unknown:
        raise invalid(codes=f"{code[:20]}: {unknown}") from unknown
    except Refused as refused:
        raise invalid(codes=refused.sentence) from refused


@transaction.atomic
def print_sheets(*, by: User, entrant: Entrant) -> list[Sheet]:
    """Make the sheets that this player lacks, in each round whose sheets were printed and that is not final."""
    require(by, "run", entrant.event)
    rounds = entrant.event.rounds.exclude(status=Round.Status.FINAL).filter(sheets__printed_at__isnull=False)
    return [sheet for each in rounds.distinct() for sheet in sheets.print_(by=by, round_=each, entrant=entrant)]
