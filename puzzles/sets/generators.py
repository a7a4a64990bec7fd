"""The generators of questions: each draws one puzzle at a time from a stream of chance.

A generator is a function of the settings, the chance of one position, what was used before, and the checker that knows
the constraints. It returns the questions and facts of one puzzle, or raises Emptied.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import cycle
from typing import Any

from judging.games.countdown.numbers import LARGE, NUMBERS, SMALL
from judging.games.paper import PaperFormat
from judging.games.settings import Settings
from judging.language.editions import Edition
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import MethodEnumerator
from puzzles.functions.operations import normalise
from puzzles.random_streams import Stream
from puzzles.sets.puzzles import Emptied, GeneratedQuestion, QuestionKey
from puzzles.sets.search import BEFORE_CONSTRAINTS, STAGES, Allowance, ConstraintChecker, multisets
from puzzles.words.dictionary import Dictionary

MOST_ATTEMPTS = 4  # puzzles of which the one with the wanted steps is taken
MadeQuestions = tuple[tuple[GeneratedQuestion, ...], Mapping[str, Any]]
ACE, KING, HAND = 1, 13, 3
PACK = [card for card in range(ACE, KING + 1) for _ in range(4)]
DENOMINATORS = range(2, 7)  # of fractions as targets
MOST_FRACTION = 10
TRIES_OF_A_SET = 60  # targets drawn for one set of numbers before another is taken
MOST_LISTED = 5  # numbers of a set whose values are listed


@dataclass
class Draw:
    """What a generator works with at one position; `steps` are the wanted steps of difficulty of its questions, the
    easiest first, and `used` the questions that may not come again."""

    settings: Settings
    chance: Stream
    checker: ConstraintChecker
    allowance: Allowance
    edition: Edition
    steps: list[int] = field(default_factory=list)
    used: set[QuestionKey] = field(default_factory=set)
    used_words: set[str] = field(default_factory=set)
    dictionary: Dictionary | None = None

    @property
    def words(self) -> Dictionary:
        """The dictionary of a word round."""
        assert self.dictionary is not None
        return self.dictionary

    def numbers(self) -> tuple[int, ...]:
        """A set of numbers within the range, each drawn for itself."""
        first, last = self.settings.whole("number_from"), self.settings.whole("number_to")
        return tuple(self.chance.between(first, last) for _ in range(self.settings.whole("numbers_count")))

    def sets(self) -> int:
        """How many different sets of numbers there are."""
        first, last = self.settings.whole("number_from"), self.settings.whole("number_to")
        return multisets(self.settings.whole("numbers_count"), first, last)

    def targets(self) -> list[int]:
        """The whole targets of the range; with `target_kind` product those that two numbers of the range make."""
        first, last = self.settings.whole("target_from"), self.settings.whole("target_to")
        if "target_kind" not in self.settings or self.settings.choice("target_kind") != "product":
            return list(range(first, last + 1))
        low, high = self.settings.whole("number_from"), self.settings.whole("number_to")
        products = {a * b for a in range(low, high + 1) for b in range(a, high + 1)}
        targets = sorted(product for product in products if first <= product <= last)
        if not targets:
            self.allowance.draw(0, "target_kind")
        return targets

    def first_fitting(
        self, draw: Callable[[], tuple[tuple[int, ...], Rational]], space: int | None
    ) -> GeneratedQuestion:
        """A question that satisfies the constraints, of `space` different ones: the first of the wanted step, or after
        some tries the nearest to it. Raises Emptied where there is none."""
        wanted, fitting = self.steps[:1], list[GeneratedQuestion]()
        del self.steps[:1]
        while self.allowance.draw(space, "solvable", bool(fitting)):
            numbers, target = draw()
            candidate = tuple(sorted(numbers)), target
            if candidate in self.allowance.failed:
                continue
            if question := self.checker.question(numbers, target, self.used):
                fitting.append(question)
                if not misfit(wanted, fitting[-1:]) or len(fitting) >= self.checker.tries(question):
                    break
            else:
                self.allowance.failed.add(candidate)
        nearest = min(fitting, key=lambda each: misfit(wanted, [each]))
        if misfit(wanted, [nearest]):  # nor is it likely to be found for the next box
            self.steps = [nearest.report.step if step in wanted else step for step in self.steps]
        return nearest


def misfit(steps: Iterable[int], questions: Iterable[GeneratedQuestion]) -> int:
    """How far the questions are from the wanted steps, all together; 0 where nothing is wanted."""
    made = sorted(each.report.step for each in questions)
    return sum(abs(step - wanted) for wanted, step in zip(steps, made, strict=False) if step)


def one_question(draw: Draw) -> MadeQuestions:
    """Numbers and a target within their ranges."""
    pool = draw.targets()
    question = draw.first_fitting(lambda: (draw.numbers(), draw.chance.choice(pool)), draw.sets() * len(pool))
    return (question,), {}


def fixed_target(draw: Draw) -> MadeQuestions:
    """As many different sets as the settings say, to one target; all of them satisfy the constraints."""
    count = draw.settings.whole("sets") if "sets" in draw.settings else 1
    return _many_sets(draw, draw.settings.whole("target"), count), {}


def many_sets(draw: Draw) -> MadeQuestions:
    """Many to One: one target of the range and different sets that make it."""
    return _sets_to_some_target(draw), {}


def many_targets(draw: Draw) -> MadeQuestions:
    """One to Many: one set of numbers and different targets."""
    settings, count = draw.settings, draw.settings.whole("targets")
    wider = settings.flag("target_negatives") or settings.flag("target_fractions")
    if not wider and len(draw.targets()) < count:
        draw.allowance.draw(0, "targets")
    made: list[Sequence[GeneratedQuestion]] = []
    while len(made) < MOST_ATTEMPTS and (not made or misfit(draw.steps, made[-1])):
        if not draw.allowance.draw(draw.sets(), "targets", bool(made)):
            break
        numbers = draw.numbers()
        candidate = tuple(sorted(numbers))
        if candidate in draw.allowance.failed:
            continue
        if questions := _targets_of(draw, numbers, count):
            made.append(questions)
        else:
            draw.allowance.failed.add(candidate)
    return tuple(min(made, key=lambda each: misfit(draw.steps, each))), {}


def hands(draw: Draw) -> MadeQuestions:
    """SMASH: for 1, 2, 3, … a hand of three cards of one pack that makes the number."""
    questions: list[GeneratedQuestion] = []
    for goal in range(1, draw.settings.whole("last_number") + 1):
        draw.allowance.begin_part()
        questions.append(_hand_that_makes(draw, goal))
    return tuple(questions), {}


def common_value(draw: Draw) -> MadeQuestions:
    """Tony Four: different sets that all make one value. The facts name the largest value that all of them make and how
    many such values there are, unless there are none, there is one set, or listing what so long ones make takes
    seconds."""
    questions = _sets_to_some_target(draw)
    facts: dict[str, Any] = {"value": questions[0].target}
    if draw.settings.whole("numbers_count") > MOST_LISTED or len(questions) == 1:
        return questions, facts
    values = MethodEnumerator(draw.edition, 0)
    made = [set(values.iter_values(tuple(sorted(each.numbers)))) for each in questions]
    common = set.intersection(*made)
    if not common:
        return questions, facts
    return questions, facts | {"largest_common_value": str(max(common)), "common_values": len(common)}


def countdown_numbers(draw: Draw) -> MadeQuestions:
    """A selection of large and small numbers, and a target of the range."""
    pool, large = draw.targets(), draw.settings.whole("large")

    def selection() -> tuple[tuple[int, ...], Rational]:
        count = draw.chance.below(len(LARGE) + 1) if large < 0 else large
        above, below = draw.chance.shuffled(LARGE), draw.chance.shuffled(sorted(SMALL * 2))
        chosen = [next(above) for _ in range(count)] + [next(below) for _ in range(NUMBERS - count)]
        return tuple(chosen), draw.chance.choice(pool)

    return (draw.first_fitting(selection, None),), {}


def _hand_that_makes(draw: Draw, goal: Rational) -> GeneratedQuestion:
    """A question with three cards of one pack that make the number."""

    def hand() -> tuple[tuple[int, ...], Rational]:
        cards = draw.chance.shuffled(PACK)
        return tuple(next(cards) for _ in range(HAND)), goal

    return draw.first_fitting(hand, multisets(HAND, ACE, KING))


def another_set(draw: Draw, question: GeneratedQuestion) -> GeneratedQuestion:
    """Other numbers to the same target."""
    return draw.first_fitting(lambda: (draw.numbers(), question.target), draw.sets())


def another_target(draw: Draw, question: GeneratedQuestion) -> GeneratedQuestion:
    """Another target of the same numbers."""
    there = {target for numbers, target in draw.used if numbers == tuple(sorted(question.numbers))}
    left = [target for target in dict.fromkeys(_some_targets(draw)) if target not in there]
    targets = cycle(left)
    return draw.first_fitting(lambda: (question.numbers, next(targets)), len(left))


def another_hand(draw: Draw, question: GeneratedQuestion) -> GeneratedQuestion:
    """Another hand of cards that makes the same number."""
    return _hand_that_makes(draw, question.target)


Another = Callable[[Draw, GeneratedQuestion], GeneratedQuestion]


def of_shape(game: PaperFormat) -> tuple[Callable[[Draw], MadeQuestions], Another | None]:
    """How puzzles of a paper format are made, and how one of their questions is drawn again."""
    if game.deals_cards:
        return hands, another_hand
    if game.shares_numbers:
        return many_targets, another_target
    if game.shares_target:
        return (many_sets if game.one_puzzle else fixed_target), another_set
    return one_question, None


def _sets_to_some_target(draw: Draw) -> tuple[GeneratedQuestion, ...]:
    """Different sets of numbers to one target of the range; where a target has not so many, or not of the wanted
    steps, another is tried."""
    ends, made = list[Emptied](), list[tuple[GeneratedQuestion, ...]]()
    for target in draw.chance.shuffled(draw.targets()):
        try:
            made.append(_many_sets(draw, target, draw.settings.whole("sets")))
        except Emptied as emptied:
            ends.append(emptied)
        if draw.allowance.is_spent or len(made) >= MOST_ATTEMPTS or (made and not misfit(draw.steps, made[-1])):
            break
    if made:
        return min(made, key=lambda each: misfit(draw.steps, each))
    raise max(ends, key=lambda end: STAGES.index(end.constraint))


def _many_sets(draw: Draw, target: int, count: int) -> tuple[GeneratedQuestion, ...]:
    """Different sets of numbers to one target. A set that was refused once is not looked at again."""
    questions: list[GeneratedQuestion] = []
    draw, space = replace(draw, steps=list(draw.steps), used=set(draw.used)), draw.sets()
    draw.allowance.begin_part()
    for _ in range(count):
        questions.append(draw.first_fitting(lambda: (draw.numbers(), target), space))
        draw.used.add(questions[-1].key)
    return tuple(questions)


def _targets_of(draw: Draw, numbers: tuple[int, ...], count: int) -> Sequence[GeneratedQuestion]:
    """So many different targets of one set, of the wanted steps as far as it has them; none where the set has not so
    many. A set that was used before does not come again, even with other targets."""
    if draw.settings.flag("no_repeats") and any(key[0] == tuple(sorted(numbers)) for key in draw.used):
        draw.allowance.refuses("no_repeats", BEFORE_CONSTRAINTS, 0)
        return ()
    questions: dict[Rational, GeneratedQuestion] = {}
    for target in dict.fromkeys(_some_targets(draw)):
        if question := draw.checker.question(numbers, target):
            questions[target] = question
        if draw.allowance.is_spent:
            break
        chosen = _nearest(questions.values(), draw.steps or [0] * count)
        if len(questions) >= count and not misfit(draw.steps, chosen):
            return chosen
    if len(questions) >= count:
        return chosen
    draw.checker.drop(questions.values())
    return ()


def _nearest(questions: Iterable[GeneratedQuestion], steps: Iterable[int]) -> list[GeneratedQuestion]:
    """For each wanted step the question that is nearest to it, each taken once."""
    left, chosen = list(questions), list[GeneratedQuestion]()
    for step in steps:
        if left:
            chosen.append(min(left, key=lambda each: abs(each.report.step - step)))
            left.remove(chosen[-1])
    return chosen


def _some_targets(draw: Draw) -> list[Rational]:
    """Targets to try, in the order of trying: whole ones, and as the settings say also negatives and fractions."""
    settings, chance = draw.settings, draw.chance
    order = chance.shuffled(draw.targets())
    negatives = settings.flag("target_negatives")
    fractions = settings.flag("target_fractions")
    tried: list[Rational] = []
    for target in order:
        below = negatives and target and not chance.below(4)
        if fractions and not chance.below(5):
            most = min(MOST_FRACTION, settings.whole("target_to"))
            denominator = chance.choice(DENOMINATORS)
            tried.append(normalise(Fraction(chance.between(1, most * denominator - 1), denominator)))
        tried.append(-target if below else target)
        if len(tried) >= TRIES_OF_A_SET:
            break
    return tried
