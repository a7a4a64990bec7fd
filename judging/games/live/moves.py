"""Recorded moves: everything that happens at a table; and why a move is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from judging.messages import Fact, Message, message
from judging.plain_text import texts_in, unwritable_at

By = Literal["player", "host", "server"]
FieldKind = Literal["text", "whole", "choice", "flag", "texts", "wholes", "facts"]

PLAYER: By
HOST: By
SERVER: By
PLAYER, HOST, SERVER = "player", "host", "server"
MAX_TEXT = 300
MAX_LIST = 20
MAX_WHOLE = 10**9
MAX_FACTS = 20


@dataclass(frozen=True)
class Move:
    """One thing that happened. It is recorded once and never edited.

    `number` counts from 1 within its table. `at` is when the server received it, in milliseconds of its clock. `by`
    says who made it, and `seat` whom it is about: a host may declare for a player. `facts` are what was given, word for
    word, and what chance or the dictionary added: letters drawn, whether a word is listed.
    """

    number: int
    kind: str
    by: By
    seat: int | None
    at: int
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def player(self) -> int:
        """The seat, of a move that is about one."""
        assert self.seat is not None
        return self.seat


@dataclass(frozen=True)
class Refusal:
    """The reason why a move does not count. A `recorded` move is stored nevertheless, such as a late word; any other is
    not."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    recorded: bool = False

    @property
    def message(self) -> Message:
        return message(f"play_{self.code}", **self.facts)


@dataclass(frozen=True)
class Field:
    """One fact that a move is given. A `text` has at most `most` characters, a `whole` lies between both limits, a list
    has at most `most` members."""

    name: str
    kind: FieldKind
    least: int = 0
    most: int = MAX_TEXT
    choices: tuple[str, ...] = ()
    required: bool = True

    def problem(self, value: object) -> Refusal | None:
        """The refusal of a value that the field cannot have, or None."""
        if not self._fits(value):
            return Refusal("unreadable_move", {"field": self.name})
        places = (unwritable_at(text, lines=True) for text in texts_in(value))
        return next((Refusal("invisible_character", {"place": place}) for place in places if place), None)

    def _fits(self, value: object) -> bool:
        match self.kind:
            case "text":
                return _is_text(value, self.most)
            case "whole":
                return _is_whole(value, self.least, self.most)
            case "choice":
                return value in self.choices
            case "flag":
                return isinstance(value, bool)
            case "texts":
                return _is_list(value) and all(_is_text(each, self.most) for each in value)  # type: ignore[attr-defined]
            case "wholes":
                return _is_list(value) and all(_is_whole(each, self.least, self.most) for each in value)  # type: ignore[attr-defined]
            case "facts":
                return isinstance(value, Mapping) and len(value) <= MAX_FACTS and all(map(_is_plain, value.values()))


@dataclass(frozen=True)
class MoveKind:
    """A kind of move: who may make it and with what.

    `chance`: the server adds facts before it is recorded (a card, a letter, whether a word is listed); `added` are
    those facts. In a game entered from paper the host gives what was drawn. `undoable`: a host may take it back.
    """

    name: str
    by: frozenset[str]
    fields: tuple[Field, ...] = ()
    chance: bool = False
    added: tuple[Field, ...] = ()
    undoable: bool = False

    def problem(self, facts: Mapping[str, Any], recorded: bool = False) -> Refusal | None:
        """The refusal of facts that a move of this kind cannot be given, or None. The fields bound the cost of the
        check."""
        drawn = tuple(replace(each, required=False) for each in self.added) if recorded else ()
        return problem((*self.fields, *drawn), facts)


def by_name(*kinds: MoveKind) -> dict[str, MoveKind]:
    return {kind.name: kind for kind in kinds}


def problem(fields: Sequence[Field], facts: Mapping[str, Any]) -> Refusal | None:
    """The refusal of facts that do not fit the fields, or None: one is unknown, missing, or not of its kind."""
    known = {each.name: each for each in fields}
    unknown = next((name for name in facts if name not in known), None)
    if unknown is not None:
        return Refusal("unreadable_move", {"field": str(unknown)[:40]})
    for name, each in known.items():
        if name not in facts and each.required:
            return Refusal("unreadable_move", {"field": name})
        if name in facts and (refusal := each.problem(facts[name])):
            return refusal
    return None


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= min(most, MAX_WHOLE)


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) <= MAX_LIST


def _is_plain(value: object) -> bool:
    return (
        value is None or isinstance(value, bool) or _is_text(value, MAX_TEXT) or _is_whole(value, -MAX_WHOLE, MAX_WHOLE)
    )
