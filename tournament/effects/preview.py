"""Points, places, awards, ties and answers that a what-if changes, as JSON with ids; `page` reads it.

`of` compares some papers. A re-score, whose papers are the whole event, puts the same parts together itself, because it
stores results on the way.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Q

from judging.games.paper import LineAnswer, Score

from ..models import Entrant, Event, Mark, Result, Round, TieKind
from ..scoring.answers import MarkingContext
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.what_if import CountedLine, WhatIf
from ..standings.brackets import PlayedTie
from ..standings.standings import StandingsTables, standings_tables
from ..standings.standings_table import StandingsTable
from ..web.snapshot import snapshot

ANSWERS_LISTED = 400
Effect = dict[str, list]
RoundScores = Mapping[int, Score]  # by the entrant's id


def of(
    event: Event, what_if: WhatIf, papers: Collection[EntrantInRound], lines: Sequence[CountedLine] | None = None
) -> Effect:
    """The effect of `what_if` on these papers and on the standings that count them. Writes nothing. `lines` are the
    lines that would count, for a change that `what_if` cannot express."""
    entrants = {each.entrant_id for each in papers}
    rounds = event.rounds.select_related("event").filter(pk__in={each.round_id for each in papers})
    with snapshot():
        now = Scoring(rounds, entrants)
        then = now.supposing(what_if) if lines is None else Scoring(rounds, entrants, what_if, lines=lines)
        scores = {paper: (now.score(paper), then.score(paper)) for paper in sorted(papers)}
        only, supposed = _standings_with(event, entrants), {paper: after for paper, (_now, after) in scores.items()}
        as_it_is = standings_tables(event, only=only)
        as_it_would_be = standings_tables(event, supposed=supposed, what_if=what_if, only=only)
        return {
            "points": [
                _points(paper, before, after)
                for paper, (before, after) in scores.items()
                if _comparable(before) != _comparable(after)
            ],
            "places": places_changed(event, as_it_is, as_it_would_be),
            "ties": ties_changed(as_it_is, as_it_would_be),
        }


def _standings_with(event: Event, entrants: Collection[int]) -> set[tuple[int, str]]:
    """The division and kind of each standing in which these entrants, or the teams of these players, have a row."""
    players = Entrant.objects.filter(pk__in=entrants, player__isnull=False)
    teams = Entrant.objects.filter(event=event, team__isnull=False).filter(
        Q(pk__in=entrants) | Q(team__in=players.values("player__team"))
    )
    return {
        *((division, str(TieKind.PLAYERS)) for division in players.values_list("player__division", flat=True)),
        *((division, str(TieKind.TEAMS)) for division in teams.values_list("division", flat=True)),
    }


def _points(paper: EntrantInRound, before: Score | Result | None, after: Score | None) -> dict:
    return {
        "entrant": paper.entrant_id,
        "round": paper.round_id,
        "before": before.points if before else None,
        "after": after.points if after else None,
        "waits": bool(after and after.provisional),
    }


def affected_rounds(event: Event, what_if: WhatIf) -> list[Round]:
    """The rounds whose points the what_if can change, in order."""
    return [round_ for round_ in event.rounds.select_related("event") if what_if.touches(round_)]


def points_changed(round_: Round, fresh: RoundScores, stored: Iterable[Result]) -> list[dict]:
    """{entrant, round, before, after, waits} for each result that differs; points, or None without a result. It waits
    if a line of it would wait for a judge."""
    results = {each.entrant_id: each for each in stored}
    return [
        _points(EntrantInRound(round_.pk, entrant), results.get(entrant), fresh.get(entrant))
        for entrant in sorted(results.keys() | fresh.keys())
        if _comparable(results.get(entrant)) != _comparable(fresh.get(entrant))
    ]


def _comparable(each: Result | Score | None) -> tuple | None:
    return (each.points, each.bonus, each.provisional) if each else None


def verdicts_changed(now: Scoring, then: Scoring) -> list[dict]:
    """The different answers that count differently, most frequent first, at most `ANSWERS_LISTED`."""
    written: dict[tuple, list[CountedLine]] = defaultdict(list)
    for line in now.lines:
        if each := now.asked.get((line.round_id, line.division_id)):
            alone = line.pk if line.mark == Mark.ILLEGIBLE else 0
            written[each.version.puzzle_id, line.box, line.digest, line.mark, alone].append(line)
    rows = []
    for line, *others in sorted(written.values(), key=len, reverse=True):
        place = line.round_id, line.division_id
        before, after = (scoring.asked[place].marking for scoring in (now, then))
        was, will = _counts_as(before, line), _counts_as(after, line)
        if was != will:
            facts = {"round": line.round_id, "box": after.boxes[line.box].label.as_dict(), "text": line.text}
            rows.append({**facts, "lines": 1 + len(others), "before": was, "after": will})
    return rows[:ANSWERS_LISTED]


def _counts_as(marking: MarkingContext, line: CountedLine) -> dict:
    """What a line counts as: {state, value}."""
    if marking.boxes[line.box].void:
        return {"state": "void", "value": ""}
    answer: LineAnswer = marking.answer(line)
    state = "on_target" if answer.on_target else answer.state
    return {"state": state, "value": answer.writing}


def places_changed(event: Event, before: StandingsTables, after: StandingsTables) -> list[dict]:
    """For each standing that changes: who moves, who gets awards, and who is tied for them."""
    rows = []
    for place in before:
        was, now = _standing(before[place]), _standing(after[place])
        moved = [
            {"entrant": entrant, "before": was.get(entrant), "after": now.get(entrant)}
            for entrant in {**now, **was}
            if was.get(entrant) != now.get(entrant)
        ]
        if moved:
            division, kind = place
            rows.append(
                {
                    "division": division.pk,
                    "kind": kind,
                    "moved": moved,
                    "awards": [_awarded(event, each[place]) for each in (before, after)],
                    "ties": [_tied(event, each[place]) for each in (before, after)],
                }
            )
    return rows


def ties_changed(before: StandingsTables, after: StandingsTables) -> list[dict]:
    """{tie, before, after} for each tie whose bracket changes; a bracket, or None if its sides are not tied."""
    rows = []
    for place in before:
        was, now = ({each.tie.pk: _bracket(each) for each in side[place].ties} for side in (before, after))
        rows += [
            {"tie": tie, "before": was.get(tie), "after": now.get(tie)}
            for tie in sorted(was.keys() | now.keys())
            if was.get(tie) != now.get(tie)
        ]
    return rows


def _bracket(played: PlayedTie) -> dict:
    """A bracket as JSON with the ids of entrants and rounds; `page` reads it."""
    bracket = played.bracket
    games = [
        {"round": game.round_id, **vars(each.game), "state": each.state, "winner": each.winner, "loser": each.loser}
        for game, each in zip(played.games, bracket.played, strict=True)
    ]
    return {"sides": bracket.sides, "games": games, "out": bracket.out, "inside": bracket.inside}


def _standing(table: StandingsTable) -> dict[int, list[int | None]]:
    """{entrant id: [place, total]}"""
    return {entry.ranked.entrant: [entry.ranked.place, entry.total] for entry in table.everyone}


def _awarded(event: Event, table: StandingsTable) -> list[list[int]]:
    """[place, entrant id] of everybody who has an award or may win one in tiebreakers (NT-AW-3)."""
    places = ((entry.ranked.place or 0, entry.ranked.entrant) for entry in table.entries)
    return [[place, entrant] for place, entrant in places if 0 < place <= event.award_places]


def _tied(event: Event, table: StandingsTable) -> list[list[int]]:
    """For each award that is shared or open, the ids of the entrants in question."""
    places: dict[int, list[int]] = {}
    for award in table.awards(event.award_places):
        if award.state in ("shared", "open"):
            places.setdefault(award.first, [each.entrant for each in award.winners])
    return list(places.values())
