"""Which question each printed sheet shows, and what becomes of it when the question changes (NT-P-11)."""

from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import ngettext

from ..audit import trail as audit
from ..common.refusals import invalid
from ..models import Division, DivisionPuzzle, PuzzleVersion, Round, Sheet, User
from ..scoring.questions import versions

# what an organiser chooses for sheets that show an old question
REPRINT, NOT_PRINTED, WRITTEN_OVER = "reprint", "not_printed", "written_over"

# what of a sheet says which question its paper shows
SHOWN = ("printed_version", "earlier_version", "written_over")


class PrintedQuestions:
    """The questions in force in a round, beside those that its sheets show."""

    def __init__(self, round_: Round):
        self.round, self.in_force = round_, versions(round_)

    def for_sheet(self, sheet: Sheet, division: Division | None = None) -> PuzzleVersion | None:
        """The question that the sheet gets when it is printed now. A sheet without a player gets that of `division`, if
        only one grade is printed, keeps one that is in force, or gets one that is the same for every grade."""
        if sheet.entrant is not None:
            return self.in_force.get(sheet.entrant.plays_in)
        if division and not sheet.printed_version:
            return self.in_force.get(division.pk)
        asked = list(self.in_force.values())
        if sheet.printed_version in asked:
            return sheet.printed_version
        return asked[0] if asked and all(each.asks_the_same(asked[0]) for each in asked) else None

    def old(self) -> QuerySet[Sheet]:
        """The sheets that show another question than the one in force, without spoilt ones. Two queries."""
        shown = list(PuzzleVersion.objects.filter(pk__in=_with_question(self.round).values("printed_version")))
        wrong = Q(entrant__isnull=False) & ~Q(entrant__division__in=list(self.in_force))
        for division, version in self.in_force.items():
            wrong |= Q(entrant__division=division, printed_version__in=_others(shown, version.boxes))
        asked = [version.boxes for version in self.in_force.values()]
        wrong |= Q(entrant__isnull=True, printed_version__in=[each for each in shown if each.boxes not in asked])
        return _with_question(self.round).filter(wrong)


def old_question(sheet: Sheet, version: PuzzleVersion | None) -> PuzzleVersion | None:
    """The question that is printed on the sheet where it is another one than `version`, which is in force."""
    shown = sheet.printed_version
    return None if shown is None or (version and shown.asks_the_same(version)) else shown


def known_questions(sheet: Sheet) -> QuerySet[PuzzleVersion]:
    """The questions that the paper may show: those that its grade has or had, and those that were printed on it."""
    printed = [each for each in (sheet.printed_version_id, sheet.earlier_version_id) if each]
    of_grade = Q(puzzle__division_puzzles__division=sheet.entrant.plays_in) if sheet.entrant else Q()
    versions = PuzzleVersion.objects.filter(Q(puzzle__round=sheet.round_id) & of_grade | Q(pk__in=printed))
    return versions.order_by("number", "pk").distinct()


def with_question_of(round_: Round, divisions: Iterable[Division]) -> QuerySet[Sheet]:
    """The sheets that have a question printed on them: those of these grades, and unused spare ones with a question of
    these grades."""
    asked = DivisionPuzzle.objects.filter(round=round_, division__in=list(divisions))
    spare = Q(entrant__isnull=True, printed_version__puzzle__in=asked.values("puzzle"))
    return _with_question(round_).filter(Q(entrant__division__in=list(divisions)) | spare)


def with_another_question(round_: Round, divisions: Iterable[Division], boxes: list[dict]) -> QuerySet[Sheet]:
    """The sheets that show another question than `boxes`."""
    sheets = with_question_of(round_, divisions)
    shown = PuzzleVersion.objects.filter(pk__in=sheets.values("printed_version"))
    return sheets.filter(printed_version__in=_others(shown, boxes))


def decide(who: User, round_: Round, divisions: Sequence[Division], boxes: list[dict], printed: str) -> None:
    """Do with the printed sheets as the organiser chose, before `boxes` come into force for these grades. Refused
    without a choice if there are sheets that show something else."""
    old = with_another_question(round_, divisions, boxes)
    count = old.count()
    if not count or printed in {REPRINT, WRITTEN_OVER}:
        return
    if printed != NOT_PRINTED:
        raise invalid(printed=undecided(count))
    unmark_printed(who, round_, old)


def write_over(who: User, round_: Round, divisions: Sequence[Division], version: PuzzleVersion) -> None:
    """Record that players wrote the question in force over the old one on the sheets that they have. What a returned
    sheet shows stays, and spare sheets, over which nobody wrote, are still old."""
    old = with_another_question(round_, divisions, version.boxes).filter(entrant__isnull=False, returned_at=None)
    rows = list(old.select_for_update(of=("self",)).order_by("pk"))
    for sheet in rows:
        show(sheet, version, written_over=True)
    Sheet.objects.bulk_update(rows, SHOWN, batch_size=500)
    _record(who, round_, "sheet.written_over", rows)


def show(sheet: Sheet, version: PuzzleVersion | None, *, written_over: bool = False) -> None:
    """Let the sheet, not saved here, show another question; the one that was printed before is its earlier one."""
    if not sheet.written_over:  # then its paper still says what it said before
        sheet.earlier_version_id = sheet.printed_version_id
    sheet.printed_version, sheet.written_over = version, written_over


def undecided(count: int) -> str:
    sentence = ngettext(
        "%(n)s printed sheet shows another question. Choose what happens to it.",
        "%(n)s printed sheets show another question. Choose what happens to them.",
        count,
    )
    return sentence % {"n": count}


def unmark_printed(who: User, round_: Round, sheets: QuerySet[Sheet]) -> int:
    """Record that no question is printed on these sheets after all. How many there were."""
    rows = list(sheets.select_for_update(of=("self",)).order_by("pk"))
    Sheet.objects.filter(pk__in=[each.pk for each in rows]).update(
        printed_version=None, earlier_version=None, written_over=False
    )
    _record(who, round_, "sheet.no_question", rows)
    return len(rows)


def _record(who: User, round_: Round, verb: str, sheets: Sequence[Sheet]) -> None:
    if sheets:
        after = {"sheets": len(sheets), "codes": [each.code for each in sheets]}
        audit.record(round_.event, who, verb, round_, after=after, about=sheets)


def _with_question(round_: Round) -> QuerySet[Sheet]:
    return round_.sheets.filter(printed_version__isnull=False, spoilt_at__isnull=True)


def _others(shown: Iterable[PuzzleVersion], boxes: list[dict]) -> list[PuzzleVersion]:
    return [each for each in shown if each.boxes != boxes]
