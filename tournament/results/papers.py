"""The papers of a player or team as the public reads them: every line with its verdict, its points and the reasons.

The people who typed, judged or ruled are not named.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from judging.games.paper import Box, LineScore
from judging.games.sentences import LINE_RULES
from judging.messages import Message

from ..common.wording.stored_words import read
from ..models import Division, Entrant, Event, Mark, PuzzleVersion, Result, Round, Ruling, Verdict
from ..same_method_rulings.reasons import same_method_reason
from ..scoring.answers import SAME_CODES, MarkingContext, outcome
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.questions import first_asked
from ..scoring.what_if import CountedLine
from ..standings.standings import counted_rounds
from ..web.snapshot import cached_for_all_languages, in_shared_snapshot

_counted_rounds = cached_for_all_languages(counted_rounds)
_first_asked = cached_for_all_languages(first_asked)


@dataclass(frozen=True)
class PaperLine:
    """One line. `state` is its `outcome`, or the mark of a line without text, `tag` the name of its tag, `rule` that of
    the first note; `points` is None until computed; `line` and `sheet` are ids, not for public pages.

    `value` is what the text makes by itself, so that the two are an equation. `ruling` is a judge's reason,
    `ruled_value` the value that they decided, `counts_as` the method that they named, with its `counts_as_value`.
    `code` says why it has its points; `decided` and `judged` are the ruling and the verdict that it counts by.
    """

    line: int
    sheet: int
    text: str
    mark: str
    state: str
    tag: str
    mathematics: SafeString
    value: str
    points: int | None
    notes: tuple[Message, ...]
    rule: str
    ruling: Message | str
    ruled_value: str
    counts_as: str
    counts_as_value: str
    code: str
    decided: Ruling | None
    judged: Verdict | None

    @property
    def waits(self) -> bool:
        """Whether its points are not decided yet."""
        return self.tag in {"pending", "needs_ruling", "illegible", "unreadable"}


@dataclass(frozen=True)
class PaperBox:
    """One question of the sheet and the lines written for it; `before` is what it asked before a correction."""

    box: Box
    lines: tuple[PaperLine, ...]
    before: Box | None = None

    @property
    def points(self) -> int:
        return sum(line.points or 0 for line in self.lines)


@dataclass(frozen=True)
class RoundPaper:
    """The lines of a player or team in one round. `result` is None until computed."""

    round: Round
    boxes: tuple[PaperBox, ...]
    result: Result | None

    @property
    def is_recorded(self) -> bool:
        return any(box.lines for box in self.boxes)

    @property
    def is_lost(self) -> bool:
        """Whether nothing is recorded but that the sheet is lost."""
        return {line.mark for box in self.boxes for line in box.lines} == {Mark.SHEET_LOST}

    @property
    def untouched(self) -> list[Message]:
        """The labels of the boxes in which nothing was written."""
        return [each.box.label for each in self.boxes if not each.lines]


@cached_for_all_languages
def papers_of(entrant: Entrant, only: Round | None = None) -> tuple[RoundPaper, ...]:
    """The papers of a player or team in all rounds that may be shown, or in `only` one. A fixed number of queries; none
    for a player if many pages are made, since lines and results are read once a division."""
    if entrant.division is None:
        return ()
    rounds = _rounds_of(entrant) if only is None else (only,)
    if only is None and in_shared_snapshot():
        scoring = _division_scoring(entrant.event, entrant.division)
        results = _division_results(entrant.event, entrant.division)
    else:
        scoring = Scoring(rounds, [entrant.pk], divisions=[entrant.division.pk], mathematics=True)
        results = _results(rounds, entrant=entrant)
    papers = [(round_, EntrantInRound(round_.pk, entrant.pk)) for round_ in rounds]
    first = _first_asked(entrant.event)
    return tuple(
        _paper(
            round_,
            question.marking,
            scoring.by_paper.get(paper, []),
            results.get(paper),
            first.get(question.version.puzzle_id),
        )
        for round_, paper in papers
        if (question := scoring.asked.get((round_.pk, entrant.division.pk)))
    )


def _rounds_of(entrant: Entrant) -> tuple[Round, ...]:
    """The rounds that players write, or those that teams do."""
    return tuple(
        each for each in _counted_rounds(entrant.event) if each.rules.for_teams == (entrant.team_id is not None)
    )


@cached_for_all_languages
def _division_scoring(event: Event, division: Division) -> Scoring:
    """All lines and verdicts of a division in the rounds that may be shown, read once for all its players and teams."""
    entrants = Entrant.objects.filter(division=division).values_list("pk", flat=True)
    return Scoring(_counted_rounds(event), list(entrants), divisions=[division.pk], mathematics=True)


@cached_for_all_languages
def _division_results(event: Event, division: Division) -> dict[EntrantInRound, Result]:
    return _results(_counted_rounds(event), entrant__division=division)


def _results(rounds: Iterable[Round], **whose: Any) -> dict[EntrantInRound, Result]:
    """The results in force of these rounds,"""
    rows = Result.objects.in_force().filter(round__in=rounds, **whose)
    return {EntrantInRound(each.round_id, each.entrant_id): each for each in rows}


def _paper(
    round_: Round,
    marking: MarkingContext,
    lines: list[CountedLine],
    result: Result | None,
    first: PuzzleVersion | None,
) -> RoundPaper:
    shares = {share["line"]: share for share in result.lines} if result else {}
    read_lines: dict[int, list[Any]] = defaultdict(list)
    earlier_lines: dict[int, list[Any]] = defaultdict(list)
    for line in lines:
        share = shares.get(line.pk, {})
        code = share.get("code", "")
        why = same_method_reason(round_, marking, line, earlier_lines[line.box], code) if code in SAME_CODES else None
        read_lines[line.box].append(_read(round_, marking, line, share, why))
        earlier_lines[line.box].append(line)
    boxes = [PaperBox(box, tuple(read_lines[at]), _before(first, at, box)) for at, box in enumerate(marking.boxes)]
    return RoundPaper(round_, tuple(boxes), result)


def _before(first: PuzzleVersion | None, at: int, box: Box) -> Box | None:
    """The box as it was asked at first, where that differs."""
    asked = first.read_boxes()[at : at + 1] if first else ()
    return next((each for each in asked if (each.numbers, each.target) != (box.numbers, box.target)), None)


def _read(round_: Round, marking: MarkingContext, line: CountedLine, share: dict, why: Message | None) -> PaperLine:
    written, ruling = line.mark == Mark.WRITTEN, marking.ruling_on(line)
    # the same text may have been judged on another sheet, where it was not struck out
    verdict = marking.verdict_on(line) if written else None
    counted = marking.verdict_counted(line, ruling) if ruling or written else None
    reasons = verdict.read_reasons() if verdict and not ruling else []
    ruled_out = ruling is not None and ruling.counts_as == Ruling.CountsAs.NOTHING  # its reason says more
    notes = [*([LineScore.read_note(share)] if share and not ruled_out else []), *([why] if why else [])]
    notes += [each.as_message for each in reasons]
    code = share.get("code", "pending")
    return PaperLine(
        line=line.pk,
        sheet=line.sheet_id,
        text=line.text,
        mark=line.mark,
        state=line.mark if not (written or ruling) else outcome(code),
        tag=marking.tag(line, code, share.get("points")),
        mathematics=verdict.mathematics if verdict and not verdict.readings else SafeString(),
        value=_value(ruling, verdict),
        points=share.get("points"),
        notes=tuple(dict.fromkeys(notes)),
        rule=reasons[0].rule if reasons else LINE_RULES[code],
        ruling=read(ruling.reason) if ruling else "",
        ruled_value=(ruling.value or "") if ruling else "",
        counts_as=ruling.method if ruling else "",
        counts_as_value=(counted.value or "") if ruling and counted else "",
        code=code,
        decided=ruling,
        judged=counted,
    )


def _value(ruling: Ruling | None, verdict: Verdict | None) -> str:
    """The value of a line's text by itself; "" if a judge decided otherwise, and where there are several readings."""
    if verdict is None or verdict.readings or ruling and (ruling.value or ruling.method):
        return ""
    return verdict.value or ""
