"""The view of a game of Countdown: all that a reader may know, as plain JSON.

    {
      "round": {
        "number": 3, "of": 15, "kind": "numbers", "tiebreak": false, "phase": "presenting",
        "active": 2,                   who sets it up; null in a conundrum
        "players": [1, 2, 4],
        "letters": "arioe",            as far as they are turned
        "piles": ["vowel"],            the piles that may be chosen next
        "numbers": [50, 8, …], "target": 429,
        "scramble": ["lets", "mania"], from the start of the clock on
        "answer": "laminates",         once the round is over
        "have_declared": [1, 4],       who; what they said is in "declared" once all have
        "declared": [{"seat": 1, "number": 7, "written": true}],
        "turn": [4], "waiting": [4, 1],
        "have_given": [1],             in "giving", while nothing is shown (CD-17)
        "presented": [{"seat": 4, "text": "lankier", "code": "longest", "points": 7, "paper": null,
                       "ruled": false, "move": 31}],
        "buzzed": 2, "may_buzz": [1, 4],
        "answers": [{"seat": 2, "text": "laminated", "code": "wrong_answer", "points": 0, "move": 40}],
        "close_calls": [{"seat": 4, "after": 60}],
        "results": [{"seat": 4, "points": 7, "code": "longest"}],
        "then": "round",               what follows a round that is over: "round", "tiebreak" or "over"
        "ends": 1700000000000          when the phase ends by itself, or null
      },
      "clock": {"started": …, "ends": …, "stopped": null} or null,
      "scores": [{"seat": 4, "points": 27}],     the most points first
      "history": [{"number", "kind", "tiebreak", "letters", "numbers", "target", "scramble", "answer", "results"}],
      "me": {"seat": 4, "plays": true, "written": "lankier", "declared": null, "given": null},     at a seat only
      "can": ["write"],                the moves that this reader may make now
      "over": false, "paused": false, "recorded": false
    }

A letters round has no "target", and so on: what belongs to another kind of round is left out. `move` is there for the
host only: the number that a ruling or an undo is about. The pages add names and colours of seats.

Hidden until its time: what others wrote (for good, unless they present it), declarations until all are in, whether a
word is listed before it is given, the conundrum before the clock starts and its answer before the end.
"""

from typing import Any

from judging.games.countdown.checks import unfair_pile
from judging.games.countdown.kinds import CONSONANT, VOWEL
from judging.games.countdown.offers import can
from judging.games.countdown.points import paper_of, round_scores, totals, what_follows
from judging.games.countdown.round_scores import RoundScore
from judging.games.countdown.rounds import (
    HIDDEN_CONUNDRUM,
    CountdownRound,
    plan_of,
    round_of,
    state_of,
    to_present,
    turn,
)
from judging.games.countdown.timing import due
from judging.games.live.game import Position, TableReader

TIMED = ("ready", "declaring", "giving", "presenting", "answering", "done")


def view(position: Position, reader: TableReader) -> dict[str, Any]:
    """The game as this reader may see it; the file's docstring has its shape."""
    if position.state is None:
        return {"round": None, "clock": None, "scores": [], "history": [], "can": [], **_flags(position)}
    round_ = round_of(position)
    is_host = reader.role == "host"
    shown: dict[str, Any] = {
        "round": _round(position, round_, is_host),
        "clock": _clock(position),
        "scores": _scores(position),
        "history": [_past(position, each) for each in state_of(position).rounds[:-1]],
        "can": can(position, round_, reader),
        **_flags(position),
    }
    if reader.role == "seat" and reader.seat is not None:
        shown["me"] = _me(round_, reader.seat)
    return shown


def _flags(position: Position) -> dict[str, Any]:
    return {"over": position.stage == "over", "paused": position.paused, "recorded": position.recorded}


def _clock(position: Position) -> dict[str, Any] | None:
    clock = position.clock
    return None if clock is None else {"started": clock.started, "ends": clock.ends, "stopped": clock.stopped}


def _scores(position: Position) -> list[dict[str, Any]]:
    state = state_of(position)
    points = totals(state.rounds, position.settings, state.turns)
    return [{"seat": seat, "points": points[seat]} for seat in sorted(points, key=lambda seat: -points[seat])]


def _round(position: Position, round_: CountdownRound, is_host: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "number": round_.number,
        "of": len(plan_of(position)),
        "kind": round_.kind,
        "tiebreak": round_.tiebreak,
        "phase": round_.phase,
        "active": round_.active,
        "players": list(round_.playing),
        "ends": _ends(position, round_),
        **_given(round_, position.settings.flag("alone")),
    }
    if round_.kind == "conundrum":
        shown |= _buzzes(position, round_, is_host)
    else:
        shown |= _declarations(round_) | {"presented": _presented(position, round_, is_host)}
    if round_.kind == "letters":
        shown["piles"] = _piles(position, round_)
    if round_.phase == "done":
        shown |= {"results": _results(position, round_), "then": what_follows(position)["then"]}
    return shown


def _given(round_: CountdownRound, alone: bool = False) -> dict[str, Any]:
    """The letters, numbers or scramble on the table, as far as they are turned."""
    if round_.kind == "letters":
        return {"letters": round_.letters}
    if round_.kind == "numbers":
        return {"numbers": list(round_.numbers), "target": round_.target}
    is_hidden = round_.phase in HIDDEN_CONUNDRUM and not alone
    scramble = [] if is_hidden else round_.scramble.split()
    return {"scramble": scramble, "answer": round_.answer if round_.phase == "done" else None}


def _piles(position: Position, round_: CountdownRound) -> list[str]:
    """The piles that may be chosen next."""
    if round_.phase != "setup":
        return []
    fair = position.settings.flag("fair_letters") and not position.recorded
    return [pile for pile in (VOWEL, CONSONANT) if not (fair and unfair_pile(round_.letters, pile))]


def _declarations(round_: CountdownRound) -> dict[str, Any]:
    is_hidden = round_.phase == "giving"
    everything = is_hidden or round_.phase in ("presenting", "done")
    return {
        "have_declared": sorted(round_.declared),
        "declared": [
            {"seat": seat, "number": each.number, "written": each.written}
            for seat, each in sorted(round_.declared.items())
            if everything
        ],
        "turn": list(turn(round_)) if round_.phase in ("giving", "presenting") else [],
        "waiting": list(turn(round_) if is_hidden else to_present(round_)) if everything else [],
        "have_given": sorted(round_.presented) if is_hidden else [],
    }


def _presented(position: Position, round_: CountdownRound, is_host: bool) -> list[dict[str, Any]]:
    given = round_scores(round_, position.settings)
    shown = []
    for seat in round_.order if round_.phase != "giving" else ():
        each = round_.presented[seat]
        row: dict[str, Any] = {"seat": seat, "text": each.text, "paper": paper_of(round_, seat), **_score(given[seat])}
        row["ruled"] = bool(each.ruled)
        if each.judged is not None:
            row |= {"value": each.judged.value, "reasons": list(each.judged.reasons)}
        shown.append(row | ({"move": each.move} if is_host else {}))
    return shown


def _buzzes(position: Position, round_: CountdownRound, is_host: bool) -> dict[str, Any]:
    given = round_scores(round_, position.settings)
    answering = round_.phase == "answering" and round_.buzzed is not None
    shown: dict[str, Any] = {
        "buzzed": round_.buzzes[-1].seat if answering else None,
        "may_buzz": list(round_.may_buzz),
        "answers": [
            {"seat": buzz.seat, "text": buzz.text, "ruled": bool(buzz.ruled), **_score(given[buzz.seat])}
            | ({"move": buzz.answer_move} if is_host else {})
            for buzz in round_.buzzes
            if buzz.text is not None
        ],
    }
    first = round_.buzzes[-1] if answering else None
    if first:
        shown["close_calls"] = [{"seat": buzz.seat, "after": buzz.at - first.at} for buzz in round_.close_calls]
    if is_host:
        shown["buzz_move"] = first.move if first else None
    return shown


def _results(position: Position, round_: CountdownRound) -> list[dict[str, Any]]:
    given = round_scores(round_, position.settings)
    return [{"seat": seat, **_score(given[seat])} for seat in given]


def _score(score: RoundScore) -> dict[str, Any]:
    return {"points": score.points, "code": score.code}


def _past(position: Position, round_: CountdownRound) -> dict[str, Any]:
    texts = {seat: (each.text, each.ruled) for seat, each in round_.presented.items()}
    texts |= {buzz.seat: (buzz.text or "", buzz.ruled) for buzz in round_.buzzes}
    given = {seat: {"text": text, "ruled": bool(ruled)} for seat, (text, ruled) in texts.items()}
    rows = [
        {**row, "text": "", **given.get(row["seat"], {}), "declared": round_.number_of(row["seat"])}
        for row in _results(position, round_)
    ]
    return {
        "number": round_.number,
        "kind": round_.kind,
        "tiebreak": round_.tiebreak,
        **_given(round_),
        "results": rows,
    }


def _me(round_: CountdownRound, seat: int) -> dict[str, Any]:
    written, declared, given = round_.written.get(seat), round_.declared.get(seat), round_.presented.get(seat)
    return {
        "seat": seat,
        "plays": seat in round_.playing,
        "written": written.text if written is not None else "",
        "declared": {"number": declared.number, "written": declared.written} if declared is not None else None,
        "given": given.text if given is not None else None,
    }


def _ends(position: Position, round_: CountdownRound) -> int | None:
    """The time at which the phase ends by itself, where a setting says so."""
    if round_.phase not in TIMED or position.paused:
        return None
    following = due(position)
    return following.at if following is not None and following.at > round_.touched else None
