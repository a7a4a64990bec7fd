"""The points of a game of the 24 family, worked out from docs/rules/twentyfour.md; see recount_game.py."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

SIGNS = str.maketrans("×xX·⋅•∗÷:−–[]{}", "*******//--()()")
TOKENS = re.compile(r"[0-9]+|[-+*/()@]")
UNWRITTEN = re.compile(r"(?<=[0-9)])\s*(?=\()|(?<=\))\s*(?=[0-9])")  # a product without its sign, here `@`
ALLOWED = re.compile(r"[0-9\s+*/()-]*", re.ASCII)
NUMBER = re.compile(r"[+-]?[0-9]+(/[0-9]+|\.[0-9]+)?", re.ASCII)


class Unsure(ValueError):
    """An answer that a person has to read: this program knows plain expressions only."""


class InvalidMove(Exception):
    """An expression that breaks a rule."""


class TwentyfourRecount:
    """One round. `phase` is "answer", "proof" or "over"; `winner` and `points` are known once it is over."""

    def __init__(self, game: "FamilyRecount", sets: list[str]):
        self.game, self.sets, self.phase = game, [[int(each) for each in row.split()] for row in sets], "answer"
        self.playing, self.impossible, self.entries = list(game.sitting), set(), {}
        self.proved, self.done, self.winner, self.points, self.wrong = {}, set(), None, {}, set()

    def play(self, move: dict, ruled: bool | None) -> None:
        kind, seat = move["kind"], move["seat"]
        if kind == "answer":  # TF-C-4
            if self.right(move, self.game.target, ruled):
                self.end(seat, {seat: 1})
            else:
                self.wrong.add(seat)
                if not self.game.wrong_locks:  # TF-C-7
                    self.end()
        elif kind in ("proof", "no_proof"):
            self.done.add(seat)
            if kind == "proof":
                self.proved[seat] = self.right(move, self.entries[seat][0], ruled)
        elif kind == "impossible" and not self.game.two_phases:
            self.impossible.add(seat)
        elif kind in ("x", "impossible"):
            x = number(move["text"]) if kind == "x" else None
            if seat not in self.entries or self.entries[seat][0] != x:  # TF-X-2
                self.entries[seat] = x, move["number_of_move"]
        self.go_on()

    def leave(self, seat: int) -> None:
        """TF-4."""
        if seat in self.playing and self.phase != "over":
            self.playing.remove(seat)
            self.impossible.discard(seat)
            self.entries.pop(seat, None)
            self.go_on()

    def phase_ends(self) -> None:
        """The clock has ended, or the host ends the phase (TF-C-6, TF-X-2, TF-X-6)."""
        if self.phase == "answer" and self.game.two_phases:
            self.phase = "proof"
            self.go_on()
        elif self.phase == "proof":
            self.end_of_proofs()
        elif self.phase == "answer":
            self.end()

    def go_on(self) -> None:
        if self.phase == "over":
            return
        done = self.impossible | self.wrong
        if not self.playing or (not self.game.two_phases and done >= set(self.playing)):  # TF-C-5, TF-C-7
            self.end()
            return
        if self.game.waits and self.phase == "answer" and all(seat in self.entries for seat in self.playing):  # TF-X-3
            self.phase = "proof"
        waiting = [seat for seat, (x, _) in self.entries.items() if x is not None and seat not in self.done]
        if self.phase == "proof" and not waiting:  # TF-X-6
            self.end_of_proofs()

    def end_of_proofs(self) -> None:
        """The best x with a right proof; then the earlier one. Impossible needs no proof (TF-X-1, TF-X-7)."""
        standing = [seat for seat, (x, _) in self.entries.items() if x is None or self.proved.get(seat)]
        best = min(standing, key=lambda seat: self.rank(*self.entries[seat]), default=None)
        self.end(best, {} if best is None else {best: 1})

    def rank(self, x: Fraction | None, at: int) -> tuple:
        return (1, 0, at) if x is None else (0, -x if self.game.largest else x, at)

    def end(self, winner: int | None = None, points: dict | None = None) -> None:
        self.phase, self.winner, self.points = "over", winner, dict.fromkeys(self.wrong, -1) | (points or {})

    def right(self, move: dict, x: Fraction, ruled: bool | None) -> bool:
        """Whether all sets make what they have to (TF-C-2), unless somebody ruled (TF-E-2)."""
        if ruled is not None:
            return ruled
        goals = {x}
        if self.game.two_phases and not self.game.largest:  # TF-1
            goals = {self.game.target + x, self.game.target - x}
        texts = split(move["texts"], self.sets)  # TF-C-3
        pairs = zip(texts, self.sets, strict=False)
        return len(texts) == len(self.sets) and all(makes(text, numbers) in goals for text, numbers in pairs)


class FamilyRecount:
    """A game: who sits at the table, the rounds, and the points so far."""

    def __init__(self, settings: dict):
        kind = int(settings.get("game_type", "0"))
        self.two_phases, self.largest, self.waits = kind >= 10, kind // 10 == 1, kind % 10 in (1, 2)
        self.endless, self.end_score = kind == 1, settings.get("end_score", 10)
        self.wrong_locks = settings.get("wrong_locks", False)
        self.target = Fraction(settings.get("target", 24))
        self.sitting, self.points, self.round, self.won, self.added = [], {}, None, False, False

    def play(self, move: dict, ruled: bool | None) -> None:
        kind, seat = move["kind"], move["seat"]
        if kind == "join":
            self.sitting.append(seat)
        elif kind == "leave":
            self.sitting.remove(seat)
            if self.round is not None:
                self.round.leave(seat)
        elif kind == "deal":
            self.round, self.added = TwentyfourRecount(self, move["sets"]), False
        elif kind == "again":  # TF-5
            for seat, more in self.round.points.items() if self.added else ():
                self.points[seat] -= more
            self.round.end()
            self.added = True
        elif kind in ("time_up", "close"):
            self.round.phase_ends()
        elif kind in ("answer", "x", "impossible", "proof", "no_proof"):
            self.round.play(move, ruled)
        self.add()

    def add(self) -> None:
        """Add the points of a round that is over; none after the end of the game (TF-E-1, TF-E-3)."""
        if self.round is None or self.round.phase != "over" or self.added:
            return
        self.added = True
        if self.won:
            return
        for seat, more in self.round.points.items():
            self.points[seat] = self.points.get(seat, 0) + more
        winner = self.round.winner
        self.won = winner is not None and not self.endless and self.points[winner] >= self.end_score


def counted(settings: dict, moves: list[dict]) -> dict[int, int]:
    """The points of each seat. Raises Unsure where somebody has to read an answer."""
    ruled = {move["about"]: move["facts"]["right"] for move in moves if move["kind"] == "rule"}
    game = FamilyRecount(settings)
    for move in moves:
        game.play(move, ruled.get(move["number_of_move"]))
    return dict.fromkeys(game.sitting, 0) | game.points  # points stay with who leaves (TF-4)


def number(text: str) -> Fraction:
    plain = text.strip().replace("−", "-").replace("–", "-").replace(" ", "").replace(",", ".")
    return Fraction(plain) if NUMBER.fullmatch(plain) else Fraction("")


def split(texts: list[str], sets: list[list[int]]) -> list[str]:
    """One expression a set: a single line is split at spaces if that can be done in one way (TF-C-3)."""
    if len(texts) != 1 or len(sets) == 1:
        return texts
    ends = [match.end() for match in re.finditer(r"[0-9]+", texts[0])]
    if len(ends) != sum(map(len, sets)):
        return texts
    gaps, at = [], 0
    for numbers in sets[:-1]:
        at += len(numbers)
        begins = ends[at] - len(re.findall(r"[0-9]+", texts[0])[at])
        gaps.append([place for place in range(ends[at - 1], begins) if texts[0][place] == " "])
    splits = set()
    for chosen in product(*gaps):
        cuts = [0, *chosen, len(texts[0])]
        parts = tuple(texts[0][one:other].strip() for one, other in zip(cuts, cuts[1:], strict=False))
        if all(map(is_expression, parts)):
            splits.add(parts)
    return list(splits.pop()) if len(splits) == 1 else texts


def is_expression(text: str) -> bool:
    try:
        calculated(text)
    except InvalidMove:
        return False
    except ZeroDivisionError:
        return True
    return True


def makes(text: str, numbers: list[int]) -> Fraction | None:
    """The value of an expression with exactly these numbers, None if it is not allowed (TF-C-1)."""
    try:
        value, used = calculated(side(text, numbers))
    except (InvalidMove, ZeroDivisionError):
        return None
    return value if used == Counter(numbers) else None


def side(text: str, numbers: list[int]) -> str:
    """The expression of a line such as `4*6=24`."""
    sides = [each for each in text.split("=") if each.strip(" .,;")]
    fitting = [each for each in sides if Counter(map(int, re.findall(r"[0-9]+", each))) == Counter(numbers)]
    if len(sides) == 2 and len(fitting) == 1 and sum(map(len, map(TOKENS.findall, sides))) > len(numbers):
        return fitting[0]
    if len(sides) > 1:
        raise Unsure(f"this program cannot read the answer {text!r}")
    return sides[0] if sides else ""


def calculated(text: str) -> tuple[Fraction, Counter]:
    """The value and the numbers of a plain expression. Raises NotAllowed, Unsure or ZeroDivisionError."""
    plain = text.translate(SIGNS).strip(" .,;")
    if not ALLOWED.fullmatch(plain):
        if re.search(r"[0-9]", plain):
            raise Unsure(f"this program cannot read the answer {text!r}")
        raise InvalidMove
    tokens = TOKENS.findall(UNWRITTEN.sub("@", plain))
    used = Counter(int(each) for each in tokens if each.isdigit())
    value = _sum(tokens)
    if tokens:
        raise InvalidMove
    return value, used


def _sum(tokens: list[str]) -> Fraction:
    value = _product(tokens)
    while tokens and tokens[0] in "+-":
        value = value + _product(tokens) if tokens.pop(0) == "+" else value - _product(tokens)
    return value


def _product(tokens: list[str]) -> Fraction:
    value, divided = _value(tokens), False
    while tokens and tokens[0] in "*/@":
        sign = tokens.pop(0)
        if divided and sign == "@":
            raise Unsure("this program cannot read a product without a sign behind a division")
        other = _value(tokens)
        divided, value = divided or sign == "/", value / other if sign == "/" else value * other
    return value


def _value(tokens: list[str]) -> Fraction:
    token = tokens.pop(0) if tokens else ""
    if token.isdigit():
        return Fraction(token)
    if token != "(":
        raise InvalidMove
    value = _sum(tokens)
    if not tokens or tokens.pop(0) != ")":
        raise InvalidMove
    return value
