"""The methods that people are likely to find for a question, within a number of steps.

With only the four operations all of them are listed, up to a bound. Only where there is none, functions come in: the
familiar ones first. Steps are counted, not seconds: the same question has the same answer on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judging.language.editions import BASIC, Edition
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import EnumeratedMethod, MethodEnumerator
from puzzles.enumeration.multisets import MAX_NUMBERS, Multiset, usable_subsets
from puzzles.enumeration.value_enumeration import OutOfTime
from puzzles.listing import FAMILIAR, StepLimit
from puzzles.twentyfour.values import makes

STEPS, FUNCTION_STEPS = 20_000, 400  # a quarter of a second at most
EASY_METHODS = 1_000
SUBSET_STEPS = 50  # of a subset, where there are more numbers than can be searched
QUICK = (4, 5)  # numbers for which `makes` takes a fraction of the time of listing methods
CACHED_NUMBERS = 5  # with more, what is kept from another question would change where the steps run out


@dataclass(frozen=True)
class EasyMethods:
    """Distinct methods of a question, and the `functions` they were looked for with.

    `complete` says that there is no other with these functions; `searched` is false where not even all four operations
    could be tried, so that an empty result proves nothing.
    """

    methods: tuple[EnumeratedMethod, ...]
    functions: frozenset[str]
    complete: bool

    @property
    def needs_functions(self) -> bool:
        """Whether there is a method, and none with only the four operations."""
        return bool(self.methods) and not self.functions <= BASIC

    @property
    def impossible(self) -> bool:
        """Whether it is certain that nothing with the four operations makes the target."""
        return self.complete and not self.methods


class EasyMethodSearch:
    """Looks for methods of one edition. It caches, across questions, the values that subsets of numbers make."""

    def __init__(self, edition: Edition):
        self._edition = edition
        self._steps = StepLimit(0)
        self._basic_methods = MethodEnumerator(replace(edition, functions=edition.functions & BASIC), 0, self._steps)

    def find(self, numbers: Sequence[int], target: Rational, functions: bool = True) -> EasyMethods:
        """The methods with the four operations; where there are none, those of the first group of functions that has
        some. Without `functions` only the four operations are tried."""
        given = tuple(sorted(numbers))
        basic = self._edition.functions & BASIC
        if self._is_hopeless(given, target):
            easy = EasyMethods((), basic, True)
        else:
            easy = self._with(basic, given, target, STEPS)
        if easy.methods or not functions:
            return easy
        for names in self._groups():
            wider = self._with(basic | names, given, target, FUNCTION_STEPS)
            if wider.methods:
                return wider
        return easy

    def _is_hopeless(self, given: Multiset, target: Rational) -> bool:
        """Whether it is quickly clear that the four operations do not make the target, as for most random questions."""
        if len(given) not in QUICK or given[0] < 0 or self._edition.whole_steps:
            return False
        return self._edition.every_number and self._edition.functions >= BASIC and not makes(given, target)

    def _groups(self) -> Iterator[frozenset[str]]:
        familiar = self._edition.functions & FAMILIAR
        yield from (frozenset({name}) for name in sorted(familiar))
        if len(familiar) > 1:
            yield familiar
        yield from (frozenset({name}) for name in sorted(self._edition.functions - BASIC - FAMILIAR))

    def _with(self, functions: frozenset[str], given: Multiset, target: Rational, steps: int) -> EasyMethods:
        self._steps.left = steps
        enumerator = self._enumerator(functions, len(given))
        methods: dict[str, EnumeratedMethod] = {}
        complete = True
        try:
            for subset in usable_subsets(given, self._edition.every_number, bounded=True):
                if len(given) > MAX_NUMBERS:  # thousands of subsets, most without a method
                    self._steps.left -= SUBSET_STEPS
                    self._steps()
                for method in enumerator.iter_methods(subset, target):
                    self._steps()
                    if method.kinds.bit_count() < self._edition.kinds_of_operation:
                        continue
                    old = methods.get(method.form.method_key)
                    if old is None or _neatness(method.text) < _neatness(old.text):
                        methods[method.form.method_key] = method
                    if len(methods) >= EASY_METHODS:
                        raise OutOfTime
        except OutOfTime:
            complete = False
        return EasyMethods(tuple(methods.values()), functions, complete and len(given) <= MAX_NUMBERS)

    def _enumerator(self, functions: frozenset[str], numbers: int) -> MethodEnumerator:
        if functions <= BASIC and numbers <= CACHED_NUMBERS:
            return self._basic_methods
        depth = 0 if functions <= BASIC else 1
        return MethodEnumerator(replace(self._edition, functions=functions), depth, self._steps)


def _neatness(text: str) -> tuple[int, int, str]:
    """Sort key of the texts of a method, the neatest first: short, and dividing late, so that fewer results on the way
    are fractions."""
    return len(text), -text.find("/"), text
