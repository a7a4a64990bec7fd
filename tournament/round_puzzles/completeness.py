"""Which puzzle each grade has in a round, and whether the round can be played."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from judging.games.paper import Box, BoxProblem, SheetShape

from ..common.wording.sentences import sentence
from ..models import Division, DivisionPuzzle, Keying, Puzzle, Round
from ..roster.substitutes import playing
from ..scoring.questions import versions

Problems = dict[str, str]  # "set-1", "target-3" (counted from 1) or "boxes" (the whole sheet) -> sentence


def box_problems(round_: Round, divisions: Iterable[Division], boxes: Sequence[Box]) -> list[BoxProblem]:
    """The problems of the boxes for any of the divisions, under the round's settings; each one once."""
    by_box = {
        (problem.box, problem.message): problem
        for division in divisions
        for problem in round_.rules.problems(round_.settings_for(division.grade), boxes)
    }
    return list(by_box.values())


def problems(round_: Round, divisions: Sequence[Division], boxes: Sequence[Box]) -> Problems:
    """The problems of the boxes as {form field: sentence}, the first one of each field."""
    by_field: Problems = {}
    shape = round_.rules.shape(round_.settings_for(divisions[0].grade)) if divisions else SheetShape(0, 0)
    for problem in box_problems(round_, divisions, boxes):
        place, serves_all = _place(shape, problem)
        by_field.setdefault(place, sentence(problem.shared if serves_all else problem.message))
    return by_field


def _place(shape: SheetShape, problem: BoxProblem) -> tuple[str, bool]:
    """The form field of a problem, and whether that field serves all boxes."""
    if problem.box is None:
        return "boxes", False
    of_target = problem.code.startswith("target") or (problem.code == "repeat" and shape.sets == 1)
    kind, count = ("target", shape.targets) if of_target and shape.targets else ("set", shape.sets)
    return f"{kind}-{1 if count == 1 else problem.box + 1}", count == 1 and shape.boxes > 1


def without_puzzle(round_: Round) -> list[Division]:
    """The grades that play the round, have players and no puzzle in it; of a tiebreaker, the grade of its sides."""
    if game := round_.tiebreaker:
        return list(Division.objects.filter(pk=game.tie.division_id).exclude(division_puzzles__round=round_))
    with_players = Division.objects.filter(event_id=round_.event_id, players__isnull=False).distinct()
    return playing(round_, with_players.exclude(division_puzzles__round=round_))


def grades_asked(round_: Round) -> list[int]:
    """The grades that have a puzzle in the round; of a tiebreaker, the grade of its sides."""
    if game := round_.tiebreaker:
        return [game.tie.division.grade]
    asked = DivisionPuzzle.objects.filter(round=round_).order_by("division__grade")
    return list(asked.values_list("division__grade", flat=True))


def misfits(round_: Round) -> dict[Division, str]:
    """Grades whose puzzle does not fit the settings, each with a sentence; it happens when settings change later."""
    asked = versions(round_)
    sentences = {}
    for division in Division.objects.filter(pk__in=asked):
        if wrong := problems(round_, [division], asked[division.pk].read_boxes()):
            sentences[division] = next(iter(wrong.values()))
    return sentences


def in_hand(round_: Round) -> set[int]:
    """Ids of the divisions with a sheet that is or was typed: their puzzle can no longer change."""
    keyings = Keying.objects.filter(sheet__round=round_).exclude(state=Keying.State.DROPPED)
    return set(keyings.values_list("sheet__entrant__division_id", flat=True))


def in_use(round_: Round, divisions: Iterable[Division]) -> bool:
    return not in_hand(round_).isdisjoint(division.pk for division in divisions)


def shared(round_: Round, divisions: Sequence[Division]) -> Puzzle | None:
    """The puzzle that these grades, and no others, share in the round."""
    held = list(DivisionPuzzle.objects.filter(round=round_, division__in=divisions).select_related("puzzle__active"))
    puzzles = {entry.puzzle for entry in held}
    if len(puzzles) != 1 or len(held) != len(divisions):
        return None
    (puzzle,) = puzzles
    return puzzle if puzzle.division_puzzles.count() == len(held) else None


def gaps(round_: Round) -> list[str]:
    """Puzzles that are missing before the round can open, a sentence each."""
    if not DivisionPuzzle.objects.filter(round=round_).exists():
        return [_("%(round)s has no puzzle yet.") % {"round": round_.name}]
    missing = [division.label for division in without_puzzle(round_)]
    sentences = [_("No puzzle yet for %(grades)s.") % {"grades": ", ".join(missing)}] if missing else []
    return sentences + [
        _("The puzzle of %(grade)s does not fit the settings: %(sentence)s")
        % {"grade": division.label, "sentence": wrong}
        for division, wrong in misfits(round_).items()
    ]


def any_puzzle(round_: Round, divisions: Iterable[Division]) -> bool:
    return DivisionPuzzle.objects.filter(round=round_, division__in=divisions).exists()
