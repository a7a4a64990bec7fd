"""The `letters` command: the words that some letters make."""

from collections.abc import Sequence
from typing import TextIO

from puzzles.commands import command_line
from puzzles.commands.command_line import DONE, NOTHING, ParserWithExamples, command, whole
from puzzles.words.dictionary import MAX_LETTERS, Dictionary

EXAMPLES = """
ARIOEKLNN --top 5
ARIOEKLNN --json
letsmania --accept laminate --refuse aileron
"""


@command
def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """`letters`: the words, the longest first and then alphabetical. 0 made, 1 none, 2 usage."""
    parser = ParserWithExamples("letters", "The words that some letters make, the longest first.", EXAMPLES)
    parser.add_argument("letters", help=f"up to {MAX_LETTERS} letters, each used as often as it is given")
    parser.add_argument("--top", type=whole(1, 100_000), metavar="N", help="at most N words (all)")
    parser.add_json()
    parser.add_words()
    options = parser.parse_args(argv)
    made = rows(command_line.dictionary(options), options.letters, options.top)
    if options.json:
        command_line.put_json(made, stdout)
    else:
        command_line.put_lines(["{length:2} {word}".format(**row) for row in made] or ["No word."], stdout)
    return DONE if made else NOTHING


def rows(dictionary: Dictionary, letters: str, most: int | None) -> list[dict[str, object]]:
    """The words with their lengths. Raises LettersProblem."""
    return [{"word": word, "length": len(word)} for word in dictionary.best_words(letters, most)]
