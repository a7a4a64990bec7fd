"""Why a file with a table cannot be read, in words."""

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from ..uploaded_files.refusals import CannotOpen

SENTENCES = {
    "empty": _("This file is empty."),
    "large": _("This file is larger than %(most)s MB. Split it."),
    "encoding": _("The text of this file cannot be read. Save it as CSV UTF-8."),
    "no_text": _("This is not a text file. Save the sheet as CSV or as XLSX."),
    "no_set": _("This JSON file has no puzzle set as “Export” or `manage.py generate` writes it."),
    "quotes": _(
        "The row that begins in line %(begins)s cannot be read: a quotation mark is not closed, or is alone inside a"
        " cell."
    ),
    "columns": _("Line %(line)s has more than %(most)s columns. Delete those that are not needed."),
    "rows": _("This file has more than %(most)s rows. Split it."),
    "characters": _("This file has more than %(most)s characters. Split it."),
    "no_workbook": _("This file is not an XLSX workbook that can be read. Save it again, or as CSV."),
    "unpacks": _(
        "This workbook unpacks to more than %(most)s MB. Save only the roster or the puzzles, or save it as CSV."
    ),
    "too_slow": _("This file takes too long to open, so it was not kept. Save it as CSV."),
    "too_heavy": _("This file is damaged or needs too much memory, so it was not kept. Save it as CSV."),
    "too_much": _("This file holds too much, so it was not kept. Split it."),
    "busy": _("Many files are being opened just now. This one was not kept; send it again in a minute."),
}


def sentence(refused: CannotOpen) -> str:
    facts = dict(refused.facts)
    if isinstance(facts.get("most"), int):
        facts["most"] = number_format(facts["most"], force_grouping=True)
    return str(SENTENCES[refused.code]) % facts
