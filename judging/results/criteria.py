"""Chains of criteria as an event stores them: names, read into criteria, with a catalogue to choose from (NT-ST-2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judging.messages import Message, message
from judging.results.sentences import HELP, ROUND_HELP
from judging.results.standings import BEST_ROUND, TOTAL, Criterion, label_of, measured, round_points, tiebreak

ROUND = "round:"
# Measured by whoever makes the rows, under the same names.
METHODS = measured("methods", label_of("methods"), "methods")


@dataclass(frozen=True)
class CriterionChoice:
    """One criterion of the catalogue, as a form offers it."""

    name: str
    label: Message | str
    help: str


@dataclass(frozen=True)
class ChainProblem:
    """A refusal of one name in a chain; `at` counts from 0, None speaks of the whole chain."""

    at: int | None
    code: str
    message: Message


FIXED: Mapping[str, tuple[Criterion, str]] = {
    each.slug: (each, HELP[each.slug]) for each in (TOTAL, tiebreak(), BEST_ROUND, METHODS)
}


def catalogue(rounds: Mapping[str, str]) -> tuple[CriterionChoice, ...]:
    """Everything a chain can be made of; `rounds` has the name of each round by the key of its points."""
    fixed = tuple(CriterionChoice(name, each.label, help_text) for name, (each, help_text) in FIXED.items())
    return (
        *fixed,
        *(CriterionChoice(ROUND + key, label, ROUND_HELP) for key, label in rounds.items()),
    )


def read_chain(
    names: Sequence[str], rounds: Mapping[str, str]
) -> tuple[tuple[Criterion, ...], tuple[ChainProblem, ...]]:
    """The criteria of these names in their order, and everything wrong with them. Names with problems give none."""
    problems = tuple(_problems(names, rounds))
    wrong = {problem.at for problem in problems}
    right = [criterion(name, rounds) for at, name in enumerate(names) if at not in wrong]
    return tuple(each for each in right if each), problems


def criterion(name: str, rounds: Mapping[str, str]) -> Criterion | None:
    """The criterion of a name, or None where there is none."""
    if name in FIXED:
        return FIXED[name][0]
    key = name.removeprefix(ROUND)
    return round_points(key, rounds[key]) if name.startswith(ROUND) and key in rounds else None


def _problems(names: Sequence[str], rounds: Mapping[str, str]) -> Iterator[ChainProblem]:
    if not names or names[0] != TOTAL.slug:
        yield ChainProblem(None, "total_first", message("chain_total_first"))
    for at, name in enumerate(names):
        each = criterion(name, rounds)
        if each is None:
            yield ChainProblem(at, "unknown", _missing(name))
        elif name in names[:at]:
            yield ChainProblem(at, "twice", message("chain_twice", criterion=each.label))


def _missing(name: str) -> Message:
    if name.startswith(ROUND):
        return message("chain_no_round", name=name.removeprefix(ROUND)[:40])
    return message("chain_no_criterion", name=name[:40])
