"""Working shown in steps: `1+2+3 = 6 x 4 = 24`, or `6+6=12 5-3=2 12x2=24`, where later steps use the numbers that the
first one leaves out. If each step's result goes into one later step, the steps together are one method."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judging.language import claims
from judging.language.claims import TextSpan
from judging.language.editions import Edition
from judging.language.evaluation.evaluate import Shared, evaluate
from judging.language.expression import Apply, Node, Number, TooDeep, depth, number_nodes, postorder, structure
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import MAX_DEPTH, MAX_STEP_METHODS, MAX_STEP_TRIES, MAX_WORKING_STEPS
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value, is_rational
from judging.language.parsing import grammar, writing
from judging.language.parsing.signs import MINUS, SPACES
from judging.language.parsing.tokens import Unreadable

# the result of the step before, and what parts it from the next step
_RESULT = re.compile(
    rf"[{SPACES}]*[{re.escape(MINUS)}]?[0-9]+(?:\.[0-9]+)?"
    rf"(?:[{SPACES}]*(?:[,;→⇒]|->|(?i:so|(?:and )?then|and)(?![a-z]))[{SPACES}]*|[{SPACES}]+(?=[0-9]))(?=[^{SPACES}])"
)


class ChainStep(NamedTuple):
    """One step: its place, its tree if it has one reading, and its value if it has one. A step with a function that the
    edition lacks is `not_allowed`: it is not worked out, and may stand for any number."""

    place: TextSpan
    tree: Node | None
    value: Value
    not_allowed: bool = False

    @property
    def is_complete(self) -> bool:
        return self.not_allowed or self.value is not None

    @property
    def goes_on(self) -> bool:
        """Whether what it comes to can be a number in a later step."""
        return self.not_allowed or is_rational(self.value)

    def shown(self, text: str) -> str:
        """The step as understood, or as written where it is not."""
        if self.tree is None:
            return text[slice(*self.place)].strip(SPACES)[:60]
        plain = writing.plain(self.tree)
        return plain if self.value is None else f"{plain} = {exact.shown(self.value)}"

    def numbers(self, text: str) -> list[int]:
        if self.tree is None:
            return [int(digits) for digits in re.findall("[0-9]+", text[slice(*self.place)])]
        return [node.value for node in number_nodes(self.tree) if type(node.value) is int]


def steps_of(text: str, layout: claims.LineLayout, edition: Edition, shared: Shared) -> list[ChainStep]:
    """The steps of a chain; the first is the method part. A bare number behind a step is its result and no step."""
    places = [layout.method]
    for start, end in layout.rest:
        result = _RESULT.match(text, start, end)
        if result or not claims.is_bare(text, (start, end)):
            places.append((result.end() if result else start, end))
    steps: list[ChainStep] = []
    for place in places:
        steps.append(_step(text, place, edition, shared if all(step.goes_on for step in steps) else None))
    return steps


def _step(text: str, place: TextSpan, edition: Edition, shared: Shared | None) -> ChainStep:
    """The step at that place. It is worked out, with `shared`, only if all steps before it have values that can be
    written."""
    try:
        trees = grammar.readings(text, *place, edition.words, edition.deals_cards)
    except (Unreadable, TooDeep, grammar.TooManyReadings):
        return ChainStep(place, None, None)
    if len(trees) > 1:
        return ChainStep(place, None, None)
    if shared is None:
        return ChainStep(place, trees[0], None)
    evaluation = evaluate(trees[0], edition.evaluated, shared)
    used = {node.function for node in evaluation.nodes if type(node) is Apply}
    return ChainStep(place, trees[0], evaluation.value, not used & FUNCTIONS.keys() <= edition.evaluated)


def later_numbers(text: str, steps: Sequence[ChainStep]) -> set[int]:
    """The numbers that stand in the steps behind the first."""
    return {number for step in steps[1:] for number in step.numbers(text)}


def methods(steps: Sequence[ChainStep], numbers: Sequence[int], edition: Edition) -> list[Node]:
    """The methods that the steps come to together, the default first: each result but the last goes into one later
    step, and every other number is a given one. A number that may be either is first taken for the latest result."""
    trees = [step.tree for step in steps if step.tree is not None and step.is_complete]
    if not 1 < len(steps) == len(trees) <= MAX_WORKING_STEPS:
        return []
    trees_by_structure: dict[object, Node] = {}
    for tree in _Composer(trees, steps, numbers, edition).methods():
        if depth(tree) <= MAX_DEPTH:
            trees_by_structure.setdefault(structure(tree), tree)
        if len(trees_by_structure) == MAX_STEP_METHODS:
            break
    return list(trees_by_structure.values())


class _Composer:
    """The search for all ways to take each number of each step for a result or for a given number."""

    def __init__(self, trees: list[Node], steps: Sequence[ChainStep], numbers: Sequence[int], edition: Edition):
        self.trees, self.steps = trees, steps
        self.leaves = [(at, leaf) for at, tree in enumerate(trees) for leaf in _leaves(tree)]
        self.shows_hand = bool(edition.hand and not numbers)
        self.all_given = edition.every_number and not self.shows_hand
        self.left = Counter(numbers)
        self.open: set[int] = set()
        self.taken: dict[TextSpan, int] = {}  # the place of a number: the step whose result it is
        self.tries = MAX_STEP_TRIES

    def methods(self) -> Iterator[Node]:
        for _ in self._from(0, 0):
            made: list[Node] = []
            for tree in self.trees:
                made.append(_with_results(tree, self.taken, made))
            yield made[-1]

    def _from(self, at: int, step: int) -> Iterator[None]:
        """Every way to go on from this leaf; `step` is that of the leaf before."""
        self.tries -= 1
        if self.tries < 0:
            return
        if at == len(self.leaves):
            if step == len(self.trees) - 1 and not self.open and not (self.all_given and +self.left):
                yield
            return
        now, leaf = self.leaves[at]
        if now != step:
            self.open |= set(range(step, now))
        for result in sorted(self.open, reverse=True):
            if result < now and _is_result(leaf, self.steps[result]):
                self.open.remove(result)
                self.taken[leaf.start, leaf.end] = result
                yield from self._from(at + 1, now)
                del self.taken[leaf.start, leaf.end]
                self.open.add(result)
        value = leaf.value if type(leaf) is Number else None
        if type(value) is int and (self.shows_hand or self.left[value] > 0):
            self.left[value] -= 1
            yield from self._from(at + 1, now)
            self.left[value] += 1
        if now != step:
            self.open -= set(range(step, now))


def _leaves(tree: Node) -> list[Node]:
    """The numbers of a tree in the order of the text; one with a minus sign before it may be a result, too."""
    signed = {node.inputs[0]: node for node in postorder(tree) if type(node) is Apply and _is_signed(node)}
    return [signed.get(node, node) for node in sorted(number_nodes(tree), key=lambda node: node.start)]


def _is_signed(node: Apply) -> bool:
    return node.function == "negative" and type(node.inputs[0]) is Number


def _is_result(leaf: Node, step: ChainStep) -> bool:
    """Whether a number is what an earlier step comes to."""
    value = step.value
    if step.not_allowed or not is_rational(value):
        return step.not_allowed
    if type(leaf) is Apply:
        leaf, value = leaf.inputs[0], -value
    return type(leaf) is Number and bool(leaf.value == value)


def _with_results(tree: Node, taken: dict[TextSpan, int], made: list[Node]) -> Node:
    """A step with the steps before it in the place of their results."""
    stack: list[Node] = []
    for node in postorder(tree):
        if type(node) is Apply:
            first = len(stack) - len(node.inputs)
            node = node._replace(inputs=tuple(stack[first:]))
            del stack[first:]
        replaceable = type(node) is Number or (type(node) is Apply and _is_signed(node))
        result = taken.get((node.start, node.end)) if replaceable else None
        stack.append(node if result is None else made[result])
    return stack[0]
