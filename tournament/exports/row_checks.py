"""Checks of each value of a full export, before the first row is stored.

A file may come from anywhere, and SQLite stores any text in any column. So every value is compared with its column: its
type, length, choices and range, and what the rest of the program reads from it.
"""

import datetime
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import (
    BinaryField,
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    FileField,
    ForeignKey,
    GenericIPAddressField,
    IntegerField,
    JSONField,
    Model,
    TextField,
    UUIDField,
)

from judging.games.formats import FORMATS
from judging.games.live_games import GAMES
from judging.games.paper import Box
from judging.games.settings import GradedSettings
from judging.language.editions import UnknownRules, edition
from judging.messages import Message
from puzzles.random_streams import SEED_BITS
from puzzles.sets.generate import FORMATS as GENERATORS
from puzzles.sets.puzzles import GeneratedPuzzle as MadePuzzle

from .. import models
from ..common import limits
from ..rescoring import changes
from ..rounds.method_counts import BoxMethodList
from . import full
from .exported_tables import ModelClass

# what judging.language.parsing.writing.mathml writes: its elements, with no attributes but these, and text without
# markup
MATHML = re.compile(
    r"(?:[^<>]|</?m(?:row|n|o|i|frac|sup|sub|sqrt|root|text|over|under|padded|space)"
    r"(?: class=\"differs\"| lspace=\"0\.3em\" rspace=\"0\.3em\")?/?>"
    r"|<math xmlns=\"http://www\.w3\.org/1998/Math/MathML\">|</math>)*"
)
DEEPEST = 40  # lists and objects inside each other
STORED_AS_TEXT = (DateField, UUIDField, BinaryField)  # a DateTimeField is a DateField
NOT_READABLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, UnknownRules)


class WrongValue(ValueError):
    """A value that this program would not have written; `column` names it."""

    def __init__(self, column: str):
        super().__init__(column)
        self.column = column


def check_row(table: ModelClass, fields: Sequence[Field], row: Any) -> Model:
    """The row as the model, not saved. Raises WrongValue."""
    if not isinstance(row, list) or len(row) != len(fields):
        raise WrongValue("*")
    values = {}
    for field, value in zip(fields, row, strict=True):
        try:
            values[field.attname] = _checked(table, field, value)
        except (*NOT_READABLE, ValidationError, RecursionError) as error:
            raise WrongValue(field.attname) from error
    return _check_consistency(table(**values))


def _check_consistency(row: Any) -> Model:
    """The row, if its values fit each other. Raises WrongValue."""
    try:
        if isinstance(row, models.MethodCounts):
            _require(len(row.counts) == len(row.lists))
        if isinstance(row, models.Table | models.Series):
            GAMES[row.game].schema.read(row.settings)
    except (*NOT_READABLE, RecursionError) as error:
        raise WrongValue("settings" if hasattr(row, "settings") else "lists") from error
    return row


def _checked(table: ModelClass, field: Field, value: Any) -> Any:
    """The value as the model holds it. Raises one of many errors for a wrong one."""
    if value is None and not isinstance(field, JSONField):
        return _require(field.null, None)
    target = field.target_field if isinstance(field, ForeignKey) else field
    _kind_of(target)(target, value)
    held = full.value_of(field, value)
    if isinstance(field, DateTimeField):
        _require(held.tzinfo is not None and held.astimezone(datetime.UTC))
    if field.choices and value != "":
        _require(value in [key for key, _label in field.flatchoices])
    if not isinstance(field, ForeignKey | JSONField | BinaryField):
        field.run_validators(held)
    if meaning := MEANINGS.get((table.__name__, field.name)):
        meaning(value)
    return held


def _require(condition: Any, value: Any = None) -> Any:
    if not condition:
        raise ValueError
    return value


def _kind_of(field: Field) -> Callable[[Field, Any], None]:
    return next(check for kinds, check in KINDS if isinstance(field, kinds))


def _is_text(field: Field, value: Any) -> None:
    _require(isinstance(value, str) and _can_be_stored(value))
    if not isinstance(field, STORED_AS_TEXT):
        _require(len(value) <= (field.max_length or limits.EXPORT_TEXT))


def _is_bool(field: Field, value: Any) -> None:
    _require(isinstance(value, bool))


def _is_number(field: Field, value: Any) -> None:
    _require(isinstance(value, int) and not isinstance(value, bool))
    least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]  # SQLite itself has no limits
    _require(least <= value <= most)


def _is_json(field: Field, value: Any) -> None:
    _require(value is not None or field.null)
    _nested(value, DEEPEST)


def _nested(value: Any, deep: int) -> None:
    _require(deep)
    if isinstance(value, str):
        _require(_can_be_stored(value))
    elif isinstance(value, dict):
        _nested([*value, *value.values()], deep)
    elif isinstance(value, list):
        for each in value:
            _nested(each, deep - 1)


def _can_be_stored(text: str) -> bool:
    """Whether both databases store it: no null character and no half of a surrogate pair."""
    text.encode()  # raises UnicodeEncodeError, a ValueError
    return "\0" not in text


KINDS: list[tuple[Any, Callable[[Field, Any], None]]] = [
    (JSONField, _is_json),
    (BooleanField, _is_bool),
    (IntegerField, _is_number),
    ((CharField, TextField, FileField, GenericIPAddressField, *STORED_AS_TEXT), _is_text),
]


# what the program reads from columns that hold more than one value


def _list_of(check: Callable[[Any], object]) -> Callable[[Any], None]:
    """A check of a list, in which `check` neither raises nor says False of any value."""

    def check_list(stored: Any) -> None:
        _require(isinstance(stored, list))
        for each in stored:
            _require(check(each) is not False)

    return check_list


def _boxes(stored: Any) -> None:
    _require(stored)
    _list_of(Box.read)(stored)


_names = _list_of(lambda each: isinstance(each, str))
_made_puzzles = _list_of(MadePuzzle.read)


def _path(path: Any) -> bool:
    """Whether this leads to a name in an audit entry: [field, key or number, …]."""
    steps = isinstance(path, list) and all(type(step) in (str, int) for step in path)
    return bool(steps and path and path[0] in {"before", "after", "why"})


def _mathematics(stored: Any) -> None:
    """Check MathML, which pages show unescaped."""
    _require(MATHML.fullmatch(stored))


def _methods(stored: Any) -> None:
    read = BoxMethodList.read(stored, None)
    _require(all(isinstance(text, str) for method in read.methods for text in method))
    for method in read.methods:
        _mathematics(method.mathematics)


def _share(share: Any) -> bool:
    return all(type(share[name]) is int for name in ("line", "points")) and isinstance(share["code"], str)


def _reading(reading: Any) -> bool:
    return all(isinstance(reading[name], str) for name in ("expression", "verdict")) and "value" in reading


def _changes(stored: Any) -> None:
    _require(isinstance(stored, list))
    changes.read(stored)


def _log_entry(entry: Any) -> None:
    at, code, facts = entry
    datetime.datetime.fromisoformat(at)
    _require(isinstance(code, str) and isinstance(facts, dict))


MEANINGS: dict[tuple[str, str], Callable[[Any], object]] = {
    ("AuditEntry", "personal"): lambda stored: stored is None or _list_of(_path)(stored),
    ("Event", "award_places"): lambda stored: _require(stored <= limits.AWARD_PLACES),
    ("Event", "criteria"): _names,
    ("MethodCounts", "counts"): _list_of(lambda each: each is None or type(each) is int),
    ("MethodCounts", "lists"): _list_of(_methods),
    ("Puzzle", "void_boxes"): _list_of(lambda each: type(each) is int and each >= 0),
    ("PuzzleSet", "edition"): lambda stored: stored and edition(stored),
    ("PuzzleSet", "format"): lambda stored: _require(stored in GENERATORS),
    ("PuzzleSet", "kept"): _names,
    ("PuzzleSet", "log"): _list_of(_log_entry),
    ("PuzzleSet", "problem"): lambda stored: stored is None or Message.read(stored["message"]),
    ("PuzzleSet", "puzzles"): _made_puzzles,
    ("PuzzleSet", "seed"): lambda stored: _require(0 <= int(stored, 16) < 1 << SEED_BITS),
    ("PuzzleSet", "tags"): _names,
    ("PuzzleSet", "todo"): _names,
    ("PuzzleSetVersion", "document"): lambda stored: _made_puzzles(json.loads(stored)["puzzles"]),
    ("PuzzleVersion", "boxes"): _boxes,
    ("Rescore", "changes"): _changes,
    ("Result", "lines"): _list_of(_share),
    ("Round", "edition"): edition,
    ("Round", "format"): lambda stored: _require(stored in FORMATS),
    ("Round", "settings"): GradedSettings.read,
    ("Series", "rooms"): _names,
    ("Verdict", "mathml"): _mathematics,
    ("Verdict", "readings"): _list_of(_reading),
    ("Verdict", "reasons"): lambda stored: models.Verdict(reasons=stored).read_reasons(),
}
assert all(hasattr(models, table) for table, _column in MEANINGS)
