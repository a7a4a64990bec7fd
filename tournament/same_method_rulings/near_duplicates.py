"""Pairs that wait for judges: methods that count twice but are equal in algebra, and rulings with too few
signatures."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ..common.line_text import digest
from ..models import Event, Mark, PairRuling, Round, Verdict
from ..scoring.loader import Scoring
from ..scoring.same_methods import MethodPair, in_force, joined, pair, pair_of, with_overtaken
from ..scoring.signatures import Unsigned, can_wait, signers, waiting_among
from ..standings.brackets import played_ties


@dataclass(frozen=True)
class NearDuplicate:
    """Two methods that a contestant wrote in one box: equal in algebra, not the same method, not ruled on yet."""

    first: Verdict
    second: Verdict
    sheets: int

    @property
    def pair(self) -> MethodPair:
        return pair_of(self.first, self.second)


def near_duplicates(event: Event, *, round_: Round | None = None) -> list[NearDuplicate]:
    """The pairs a judge may want to rule on, of one round or of every round where judges may still rule, those on
    most sheets first. Each verdict has its puzzle version loaded, and the version its round."""
    ruled = in_force(event)
    classes = joined(ruled.values())
    by_pair: dict[MethodPair, tuple[Verdict, Verdict, set[int]]] = {}
    open_rounds = event.rounds.exclude(status=Round.Status.FINAL).select_related("event")
    for sheet_id, one, other in _on_one_sheet(Scoring([round_] if round_ else open_rounds)):
        keys = pair_of(one, other)
        if keys not in ruled and classes.of(keys[0]) != classes.of(keys[1]):
            by_pair.setdefault(keys, (one, other, set()))[2].add(sheet_id)
    _load_texts([verdict for one, other, _ in by_pair.values() for verdict in (one, other)])
    pairs = [NearDuplicate(one, other, len(sheets)) for one, other, sheets in by_pair.values()]
    return sorted(pairs, key=lambda near: (-near.sheets, near.first.text))


def holding_up(event: Event) -> dict[int, list[NearDuplicate]]:
    """The pairs that hold up a tiebreaker (NT-TB-5), by the tiebreaker's round. Final rounds are left out."""
    waiting = [
        game.round
        for tie in played_ties(event)
        for game, counts, played in zip(tie.games, tie.counts, tie.bracket.played, strict=True)
        if played.state == "waits" and any(side.waiting or side.may_add for side in counts)
    ]
    not_final = (each for each in waiting if each.status != Round.Status.FINAL)
    return {each.pk: near_duplicates(event, round_=each) for each in not_final}


def pairs_in_the_way(round_: Round) -> list[NearDuplicate]:
    """The pairs that hold up this round; none unless it is a tiebreaker."""
    return holding_up(round_.event).get(round_.pk, []) if round_.tiebreaker else []


def _load_texts(verdicts: list[Verdict]) -> None:
    """Load the texts, which a marking context leaves in the database, in one query."""
    stored = Verdict.objects.in_bulk([each.pk for each in verdicts])
    for verdict in verdicts:
        verdict.text, verdict.mathml = stored[verdict.pk].text, stored[verdict.pk].mathml


def _on_one_sheet(scoring: Scoring) -> Iterable[tuple[int, Verdict, Verdict]]:
    """(sheet, verdict, verdict) for every two near-duplicate methods of one box that hit the target."""
    groups: dict[tuple, dict[str, Verdict]] = defaultdict(dict)
    for line in scoring.lines:
        question = scoring.asked.get((line.round_id, line.division_id))
        if question is None or line.mark != Mark.WRITTEN:
            continue
        verdict = question.marking.verdict_on(line)
        if verdict and verdict.on_target and verdict.kin_key:
            verdict.puzzle_version, question.version.puzzle.round = question.version, question.round
            groups[line.sheet_id, line.box, verdict.kin_key].setdefault(verdict.method, verdict)
    for (sheet_id, _box, _key), group in groups.items():
        one, *others = [group[key] for key in sorted(group)]
        yield from ((sheet_id, one, other) for other in others)


@dataclass(frozen=True)
class UnsignedPairRuling(Unsigned[PairRuling]):
    """An unsigned ruling on a pair, with a verdict on each method; None where the engine now reads the texts
    otherwise."""

    verdicts: tuple[int, int] | None = None

    @property
    def pair(self) -> MethodPair:
        return pair(self.ruling.first_key, self.ruling.second_key)


def unsigned_pair_rulings(event: Event) -> list[UnsignedPairRuling]:
    """The unsigned rulings on pairs of the event, in the order given. A ruling waits until it has its signatures, or
    until another ruling on the pair comes into force."""
    given = event.pair_rulings.all()
    rulings = list(waiting_among(with_overtaken(given))) if can_wait(given) else []
    known = _verdicts(event, rulings) if rulings else {}
    return [UnsignedPairRuling(each, signers(each), _both(each, known)) for each in rulings]


def _verdicts(event: Event, rulings: Iterable[PairRuling]) -> dict[tuple[str, str], int]:
    """(text, method key) -> the id of the latest verdict of the event with both."""
    texts = {digest(text) for each in rulings for text in (each.first_text, each.second_text)}
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, digest__in=texts)
    rows = verdicts.order_by("pk").values_list("text", "method_key", "pk")
    return {(text, key): pk for text, key, pk in rows if key}


def _both(ruling: PairRuling, known: dict[tuple[str, str], int]) -> tuple[int, int] | None:
    first = known.get((ruling.first_text, ruling.first_key))
    second = known.get((ruling.second_text, ruling.second_key))
    return (first, second) if first and second else None
