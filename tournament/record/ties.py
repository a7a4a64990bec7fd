"""The ties that matter for awards: which there are, what is in the way of playing them out, and how far that has come."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.messages import Message
from judging.results.awards import in_a_row
from judging.results.brackets import Names
from judging.results.ties import Tie as Level
from judging.results.ties import has_tiebreak, ties_at

from ..models import Division, Event, Keying, Round, Team, Tie, TieKind
from ..names import isolated
from ..sentences import sentence
from .criteria import programme_rounds
from .expected import expected
from .standings import players_table, teams_table
from .tables import Entry, Table
from .tie_steps import Step, steps_of
from .tiebreakers import PlayedTie
from .what_if import WhatIf

TABLES: dict[str, Callable[..., Table]] = {
    TieKind.PLAYERS: players_table,
    TieKind.TEAMS: teams_table,
}
KINDS: dict[str, Promise] = {
    TieKind.PLAYERS: gettext_lazy("players"),
    TieKind.TEAMS: gettext_lazy("teams"),
}


class Drawn(NamedTuple):
    """A side in the order drawn: `as_` is what was hashed, letter for letter (NT-TB-2), `name` a player's name that goes
    with it, and `now` her number, or the team's name, where that is another one by now."""

    as_: str
    name: str
    now: str


@dataclass(frozen=True)
class OpenTie:
    """A tie for an award. `names` by entrant id; `provisional` while a line of the standing waits; `played` is None
    until it is drawn, and `order` then are the sides as drawn; `decides` says whether tiebreakers are a criterion."""

    division: Division
    kind: str
    first: int
    last: int
    names: Names
    provisional: bool
    played: PlayedTie | None = None
    order: tuple[Drawn, ...] = ()
    decides: bool = True

    @property
    def tie(self) -> Tie | None:
        return self.played.tie if self.played else None

    @property
    def title(self) -> str:
        return f"{self.division.label} · {KINDS[self.kind]}"

    @property
    def said(self) -> str:
        """Who is level, and for what."""
        return _("%(names)s are level for places %(first)s to %(last)s.") % {
            "names": sentence(in_a_row(list(self.names.values()))),
            "first": self.first,
            "last": self.last,
        }

    @property
    def out(self) -> list[str]:
        """Who is out, the first one first."""
        return [self.names[side] for side in self.played.bracket.out] if self.played else []

    @cached_property
    def steps(self) -> list[Step]:
        return list(steps_of(self.played, self.names)) if self.played else []

    @property
    def message(self) -> Message | str:
        """What comes next, or who has won."""
        if self.played is None:
            return _("Nobody is drawn yet.")
        if self.played.going and not self.played.bracket.waits:
            return self.steps[-1].message
        return self.played.bracket.message(self.names)

    @property
    def may_begin(self) -> bool:
        """Whether the next game can be begun now."""
        return bool(self.played and self.played.bracket.next and not self.played.going)


@dataclass(frozen=True)
class Desk:
    """All ties of an event. `not_yet` says why none can be drawn; `stale` were drawn and do not hold any more;
    `past` hold, and no award is at stake in them any more, or tiebreakers are no criterion."""

    ties: tuple[OpenTie, ...]
    past: tuple[OpenTie, ...]
    stale: tuple[Tie, ...]
    not_yet: tuple[str, ...]


def desk(event: Event) -> Desk:
    """Every standing is worked out for it: for the organisers' page, not for the public's."""
    found: list[OpenTie] = []
    past: list[OpenTie] = []
    held: set[int] = set()
    for division in event.divisions.all():
        for kind, table_of in TABLES.items():
            table = table_of(event, division)
            held |= {each.tie.pk for each in table.ties}
            found += open_ties(event, division, kind, table, at_desk)
            past += _past_ties(event, division, kind, table)
    drawn = Tie.objects.filter(event=event, dropped_at__isnull=True).exclude(pk__in=held)
    stale = drawn.select_related("division").prefetch_related("sides__player", "sides__team")
    return Desk(tuple(found), tuple(past), tuple(stale), tuple(not_yet(event)))


Called = Callable[[Event, Entry], str]


def in_public(event: Event, entry: Entry) -> str:
    return isolated(entry.name)


def open_ties(
    event: Event, division: Division, kind: str, table: Table, called: Called = in_public
) -> Iterator[OpenTie]:
    """The ties in which an award of this standing is at stake; none where the chain asks for no tiebreakers."""
    for level in _at_stake(event, table):
        yield _open(event, division, kind, table, level, called)


def _at_stake(event: Event, table: Table) -> tuple[Level, ...]:
    if not (table.has_points and has_tiebreak(table.chain)):
        return ()
    return ties_at(table.standing, event.award_places)


def _past_ties(event: Event, division: Division, kind: str, table: Table) -> Iterator[OpenTie]:
    """The ties that were drawn, whose sides are level still, and that are not for an award."""
    at_stake = {level.entrants for level in _at_stake(event, table)}
    for level in ties_at(table.standing, len(table.entries)):
        if level.entrants not in at_stake and played_of(table, level):
            yield _open(event, division, kind, table, level, at_desk)


def _open(event: Event, division: Division, kind: str, table: Table, level: Level, called: Called) -> OpenTie:
    known = {each.ranked.entrant: each for each in table.everyone}
    sides = {each.entrant: called(event, known[each.entrant]) for each in level.sides}
    played = played_of(table, level)
    drawn = played.bracket.sides if played else ()
    order = tuple(_as_drawn(event, known[side], str(side)) for side in drawn)
    decides = has_tiebreak(table.chain)
    return OpenTie(division, kind, level.first, level.last, sides, table.provisional, played, order, decides)


def at_desk(event: Event, entry: Entry) -> str:
    """Players go by number and name there, teams by name."""
    if isinstance(entry.who, Team) or event.public_names == Event.Names.NUMBER:
        return isolated(entry.name)
    return f"{entry.who.number} {isolated(entry.name)}"


def _as_drawn(event: Event, entry: Entry, hashed: str) -> Drawn:
    is_team = isinstance(entry.who, Team)
    now = entry.name if isinstance(entry.who, Team) else str(entry.who.number)
    says_all = is_team or event.public_names == Event.Names.NUMBER
    return Drawn(hashed, "" if says_all else entry.name, "" if now == hashed else now)


def played_of(table: Table, level: Level) -> PlayedTie | None:
    return next((each for each in table.ties if each.sides == level.entrants), None)


def not_yet(event: Event) -> Iterator[str]:
    """Why it is too early to draw a tie, a sentence for each round that is not through."""
    for round_ in programme_rounds(event):
        round_.event = event
        if round_.status in {Round.Status.OPEN, Round.Status.CLOSED}:
            yield _("%(round)s is not marked yet.") % {"round": round_.name}
        elif round_.status == Round.Status.MARKING and (left := _not_typed(round_)):
            yield _("%(round)s: %(n)s sheets are not typed yet.") % {"round": round_.name, "n": left}


def _not_typed(round_: Round) -> int:
    agreed = Keying.objects.filter(sheet__round=round_, state=Keying.State.AGREED)
    return expected(round_).exclude(pk__in=agreed.values("sheet__entrant")).count()


def is_held(tie: Tie, what_if: WhatIf | None = None) -> PlayedTie | None:
    """The tie as it is played, in this what_if if one is given, if its sides, and no others, are level; None where they
    are not."""
    supposed = {"what_if": what_if} if what_if else {}
    table = TABLES[tie.kind](tie.event, tie.division, **supposed)
    return next((each for each in table.ties if each.tie.pk == tie.pk), None)


def called_off(rounds: Iterable[Round]) -> set[int]:
    """Ids of the planned tiebreakers that nobody is to play: their tie was dropped or is none any more, or its next game
    is another one. Where the same sides are level again and meet, they play after all. No query without such a round;
    rounds come `with_sides`."""
    planned = (each for each in rounds if each.status == Round.Status.PLANNED)
    games = [game for each in planned if (game := each.tiebreaker)]
    played = {tie: is_held(tie) for tie in {game.tie for game in games} if not tie.dropped_at}
    going = {held.going.pk for held in played.values() if held and held.going}
    return {game.round_id for game in games if game.pk not in going}


def is_called_off(round_: Round) -> bool:
    return bool(called_off([round_]))


def undecided(event: Event) -> list[OpenTie]:
    """Ties for an award that no champion has come out of yet."""
    return [each for each in desk(event).ties if not (each.played and each.played.bracket.champion)]
