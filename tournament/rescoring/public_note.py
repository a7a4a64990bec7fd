"""The draft of the public note on a re-score, as codes and facts."""

from collections.abc import Iterable

from judging.messages import Message, in_a_row, message

from ..effects.preview_page import EffectPage
from ..effects.preview_rows import Awarded, ChangedStanding
from ..models import Entrant, Event, Puzzle, Rescore, Submission
from . import change_messages, changes

PEOPLE_NAMED = 12  # people of one standing whom a draft names


def draft(rescore: Rescore, page: EffectPage | None = None) -> Message:
    """A draft of the note: what changed, for how many points changed, and who gained or lost an award. People are named
    as on the public pages."""
    page = page or EffectPage(rescore.event, rescore.effect)
    first = [message("correction_taken_back")] if rescore.reverses_id else []
    descriptions = [_describe(change, page) for change in changes.read(rescore.changes)]
    awards = [_awards(standing, page.event) for standing in page.important]
    points = [_points(page)]
    if not awards and page.points:
        points.append(message("correction_no_award"))
    paragraphs = [_joined([*first, *descriptions], "sentences"), _joined(points, "sentences"), *awards]
    return _joined(paragraphs, "lines")


def _joined(parts: list[Message], how: str) -> Message:
    return in_a_row(parts, f"correction_{how}", "first", "rest")


def _describe(change: changes.RescoreChange, page: EffectPage) -> Message:
    """The change in a sentence, without the puzzles of rounds that are still being played."""
    round_ = page.rounds.get(_round_of(change) or 0)
    if round_ and not round_.shows_puzzles:
        return message("correction_question", round=round_.name)
    if isinstance(change, changes.EditionChange) and round_:
        return message("correction_rules", round=round_.name)
    return change.describe(page.event)


def _round_of(change: changes.RescoreChange) -> int | None:
    if isinstance(change, changes.EditionChange):
        return change.round
    if isinstance(change, changes.OnPuzzle):
        return Puzzle.objects.values_list("round", flat=True).get(pk=change.puzzle)
    if isinstance(change, changes.RulingChange):
        return Submission.objects.values_list("sheet__round", flat=True).get(pk=change.line)
    return None


def _points(page: EffectPage) -> Message:
    changed = [each.who for each in page.points]
    players = len({each.pk for each in changed if each.player_id})
    teams = len({each.pk for each in changed if each.team_id})
    counted = (("correction_players", players), ("correction_teams", teams))
    parts = [message(code, count=count) for code, count in counted if count]
    return message("correction_points", whose=_joined(parts, "and")) if parts else message("correction_nobody")


def _awards(standing: ChangedStanding, event: Event) -> Message:
    grade = change_messages.grade(standing.division)
    title = message("correction_teams_of", grade=grade) if standing.kind == "teams" else grade
    now = [each for each in standing.awards[1] if each.place != each.other]
    parts = [_has_place(each, event) for each in now[:PEOPLE_NAMED]]
    parts += [_lost(each, event) for each in standing.lost[:PEOPLE_NAMED]]
    more = len(now[PEOPLE_NAMED:]) + len(standing.lost[PEOPLE_NAMED:])
    if more:
        parts.append(message("correction_more", count=more))
    parts += [_tie(each, event) for each in standing.ties_arisen]
    if not parts:  # those who shared the place now have places of their own
        parts = [message("correction_tie_ended")]
    return message("correction_standing", standing=title, what=_joined(parts, "joined"))


def _has_place(each: Awarded, event: Event) -> Message:
    if each.other is None:
        return message("correction_place", name=each.who.public_name(event), place=each.place)
    return message("correction_place_before", name=each.who.public_name(event), place=each.place, earlier=each.other)


def _lost(each: Awarded, event: Event) -> Message:
    return message("correction_lost", name=each.who.public_name(event), place=each.place)


def _tie(tie: Iterable[Entrant], event: Event) -> Message:
    return message("correction_shared", names=[who.public_name(event) for who in tie][:PEOPLE_NAMED])
