"""What the `duel` command prints: the words of the game's rule book, with colours if they are wanted."""

from collections.abc import Sequence
from typing import TextIO

from judging.command_line import program
from judging.games.duel import sentences
from judging.games.duel.rules import DuelBoard, Invalid, Turn, ranges
from judging.messages import Fact, message
from puzzles.duel.levels import JudgedTurn

COLOURS = {"A": "36", "B": "33", "invalid": "31", "end": "1"}
RESUME = "The game is not finished. Go on with: {} duel --resume"


class Screen:
    """Shows a game. Players are 0, Player A, and 1."""

    def __init__(self, names: Sequence[str], stdout: TextIO, coloured: bool):
        self._names, self._out, self._coloured = names, stdout, coloured

    def prompt(self, player: int, first: bool) -> None:
        if first:
            text = _sentence("prompt_first", player=self._names[player], example=sentences.EXAMPLES[player])
        else:
            text = _sentence("prompt", player=self._names[player])
        self._out.write(self._in_colour(text, "AB"[player]))
        self._out.flush()

    def echo(self, text: str) -> None:
        """Print input that came through a pipe, so that the output reads as a transcript."""
        self._out.write("".join(each if each.isprintable() else "?" for each in text) + "\n")

    def taken(self, player: int, turn: Turn, board: DuelBoard, left: tuple[int, ...]) -> None:
        name = self._names[player]
        text = _sentence(turn.operation, player=name, number=turn.number, total=board.total)
        self._line(text, "AB"[player])
        self._available(player, left)

    def lost(self, player: int, invalid: Invalid | None) -> None:
        """A lost turn; None where the machine lost it on purpose."""
        if invalid is not None:
            self._line(_sentence(invalid.code, **invalid.facts), "invalid")
        self._line(_sentence("loses_turn", player=self._names[player]), "AB"[player])

    def passed_over(self, player: int) -> None:
        self._line(_sentence("passed_over", player=self._names[player]), "AB"[player])

    def over(self, board: DuelBoard, winner: int) -> None:
        code = "no_valid_turn" if board.ended == "lost_turns" and board.last_valid is None else str(board.ended)
        self._line(_sentence(code, target=board.target), "end")
        self._line(_sentence("wins", player=self._names[winner]), "end")

    def resumed(self, board: DuelBoard, labels: Sequence[int]) -> None:
        """Where an unfinished game stands."""
        self._line(f"Running total is now {board.total}.", "end")
        for player in (0, 1):
            self._available(labels[player], board.numbers[player])

    def stopped(self, begun: bool) -> None:
        """The end of the input. A game without a turn cannot be gone on with."""
        self._out.write("\n")
        if begun:
            self._line(RESUME.format(program()), "end")

    def hint(self, turn: Turn | None) -> None:
        self._line("No turn wins if the other player makes no mistake." if turn is None else f"{turn} wins.", "end")

    def analysis(self, judged: Sequence[JudgedTurn]) -> None:
        """Each turn that threw the win away, and one that would have kept it."""
        thrown = [(at, each) for at, each in enumerate(judged, 1) if each.thrown_away]
        if not thrown:
            self._line("No turn threw the win away.", "end")
        for at, each in thrown:
            better = "losing the turn" if each.better is None else str(each.better)
            entered = "lost" if each.turn is None else str(each.turn)
            self._line(f"Turn {at} ({entered}) threw the win away; {better} would have kept it.", "invalid")

    def _available(self, player: int, numbers: tuple[int, ...]) -> None:
        name = self._names[player]
        if numbers:
            self._line(_sentence("available", player=name, numbers=ranges(numbers)), "AB"[player])
        else:
            self._line(_sentence("none_available", player=name), "AB"[player])

    def _line(self, text: str, colour: str) -> None:
        self._out.write(self._in_colour(text, colour) + "\n")
        self._out.flush()

    def _in_colour(self, text: str, colour: str) -> str:
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if self._coloured else text


def _sentence(code: str, **facts: Fact) -> str:
    return str(message(f"duel_{code}", **facts))
