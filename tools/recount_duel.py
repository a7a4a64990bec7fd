"""The points of a game of Countdown Duel, worked out from docs/rules/duel.md; see recount_game.py."""

import re

SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "x": "*", "X": "*", "·": "*", "÷": "/", ":": "/"})
TURN = re.compile(r"\s*([-+*/])\s*([0-9]{1,3})\s*", re.ASCII)
TARGET, LOST_TURNS = 30, 4


class Duel:
    """A game between two turns; players are 0, who began, and 1. `winner` is one of them, or None."""

    def __init__(self):
        self.total, self.turn, self.lost, self.last, self.winner = 0, 0, 0, None, None
        self.numbers = [set(range(1, 10)), set(range(1, 10))]  # DU-2

    def play(self, text: str) -> None:
        match = TURN.fullmatch(text.translate(SIGNS))  # DU-4
        if not match or int(match[2]) not in self.numbers[self.turn]:  # DU-5
            self.lose()
            return
        number = int(match[2])
        self.numbers[self.turn].remove(number)
        self.total, self.lost, self.last = applied(self.total, match[1], number), 0, self.turn
        if self.total >= TARGET:  # DU-1
            self.winner = self.turn
        elif not any(self.numbers):  # DU-6
            self.winner = self.last
        else:
            self.pass_on()

    def lose(self) -> None:
        self.lost += 1
        if self.lost == LOST_TURNS:  # DU-7
            self.winner = 1 if self.last is None else self.last
        else:
            self.pass_on()

    def pass_on(self) -> None:
        if self.numbers[1 - self.turn]:
            self.turn = 1 - self.turn


def applied(total: int, sign: str, number: int) -> int:
    if sign == "/":  # DU-3: the fraction is discarded, toward zero
        return total // number if total >= 0 else -(-total // number)
    return {"+": total + number, "-": total - number, "*": total * number}[sign]


def counted(settings: dict, moves: list[dict]) -> dict[int, int]:
    """The points of each seat: one for the winner (DU-9)."""
    seats, sitting, order, duel = [], [], [], Duel()
    machine = [0] if settings.get("machine", "none") != "none" else []  # DU-M-4
    for move in moves:
        kind, seat = move["kind"], move["seat"]
        if kind == "join":
            seats.append(seat)
            sitting.append(seat)
        elif kind == "begin":
            order = sitting + machine
            if settings.get("starts") == "second":
                order.reverse()
        elif kind == "leave":
            sitting.remove(seat)
            if seat in order and duel.winner is None:  # DU-8
                duel.winner = 1 - order.index(seat)
        elif kind == "again":  # DU-10
            duel = Duel()
        elif kind in ("turn", "machine"):
            duel.play(move["text"])
        elif kind == "time_up":  # DU-8
            duel.lose()
    scoring = {*sitting, *order}  # who left before the game began has no part in it
    winner = order[duel.winner] if order and duel.winner is not None else None
    return {seat: int(seat == winner) for seat in (*seats, *machine) if seat in scoring}
