"""Rules editions: which functions, policies and shapes of method hold in a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from judging.language.functions.table import FUNCTIONS
from judging.messages import Message, message

BASIC = frozenset({"add", "subtract", "multiply", "divide"})


class UnknownRules(ValueError):
    """No such edition, function or policy; the message names it."""

    def __init__(self, message: Message):
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Edition:
    """The rules of a round. `policies` settle what the tournament's written rules leave open; `hand` is how many cards
    are dealt for a method where no numbers are given, 0 where none are (SM-1); `asks_about_unknown` says that a judge
    decides on functions that the program does not know (NT-15)."""

    name: str
    functions: frozenset[str]
    every_number: bool = True
    whole_steps: bool = False
    kinds_of_operation: int = 0
    hand: int = 0
    asks_about_unknown: bool = False
    policies: Mapping[str, str] = field(default_factory=dict)

    def policy(self, name: str) -> str:
        return self.policies.get(name, POLICIES[name][0])

    @cached_property
    def deals_cards(self) -> bool:
        """Whether A, J, Q and K are numbers here (SM-1)."""
        return self.hand > 0 or self.policy("card_letters") == "read"

    @cached_property
    def evaluated(self) -> frozenset[str]:
        """The functions that are worked out: its own, and a minus sign before a number, which only its rule refuses."""
        return self.functions | {"negative"}

    @cached_property
    def opens_brackets(self) -> bool:
        """Whether a bag is opened behind a minus sign and below a line (NT-D4)."""
        return self.policy("through_brackets") == "same"

    @cached_property
    def takes_all_arithmetic(self) -> bool:
        """Whether + - × ÷ may be used in any way."""
        return self.functions >= BASIC and not self.kinds_of_operation and not self.whole_steps

    @cached_property
    def words(self) -> frozenset[str]:
        """Names of functions that this edition adds to the usual ones."""
        added = self.functions - _ALL
        return frozenset(word for name in added for word in FUNCTIONS[name].calls) if added else added


# the first of each is the default
POLICIES: dict[str, tuple[str, ...]] = {
    "through_brackets": ("same", "distinct"),
    "card_letters": ("not_read", "read"),
}
# what the event decides when it counts; the same rules may carry it, and no verdict depends on it
EVENT_POLICIES: dict[str, tuple[str, ...]] = {"kin_counts_as": ("distinct", "same")}
_ALL = frozenset(name for name, row in FUNCTIONS.items() if row.default)
EDITIONS: dict[str, Edition] = {
    each.name: each
    for each in (
        Edition("number-tournament", _ALL, asks_about_unknown=True),
        Edition("basic-24", BASIC),
        Edition("smash", BASIC, hand=3),
        Edition("dmas", BASIC, every_number=False, kinds_of_operation=2),
        Edition("countdown", BASIC, every_number=False, whole_steps=True),
    )
}
NUMBER_TOURNAMENT = EDITIONS["number-tournament"]


def edition(spec: str | Mapping[str, object]) -> Edition:
    """The edition that a name, or {"edition", "on", "off", "policies"}, stands for. Raises UnknownRules."""
    if isinstance(spec, str):
        if spec not in EDITIONS:
            raise UnknownRules(message("no_edition", name=spec[:40]))
        return EDITIONS[spec]
    name = spec.get("edition") if isinstance(spec, Mapping) else None
    if not isinstance(name, str):
        raise UnknownRules(message("no_rules"))
    if unknown := set(spec) - {"edition", "on", "off", "policies"}:
        raise UnknownRules(message("unknown_rule", name=min(unknown)[:40]))
    on, off = (_function_names(spec.get(each, ())) for each in ("on", "off"))
    base = edition(name)
    return replace(base, functions=(base.functions | on) - off, policies=_policies(spec.get("policies", {})))


def _function_names(names: object) -> frozenset[str]:
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise UnknownRules(message("no_list"))
    for name in names:
        if not isinstance(name, str) or name not in FUNCTIONS or name == "negative":
            raise UnknownRules(message("no_function", name=str(name)[:40]))
    return frozenset(names)


def _policies(chosen: object) -> dict[str, str]:
    if not isinstance(chosen, Mapping):
        raise UnknownRules(message("no_policies"))
    for name, choice in chosen.items():
        if choice not in (POLICIES | EVENT_POLICIES).get(name, ()):
            raise UnknownRules(message("no_policy", name=f"{str(name)[:40]}: {str(choice)[:40]}"))
    return {name: choice for name, choice in chosen.items() if name in POLICIES}
