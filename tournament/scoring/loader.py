"""Lines, verdicts and rulings -> points: the one loader, for any number of rounds and entrants.

The worker, re-scores, `rescore --check`, the effects that judges are shown and the public papers all read through
`Scoring`. A `WhatIf` changes some decisions; without one it is the record as stored. So the preview of a re-score and
the points after it come from the same code.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import QuerySet

from judging.games.paper import LineAnswer, Score
from judging.language.verdict import ENGINE_VERSION

from ..common.line_text import digest
from ..models import (
    DivisionPuzzle,
    Event,
    Mark,
    PairRuling,
    Puzzle,
    PuzzleVersion,
    Round,
    Ruling,
    Sheet,
    Submission,
    Verdict,
)
from .answers import BoxText, MarkingContext
from .questions import held_in
from .rulings import given_on
from .same_methods import given_in, partition
from .verdicts import verdict_row
from .what_if import AS_RECORDED, IN_ORDER, LINE, CountedLine, WhatIf, counting

TEXTS_NAMED = 5000  # texts that a query names one by one; for more it reads all verdicts there are
# of a verdict: what neither points nor pages need, and what only pages do
UNREAD, SHOWN = ("text", "engine"), ("readings", "mathml")


class EntrantInRound(NamedTuple):
    """The ids of a round and an entrant; equal to a plain tuple in this order."""

    round_id: int
    entrant_id: int


def papers_of_sheets(sheets: Collection[int]) -> set[EntrantInRound]:
    """The entrants and rounds of these sheets, without sheets that belong to nobody."""
    owned = Sheet.objects.filter(pk__in=sheets, entrant__isnull=False)
    return {EntrantInRound(*ids) for ids in owned.values_list("round_id", "entrant_id")}


class AskedQuestion:
    """One puzzle of a round and the divisions that are asked it (id -> grade), under a supposition."""

    def __init__(
        self,
        scoring: "Scoring",
        round_: Round,
        version: PuzzleVersion,
        grades: Mapping[int, int],
        rulings: tuple[Ruling, ...],
    ):
        self.round, self.version, self.grades, self.rulings = round_, version, grades, rulings
        self._scoring = scoring

    @cached_property
    def marking(self) -> MarkingContext:
        """The context that says what its lines count as."""
        return MarkingContext(self.version.read_boxes(), self._scoring.verdicts_on(self), self.rulings)

    @cached_property
    def same(self) -> dict[str, str]:
        """The methods that count as another: method key -> the key it counts as."""
        return self.same_with(())

    def same_with(self, listed: Iterable[Any]) -> dict[str, str]:
        """`same` with the methods of a list, written or not."""
        event = self.round.event
        return partition(event, [*self.marking.verdicts.values(), *listed], self._scoring.pairs_in(event))

    @cached_property
    def place(self) -> tuple[int, str]:
        """What its verdicts are stored under: the version and the edition."""
        return self.version.pk, self.round.edition_id

    @property
    def ruled_texts(self) -> dict[BoxText, str]:
        """The texts that its rulings were given on, and the methods that they name."""
        given = {(each.box, each.digest): each.text for each in self.rulings if each.mark == Mark.WRITTEN}
        return given | {(each.box, digest(each.method)): each.method for each in self.rulings if each.method}

    def score(
        self,
        division_id: int,
        lines: Sequence[CountedLine | Submission],
        answers: Mapping[int, LineAnswer] | None = None,
    ) -> Score:
        """The points of one entrant's lines. The same record always gives the same points.
        `answers`, by a line's id, replace what the record says of it."""
        supposed = {**self._scoring.what_if.answers, **(answers or {})}
        counted = [supposed.get(line.pk) or self.marking.answer(line) for line in lines]
        settings = self.round.settings_for(self.grades[division_id])
        return self.round.rules.points(settings, self.marking.boxes, counted, self.same)


class Scoring:
    """The lines of some entrants in some rounds, and their points. Questions, rulings, lines and verdicts are each read
    when they are first needed, for all rounds and entrants together.

    `entrants` are ids, None for everybody; for named entrants only the verdicts that their lines can need are read.
    `divisions` are ids too. `lines` are those that count, where they are known. Rounds come with their event.
    `mathematics` loads what pages show of each text.
    """

    def __init__(
        self,
        rounds: Iterable[Round],
        entrants: Collection[int] | None = None,
        what_if: WhatIf = AS_RECORDED,
        *,
        divisions: Collection[int] | None = None,
        lines: Sequence[CountedLine] | None = None,
        mathematics: bool = False,
    ):
        self.rounds = {each.pk: each for each in rounds}
        self.entrants, self.divisions, self.what_if = entrants, divisions, what_if
        self.deferred = UNREAD if mathematics else (*UNREAD, *SHOWN)
        self._pairs: dict[int, tuple[PairRuling, ...]] = {}
        if lines is not None:
            self.lines = list(lines)

    def supposing(self, what_if: WhatIf) -> "Scoring":
        """The same rounds and entrants under another supposition. Only what it changes is read again."""
        known = self.lines if what_if.keyings == self.what_if.keyings else None
        scoring = Scoring(self.rounds.values(), self.entrants, what_if, divisions=self.divisions, lines=known)
        scoring._recorded, scoring._pairs = self._recorded, self._pairs
        if what_if.reads_same_verdicts(self.what_if):
            scoring._verdicts = self._verdicts
        return scoring

    @cached_property
    def _recorded(self) -> tuple[list[DivisionPuzzle], dict[int, tuple[Ruling, ...]]]:
        """What each division is asked, and the rulings given, by puzzle."""
        held = list(held_in(self.rounds, self.divisions).select_related("division", "puzzle__active"))
        return held, given_on({each.puzzle_id for each in held})

    @cached_property
    def questions(self) -> list[AskedQuestion]:
        """Every puzzle of these rounds that somebody is asked."""
        grades: dict[int, dict[int, int]] = defaultdict(dict)
        puzzles: dict[int, Puzzle] = {}
        every_held, rulings = self._recorded
        for held in every_held:
            grades[held.puzzle_id][held.division_id] = held.division.grade
            puzzles[held.puzzle_id] = held.puzzle
        rounds = {pk: self.what_if.round(each) for pk, each in self.rounds.items()}
        return [
            AskedQuestion(
                self,
                rounds[puzzle.round_id],
                self.what_if.version(puzzle),
                grades[pk],
                (*rulings.get(pk, ()), *self.what_if.rulings.get(pk, ())),
            )
            for pk, puzzle in sorted(puzzles.items())
        ]

    @cached_property
    def asked(self) -> dict[tuple[int, int], AskedQuestion]:
        """What each division is asked, by the ids of round and division."""
        return {(each.round.pk, division): each for each in self.questions for division in each.grades}

    @cached_property
    def lines(self) -> list[CountedLine]:
        """The lines that count, sheet by sheet in the order of the paper."""
        lines = counting(self.rounds, self.entrants, self.what_if).order_by(*IN_ORDER)
        return [CountedLine(*row) for row in lines.values_list(*LINE)]

    @cached_property
    def by_paper(self) -> dict[EntrantInRound, list[CountedLine]]:
        """Each entrant's lines in each round."""
        by_paper: dict[EntrantInRound, list[CountedLine]] = defaultdict(list)
        for line in self.lines:
            by_paper[EntrantInRound(line.round_id, line.entrant_id)].append(line)
        return by_paper

    def question_of(self, paper: EntrantInRound) -> AskedQuestion | None:
        """What an entrant of whom lines were recorded was asked."""
        lines = self.by_paper.get(paper)
        return self.asked.get((paper.round_id, lines[0].division_id)) if lines else None

    def score(self, paper: EntrantInRound, answers: Mapping[int, LineAnswer] | None = None) -> Score | None:
        """An entrant's score in a round; None where nothing was recorded or asked."""
        question = self.question_of(paper)
        if question is None:
            return None
        lines = self.by_paper[paper]
        return question.score(lines[0].division_id, lines, answers)

    def scores(self) -> Iterator[tuple[EntrantInRound, Score]]:
        """The score of everybody who has a recorded line."""
        for paper in self.by_paper:
            if score := self.score(paper):
                yield paper, score

    # verdicts

    def pairs_in(self, event: Event) -> tuple[PairRuling, ...]:
        """The rulings on pairs of methods, in the order in which they came to hold."""
        if event.pk not in self._pairs:
            self._pairs[event.pk] = given_in(event)
        return (*self._pairs[event.pk], *self.what_if.pairs)

    def verdicts_on(self, question: AskedQuestion) -> dict[BoxText, Verdict]:
        """The verdicts on the texts of a question, by box and digest."""
        return self._verdicts[question.place]

    @cached_property
    def _verdicts(self) -> dict[tuple[int, str], dict[BoxText, Verdict]]:
        verdicts: dict[tuple[int, str], dict[BoxText, Verdict]] = defaultdict(dict)
        supposed = ((each.puzzle_version_id, each.edition, each) for each in self.what_if.verdicts)
        for version, edition, verdict in supposed:
            verdicts[version, edition][verdict.box, verdict.digest] = verdict
        stored = self._stored()
        if self.entrants is not None:
            texts = {line.digest for line in self.lines} | {
                key for question in self.questions for _box, key in question.ruled_texts
            }
            stored = stored.filter(digest__in=texts) if len(texts) <= TEXTS_NAMED else stored
        for verdict in stored.defer(*self.deferred):
            verdicts[verdict.puzzle_version_id, verdict.edition][verdict.box, verdict.digest] = verdict
        if self.what_if.judges:
            for question in self.questions:
                verdicts[question.place] |= self._judged_now(question, verdicts[question.place])
        return verdicts

    def _stored(self) -> QuerySet[Verdict]:
        editions = {each.round.edition_id for each in self.questions}
        return Verdict.objects.filter(
            puzzle_version__in={each.version.pk for each in self.questions}, engine=ENGINE_VERSION, edition__in=editions
        )

    def _judged_now(self, question: AskedQuestion, known: Mapping[BoxText, Verdict]) -> dict[BoxText, Verdict]:
        boxes, texts = question.version.read_boxes(), question.ruled_texts
        for line in self.lines:
            if line.mark == Mark.WRITTEN and line.division_id in question.grades and line.round_id == question.round.pk:
                texts[line.box, line.digest] = line.text
        return {
            place: verdict_row(question.version, place[0], boxes[place[0]], question.round, text)
            for place, text in texts.items()
            if place not in known and place[0] < len(boxes)
        }

    def unjudged(self) -> list[tuple[AskedQuestion, dict[BoxText, str]]]:
        """The texts that need a verdict and have none, by question: written texts, and texts of rulings."""
        written: dict[AskedQuestion, dict[BoxText, str]] = {each: {} for each in self.questions}
        lines = counting(self.rounds, self.entrants, self.what_if).filter(mark=Mark.WRITTEN).order_by()
        columns = ("sheet__round_id", "sheet__entrant__division_id", "box", "digest", "text")
        for round_id, division_id, box, key, text in lines.values_list(*columns).distinct():
            if question := self.asked.get((round_id, division_id)):
                written[question][box, key] = text
        for question, texts in written.items():
            texts |= question.ruled_texts
        known = self._known({key for texts in written.values() for _box, key in texts})
        missing = []
        for question, texts in written.items():
            count = len(question.version.boxes)
            left = {
                place: text
                for place, text in texts.items()
                if place[0] < count and (*question.place, *place) not in known
            }
            if left:
                missing.append((question, left))
        return missing

    def _known(self, digests: set[str]) -> set[tuple]:
        stored = self._stored()
        if len(digests) <= TEXTS_NAMED:
            stored = stored.filter(digest__in=digests)
        return set(stored.values_list("puzzle_version_id", "edition", "box", "digest"))
