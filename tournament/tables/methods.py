"""The methods of a puzzle in columns: what was found, and below it what nobody found."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ..models import Event
from ..record.methods import GradeMethods
from ..sentences import sentence
from .columns import Cell, Column, Columns
from .standings import about


def of_grade(event: Event, found: GradeMethods, title: str) -> Columns:
    round_, grade = found.round, found.division.grade
    columns = (
        Column(_("Question"), "question"),
        Column(_("Numbers"), "numbers"),
        Column(_("Target"), "target"),
        Column(_("Method"), "method"),
        Column(_("Found by"), "found_by"),
    )
    name = f"round-{round_.position}-grade-{grade}-methods"
    told = about(event, round=round_.position, round_name=round_.name, grade=grade, kind=found.kind)
    return Columns(name, title, told, columns, tuple(_rows(found)))


def _rows(found: GradeMethods) -> Iterator[tuple[Cell, ...]]:
    for each in found.boxes:
        asked = (sentence(each.box.label), " ".join(map(str, each.box.numbers)), str(each.box.target))
        for method in (*each.found, *each.missing):
            yield (*asked, method.text, method.count)
