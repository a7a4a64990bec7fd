"""The state of a round and of the game: plain values, and the questions that moves and pages ask of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from judging.games.countdown.letters import LETTERS
from judging.games.countdown.numbers import FURTHEST, JudgedCalculation
from judging.games.countdown.settings import KINDS
from judging.games.live.game import Position

RoundKind = Literal["letters", "numbers", "conundrum"]
CountdownPhase = Literal[
    "setup", "ready", "running", "declaring", "giving", "presenting", "answering", "answered", "time_over", "done"
]
CLOCK_HAS_RUN = ("declaring", "giving", "presenting", "time_over", "done")
HIDDEN_CONUNDRUM = ("setup", "ready")


@dataclass(frozen=True)
class PhoneText:
    """The text that a player wrote on their phone, and when it was received."""

    text: str
    at: int


@dataclass(frozen=True)
class Declared:
    """A declaration: a length or a number; whether the player says that it is written down; `proved`: a judge lets it
    count without a calculation."""

    move: int
    number: int
    written: bool
    proved: bool = False


@dataclass(frozen=True)
class Presented:
    """A word or calculation that was given. `shown`: the host saw the player's paper; `ruled`: what the judge says."""

    move: int
    text: str
    listed: bool = False
    judged: JudgedCalculation | None = None
    shown: bool | None = None
    ruled: bool | None = None


@dataclass(frozen=True)
class Buzz:
    """A buzz and the answer to it; `text` is None until it is given."""

    move: int
    seat: int
    at: int
    text: str | None = None
    answer_move: int = 0
    ruled: bool | None = None


@dataclass(frozen=True)
class CountdownRound:
    """A round after some moves. `touched` is when its last move came, `ends` when its clock ended.

    `order` are the seats that presented, in that order; `unheard` those who gave theirs, not written down, before any
    was shown (CD-17); `gone` are players who left.
    """

    kind: RoundKind
    number: int
    players: tuple[int, ...]
    active: int | None
    touched: int
    tiebreak: bool = False
    phase: CountdownPhase = "setup"
    letters: str = ""
    numbers: tuple[int, ...] = ()
    target: int | None = None
    scramble: str = ""
    answer: str = ""
    ends: int | None = None
    began: int | None = None
    written: Mapping[int, PhoneText] = field(default_factory=dict)
    declared: Mapping[int, Declared] = field(default_factory=dict)
    presented: Mapping[int, Presented] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    unheard: frozenset[int] = frozenset()
    buzzes: tuple[Buzz, ...] = ()
    close_calls: tuple[Buzz, ...] = ()
    gone: frozenset[int] = frozenset()

    @property
    def is_set_up(self) -> bool:
        if self.kind == "letters":
            return len(self.letters) == LETTERS
        return self.target is not None if self.kind == "numbers" else bool(self.scramble)

    @property
    def playing(self) -> tuple[int, ...]:
        """The players who are still here."""
        return tuple(seat for seat in self.players if seat not in self.gone)

    @property
    def buzzed(self) -> Buzz | None:
        """The seat that is answering, or answered last."""
        return self.buzzes[-1] if self.buzzes else None

    @property
    def may_buzz(self) -> tuple[int, ...]:
        """The players who have not guessed yet."""
        guessed = {buzz.seat for buzz in self.buzzes}
        return tuple(seat for seat in self.playing if seat not in guessed)

    def number_of(self, seat: int) -> int:
        """The number or length that the player declared; 0 for none."""
        declared = self.declared.get(seat)
        return declared.number if declared is not None else 0

    def distance(self, seat: int) -> int:
        return abs(self.number_of(seat) - (self.target or 0))


@dataclass(frozen=True)
class CountdownState:
    """The whole game. `turns` are the seats in the order in which they set rounds up; the last round is the current.

    `voided` are rounds that were played again.
    """

    turns: tuple[int, ...]
    rounds: tuple[CountdownRound, ...]
    voided: tuple[CountdownRound, ...] = ()

    @property
    def current(self) -> CountdownRound:
        return self.rounds[-1]


def state_of(position: Position) -> CountdownState:
    return cast(CountdownState, position.state)


def round_of(position: Position) -> CountdownRound:
    return state_of(position).current


def answers_alone(position: Position, round_: CountdownRound) -> bool:
    """Whether the only player may give their answer now, without declaring or buzzing (CD-41)."""
    return position.settings.flag("alone") and round_.phase in ("ready", "running", "presenting")


def round_over(position: Position) -> int | None:
    """The number of the round that is over here."""
    if position.state is None or round_of(position).phase != "done":
        return None
    return round_of(position).number


def with_round(position: Position, changed: CountdownRound) -> Position:
    state = state_of(position)
    return replace(position, state=replace(state, rounds=(*state.rounds[:-1], changed)))


def plan_of(position: Position) -> list[RoundKind]:
    """The kinds of the planned rounds."""
    return [cast(RoundKind, KINDS[letter]) for letter in position.settings.choice("rounds")]


def to_present(round_: CountdownRound) -> tuple[int, ...]:
    """The seats that may have to present and have not, those first who go first.

    In letters everybody who declared a length (CD-13), in numbers the closest first (CD-23), as far as 10 away. Of
    equal ones those without written words go first. The rest follow the order of the seats.
    """
    waiting = [seat for seat in round_.playing if round_.number_of(seat) and seat not in round_.presented]
    if round_.kind == "numbers":
        waiting = [seat for seat in waiting if round_.distance(seat) <= FURTHEST]
    return tuple(sorted(waiting, key=lambda seat: _rank(round_, seat)))


def turn(round_: CountdownRound) -> tuple[int, ...]:
    """The seats whose turn it is to present: all that rank first. Before anything is shown, written or not is the same
    (CD-17)."""
    waiting = to_present(round_)
    if round_.phase != "giving":
        return tuple(seat for seat in waiting if _rank(round_, seat) == _rank(round_, waiting[0]))
    nearest = min((_distance(round_, seat) for seat in (*waiting, *round_.presented)), default=0)
    return tuple(seat for seat in waiting if _distance(round_, seat) == nearest)


def _rank(round_: CountdownRound, seat: int) -> tuple[int, bool]:
    return _distance(round_, seat), round_.declared[seat].written


def _distance(round_: CountdownRound, seat: int) -> int:
    return round_.distance(seat) if round_.kind == "numbers" else 0
