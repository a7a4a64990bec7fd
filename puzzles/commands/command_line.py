"""What the commands share: usage errors, seeds, word lists, and answers as text or JSON."""

import argparse
import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from judging.command_line import CommandParser, UsageProblem, command as any_command, program
from puzzles.random_streams import SEED_BITS
from puzzles.words import word_lists
from puzzles.words.dictionary import Dictionary, LettersProblem

DONE, NOTHING = 0, 1
command = any_command(word_lists.WordListProblem, LettersProblem)
EXIT_CODES = "exit codes: 0 done, 1 nothing found, 2 wrong usage"


class ParserWithExamples(CommandParser):
    """Its help ends with examples and exit codes."""

    def __init__(self, name: str, description: str, examples: str, codes: str = EXIT_CODES):
        lines = "\n".join(f"  {program()} {name} {line}" for line in examples.strip().splitlines())
        super().__init__(
            prog=name,
            description=description,
            epilog=f"examples:\n{lines}\n\n{codes}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def add_json(self) -> None:
        self.add_argument("--json", action="store_true", help="write JSON")

    def add_seed(self) -> None:
        self.add_argument("--seed", type=seed, help="a whole number below 2^128; drawn and shown if left out")

    def add_words(self) -> None:
        self.add_argument("--words", type=Path, metavar="FILE", help="another word list: UTF-8, one word a line")
        self.add_argument("--accept", type=word_list, default=[], metavar="WORD,WORD", help="words to add")
        self.add_argument("--refuse", type=word_list, default=[], metavar="WORD,WORD", help="words to leave out")


def seed(text: str) -> int:
    """A seed as decimal digits, or as 0x and hexadecimal ones."""
    try:
        number = int(text, 0)
    except ValueError:
        number = -1
    if not 0 <= number < 1 << SEED_BITS:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 2^{SEED_BITS} - 1, not {text[:50]!r}")
    return number


def seed_or_drawn(given: int | None, stderr: TextIO) -> int:
    """The seed that was given, or a new one, which `stderr` shows so that it can be used again."""
    if given is not None:
        return given
    drawn = secrets.randbits(SEED_BITS)
    print(f"seed {drawn}", file=stderr)
    return drawn


def whole(least: int, most: int) -> Callable[[str], int]:
    """The type of an option that is a whole number within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.removeprefix("-").isdigit() and least <= int(text[:12]) <= most):
            raise argparse.ArgumentTypeError(f"a whole number from {least:,} to {most:,}, not {text[:50]!r}")
        return int(text)

    return read


def word_list(text: str) -> list[str]:
    """Words with commas between them."""
    return [word for word in text.replace(",", " ").split() if word]


def dictionary(options: argparse.Namespace) -> Dictionary:
    """The dictionary that the options name, with the words they add and leave out. Raises WordListProblem."""
    chosen = word_lists.own(options.words) if options.words else word_lists.standard()
    return chosen.with_rulings(options.accept, options.refuse)


def bounded_lines(stdin: TextIO, most: int) -> Iterator[str]:
    """The lines, each cut behind so many characters, so that its cost is bounded."""
    while line := stdin.readline(most):
        yield line
        while len(line) == most and not line.endswith("\n"):
            line = stdin.readline(most)


def put_json(value: object, stdout: TextIO) -> None:
    stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def put_lines(lines: Sequence[str], stdout: TextIO) -> None:
    stdout.writelines(f"{line}\n" for line in lines)


def put_made(made: object, lines: Sequence[str], options: argparse.Namespace, stdout: TextIO) -> None:
    """What was made: to the file of --out, and to `stdout` as JSON or in these lines. Raises UsageProblem."""
    if options.out:
        try:
            options.out.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise UsageProblem(f"{options.out} cannot be written: {error.strerror}") from error
    if options.json:
        put_json(made, stdout)
    else:
        put_lines(lines, stdout)
