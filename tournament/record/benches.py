"""Many entrants' lines of many rounds, each with its bench, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from judging.language.verdict import ENGINE_VERSION

from ..models import (
    DivisionPuzzle,
    Event,
    Keying,
    PairRuling,
    PuzzleVersion,
    Round,
    Ruling,
    Sheet,
    Submission,
    Verdict,
)
from ..texts import digest
from .reading import Bench
from .rulings import given_on
from .sameness import given_in, partition

Seat = tuple[int, int]  # ids of round and entrant


@dataclass(frozen=True)
class Played:
    """One entrant's lines in force in one round, in the order of the paper, and what they are read against."""

    round: Round
    grade: int
    on: Bench
    lines: list[Submission]


def played(event: Event, sheets: Iterable[Sheet]) -> dict[Seat, Played]:
    """What the entrants of these sheets wrote in their rounds: seven queries. Sheets come with round and the entrant's
    division; who was asked nothing is left out."""
    seats = {(each.round_id, each.entrant_id): each for each in sheets if each.entrant_id}
    if not seats:
        return {}
    event = Event.objects.get(pk=event.pk)
    pairs = given_in(event)
    asked = _asked(seats)
    written = _written(seats)
    rulings = given_on(version.puzzle_id for version in asked.values())
    verdicts = _verdicts(asked.values(), [line for each in written.values() for line in each], rulings)
    found = {}
    for seat, sheet in seats.items():
        if version := asked.get((sheet.round_id, sheet.entrant.division_id)):
            given = rulings.get(version.puzzle_id, ())
            known = verdicts[version.pk, sheet.round.edition_id]
            on = _bench(event, version, written[seat], given, known, pairs)
            found[seat] = Played(sheet.round, sheet.entrant.division.grade, on, written[seat])
    return found


def _asked(seats: dict[Seat, Sheet]) -> dict[tuple[int, int], PuzzleVersion]:
    """(round, division) -> the puzzle version asked."""
    held = DivisionPuzzle.objects.filter(
        round__in={each.round_id for each in seats.values()},
        division__in={each.entrant.division_id for each in seats.values()},
    ).select_related("puzzle__active")
    return {(each.round_id, each.division_id): each.puzzle.version for each in held if each.puzzle.active}


def _written(seats: dict[Seat, Sheet]) -> dict[Seat, list[Submission]]:
    rounds, entrants = zip(*seats, strict=True)
    lines = Submission.objects.filter(
        sheet__round__in=set(rounds), sheet__entrant__in=set(entrants), keying__state=Keying.State.AGREED
    )
    written: dict[Seat, list[Submission]] = defaultdict(list)
    for line in lines.select_related("sheet").order_by("sheet__number", "box", "position"):
        written[line.sheet.round_id, line.sheet.entrant_id].append(line)
    return written


def _verdicts(
    versions: Iterable[PuzzleVersion], lines: list[Submission], rulings: dict[int, tuple[Ruling, ...]]
) -> dict[tuple[int, str], dict]:
    """(version, edition) -> (box, digest) -> the verdict, of all that these lines and rulings can need."""
    texts = {line.digest for line in lines}
    texts |= {digest(ruling.method) for each in rulings.values() for ruling in each if ruling.method}
    found: dict[tuple[int, str], dict] = defaultdict(dict)
    for verdict in Verdict.objects.filter(
        puzzle_version__in={each.pk for each in versions}, engine=ENGINE_VERSION, digest__in=texts
    ):
        found[verdict.puzzle_version_id, verdict.edition][verdict.box, verdict.digest] = verdict
    return found


def _bench(
    event: Event,
    version: PuzzleVersion,
    lines: list[Submission],
    rulings: tuple[Ruling, ...],
    known: dict,
    pairs: tuple[PairRuling, ...],
) -> Bench:
    """As `reading.bench` makes it for these lines."""
    texts = {line.digest for line in lines} | {digest(each.method) for each in rulings if each.method}
    own = {place: verdict for place, verdict in known.items() if place[1] in texts}
    return Bench(version.read_boxes(), own, rulings, partition(event, own.values(), pairs))
