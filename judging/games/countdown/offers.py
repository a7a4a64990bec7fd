"""The moves that the pages of Countdown offer a reader: those that `checks.check` would allow."""

from judging.games.countdown.rounds import CountdownRound, answers_alone, to_present, turn
from judging.games.live.game import Position, TableReader


def can(position: Position, round_: CountdownRound, reader: TableReader) -> list[str]:
    """The kinds of move that this reader may make now, beside pausing, rulings and the like."""
    if position.stage != "playing" or position.paused or reader.role == "screen":
        return []
    if reader.role == "host":
        return _host_can(position, round_)
    seat = reader.seat
    if seat is None or seat not in round_.playing:
        return []
    if answers_alone(position, round_):
        return ["answer" if round_.kind == "conundrum" else "present"]
    return _player_can(round_, seat)


def _player_can(round_: CountdownRound, seat: int) -> list[str]:
    match round_.phase:
        case "setup" if round_.active == seat:
            return _setting_up(round_)
        case "running" if round_.kind != "conundrum":
            return ["write"]
        case "running" if seat in round_.may_buzz:
            return ["buzz"]
        case "declaring" if seat not in round_.declared:
            return ["declare"]
        case "giving" | "presenting" if seat in turn(round_):
            return ["present"]
        case "answering" if round_.buzzed is not None and round_.buzzed.seat == seat:
            return ["answer"]
    return []


def _setting_up(round_: CountdownRound) -> list[str]:
    if round_.kind == "letters":
        return ["letter"]
    return ["large"] if round_.kind == "numbers" and not round_.numbers else []


def _from_paper(round_: CountdownRound) -> list[str]:
    """The moves by which the host enters what was drawn at the table."""
    if round_.kind == "numbers":
        return ["target"] if round_.numbers else []
    return ["conundrum"] if round_.kind == "conundrum" else []


def _host_can(position: Position, round_: CountdownRound) -> list[str]:
    always = ["again"]
    match round_.phase:
        case "setup":
            return [*_setting_up(round_), *(_from_paper(round_) if position.recorded else ()), *always]
        case "ready":
            return ["start_clock", *always]
        case "running":
            answers = ["buzz"] if round_.kind == "conundrum" else []
            return [*answers, "close_round" if position.recorded else "time_up", *always]
        case "declaring":
            return ["declare", "close_declarations", *always]
        case "giving":
            return ["present", "disclose", *always]
        case "presenting":
            return ["present", "paper", "close_round", *always]
        case "answering":
            return ["answer", "no_answer", *always]
        case "answered":
            return ["go_on", "close_round", *always]
        case "time_over":
            return ["close_round", *always]
    added = ["present"] if to_present(round_) else []
    return [*added, *(["paper"] if round_.presented else []), "next", *always]
