"""The answer key of each question: its difficulty, the number of methods, and the simplest of them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from judging.games.paper import Box
from judging.language.editions import edition as read_edition
from judging.language.verdict import judge
from judging.messages import message
from puzzles.functions.operations import normalise
from puzzles.sets.puzzles import GeneratedPuzzle, GeneratedQuestion, Report, Reporter

from ..common.limits import KEY_WORK
from ..common.wording.sentences import sentence, signed
from ..models import PuzzleVersion, Round
from ..printing.puzzles import PrintedKey, PrintedMethod
from ..puzzle_sets.boxes import question_key
from ..rounds import method_counts
from ..rounds.method_counts import BoxMethodList
from ..scoring.mathml import as_mathematics
from ..scoring.questions import made_from

FEW = 4  # numbers; a report on more takes some twenty times as long
MANY_COST = 20
MOST_IN_FIGURES = 1_000_000  # methods; of more a key says only that


@dataclass
class AnswerKeys:
    """Makes keys with at most so many methods a question. `left` is what one request may still spend on reports, as
    questions of four numbers."""

    methods: int
    left: int = KEY_WORK

    def of(self, round_: Round, version: PuzzleVersion) -> list[PrintedKey]:
        """The keys of a question's boxes in order. Two queries."""
        boxes, lists, puzzles = version.read_boxes(), method_counts.of_version(version), made_from(version)
        return self.of_boxes(round_, boxes, puzzles, lists, is_being_counted=round_.shows_puzzles or bool(puzzles))

    def of_boxes(
        self,
        round_: Round,
        boxes: Sequence[Box],
        puzzles: Iterable[GeneratedPuzzle] = (),
        lists: Sequence[BoxMethodList] = (),
        is_being_counted: bool = False,
    ) -> list[PrintedKey]:
        """The keys of these boxes under the rules of the round. `puzzles` are those that the boxes were made from,
        `lists` their methods as far as they are counted, and `is_being_counted` says that the worker goes on with the
        rest."""
        questions = {each.key: each for puzzle in puzzles for each in puzzle.questions}
        hands = {each.target: each for each in questions.values()}
        return [
            self._key(round_, box, questions.get(question_key(box)), lists[at : at + 1], is_being_counted)
            if box.numbers
            else _hand(round_, box, hands.get(box.target))
            for at, box in enumerate(boxes)
        ]

    def _key(
        self,
        round_: Round,
        box: Box,
        made: GeneratedQuestion | None,
        lists: Sequence[BoxMethodList],
        is_being_counted: bool,
    ) -> PrintedKey:
        if box.void:
            return PrintedKey()
        report, listed = made.report if made else self._report(round_, box), lists[0] if lists else None
        methods = self._methods(round_, box, listed, report)
        notes = [*_solved(report), *_counted(round_, listed, report, is_being_counted)]
        return PrintedKey(methods, [note for note in notes if note])

    def _report(self, round_: Round, box: Box) -> Report | None:
        """None once the request has spent what it may."""
        cost = 1 if len(box.numbers) <= FEW else MANY_COST
        if self.left < cost:
            return None
        self.left -= cost
        return _report(box.numbers, str(box.target), json.dumps(round_.edition, sort_keys=True))

    def _methods(
        self, round_: Round, box: Box, listed: BoxMethodList | None, report: Report | None
    ) -> list[PrintedMethod]:
        """The methods of the report first, which are the same whenever the key is printed; then the counted ones. One
        of those that are kin."""
        edition, shown = read_edition(round_.edition), dict[str | None, PrintedMethod]()
        for text in report.simplest if report else ():
            kin = judge(text, box.numbers, normalise(Fraction(box.target)), edition).kin_key
            if kin not in shown and len(shown) < self.methods:
                shown[kin] = PrintedMethod(text, as_mathematics(round_, box, text))
        for each in listed.methods if listed else ():
            shown.setdefault(each.kin_key, PrintedMethod(each.text, each.mathematics))
        return list(shown.values())[: self.methods]


def _hand(round_: Round, box: Box, hand: GeneratedQuestion | None) -> PrintedKey:
    """The hand that was made for a box whose cards are dealt at the table, with its simplest method."""
    if hand is None or box.void:
        return PrintedKey()
    methods = [PrintedMethod(text, as_mathematics(round_, box, text)) for text in hand.report.simplest[:1]]
    return PrintedKey(methods, cards=hand.numbers)


@lru_cache(maxsize=4096)
def _report(numbers: tuple[int, ...], target: str, edition: str) -> Report:
    return _reporter(edition).report(numbers, normalise(Fraction(target)))


@lru_cache(maxsize=16)
def _reporter(edition: str) -> Reporter:
    return Reporter(read_edition(json.loads(edition)))


def _solved(report: Report | None) -> Iterator[str]:
    """How hard it is, which is known of sets that were made; or that it cannot be solved."""
    if report is None:
        yield _("Its methods were not worked out: this file has too many questions. Print one round at a time.")
    elif report.comparison:
        yield _("Difficulty %(step)s of 5.") % {"step": report.step} + " " + sentence(report.comparison)
    elif report.solvable:
        return
    elif report.solvable is False and report.nearest is not None:
        yield _("These numbers do not make the target. The nearest value is %(value)s.") % {
            "value": signed(report.nearest)
        }
    else:
        yield sentence(message("not_solvable" if report.solvable is False else "not_found"))


def _counted(
    round_: Round, listed: BoxMethodList | None, report: Report | None, is_being_counted: bool
) -> Iterator[str]:
    """How many methods there are, and within which bound."""
    if report and report.methods:
        facts = {"n": number_format(report.methods, force_grouping=True)}
        if report.at_least:
            text = _("There are at least %(n)s methods with only +, −, × and ÷.")
        else:
            text = ngettext(
                "There is %(n)s method with only +, −, × and ÷.",
                "There are %(n)s methods with only +, −, × and ÷.",
                report.methods,
            )
        yield text % facts
    if listed and (listed.count or 0) > MOST_IN_FIGURES:
        yield _("There are more than %(n)s methods in all.") % {
            "n": number_format(MOST_IN_FIGURES, force_grouping=True)
        }
    elif listed:
        yield method_counts.sentence([listed.count], 0, read_edition(round_.edition))
    elif is_being_counted:
        yield _("How many methods there are in all is still being counted.")
    else:
        yield _("All methods under the rules of the round are counted once the set is used, or the round is over.")
