"""The position of a table from its recorded moves, with what all games share: joining, pauses, rulings, the clock's
end.

`position = replay(game, settings, moves)`. A ruling or an undo is a later move about an earlier one: the record is
played again with it, so points change and history does not. A move that the new history does not allow is passed over
with a note; nothing is ever lost.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from judging.games.live import sentences as sentences
from judging.games.live.game import Due, Game, MoveRuling, Position
from judging.games.live.moves import HOST, MAX_WHOLE, PLAYER, SERVER, Field, Move, MoveKind, Refusal, by_name, problem
from judging.games.settings import Settings

TIME_UP = "time_up"
BY_HOST = frozenset({HOST})
ANYBODY = frozenset({PLAYER, HOST, SERVER})
ABOUT = Field("about", "whole", 1, MAX_WHOLE)
REASON = Field("reason", "text", required=False)

SHARED = by_name(
    MoveKind("join", ANYBODY),
    MoveKind("leave", frozenset({PLAYER, HOST})),
    MoveKind("begin", BY_HOST),
    MoveKind("pause", frozenset({HOST, SERVER}), (REASON,)),
    MoveKind("resume", BY_HOST),
    MoveKind("give_back", BY_HOST, (Field("milliseconds", "whole", 1, 3_600_000), REASON)),
    MoveKind("rule", BY_HOST, (ABOUT, Field("facts", "facts"), REASON)),
    MoveKind("undo", BY_HOST, (ABOUT, REASON)),
    MoveKind("end", frozenset({HOST, SERVER}), (REASON,)),
    MoveKind(TIME_UP, frozenset({HOST, SERVER})),
)
REWRITES = frozenset({"rule", "undo"})


def kind_of(game: Game, name: str) -> MoveKind | None:
    return SHARED.get(name) or game.kinds.get(name)


def replay(
    game: Game, settings: Settings, moves: Sequence[Move], recorded: bool = False, later: Sequence[Move] = ()
) -> Position:
    """The position after all moves, with the rulings and undos among them and among the moves that come `later`."""
    return deque(positions(game, settings, moves, recorded, later), maxlen=1).pop()


def positions(
    game: Game, settings: Settings, moves: Sequence[Move], recorded: bool = False, later: Sequence[Move] = ()
) -> Iterator[Position]:
    """The position at the start and after each move. All rulings and undos hold from the start."""
    known = (*moves, *later)
    undone = {move.facts["about"] for move in known if move.kind == "undo"}
    rulings = {
        move.facts["about"]: MoveRuling(move.facts["about"], move.facts["facts"], move.facts.get("reason", ""))
        for move in known
        if move.kind == "rule"
    }
    position = Position(settings, recorded, rulings=rulings)
    yield position
    for move in moves:
        position = _skipped(position, move) if move.number in undone else step(game, position, move)
        yield position


def follow(game: Game, settings: Settings, position: Position, moves: Sequence[Move], new: Sequence[Move]) -> Position:
    """The position after `new`, which come after `moves`; played again from the start only if one of them rewrites."""
    if rewrites(new):
        return replay(game, settings, [*moves, *new], position.recorded)
    return steps(game, position, new)


def rewrites(moves: Sequence[Move]) -> bool:
    """Whether one of them changes what earlier moves count as."""
    return any(move.kind in REWRITES for move in moves)


def steps(game: Game, position: Position, moves: Sequence[Move]) -> Position:
    """The position after these moves. The rulings and undos among them are in `position` already."""
    for move in moves:
        position = step(game, position, move)
    return position


def step(game: Game, position: Position, move: Move) -> Position:
    """The position after one move. A refused move changes nothing but leaves its note."""
    refusal = check(game, position, move)
    if refusal is not None:
        return replace(position.with_note(move, refusal.code), last=move.number)
    return replace(_applied(game, position, move), last=move.number)


def check(game: Game, position: Position, move: Move) -> Refusal | None:
    """The refusal of a move that does not count here, or None."""
    kind = kind_of(game, move.kind)
    if kind is None or move.by not in kind.by:
        return Refusal("no_such_move", {"kind": move.kind})
    if move.kind in SHARED:
        return _check_shared(game, position, move)
    if position.stage != "playing":
        return Refusal("not_playing")
    if position.paused:
        return Refusal("paused")
    return game.check(position, move)


def last_entry(game: Game, position: Position, moves: Sequence[Move]) -> Move | None:
    """The move that the host of a game from paper may take back, whatever its kind: their latest one that counts."""
    if not position.recorded:
        return None
    kinds = {*game.kinds, "end"}
    entries = (move for move in reversed(moves) if move.by == HOST and move.kind in kinds)
    return next((move for move in entries if move.number not in position.notes), None)


def check_rewrite(game: Game, position: Position, moves: Sequence[Move], move: Move) -> Refusal | None:
    """The refusal of a ruling or an undo that cannot be about that earlier move, or None. `moves` led to the
    position."""
    earlier = next((each for each in moves if each.number == move.facts["about"]), None)
    kind = kind_of(game, earlier.kind) if earlier is not None else None
    if earlier is None or kind is None:
        return Refusal("no_such_earlier_move")
    if move.kind == "undo":
        may = kind.undoable or earlier == last_entry(game, position, moves)
        return None if may else Refusal("cannot_be_undone")
    fields = game.rulings.get(earlier.kind)
    return Refusal("cannot_be_ruled") if fields is None else problem(fields, move.facts["facts"])


def due(game: Game, position: Position) -> Due | None:
    """The next move that the server has to record, and when; None if nothing comes by itself."""
    if position.stage != "playing" or position.paused:
        return None
    clock = position.clock
    if not position.recorded and clock is not None and clock.stopped is None:
        return Due(clock.ends, TIME_UP)
    return game.due(position)


def _skipped(position: Position, move: Move) -> Position:
    return replace(position.with_note(move, "undone"), last=move.number)


def _check_shared(game: Game, position: Position, move: Move) -> Refusal | None:
    match move.kind:
        case "join":
            return _check_join(game, position, move)
        case "leave":
            return None if move.seat in position.seats else Refusal("no_such_seat")
        case "begin":
            return _check_begin(game, position)
        case "rule" | "undo":
            return None if 0 < move.facts["about"] < move.number else Refusal("no_such_earlier_move")
        case "end":
            return None if position.stage != "over" else Refusal("game_over")
    if position.stage != "playing":
        return Refusal("not_playing")
    return _check_clock_move(position, move)


def _check_clock_move(position: Position, move: Move) -> Refusal | None:
    if move.kind == "pause":
        return Refusal("paused") if position.paused else None
    if move.kind == "resume":
        return None if position.paused else Refusal("not_paused")
    clock = position.clock
    if clock is None or (move.kind == TIME_UP and (position.paused or clock.stopped is not None)):
        return Refusal("no_clock")
    if move.kind == TIME_UP and move.by == SERVER and move.at < clock.ends:
        return Refusal("too_early")
    return None


def _check_join(game: Game, position: Position, move: Move) -> Refusal | None:
    if position.stage == "over":
        return Refusal("game_over")
    if move.seat is None or move.seat in position.seats:
        return Refusal("seat_taken")
    most = game.seats(position.settings)[1]
    return None if len(position.seats) < most else Refusal("table_full", {"count": most})


def _check_begin(game: Game, position: Position) -> Refusal | None:
    if position.stage != "lobby":
        return Refusal("already_begun")
    least = game.seats(position.settings)[0]
    if len(position.seats) < least:
        return Refusal("too_few_players", {"count": least})
    return None


def _applied(game: Game, position: Position, move: Move) -> Position:
    match move.kind:
        case "join":
            seated = replace(position, seats=(*position.seats, move.player))
            return game.joined(seated, move.player, move.at) if position.stage == "playing" else seated
        case "leave":
            fewer = replace(position, seats=tuple(seat for seat in position.seats if seat != move.seat))
            return game.left(fewer, move.player, move.at) if position.stage == "playing" else fewer
        case "begin":
            return game.begin(replace(position, stage="playing"), move.at)
        case "end":
            return _ended(game, position, move)
        case "rule" | "undo":
            return position  # `replay` has read it before it came here
    if move.kind in SHARED:
        return _clock_moved(game, position, move)
    return game.apply(position, move)


def _ended(game: Game, position: Position, move: Move) -> Position:
    """The position after an `end`. An `end` by the server counts only if the game is over by its rules, or with a
    reason: an abandoned table."""
    by_rules = move.by == SERVER and not move.facts.get("reason")
    if by_rules and position.stage == "playing" and not game.at_end(position):
        return replace(position.with_note(move, "not_over_yet"), clock=None)
    return replace(position, stage="over", clock=None, paused=False)


def _clock_moved(game: Game, position: Position, move: Move) -> Position:
    clock = position.clock
    match move.kind:
        case "pause":
            held = clock is not None and clock.stopped is None
            return replace(position, paused=True, held=held, clock=clock and clock.stop(move.at))
        case "resume":
            going = clock.go_on(move.at) if clock is not None and position.held else clock
            return replace(position, paused=False, held=False, clock=going)
        case "give_back":
            assert clock is not None
            return replace(position, clock=clock.longer(move.facts["milliseconds"]))
    assert clock is not None
    return game.time_up(replace(position, clock=None), min(move.at, clock.ends))


def scores_by_seat(game: Game, position: Position) -> dict[int, int]:
    """The points of every seat that has any part in the game; nobody has any in the lobby."""
    return dict.fromkeys(position.seats, 0) if position.state is None else game.scores(position)
