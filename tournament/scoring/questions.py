"""What each grade is asked in a round: the puzzle version in force."""

from collections.abc import Iterable

from django.db.models import QuerySet

from puzzles.sets.puzzles import GeneratedPuzzle

from ..models import DivisionPuzzle, Entrant, Event, PuzzleVersion, Rescore, Round, Sheet


def held_in(rounds: Iterable[Round | int], divisions: Iterable[int] | None = None) -> QuerySet[DivisionPuzzle]:
    """Each division's puzzle in these rounds, with puzzle and version in force; without those that have none yet."""
    held = DivisionPuzzle.objects.filter(round__in=list(rounds), puzzle__active__isnull=False)
    if divisions is not None:
        held = held.filter(division__in=list(divisions))
    return held.select_related("puzzle__active")


def versions(round_: Round) -> dict[int, PuzzleVersion]:
    """{division id: the version in force}, for the grades that have a puzzle."""
    return {each.division_id: each.puzzle.version for each in held_in([round_]).order_by("division_id")}


def version_for(round_: Round, entrant: Entrant) -> PuzzleVersion | None:
    """The version that the entrant's grade is asked in the round; None where it is asked nothing."""
    held = held_in([round_], [entrant.division_id]).first() if entrant.division_id else None
    return held.puzzle.version if held else None


def made_from(version: PuzzleVersion) -> list[GeneratedPuzzle]:
    """The generated puzzles that a version was made from, of the set used last; empty if it was typed. One query."""
    use = version.from_sets.select_related("version").order_by("pk").last()
    return use.version.read_puzzles() if use else []


def version_of(sheet: Sheet) -> PuzzleVersion:
    """The version that a sheet is judged by. The sheet has an entrant whose grade has a puzzle in the round."""
    return held_in([sheet.round], [sheet.owner.plays_in]).get().puzzle.version


def count_boxes(sheet: Sheet) -> int:
    """How many boxes this sheet has."""
    return len(held_in([sheet.round], [sheet.owner.plays_in]).values_list("puzzle__active__boxes", flat=True).get())


def first_asked(event: Event) -> dict[int, PuzzleVersion]:
    """{puzzle id: the version that contestants were asked} for the puzzles that re-scores have corrected since."""
    applied = event.rescores.filter(state=Rescore.State.APPLIED).order_by("decided_at", "pk")
    first: dict[int, int] = {}
    for change in (each for changes in applied.values_list("changes", flat=True) for each in changes):
        if change["kind"] == "puzzle":
            first.setdefault(change["puzzle"], change["before"])
    loaded = PuzzleVersion.objects.select_related("puzzle").in_bulk(first.values()) if first else {}
    return {puzzle: loaded[version] for puzzle, version in first.items()}
