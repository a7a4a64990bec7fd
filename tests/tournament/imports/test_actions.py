"""Kinds of import are found in their folders. Files that were imported do not stay for ever."""

from datetime import timedelta

from django.utils import timezone

from tournament.imports import actions as imports
from tournament.imports.kinds import kinds
from tournament.models import Import
from tournament.tasks import sweep


def test_files_are_deleted_after_a_month(event, organiser, settings):
    for name, days in (("old.csv", 31), ("new.csv", 29)):
        kept = imports.keep(
            by=organiser, event=event, kind="roster", filename=name, content=b"Number,First name\n1,Ada\n"
        )
        Import.objects.filter(pk=kept.pk).update(uploaded_at=timezone.now() - timedelta(days=days))
    sweep()
    assert [each.filename for each in Import.objects.all()] == ["new.csv"]
    settings.IMPORT_DAYS = 7
    assert imports.delete_old() == 1


def test_each_kind_is_found_in_its_folder():
    folders = {name: type(kind).__module__.split(".")[1] for name, kind in kinds().items()}
    assert folders == {
        "lines": "keying_import",
        "puzzles": "round_puzzles",
        "roster": "roster_import",
        "sets": "set_library",
    }
