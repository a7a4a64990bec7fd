"""The rows of an effect: answers, points, places and awards, before and after. Entrants come with number and name as
`shown`."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from judging.messages import Message
from judging.results.brackets import Bracket, SideNames

from ..models import Division, Entrant, Round, Tie
from ..ties.queries import KINDS

# what a line counts as -> the tag it gets, and the word on it
TAGS: dict[str, tuple[str, Promise]] = {
    "on_target": ("accepted", gettext_lazy("on target")),
    "judged": ("", gettext_lazy("off target")),
    "nothing": ("refused", gettext_lazy("does not count")),
    "pending": ("pending", gettext_lazy("pending")),
    "void": ("", gettext_lazy("void")),
}


@dataclass(frozen=True)
class CountedAs:
    """What a line counts as: the state of its tag ("" for a plain one), the word, and the value if any."""

    state: str
    word: Promise
    value: str


@dataclass(frozen=True)
class ChangedAnswer:
    """An answer that counts differently, written on `lines` lines."""

    round: Round
    box: Message
    text: str
    lines: int
    before: CountedAs
    after: CountedAs


@dataclass(frozen=True)
class ChangedPoints:
    """One entrant's points in one round; None without a result. It waits if a line would wait for a judge."""

    who: Entrant
    round: Round
    before: int | None
    after: int | None
    waits: bool = False


@dataclass(frozen=True)
class Moved:
    """One entrant's place and total in a standing; the place is None if they are not ranked."""

    who: Entrant
    before: int | None
    after: int | None
    total_before: int | None
    total_after: int | None

    @property
    def steps(self) -> int:
        """How many places up, negative for down; 0 without a place before or after."""
        return self.before - self.after if self.before and self.after else 0

    @property
    def steps_down(self) -> int:
        return -self.steps


@dataclass(frozen=True)
class Awarded:
    """An entrant at a place with an award. `other` is their place on the other side of the change, or None."""

    who: Entrant
    place: int
    other: int | None

    @property
    def is_new(self) -> bool:
        """The award is gained, if this is the side after the change, or lost, if it is the side before."""
        return self.other is None


@dataclass(frozen=True)
class ChangedStanding:
    """One standing of the event. `awards` and `ties` are those before and those after."""

    division: Division
    kind: str
    moved: tuple[Moved, ...]
    awards: tuple[tuple[Awarded, ...], tuple[Awarded, ...]]
    ties: tuple[tuple[tuple[Entrant, ...], ...], tuple[tuple[Entrant, ...], ...]]

    @property
    def title(self) -> str:
        return f"{self.division.label} · {KINDS[self.kind]}"

    @property
    def movers(self) -> list[Moved]:
        return [each for each in self.moved if each.before != each.after]

    @property
    def others(self) -> list[Moved]:
        """The entrants who have another total and the same place."""
        return [each for each in self.moved if each.before == each.after]

    @property
    def lost(self) -> list[Awarded]:
        return [each for each in self.awards[0] if each.is_new]

    @property
    def changes_awards(self) -> bool:
        return any(each.place != each.other for side in self.awards for each in side)

    @property
    def ties_arisen(self) -> list[tuple[Entrant, ...]]:
        return _not_in(self.ties[1], self.ties[0])

    @property
    def ties_gone(self) -> list[tuple[Entrant, ...]]:
        return _not_in(self.ties[0], self.ties[1])

    @property
    def is_important(self) -> bool:
        """Whether an award or a tie for one changes."""
        return bool(self.changes_awards or self.ties_arisen or self.ties_gone)


@dataclass(frozen=True)
class ChangedTie:
    """A tie whose bracket changes. A bracket is None if the sides are not tied; `names` by entrant id."""

    tie: Tie
    before: Bracket | None
    after: Bracket | None
    names: SideNames

    @property
    def title(self) -> str:
        return f"{self.tie.division.label} · {KINDS[self.tie.kind]}"

    @property
    def last(self) -> int:
        """The last place they play for."""
        return self.tie.place + max(len(each.sides) for each in (self.before, self.after) if each) - 1

    @property
    def sides(self) -> tuple[tuple[Promise, dict | None], ...]:
        before, after = self._messages(self.before), self._messages(self.after)
        return (gettext_lazy("Before"), before), (gettext_lazy("After"), after)

    def _messages(self, bracket: Bracket | None) -> dict | None:
        """A message about each game in the order played, and one about the bracket."""
        if bracket is None:
            return None
        games = [each.message(self.names) for each in bracket.played]
        return {"games": games, "message": bracket.message(self.names)}


def _not_in(ties: Iterable[tuple[Entrant, ...]], others: Iterable[tuple[Entrant, ...]]) -> list:
    known = [set(other) for other in others]
    return [tie for tie in ties if set(tie) not in known]
