"""How long words, conundrums, ratings and puzzle sets take, beside plain ways of doing the same."""

import json
import random
import statistics
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations_with_replacement, islice
from time import process_time
from typing import NamedTuple

from judging.language.editions import EDITIONS
from puzzles.random_streams import Stream
from puzzles.rating.model import Rater
from puzzles.sets.generate import FORMATS, SetMaker
from puzzles.sets.puzzles import Emptied
from puzzles.words import letter_distribution, word_lists
from puzzles.words.conundrums import conundrums
from puzzles.words.dictionary import Dictionary

SEED, BOARDS, SCANS = 15, 2000, 5
DAY = (("hit_the_target", 3), ("twenty_four", 3), ("one_to_many", 1), ("many_to_one", 1))
GRADES = range(6)
CONSTRAINTS = 1000


def main() -> None:
    dictionary = _loading()
    _best_words(dictionary)
    _conundrums(dictionary)
    _ratings()
    _one_to_many()
    _day()
    if "--full" in sys.argv:
        _constraints()


def _line(what: str, figure: str, reach: str = "") -> None:
    print(f"  {what:<58} {figure:>24}   {reach}", flush=True)


def _loading() -> Dictionary:
    began = process_time()
    dictionary = word_lists.standard()
    _line(f"the index of {len(dictionary):,} words loaded", f"{process_time() - began:.2f} s CPU", "reach 0.5 s")
    return dictionary


def _best_words(dictionary: Dictionary) -> None:
    """Nine letters, all lengths; beside a scan of all words."""
    boards = [letter_distribution.draw(Stream(SEED, at), 3 + at % 3) for at in range(BOARDS)]
    words = [word for word in dictionary._words if word not in dictionary._hidden]
    ours = min(_each(dictionary.best_words, boards) for _ in range(3))
    scan = _each(lambda board: _scanned(words, board), boards[:SCANS])
    assert dictionary.best_words(boards[0]) == _scanned(words, boards[0])
    _line(f"best words of nine letters, {BOARDS:,} boards: mean", f"{1000 * ours:.3f} ms CPU", "reach 0.1 ms")
    _line("  faster than a scan of all words", f"{scan / ours:.0f} times", "reach 100 times")


def _each(work, boards) -> float:
    began = process_time()
    for board in boards:
        work(board)
    return (process_time() - began) / len(boards)


def _scanned(words: list[str], board: str) -> list[str]:
    there = Counter(board)
    return sorted((word for word in words if Counter(word) <= there), key=lambda word: (-len(word), word))


def _conundrums(dictionary: Dictionary) -> None:
    made = conundrums(dictionary, SEED)
    times = []
    for _ in range(300):
        began = process_time()
        next(made)
        times.append(1000 * (process_time() - began))
    _line("a conundrum: median", f"{statistics.median(times):.2f} ms CPU", f"reach 5 ms; worst {max(times):.1f} ms")


def _ratings() -> None:
    rater, sets = Rater(EDITIONS["basic-24"]), list(combinations_with_replacement(range(1, 14), 4))
    began = process_time()
    rated = sum(rater.rate(numbers, 24)[0] is not None for numbers in sets)
    _line(f"{rated:,} sets of the 24 game rated", f"{process_time() - began:.2f} s CPU")


def _one_to_many() -> None:
    began = process_time()
    made = list(islice(SetMaker("one_to_many", {}, SEED).puzzles(), 30))
    boxes = sum(len(puzzle.questions) for puzzle in made)
    assert all(question.report.solvable for puzzle in made for question in puzzle.questions)
    _line(f"30 One to Many puzzles, {boxes} targets", f"{process_time() - began:.2f} s CPU", "reach 10 s")


def _day() -> None:
    """A whole day for six grades, in processor time."""
    began, first, boxes = process_time(), 0.0, 0
    for grade in GRADES:
        for slug, count in DAY:
            for puzzle in islice(SetMaker(slug, {}, SEED + grade).puzzles(), count):
                boxes += len(puzzle.questions)
                first = first or process_time() - began
    _line(f"a day for six grades, {boxes} boxes", f"{process_time() - began:.2f} s CPU", "reach 60 s")
    _line("  the first of them", f"{first:.2f} s CPU", "reach 2 s")


class Outcome(NamedTuple):
    """What became of one random set of constraints: the set as JSON, or how it ended without one. In seconds of
    processor time, what it took and what its worker has worked so far."""

    made: str
    slug: str
    values: dict[str, object]
    seconds: float
    worked: float


def _constraints() -> None:
    """A thousand random sets of constraints by one worker and by two: how many end with a set, how long they take, and
    whether two workers make the same sets. In processor time, the busier of two workers beside the only one."""
    one, two = _shared(1), _shared(2)
    assert [each.made for each in one] == [each.made for each in two], "two workers make other sets"
    ended = Counter("set" if each.made.startswith("[") else each.made for each in one)
    ends = ", ".join(f"{count} {end}" for end, count in sorted(ended.items()))
    slowest = max(one, key=lambda each: each.seconds)
    mean = statistics.mean(each.seconds for each in one if each.made != "refused")
    _line(f"{CONSTRAINTS:,} random constraints: {ends}", f"worst {slowest.seconds:.1f} s CPU", "reach 10 s")
    _line("  on average, those that are not refused", f"{mean:.2f} s CPU")
    _line("  two workers beside one, the same sets", f"{_busiest(two) / _busiest(one):.2f} of the time", "reach 0.6")
    print(f"    the slowest: {slowest.slug} {slowest.values}")


def _shared(workers: int) -> list[Outcome]:
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_outcome, range(CONSTRAINTS)))


def _busiest(outcomes: list[Outcome]) -> float:
    """The processor time of the worker that had most to do."""
    return max(each.worked for each in outcomes)


def _outcome(seed: int) -> Outcome:
    chance = random.Random(SEED * CONSTRAINTS + seed)
    slug = chance.choice(list(FORMATS))
    settings = FORMATS[slug].schema.settings
    values = {each.name: _value(chance, each) for each in chance.sample(settings, min(4, len(settings)))}
    began = process_time()
    made = _made(slug, values, seed)
    return Outcome(made, slug, values, process_time() - began, process_time())


def _made(slug: str, values: dict[str, object], seed: int) -> str:
    if FORMATS[slug].schema.problems(values):
        return "refused"
    try:
        return json.dumps([puzzle.as_dict() for puzzle in islice(SetMaker(slug, values, seed).puzzles(), 3)])
    except Emptied:
        return "emptied"


def _value(chance: random.Random, setting) -> object:
    if setting.kind == "int":
        return chance.randint(setting.minimum, min(setting.maximum, 200))
    if setting.kind == "bool":
        return chance.random() < 0.5
    return chance.choice(setting.choices)[0]


if __name__ == "__main__":
    main()
