"""Methods as the solver builds them: the judge's canonical form, and the plain writing, from those of the inputs."""

from collections.abc import Iterable
from typing import NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.functions.table import PRODUCT, SUM
from judging.language.keys import method_keys
from judging.language.numbers.rationals import Rational
from judging.language.parsing.writing import TIGHT, written

_FREE_ORDER = {"add": SUM, "multiply": PRODUCT}


class EnumeratedMethod(NamedTuple):
    """One method: its canonical form, its plain writing and how tightly that binds, and the basic operations in it as
    bits (only where the edition counts kinds)."""

    form: method_keys.CanonicalForm
    text: str
    level: int
    kinds: int = 0


Methods = dict[str, EnumeratedMethod]


class Maker:
    """Builds methods under an edition. Where they need not be `distinct`, only the shortest text of each way to bind is
    kept, which is all that the shortest text of anything larger can depend on."""

    def __init__(self, edition: Edition, distinct: bool):
        self._distinct = distinct
        self._opens = edition.policy("through_brackets") == "same"
        self._kinds = {name: 1 << at for at, name in enumerate(sorted(BASIC))}
        if not edition.kinds_of_operation:
            self._kinds = {}

    def number(self, value: int) -> EnumeratedMethod:
        return EnumeratedMethod(method_keys.number(value), str(value), TIGHT)

    def applied(self, function: str, inputs: tuple[EnumeratedMethod, ...], value: Rational) -> EnumeratedMethod:
        """A function over methods; `value` is what it comes to."""
        own = _FREE_ORDER.get(function)
        if own is not None and _rank(inputs[0].level, own) > _rank(inputs[1].level, own):
            inputs = inputs[1], inputs[0]
        form = inputs[0].form
        if self._distinct:
            form = method_keys.build_form(function, [each.form for each in inputs], value, self._opens)
        text, level = written(function, [(each.text, each.level) for each in inputs])
        if not self._kinds:
            return EnumeratedMethod(form, text, level)
        kinds = self._kinds.get(function, 0)
        for each in inputs:
            kinds |= each.kinds
        return EnumeratedMethod(form, text, level, kinds)

    def shortest(self, methods: Iterable[EnumeratedMethod]) -> Methods:
        """The shortest of each distinct method; where kinds count, of each with each set of kinds."""
        methods_by_name: Methods = {}
        for method in methods:
            name = method.form.method_key if self._distinct else str(method.level)
            if method.kinds:
                name = f"{method.kinds}{name}"
            old = methods_by_name.get(name)
            if old is None or (len(method.text), method.text) < (len(old.text), old.text):
                methods_by_name[name] = method
        return methods_by_name


def _rank(level: int, own: int) -> int:
    """Sort key where order is free: inputs that need no brackets in front, then those that need none, then the rest."""
    if level == own:
        return 0
    return 1 if level > own else 2
