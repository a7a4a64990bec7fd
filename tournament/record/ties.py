"""The ties that matter for awards: which there are, what is in the way of playing them out, and how far that has come."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.results.awards import in_a_row
from judging.results.brackets import Names, Played
from judging.results.ties import Tie as Level
from judging.results.ties import has_tiebreak, ties_at

from ..models import Division, Event, Keying, Round, Team, Tie, TieGame, TieKind
from .criteria import programme_rounds
from .expected import expected
from .standings import players_table, teams_table
from .tables import Entry, Table
from .tiebreakers import PlayedTie

TABLES: dict[str, Callable[[Event, Division], Table]] = {
    TieKind.PLAYERS: players_table,
    TieKind.TEAMS: teams_table,
}
KINDS: dict[str, Promise] = {
    TieKind.PLAYERS: gettext_lazy("players"),
    TieKind.TEAMS: gettext_lazy("teams"),
}


@dataclass(frozen=True)
class Step:
    """One tiebreaker of a tie as a page lists it. `played` is None for a game that is not typed yet."""

    game: TieGame
    played: Played | None
    sentence: str

    @property
    def state(self) -> str:
        """won, tied, waits, held or void; going for a game that is not typed, left for one nobody needs to finish."""
        return self.played.state if self.played else "going"

    @property
    def counts(self) -> tuple[int, int] | None:
        return self.played.game.methods if self.played else None


@dataclass(frozen=True)
class OpenTie:
    """A tie for an award. `names` by entrant id; `played` is None until it is drawn."""

    division: Division
    kind: str
    first: int
    last: int
    names: Names
    played: PlayedTie | None = None

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
            "names": in_a_row(list(self.names.values())),
            "first": self.first,
            "last": self.last,
        }

    @property
    def order(self) -> list[str]:
        """The sides as drawn."""
        return [self.names[side] for side in self.played.bracket.sides] if self.played else []

    @property
    def steps(self) -> list[Step]:
        return steps(self.played, self.names) if self.played else []

    @property
    def sentence(self) -> str:
        """What comes next, or who has won."""
        if self.played is None:
            return ""
        if self.played.going and not self.played.bracket.waits:
            return _("%(game)s is on.") % {"game": self.played.going.round.name}
        return self.played.bracket.sentence(self.names)

    @property
    def may_begin(self) -> bool:
        """Whether the next game can be begun now."""
        return bool(self.played and self.played.bracket.next and not self.played.going)


def steps(played: PlayedTie, names: Names) -> list[Step]:
    """Every game that was typed and, last, the one that is on."""
    found = [
        Step(game, each, each.sentence(names))
        for game, each in zip(played.games, played.bracket.played, strict=True)
    ]
    if going := played.going:
        said = _("%(one)s and %(other)s are playing: what both wrote is not typed yet.")
        names_ = {"one": names[going.first_id], "other": names[going.second_id]}
        found.append(Step(going, None, said % names_))
    return found


def names_in(table: Table) -> Names:
    """What public pages call everyone in a table, by entrant id."""
    return {each.ranked.entrant: each.name for each in table.everyone}


@dataclass(frozen=True)
class Desk:
    """All ties of an event. `not_yet` says why none can be drawn; `stale` were drawn and do not hold any more."""

    ties: tuple[OpenTie, ...]
    stale: tuple[Tie, ...]
    not_yet: tuple[str, ...]


def desk(event: Event) -> Desk:
    """Every standing is worked out for it: for the organisers' page, not for the public's."""
    found, held = [], set()
    for division in event.divisions.all():
        for kind, table_of in TABLES.items():
            table = table_of(event, division)
            held |= {each.tie.pk for each in table.ties}
            found += open_ties(event, division, kind, table)
    drawn = Tie.objects.filter(event=event, dropped_at__isnull=True).exclude(pk__in=held)
    stale = drawn.select_related("division").prefetch_related("sides__player", "sides__team")
    return Desk(tuple(found), tuple(stale), tuple(not_yet(event)))


def open_ties(event: Event, division: Division, kind: str, table: Table) -> Iterator[OpenTie]:
    """The ties in which an award of this standing is at stake; none where the chain asks for no tiebreakers."""
    if not (table.has_points and has_tiebreak(table.chain)):
        return
    names = {each.ranked.entrant: at_desk(each) for each in table.everyone}
    for level in ties_at(table.standing, event.award_places):
        sides = {each.entrant: names[each.entrant] for each in level.sides}
        yield OpenTie(division, kind, level.first, level.last, sides, played_of(table, level))


def at_desk(entry: Entry) -> str:
    """Players go by number and name there, teams by name."""
    if isinstance(entry.who, Team) or str(entry.who.number) in entry.name:
        return entry.name
    return f"{entry.who.number} {entry.name}"


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


def is_held(tie: Tie) -> PlayedTie | None:
    """The tie as it is played, if its sides, and no others, are level; None where they are not."""
    table = TABLES[tie.kind](tie.event, tie.division)
    return next((each for each in table.ties if each.tie.pk == tie.pk), None)


def undecided(event: Event) -> list[OpenTie]:
    """Ties for an award that no champion has come out of yet."""
    return [each for each in desk(event).ties if not (each.played and each.played.bracket.champion)]
