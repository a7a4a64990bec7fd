"""Puzzles: which grade is asked what, and in which version."""

import pytest
from django.utils import timezone

from tests.tournament.making import boxes
from tournament.common.refusals import Refused
from tournament.imports import actions as imports
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, DivisionPuzzle, Puzzle, PuzzleVersion, Round, Sheet
from tournament.organiser import round_steps
from tournament.round_puzzles import actions as puzzle_actions, completeness, import_undo as puzzle_undo
from tournament.round_puzzles.importer import plan
from tournament.rounds import actions as rounds

THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
OTHER = boxes(((1, 1, 4, 6), 24), ((2, 2, 2, 3), 24), ((1, 1, 3, 4), 24))


@pytest.fixture
def grades(event):
    return {division.grade: division for division in event.divisions.all()}


@pytest.fixture
def game(event, organiser):
    return rounds.add(by=organiser, event=event, format_slug="twenty_four")


@pytest.fixture
def ask(organiser, game, grades):
    def set_for(*wanted: int, what=THREE) -> PuzzleVersion:
        return puzzle_actions.assign(
            by=organiser, round_=game, divisions=[grades[grade] for grade in wanted], boxes=what
        )

    return set_for


def by_grade(game) -> dict[int, int]:
    return dict(DivisionPuzzle.objects.filter(round=game).values_list("division__grade", "puzzle_id"))


def test_grades_share_a_puzzle(ask, game):
    version = ask(3, 4)
    assert by_grade(game) == {3: version.puzzle_id, 4: version.puzzle_id}
    assert version.read_boxes() == THREE


def test_a_change_for_the_same_grades_is_a_new_version(ask):
    first, second = ask(3, 4), ask(4, 3, what=OTHER)
    assert (second.puzzle_id, second.number) == (first.puzzle_id, 2)
    assert Puzzle.objects.get().active == second


def test_a_change_for_one_of_them_gives_it_a_puzzle_of_its_own(ask, game):
    first, second = ask(3, 4), ask(4, what=OTHER)
    assert by_grade(game) == {3: first.puzzle_id, 4: second.puzzle_id}


def test_a_puzzle_given_to_more_grades_is_theirs_together(ask, game):
    ask(3, 4)
    later = ask(3, 4, 5)
    assert set(by_grade(game).values()) == {later.puzzle_id}


def test_the_same_boxes_again_change_nothing(ask):
    first = ask(3, 4)
    assert ask(3, 4) == first
    assert PuzzleVersion.objects.count() == 1
    assert AuditEntry.objects.filter(verb="puzzle.set").count() == 1


@pytest.mark.parametrize(
    "what,place,said",
    [
        (THREE[:2], "boxes", "The sheet needs 3 boxes and has 2."),
        (
            boxes(((1, 2, 3), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24)),
            "set-1",
            "Set 1 needs 4 numbers and has 3.",
        ),
        (
            boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 9), 24), ((4, 4, 4, 4), 24)),
            "set-2",
            "Set 2: 9 is not from 1 to 6.",
        ),
        (
            boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 3, 2, 1), 24)),
            "set-3",
            "Set 3 asks the same as Set 1.",
        ),
    ],
)
def test_what_the_format_forbids_is_said_at_its_place_on_the_paper(ask, what, place, said):
    with pytest.raises(Refused) as refused:
        ask(3, what=what)
    assert refused.value.fields == {place: said}
    assert not PuzzleVersion.objects.exists()


def test_a_set_that_serves_every_box_is_spoken_of_once(event, organiser, grades):
    marathon = rounds.add(by=organiser, event=event, format_slug="one_to_many")
    laid_out = marathon.rules.lay_out(marathon.settings_for(3), [(1, 2, 3)], [*range(1, 10), 500])
    with pytest.raises(Refused) as refused:
        puzzle_actions.assign(by=organiser, round_=marathon, divisions=[grades[3]], boxes=laid_out)
    assert refused.value.fields == {
        "set-1": "Needs 4 numbers and has 3.",
        "target-10": "Target 500: the target 500 is not from 1 to 50.",
    }


def test_somebody_must_be_asked(ask):
    with pytest.raises(Refused, match="at least one grade"):
        ask()


def test_a_puzzle_under_a_volunteers_hands_stays(organiser, round_24, entrant, volunteer, event):
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    with pytest.raises(Refused, match="can no longer be changed"):
        puzzle_actions.assign(by=organiser, round_=round_24, divisions=[entrant.player.division], boxes=OTHER)
    keyings.put_back(by=volunteer, keying=keying)
    assert puzzle_actions.assign(by=organiser, round_=round_24, divisions=[entrant.player.division], boxes=OTHER)


def test_a_final_round_keeps_its_puzzles(organiser, round_24, event):
    round_steps.move(by=organiser, round_=round_24, status="final")
    with pytest.raises(Refused, match="is final"):
        puzzle_actions.assign(by=organiser, round_=round_24, divisions=list(event.divisions.all()), boxes=OTHER)


FILE = b"round,grades,numbers\n1,3-4,1 2 3 4\n1,3-4,5 3 6 6\n1,3-4,4 4 4 4\n1,5,1 1 4 6\n1,5,2 2 2 3\n1,5,1 1 3 4\n"


@pytest.fixture
def upload(event, organiser, game):
    return imports.keep(by=organiser, event=event, kind="puzzles", filename="p.csv", content=FILE)


def test_a_file_sets_every_puzzle_once(organiser, upload, game):
    puzzle_actions.apply_import(by=organiser, upload=upload)
    assert len(set(by_grade(game).values())) == 2
    assert completeness.gaps(game) == []
    with pytest.raises(Refused, match="already imported"):
        puzzle_actions.apply_import(by=organiser, upload=upload)
    assert PuzzleVersion.objects.count() == 2


def test_a_file_that_fits_no_longer_is_refused_whole(event, organiser, upload, game):
    rounds.change(by=organiser, round_=game, settings={"values": {"number_to": 5}})
    with pytest.raises(Refused, match="nothing was imported"):
        puzzle_actions.apply_import(by=organiser, upload=upload)
    assert not PuzzleVersion.objects.exists()


def test_what_is_imported_is_what_was_shown(event, organiser, upload, ask):
    shown = plan(event, imports.table_of(upload)).fingerprint
    ask(5)
    with pytest.raises(Refused, match="have changed since these rows were checked"):
        puzzle_actions.apply_import(by=organiser, upload=upload, shown=shown)
    assert PuzzleVersion.objects.count() == 1


def test_an_import_of_puzzles_is_undone(event, organiser, upload, game, ask):
    ask(5)
    before = by_grade(game)
    puzzle_actions.apply_import(by=organiser, upload=upload)
    puzzle_undo.undo_import(by=organiser, upload=upload)
    assert by_grade(game) == before
    puzzle_actions.apply_import(by=organiser, upload=upload)
    assert completeness.gaps(game) == []


@pytest.mark.parametrize(
    "later,said",
    [
        (lambda game: Round.objects.filter(pk=game.pk).update(status="open"), "has been opened."),
        (lambda game: Sheet.objects.create(round=game, kind="spare", printed_at=timezone.now()), "have been printed."),
        (lambda game: game.division_puzzles.first().delete(), "was changed since."),
    ],
)
def test_what_hangs_on_imported_puzzles_is_said(organiser, upload, game, later, said):
    puzzle_actions.apply_import(by=organiser, upload=upload)
    later(game)
    with pytest.raises(Refused, match=said):
        puzzle_undo.undo_import(by=organiser, upload=upload)
