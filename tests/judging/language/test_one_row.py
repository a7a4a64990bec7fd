"""A function behind its input is one row of the table: the reader, both writers, the keys and the solver take it from
there."""

import json
import subprocess
import sys

PROGRAM = """
import json, math
from judging.language.functions import rational_functions, table
from judging.language.functions.function import Function
from judging.language.limits import TooLarge

def superfactorial(n):
    if n > 60:
        raise TooLarge
    return math.prod(map(math.factorial, range(1, n + 1)))

table.FUNCTIONS["superfactorial"] = Function(
    name="superfactorial",
    title="superfactorial",
    symbols=("$",),
    spellings=("super factorial",),
    fixity="postfix",
    implementation=superfactorial,
    rule="NT-M11",
    example="3$",
    default=False,
    guard=rational_functions.whole_from_0,
)
from judging.language.editions import edition
from judging.language.verdict import judge
from judging.language.parsing.writing import mathml, plain
from puzzles.solver import Solver
rules = edition({"edition": "number-tournament", "on": ["superfactorial"]})
"""


def run(program):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + program], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(done.stdout)


def test_a_row_is_read_written_and_judged():
    verdict, plainly, marked, refused = run("""
verdict, off = judge("3$ x 2 super factorial", (3, 2), 24, rules), judge("3$", (3,), 12)
print(json.dumps([
    [verdict.verdict, verdict.value], plain(verdict.trees[0]), mathml(verdict.trees[0]), [each.code for each in off.reasons]
]))
""")  # noqa: E501
    assert verdict == ["accepted", "24"]
    assert plainly == "3$ * 2$"
    assert "<mn>3</mn><mo>$</mo>" in marked
    assert refused == ["function_not_allowed"]


def test_a_row_is_found_by_the_solver():
    best, listed, accepted = run("""
answer = Solver(rules).solve((4, 3), 12, "all")
last = Solver(rules).solve((4,), 288, "all")
print(json.dumps([last.methods, answer.methods, [judge(each, (4, 3), 12, rules).on_target for each in answer.methods]]))
""")
    assert best == ["4$"]
    assert "3 * 4" in listed
    assert any("$" in each for each in listed)
    assert set(accepted) == {True}
