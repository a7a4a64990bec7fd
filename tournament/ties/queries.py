"""Ties for awards: which there are, what prevents drawing them, and the state of their games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from judging.messages import Message
from judging.results.awards import in_a_row
from judging.results.brackets import SideNames
from judging.results.ties import AwardTie as Level, has_tiebreak, ties_at

from ..common.line_text import isolated
from ..common.wording.sentences import sentence
from ..models import Division, Event, Round, Team, Tie, TieKind
from ..rounds.expected_sheets import piles_of, with_sides
from ..standings.brackets import PlayedTie
from ..standings.criteria import programme_rounds
from ..standings.standings import TABLES, standings_tables
from ..standings.standings_table import StandingsEntry, StandingsTable
from .games import BracketGame, games_of

KINDS: dict[str, Promise] = {TieKind.PLAYERS: gettext_lazy("players"), TieKind.TEAMS: gettext_lazy("teams")}


class DrawnName(NamedTuple):
    """A side in the order drawn. `as_` is the text that was hashed (NT-TB-2), `name` the player's name beside it, and
    `now` the current number or team name if it has changed."""

    as_: str
    name: str
    now: str


@dataclass(frozen=True)
class OpenTie:
    """A tie for an award. `names` by entrant id; `provisional` while a line of the standing is not judged; `played` is
    None until it is drawn; `order` are the sides as drawn; `decides` says whether tiebreakers are a criterion."""

    division: Division
    kind: str
    first: int
    last: int
    names: SideNames
    provisional: bool
    played: PlayedTie | None = None
    order: tuple[DrawnName, ...] = ()
    decides: bool = True

    @property
    def tie(self) -> Tie | None:
        return self.played.tie if self.played else None

    @property
    def title(self) -> str:
        return f"{self.division.label} · {KINDS[self.kind]}"

    @property
    def summary(self) -> str:
        """The sides that are tied, or were until their games decided, and for which places."""
        text = _("%(names)s are tied for places %(first)s to %(last)s.")
        if self.played and self.played.bracket.champion:
            text = _("%(names)s were tied for places %(first)s to %(last)s.")
        return text % {
            "names": sentence(in_a_row(list(self.names.values()))),
            "first": self.first,
            "last": self.last,
        }

    @property
    def out(self) -> list[str]:
        """Names of those who are out, in order."""
        return [self.names[side] for side in self.played.bracket.out] if self.played else []

    @cached_property
    def listed_games(self) -> list[BracketGame]:
        return list(games_of(self.played, self.names)) if self.played else []

    @property
    def message(self) -> Message | str:
        """The next game, or who has won."""
        if self.played is None:
            return _("Not drawn yet.")
        if self.played.going and not self.played.bracket.waits:
            return self.listed_games[-1].message
        return self.played.bracket.message(self.names)

    @property
    def may_begin(self) -> bool:
        """Whether the next game can be begun now."""
        return bool(self.played and self.played.bracket.next and not self.played.going)


@dataclass(frozen=True)
class TiesOverview:
    """All ties of an event. `blocked_by` says why none can be drawn. `stale` ties were drawn and are no longer tied;
    `past` ones are still tied, but not for an award, or tiebreakers are no longer a criterion."""

    ties: tuple[OpenTie, ...]
    past: tuple[OpenTie, ...]
    stale: tuple[Tie, ...]
    blocked_by: tuple[str, ...]


def ties_overview(event: Event) -> TiesOverview:
    """The ties of every standing. Slow, so for organisers' pages only."""
    open_: list[OpenTie] = []
    past: list[OpenTie] = []
    drawn_ids: set[int] = set()
    tables = standings_tables(event)
    for (division, kind), table in tables.items():
        drawn_ids |= {each.tie.pk for each in table.ties}
        open_ += open_ties(event, division, kind, table, number_and_name)
        past += _past_ties(event, division, kind, table)
    drawn = Tie.objects.filter(event=event, dropped_at__isnull=True).exclude(pk__in=drawn_ids)
    stale = drawn.select_related("division").prefetch_related("sides__player", "sides__team")
    return TiesOverview(tuple(open_), tuple(past), tuple(stale), tuple(not_marked_yet(event)))


NameOf = Callable[[Event, StandingsEntry], str]


def public_name(event: Event, entry: StandingsEntry) -> str:
    return isolated(entry.name)


def open_ties(
    event: Event, division: Division, kind: str, table: StandingsTable, name_of: NameOf = public_name
) -> Iterator[OpenTie]:
    """The ties for an award in this standing; none if tiebreakers are not a criterion."""
    for level in _ties_for_awards(event, table):
        yield _open(event, division, kind, table, level, name_of)


def _ties_for_awards(event: Event, table: StandingsTable) -> tuple[Level, ...]:
    if not (table.has_points and has_tiebreak(table.chain)):
        return ()
    return ties_at(table.standing, event.award_places)


def _past_ties(event: Event, division: Division, kind: str, table: StandingsTable) -> Iterator[OpenTie]:
    """The ties that were drawn, are still ties, and are not for an award."""
    at_stake = {level.entrants for level in _ties_for_awards(event, table)}
    for level in ties_at(table.standing, len(table.entries)):
        if level.entrants not in at_stake and played_of(table, level):
            yield _open(event, division, kind, table, level, number_and_name)


def _open(event: Event, division: Division, kind: str, table: StandingsTable, level: Level, name_of: NameOf) -> OpenTie:
    known = {each.ranked.entrant: each for each in table.everyone}
    sides = {each.entrant: name_of(event, known[each.entrant]) for each in level.sides}
    played = played_of(table, level)
    drawn = played.bracket.sides if played else ()
    order = tuple(_as_drawn(event, known[side], str(side)) for side in drawn)
    decides = has_tiebreak(table.chain)
    return OpenTie(division, kind, level.first, level.last, sides, table.provisional, played, order, decides)


def number_and_name(event: Event, entry: StandingsEntry) -> str:
    """A player's number and name, or a team's name."""
    return str(entry.who) if isinstance(entry.who, Team) else entry.who.number_and_name(event)


def _as_drawn(event: Event, entry: StandingsEntry, hashed: str) -> DrawnName:
    if isinstance(entry.who, Team):
        return DrawnName(hashed, "", "" if entry.name == hashed else entry.name)
    now = str(entry.who.number)
    name = "" if event.public_names == Event.Names.NUMBER else entry.who.short_name(event)
    return DrawnName(hashed, name, "" if now == hashed else now)


def played_of(table: StandingsTable, level: Level) -> PlayedTie | None:
    return next((each for each in table.ties if each.sides == level.entrants), None)


def not_marked_yet(event: Event) -> Iterator[str]:
    """Why it is too early to draw a tie: a sentence for each round that is not marked."""
    rounds = programme_rounds(event)
    marking = [each for each in rounds if each.status == Round.Status.MARKING]
    left = {pile.round.pk: pile.not_agreed for pile in piles_of(event, marking)} if marking else {}
    for round_ in rounds:
        if round_.status in {Round.Status.OPEN, Round.Status.CLOSED}:
            yield _("%(round)s is not marked yet.") % {"round": round_.name}
        elif n := left.get(round_.pk):
            yield _("%(round)s: %(n)s sheets are not typed yet.") % {"round": round_.name, "n": n}


def is_held(tie: Tie) -> PlayedTie | None:
    """The tie with its bracket; None if its sides are no longer tied."""
    table = TABLES[tie.kind](tie.event, tie.division)
    return next((each for each in table.ties if each.tie.pk == tie.pk), None)


def called_off(rounds: Iterable[Round]) -> set[int]:
    """Ids of the planned tiebreakers that will not be played: their tie was dropped or has ended, or its next game is
    another one. They return if the same sides are tied again. `rounds` come `with_sides`."""
    planned = (each for each in rounds if each.status == Round.Status.PLANNED)
    games = list(filter(None, (each.tiebreaker for each in planned)))
    played = {tie: is_held(tie) for tie in {game.tie for game in games} if not tie.dropped_at}
    going = {tie.going.pk for tie in played.values() if tie and tie.going}
    return {game.round_id for game in games if game.pk not in going}


def is_called_off(round_: Round) -> bool:
    return bool(called_off([round_]))


def undecided(event: Event) -> list[OpenTie]:
    """Ties for an award that are not decided."""
    return [each for each in ties_overview(event).ties if not (each.played and each.played.bracket.champion)]


def rounds_of(event: Event) -> list[Round]:
    """The rounds of the event without cancelled tiebreakers."""
    rounds = list(with_sides(event.rounds.all()))
    off = called_off(rounds)
    return [each for each in rounds if each.pk not in off]
