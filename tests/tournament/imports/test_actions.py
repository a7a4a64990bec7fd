"""Files that were imported do not stay for ever."""

from datetime import timedelta

from django.utils import timezone

from tournament.imports import actions as imports
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
