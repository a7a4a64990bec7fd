"""What comes by itself in a game of Countdown."""

from __future__ import annotations

from judging.games.countdown.conundrum import Guess
from judging.games.countdown.results import is_settled
from judging.games.countdown.rounds import Round, round_of
from judging.games.live.positions import Due, Position

GRACE = 1000  # milliseconds in which a buzz that was received in time may still be stored


def due(position: Position) -> Due | None:
    """The move that the server has to record next, or None."""
    found = round_of(position)
    match found.phase:
        case "setup":
            return _to_draw(position, found)
        case "ready":
            return _after(position, found.touched, "start_after", "start_clock")
        case "declaring":
            if all(seat in found.declared for seat in found.playing) and found.declared:
                return Due(found.touched, "close_declarations")
            return _after(position, found.ends, "declare_seconds", "close_declarations")
        case "presenting":
            if is_settled(found, position.settings):
                return Due(found.touched, "close_round")
            return _after(position, found.touched, "present_seconds", "close_round")
        case "answering":
            return _after(position, found.touched, "answer_seconds", "no_answer")
        case "answered":
            return Due(found.touched, _after_answer(found))
        case "time_over":
            return Due(found.touched + GRACE, "close_round")
        case "done":
            return _after(position, found.touched, "next_after", "next")
    return None


def _to_draw(position: Position, found: Round) -> Due | None:
    if position.recorded or found.is_set_up:
        return None
    if found.kind == "conundrum":
        return Due(found.touched, "conundrum")
    return Due(found.touched, "target") if found.numbers else None


def _after_answer(found: Round) -> str:
    buzz = found.buzzed
    right = buzz is not None and Guess(buzz.seat, buzz.text or "", ruled=buzz.ruled).is_right(found.answer)
    return "close_round" if right or not found.may_buzz else "go_on"


def _after(position: Position, since: int | None, setting: str, kind: str) -> Due | None:
    """So many seconds after `since`; never where the setting is 0, or in a game entered from paper."""
    seconds = position.settings.whole(setting)
    if position.recorded or not seconds or since is None:
        return None
    return Due(since + seconds * 1000, kind)
