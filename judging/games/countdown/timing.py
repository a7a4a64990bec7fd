"""The moves that the server makes by itself in a game of Countdown."""

from judging.games.countdown.conundrum import Guess
from judging.games.countdown.points import is_settled
from judging.games.countdown.rounds import CountdownRound, round_of, turn
from judging.games.live.game import Due, Position

GRACE = 1000  # milliseconds in which a buzz that was received in time may still be stored


def due(position: Position) -> Due | None:
    """The move that the server has to record next, or None."""
    round_ = round_of(position)
    match round_.phase:
        case "setup":
            return _to_draw(position, round_)
        case "ready":
            return _after(position, round_.touched, "start_after", "start_clock")
        case "declaring":
            if all(seat in round_.declared for seat in round_.playing) and round_.declared:
                return Due(round_.touched, "close_declarations")
            return _after(position, round_.ends, "declare_seconds", "close_declarations")
        case "giving":
            is_timed = position.settings.whole("present_seconds") > 0
            if is_timed and not turn(round_):
                return Due(round_.touched, "disclose")
            return _after(position, round_.touched, "present_seconds", "disclose")
        case "presenting":
            if position.settings.flag("alone"):
                return None
            if is_settled(round_, position.settings):
                return Due(round_.touched, "close_round")
            return _after(position, round_.touched, "present_seconds", "close_round")
        case "answering":
            return _after(position, round_.touched, "answer_seconds", "no_answer")
        case "answered":
            return Due(round_.touched, _after_answer(round_))
        case "time_over":
            return Due(round_.touched + GRACE, "close_round")
        case "done":
            return _after(position, round_.touched, "next_after", "next")
    return None


def _to_draw(position: Position, round_: CountdownRound) -> Due | None:
    if position.recorded or round_.is_set_up:
        return None
    if round_.kind == "conundrum":
        return Due(round_.touched, "conundrum")
    return Due(round_.touched, "target") if round_.numbers else None


def _after_answer(round_: CountdownRound) -> str:
    buzz = round_.buzzed
    right = buzz is not None and Guess(buzz.seat, buzz.text or "", ruled=buzz.ruled).is_right(round_.answer)
    return "close_round" if right or not round_.may_buzz else "go_on"


def _after(position: Position, since: int | None, setting: str, kind: str) -> Due | None:
    """So many seconds after `since`; never where the setting is 0, or in a game entered from paper."""
    seconds = position.settings.whole(setting)
    if position.recorded or not seconds or since is None:
        return None
    return Due(since + seconds * 1000, kind)
