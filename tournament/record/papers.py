"""A player's papers as anyone may read them: every line with its verdict, its points and the sentence why.

Nobody who typed, judged or ruled is named here.
"""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.safestring import SafeString

from judging.games.paper import Box
from judging.language.verdict import ENGINE_VERSION

from ..models import (
    Division,
    DivisionPuzzle,
    Entrant,
    Event,
    Keying,
    Mark,
    PuzzleVersion,
    Result,
    Round,
    Ruling,
    Submission,
    Verdict,
)
from ..texts import digest
from .mathematics import as_mathematics
from .reading import Bench
from .repeats import BY_RULING, BY_THE_RULES, why_once
from .rulings import given_on
from .snapshot import is_still, once
from .standings import counted_rounds

COUNTS_ONCE = {BY_THE_RULES, BY_RULING}


@dataclass(frozen=True)
class ReadLine:
    """One line. `state` is a tag's; `points` is None until they are worked out; `ruling` is a judge's reason; `line`
    and `sheet` are ids, of which public pages say nothing."""

    line: int
    sheet: int
    text: str
    mark: str
    state: str
    mathematics: SafeString
    value: str
    points: int | None
    notes: tuple[str, ...]
    ruling: str
    counts_as: str


@dataclass(frozen=True)
class ReadBox:
    """One question of the sheet and what was written below it."""

    box: Box
    lines: tuple[ReadLine, ...]

    @property
    def points(self) -> int:
        return sum(line.points or 0 for line in self.lines)


@dataclass(frozen=True)
class Paper:
    """What one player wrote in one round. `result` is None until it is worked out."""

    round: Round
    boxes: tuple[ReadBox, ...]
    result: Result | None

    @property
    def is_recorded(self) -> bool:
        return any(box.lines for box in self.boxes)

    @property
    def untouched(self) -> list[str]:
        """The labels of the boxes in which nothing was written."""
        return [each.box.label for each in self.boxes if not each.lines]


@once
def papers_of(entrant: Entrant, only: Round | None = None) -> tuple[Paper, ...]:
    """A player's or a team's papers in those of their rounds that may be shown, or in one. The number of queries does
    not grow with them."""
    rounds = _theirs(entrant) if only is None else (only,)
    lines = Submission.objects.filter(
        sheet__round__in=rounds, sheet__entrant=entrant, keying__state=Keying.State.AGREED
    )
    written = defaultdict(list)
    for line in lines.select_related("sheet").order_by("sheet__number", "box", "position"):
        written[line.sheet.round_id].append(line)
    found = Result.objects.in_force().filter(round__in=rounds, entrant=entrant)
    results = {each.round_id: each for each in found}
    if only is None and is_still():
        benches = _of_a_division(entrant.event, entrant.division)
    else:
        texts = {line.digest for each in written.values() for line in each}
        benches = _benches(asked(entrant.division_id, rounds), rounds, texts)
    return tuple(
        _paper(round_, benches[round_.pk], written[round_.pk], results.get(round_.pk))
        for round_ in rounds
        if round_.pk in benches
    )


def _theirs(entrant: Entrant) -> tuple[Round, ...]:
    """The rounds that players write, or those that teams do."""
    return tuple(
        each for each in _in_order(entrant.event) if each.rules.for_teams == (entrant.team_id is not None)
    )


@once
def _in_order(event: Event) -> tuple[Round, ...]:
    return counted_rounds(event)


@once
def _of_a_division(event: Event, division: Division) -> dict[int, Bench]:
    """The benches of all rounds that may be shown, for every player of a division."""
    rounds = _in_order(event)
    return _benches(asked(division.pk, rounds), rounds)


def asked(division_id: int, rounds: tuple[Round, ...]) -> dict[int, PuzzleVersion]:
    """What a division is asked in these rounds: the puzzle version by the round's id."""
    held = DivisionPuzzle.objects.filter(round__in=rounds, division=division_id)
    held = held.select_related("puzzle__active")
    return {each.round_id: each.puzzle.version for each in held if each.puzzle.active}


def _benches(
    versions: dict[int, PuzzleVersion], rounds: tuple[Round, ...], texts: set[str] | None = None
) -> dict[int, Bench]:
    """The bench of every round, by its id; with `texts`, digests of lines, only the verdicts that those can need."""
    rulings, verdicts = given_on(each.puzzle_id for each in versions.values()), defaultdict(dict)
    found = Verdict.objects.filter(puzzle_version__in=versions.values(), engine=ENGINE_VERSION)
    if texts is not None:
        methods = {digest(ruling.method) for each in rulings.values() for ruling in each if ruling.method}
        found = found.filter(digest__in=texts | methods)
    for verdict in found:
        verdicts[verdict.puzzle_version_id, verdict.edition][verdict.box, verdict.digest] = verdict
    return {
        round_.pk: Bench(
            version.read_boxes(), verdicts[version.pk, round_.edition_id], rulings.get(version.puzzle_id, ())
        )
        for round_ in rounds
        if (version := versions.get(round_.pk))
    }


def _paper(round_: Round, on: Bench, lines: list[Submission], result: Result | None) -> Paper:
    shares = {share["line"]: share for share in result.lines} if result else {}
    below, above = defaultdict(list), defaultdict(list)
    for line in lines:
        share = shares.get(line.pk, {})
        code = share.get("code", "")
        why = why_once(round_, on, line, above[line.box], code) if code in COUNTS_ONCE else ""
        below[line.box].append(_read(round_, on, line, share, why))
        above[line.box].append(line)
    return Paper(round_, tuple(ReadBox(box, tuple(below[at])) for at, box in enumerate(on.boxes)), result)


def _read(round_: Round, on: Bench, line: Submission, share: dict, why: str) -> ReadLine:
    written, ruling = line.mark == Mark.WRITTEN, on.ruling_on(line)
    # a text that was struck out here may have been judged where it was not
    verdict = on.verdict_on(line) if written else None
    reasons = [reason["message"] for reason in verdict.reasons] if verdict and not ruling else []
    return ReadLine(
        line=line.pk,
        sheet=line.sheet_id,
        text=line.text,
        mark=line.mark,
        state=_state(line, ruling, verdict, share.get("code", "")),
        mathematics=as_mathematics(round_, on.boxes[line.box], line.text) if written else SafeString(),
        value=_value(on, line, ruling, verdict),
        points=share.get("points"),
        notes=tuple(dict.fromkeys(filter(None, [share.get("sentence"), why, *reasons]))),
        ruling=ruling.reason if ruling else "",
        counts_as=ruling.method if ruling else "",
    )


def _value(on: Bench, line: Submission, ruling: Ruling | None, verdict: Verdict | None) -> str:
    """What a line is worth as a number: the judge's, that of the method she named, or the engine's; or nothing."""
    if ruling and ruling.value:
        return ruling.value
    if ruling and ruling.method:
        verdict = on.verdicts.get((line.box, digest(ruling.method)))
    return (verdict.value or "") if verdict else ""


def _state(line: Submission, ruling: Ruling | None, verdict: Verdict | None, code: str) -> str:
    """The word for a line: what a judge ruled or a volunteer saw comes before what the engine says."""
    if ruling:
        return "ruled"
    if line.mark != Mark.WRITTEN:
        return line.mark
    if code in COUNTS_ONCE:
        return "counts_once"
    return verdict.outcome if verdict else "pending"
