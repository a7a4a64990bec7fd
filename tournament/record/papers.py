"""A player's papers as anyone may read them: every line with its verdict, its points and why.

Nobody who typed, judged or ruled is named here.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from judging.games.paper import Box, LineScore
from judging.messages import Message

from ..models import Division, Entrant, Event, Mark, Result, Round, Ruling, Verdict
from ..texts import digest
from .mathematics import as_mathematics
from .reading import Bench
from .repeats import BY_RULING, BY_THE_RULES, why_once
from .scoring import Scoring
from .snapshot import is_still, once
from .standings import counted_rounds
from .what_if import Line

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
    notes: tuple[Message, ...]
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
    def untouched(self) -> list[Message]:
        """The labels of the boxes in which nothing was written."""
        return [each.box.label for each in self.boxes if not each.lines]


@once
def papers_of(entrant: Entrant, only: Round | None = None) -> tuple[Paper, ...]:
    """A player's or a team's papers in those of their rounds that may be shown, or in one. The number of queries does
    not grow with them."""
    rounds = _theirs(entrant) if only is None else (only,)
    scoring = Scoring(rounds, [entrant.pk], divisions=[entrant.division_id])
    known = _of_a_division(entrant.event, entrant.division) if only is None and is_still() else scoring
    found = Result.objects.in_force().filter(round__in=rounds, entrant=entrant)
    results = {each.round_id: each for each in found}
    return tuple(
        _paper(round_, question.on, scoring.by_seat.get((round_.pk, entrant.pk), []), results.get(round_.pk))
        for round_ in rounds
        if (question := known.asked.get((round_.pk, entrant.division_id)))
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
def _of_a_division(event: Event, division: Division) -> Scoring:
    """All verdicts of a division in the rounds that may be shown: read once for every one of its players."""
    return Scoring(_in_order(event), divisions=[division.pk])


def _paper(round_: Round, on: Bench, lines: list[Line], result: Result | None) -> Paper:
    shares = {share["line"]: share for share in result.lines} if result else {}
    below: dict[int, list[Any]] = defaultdict(list)
    above: dict[int, list[Any]] = defaultdict(list)
    for line in lines:
        share = shares.get(line.pk, {})
        code = share.get("code", "")
        why = why_once(round_, on, line, above[line.box], code) if code in COUNTS_ONCE else None
        below[line.box].append(_read(round_, on, line, share, why))
        above[line.box].append(line)
    return Paper(round_, tuple(ReadBox(box, tuple(below[at])) for at, box in enumerate(on.boxes)), result)


def _read(round_: Round, on: Bench, line: Line, share: dict, why: Message | None) -> ReadLine:
    written, ruling = line.mark == Mark.WRITTEN, on.ruling_on(line)
    # a text that was struck out here may have been judged where it was not
    verdict = on.verdict_on(line) if written else None
    reasons = [each.as_message for each in verdict.read_reasons()] if verdict and not ruling else []
    notes = [*([LineScore.read_note(share)] if share else []), *([why] if why else []), *reasons]
    return ReadLine(
        line=line.pk,
        sheet=line.sheet_id,
        text=line.text,
        mark=line.mark,
        state=_state(line, ruling, verdict, share.get("code", "")),
        mathematics=as_mathematics(round_, on.boxes[line.box], line.text) if written else SafeString(),
        value=_value(on, line, ruling, verdict),
        points=share.get("points"),
        notes=tuple(dict.fromkeys(notes)),
        ruling=ruling.reason if ruling else "",
        counts_as=ruling.method if ruling else "",
    )


def _value(on: Bench, line: Line, ruling: Ruling | None, verdict: Verdict | None) -> str:
    """What a line is worth as a number: the judge's, that of the method she named, or the engine's; or nothing."""
    if ruling and ruling.value:
        return ruling.value
    if ruling and ruling.method:
        verdict = on.verdicts.get((line.box, digest(ruling.method)))
    return (verdict.value or "") if verdict else ""


def _state(line: Line, ruling: Ruling | None, verdict: Verdict | None, code: str) -> str:
    """The word for a line: what a judge ruled or a volunteer saw comes before what the engine says."""
    if ruling:
        return "ruled"
    if line.mark != Mark.WRITTEN:
        return line.mark
    if code in COUNTS_ONCE:
        return "counts_once"
    return verdict.outcome if verdict else "pending"
