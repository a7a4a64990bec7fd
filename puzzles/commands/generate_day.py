"""`generate --day`: the sets of a whole day, for several grades and formats, from one seed."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from judging.command_line import UsageProblem
from judging.games.formats import FORMATS as PAPER_FORMATS
from puzzles.commands import command_line
from puzzles.commands.command_line import DONE, NOTHING, ParserWithExamples
from puzzles.random_streams import SEED_BITS, Stream
from puzzles.sets.generate import FORMATS, SetMaker
from puzzles.sets.puzzles import Emptied, QuestionKey, easy_first
from puzzles.sets.settings import for_grade

PROGRAMME = "hit-the-target,twenty-four,one-to-many,many-to-one"
EXAMPLES = """
--day 3-8 --seed 7 --out day.json
--day 4,6 --formats one-to-many,many-to-one --json
"""
CODES = "exit codes: 0 done, 1 a set could not be made, 2 wrong usage"


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    parser = ParserWithExamples(
        "generate --day", "Puzzles for every grade and format of a day, no question twice.", EXAMPLES, CODES
    )
    parser.add_argument("--day", required=True, metavar="GRADES", help="the grades, such as 3-8 or 3,5")
    parser.add_argument("--formats", default=PROGRAMME, help=f"the formats in their order ({PROGRAMME})")
    parser.add_seed()
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the day to a file, as JSON")
    parser.add_json()
    options = parser.parse_args(argv)
    seed = command_line.seed_or_drawn(options.seed, stderr)
    sets: list[dict[str, Any]] = []
    try:
        for made in _sets(seed, _formats(options.formats), _grades(options.day)):
            sets.append(made)
    except Emptied as end:
        print(f"{end}\n{len(sets)} sets were made.", file=stderr)
        return NOTHING
    boxes = sum(len(puzzle["questions"]) for each in sets for puzzle in each["puzzles"])
    place = f" are in {options.out}" if options.out else ""
    line = f"{len(sets)} sets with {boxes} boxes{place}."
    command_line.put_made({"seed": str(seed), "sets": sets}, [line], options, stdout)
    return DONE


def _grades(text: str) -> list[int]:
    try:
        parts = [part.partition("-") for part in text.split(",")]
        grades = {grade for first, _, last in parts for grade in range(int(first), int(last or first) + 1)}
    except ValueError as error:
        raise UsageProblem(f"--day takes grades such as 3-8 or 3,5, not {text[:40]!r}") from error
    if not grades or not 1 <= min(grades) <= max(grades) <= 12:
        raise UsageProblem("--day takes grades from 1 to 12")
    return sorted(grades)


def _formats(text: str) -> list[str]:
    slugs = [each.strip().replace("-", "_") for each in text.split(",")]
    if unknown := [each for each in slugs if each not in PAPER_FORMATS]:
        raise UsageProblem(f"There is no paper format {unknown[0][:40]!r}. There are: {', '.join(PAPER_FORMATS)}")
    return slugs


def _sets(seed: int, formats: Sequence[str], grades: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The set of each format and grade, with the settings of the format's first preset and what suits the grade."""
    earlier: set[QuestionKey] = set()
    for slug in formats:
        rules = PAPER_FORMATS[slug]
        for grade in grades:
            played = rules.settings_for(rules.presets[0].slug, grade)
            schema = FORMATS[slug].schema
            values = for_grade(schema, dict(played), grade)
            own = Stream(seed, "day", slug, grade).below(1 << SEED_BITS)
            whole = {"targets", "sets", "last_number"} & set(schema.names())
            count = 1 if whole else rules.box_count(played)
            puzzles = easy_first(islice(SetMaker(slug, values, own, earlier, count=count).puzzles(), count))
            earlier |= {question.key for puzzle in puzzles for question in puzzle.questions}
            yield {
                "format": slug,
                "grade": grade,
                "seed": str(own),
                "rules": FORMATS[slug].edition,
                "settings": values,
                "puzzles": [puzzle.as_dict() for puzzle in puzzles],
            }
