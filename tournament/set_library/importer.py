"""A file of sets -> drafts of the library, with each row's problems beside the row. Nothing is written.

One row a box: set (a name), grade, format, puzzle (a number, for formats with several boxes a puzzle), numbers, target.
In place of numbers stand nine letters, or the two words of a conundrum with its answer as the target.
Rows with the same name, grade and format make one set, in the order of the file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from judging.games.countdown.letters import folded
from puzzles.sets.generate import FORMATS
from puzzles.sets.word_generators import letters_facts
from puzzles.words.conundrums import Conundrum, problem_of
from puzzles.words.dictionary import Dictionary, LettersProblem, checked_letters
from puzzles.words.letter_distribution import LETTERS

from ..common import limits
from ..common.typed_numbers import target_of, whole_numbers
from ..common.wording.sentences import sentence
from ..imports import table_reader as tables
from ..imports.plan import ImportPlan, PlannedRow
from ..models import Event
from ..word_lists.dictionaries import words_for

COLUMNS = {
    "set": ("set", "name", "set name"),
    "grade": ("grade", "year"),
    "format": ("format", "game"),
    "puzzle": ("puzzle", "puzzle number"),
    "numbers": ("numbers", "given numbers", "letters"),
    "target": ("target", "goal", "answer"),
}
# what proving a question may cost, by how many numbers it has, in milliseconds
COSTS = {1: 1, 2: 1, 3: 2, 4: 5, 5: 30}
COST, MOST_COST = 400, 8_000
HIGHEST_GRADE = 100
SetKey = tuple[str, int | None, str]  # name, grade, format


@dataclass
class SetRow(PlannedRow):
    """One row of the file: a box."""

    grade: int | None = None
    format: str = ""
    puzzle: int = 1
    numbers: tuple[int, ...] = ()
    target: Fraction = Fraction(0)
    facts: dict[str, Any] = field(default_factory=dict)  # of a puzzle of words

    @property
    def is_of_words(self) -> bool:
        return self.format in FORMATS and FORMATS[self.format].words

    @property
    def set_key(self) -> SetKey:
        return self.given["set"].strip()[:80], self.grade, self.format


@dataclass
class SetPlan(ImportPlan):
    rows: list[SetRow] = field(default_factory=list)

    @property
    def sets(self) -> dict[SetKey, list[SetRow]]:
        """The rows of each set."""
        sets: dict[SetKey, list[SetRow]] = {}
        for row in self.rows:
            sets.setdefault(row.set_key, []).append(row)
        return sets

    def does(self) -> list:
        return [
            [list(key), [[row.numbers, str(row.target), row.facts] for row in rows]] for key, rows in self.sets.items()
        ]


def plan(event: Event, table: tables.FileTable) -> SetPlan:
    """Check the file."""
    try:
        where, unread = tables.find_columns(table, COLUMNS, ("set", "format", "numbers", "target"))
    except tables.UnreadableFile as error:
        return SetPlan(trouble=str(error))
    words = words_for(event)
    rows = [_read_row(record, where, words) for record in table.rows]
    _find_repeats(rows)
    checked = SetPlan(rows=rows, notes=(*table.notes, *unread))
    checked.trouble = _too_much(checked)
    return checked


def _too_much(plan: SetPlan) -> str:
    if sum(COSTS.get(len(row.numbers), COST) for row in plan.rows if not row.problems) > MOST_COST:
        return _("There is too much to prove in this file. Split it into several.")
    if any(len(rows) > limits.SET_PUZZLES for rows in plan.sets.values()):
        return _("A set has at most %(most)s questions in a file.") % {"most": limits.SET_PUZZLES}
    return ""


def _find_repeats(rows: list[SetRow]) -> None:
    """A set has the same letters, or the same conundrum, once: its boxes are known by them."""
    there: set[tuple] = set()
    for row in rows:
        if row.facts and (key := (*row.set_key, row.facts["answer"])) in there:
            row.problems.append(_("These letters come twice in this set."))
        elif row.facts:
            there.add(key)


def _read_row(record: tables.FileRow, where, words: Dictionary) -> SetRow:
    given, odd = record.given(where), record.oddities(where)
    row = SetRow(record.line, given, problems=[*record.problems, *odd])
    row.format = given["format"].strip().lower().replace(" ", "_").replace("-", "_")
    row.problems += list(_problems(row))
    if not odd:
        try:
            if row.format == "conundrum":
                row.facts = _conundrum(given["numbers"], given["target"], words)
            elif row.is_of_words:
                row.facts = _letters(given["numbers"], words)
            else:
                row.numbers, row.target = whole_numbers(given["numbers"]), target_of(given["target"])
        except ValueError as error:
            row.problems.append(str(error))
    return row


def _problems(row: SetRow) -> Iterator[str]:
    if not row.given["set"].strip():
        yield _("The set needs a name.")
    if row.format not in FORMATS:
        yield _("“%(format)s” is not a format for which there are sets.") % {"format": row.given["format"][:30]}
    for name in ("grade", "puzzle"):
        text = row.given[name].strip()
        if text and not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= HIGHEST_GRADE):
            yield _("“%(text)s” is not a number from 1 to %(most)s.") % {"text": text[:20], "most": HIGHEST_GRADE}
        elif text:
            setattr(row, name, int(text))


def _letters(shown: str, dictionary: Dictionary) -> dict[str, Any]:
    """The facts of a puzzle of letters, as the generator writes them. Raises ValueError with a sentence."""
    try:
        facts = letters_facts(dictionary, checked_letters(shown))
    except LettersProblem as problem:
        raise ValueError(sentence(problem.message)) from problem
    if len(facts["letters"]) != LETTERS:
        raise ValueError(_("A letters round has nine letters."))
    if not facts["words"]:
        raise ValueError(_("These letters make no word."))
    return facts


def _conundrum(shown: str, answer: str, dictionary: Dictionary) -> dict[str, Any]:
    """The facts of a conundrum: `shown` are its two words. Raises ValueError with a sentence."""
    parts, word = sorted(folded(shown).split(), key=len), folded(answer)
    if problem := problem_of(dictionary, parts, word):
        raise ValueError(sentence(problem))
    return Conundrum((parts[0], parts[1]), word).as_dict()


def template(event: Event) -> list[list[str]]:
    return [
        list(COLUMNS),
        ["Spring A", "5", "many-to-one", "1", "1 2 3 4", "10"],
        ["Spring words", "5", "conundrum", "1", "lets mania", "laminates"],
    ]
