"""Counts a live game again from its page of text, and says whether every point is right.

    python tools/recount_game.py game.txt

Exit 0: everything is equal. Exit 1: the differences are listed. Exit 2: the file cannot be read. Needs Python 3.11 and
the other files of its folder; recount_<game>.py has the rules of a game. They share no line with the program that wrote
the file: they were written from the rules of each game only, and cite their numbers. They take from the file which
moves counted, what was drawn, what the dictionary says of a word, and what people ruled. They work out calculations,
points and sums themselves.
"""

import json
import re
import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))  # `python -I` leaves the folder out


def read(text: str) -> tuple[str, dict, list[dict], dict]:
    """The game, its settings, the moves that counted, and the points of each seat that the page states."""
    game, settings, moves, noted, points = "", {}, [], set(), {}
    for line in text.split("\n"):
        word, _, rest = line.partition(" ")
        parts = rest.split(" | ")
        if word == "game":
            game = rest
        elif word == "setting":
            settings[parts[0]] = json.loads(parts[1])
        elif word == "note":
            noted.add(int(parts[0]))
        elif word == "points":
            points[int(parts[0])] = int(parts[1])
        elif word == "move":
            seat = int(parts[2].partition(" ")[2] or 0)
            facts = {name: json.loads(value) for name, _, value in (part.partition(" ") for part in parts[4:])}
            moves.append({"kind": parts[3], "seat": seat, **facts, "number_of_move": int(parts[0])})
    return game, settings, [move for move in moves if move["number_of_move"] not in noted], points


def counted(text: str) -> dict[int, int]:
    """The points of each seat, counted again. Raises ValueError for a game that this program does not know."""
    game, settings, moves, _ = read(text)
    if not re.fullmatch("[a-z_]+", game) or not (FOLDER / f"recount_{game}.py").exists():
        raise ValueError(f"the game {game!r} is not known here")
    return import_module(f"recount_{game}").counted(settings, moves)


def differences(text: str) -> list[str]:
    stated, points = read(text)[3], counted(text)
    return [
        f"seat {seat}: the file says {stated.get(seat)}, counted again {points.get(seat)}"
        for seat in sorted({*points, *stated})
        if points.get(seat) != stated.get(seat)
    ]


def main(argv: list[str]) -> int:
    try:
        with open(argv[1], encoding="utf-8") as file:
            differing = differences(file.read())
    except (OSError, ValueError, IndexError, KeyError, TypeError) as problem:
        print(f"The file cannot be read: {problem}", file=sys.stderr)
        return 2
    print("\n".join(differing) or "Every point is right.")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
