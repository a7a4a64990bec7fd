"""What a re-score would change, worked out aside: verdicts, points, places, awards and ties, as JSON to keep and show."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from judging.games.paper import Answer, Score

from ..models import Event, Mark, Result, Round
from .points import AS_THEY_HOLD, Generations
from .reading import Bench
from .scoring import Scoring
from .tables import Table
from .tiebreakers import PlayedTie
from .ties import TABLES
from .what_if import AS_RECORDED, Line, WhatIf

MOST_LINES = 400
Scores = Mapping[int, Score]  # by the entrant's id
Tables = Mapping[tuple[int, str], Table]  # by the division's id and the kind


def touched(event: Event, what_if: WhatIf) -> list[Round]:
    """The rounds in which the what_if can change a point, in order."""
    return [round_ for round_ in event.rounds.select_related("event") if what_if.touches(round_)]


def points_changed(round_: Round, fresh: Scores, stored: Iterable[Result]) -> list[dict]:
    """Whose result differs: {entrant, round, before, after} with points, None where there is no result."""
    held = {each.entrant_id: each for each in stored}
    return [
        {
            "entrant": entrant,
            "round": round_.pk,
            "before": held[entrant].points if entrant in held else None,
            "after": fresh[entrant].points if entrant in fresh else None,
        }
        for entrant in sorted(held.keys() | fresh.keys())
        if _worth(held.get(entrant)) != _worth(fresh.get(entrant))
    ]


def _worth(each: Result | Score | None) -> tuple | None:
    return (each.points, each.bonus, each.provisional) if each else None


def verdicts_changed(now: Scoring, then: Scoring) -> list[dict]:
    """The different answers that count as something else, most written first: at most `MOST_LINES` of them."""
    written: dict[tuple, list[Line]] = defaultdict(list)
    for line in now.lines:
        if each := now.asked.get((line.round_id, line.division_id)):
            alone = line.pk if line.mark == Mark.ILLEGIBLE else 0
            written[each.version.puzzle_id, line.box, line.digest, line.mark, alone].append(line)
    found = []
    for line, *others in sorted(written.values(), key=len, reverse=True):
        asked = line.round_id, line.division_id
        before, after = (scoring.asked[asked].on for scoring in (now, then))
        was, will = _counts_as(before, line), _counts_as(after, line)
        if was != will:
            told = {"round": line.round_id, "box": after.boxes[line.box].label.as_dict(), "text": line.text}
            found.append({**told, "lines": 1 + len(others), "before": was, "after": will})
    return found[:MOST_LINES]


def _counts_as(on: Bench, line: Line) -> dict:
    """What a line counts as, in few words that can be compared."""
    if on.boxes[line.box].void:
        return {"state": "void", "value": ""}
    answer: Answer = on.answer(line)
    state = "on_target" if answer.on_target else answer.state
    return {"state": state, "value": answer.writing}


def tables(
    event: Event, generations: Generations = AS_THEY_HOLD, what_if: WhatIf = AS_RECORDED
) -> dict[tuple[int, str], Table]:
    """Every standing of the event: of these generations of results, with the tiebreakers as they are in this what_if."""
    return {
        (division.pk, str(kind)): table(event, division, generations, what_if=what_if)
        for division in event.divisions.all()
        for kind, table in TABLES.items()
    }


def places_changed(event: Event, before: Tables, after: Tables) -> list[dict]:
    """Per standing: who has another place or total, who gets the awards, and who is tied for them."""
    found = []
    for place in before:
        was, now = _standing(before[place]), _standing(after[place])
        moved = [
            {"entrant": entrant, "before": was.get(entrant), "after": now.get(entrant)}
            for entrant in {**now, **was}
            if was.get(entrant) != now.get(entrant)
        ]
        if moved:
            division, kind = place
            found.append(
                {
                    "division": division,
                    "kind": kind,
                    "moved": moved,
                    "awards": [_awarded(event, each[place]) for each in (before, after)],
                    "ties": [_tied(event, each[place]) for each in (before, after)],
                }
            )
    return found


def ties_changed(before: Tables, after: Tables) -> list[dict]:
    """The ties whose tiebreakers come to something else, {tie, before, after}: each side a bracket, or None where its
    sides are not level and nothing follows from it."""
    found = []
    for place in before:
        was, now = ({each.tie.pk: _bracket(each) for each in side[place].ties} for side in (before, after))
        found += [
            {"tie": tie, "before": was.get(tie), "after": now.get(tie)}
            for tie in sorted(was.keys() | now.keys())
            if was.get(tie) != now.get(tie)
        ]
    return found


def _bracket(played: PlayedTie) -> dict:
    """A bracket by the ids of its entrants, as `rescore_page` reads it again. A game stands with the id of its round."""
    bracket = played.bracket
    games = [
        {
            "round": game.round_id,
            **vars(each.game),
            "state": each.state,
            "winner": each.winner,
            "loser": each.loser,
        }
        for game, each in zip(played.games, bracket.played, strict=True)
    ]
    return {"sides": bracket.sides, "games": games, "out": bracket.out, "inside": bracket.inside}


def _standing(table: Table) -> dict[int, list[int | None]]:
    """{entrant id: [place, total]}"""
    return {entry.ranked.entrant: [entry.ranked.place, entry.total] for entry in table.everyone}


def _awarded(event: Event, table: Table) -> list[list[int]]:
    """[place, entrant id] of everybody who has an award, or may still come to one by tiebreakers (NT-AW-3)."""
    return [
        [entry.ranked.place, entry.ranked.entrant]
        for entry in table.entries
        if entry.ranked.place <= event.award_places
    ]


def _tied(event: Event, table: Table) -> list[list[int]]:
    """Entrant ids that share an award, or between whom tiebreakers still decide one, a list for each such place."""
    places: dict[int, list[int]] = {}
    for award in table.awards(event.award_places):
        if award.state in ("shared", "open"):
            places.setdefault(award.first, [each.entrant for each in award.winners])
    return list(places.values())
