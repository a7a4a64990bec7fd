"""The awards of a grade or a series, and the list of prizes with full names. Only for organisers, so the embargo holds
for everybody else."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from judging.results.awards import Award, in_a_row

from ..common.wording.folding import fold
from ..common.wording.sentences import sentence
from ..models import Division, Entrant, Event, Player, Series, Team
from ..printing.handouts import ListColumn, PrintedList
from ..publication.signing import fingerprint
from ..series.fixtures import unfinished_series
from ..series.results import FixtureResult, results
from ..series.standings import SeriesStanding, standings
from ..standings.standings import players_table, teams_table
from ..standings.standings_table import StandingsEntry, StandingsTable

GIVEN = {"given", "shared"}


@dataclass(frozen=True)
class Winner:
    """A player or team with an award: its place, whether others share it, and how a tie on points was decided.
    `remark` names who lost it, for the list of prizes; `reason` names nobody, for a certificate."""

    who: Player | Team
    place: int
    shared: bool
    total: int
    remark: str = ""
    reason: str = ""


@dataclass(frozen=True)
class OpenPlace:
    """A place that is not decided: the tie is `between` these, who are none where games to come decide."""

    place: int
    between: tuple[Player | Team, ...] = ()


@dataclass(frozen=True)
class Prizes:
    """The awards of a grade, for players or for teams, or those of a series of live games, whose name is `of`. `others`
    took part and have no award, or none yet: players by number, teams by name."""

    of: str
    of_teams: bool
    winners: tuple[Winner, ...]
    open_places: tuple[OpenPlace, ...]
    others: tuple[Player | Team, ...]

    @property
    def title(self) -> str:
        return _("%(grade)s, teams") % {"grade": self.of} if self.of_teams else self.of


def prizes(event: Event, divisions: Iterable[Division]) -> list[Prizes]:
    """The awards of each grade: players first, then teams. A grade where nobody has points has none."""
    return [awards for division in divisions for awards in _of_grade(event, division)]


def prizes_of_series(event: Event) -> list[Prizes]:
    """The awards of each series of live games (SE-23). A series to whose games nobody came has none."""
    unfinished = set(unfinished_series(event))
    awards = (_of_series(event, each, each in unfinished) for each in event.series.all())
    return [each for each in awards if each.winners or each.open_places]


def _of_grade(event: Event, division: Division) -> Iterator[Prizes]:
    for of_teams, table in ((False, players_table(event, division)), (True, teams_table(event, division))):
        if table.has_points:
            yield _prizes(division.label, of_teams, table, table.awards(event.award_places))


def _prizes(label: str, of_teams: bool, table: StandingsTable, awards: tuple[Award, ...]) -> Prizes:
    entries = {entry.ranked.entrant: entry for entry in table.entries}
    decided = table.tie_decisions
    winners = [
        Winner(
            entries[each.entrant].who,
            award.place,
            award.state == "shared",
            each.total,
            *(map(sentence, (tie.named, tie.message)) if (tie := decided.get(each.entrant)) else ()),
        )
        for award in awards
        if award.state in GIVEN
        for each in award.winners
    ]
    open_places = tuple(
        OpenPlace(award.place, tuple(entries[each.entrant].who for each in award.winners))
        for award in awards
        if award.state == "open"
    )
    with_award = {each.entrant for award in awards if award.state in GIVEN for each in award.winners}
    others = [entry.who for entrant, entry in entries.items() if entrant not in with_award]
    others += [entry.who for entry in table.unranked if _played_and_left(entry)]
    return Prizes(label, of_teams, tuple(winners), open_places, _in_order(others))


def _played_and_left(entry: StandingsEntry) -> bool:
    """A player who went home, perhaps with a substitute in their place, after a sheet of theirs counted."""
    is_gone = entry.ranked.row.status == "withdrawn" and isinstance(entry.who, Player)
    return is_gone and any(cell.points is not None for cell in entry.cells)


def _of_series(event: Event, series: Series, is_unfinished: bool) -> Prizes:
    games = results(event, series)
    came = _who_came(games)
    ranked = [entry for entry in standings(event, series, games) if entry.player in came]
    if is_unfinished:
        places = range(1, min(event.award_places, len(ranked)) + 1)
        players = _in_order(entry.player for entry in ranked)
        return Prizes(series.name, False, (), tuple(map(OpenPlace, places)), players)
    awarded = [entry for entry in ranked if entry.row.place <= event.award_places]
    others = _in_order(entry.player for entry in ranked if entry not in awarded)
    return Prizes(series.name, False, tuple(map(_winner, awarded)), (), others)


def _in_order(players_or_teams: Iterable[Player | Team]) -> tuple[Player | Team, ...]:
    return tuple(sorted(players_or_teams, key=lambda who: fold(who.name) if isinstance(who, Team) else who.number))


def _winner(entry: SeriesStanding) -> Winner:
    return Winner(entry.player, entry.row.place, entry.row.is_shared, entry.row.points)


def _who_came(games: Iterable[FixtureResult]) -> set[Player]:
    """The players who had a seat at a game that is over."""
    finished = [game for game in games if game.is_over]
    return {side.player for game in finished for side in game.sides if side.points is not None}


def full_name(who: Player | Team) -> str:
    return who.name if isinstance(who, Team) else f"{who.first_name} {who.last_name}".strip()


def place_text(winner: Winner) -> str:
    text = _("place %(place)s, shared") if winner.shared else _("place %(place)s")
    return text % {"place": winner.place}


def prize_lists(awards: Iterable[Prizes], warning: str) -> list[PrintedList]:
    """A list for each grade, for players and for teams; both stay together."""
    return [PrintedList(each.title, _columns(each.of_teams), _rows(each), warning, each.of) for each in awards]


def _columns(of_teams: bool) -> list[ListColumn]:
    return [
        ListColumn(_("Place"), 2),
        ListColumn(_("Number"), 1, numeric=True),
        ListColumn(_("Team") if of_teams else _("Name"), 4),
        ListColumn(_("Players") if of_teams else _("Team"), 3),
        ListColumn(_("Points"), 1, numeric=True),
        ListColumn(_("Remark"), 3),
    ]


def signing_key_line() -> str:
    """The fingerprint of the key that signs final results. On paper, since a page of the site could show another
    one to who checks a signature."""
    return _("Fingerprint of the key that signs the final results: %(key)s") % {"key": fingerprint()}


def _rows(awards: Prizes) -> list[list[str]]:
    rows = []  # each with its place
    for winner in awards.winners:
        who = winner.who
        number, team = ("", _names_of(who)) if isinstance(who, Team) else (str(who.number), who.team and who.team.name)
        rows.append(
            (winner.place, [place_text(winner), number, full_name(who), team or "", str(winner.total), winner.remark])
        )
    for each in awards.open_places:
        place = _("place %(place)s") % {"place": each.place}
        rows.append((each.place, [place, "", _undecided(each), "", "", ""]))
    return [row for _place_of, row in sorted(rows, key=lambda each: each[0])]


def _undecided(place: OpenPlace) -> str:
    if not place.between:
        return _("not decided yet")
    names = sentence(in_a_row([full_name(who) for who in place.between]))
    return _("not decided yet: between %(names)s") % {"names": names}


def present_members(team: Team) -> Iterable[Player]:
    """The members who were there, by number, also one who went home after a sheet of theirs counted: an absent child
    has no part in the prize."""
    left = Q(entrant__status=Entrant.Status.WITHDRAWN, entrant__results__isnull=False)
    return team.members.filter(Q(entrant__status=Entrant.Status.PRESENT) | left).distinct().order_by("number")


def _names_of(team: Team) -> str:
    return ", ".join(full_name(each) for each in present_members(team))
