"""Which moves the pages of Countdown offer a reader. `checks.check` decides; this names what it would allow."""

from __future__ import annotations

from judging.games.countdown.rounds import Round, to_present, turn
from judging.games.live.positions import Position, Reader


def can(position: Position, found: Round, reader: Reader) -> list[str]:
    """The kinds of move that this reader may make now, beside pausing, rulings and the like."""
    if position.stage != "playing" or position.paused or reader.role == "screen":
        return []
    if reader.role == "host":
        return _host_can(position, found)
    seat = reader.seat
    return _player_can(found, seat) if seat is not None and seat in found.playing else []


def _player_can(found: Round, seat: int) -> list[str]:
    match found.phase:
        case "setup" if found.active == seat:
            return _setting_up(found)
        case "running":
            return (["buzz"] if seat in found.may_buzz else []) if found.kind == "conundrum" else ["write"]
        case "declaring" if seat not in found.declared:
            return ["declare"]
        case "presenting" if seat in turn(found):
            return ["present"]
        case "answering" if found.buzzed is not None and found.buzzed.seat == seat:
            return ["answer"]
    return []


def _setting_up(found: Round) -> list[str]:
    if found.kind == "letters":
        return ["letter"]
    return ["large"] if found.kind == "numbers" and not found.numbers else []


def _host_can(position: Position, found: Round) -> list[str]:
    always = ["again"]
    match found.phase:
        case "setup":
            drawn = {"numbers": "target", "conundrum": "conundrum"}.get(found.kind)
            paper = (
                [drawn] if position.recorded and drawn and not (found.kind == "numbers" and not found.numbers) else []
            )
            return [*_setting_up(found), *paper, *always]
        case "ready":
            return ["start_clock", *always]
        case "running":
            ways = ["buzz"] if found.kind == "conundrum" else []
            return [*ways, "close_round" if position.recorded else "time_up", *always]
        case "declaring":
            return ["declare", "close_declarations", *always]
        case "presenting":
            return ["present", "paper", "close_round", *always]
        case "answering":
            return ["answer", "no_answer", *always]
        case "answered":
            return ["go_on", "close_round", *always]
        case "time_over":
            return ["close_round", *always]
    added = ["present"] if to_present(found) else []
    return [*added, *(["paper"] if found.presented else []), "next", *always]
