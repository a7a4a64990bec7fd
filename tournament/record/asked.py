"""What each grade is asked in a round, and whether it can be played: the questions that pages and actions share."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from judging.games.paper import Box, BoxProblem, Shape

from ..models import Division, DivisionPuzzle, Keying, Puzzle, Round
from ..sentences import sentence
from .questions import versions

Problems = dict[str, str]  # "set-1", "target-3" (counted from 1) or "boxes" (the whole sheet) -> sentence


def box_problems(round_: Round, divisions: Iterable[Division], boxes: Sequence[Box]) -> list[BoxProblem]:
    """What is wrong with the boxes for any of the divisions, under the round's settings; each thing once."""
    found = {
        (problem.box, problem.message): problem
        for division in divisions
        for problem in round_.rules.problems(round_.settings_for(division.grade), boxes)
    }
    return list(found.values())


def problems(round_: Round, divisions: Sequence[Division], boxes: Sequence[Box]) -> Problems:
    """The same by place on the paper as it is typed, the first of each place, in the reader's language."""
    found: Problems = {}
    shape = round_.rules.shape(round_.settings_for(divisions[0].grade)) if divisions else Shape(0, 0)
    for problem in box_problems(round_, divisions, boxes):
        place, serves_all = _place(shape, problem)
        found.setdefault(place, sentence(problem.shared if serves_all else problem.message))
    return found


def _place(shape: Shape, problem: BoxProblem) -> tuple[str, bool]:
    """Where on the paper a problem stands, and whether that place serves all boxes."""
    if problem.box is None:
        return "boxes", False
    of_target = problem.code.startswith("target") or (problem.code == "repeat" and shape.sets == 1)
    kind, count = ("target", shape.targets) if of_target and shape.targets else ("set", shape.sets)
    return f"{kind}-{1 if count == 1 else problem.box + 1}", count == 1 and shape.boxes > 1


def without_puzzle(round_: Round) -> list[Division]:
    """The grades that have players and no puzzle in the round; of a tiebreaker, the grade of its sides."""
    if game := round_.tiebreaker:
        return list(Division.objects.filter(pk=game.tie.division_id).exclude(division_puzzles__round=round_))
    playing = Division.objects.filter(event_id=round_.event_id, players__isnull=False).distinct()
    return list(playing.exclude(division_puzzles__round=round_))


def misfits(round_: Round) -> dict[Division, str]:
    """Grades whose puzzle does not fit the settings, as when these were changed later; each with a sentence."""
    asked = versions(round_)
    found = {}
    for division in Division.objects.filter(pk__in=asked):
        if wrong := problems(round_, [division], asked[division.pk].read_boxes()):
            found[division] = next(iter(wrong.values()))
    return found


def in_hand(round_: Round) -> set[int]:
    """Ids of the grades of which somebody has typed, or is typing, a sheet: their puzzle stays as it is."""
    keyings = Keying.objects.filter(sheet__round=round_).exclude(state=Keying.State.DROPPED)
    return set(keyings.values_list("sheet__entrant__division_id", flat=True))


def in_use(round_: Round, divisions: Iterable[Division]) -> bool:
    return not in_hand(round_).isdisjoint(division.pk for division in divisions)


def shared(round_: Round, divisions: Sequence[Division]) -> Puzzle | None:
    """The puzzle that these grades, and no others, share in the round."""
    held = list(
        DivisionPuzzle.objects.filter(round=round_, division__in=divisions).select_related("puzzle__active")
    )
    puzzles = {entry.puzzle for entry in held}
    if len(puzzles) != 1 or len(held) != len(divisions):
        return None
    (puzzle,) = puzzles
    return puzzle if puzzle.division_puzzles.count() == len(held) else None


def gaps(round_: Round) -> list[str]:
    """What stands in the way of opening the round, a sentence each."""
    if not DivisionPuzzle.objects.filter(round=round_).exists():
        return [_("%(round)s has no puzzle yet.") % {"round": round_.name}]
    missing = [division.label for division in without_puzzle(round_)]
    found = [_("No puzzle yet for %(grades)s.") % {"grades": ", ".join(missing)}] if missing else []
    return found + [
        _("The puzzle of %(grade)s does not fit the settings: %(sentence)s")
        % {"grade": division.label, "sentence": wrong}
        for division, wrong in misfits(round_).items()
    ]


def any_puzzle(round_: Round, divisions: Iterable[Division]) -> bool:
    return DivisionPuzzle.objects.filter(round=round_, division__in=divisions).exists()
