"""The `conundrum` command: nine-letter words to be found from a four- and a five-letter word."""

from collections.abc import Sequence
from itertools import islice
from typing import TextIO

from judging.messages import message
from puzzles.commands import command_line
from puzzles.commands.command_line import DONE, NOTHING, ParserWithExamples, command, whole
from puzzles.words.conundrums import conundrums

EXAMPLES = """
--count 3 --seed 7
--count 15 --json
"""


@command
def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """`conundrum`: some conundrums from a seed. 0 done, 1 there are not so many, 2 usage."""
    parser = ParserWithExamples(
        "conundrum",
        "Nine-letter words without another anagram, each shown as a four- and a five-letter word of its letters.",
        EXAMPLES,
    )
    parser.add_argument("--count", type=whole(1, 10_000), default=1, metavar="N", help="how many (1)")
    parser.add_seed()
    parser.add_json()
    parser.add_words()
    options = parser.parse_args(argv)
    dictionary, seed = command_line.dictionary(options), command_line.seed_or_drawn(options.seed, stderr)
    puzzles = list(islice(conundrums(dictionary, seed), options.count))
    if options.json:
        command_line.put_json([each.as_dict() for each in puzzles], stdout)
    else:
        command_line.put_lines([f"{' + '.join(each.parts)} = {each.answer}" for each in puzzles], stdout)
    if len(puzzles) < options.count:
        print(message("no_conundrum", count=len(puzzles)), file=stderr)
        return NOTHING
    return DONE
