"""The `solve` command: the solver at the command line, without Django."""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TextIO

from judging.command_line import UsageProblem, command, put_line
from puzzles.commands import arguments, limits
from puzzles.enumeration.value_enumeration import OutOfTime
from puzzles.solver import UNARY_DEPTH, Solver, SolverAnswer, Wanted

SOLVED, NOT_SOLVED = 0, 1
PROGRESS_EVERY = 2.0
OUT_OF_TIME = "The time limit was reached: this is not proved to be the best, and there may be more."


@command()
def main(argv: Sequence[str], stdin: Iterable[str], stdout: TextIO, stderr: TextIO) -> int:
    """`solve`: one puzzle, many targets of one selection, or a stream. 0 solved, 1 not exactly, 2 usage."""
    options = arguments.options(argv)
    run = _Run(options, stdout, stderr)
    if options.targets is not None:
        return run.targets()
    if options.jsonl and options.numbers is None:
        return run.stream(stdin)
    return run.single()


class ProgressTimer:
    """The solver's tick: says on `stderr` that work goes on, and stops it when the time limit is over."""

    def __init__(self, limit: float | None, stderr: TextIO):
        self._limit, self._stderr = limit, stderr
        self.restart()

    def restart(self) -> None:
        self._started_at = self._reported_at = monotonic()

    def __call__(self) -> None:
        now = monotonic()
        if self._limit is not None and now - self._started_at > self._limit:
            raise OutOfTime
        if now - self._reported_at > PROGRESS_EVERY:
            self._reported_at = now
            print(f"still looking after {now - self._started_at:.0f} s", file=self._stderr, flush=True)


class _Run:
    """One run of the command: what was asked for, where answers go, and the solvers already at work."""

    def __init__(self, options: argparse.Namespace, stdout: TextIO, stderr: TextIO):
        self._options, self._stdout, self._stderr = options, stdout, stderr
        self._wanted: Wanted = options.wanted
        self._timer = ProgressTimer(options.time_limit, stderr)
        self._solver = solvers(arguments.rules(options.rules), self._timer, options.unary_depth)
        self._bound_printed = False

    def single(self) -> int:
        options = self._options
        if options.numbers is None or options.target is None:
            raise UsageProblem("solve needs --numbers with --target or --targets, or --jsonl")
        solver, target = self._solver(None), arguments.target(options.target)
        answer = solver.solve(
            arguments.numbers(options.numbers),
            target,
            self._wanted,
            options.kin,
            simplest_first=not options.jsonl,
        )
        if options.jsonl:
            self._write(None, answer, solver)
        elif options.json:
            self._put(answer.as_dict())
        else:
            print(readable(answer, solver.unary_depth), file=self._stdout)
        return SOLVED if answer.solvable else NOT_SOLVED

    def targets(self) -> int:
        """Every target of a range, one line each; 0 where all of them can be made."""
        options = self._options
        if options.numbers is None or options.target is not None:
            raise UsageProblem("--targets needs --numbers, and no --target")
        if options.wanted != "best":
            raise UsageProblem("--targets gives the best method of each target, not --count or --all")
        solver, targets = self._solver(None), arguments.targets(options.targets)
        code, rows = SOLVED, []
        answers = solver.every_target(arguments.numbers(options.numbers), targets)
        for target, answer in zip(targets, answers, strict=True):
            code = code if answer.solvable else NOT_SOLVED
            if options.jsonl:
                self._write(target, answer, solver)
            elif options.json:
                rows.append({"target": str(target), **answer.as_dict()})
            else:
                print(f"{target}: {_first_line(answer)}", file=self._stdout, flush=True)
        if options.json:
            self._put(rows)
        elif not options.jsonl and solver.unary_depth is not None:
            print(_bound(solver.unary_depth), file=self._stdout)
        return code

    def stream(self, stdin: Iterable[str]) -> int:
        """One JSON object a line in, one a line out. A line that cannot be solved gets an error in its place."""

        def answer(request: dict[str, object]) -> dict[str, object]:
            self._timer.restart()
            solved = solution(request, self._solver, self._wanted, self._options.kin)
            self._remark(request.get("id"), solved, self._solver(request.get("rules")))
            return solved.as_dict()

        return arguments.stream(stdin, self._stdout, answer)

    def _put(self, answer: object) -> None:
        print(json.dumps(answer, ensure_ascii=False, indent=1), file=self._stdout)

    def _write(self, name: object, answer: SolverAnswer, solver: Solver) -> None:
        put_line({"id": name, **answer.as_dict()}, self._stdout)
        self._remark(name, answer, solver)

    def _remark(self, name: object, answer: SolverAnswer, solver: Solver) -> None:
        """Print to `stderr` what has no field in a line of JSON: that the time limit was reached, and, the first time,
        the bound."""
        if not answer.complete:
            print(f"{json.dumps(name)}: {OUT_OF_TIME}", file=self._stderr, flush=True)
        if solver.unary_depth is not None and not self._bound_printed:
            self._bound_printed = True
            print(_bound(solver.unary_depth), file=self._stderr, flush=True)


def solvers(usual: object, tick: Callable[[], None], unary_depth: int = UNARY_DEPTH) -> Callable[[object], Solver]:
    return arguments.by_rules(partial(Solver, unary_depth=unary_depth, tick=tick), usual, limits.SOLVERS)


def solution(
    request: Mapping[str, object], solver_of: Callable[[object], Solver], wanted: Wanted, kin: bool
) -> SolverAnswer:
    """What the question of a line allows. Raises UsageProblem."""
    numbers, target = arguments.question(request)
    return solver_of(request.get("rules")).solve(numbers, target, wanted, kin)


def readable(answer: SolverAnswer, unary_depth: int | None) -> str:
    """An answer for people: the best method, how many there are, each of them, and within which bound."""
    lines = [_first_line(answer)]
    if answer.count is not None:
        lines.append("1 distinct method." if answer.count == 1 else f"{answer.count} distinct methods.")
    lines += [f"  {method}" for method in answer.methods or ()]
    if not answer.complete:
        lines.append(OUT_OF_TIME)
    if unary_depth is not None:
        lines.append(_bound(unary_depth))
    return "\n".join(lines)


def _first_line(answer: SolverAnswer) -> str:
    if answer.value is None:
        return "Nothing can be made of these numbers." if answer.complete else "Nothing was found in time."
    if answer.solvable:
        return f"{answer.best} = {answer.value}"
    return f"Not exactly; nearest: {answer.best} = {answer.value}, off by {answer.distance}"


def _bound(unary_depth: int) -> str:
    return (
        f"Searched with at most {unary_depth} one-input function{'s' * (unary_depth != 1)} stacked on one value, "
        "every step a whole number or a fraction."
    )
