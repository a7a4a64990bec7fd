"""What a player of Countdown Duel does best, at three levels, and where a game was thrown away."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from judging.games.duel.rules import LOST_TURNS, DuelBoard, Turn, applied, lose_turn, take
from puzzles.duel.search import DuelSearch, PlayerNumbers

MISTAKES = 0.5  # of the easy level: how often it takes any turn


def wins(search: DuelSearch, board: DuelBoard) -> bool:
    """Whether the player whose turn it is wins with perfect play, turns lost on purpose included."""
    own, other = _numbers(board)
    return _after_lost_turns(board) or search.wins(board.total, own, other) or losing_turn_wins(search, board)


def losing_turn_wins(search: DuelSearch, board: DuelBoard) -> bool:
    """Whether the player wins by losing this turn: only if the opponent has just lost one, and has no winning turn
    (docs/decisions/duel.md)."""
    own, other = _numbers(board)
    if board.lost % 2 == 0 or not own or not other:
        return _after_lost_turns(board)
    return _after_lost_turns(board) or not search.wins(board.total, other, own)


def hint(search: DuelSearch, board: DuelBoard) -> Turn | None:
    """A winning turn; None if there is none, or if losing the turn is what wins."""
    own, other = _numbers(board)
    return _first_winning(search, board.total, own, other)


def choose(search: DuelSearch, board: DuelBoard, level: str, random: Random) -> Turn | None:
    """The turn that the machine takes at one of `judging.games.duel.levels`; None if it loses its turn on purpose,
    which only the strong level does, and only where nothing else wins."""
    own, other = _numbers(board)
    if level == "strong":
        turn = _first_winning(search, board.total, own, other)
        if turn is None and not losing_turn_wins(search, board):
            turn = hardest(search, board, random)
        return turn
    turns = list(search.turns(own))
    if level == "easy" and random.random() < MISTAKES:
        return random.choice(turns)
    immediate = [turn for turn in turns if applied(board.total, turn) >= board.target]
    return random.choice(immediate or _safe(search, board, turns) or turns)


def hardest(search: DuelSearch, board: DuelBoard, random: Random) -> Turn:
    """A turn of a lost position that, if possible, gives the opponent no immediate win and as few defences as possible
    against ours."""
    turns = list(search.turns(board.numbers[board.turn]))
    candidates = _safe(search, board, turns) or turns
    answers = {turn: _answers(search, take(board, turn)) for turn in candidates}
    return random.choice([turn for turn in candidates if answers[turn] == min(answers.values())])


@dataclass(frozen=True)
class JudgedTurn:
    """One turn of a game: whether its player could win before it, whether the turn lost that chance, and what would
    have won (None: losing the turn)."""

    player: int
    turn: Turn | None
    could_win: bool
    thrown_away: bool
    better: Turn | None


def analysis(search: DuelSearch, board: DuelBoard, turns: Sequence[Turn | None]) -> list[JudgedTurn]:
    """Each turn of a game that began at this board; None is a lost turn."""
    judged = []
    for turn in turns:
        player, could_win = board.turn, wins(search, board)
        better = hint(search, board) if could_win else None
        board = lose_turn(board) if turn is None else take(board, turn)
        wins_after = board.winner == player if board.ended else wins(search, board) == (board.turn == player)
        judged.append(JudgedTurn(player, turn, could_win, could_win and not wins_after, better))
    return judged


def _numbers(board: DuelBoard) -> tuple[PlayerNumbers, PlayerNumbers]:
    return board.numbers[board.turn], board.numbers[1 - board.turn]


def _after_lost_turns(board: DuelBoard) -> bool:
    """Whether losing this turn too ends the game in favour of this player."""
    last = 1 if board.last_valid is None else board.last_valid
    return board.lost == LOST_TURNS - 1 and last == board.turn


def _first_winning(search: DuelSearch, total: int, own: PlayerNumbers, other: PlayerNumbers) -> Turn | None:
    turns = sorted(search.turns(own), key=lambda turn: _order(search.target, total, turn))
    return next((turn for turn in turns if search.keeps_win(total, own, other, turn)), None)


def _order(target: int, total: int, turn: Turn) -> tuple[bool, int, int]:
    """Sort key of turns: those that win at once first, then in the order of the search, so that its cached results are
    used."""
    after = applied(total, turn)
    return after < target, abs(after), -turn.number


def _safe(search: DuelSearch, board: DuelBoard, turns: Sequence[Turn]) -> list[Turn]:
    other = board.numbers[1 - board.turn]
    return [turn for turn in turns if not search.wins_with_one_turn(applied(board.total, turn), other)]


def _answers(search: DuelSearch, board: DuelBoard) -> int:
    return 0 if board.ended else len(_safe(search, board, list(search.turns(board.numbers[board.turn]))))
