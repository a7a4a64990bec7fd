"""How schools write grades, names and column headings in their lists."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from ..imports import table_reader as tables

COLUMNS = {
    "number": (
        *("number", "no", "no.", "nr", "nr.", "nummer", "#", "nº", "n.º", "número", "numero", "num", "numéro", "id"),
        *("participant", "participant id", "participant number", "player number", "player no", "player no."),
        *("start number", "startnummer", "badge", "badge number", "bib", "dorsal"),
    ),
    "name": (
        *("name", "names", "full name", "fullname", "player", "player name", "student", "student name", "pupil"),
        *("pupil name", "child", "child name", "child's name", "participant name", "contestant", "surname, given name"),
        *("surname, first name", "last name, first name", "first name last name", "first and last name"),
        *("name, vorname", "vorname nachname", "vorname name", "nombre y apellidos", "apellidos, nombre"),
        *("nombre completo", "alumno", "alumna", "alumno/a", "nom et prénom", "prénom et nom", "schüler", "kind"),
    ),
    "first_name": (
        *("first name", "first", "first names", "given name", "given names", "given", "firstname", "forename"),
        *("vorname", "nombre", "prénom", "prenom", "nome"),
    ),
    "last_name": (
        *("last name", "last", "last names", "surname", "surnames", "family name", "lastname", "family"),
        *("nachname", "familienname", "apellido", "apellidos", "nom", "nom de famille", "cognome"),
    ),
    "grade": (
        *("grade", "division", "class", "year", "year group", "grade level", "school year", "form", "level"),
        *("klasse", "kl", "kl.", "stufe", "klassenstufe", "jahrgang", "jahrgangsstufe", "curso", "grado", "nivel"),
    ),
    "team": (
        *("team", "team name", "group", "school", "school name", "club", "mannschaft", "gruppe", "schule", "equipo"),
        *("grupo", "colegio", "escuela", "équipe", "equipe", "école"),
    ),
}
# headings of a class, such as 5b; beside a column for the grade they are not read
CLASSES = {"class", "form", "klasse", "kl", "kl.", "curso"}
WORDS = (
    r"grade|gr|year|yr|class|form|g|y|p|klasse|klassenstufe|jahrgangsstufe|jahrgang|stufe|kl|curso|grado|primaria|de|"
    r"año|nivel|level|division"
)
GRADE = re.compile(
    rf"(?:(?:{WORDS})[\s.:]*)*"
    r"(?P<grade>[0-9]{1,4})(?:\s?(?:st|nd|rd|th|ter|te)|\s?\.?\s?[ºª°]|er|[.)]|\.0+)?"
    r"(?:\s?[-/]?\s?(?P<section>[a-h]))?"
    rf"(?:[\s.]*(?:{WORDS}))*[\s.]*"
)
LONGEST_GRADE = 40
# words before a family name that belong to it
PARTICLES = {
    *("van", "von", "de", "del", "della", "der", "den", "di", "da", "dos", "das", "do", "du", "la", "le", "las", "los"),
    *("ter", "ten", "zu", "zum", "zur", "vom", "bin", "ibn", "bint", "al", "el", "y", "af", "av", "st", "st.", "mac"),
}


def grade_of(text: str) -> int | None:
    """The grade that a cell names (5th, Grade 5, 5. Klasse, Year 5, 5b), or None. Only the digits 0 to 9 count."""
    match = _read_grade(text)
    return int(match["grade"]) if match else None


def names_a_section(text: str) -> bool:
    """Whether the cell names a class of the grade, such as 5b."""
    match = _read_grade(text)
    return bool(match and match["section"])


def _read_grade(text: str) -> re.Match | None:
    return GRADE.fullmatch(text.casefold().strip()) if len(text) <= LONGEST_GRADE else None


def split_name(text: str) -> tuple[str, str]:
    """First and last name: “Surname, Given” is divided at the comma, “Given Surname” before the last word and the
    particles that belong to it."""
    if "," in text:
        last, first = text.split(",", 1)
        return (first.strip(), last.strip()) if first.strip() else (last.strip(), "")
    words = text.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in PARTICLES:
        at -= 1
    return (" ".join(words[:at]), " ".join(words[at:])) if at > 0 else (text.strip(), "")


def find_columns(table: tables.FileTable) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """Which column is which, and a note on those that are not read; `name` is one for the whole name, if there is one.

    Beside a column for the first name, “name” is the last name, and the other way round. Raises UnreadableFile.
    """
    headings = set(table.columns)
    whole = headings & {*COLUMNS["name"]}
    needed = ("grade",) if whole else ("first_name", "grade")
    grades = {*COLUMNS["grade"]} - CLASSES
    known = COLUMNS | ({"grade": tuple(grades)} if headings & grades else {})
    where, _unread = tables.find_columns(table, known, needed)
    if where["first_name"] or where["last_name"]:
        other = "last_name" if where["first_name"] else "first_name"
        where[other], where["name"] = where[other] or where["name"], None
    return where, tables.unread(table, where)


def given(row: tables.FileRow, where: Mapping[str, str | None]) -> dict[str, str]:
    """The row's texts by column, with one name column divided in two. A corrected cell counts as it was corrected."""
    texts = row.given(where)
    name = texts.pop("name")
    if where["name"]:
        first, last = split_name(name)
        texts["first_name"] = row.corrected.get("first_name", first)
        texts["last_name"] = row.corrected.get("last_name", last)
    return texts


def notes(table: tables.FileTable, where: Mapping[str, str | None], first_number: int | None) -> list[str]:
    """Sentences on what was assumed about the file as a whole; `first_number` if numbers are given out."""
    sentences = []
    if where["name"]:
        sentences.append(_("One column has the whole name. Check how it is divided into first and last names."))
    if first_number and not where["number"]:
        message = _("The file has no numbers. They are given out in the order of the file, from %(first)s.")
        sentences.append(message % {"first": first_number})
    if not where["team"]:
        sentences.append(_("The file has no column for teams, so it changes nobody’s team."))
    if any(names_a_section(row.given(where)["grade"]) for row in table.rows):
        sentences.append(_("Only the grade is kept, not the class: 5b is grade 5."))
    return sentences
