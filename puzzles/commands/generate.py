"""The `generate` command: a set of puzzles from a seed, each with its proof."""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from judging.command_line import UsageProblem
from judging.games.formats import FORMATS as PAPER_FORMATS
from judging.games.settings import Schema
from puzzles.commands import arguments, command_line, generate_day, limits
from puzzles.commands.command_line import DONE, NOTHING, ParserWithExamples, command, whole
from puzzles.sets.generate import FORMATS, Generator, SetMaker
from puzzles.sets.puzzles import Emptied, GeneratedPuzzle, QuestionKey, easy_first

EXAMPLES = """
--format one-to-many --count 12 --seed 7 --out set.json
--format one-to-many --preset standard --grade 4 --count 2
--format hit-the-target --methods-least 5 --step-most 2 --except set.json --json
--format letters --best-from 8 --count 3
--format many-to-one --help
--day 3-8 --seed 7 --out day.json
"""
CODES = "exit codes: 0 done, 1 nothing satisfies the settings, 2 wrong usage"


@command
def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """`generate`: a set of puzzles. 0 done, 1 the settings allow no such set, 2 usage."""
    is_day = any(each == "--day" or each.startswith("--day=") for each in argv)
    return generate_day.run(argv, stdout, stderr) if is_day else _run(argv, stdout, stderr)


def _run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    names = ", ".join(name.replace("_", "-") for name in FORMATS)
    first = _parser(names, wanted=False)
    chosen, _ = first.parse_known_args([each for each in argv if each not in ("-h", "--help")])
    generator = _generator(chosen.format, names)
    parser = _parser(names, wanted=True)
    if generator:
        _add_settings(parser, generator.schema)
    options = parser.parse_args(argv)
    if generator is None:
        raise UsageProblem(f"generate needs --format: one of {names}")
    slug = chosen.format.replace("-", "_")
    values = {**_preset(slug, options.preset, options.grade, generator), **_given(vars(options), generator.schema)}
    if problems := generator.schema.problems(values):
        raise UsageProblem("\n".join(f"{_option(each.name)}: {each.message}" for each in problems))
    seed = command_line.seed_or_drawn(options.seed, stderr)
    rules = arguments.rules(options.rules) if options.rules else generator.edition
    dictionary = command_line.dictionary(options) if generator.words else None
    edition = arguments.read_edition(rules)
    puzzles: list[GeneratedPuzzle] = []
    try:
        maker = SetMaker(slug, values, seed, _earlier(options.earlier), edition, dictionary, options.count)
        for puzzle in islice(maker.puzzles(), options.count):
            puzzles.append(puzzle)
    except Emptied as end:
        print(f"{end}\n{len(puzzles)} of {options.count} were made.", file=stderr)
        return NOTHING
    puzzles = easy_first(puzzles)
    made_set = {
        "format": slug,
        "seed": str(seed),
        "rules": rules,
        "settings": generator.schema.read(values).export(),
        "puzzles": [puzzle.as_dict() for puzzle in puzzles],
    }
    lines = [line for puzzle in puzzles for line in _lines(puzzle)]
    if options.out:
        lines = [f"{len(puzzles)} puzzles are in {options.out}."]
    command_line.put_made(made_set, lines, options, stdout)
    return DONE


def _parser(names: str, wanted: bool) -> ParserWithExamples:
    parser = ParserWithExamples(
        "generate", f"A set of puzzles, each with its proof. Formats: {names}.", EXAMPLES, CODES
    )
    parser.add_argument("--format", help="what is made; with --help its settings are listed")
    if wanted:
        parser.add_argument(
            "--count", type=whole(1, limits.PUZZLES), default=1, metavar="N", help="how many puzzles (1)"
        )
        parser.add_seed()
        parser.add_argument("--preset", help="the settings of a preset of the format")
        parser.add_argument("--grade", type=whole(1, 12), help="the grade whose values of the preset count")
        parser.add_argument("--rules", help="a rules edition, or one as JSON; else the format's own")
        parser.add_argument(
            "--except",
            dest="earlier",
            type=Path,
            action="append",
            default=[],
            metavar="FILE",
            help="a set whose questions do not come again; may be given several times",
        )
        parser.add_argument("--out", type=Path, metavar="FILE", help="write the set to a file, as JSON")
        parser.add_json()
        parser.add_words()
    return parser


def _generator(name: str | None, names: str) -> Generator | None:
    if name is None:
        return None
    generator = FORMATS.get(name.replace("-", "_"))
    if generator is None:
        raise UsageProblem(f"There is no format {name[:40]!r}. There are: {names}")
    return generator


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _add_settings(parser: ParserWithExamples, schema: Schema) -> None:
    group = parser.add_argument_group("settings of the format")
    for setting in schema.settings:
        choices = f" ({', '.join(name for name, _ in setting.choices)})" if setting.choices else ""
        text = f"{setting.label}. {setting.help}{choices} [{setting.default}]".replace("%", "%%")
        group.add_argument(_option(setting.name), dest=f"setting_{setting.name}", metavar="X", help=text)


def _given(options: Mapping[str, Any], schema: Schema) -> dict[str, object]:
    texts = {
        setting.name: options[f"setting_{setting.name}"]
        for setting in schema.settings
        if options[f"setting_{setting.name}"] is not None
    }
    return schema.from_text(texts)


def _preset(slug: str, preset: str | None, grade: int | None, generator: Generator) -> dict[str, object]:
    """The values of a preset that the generator has too."""
    if preset is None:
        if grade is not None:
            raise UsageProblem("--grade goes with --preset")
        return {}
    presets = {each.slug: each for each in PAPER_FORMATS[slug].presets} if slug in PAPER_FORMATS else {}
    if preset not in presets:
        raise UsageProblem(f"--preset is one of: {', '.join(presets) or 'none for this format'}")
    values, known = presets[preset].plan.for_grade(grade), generator.schema.names()
    return {name: value for name, value in values.items() if name in known}


def _earlier(paths: Sequence[Path]) -> set[QuestionKey]:
    """The questions of sets that were written to files."""
    keys: set[QuestionKey] = set()
    for path in paths:
        try:
            rows = json.loads(path.read_text("utf-8"))["puzzles"]
            keys |= {question.key for row in rows for question in GeneratedPuzzle.read(row).questions}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise UsageProblem(f"{path} is no set that this command wrote: {error}") from error
    return keys


def _lines(puzzle: GeneratedPuzzle) -> list[str]:
    """A puzzle for people: each question with its count of methods, difficulty and simplest method."""
    lines = [f"{puzzle.position + 1}."]
    for numbers, target, report in puzzle.questions:
        best = report.simplest[0] if report.simplest else f"nearest {report.nearest}"
        more = " or more" if report.at_least else ""
        step = f", step {report.step}" if report.step else ""
        shown = " ".join(map(str, numbers))
        lines.append(
            f"   {shown} to {target}: {report.methods} method{'s' * (report.methods != 1)}{more}{step}, {best}"
        )
    for name, fact in puzzle.facts.items():
        text = ", ".join(map(str, fact)) if isinstance(fact, list) else fact
        lines.append(f"   {name.replace('_', ' ')}: {text}")
    return lines
