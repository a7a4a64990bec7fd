"""Methods that count twice but are the same as algebra: pairs that a judge may want to rule on."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ..models import DivisionPuzzle, Event, Keying, Mark, Round, Submission, Verdict
from .reading import Bench, bench
from .sameness import Pair, in_force, joined, pair
from .tiebreakers import played_ties


@dataclass(frozen=True)
class NearDuplicate:
    """Two methods that some contestant wrote in one box, kin but not the same, and no ruling on them yet."""

    first: Verdict
    second: Verdict
    sheets: int

    @property
    def pair(self) -> Pair:
        return pair(self.first.method_key, self.second.method_key)


def near_duplicates(event: Event, *, round_: Round | None = None) -> list[NearDuplicate]:
    """The pairs a judge may want to rule on, of one round or of every round where judges may still rule, those on
    most sheets first. Each verdict has its puzzle version, and that its round, at hand."""
    ruled = in_force(event)
    classes = joined(ruled.values())
    found: dict[Pair, tuple[Verdict, Verdict, set[int]]] = {}
    for each in [round_] if round_ else event.rounds.exclude(status=Round.Status.FINAL):
        for sheet_id, one, other in _kin_on_one_sheet(each):
            keys = pair(one.method_key, other.method_key)
            if keys not in ruled and classes.of(keys[0]) != classes.of(keys[1]):
                found.setdefault(keys, (one, other, set()))[2].add(sheet_id)
    _load_texts([verdict for one, other, _ in found.values() for verdict in (one, other)])
    pairs = [NearDuplicate(one, other, len(sheets)) for one, other, sheets in found.values()]
    return sorted(pairs, key=lambda near: (-near.sheets, near.first.text))


def holding_up(event: Event) -> dict[int, list[NearDuplicate]]:
    """The pairs for which a tiebreaker waits that is not final (NT-TB-5), by the tiebreaker's round. One query where no
    tie is drawn; only the sheets of games that wait are read closely."""
    waiting = [
        game.round
        for tie in played_ties(event)
        for game, counts, played in zip(tie.games, tie.counts, tie.bracket.played, strict=True)
        if played.state == "waits" and any(side.waiting or side.may_add for side in counts)
    ]
    not_final = (each for each in waiting if each.status != Round.Status.FINAL)
    return {each.pk: near_duplicates(event, round_=each) for each in not_final}


def pairs_in_the_way(round_: Round) -> list[NearDuplicate]:
    """Those for which this round waits; a round of the programme waits for none, and is not asked."""
    return holding_up(round_.event).get(round_.pk, []) if round_.tiebreaker else []


def _load_texts(verdicts: list[Verdict]) -> None:
    """The texts of these, which a bench leaves in the database, in one query."""
    texts = dict(Verdict.objects.filter(pk__in=[each.pk for each in verdicts]).values_list("pk", "text"))
    for verdict in verdicts:
        verdict.text = texts[verdict.pk]


def _kin_on_one_sheet(round_: Round) -> Iterable[tuple[int, Verdict, Verdict]]:
    """(sheet, verdict, verdict) for every two methods of one box that hit, are kin and have different keys."""
    for on, lines in _benches(round_):
        groups: dict[tuple, dict[str, Verdict]] = defaultdict(dict)
        for sheet_id, box, digest in lines:
            verdict = on.verdicts.get((box, digest))
            if verdict and verdict.on_target and verdict.kin_key:
                groups[(sheet_id, box, verdict.kin_key)].setdefault(verdict.method_key, verdict)
        for (sheet_id, _, _), kin in groups.items():
            one, *others = [kin[key] for key in sorted(kin)]
            yield from ((sheet_id, one, other) for other in others)


def _benches(round_: Round) -> Iterable[tuple[Bench, list[tuple[int, int, str]]]]:
    held = DivisionPuzzle.objects.filter(round=round_).select_related("puzzle__active")
    puzzles = {each.puzzle_id: each.puzzle for each in held}
    for puzzle_id, puzzle in sorted(puzzles.items()):
        version = puzzle.version
        lines = Submission.objects.filter(
            sheet__round=round_,
            keying__state=Keying.State.AGREED,
            mark=Mark.WRITTEN,
            sheet__entrant__division__division_puzzles__puzzle=puzzle_id,
        )
        on = bench(round_, version)
        puzzle.round, version.puzzle = round_, puzzle
        for verdict in on.verdicts.values():
            verdict.puzzle_version = version
        yield on, list(lines.values_list("sheet_id", "box", "digest"))
