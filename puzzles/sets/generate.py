"""Puzzle sets from a seed: `SetMaker(slug, values, seed).puzzles()` yields one puzzle after the other.

    for puzzle in SetMaker("one_to_many", {"target_to": 50}, seed=7).puzzles():
        ...                                    # each is a GeneratedPuzzle; stop when there are enough

- `FORMATS[slug].schema` has the settings, for forms and checks. Values that are wrong raise ValueError; ask
  `schema.problems(values)` for the message at each field first.
- The n-th puzzle depends on the seed, on its position, on `attempt`, and on the puzzles before it. So a job that was
  stopped goes on with `accepted`, the puzzles made so far, and makes the same as if it had never stopped.
- To replace one puzzle of a set, ask `SetMaker.puzzle` for its position with another `attempt`; the rest stay. It
  replaces single questions of a puzzle, too.
- `earlier` are questions of other sets (`GeneratedQuestion.key`) that may not come again; for letters and conundrums
  `words`.
- Where nothing satisfies the settings, Emptied names the setting that let nothing through, after how many tries. A set
  ends so after a bounded number of tries, weighted by what they cost, which `GeneratedPuzzle.cost` counts.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from judging.games.formats import FORMATS as PAPER_FORMATS
from judging.games.paper import PaperFormat
from judging.games.settings import Schema, Settings
from judging.language.editions import BASIC, EDITIONS, Edition
from puzzles import sentences as sentences
from puzzles.random_streams import Stream
from puzzles.rating.model import Tenths, tenths_of
from puzzles.sets import generators, settings, word_generators
from puzzles.sets.generators import Another, Draw, MadeQuestions
from puzzles.sets.puzzles import Emptied, GeneratedPuzzle, GeneratedQuestion, QuestionKey, Report, Reporter
from puzzles.sets.search import Allowance, ConstraintChecker
from puzzles.words import word_lists
from puzzles.words.dictionary import Dictionary


@dataclass(frozen=True)
class Generator:
    """How puzzles of one format are made. `edition` is the rules if none are given; `words` says that its puzzles are
    made of words in place of numbers. `another` draws another question for one of several in a puzzle; without it the
    whole puzzle is made anew. `several`: a puzzle has several questions; `shares_numbers` and `shares_target` say what
    they have in common."""

    schema: Schema
    make: Callable[[Draw], MadeQuestions]
    edition: str = "basic-24"
    words: bool = False
    another: Another | None = None
    several: bool = False
    shares_numbers: bool = False
    shares_target: bool = False


def _paper(game: PaperFormat) -> Generator:
    """The generator of a paper format: one of its own, or what its attributes say."""
    make, another = generators.of_shape(game)
    schema = settings.paper(game.slug, LEAST_METHODS.get(game.slug, 1))
    return Generator(
        schema,
        make,
        game.edition,
        another=another,
        several=game.one_puzzle,
        shares_numbers=game.shares_numbers,
        shares_target=game.shares_target,
    )


def _family(schema: Schema, make: Callable[[Draw], MadeQuestions], another: Another | None = None) -> Generator:
    return Generator(schema, make, another=another, several=True, shares_target=True)


LEAST_METHODS = {"target_game": 3}  # that a question of the format has, unless somebody chooses another number
FORMATS: Mapping[str, Generator] = {
    **{slug: _paper(game) for slug, game in PAPER_FORMATS.items()},
    "classic": _family(settings.CLASSIC, generators.fixed_target, generators.another_set),
    "tony_four": _family(settings.TONY_FOUR, generators.common_value),
    "closest_to": _family(settings.CLOSEST, generators.fixed_target, generators.another_set),
    "countdown_numbers": Generator(settings.COUNTDOWN_NUMBERS, generators.countdown_numbers, "countdown"),
    "letters": Generator(settings.LETTERS, word_generators.letters, words=True),
    "conundrum": Generator(settings.CONUNDRUM, word_generators.conundrum, words=True),
}


SAMPLES = {2: 100, 3: 100, 4: 100, 5: 20}  # questions of a kind; with more numbers they take seconds
LEAST_SAMPLE, LEAST_DIFFERENT = 10, 5  # questions, and different tenths
CONSTRAINTS = {setting.name for setting in settings.constraints()}
OF_KIND = {"solvable": settings.FOUR_OPERATIONS, "no_repeats": False, "sets": 1, "targets": 1}


def reporter_of(slug: str, values: Mapping[str, object], edition: Edition) -> Reporter:
    """Reports on questions of a set with these settings. Their difficulty is compared with a sample of all questions
    of its kind: the same numbers and targets, solvable with the four operations."""
    schema = FORMATS[slug].schema
    if FORMATS[slug].words:
        return Reporter(edition)
    kind = {name: value for name, value in values.items() if name not in CONSTRAINTS}
    kind |= {name: value for name, value in OF_KIND.items() if name in schema.names()}
    plain = edition.functions & BASIC, edition.every_number, edition.whole_steps, edition.kinds_of_operation
    return Reporter(edition, _tenths_of_kind(slug, tuple(sorted(schema.read(kind).export().items())), *plain))


@lru_cache(maxsize=256)
def _tenths_of_kind(slug: str, kind: tuple[tuple[str, Any], ...], *rules: Any) -> Tenths:
    """What divides a sample of the kind into tenths; nothing for many numbers, or if too few were found or they hardly
    differ."""
    edition, settings_of_kind = Edition("kind", *rules), dict(kind)
    maker = SetMaker(slug, settings_of_kind, 0, edition=edition, reporter=Reporter(edition))
    puzzles, values = list[GeneratedPuzzle](), list[float]()
    wanted = SAMPLES.get(settings_of_kind.get("numbers_count", generators.HAND), 0)
    try:
        while len(values) < wanted:
            puzzles.append(maker.puzzle(len(puzzles), 0, puzzles))
            values += [each.report.value for each in puzzles[-1].questions]
            wanted = SAMPLES.get(len(puzzles[0].questions[0].numbers), 0)
    except Emptied:
        pass
    tenths = tenths_of(values) if len(values) >= LEAST_SAMPLE else ()
    return tenths if len(set(tenths)) >= LEAST_DIFFERENT else ()


class SetMaker:
    """Makes the puzzles of one set from their common settings. The difficulty of its boxes rises evenly from the least
    step to the greatest, as far as such questions are found; where each puzzle is one box, `count` says how many there
    will be. Raises KeyError for an unknown format, ValueError for wrong values or a wrong seed."""

    def __init__(
        self,
        slug: str,
        values: Mapping[str, object],
        seed: int,
        earlier: Collection[QuestionKey] = (),
        edition: Edition | None = None,
        dictionary: Dictionary | None = None,
        count: int = 0,
        reporter: Reporter | None = None,
    ):
        self._slug, self._generator, self._seed, self._count = slug, FORMATS[slug], seed, count
        self._settings = self._generator.schema.read(values)
        self._edition = edition or EDITIONS[self._generator.edition]
        self._reporter = reporter or reporter_of(slug, self._settings.export(), self._edition)
        self._reports: dict[QuestionKey, Report] = {}
        self._earlier, self._dictionary = earlier, dictionary
        Stream(seed)

    def puzzles(self, accepted: Sequence[GeneratedPuzzle] = ()) -> Iterator[GeneratedPuzzle]:
        """Puzzles from position len(accepted) on, without end. Raises Emptied where there is nothing more."""
        puzzles = list(accepted)
        while True:
            puzzles.append(self.puzzle(len(puzzles), 0, puzzles))
            yield puzzles[-1]

    def puzzle(self, position: int, attempt: int, others: Sequence[GeneratedPuzzle]) -> GeneratedPuzzle:
        """The puzzle of one position; `others` are those of the set that stay."""
        there = () if self._generator.several else [question for each in others for question in each.questions]
        draw = self._draw(others, (position, attempt), there)
        questions, facts = self._generator.make(draw)
        return GeneratedPuzzle(position, self._in_order(questions), facts, draw.allowance.cost)

    def with_others_for(
        self, puzzle: GeneratedPuzzle, away: Collection[QuestionKey], attempt: int, others: Sequence[GeneratedPuzzle]
    ) -> GeneratedPuzzle:
        """The puzzle with other questions in place of those in `away`. All of it is made anew where nothing stays or
        its questions hang together, as in Tony Four."""
        others = [each for each in others if each.position != puzzle.position]
        another = self._generator.another
        if another is None or all(each.key in away for each in puzzle.questions):
            return self.puzzle(puzzle.position, attempt, others)
        staying = [each for each in puzzle.questions if each.key not in away]
        draw, questions = self._draw([*others, puzzle], (puzzle.position, attempt, "another"), staying), []
        for question in puzzle.questions:
            if question.key in away:
                draw.allowance.begin_part()
                question = another(draw, question)
                draw.used.add(question.key)
            questions.append(question)
        return replace(puzzle, questions=self._in_order(questions))

    def _steps(self, there: Iterable[GeneratedQuestion]) -> list[int]:
        """The steps of difficulty that are still wanted beside these questions, the easiest first."""
        numbers = [name for name in ("sets", "targets", "last_number") if name in self._settings]
        count = self._settings.whole(numbers[0]) if self._generator.several and numbers else self._count
        if self._generator.words or not count:
            return []
        least, most = self._settings.whole("step_least"), self._settings.whole("step_most")
        steps = Counter(least + (most - least + 1) * (2 * at + 1) // (2 * count) for at in range(count))
        return sorted((steps - Counter(each.report.step for each in there)).elements())

    def _draw(
        self, others: Sequence[GeneratedPuzzle], at: tuple[int | str, ...], there: Iterable[GeneratedQuestion]
    ) -> Draw:
        allowance = Allowance(self._generator.schema, sum(each.cost for each in others), len(others))
        draw = Draw(
            self._settings,
            Stream(self._seed, self._slug, *at),
            ConstraintChecker(self._settings, self._reporter, allowance, self._reports),
            allowance,
            self._edition,
            self._steps(there),
            {*self._earlier, *(question.key for each in others for question in each.questions)},
        )
        if self._generator.words:
            draw.dictionary = self._dictionary or word_lists.standard()
            draw.used_words = {str(each.facts["answer"]) for each in others}
        return draw

    def _in_order(self, questions: Sequence[GeneratedQuestion]) -> tuple[GeneratedQuestion, ...]:
        """The easiest first, but for hands of cards, which make 1, 2, 3, …"""
        if self._generator.make is generators.hands:
            return tuple(questions)
        return tuple(sorted(questions, key=lambda each: each.report.value))


def defaults(slug: str) -> Settings:
    """The settings of a format where nothing is given."""
    return FORMATS[slug].schema.defaults()
