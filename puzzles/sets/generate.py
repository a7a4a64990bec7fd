"""Puzzle sets from a seed: `generate(slug, values, seed)` yields one puzzle after the other.

    for puzzle in generate("one_to_many", {"target_to": 50}, seed=7):
        ...                                    # each is a GeneratedPuzzle; stop when there are enough

- `FORMATS[slug].schema` has the settings, for forms and checks. Values that are wrong raise ValueError; ask
  `schema.problems(values)` for the message at each field first.
- The n-th puzzle depends on the seed, on its position, on `attempt`, and on the puzzles before it. So a job that was
  stopped goes on with `accepted`, the puzzles made so far, and makes the same as if it had never stopped.
- To replace one puzzle of a set, ask `puzzle_at` for its position with another `attempt`; the rest stay. `SetMaker`
  does the same for many puzzles of one set, and replaces single questions of a puzzle.
- `earlier` are questions of other sets (`GeneratedQuestion.key`) that may not come again; for letters and conundrums
  `words`.
- Where nothing satisfies the settings, Emptied names the setting that let nothing through, after how many tries. A set
  ends so after a bounded number of tries, weighted by what they cost, which `GeneratedPuzzle.cost` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judging.games.formats import FORMATS as PAPER_FORMATS
from judging.games.paper import PaperFormat
from judging.games.settings import Schema, Settings
from judging.language.evaluation.legality import EDITIONS, Edition
from puzzles import sentences as sentences
from puzzles.random_streams import Stream
from puzzles.sets import generators, settings, word_generators
from puzzles.sets.generators import Another, Draw, MadeQuestions
from puzzles.sets.puzzles import GeneratedPuzzle, GeneratedQuestion, QuestionKey
from puzzles.sets.reports import Report, Reporter
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
    make, another = generators.ONLY_FOR.get(game.slug) or generators.of_shape(game)
    schema = settings.paper(game.slug, settings.FOUR_OPERATIONS, LEAST_METHODS.get(game.slug, 1))
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


def generate(
    slug: str,
    values: Mapping[str, object],
    seed: int,
    accepted: Sequence[GeneratedPuzzle] = (),
    earlier: Collection[QuestionKey] = (),
    edition: Edition | None = None,
    dictionary: Dictionary | None = None,
) -> Iterator[GeneratedPuzzle]:
    """Puzzles from position len(accepted) on, without end. Raises KeyError for an unknown format, ValueError for wrong
    values or a wrong seed, and Emptied where there is nothing more."""
    work = SetMaker(slug, values, seed, earlier, edition, dictionary)
    puzzles = list(accepted)
    while True:
        puzzle = work.puzzle(len(puzzles), 0, puzzles)
        puzzles.append(puzzle)
        yield puzzle


def puzzle_at(
    position: int,
    attempt: int,
    others: Sequence[GeneratedPuzzle],
    slug: str,
    values: Mapping[str, object],
    seed: int,
    earlier: Collection[QuestionKey] = (),
    edition: Edition | None = None,
    dictionary: Dictionary | None = None,
) -> GeneratedPuzzle:
    """Another puzzle for one position of a set; `others` are those that stay. Raises as `generate` does."""
    work = SetMaker(slug, values, seed, earlier, edition, dictionary)
    return work.puzzle(position, attempt, [each for each in others if each.position != position])


class SetMaker:
    """Makes the puzzles of one set from their common settings. Raises as `generate` does."""

    def __init__(
        self,
        slug: str,
        values: Mapping[str, object],
        seed: int,
        earlier: Collection[QuestionKey] = (),
        edition: Edition | None = None,
        dictionary: Dictionary | None = None,
    ):
        self._slug, self._generator, self._seed = slug, FORMATS[slug], seed
        self._settings = self._generator.schema.read(values)
        self._edition = edition or EDITIONS[self._generator.edition]
        self._reporter = Reporter(self._edition)
        self._reports: dict[QuestionKey, Report] = {}
        self._earlier, self._dictionary = earlier, dictionary
        Stream(seed)

    def puzzle(self, position: int, attempt: int, others: Sequence[GeneratedPuzzle]) -> GeneratedPuzzle:
        """The puzzle of one position; `others` are those of the set that stay."""
        draw = self._draw(others, (position, attempt))
        questions, facts = self._generator.make(draw)
        return GeneratedPuzzle(position, questions, facts, draw.allowance.cost)

    def with_others_for(
        self, puzzle: GeneratedPuzzle, away: Collection[QuestionKey], attempt: int, others: Sequence[GeneratedPuzzle]
    ) -> GeneratedPuzzle:
        """The puzzle with other questions in place of those in `away`. All of it is made anew where nothing stays or
        its questions hang together, as in Tony Four."""
        others = [each for each in others if each.position != puzzle.position]
        another = self._generator.another
        if another is None or all(each.key in away for each in puzzle.questions):
            return self.puzzle(puzzle.position, attempt, others)
        draw, questions = self._draw([*others, puzzle], (puzzle.position, attempt, "another")), []
        for question in puzzle.questions:
            if question.key in away:
                draw.allowance.begin_part()
                question = another(draw, question)
                draw.used.add(question.key)
            questions.append(question)
        return replace(puzzle, questions=self._in_order(questions))

    def _draw(self, others: Sequence[GeneratedPuzzle], at: tuple[int | str, ...]) -> Draw:
        allowance = Allowance(self._generator.schema, sum(each.cost for each in others), len(others))
        draw = Draw(
            self._settings,
            Stream(self._seed, self._slug, *at),
            ConstraintChecker(self._settings, self._reporter, allowance, self._reports),
            allowance,
            self._edition,
            {*self._earlier, *(question.key for each in others for question in each.questions)},
        )
        if self._generator.words:
            draw.dictionary = self._dictionary or word_lists.standard()
            draw.used_words = {str(each.facts["answer"]) for each in others}
        return draw

    def _in_order(self, questions: Sequence[GeneratedQuestion]) -> tuple[GeneratedQuestion, ...]:
        """As the format shows them: several targets of one set with the least first."""
        if self._generator.make is generators.many_targets:
            return tuple(sorted(questions, key=lambda each: each.target))
        return tuple(questions)


def defaults(slug: str) -> Settings:
    """The settings of a format where nothing is given."""
    return FORMATS[slug].schema.defaults()
