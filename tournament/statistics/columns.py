"""The tables of the records, for files."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from ..common.files.table_files import Cell, Column, Columns
from ..common.wording.sentences import sentence
from ..models import Event
from ..results.columns import file_facts, provisional
from .queries import MethodOfQuestion, QuestionStatistics, Records, RoundBest


def _of_question() -> tuple[Column, ...]:
    labels = (_("Round"), _("Grades"), _("Question"), _("Numbers"), _("Target"))
    keys = ("round", "grades", "question", "numbers", "target")
    return tuple(Column(label, key) for label, key in zip(labels, keys, strict=True))


def _question(question: QuestionStatistics) -> tuple[Cell, ...]:
    grades = ", ".join(str(each.grade) for each in question.divisions)
    numbers = " ".join(map(str, question.box.numbers))
    return (question.round.name, grades, sentence(question.box.label), numbers, str(question.box.target))


def _scores(records: Records) -> tuple[tuple[Column, ...], Iterable[tuple[Cell, ...]]]:
    columns = (
        Column(_("Grade"), "grade"),
        Column(_("Round"), "round"),
        Column(_("Points from"), "points", "range", {"end": "least"}),
        Column(_("Points to"), "points", "range", {"end": "most"}),
        Column(_("Sheets"), "sheets"),
    )
    return columns, (
        (each.division.grade, each.round.name, step.low, step.high, step.count)
        for _division, group in records.by_grade
        for each in group
        for step in each.bins
    )


def _hardest(records: Records) -> tuple[tuple[Column, ...], Iterable[tuple[Cell, ...]]]:
    columns = (*_of_question(), Column(_("Hit by"), "hit_by"), Column(_("Sheets"), "sheets"))
    return columns, ((*_question(each), each.hitters, each.sheets) for each in records.hardest)


def _findings(listed: Iterable[MethodOfQuestion]) -> tuple[tuple[Column, ...], Iterator[tuple[Cell, ...]]]:
    columns = (*_of_question(), Column(_("Method"), "method"), Column(_("Found by"), "found_by"))
    return columns, ((*_question(each.question), each.method.text, each.method.count) for each in listed)


def _feats(listed: Iterable[RoundBest], label: str, key: str) -> tuple[tuple[Column, ...], Iterator[tuple[Cell, ...]]]:
    columns = (
        Column(_("Round"), "round"),
        Column(_("Grade"), "grade"),
        Column(_("Name"), "name"),
        Column(label, key),
        Column(provisional(), "provisional"),
    )
    rows = ((each.round.name, each.division.grade, each.name, each.number, each.provisional) for each in listed)
    return columns, rows


ColumnsAndRows = tuple[tuple[Column, ...], Iterable[tuple[Cell, ...]]]
TABLES: Mapping[str, Callable[[Records], ColumnsAndRows]] = {
    "scores": _scores,
    "hardest": _hardest,
    "most-found": lambda records: _findings(records.most_frequent),
    "unusual": lambda records: _findings(records.unusual),
    "most-methods": lambda records: _feats(records.most_methods, _("Methods"), "methods"),
    "highest": lambda records: _feats(records.highest, _("Points"), "points"),
}


def title(name: str) -> str:
    """The title of a table on the page and in files. Raises KeyError for an unknown name."""
    return {
        "scores": _("Score distribution"),
        "hardest": _("Hardest puzzles"),
        "most-found": _("Most common methods"),
        "unusual": _("Methods found only once"),
        "most-methods": _("Most methods on one sheet"),
        "highest": _("Highest score in each round"),
    }[name]


def table(event: Event, records: Records, name: str) -> Columns:
    """One table of the records."""
    columns, rows = TABLES[name](records)
    return Columns(f"records-{name}", title(name), file_facts(event, table=name), columns, tuple(rows))
