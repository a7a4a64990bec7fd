"""Records about players and teams that prevent deleting them."""

from collections.abc import Collection, Iterator

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from ..models import Dispute, Entrant, Keying, Player, Scan, Sheet, Team


def of_players(players: Collection[Player]) -> list[str]:
    """A sentence for each thing that is recorded about the players; empty if they can be deleted. A fixed number of
    queries."""
    numbers = [player.pk for player in players]
    return [
        *_of_entrants(Entrant.objects.filter(player__in=numbers)),
        *_of_places(Player.objects.filter(pk__in=numbers)),
        *_of_games(Player.objects.filter(pk__in=numbers)),
    ]


def of_team(team: Team) -> list[str]:
    """Records that prevent deleting a team. Its members stay, so they are none."""
    sentences = _of_entrants(Entrant.objects.filter(team=team))
    if Dispute.objects.filter(coach__team=team).exists():
        sentences.append(_("The coach of %(who)s has filed a dispute.") % {"who": team})
    return sentences


def used_sheets(entrants: QuerySet[Entrant]) -> QuerySet[Sheet]:
    """Sheets on which something is recorded; those that were only printed are not among them."""
    moved = Q(issued_at__isnull=False) | Q(returned_at__isnull=False) | Q(lost_at__isnull=False)
    changed = Q(spoilt_at__isnull=False) | ~Q(kind=Sheet.Kind.MAIN) | Q(replacements__isnull=False)
    typed = Exists(Keying.objects.filter(sheet=OuterRef("pk"))) | Exists(Scan.objects.filter(sheet=OuterRef("pk")))
    return Sheet.objects.filter(moved | changed | Q(typed), entrant__in=entrants).distinct()


def _of_entrants(entrants: QuerySet[Entrant]) -> list[str]:
    entrants = entrants.select_related("player", "team")
    sheets = used_sheets(entrants).select_related("round", "entrant__player", "entrant__team")
    used = list(sheets.order_by("round__position", "pk"))
    scored = entrants.exclude(pk__in=[sheet.owner_id for sheet in used]).filter(results__isnull=False)
    return [
        *(_sheet(sheet) for sheet in used),
        *(_("%(who)s has points.") % {"who": each} for each in scored.distinct()),
        *(_("%(who)s has a penalty.") % {"who": each} for each in entrants.filter(penalties__isnull=False).distinct()),
        *(_("%(who)s plays a tiebreaker.") % {"who": each} for each in entrants.filter(ties__isnull=False).distinct()),
    ]


def _sheet(sheet: Sheet) -> str:
    facts = {"who": sheet.entrant, "round": sheet.round.name}
    return _("%(who)s has a sheet in %(round)s that was handed out or typed.") % facts


def _of_games(players: QuerySet[Player]) -> Iterator[str]:
    for player in players.filter(Q(series__isnull=False) | Q(seats__isnull=False)).distinct():
        yield _("%(who)s is in a series of games.") % {"who": player}


def _of_places(players: QuerySet[Player]) -> Iterator[str]:
    shared = players.filter(Q(replaces__isnull=False) | Q(substitute__isnull=False)).select_related("replaces")
    for player in shared:
        if player.replaces:
            yield _("%(who)s is a substitute.") % {"who": player}
        else:
            yield _("%(who)s has a substitute.") % {"who": player}
