"""Puzzle sets from a seed: `generate(format, values, seed)` yields one puzzle after the other.

    for puzzle in generate("one_to_many", {"target_to": 50}, seed=7):
        ...                                    # each is a Puzzle; stop when there are enough

- `FORMATS[format].schema` has the settings, for forms and checks. Values that are wrong raise ValueError; ask
  `schema.problems(values)` for the message at each field first.
- The n-th puzzle depends on the seed, on its position, on `attempt`, and on the puzzles before it. So a job that was
  stopped goes on with `accepted`, the puzzles made so far, and makes the same as if it had never stopped.
- To replace one puzzle of a set, ask `puzzle_at` for its position with another `attempt`; the rest stay.
- `earlier` are questions of other sets (`Question.key`) that may not come again; for letters and conundrums `words`.
- Where nothing satisfies the settings, Emptied names the setting that let nothing through, after how many tries. A set
  ends so after a bounded number of tries, which `Puzzle.cost` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judging.games.formats import FORMATS as PAPER_FORMATS
from judging.games.settings import Schema, Settings
from judging.language.legality import EDITIONS, Edition
from puzzles import sentences as sentences
from puzzles.sets import generators, settings, word_generators
from puzzles.sets.generators import Draw, Made
from puzzles.sets.puzzles import Puzzle, QuestionKey
from puzzles.sets.reports import Report, Reporter
from puzzles.sets.search import Allowance, Checker
from puzzles.streams import Stream
from puzzles.words import reading
from puzzles.words.dictionary import Dictionary


@dataclass(frozen=True)
class Generator:
    """How puzzles of one format are made. `edition` is the rules if none are given; `words` says that its puzzles are
    made of words in place of numbers."""

    schema: Schema
    make: Callable[[Draw], Made]
    edition: str = "basic-24"
    words: bool = False


def _paper(
    slug: str, make: Callable[[Draw], Made], default: str = settings.FOUR_OPERATIONS, least: int = 1
) -> Generator:
    return Generator(settings.paper(slug, default, least), make, PAPER_FORMATS[slug].edition)


FORMATS: Mapping[str, Generator] = {
    "hit_the_target": _paper("hit_the_target", generators.one_question),
    "twenty_four": _paper("twenty_four", generators.fixed_target),
    "one_to_many": _paper("one_to_many", generators.many_targets),
    "many_to_one": _paper("many_to_one", generators.many_sets),
    "dmas": _paper("dmas", generators.one_question),
    "smash": _paper("smash", generators.hands),
    "target_game": _paper("target_game", generators.one_question, least=3),
    "classic": Generator(settings.CLASSIC, generators.fixed_target),
    "tony_four": Generator(settings.TONY_FOUR, generators.common_value),
    "closest_to": Generator(settings.CLOSEST, generators.fixed_target),
    "countdown_numbers": Generator(settings.COUNTDOWN_NUMBERS, generators.countdown_numbers, "countdown"),
    "letters": Generator(settings.LETTERS, word_generators.letters, words=True),
    "conundrum": Generator(settings.CONUNDRUM, word_generators.conundrum, words=True),
}


def generate(
    format: str,
    values: Mapping[str, object],
    seed: int,
    accepted: Sequence[Puzzle] = (),
    earlier: Collection[QuestionKey] = (),
    edition: Edition | None = None,
    dictionary: Dictionary | None = None,
) -> Iterator[Puzzle]:
    """Puzzles from position len(accepted) on, without end. Raises KeyError for an unknown format, ValueError for wrong
    values or a wrong seed, and Emptied where there is nothing more."""
    work = _Work(format, values, seed, earlier, edition, dictionary)
    puzzles = list(accepted)
    while True:
        puzzle = work.puzzle(len(puzzles), 0, puzzles)
        puzzles.append(puzzle)
        yield puzzle


def puzzle_at(
    position: int,
    attempt: int,
    others: Sequence[Puzzle],
    format: str,
    values: Mapping[str, object],
    seed: int,
    earlier: Collection[QuestionKey] = (),
    edition: Edition | None = None,
    dictionary: Dictionary | None = None,
) -> Puzzle:
    """Another puzzle for one position of a set; `others` are those that stay. Raises as `generate` does."""
    work = _Work(format, values, seed, earlier, edition, dictionary)
    return work.puzzle(position, attempt, [each for each in others if each.position != position])


class _Work:
    """One run: what puzzles of a set have in common."""

    def __init__(
        self,
        format: str,
        values: Mapping[str, object],
        seed: int,
        earlier: Collection[QuestionKey],
        edition: Edition | None,
        dictionary: Dictionary | None,
    ):
        self._format, self._generator, self._seed = format, FORMATS[format], seed
        self._settings = self._generator.schema.read(values)
        self._edition = edition or EDITIONS[self._generator.edition]
        self._reporter = Reporter(self._edition)
        self._reports: dict[QuestionKey, Report] = {}
        self._earlier, self._dictionary = earlier, dictionary
        Stream(seed)

    def puzzle(self, position: int, attempt: int, before: Sequence[Puzzle]) -> Puzzle:
        allowance = Allowance(self._generator.schema, sum(each.cost for each in before))
        draw = Draw(
            self._settings,
            Stream(self._seed, self._format, position, attempt),
            Checker(self._settings, self._reporter, allowance, self._reports),
            allowance,
            self._edition,
            {*self._earlier, *(question.key for each in before for question in each.questions)},
        )
        if self._generator.words:
            draw.dictionary = self._dictionary or reading.standard()
            draw.used_words = {str(each.facts["answer"]) for each in before}
        questions, facts = self._generator.make(draw)
        return Puzzle(position, questions, facts, allowance.ends())


def defaults(format: str) -> Settings:
    """The settings of a format where nothing is given."""
    return FORMATS[format].schema.defaults()
