"""The draft of the public note on a re-score."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..common.sentences import sentence
from ..common.text import isolated
from ..effects.page import EffectPage
from ..effects.rows import Awarded, ChangedStanding, Who
from ..models import Event, Puzzle, Rescore, Submission
from . import changes

PEOPLE_NAMED = 12  # people of one standing whom a draft names


def draft(rescore: Rescore, page: EffectPage | None = None) -> str:
    """A draft of the note: what changed, for how many points changed, and who gained or lost an award. People are named as
    on the public pages."""
    page = page or EffectPage(rescore.event, rescore.effect)
    first = [_("An earlier correction was taken back.")] if rescore.reverses_id else []
    descriptions = [_describe(change, page) for change in changes.read(rescore.changes)]
    awards = [_awards(standing, page.event) for standing in page.important]
    paragraphs = [" ".join([*first, *descriptions]), _points(page), *awards]
    if not awards and page.points:
        paragraphs[1] += " " + _("No award changed.")
    return "\n".join(paragraphs)


def _describe(change: changes.RescoreChange, page: EffectPage) -> str:
    """The change in a sentence, without the puzzles of rounds that are still being played."""
    round_ = page.rounds.get(_round_of(change) or 0)
    if round_ and not round_.shows_puzzles:
        return _("%(round)s: a question was corrected.") % {"round": round_.name}
    if isinstance(change, changes.EditionChange) and round_:
        return _("%(round)s: the rules for what a method may use have changed.") % {"round": round_.name}
    return sentence(change.describe(page.event))


def _round_of(change: changes.RescoreChange) -> int | None:
    if isinstance(change, changes.EditionChange):
        return change.round
    if isinstance(change, changes.OnPuzzle):
        return Puzzle.objects.values_list("round", flat=True).get(pk=change.puzzle)
    if isinstance(change, changes.RulingChange):
        return Submission.objects.values_list("sheet__round", flat=True).get(pk=change.line)
    return None


def _points(page: EffectPage) -> str:
    changed = [each.who.entrant for each in page.points]
    if not changed:
        return _("Nobody's points changed.")
    players = len({each.pk for each in changed if each.player_id})
    teams = len({each.pk for each in changed if each.team_id})
    texts = []
    if players:
        texts.append(ngettext("%d player", "%d players", players) % players)
    if teams:
        texts.append(ngettext("%d team", "%d teams", teams) % teams)
    return _("Points changed for %(whose)s.") % {"whose": _(" and ").join(texts)}


def _awards(standing: ChangedStanding, event: Event) -> str:
    grade = standing.division.label
    title = _("%(grade)s, teams") % {"grade": grade} if standing.kind == "teams" else grade
    now = [each for each in standing.awards[1] if each.place != each.other]
    texts = [_has_place(each, event) for each in now[:PEOPLE_NAMED]]
    texts += [_lost(each, event) for each in standing.lost[:PEOPLE_NAMED]]
    more = len(now[PEOPLE_NAMED:]) + len(standing.lost[PEOPLE_NAMED:])
    if more:
        texts.append(ngettext("%d more place changed", "%d more places changed", more) % more)
    texts += [_tie(each, event) for each in standing.ties_arisen]
    if not texts:  # those who shared the place now have places of their own
        return _("%(standing)s: a tie for an award has ended.") % {"standing": title}
    return f"{title}: {'; '.join(texts)}."


def _has_place(each: Awarded, event: Event) -> str:
    facts = {"name": isolated(each.who.entrant.public_name(event)), "place": each.place, "before": each.other}
    if each.other is None:
        return _("%(name)s now has place %(place)s") % facts
    return _("%(name)s now has place %(place)s, before it was %(before)s") % facts


def _lost(each: Awarded, event: Event) -> str:
    facts = {"name": isolated(each.who.entrant.public_name(event)), "place": each.place}
    return _("%(name)s, who had place %(place)s, no longer has an award") % facts


def _tie(tie: Iterable[Who], event: Event) -> str:
    names = [isolated(who.entrant.public_name(event)) for who in tie][:PEOPLE_NAMED]
    return _("%(names)s share a place") % {"names": ", ".join(names)}
