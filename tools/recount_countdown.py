"""The points of a game of Countdown, worked out from docs/rules/countdown.md; see recount_game.py."""

import re
from collections import Counter, defaultdict

TOKENS = re.compile(r"\d+|[-+*/()]")
SIGNS = str.maketrans(
    {"×": "*", "x": "*", "X": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "[": "(", "]": ")"}
)
WORTH = ((0, 10), (5, 7), (10, 5))  # the largest distance, and its points (CD-26)


class Wrong(Exception):
    """A calculation that breaks a rule."""


class CountdownRecount:
    """The events of one round."""

    def __init__(self, tiebreak: bool):
        self.tiebreak, self.closed = tiebreak, False
        self.letters, self.numbers, self.target, self.answer = "", [], None, ""
        self.written, self.declared, self.proved, self.presented, self.shown = {}, {}, set(), {}, {}
        self.written_down, self.unheard = {}, set()
        self.buzzes: list[list] = []

    def play(self, move: dict, ruled: dict) -> None:
        kind, seat = move["kind"], move["seat"]
        if kind == "letter":
            self.letters += move["letter"].lower()
        elif kind in ("large", "target"):
            self.numbers, self.target = move.get("numbers", self.numbers), move.get("target", self.target)
        elif kind == "conundrum":
            self.answer = move["answer"]
        elif kind == "write":
            self.written[seat] = move["text"]
        elif kind == "declare":
            self.declared[seat] = move["number"]
            self.written_down[seat] = move.get("written", bool(self._text(seat)))
            self.proved = self.proved | {seat} if ruled.get(move["number_of_move"]) else self.proved - {seat}
        elif kind == "present":
            self.presented[seat] = move["text"], move["listed"], ruled.get(move["number_of_move"])
        elif kind == "disclose":  # CD-17
            self.unheard = {seat for seat in self.presented if not self.written_down[seat]}
            self.presented = dict(sorted(self.presented.items(), key=lambda given: given[0] not in self.unheard))
        elif kind == "paper":
            self.shown[seat] = move["shown"]
        elif kind == "buzz" and (not self.buzzes or self.buzzes[-1][1] is not None):
            self.buzzes.append([seat, None, None])
        elif kind == "answer":
            self.buzzes[-1][1:] = move["text"], ruled.get(move["number_of_move"])
        elif kind == "no_answer" or (kind == "leave" and self.buzzes and self.buzzes[-1][:2] == [seat, None]):
            self.buzzes[-1][1] = ""
        elif kind == "close_round":
            self.closed = True

    def points(self, settings: dict) -> dict[int, int]:
        if self.answer:
            return self._conundrum(settings.get("conundrum_points", 10))
        return self._numbers() if self.target is not None else self._letters()

    def _conundrum(self, worth: int) -> dict[int, int]:
        for seat, text, ruled in self.buzzes:
            right = (text or "").strip().lower() == self.answer.lower() if ruled is None else ruled
            if right:  # CD-33
                return {seat: worth}
        return {}

    def _letters(self) -> dict[int, int]:
        valid, given = {}, set()
        for seat, (text, listed, ruled) in self.presented.items():
            word = text.strip().lower()
            makes = word.isalpha() and not Counter(word) - Counter(self.letters) and listed  # CD-14, CD-16
            length = sum(map(str.isalpha, word))
            on_paper = word not in given or self._paper(seat, word in re.split(r"[\s,;/]+", self._text(seat)))
            given.add(word)
            if word and (makes if ruled is None else ruled) and self.declared[seat] == length and on_paper:  # CD-12
                valid[seat] = length
        longest = max(valid.values(), default=0)
        return {seat: 18 if longest >= 9 else longest for seat, each in valid.items() if each == longest}  # CD-15

    def _numbers(self) -> dict[int, int]:
        groups = defaultdict(list)
        for seat in [*self.presented, *(seat for seat in self.declared if seat not in self.presented)]:
            if self.declared[seat]:
                groups[abs(self.declared[seat] - self.target)].append(seat)
        given = set()
        for distance in sorted(groups):
            worth = next((points for most, points in WORTH if distance <= most), 0)
            if scored := [seat for seat in groups[distance] if worth and self._proves(seat, given)]:  # CD-24
                return dict.fromkeys(scored, worth)
        return {}

    def _proves(self, seat: int, given: set) -> bool:
        if seat not in self.presented:  # CD-8
            return seat in self.proved
        text, _, ruled = self.presented[seat]
        try:
            value, form = calculated(text, self.numbers)
        except Wrong:
            value, form = None, None
        lines = [form_of(line, self.numbers) for line in re.split(r"[\n;]+", self._text(seat))]
        on_paper = form not in given or self._paper(seat, form in lines)  # CD-27
        given |= {form} - {None}
        counts = value == self.declared[seat] if ruled is None else ruled  # CD-25
        return bool(text.strip()) and counts and on_paper

    def _text(self, seat: int) -> str:
        return self.written.get(seat, "").lower()

    def _paper(self, seat: int, written: bool) -> bool:
        return self.shown.get(seat, written or seat in self.unheard)


def form_of(text: str, numbers: list[int]) -> tuple | None:
    try:
        return calculated(text, numbers)[1]
    except Wrong:
        return None


def calculated(text: str, numbers: list[int]) -> tuple[int, tuple]:
    """The value, and a form that is equal for the same terms and factors in any order. Raises Wrong (CD-1, CD-22)."""
    plain = re.sub(r"\s", "", text.partition("=")[0].translate(SIGNS))
    tokens = TOKENS.findall(plain)
    if "".join(tokens) != plain or Counter(map(int, filter(str.isdigit, tokens))) - Counter(numbers):
        raise Wrong
    value, form = _sum(tokens)
    if tokens:
        raise Wrong
    return value, form


def _chain(tokens: list[str], inner, signs: str, name: str) -> tuple[int, tuple]:
    value, form = inner(tokens)
    parts = [(signs[0], form)]
    while tokens and tokens[0] in signs:
        sign = tokens.pop(0)
        other, form = inner(tokens)
        value = {"+": value + other, "-": value - other, "*": value * other}.get(sign, 0) or _divided(
            value, other, sign
        )
        if value <= 0:
            raise Wrong
        parts.append((sign, form))
    return value, parts[0][1] if len(parts) == 1 else (name, tuple(sorted(parts, key=repr)))


def _divided(value: int, other: int, sign: str) -> int:
    if sign != "/" or value % other:
        raise Wrong
    return value // other


def _sum(tokens: list[str]) -> tuple[int, tuple]:
    return _chain(tokens, _product, "+-", "sum")


def _product(tokens: list[str]) -> tuple[int, tuple]:
    return _chain(tokens, _value, "*/", "product")


def _value(tokens: list[str]) -> tuple[int, tuple]:
    token = tokens.pop(0) if tokens else ""
    if token.isdigit():
        return int(token), ("number", int(token))
    if token != "(":
        raise Wrong
    total = _sum(tokens)
    if not tokens or tokens.pop(0) != ")":
        raise Wrong
    return total


def counted(settings: dict, moves: list[dict]) -> dict[int, int]:
    """The points of each seat."""
    ruled = {move["about"]: move["facts"]["valid"] for move in moves if move["kind"] == "rule"}
    undone = {move["about"] for move in moves if move["kind"] == "undo"}
    points, rounds = {}, []
    for move in moves:
        if move["kind"] == "join":
            points.setdefault(move["seat"], 0)
        elif move["kind"] in ("begin", "again", "next"):  # CD-7: a round that is played again counts for nothing
            tiebreak = rounds.pop().tiebreak if move["kind"] == "again" else move.get("then") == "tiebreak"
            rounds.append(CountdownRecount(tiebreak))
        elif rounds and move["number_of_move"] not in undone:
            rounds[-1].play(move, ruled)
    for each in rounds:
        top = [seat for seat in points if points[seat] == max(points.values())]
        for seat, worth in each.points(settings).items() if each.closed else ():
            if not each.tiebreak or (seat in top and len(top) > 1):  # CD-6
                points[seat] += worth
    return points
