"""The checks of a move of the 24 family."""

from fractions import Fraction

from judging.games.live.game import Position
from judging.games.live.moves import Move, Refusal
from judging.games.twentyfour.expressions import read_x
from judging.games.twentyfour.settings import GameType, type_of
from judging.games.twentyfour.state import NumberSet, TwentyFourRound, TwentyFourState

CLASSIC_MOVES, X_MOVES, PROOF_MOVES = ("answer",), ("x",), ("proof", "no_proof")
MAX_NUMBER_DIGITS = 4


def check(position: Position, move: Move) -> Refusal | None:
    """The refusal of a move that does not count here, or None."""
    state: TwentyFourState = position.state
    match move.kind:
        case "deal":
            return _check_deal(position, move)
        case "next":
            return None if state.phase == "result" and state.winner is None else Refusal("not_now")
        case "again":
            return None if _may_play_again(state) else Refusal("not_now")
        case "close":
            return None if state.phase in ("answer", "proof") else Refusal("not_now")
    return _check_players_move(position, state, type_of(position.settings), move)


def _may_play_again(state: TwentyFourState) -> bool:
    return state.winner is None and state.phase in ("answer", "proof", "result")


def sets_of(move: Move) -> tuple[NumberSet, ...] | None:
    """The sets of a deal, which are written such as `3 3 8 8`; None where one cannot be read."""
    sets = []
    for text in move.facts.get("sets", ()):
        parts = text.split()
        if not all(part.isascii() and part.isdigit() and len(part) <= MAX_NUMBER_DIGITS for part in parts):
            return None
        sets.append(tuple(map(int, parts)))
    return tuple(sets)


def _check_deal(position: Position, move: Move) -> Refusal | None:
    if position.state.phase not in ("deal", "result"):  # a ruling may have stopped the clock between two rounds
        return Refusal("not_now")
    settings, sets = position.settings, sets_of(move) or ()
    numbers, most = settings.whole("numbers"), settings.whole("number_range")
    fit = [len(each) == numbers and min(each) > 0 and max(each) <= most for each in sets]
    if len(fit) == settings.whole("sets") and all(fit):
        return None
    return Refusal("wrong_sets", {"numbers": numbers, "most": most})


def _check_players_move(position: Position, state: TwentyFourState, kind: GameType, move: Move) -> Refusal | None:
    allowed = (*X_MOVES, *PROOF_MOVES) if kind.two_phases else CLASSIC_MOVES
    if move.kind not in (*allowed, "impossible"):
        return Refusal("not_in_this_type")
    round_ = state.round
    if round_ is None or move.facts.get("round", round_.number) != round_.number:
        return Refusal("other_round", recorded=True)
    if state.phase in ("deal", "result"):
        return Refusal("received_later" if move.at == round_.ended else "round_over", recorded=True)
    if move.seat not in round_.players:
        return Refusal("not_in_round")
    if not kind.two_phases:
        return _check_classic(position, round_, move)
    if move.kind in PROOF_MOVES:
        return _check_proof(state, round_, move)
    return _check_x(position, state, kind, round_, move)


def _check_classic(position: Position, round_: TwentyFourRound, move: Move) -> Refusal | None:
    if position.is_late(move):
        return Refusal("round_over", recorded=True)
    if move.seat in round_.written:
        return Refusal("locked_out")
    if move.kind == "impossible":
        return Refusal("done_already") if move.seat in round_.impossible else None
    return _check_texts(move)


def _check_texts(move: Move) -> Refusal | None:
    """Only nothing at all is refused: an answer without an expression for each set is wrong (TF-C-3)."""
    return None if any(text.strip() for text in move.facts["texts"]) else Refusal("expressions_missing")


def _check_x(
    position: Position, state: TwentyFourState, kind: GameType, round_: TwentyFourRound, move: Move
) -> Refusal | None:
    clock = position.clock
    ended = not position.recorded and clock is not None and clock.stopped is None and move.at >= clock.ends
    if state.phase != "answer" or ended:
        return Refusal("x_late", recorded=True)
    x = None
    if move.kind == "x":
        x = read_x(move.facts["text"])
        if x is None:
            return Refusal("not_a_number")
        if kind.family == "closest" and x <= 0:
            return Refusal("x_not_above_zero")
    return _check_held(round_, move, x) if kind.open_x else None


def _check_held(round_: TwentyFourRound, move: Move, x: Fraction | None) -> Refusal | None:
    """In types 12 and 22 an x that another player holds cannot be entered (TF-X-4)."""
    holder = next((entry for seat, entry in round_.entries.items() if seat != move.seat and entry.x == x), None)
    if holder is None:
        return None
    return Refusal("received_later" if holder.at == move.at else "x_held", recorded=True)


def _check_proof(state: TwentyFourState, round_: TwentyFourRound, move: Move) -> Refusal | None:
    if state.phase != "proof":
        return Refusal("too_early_to_prove")
    entry = round_.entries.get(move.player)
    if entry is None or entry.x is None:
        return Refusal("nothing_to_prove")
    if move.seat in round_.written or move.seat in round_.without:
        return Refusal("proved_already")
    return _check_texts(move) if move.kind == "proof" else None
