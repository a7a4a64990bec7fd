"""The fast path: the verdict on a line that is plainly accepted.

It answers for texts that have a program (parsing.py), use the given numbers as the edition wants and are made of
functions that it has. Values that are not short fractions are worked out within the budget of the line. For everything
else it gives None, and the general path decides: that one says why. What both answer they answer alike, in every
attribute; a fuzz in the tests holds this.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from judging.language.editions import Edition
from judging.language.evaluation import legality
from judging.language.evaluation.evaluate import IMPLEMENTATIONS
from judging.language.fast_path import loose_key
from judging.language.fast_path.evaluation import FormsNeeded, NotPlain, Pass, check
from judging.language.fast_path.parsing import INPUTS, Program, program
from judging.language.fast_path.values import NotShort, lowest_terms
from judging.language.keys import method_keys
from judging.language.keys.loose_key_arithmetic import TooManyExchanges
from judging.language.limits import LINE_WORK, Budget, TooLarge, attempt
from judging.language.numbers.exact import NotProved, Undefined
from judging.language.numbers.rationals import Value

ATTEMPT = LINE_WORK // 20  # for work in vain; most lines need less
_new = tuple.__new__  # half the time of calling the class


class AcceptedFraction(NamedTuple):
    """A method that is plainly accepted: its value in lowest terms, and both keys."""

    top: int
    bottom: int
    method_key: str
    loose_key: str


class BudgetedLine(NamedTuple):
    """A method whose work has to be counted, for `accepted_within`. `begun` is the pass so far, or None where forms are
    needed."""

    program: Program
    rules: Edition
    watching: Edition | None
    begun: Pass | None


class AcceptedValue(NamedTuple):
    """A method that is plainly accepted, with a value of any kind."""

    value: Value
    method_key: str
    loose_key: str


def accepted(
    text: str, start: int, end: int, numbers: Sequence[int], rules: Edition
) -> AcceptedFraction | BudgetedLine | None:
    """The accepted method in text[start:end], or one whose work must be counted; None where the general path has to
    decide."""
    plain = program(text, start, end)
    if plain is None or not _given(plain.numbers, numbers, rules):
        return None
    watching = None
    if not (plain.is_arithmetic and rules.takes_all_arithmetic):
        functions = {step for step in plain.steps if isinstance(step, str)}
        if not functions <= rules.functions or legality.lacks_kinds(functions, rules):
            return None
        watching = rules if legality.looks_at_steps(functions, rules) else None
    begun = Pass(plain.steps, rules.opens_brackets, watching)
    if rules.whole_steps:
        return BudgetedLine(plain, rules, watching, begun)
    try:
        top, bottom = lowest_terms(begun.run())
        return _new(
            AcceptedFraction, (top, bottom, begun.method_key, loose_key.of_program(begun.key_steps, plain.numbers))
        )
    except NotShort:
        return BudgetedLine(plain, rules, watching, begun)
    except (FormsNeeded, TooManyExchanges):
        return BudgetedLine(plain, rules, watching, None)
    except (NotPlain, Undefined, TooLarge, NotProved):
        return None


def _given(written: list[int], numbers: Sequence[int], rules: Edition) -> bool:
    """Whether the numbers are used as the edition wants."""
    if sorted(written) == sorted(numbers):
        return True
    return not rules.every_number and Counter(written) <= Counter(numbers)


def accepted_within(budget: Budget, method: BudgetedLine) -> AcceptedValue | None:
    """The accepted method, or None where the general path has to decide; then no work is counted, and little was done
    in vain."""
    begun, numbers = method.begun, method.program.numbers
    try:
        if begun is not None:
            with suppress(FormsNeeded, TooManyExchanges), attempt(budget, ATTEMPT):
                value = begun.go_on_exactly()
                return AcceptedValue(value, begun.method_key, loose_key.of_program(begun.key_steps, numbers))
        with attempt(budget, ATTEMPT):
            return _by_forms(method)
    except (NotPlain, Undefined, TooLarge, NotProved):
        return None


def _by_forms(method: BudgetedLine) -> AcceptedValue:
    """The result by way of the canonical form, without trees."""
    opens, watching = method.rules.opens_brackets, method.watching
    forms: list[method_keys.CanonicalForm] = []
    for step in method.program.steps:
        if isinstance(step, int):
            forms.append(method_keys.number(step))
        else:
            count = INPUTS[step]
            inputs = forms[-count:]
            values = [each.value for each in inputs]
            value = IMPLEMENTATIONS[step](*values)
            if watching:
                check(step, values, value, watching)
            forms[-count:] = (method_keys.build_form(step, inputs, value, opens),)
    (form,) = forms
    return AcceptedValue(form.value, form.method_key, method_keys.loose_key(form))
