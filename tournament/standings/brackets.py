"""The bracket of each tie, computed from its games and from all rulings since."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judging.games.paper import Score
from judging.results.brackets import Bracket, TiebreakerGame, bracket
from judging.results.standings import Chain, EntrantRow, rank
from judging.results.ties import before_tiebreak

from ..models import Division, Event, Job, Keying, Sheet, Tie, TieGame, TieSide
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.what_if import AS_RECORDED, WhatIf


class TieSideId(int):
    """An entrant's id whose text is the entrant's name or number at the time of the draw, which is hashed (NT-TB-2)."""

    drawn_as: str

    def __new__(cls, side: TieSide) -> "TieSideId":
        side_id = super().__new__(cls, side.entrant_id)
        side_id.drawn_as = side.drawn_as
        return side_id

    def __str__(self) -> str:
        return self.drawn_as


@dataclass(frozen=True)
class PlayedTie:
    """A tie with its bracket. `games` have both sheets typed and judged, in the order played; `counts` are their
    methods. `going` is the game that is not finished; games after it do not count. A game whose sides no longer play
    each other is in neither."""

    tie: Tie
    bracket: Bracket
    games: tuple[TieGame, ...]
    counts: tuple[tuple["Count", "Count"], ...]
    going: TieGame | None

    @property
    def sides(self) -> frozenset[int]:
        return frozenset(self.bracket.sides)


def played_ties(
    event: Event, standings: Collection[tuple[Division, str]] | None = None, what_if: WhatIf = AS_RECORDED
) -> list[PlayedTie]:
    """The ties that were not dropped, with their games under this what_if: of the event, or of at least these
    standings, each a division and a kind."""
    queryset = Tie.objects.filter(event=event, dropped_at__isnull=True)
    if standings is not None:
        divisions, kinds = {division for division, _kind in standings}, {kind for _division, kind in standings}
        queryset = queryset.filter(division__in=divisions, kind__in=kinds)
    queryset = queryset.select_related("division", "event").prefetch_related("drawn")
    ties = [tie for tie in queryset.order_by("pk") if len(tie.drawn.all()) > 1]  # nobody plays alone
    return [as_played(tie, what_if) for tie in ties]


def ties_in_force(ties: Iterable[PlayedTie], rows: Sequence[EntrantRow], chain: Chain) -> tuple[PlayedTie, ...]:
    """The ties whose sides, and no others, share a place by all criteria before the tiebreakers."""
    ties = list(ties)
    if not ties:
        return ()
    level = {frozenset(each.entrant for each in tied) for tied in rank(rows, before_tiebreak(chain)).ties()}
    return tuple(each for each in ties if each.sides in level)


def as_played(tie: Tie, what_if: WhatIf = AS_RECORDED) -> PlayedTie:
    """This tie with its games under this what_if, even if its sides are no longer tied."""
    by_id = {side.entrant_id: TieSideId(side) for side in tie.drawn.all()}
    games, counts, played, going = [], [], [], None
    for game in tie.games.select_related("round__event").order_by("number"):
        if is_counted(game, what_if):
            games.append(game)
            counts.append(_counts(game, what_if))
            played.append(_game((by_id[game.first_id], by_id[game.second_id]), counts[-1]))
        elif _could_count(_replayed(tie, by_id, played), game):
            going = game
            break
    return PlayedTie(tie, _replayed(tie, by_id, played), tuple(games), tuple(counts), going)


def _replayed(tie: Tie, by_id: dict[int, TieSideId], played: Sequence[TiebreakerGame]) -> Bracket:
    """The bracket after these games. If names were removed since the draw, the stored order is used."""
    by_position = {side.drawn_at: by_id[side.entrant_id] for side in tie.drawn.all() if side.drawn_at}
    drawn = tuple(by_position[at] for at in sorted(by_position)) if len(by_position) == len(by_id) else None
    return bracket(by_id.values(), tie.seed, played, drawn)


def _could_count(so_far: Bracket, game: TieGame) -> bool:
    """Whether the game is the next one, or may be once the game before it is ruled on."""
    return so_far.waits or set(so_far.next or ()) == {game.first_id, game.second_id}


def is_counted(game: TieGame, what_if: WhatIf = AS_RECORDED) -> bool:
    """Whether the sheets of both sides, empty ones included, are typed and judged."""
    sheets = dict(_typed_sheets(game, what_if))
    if not (game.round.shows_puzzles and {game.first_id, game.second_id} <= set(sheets.values())):
        return False
    return not Job.objects.undone(sheets).exists()


def _typed_sheets(game: TieGame, what_if: WhatIf) -> Iterator[tuple[int, int | None]]:
    """(sheet, entrant) ids of the game's sheets with an agreed keying."""
    sheets = Sheet.objects.filter(round=game.round_id)
    typed = sheets.filter(keyings__state=Keying.State.AGREED).values_list("pk", "entrant")
    yield from (each for each in typed if each[0] not in what_if.keyings)
    if supposed := [sheet for sheet, keying in what_if.keyings.items() if keying]:
        yield from sheets.filter(pk__in=supposed).values_list("pk", "entrant")


def _game(sides: tuple[TieSideId, TieSideId], counts: tuple["Count", "Count"]) -> TiebreakerGame:
    first, second = counts
    return TiebreakerGame(
        sides, (first.methods, second.methods), (first.waiting, second.waiting), (first.unread, second.unread)
    )


@dataclass(frozen=True)
class Count:
    """Methods of one side. `methods` count now; `waiting` of them a judge may still remove as near-duplicates.
    `pending` lines are not judged yet, and a judge may still count `may_add` more near-duplicates."""

    methods: int = 0
    waiting: int = 0
    pending: int = 0
    may_add: int = 0

    @property
    def unread(self) -> int:
        return self.pending + self.may_add


def _counts(game: TieGame, what_if: WhatIf) -> tuple[Count, Count]:
    """The methods of both sides. Near-duplicates without a ruling follow the event's policy; the difference from the
    other policy is what a judge may still change (NT-TB-5)."""
    distinct, same = Event.KinCountsAs.DISTINCT, Event.KinCountsAs.SAME
    sides = game.first_id, game.second_id
    most = Scoring([game.round], sides, replace(what_if, kin_counts_as=distinct))
    least = most.supposing(replace(what_if, kin_counts_as=same))
    policy = what_if.event(game.round.event).kin_counts_as
    papers = (EntrantInRound(game.round_id, side) for side in sides)
    first, second = (_count(most.score(paper), least.score(paper), policy) for paper in papers)
    return first, second


def _count(most: Score | None, least: Score | None, policy: str) -> Count:
    """One side's count by the event's policy, from its scores with near-duplicates counted and not counted."""
    if most is None or least is None:
        return Count()
    if policy == Event.KinCountsAs.DISTINCT:
        return Count(most.methods, most.methods - least.methods, most.pending)
    return Count(least.methods, 0, least.pending, most.methods - least.methods)
