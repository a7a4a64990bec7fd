"""The `duel` command: Countdown Duel at the command line, for two people or against the machine."""

import argparse
import os
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TextIO

from judging.command_line import UsageProblem
from judging.games.duel import rules
from judging.games.duel.levels import SLUGS
from judging.games.duel.rules import DuelBoard, Invalid, Turn
from judging.messages import message
from puzzles.commands import duel_files, limits
from puzzles.commands.command_line import DONE, ParserWithExamples, bounded_lines, command
from puzzles.commands.duel_files import DuelGame
from puzzles.commands.duel_text import Screen
from puzzles.duel.levels import analysis, choose, hint, wins
from puzzles.duel.search import DuelSearch, shared_search

STOPPED = 130
EXAMPLES = """
--names Ann Ben
--machine B --level strong --starts B
--resume
"""
CODES = "exit codes: 0 the game ended, or the input did, 2 wrong usage, 130 Ctrl-C"


@command
def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """`duel`: one game. 0 over or end of input, 2 usage, 130 Ctrl-C."""
    options = _parser().parse_args(argv)
    path = duel_files.path(os.environ)
    game = duel_files.load(path) if options.resume else _new(options)
    coloured = options.colour == "always" or (options.colour == "auto" and _has_colours(stdout))
    table = _Table(game, Screen(game.names, stdout, coloured), stdin, options.hints)
    try:
        for _ in table.turns():
            duel_files.save(path, game)
    except KeyboardInterrupt:
        table.screen.stopped(bool(game.turns))
        return STOPPED
    if table.board.ended:
        duel_files.delete(path)
        if options.analysis:
            table.screen.analysis(analysis(table.search, table.first, table.taken))
    else:
        table.screen.stopped(bool(game.turns))
    return DONE


def _parser() -> ParserWithExamples:
    parser = ParserWithExamples(
        "duel", "Countdown Duel: bring the running total to 30 or more on your turn.", EXAMPLES, CODES
    )
    parser.add_argument("--names", nargs=2, metavar=("A", "B"), help="the players' names (Player A and Player B)")
    parser.add_argument("--starts", choices=("A", "B"), default="A", help="who takes the first turn (A)")
    parser.add_argument("--machine", choices=("A", "B"), help="the machine plays for this player")
    parser.add_argument("--level", choices=SLUGS, default="medium", help="how well the machine plays (medium)")
    parser.add_argument("--hints", action="store_true", help="a question mark at the prompt gives a hint")
    parser.add_argument("--analysis", action="store_true", help="say after the game which turns threw the win away")
    parser.add_argument("--colour", choices=("auto", "always", "never"), default="auto", help="colours (auto)")
    parser.add_argument("--resume", action="store_true", help="go on with the last game that was not finished")
    return parser


def _new(options: argparse.Namespace) -> DuelGame:
    names = [_name(name) for name in options.names or ("Player A", "Player B")]
    if names[0] == names[1]:
        raise UsageProblem("the two players need different names")
    machine = None if options.machine is None else "AB".index(options.machine)
    return DuelGame((names[0], names[1]), "AB".index(options.starts), machine, options.level)


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not 1 <= len(name) <= limits.DUEL_NAME or not name.isprintable():
        raise UsageProblem(f"a name has 1 to {limits.DUEL_NAME} characters")
    return name


def _has_colours(stdout: TextIO) -> bool:
    return stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


class _Table:
    """A game that is played: `board` counts its players from who begins, `game` from A."""

    def __init__(self, game: DuelGame, screen: Screen, stdin: TextIO, hints: bool):
        self.game, self.screen, self._stdin, self._hints = game, screen, stdin, hints
        self.first = self.board = rules.start()
        self.taken: list[Turn | None] = []
        self.search, self._random = DuelSearch(), Random()
        self._lines = bounded_lines(stdin, limits.DUEL_LINE)
        self._prompted = [False, False]
        for text in game.turns:
            self._played(text)
        if self.board.ended:
            raise UsageProblem(duel_files.DAMAGED)
        if game.turns:
            screen.resumed(self.board, [self._label(player) for player in (0, 1)])

    def turns(self) -> Iterator[None]:
        """Takes one turn after the other, until the game or the input ends."""
        while not self.board.ended:
            player = self._label(self.board.turn)
            text = self._machines() if player == self.game.machine else self._entered(player)
            if text is None:
                return
            self.game.turns.append(text[: limits.DUEL_TEXT])
            self._say(text)
            yield
        self.screen.over(self.board, self._label(self.board.winner or 0))

    def _label(self, player: int) -> int:
        """Return 0 for Player A and 1 for Player B; the board's player 0 is the one who began."""
        return player if self.game.starts == 0 else 1 - player

    def _machines(self) -> str:
        turn = choose(self.search, self.board, self.game.level, self._random)
        return "" if turn is None else str(turn)

    def _entered(self, player: int) -> str | None:
        """What the player enters; None at the end of the input."""
        while True:
            self.screen.prompt(player, first=not self._prompted[player])
            line = next(self._lines, None)
            if line is None:
                return None
            text = line.rstrip("\r\n")
            if not self._stdin.isatty():
                self.screen.echo(text)
            self._prompted[player] = True
            if self._hints and text.strip() == "?":
                self.screen.hint(hint(self.search, self.board))
            elif text.strip():
                return text

    def _say(self, text: str) -> None:
        before = self.board
        result = self._played(text)
        player = self._label(before.turn)
        if isinstance(result, Turn):
            self.screen.taken(player, result, self.board, self.board.numbers[before.turn])
        else:
            self.screen.lost(player, None if player == self.game.machine else result)
        if not self.board.ended and self.board.turn == before.turn:
            self.screen.passed_over(1 - player)

    def _played(self, text: str) -> Turn | Invalid:
        self._prompted[self._label(self.board.turn)] = True
        result, self.board = _after(self.board, text)
        self.taken.append(result if isinstance(result, Turn) else None)
        return result


def _after(board: DuelBoard, text: str) -> tuple[Turn | Invalid, DuelBoard]:
    """What the text is to the player whose turn it is, and the board after it."""
    result = rules.read(board, text)
    return result, rules.take(board, result) if isinstance(result, Turn) else rules.lose_turn(board)


def position(texts: Sequence[str], level: str, random: Random) -> dict[str, Any]:
    """The game after what its players entered one after the other, A first; who wins it, and with which turn; what the
    machine does at this level, empty where it loses its turn on purpose; and each turn as --analysis judges it. Raises
    UsageProblem."""
    search, first = shared_search(), rules.start()
    board, results = first, list[Turn | Invalid]()
    for text in texts:
        if board.ended:
            raise UsageProblem(message("duel_over"))
        result, board = _after(board, text)
        results.append(result)
    judged = analysis(search, first, [each if isinstance(each, Turn) else None for each in results])
    goes_on = board.ended is None
    return {
        "total": board.total,
        "numbers": {name: list(numbers) for name, numbers in zip("AB", board.numbers, strict=True)},
        "ended": board.ended,
        "winner": None if board.winner is None else "AB"[board.winner],
        "player": "AB"[board.turn] if goes_on else None,
        "wins": wins(search, board) if goes_on else None,
        "best": _written(hint(search, board)) if goes_on else None,
        "machine": (_written(choose(search, board, level, random)) or "") if goes_on else None,
        "turns": [
            {
                "player": "AB"[each.player],
                "invalid": result.code if isinstance(result, Invalid) else None,
                "could_win": each.could_win,
                "thrown_away": each.thrown_away,
                "better": _written(each.better),
            }
            for each, result in zip(judged, results, strict=True)
        ],
    }


def _written(turn: Turn | None) -> str | None:
    return None if turn is None else str(turn)
