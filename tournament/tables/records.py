"""The records of an event in columns, each of its tables by name."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from ..models import Event
from ..record.records import Asked, Feat, Finding, Records
from ..sentences import sentence
from .columns import Cell, Column, Columns
from .standings import about, provisional


def _of_question() -> tuple[Column, ...]:
    labels = (_("Round"), _("Grades"), _("Question"), _("Numbers"), _("Target"))
    keys = ("round", "grades", "question", "numbers", "target")
    return tuple(Column(label, key) for label, key in zip(labels, keys, strict=True))


def _question(asked: Asked) -> tuple[Cell, ...]:
    grades = ", ".join(str(each.grade) for each in asked.divisions)
    numbers = " ".join(map(str, asked.box.numbers))
    return (asked.round.name, grades, sentence(asked.box.label), numbers, str(asked.box.target))


def _scores(found: Records) -> tuple[tuple[Column, ...], Iterable[tuple[Cell, ...]]]:
    columns = (
        Column(_("Grade"), "grade"),
        Column(_("Round"), "round"),
        Column(_("Points from"), "points", "range", {"end": "least"}),
        Column(_("Points to"), "points", "range", {"end": "most"}),
        Column(_("Sheets"), "sheets"),
    )
    return columns, (
        (each.division.grade, each.round.name, step.low, step.high, step.count)
        for _division, group in found.by_grade
        for each in group
        for step in each.bins
    )


def _hardest(found: Records) -> tuple[tuple[Column, ...], Iterable[tuple[Cell, ...]]]:
    columns = (*_of_question(), Column(_("Hit by"), "hit_by"), Column(_("Sheets"), "sheets"))
    return columns, ((*_question(each), each.hitters, each.sheets) for each in found.hardest)


def _findings(listed: Iterable[Finding]) -> tuple[tuple[Column, ...], Iterator[tuple[Cell, ...]]]:
    columns = (*_of_question(), Column(_("Method"), "method"), Column(_("Found by"), "found_by"))
    return columns, ((*_question(each.asked), each.method.text, each.method.count) for each in listed)


def _feats(
    listed: Iterable[Feat], label: str, key: str
) -> tuple[tuple[Column, ...], Iterator[tuple[Cell, ...]]]:
    columns = (
        Column(_("Round"), "round"),
        Column(_("Grade"), "grade"),
        Column(_("Name"), "name"),
        Column(label, key),
        Column(provisional(), "provisional"),
    )
    rows = (
        (each.round.name, each.division.grade, each.name, each.number, each.provisional) for each in listed
    )
    return columns, rows


Made = tuple[tuple[Column, ...], Iterable[tuple[Cell, ...]]]
TABLES: Mapping[str, Callable[[Records], Made]] = {
    "scores": _scores,
    "hardest": _hardest,
    "most-found": lambda found: _findings(found.most_found),
    "unusual": lambda found: _findings(found.unusual),
    "most-methods": lambda found: _feats(found.most_methods, _("Methods"), "methods"),
    "highest": lambda found: _feats(found.highest, _("Points"), "points"),
}


def title(name: str) -> str:
    """What a table is called on the page and in a file. Raises KeyError for a name that is none of ours."""
    return {
        "scores": _("How the points fell"),
        "hardest": _("The hardest puzzles"),
        "most-found": _("The methods that most found"),
        "unusual": _("Methods that one alone found"),
        "most-methods": _("The most methods on one sheet"),
        "highest": _("The highest points of each round"),
    }[name]


def table(event: Event, found: Records, name: str) -> Columns:
    """One table of the records."""
    columns, rows = TABLES[name](found)
    return Columns(f"records-{name}", title(name), about(event, table=name), columns, tuple(rows))
