"""How accurate each keyer is, measured where somebody else typed the same sheet."""

from collections import defaultdict
from dataclasses import dataclass

from ..models import Event, Keying, Mark, Submission, User
from ..scoring.questions import versions
from .comparison import Comparison

MEASURED = {Keying.State.HANDED_IN, Keying.State.AGREED, Keying.State.SUPERSEDED}


@dataclass
class Keyer:
    """One helper's keyings at the event. `compared` of their lines were compared with the agreed reading of the sheet;
    at `errors` places they differ."""

    user: User
    sheets: int = 0
    lines: int = 0
    compared: int = 0
    errors: int = 0

    @property
    def rate(self) -> float | None:
        """Errors for each hundred lines compared; None where none was."""
        return 100 * self.errors / self.compared if self.compared else None


def keyers(event: Event) -> list[Keyer]:
    """Everybody who handed in a sheet, those who typed most first.

    Sheets that were typed more than once are measured: by two people blind, or again after a misreading. The reading
    that was agreed in the end is taken as right.
    """
    held = Keying.objects.filter(sheet__round__event=event, state__in=MEASURED)
    held = held.exclude(submissions__mark=Mark.SHEET_LOST)  # decided, not typed
    of_sheet: dict[int, list[Keying]] = defaultdict(list)
    for keying in held.select_related("keyer", "sheet__round", "sheet__entrant").order_by("pk"):
        of_sheet[keying.sheet_id].append(keying)
    lines: dict[int, list[Submission]] = defaultdict(list)
    for line in Submission.objects.filter(keying__in=held).order_by("box", "position"):
        lines[line.keying_id].append(line)
    by_person: dict[int, Keyer] = {}
    comparisons = {
        (round_.pk, division): Comparison(round_, version.read_boxes())
        for round_ in event.rounds.all()
        for division, version in versions(round_).items()
    }
    for keyings in of_sheet.values():
        agreed = next((each for each in keyings if each.state == Keying.State.AGREED), None)
        asked = keyings[0].sheet.round_id, keyings[0].sheet.owner.plays_in
        for each in keyings:
            keyer = by_person.setdefault(each.keyer_id, Keyer(each.keyer))
            keyer.sheets += 1
            keyer.lines += len(lines[each.pk])
            # what a later turn will say of it is not known before somebody has confirmed that one
            if agreed and each.turn <= agreed.turn and _is_measured(each, keyings):
                comparison = comparisons.get(asked) or Comparison(each.sheet.round, ())
                errors, compared = _measured(comparison, lines[each.pk], lines[agreed.pk])
                keyer.errors += errors
                keyer.compared += compared
    return sorted(by_person.values(), key=lambda keyer: (-keyer.lines, str(keyer.user)))


def _is_measured(keying: Keying, keyings: list[Keying]) -> bool:
    """Whether the keying can be compared with somebody else's reading; a third person's own reading cannot."""
    if keying.slot == 3:
        return keying.state == Keying.State.SUPERSEDED
    return keying.state == Keying.State.SUPERSEDED or any(
        other.keyer_id != keying.keyer_id and other.turn == keying.turn for other in keyings
    )


def _measured(comparison: Comparison, lines: list[Submission], agreed: list[Submission]) -> tuple[int, int]:
    """At how many places two readings of a sheet differ, and how many lines were compared."""
    if comparison.same(lines, agreed):
        return 0, len(lines)
    places = comparison.places(lines, agreed)
    return sum(not place.is_same for place in places), len(places)
