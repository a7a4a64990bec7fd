"""The public's side of a re-score: a note drafted from what it changes, and the notes that were published."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import AuditEntry, Event, Puzzle, Rescore, Submission
from ..names import isolated
from . import changes
from .rescore_page import Page
from .rescore_tables import Awarded, ChangedStanding, Who

NOTED = ("rescore.applied", "publication.noted")  # entries whose notes are public
MOST_NAMED = 12  # people of one standing whom a draft names


@dataclass(frozen=True)
class Correction:
    """What the public reads of a re-score that was applied, or of what was put right in final results; with the number
    of its entry in the audit trail, where nothing is changed afterwards."""

    at: datetime
    note: str
    number: int


def corrections(event: Event) -> list[Correction]:
    """Those of the event, latest first; one query."""
    noted = AuditEntry.objects.filter(event_id=event.pk, verb__in=NOTED).order_by("-number")
    rows = noted.values_list("at", "after", "number")
    return [Correction(at, after["note"], number) for at, after, number in rows if (after or {}).get("note")]


def draft(rescore: Rescore, page: Page | None = None) -> str:
    """A note to begin with, in plain sentences: what is different now, whose points changed, and every place that
    changed among those that get an award. Nobody is named otherwise than the event does in public."""
    page = page or Page(rescore)
    first = [_("An earlier correction was taken back.")] if rescore.reverses_id else []
    told = [_tell(change, page) for change in changes.read(rescore.changes)]
    awards = [_awards(standing, page.event) for standing in page.important]
    paragraphs = [" ".join([*first, *told]), _points(page), *awards]
    if not awards and page.points:
        paragraphs[1] += " " + _("No place that gets an award changed.")
    return "\n".join(paragraphs)


def _tell(change: changes.Change, page: Page) -> str:
    """The change in words. What was asked in a round that is still played stays secret."""
    round_ = page.rounds.get(_round_of(change))
    if round_ and not round_.shows_puzzles:
        return _("%(round)s: something that is asked was put right.") % {"round": round_.name}
    if isinstance(change, changes.EditionChange) and round_:
        return _("%(round)s: other rules hold for what a method may use.") % {"round": round_.name}
    return change.tell(page.event)


def _round_of(change: changes.Change) -> int | None:
    if isinstance(change, changes.EditionChange):
        return change.round
    if isinstance(change, changes.OnPuzzle):
        return Puzzle.objects.values_list("round", flat=True).get(pk=change.puzzle)
    if isinstance(change, changes.RulingChange):
        return Submission.objects.values_list("sheet__round", flat=True).get(pk=change.line)
    return None


def _points(page: Page) -> str:
    changed = [each.who.entrant for each in page.points]
    if not changed:
        return _("Nobody's points changed.")
    players = len({each.pk for each in changed if each.player_id})
    teams = len({each.pk for each in changed if each.team_id})
    said = []
    if players:
        said.append(ngettext("%d player", "%d players", players) % players)
    if teams:
        said.append(ngettext("%d team", "%d teams", teams) % teams)
    return _("Points changed for %(whose)s.") % {"whose": _(" and ").join(said)}


def _awards(standing: ChangedStanding, event: Event) -> str:
    grade = standing.division.label
    title = _("%(grade)s, teams") % {"grade": grade} if standing.kind == "teams" else grade
    now = [each for each in standing.awards[1] if each.place != each.other]
    said = [_has_place(each, event) for each in now[:MOST_NAMED]]
    said += [_lost(each, event) for each in standing.lost[:MOST_NAMED]]
    more = len(now[MOST_NAMED:]) + len(standing.lost[MOST_NAMED:])
    if more:
        said.append(ngettext("%d more place changed", "%d more places changed", more) % more)
    said += [_tie(each, event) for each in standing.ties_arisen]
    if not said:  # everybody who shared the place has it, or its neighbour, alone
        return _("%(standing)s: a tie for an award is gone.") % {"standing": title}
    return f"{title}: {'; '.join(said)}."


def _has_place(each: Awarded, event: Event) -> str:
    said = {"name": isolated(each.who.entrant.public_name(event)), "place": each.place, "before": each.other}
    if each.other is None:
        return _("%(name)s has place %(place)s now") % said
    return _("%(name)s has place %(place)s now, place %(before)s before") % said


def _lost(each: Awarded, event: Event) -> str:
    said = {"name": isolated(each.who.entrant.public_name(event)), "place": each.place}
    return _("%(name)s, who had place %(place)s, is not among the awards any more") % said


def _tie(tie: Iterable[Who], event: Event) -> str:
    names = [isolated(who.entrant.public_name(event)) for who in tie][:MOST_NAMED]
    return _("%(names)s share a place") % {"names": ", ".join(names)}
