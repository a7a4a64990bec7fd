"""The pages of puzzle sets: what only they can break, and where a set meets the state of its round."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tournament.common.refusals import Refused
from tournament.models import PuzzleSet
from tournament.organiser import round_steps
from tournament.puzzle_sets import actions as sets, use_actions
from tournament.puzzle_sets.boxes import keys_of
from tournament.round_puzzles import actions as puzzle_actions
from tournament.round_puzzles.printed_questions import REPRINT
from tournament.rounds import actions as rounds
from tournament.sheets import actions as sheets


@pytest.fixture
def work(work_through):
    def until_done() -> None:
        while work_through():
            pass

    return until_done


@pytest.fixture
def ready(organiser, event, work):
    """Made sets of a round with two boxes for every grade; that of grade 3."""
    round_ = rounds.add(by=organiser, event=event, format_slug="many_to_one")
    plan = round_.plan.export()
    plan["values"] |= {"sets": 2}
    round_ = rounds.change(by=organiser, round_=round_, settings=plan)
    sets.make_for_round(by=organiser, round_=round_)
    work()
    return PuzzleSet.objects.get(grade=3)


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def page_of(desk, draft: PuzzleSet) -> str:
    return desk.get(reverse("made-set", args=["spring", draft.pk])).content.decode()


def press(desk, draft: PuzzleSet, **data):
    return desk.post(reverse("made-set", args=["spring", draft.pk]), data, follow=True)


def test_the_round_s_page_makes_puzzles_and_the_day_s_page_uses_them(desk, organiser, event, work):
    rounds.add(by=organiser, event=event, format_slug="twenty_four")
    assert "Make puzzles for me" in desk.get(reverse("round-run", args=["spring", 1])).content.decode()
    desk.post(reverse("puzzle-sets-make", args=["spring"]), {"round": "1"})
    work()
    page = desk.get(reverse("puzzle-sets", args=["spring"])).content.decode()
    assert "Use all 3 sets that are ready" in page
    said = desk.post(reverse("puzzle-sets-use", args=["spring"]), follow=True).content.decode()
    assert "3 sets are used in their rounds." in said


def test_the_emptying_constraint_stands_at_its_field(desk, ready, work):
    values = {name: str(value) for name, value in ready.settings.items() if value is not False}
    address = reverse("made-set-change", args=["spring", ready.pk])
    desk.post(address, values | {"methods_least": "900", "seen": ready.revision})
    work()
    assert page_of(desk, ready).count("Least methods: nothing") == 2
    wrong = desk.post(address, values | {"number_from": "9", "number_to": "2"})
    assert wrong.status_code == 400
    assert "has-error" in wrong.content.decode()


def test_a_box_is_replaced_and_one_edited(desk, ready, work):
    (puzzle,) = ready.read_puzzles()
    first, second = keys_of(puzzle)
    press(desk, ready, replace_box=second, seen=ready.revision)
    work()
    now = keys_of(PuzzleSet.objects.get(pk=ready.pk).read_puzzles()[0])
    assert now[0] == first
    assert now[1] != second
    box = f"{reverse('made-set-box', args=['spring', ready.pk])}?box={first.replace(' ', '+').replace('=', '%3D')}"
    assert "<h1>Set 1</h1>" in desk.get(box).content.decode()
    desk.post(box, {"numbers": "1 1 1 1", "target": str(puzzle.questions[0].target)})
    assert "1 1 1 1" in " ".join(keys_of(PuzzleSet.objects.get(pk=ready.pk).read_puzzles()[0]))
    assert desk.post(box, {"numbers": "1 x", "target": "24"}).status_code in {302, 400}


def test_a_page_that_is_out_of_date_is_told_so(desk, ready):
    said = press(desk, ready, do="keep", seen=ready.revision)
    assert said.status_code == 200
    assert "Somebody else has changed this set" in press(desk, ready, do="again", seen=ready.revision).content.decode()


def test_changed_settings_of_the_round_are_named(desk, organiser, ready):
    plan = ready.round.plan.export()
    plan["values"] |= {"number_to": 5}
    rounds.change(by=organiser, round_=ready.round, settings=plan)
    assert "This set was made with other settings than the round has" in page_of(desk, ready)


def test_printed_sheets_need_a_choice(desk, organiser, ready, add_player):
    use_actions.use(by=organiser, puzzle_set=ready)
    add_player(grade=3)
    sheets.print_(by=organiser, round_=ready.round)
    press(desk, ready, replace_box="none", seen=ready.revision)
    box = keys_of(ready.read_puzzles()[0])[0]
    edit = f"{reverse('made-set-box', args=['spring', ready.pk])}?box={box.replace(' ', '+').replace('=', '%3D')}"
    fresh = PuzzleSet.objects.get(pk=ready.pk)
    if fresh.making == "making":
        sets.stop(by=organiser, puzzle_set=fresh)
        PuzzleSet.objects.filter(pk=ready.pk).update(making="done")
    target = ready.read_puzzles()[0].questions[0].target
    desk.post(edit, {"numbers": "1 2 1 1", "target": str(target)})
    now = PuzzleSet.objects.get(pk=ready.pk)
    with pytest.raises(Refused, match="printed sheet"):
        use_actions.use(by=organiser, puzzle_set=now)
    assert use_actions.use(by=organiser, puzzle_set=now, printed=REPRINT).number == 2


def test_the_day_offers_no_set_that_would_replace_a_changed_puzzle(desk, organiser, ready):
    use_actions.use(by=organiser, puzzle_set=ready)
    division, (first, second) = ready.division, use_actions.asked(ready)
    boxes = (replace(first, numbers=second.numbers), replace(second, numbers=first.numbers))
    puzzle_actions.assign(by=organiser, round_=ready.round, divisions=[division], boxes=boxes)
    page = desk.get(reverse("puzzle-sets", args=["spring"])).content.decode()
    assert "the round has other puzzles" in page
    assert "Use all 2 sets that are ready" in page


def test_a_set_is_used_while_its_round_is_open_and_not_once_it_is_final(organiser, ready, event):
    for draft in PuzzleSet.objects.all():
        use_actions.use(by=organiser, puzzle_set=draft)
    round_steps.move(by=organiser, round_=ready.round, status="open")
    use_actions.use(by=organiser, puzzle_set=ready)
    with pytest.raises(Refused, match="has started"):
        sets.make_for_round(by=organiser, round_=ready.round)


@pytest.mark.parametrize(
    "values,sentence",
    [
        ({"name": " "}, "Give the set a name of at most 80 letters."),
        ({"name": "Set", "tags": "x" * 31}, "At most 10 tags, of at most 30 letters."),
    ],
)
def test_the_page_shows_why_a_name_or_tag_is_refused(desk, ready, values, sentence):
    answer = desk.post(reverse("made-set-name", args=["spring", ready.pk]), values)
    assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
