"""Working on a draft: keep boxes, have others made again, change what is made, edit a box by hand."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from judging.language.editions import EDITIONS, edition as read_edition
from puzzles.functions.operations import normalise
from puzzles.sets.generate import FORMATS, reporter_of
from puzzles.sets.puzzles import GeneratedPuzzle, GeneratedQuestion, Report, Reporter, easy_first

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import tidy
from ..common.refusals import Refused, invalid
from ..common.wording.sentences import sentence
from ..jobs import queue as jobs
from ..models import Job, PuzzleSet, User
from ..web.permissions import require
from .actions import MAKING, locked
from .boxes import box_key, keys_of, with_puzzle, with_questions
from .defaults import new_seed
from .generation import write_log


@transaction.atomic
def keep(*, by: User, puzzle_set: PuzzleSet, keys: Collection[str], seen: str = "") -> PuzzleSet:
    """Choose which boxes stay when the others are made again. Not audited: nothing changes by it."""
    require(by, "run", puzzle_set.event)
    draft = _at_rest(puzzle_set, seen)
    there = {key for puzzle in draft.read_puzzles() for key in keys_of(puzzle)}
    draft.kept, draft.revision = sorted(there & {*keys}), draft.revision + 1
    draft.save(update_fields=["kept", "revision"])
    return draft


@transaction.atomic
def again(*, by: User, puzzle_set: PuzzleSet, keys: Collection[str] | None = None, seen: str = "") -> PuzzleSet:
    """Have these boxes made again, or all that are not kept."""
    require(by, "run", puzzle_set.event)
    draft = _at_rest(puzzle_set, seen)
    there = [key for puzzle in draft.read_puzzles() for key in keys_of(puzzle)]
    draft.todo = [key for key in there if (key in keys if keys is not None else key not in draft.kept)]
    draft.kept = [key for key in draft.kept if key not in draft.todo]
    if not draft.todo and len(draft.read_puzzles()) >= draft.count:
        raise Refused("all_kept", _("All questions are kept. Untick those that you want to have made again."))
    _wait_for_worker(draft)
    audit.record(draft.event, by, "set.again", draft, after={"puzzles": len(draft.todo)})
    return draft


@transaction.atomic
def change(
    *, by: User, puzzle_set: PuzzleSet, values: Mapping[str, object], count: int | None = None, seen: str = ""
) -> PuzzleSet:
    """Change what is made. Boxes that are not kept are made again under the new settings, with a new seed. Refused with
    a sentence a field if they do not fit together."""
    require(by, "run", puzzle_set.event)
    draft = _at_rest(puzzle_set, seen)
    schema = FORMATS[draft.format].schema
    if problems := schema.problems(values):
        raise invalid(**{each.name: sentence(each.message) for each in problems})
    before = draft.settings
    draft.settings, draft.seed = schema.read(values).export(), new_seed()
    draft.edition = draft.round.edition if draft.round else draft.edition
    draft.count = count or draft.count
    puzzles = [puzzle for puzzle in draft.read_puzzles() if not {*draft.kept}.isdisjoint(keys_of(puzzle))]
    draft.puzzles = [each.as_dict() for each in easy_first(_compared(puzzles[: draft.count], _reporter(draft)))]
    draft.todo = [key for puzzle in puzzles for key in keys_of(puzzle) if key not in draft.kept]
    _wait_for_worker(draft)
    audit.record(draft.event, by, "set.changed", draft, before=before, after=draft.settings)
    return draft


def _compared(puzzles: Sequence[GeneratedPuzzle], reporter: Reporter) -> Iterator[GeneratedPuzzle]:
    """The puzzles, with the difficulty among the questions of the kind that is made now."""
    for each in puzzles:
        yield with_questions(each, (q._replace(report=reporter.compare(q.report)) for q in each.questions))


@transaction.atomic
def edit(
    *, by: User, puzzle_set: PuzzleSet, key: str, numbers: Sequence[int], target: Fraction, seen: str = ""
) -> PuzzleSet:
    """Write other numbers or another target into a box; what the format's boxes share changes in all of the puzzle.
    Each gets its proof. A question that cannot be solved is allowed: the page says so beside it."""
    require(by, "run", puzzle_set.event)
    draft = _at_rest(puzzle_set, seen)
    puzzle = next((each for each in draft.read_puzzles() if key in keys_of(each) and each.questions), None)
    if puzzle is None:
        raise Refused("gone", _("This question is no longer in the set."))
    edited = _edited(draft, puzzle, key, tuple(numbers), target)
    puzzles = with_puzzle(draft.read_puzzles(), edited)
    draft.puzzles = [each.as_dict() for each in puzzles]
    at = [box_key(each) for each in puzzle.questions].index(key)
    draft.kept = sorted({*draft.kept, box_key(edited.questions[at])} & {k for each in puzzles for k in keys_of(each)})
    draft.revision += 1
    write_log(draft, "edited", position=at + 1)
    draft.save()
    audit.record(draft.event, by, "set.edited", draft)
    return draft


def _edited(
    draft: PuzzleSet, puzzle: GeneratedPuzzle, key: str, numbers: tuple[int, ...], target: Fraction
) -> GeneratedPuzzle:
    made, wanted = FORMATS[draft.format], normalise(target)
    reporter, questions = _reporter(draft), []
    for question in puzzle.questions:
        is_edited = box_key(question) == key
        new = (
            numbers if is_edited or made.shares_numbers else question.numbers,
            wanted if is_edited or made.shares_target else question.target,
        )
        questions.append(question if new == question[:2] else GeneratedQuestion(*new, prove(reporter, *new)))
    return with_questions(puzzle, questions)


def _reporter(draft: PuzzleSet) -> Reporter:
    edition = read_edition(draft.edition) if draft.edition else EDITIONS[FORMATS[draft.format].edition]
    return reporter_of(draft.format, draft.settings, edition)


def prove(reporter: Reporter, numbers: tuple[int, ...], target) -> Report:
    """The report of a question; functions are looked for only where the four operations find nothing."""
    report = reporter.report(numbers, target, functions=False)
    return report if report.solvable or reporter.is_plain else reporter.report(numbers, target)


@transaction.atomic
def name(*, by: User, puzzle_set: PuzzleSet, name: str, tags: Sequence[str]) -> PuzzleSet:
    """Give a set another name and tags."""
    require(by, "run", puzzle_set.event)
    draft = locked(puzzle_set)
    before = {"name": draft.name, "tags": draft.tags}
    draft.name, draft.tags = tidy(name), sorted({tidy(tag).lower() for tag in tags if tidy(tag)})
    if not 0 < len(draft.name) <= 80:
        raise invalid(name=_("Give the set a name of at most 80 letters."))
    if len(draft.tags) > limits.TAGS or any(len(tag) > limits.TAG for tag in draft.tags):
        raise invalid(
            tags=_("At most %(n)s tags, of at most %(most)s letters.") % {"n": limits.TAGS, "most": limits.TAG}
        )
    draft.save(update_fields=["name", "tags"])
    audit.record(draft.event, by, "set.named", draft, before=before, after={"name": draft.name, "tags": draft.tags})
    return draft


def _at_rest(draft: PuzzleSet, seen: str) -> PuzzleSet:
    """The set, locked; refused while the worker makes it."""
    current = locked(draft, seen)
    if current.making == MAKING:
        raise Refused("being_made", _("This set is being made. Wait until it is ready, or stop it first."))
    return current


def _wait_for_worker(draft: PuzzleSet) -> None:
    draft.making, draft.problem = MAKING, None
    draft.attempt, draft.revision = draft.attempt + 1, draft.revision + 1
    write_log(draft, "again")
    draft.save()
    jobs.ensure(Job.MAKE_PUZZLES, draft.pk)
