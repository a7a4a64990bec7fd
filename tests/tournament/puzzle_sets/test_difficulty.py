"""The difficulty of a made set: one step in all places, and solve rates of one's own final rounds alone."""

import json
import re

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone

from judging.language.editions import EDITIONS
from puzzles.sets.generate import reporter_of
from tournament.models import Division, Entrant, Event, Membership, Player, PuzzleSet, Result, Role, Round, User
from tournament.puzzle_sets import actions as sets, draft_actions as drafts, use_actions
from tournament.puzzle_sets.boxes import keys_of
from tournament.puzzle_sets.queries import boxes
from tournament.puzzle_sets.solve_rates import SolveRate, solve_rates
from tournament.rounds import actions as rounds
from tournament.set_library import library

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(organiser, event, work_through) -> list[PuzzleSet]:
    """Sets of a 24 Game."""
    round_ = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    sets.make_for_round(by=organiser, round_=round_)
    while work_through():
        pass
    return list(PuzzleSet.objects.order_by("grade"))


@pytest.fixture
def used(organiser, made) -> list[PuzzleSet]:
    for draft in made:
        use_actions.use(by=organiser, puzzle_set=draft)
    return made


def test_overview_page_key_and_files_have_the_same_steps_which_rise_with_the_grade(client, organiser, used):
    client.force_login(organiser)
    overview = client.get(reverse("puzzle-sets", args=["spring"])).content.decode()
    before = 0
    for draft, of_overview in zip(used, overview.split("<ul")[-len(used) :], strict=True):
        questions = json.loads(library.as_json(draft))["puzzles"]
        steps = [each["report"]["difficulty"]["step"] for puzzle in questions for each in puzzle["questions"]]
        page = client.get(reverse("made-set", args=["spring", draft.pk])).content.decode()
        assert [int(step) for step in re.findall(r'class="step step-(\d)"', page)] == steps == sorted(steps)
        counts = [int(count) for count in re.findall(r"spread-n[^>]*>(\d+)", of_overview)]
        assert counts == [steps.count(step) for step in range(1, 6)]
        address = reverse("puzzle-print", args=["spring", draft.round.position])
        key = client.get(address, {"what": "key", "grades": draft.grade}).content
        with pypdfium2.PdfDocument(key) as document:
            text = " ".join(document[0].get_textpage().get_text_range().split())
        assert [int(step) for step in re.findall(r"Difficulty (\d) of 5", text)] == steps
        words = [each.difficulty for each in boxes(draft)]
        assert all(each in text and each in page for each in words)
        assert [row[-1] for row in library.as_rows([draft])][1:] == [str(step) for step in steps]
        assert sum(steps) > before
        before = sum(steps)


def test_kept_boxes_are_compared_with_the_kind_that_is_made_now(organiser, made, work_through):
    draft = made[0]
    key = keys_of(draft.read_puzzles()[-1])[0]
    draft = drafts.keep(by=organiser, puzzle_set=draft, keys=[key])
    before = next(each for each in boxes(draft) if each.key == key)
    values = draft.settings | {"number_to": 13, "step_least": 1, "step_most": 5}
    drafts.change(by=organiser, puzzle_set=draft, values=values)
    while work_through():
        pass
    after = boxes(PuzzleSet.objects.get(pk=draft.pk))
    kept = next(each for each in after if each.key == key)
    assert kept.report == reporter_of("twenty_four", values, EDITIONS["basic-24"]).compare(before.report)
    assert [each.report.step for each in after] == sorted(each.report.step for each in after)


# solve rates


@pytest.fixture
def played(event, used):
    """played(results, hits): the final round of the sets, which so many of grade 3 played; so many hit each box."""

    def play(results: int, hits: int) -> PuzzleSet:
        division = Division.objects.get(event=event, grade=3)
        for n in range(results):
            player = Player.objects.create(
                event=event, division=division, number=500 + n, first_name="A", last_name="B"
            )
            entrant = Entrant.objects.create(event=event, player=player, division=division)
            lines = [{"line": n, "box": box, "points": 10, "code": "hits"} for box in range(3) if n < hits]
            Result.objects.create(
                round=used[0].round, entrant=entrant, points=0, lines=lines, worked_out_at=timezone.now()
            )
        Round.objects.update(status="final")
        return used[0]

    return play


def test_the_solve_rates_of_ones_own_final_rounds_stand_behind_why(client, organiser, played):
    draft = played(50, 20)
    steps = [each.report.step for each in boxes(draft)]
    assert solve_rates(organiser, draft) == {
        step: SolveRate(20 * steps.count(step), 50 * steps.count(step)) for step in steps
    }
    client.force_login(organiser)
    page = client.get(reverse("made-set", args=["spring", draft.pk])).content.decode()
    assert f"solved {20 * steps.count(1)} of {50 * steps.count(1)} questions of this" in " ".join(page.split())


def test_fewer_than_fifty_results_say_nothing(organiser, played):
    assert solve_rates(organiser, played(49, 20)) == {}


def test_another_grade_another_format_and_a_round_that_is_not_final_say_nothing(organiser, played):
    draft = played(50, 20)
    for changed in ({"grade": 4}, {"format": "target_game"}, {"edition": {"edition": "dmas"}}):
        PuzzleSet.objects.filter(pk=draft.pk).update(round=None, **changed)
        assert solve_rates(organiser, PuzzleSet.objects.get(pk=draft.pk)) == {}
    Round.objects.update(status="marking")
    assert solve_rates(organiser, draft) == {}


def test_the_demo_and_events_of_others_say_nothing(organiser, event, played):
    draft = played(50, 20)
    other = User.objects.create_user(username="other")
    assert solve_rates(other, draft) == {}
    Membership.objects.create(event=event, user=other, role=Role.JUDGE)
    assert solve_rates(other, draft) == {}
    Event.objects.update(slug="demo")
    assert solve_rates(organiser, draft) == {}
