"""What a re-score would change: verdicts, points, places, awards and ties, as JSON."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from judging.games.paper import Answer, Score

from ..models import Event, Mark, Result, Round
from ..scoring.answers import MarkingContext
from ..scoring.loader import Scoring
from ..scoring.what_if import AS_RECORDED, CountedLine, WhatIf
from ..standings.brackets import PlayedTie
from ..standings.points import AS_THEY_HOLD, Generations
from ..standings.table import StandingsTable
from ..ties.queries import TABLES

MAX_LINES = 400
Scores = Mapping[int, Score]  # by the entrant's id
Tables = Mapping[tuple[int, str], StandingsTable]  # by the division's id and the kind


def affected_rounds(event: Event, what_if: WhatIf) -> list[Round]:
    """The rounds whose points the what_if can change, in order."""
    return [round_ for round_ in event.rounds.select_related("event") if what_if.touches(round_)]


def points_changed(round_: Round, fresh: Scores, stored: Iterable[Result]) -> list[dict]:
    """{entrant, round, before, after} for each result that differs; points, or None without a result."""
    results = {each.entrant_id: each for each in stored}
    return [
        {
            "entrant": entrant,
            "round": round_.pk,
            "before": results[entrant].points if entrant in results else None,
            "after": fresh[entrant].points if entrant in fresh else None,
        }
        for entrant in sorted(results.keys() | fresh.keys())
        if _comparable(results.get(entrant)) != _comparable(fresh.get(entrant))
    ]


def _comparable(each: Result | Score | None) -> tuple | None:
    return (each.points, each.bonus, each.provisional) if each else None


def verdicts_changed(now: Scoring, then: Scoring) -> list[dict]:
    """The different answers that count differently, most frequent first, at most `MAX_LINES`."""
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
    return rows[:MAX_LINES]


def _counts_as(marking: MarkingContext, line: CountedLine) -> dict:
    """What a line counts as: {state, value}."""
    if marking.boxes[line.box].void:
        return {"state": "void", "value": ""}
    answer: Answer = marking.answer(line)
    state = "on_target" if answer.on_target else answer.state
    return {"state": state, "value": answer.writing}


def tables(
    event: Event, generations: Generations = AS_THEY_HOLD, what_if: WhatIf = AS_RECORDED
) -> dict[tuple[int, str], StandingsTable]:
    """Every standing of the event with these generations of results, and tiebreakers under this what_if."""
    return {
        (division.pk, str(kind)): table(event, division, generations, what_if=what_if)
        for division in event.divisions.all()
        for kind, table in TABLES.items()
    }


def places_changed(event: Event, before: Tables, after: Tables) -> list[dict]:
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
                    "division": division,
                    "kind": kind,
                    "moved": moved,
                    "awards": [_awarded(event, each[place]) for each in (before, after)],
                    "ties": [_tied(event, each[place]) for each in (before, after)],
                }
            )
    return rows


def ties_changed(before: Tables, after: Tables) -> list[dict]:
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
    return [
        [place, entry.ranked.entrant]
        for entry in table.entries
        if (place := entry.ranked.place) and place <= event.award_places
    ]


def _tied(event: Event, table: StandingsTable) -> list[list[int]]:
    """For each award that is shared or open, the ids of the entrants in question."""
    places: dict[int, list[int]] = {}
    for award in table.awards(event.award_places):
        if award.state in ("shared", "open"):
            places.setdefault(award.first, [each.entrant for each in award.winners])
    return list(places.values())
