"""Sets for a round: made by the worker, used in the round, and nothing that is there is overwritten silently."""

from fractions import Fraction

import pytest
from django.urls import reverse

from puzzles.sets import search
from puzzles.sets.puzzles import Emptied, GeneratedPuzzle as Made
from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.archive import actions as archive
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Job, MethodCounts, PuzzleSet, PuzzleSetUse, PuzzleVersion
from tournament.organiser import round_steps
from tournament.organiser.progress import of_round
from tournament.puzzle_papers import queries as papers
from tournament.puzzle_papers.answer_keys import AnswerKeys
from tournament.puzzle_sets import actions as sets, draft_actions, generation, queries, use_actions
from tournament.puzzle_sets.boxes import box_key
from tournament.puzzle_sets.generation import DONE, EMPTIED, MAKING, STOPPED
from tournament.results.rounds import grades_in
from tournament.round_puzzles import actions as puzzle_actions, completeness
from tournament.rounds import actions as rounds

FORMATS = ("hit_the_target", "twenty_four", "one_to_many", "many_to_one", "dmas", "smash")


@pytest.fixture
def work(work_through):
    """Work until nothing waits."""

    def until_done() -> None:
        while work_through():
            pass

    return until_done


@pytest.fixture
def planned(organiser, event):
    @made_once
    def add(format_slug="many_to_one", **values):
        made = rounds.add(by=organiser, event=event, format_slug=format_slug)
        plan = made.plan.export()
        plan["values"] |= values
        return rounds.change(by=organiser, round_=made, settings=plan)

    return add


@pytest.fixture
@made_once
def ready(organiser, planned, work):
    """The set of grade 3 for a small round, made."""
    round_ = planned(sets=3)
    sets.make_for_round(by=organiser, round_=round_)
    work()
    return PuzzleSet.objects.get(round=round_, grade=3)


@pytest.mark.parametrize("format_slug", FORMATS)
def test_one_press_fills_every_grade_of_a_round(format_slug, organiser, event, planned, work):
    round_ = planned(format_slug)
    asked = sets.make_for_round(by=organiser, round_=round_)
    assert [each.grade for each in asked.begun] == [3, 4, 5]
    work()
    for draft in PuzzleSet.objects.filter(round=round_, making=PuzzleSet.Making.EMPTIED):
        sets.go_on(by=organiser, puzzle_set=draft)  # the seed is a secret one: a rare target has too few sets
    work()
    for draft in PuzzleSet.objects.filter(round=round_):
        assert draft.making == DONE
        use_actions.use(by=organiser, puzzle_set=draft)
    assert completeness.gaps(round_) == []
    assert PuzzleSetUse.objects.count() == 3


def test_in_a_round_for_teams_only_grades_with_a_team_get_sets(organiser, event, planned, add_player, client, work):
    add_player(grade=3, team="Otters")
    add_player(grade=4)
    team_round, alone = planned("smash"), planned("twenty_four")
    client.force_login(organiser)
    done = client.post(reverse("puzzle-sets-make", args=["spring"]), follow=True).content.decode()
    assert "These have no team, so nothing is made for them: SMASH · Grade 4, SMASH · Grade 5" in done
    assert list(PuzzleSet.objects.filter(round=team_round).values_list("grade", flat=True)) == [3]
    team_round.status = "marking"
    assert [each.division.grade for each in grades_in(event, team_round)] == [3]
    team_round.refresh_from_db()
    assert PuzzleSet.objects.filter(round=alone).count() == 3
    page = client.get(reverse("round-run", args=["spring", team_round.position])).content.decode()
    assert ("grade=3" in page, "grade=4" in page) == (True, False)
    work()
    use_actions.use(by=organiser, puzzle_set=PuzzleSet.objects.get(round=team_round))
    assert completeness.gaps(team_round) == []
    assert of_round(team_round).is_ready
    asked = boxes(*[((), each) for each in range(1, 21)])
    puzzle_actions.assign(by=organiser, round_=team_round, divisions=[event.divisions.get(grade=4)], boxes=asked)
    printed = papers.asked(team_round, event.divisions.all())
    assert [[each.grade for each in question.divisions] for question in printed] == [[3]]


def test_one_press_makes_the_whole_day_without_a_question_twice(organiser, event, planned, work):
    for format_slug in ("hit_the_target", "twenty_four", "many_to_one"):
        planned(format_slug)
    assert len(sets.make_for_day(by=organiser, event=event).begun) == 9
    work()
    keys = [
        question.key
        for draft in PuzzleSet.objects.all()
        for puzzle in draft.read_puzzles()
        for question in puzzle.questions
    ]
    assert len(keys) == len(set(keys)) == 3 * (3 + 3 + 10)
    assert sets.make_for_day(by=organiser, event=event).begun == []


def test_puzzles_that_are_there_stay(organiser, event, planned, work):
    round_ = planned("twenty_four")
    typed = boxes(((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((2, 2, 2, 3), 24))
    grade_3 = event.divisions.get(grade=3)
    before = puzzle_actions.assign(by=organiser, round_=round_, divisions=[grade_3], boxes=typed)
    asked = sets.make_for_round(by=organiser, round_=round_)
    assert asked.left == [(round_, grade_3)]
    other = sets.make_for_grade(by=organiser, round_=round_, division=grade_3)
    work()
    with pytest.raises(Refused, match="To replace them, tick the box"):
        use_actions.use(by=organiser, puzzle_set=other)
    assert completeness.shared(round_, [grade_3]).active == before
    assert use_actions.use(by=organiser, puzzle_set=other, replace=True).number == 2


def test_a_puzzle_that_was_typed_after_the_set_was_used_is_not_overwritten(organiser, ready):
    use_actions.use(by=organiser, puzzle_set=ready)
    grade_3 = ready.event.divisions.get(grade=3)
    asked = ready.round.rules.lay_out(ready.round.settings_for(3), [(1, 2, 3, 4), (1, 1, 4, 6), (2, 2, 2, 3)], [24])
    puzzle_actions.assign(by=organiser, round_=ready.round, divisions=[grade_3], boxes=asked)
    with pytest.raises(Refused, match="other puzzles"):
        use_actions.use(by=organiser, puzzle_set=ready)


def test_kept_boxes_stay_and_the_others_are_made_again(organiser, ready, work):
    first, *others = (question.key for question in ready.read_puzzles()[0].questions)
    key = f"{' '.join(map(str, first[0]))}={first[1]}"
    kept = draft_actions.keep(by=organiser, puzzle_set=ready, keys=[key, "7 7 7 7=1"])
    assert kept.kept == [key]
    draft_actions.again(by=organiser, puzzle_set=kept)
    work()
    now = [question.key for question in PuzzleSet.objects.get(pk=ready.pk).read_puzzles()[0].questions]
    assert now[0] == first
    assert set(now[1:]).isdisjoint(others)
    assert len(now) == 3


def test_a_box_that_is_edited_gets_its_proof(organiser, ready):
    question = ready.read_puzzles()[0].questions[1]
    key = f"{' '.join(map(str, sorted(question.numbers)))}={question.target}"
    edited = draft_actions.edit(
        by=organiser, puzzle_set=ready, key=key, numbers=(1, 1, 1, 1), target=question.target + 0
    )
    puzzle = Made.read(edited.puzzles[0])
    assert puzzle.questions[1].numbers == (1, 1, 1, 1)
    assert bool(puzzle.questions[1].report.methods) is (question.target <= 4)  # the target is drawn by chance
    assert puzzle.questions[0] == ready.read_puzzles()[0].questions[0]


def test_a_box_without_a_method_is_named_above_the_button(organiser, ready, client):
    key = box_key(ready.read_puzzles()[0].questions[1])
    edited = draft_actions.edit(by=organiser, puzzle_set=ready, key=key, numbers=(1, 1, 1, 1), target=Fraction(999))
    client.force_login(organiser)
    page = client.get(reverse("made-set", args=["spring", edited.pk])).content.decode()
    assert "No method was found for " in page


def test_the_simplest_method_of_a_box_has_the_signs_of_print(organiser, ready):
    key = box_key(ready.read_puzzles()[0].questions[1])
    edited = draft_actions.edit(by=organiser, puzzle_set=ready, key=key, numbers=(9,), target=Fraction(3))
    assert queries.boxes(edited)[1].simplest == "√(9)"


def test_two_organisers_do_not_write_over_each_other(organiser, ready):
    seen = str(ready.revision)
    draft_actions.keep(by=organiser, puzzle_set=ready, keys=[], seen=seen)
    with pytest.raises(Refused, match="Somebody else has changed this set"):
        draft_actions.again(by=organiser, puzzle_set=ready, seen=seen)


def test_constraints_that_nothing_satisfies_are_named(organiser, ready, work, monkeypatch):
    monkeypatch.setattr(search, "MOST_COST", 600)
    values = ready.settings | {"methods_least": 900}
    draft_actions.change(by=organiser, puzzle_set=ready, values=values)
    work()
    emptied = PuzzleSet.objects.get(pk=ready.pk)
    assert emptied.making == EMPTIED
    assert emptied.problem["constraint"] == "methods_least"
    with pytest.raises(Refused, match="not ready"):
        use_actions.lock(by=organiser, puzzle_set=emptied)


def test_settings_out_of_order_are_refused_at_their_field(organiser, ready):
    with pytest.raises(Refused) as refused:
        draft_actions.change(by=organiser, puzzle_set=ready, values=ready.settings | {"number_from": 9, "number_to": 2})
    assert list(refused.value.fields) == ["number_to"]
    with pytest.raises(Refused) as refused:
        draft_actions.change(by=organiser, puzzle_set=ready, values=ready.settings | {"numbers_count": 99})
    assert list(refused.value.fields) == ["numbers_count"]


def test_a_stopped_set_keeps_what_is_made_and_goes_on(organiser, event, planned, work, monkeypatch):
    round_ = planned("hit_the_target")
    sets.make_for_round(by=organiser, round_=round_)
    draft = sets.stop(by=organiser, puzzle_set=PuzzleSet.objects.get(grade=3))
    work()
    assert PuzzleSet.objects.get(pk=draft.pk).making == STOPPED
    assert sets.make_for_round(by=organiser, round_=round_).begun == [draft]
    work()
    assert PuzzleSet.objects.get(pk=draft.pk).making == DONE


def test_a_set_of_an_event_that_was_archived_meanwhile_ends_cleanly(organiser, event, planned, work):
    sets.make_for_round(by=organiser, round_=planned("twenty_four"))
    event.archived_at = event.held_on
    type(event).objects.filter(pk=event.pk).update(archived_at="2026-05-10T00:00Z")
    work()
    assert set(PuzzleSet.objects.values_list("making", flat=True)) == {STOPPED}
    assert not Job.objects.exclude(state=Job.State.DONE).filter(kind=Job.MAKE_PUZZLES).exists()


def test_a_set_that_is_deleted_while_it_is_made_ends_cleanly(organiser, planned, work):
    sets.make_for_round(by=organiser, round_=planned("twenty_four"))
    sets.remove(by=organiser, puzzle_set=PuzzleSet.objects.get(grade=3))
    work()
    assert [each.making for each in PuzzleSet.objects.all()] == [DONE, DONE]


def test_a_set_outlives_its_round(organiser, ready):
    rounds.remove(by=organiser, round_=ready.round)
    left = PuzzleSet.objects.get(pk=ready.pk)
    assert left.round is None
    with pytest.raises(Refused, match="belongs to no round"):
        use_actions.use(by=organiser, puzzle_set=left)


def test_a_correction_is_a_new_version_and_leads_to_a_re_score(organiser, ready, add_player, hand_in, work):
    held = use_actions.use(by=organiser, puzzle_set=ready)
    for grade in (4, 5):
        use_actions.use(by=organiser, puzzle_set=PuzzleSet.objects.get(grade=grade))
    entrant = add_player(grade=3)
    for step in ("open", "closed", "marking"):
        round_steps.move(by=organiser, round_=ready.round, status=step)
    ready.round.refresh_from_db()
    hand_in(ready.round, entrant, [(0, "1")])
    question = ready.read_puzzles()[0].questions[0]
    key = f"{' '.join(map(str, sorted(question.numbers)))}={question.target}"
    edited = draft_actions.edit(by=organiser, puzzle_set=ready, key=key, numbers=(1, 1, 1, 2), target=question.target)
    with pytest.raises(Refused, match="re-score"):
        use_actions.use(by=organiser, puzzle_set=edited)
    rescore = use_actions.propose_correction(by=organiser, puzzle_set=edited, reason="Misprinted.")
    assert rescore.changes[0]["before"] == held.pk
    assert [each.number for each in ready.versions.all()] == [1, 2]
    assert PuzzleVersion.objects.filter(puzzle=held.puzzle).count() == 2


def test_the_audit_trail_never_names_a_question(organiser, ready):
    numbers = [" ".join(map(str, each.numbers)) for each in ready.read_puzzles()[0].questions]
    draft_actions.again(by=organiser, puzzle_set=ready)
    written = str(list(AuditEntry.objects.filter(verb__startswith="set.").values_list("before", "after")))
    assert not any(each in written for each in numbers)
    assert ready.seed not in written
    assert PuzzleSet.objects.get(pk=ready.pk).making == MAKING


def test_a_set_that_is_made_again_in_an_archived_event_goes_on_after_it_was_opened_again(organiser, event, ready, work):
    draft_actions.again(by=organiser, puzzle_set=ready)
    type(event).objects.filter(pk=event.pk).update(archived_at="2026-05-10T00:00Z")
    work()
    stopped = PuzzleSet.objects.get(pk=ready.pk)
    assert (stopped.making, stopped.puzzles, len(stopped.todo)) == (STOPPED, ready.puzzles, 3)
    assert not Job.objects.exclude(state="done").exists()
    type(event).objects.filter(pk=event.pk).update(archived_at=None)
    sets.go_on(by=organiser, puzzle_set=stopped)
    work()
    assert PuzzleSet.objects.get(pk=ready.pk).making == DONE


@pytest.mark.parametrize("emptied", [False, True])
def test_a_puzzle_that_was_being_made_while_its_event_was_archived_is_not_stored(
    organiser, event, planned, work, emptied
):
    round_ = planned("twenty_four")
    draft = sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))
    made = Emptied("solvable", 1, False, "Solvable") if emptied else generation._next(draft, generation._maker(draft))
    type(event).objects.filter(pk=event.pk).update(archived_at="2026-05-10T00:00Z")
    assert generation._store(draft, made) == "changed"
    work()
    draft.refresh_from_db()
    assert (draft.making, draft.puzzles, draft.problem) == (STOPPED, [], None)
    assert not Job.objects.exclude(state="done").exists()


def test_an_event_that_was_deleted_while_a_set_was_made_leaves_nothing(organiser, event, planned, work):
    round_ = planned("twenty_four")
    draft = sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))
    made = generation._next(draft, generation._maker(draft))
    type(event).objects.filter(pk=event.pk).update(visibility="hidden")
    archive.delete(by=organiser, event=event)
    assert generation._store(draft, made) == "changed"
    work()
    assert not PuzzleSet.objects.exists()
    assert not Job.objects.exclude(state="done").exists()


def test_the_methods_of_a_used_set_are_counted_before_its_round_for_organisers_alone(
    client, organiser, event, planned, work
):
    round_ = planned(sets=1)  # counting takes a second a set
    sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))
    work()
    version = use_actions.use(by=organiser, puzzle_set=PuzzleSet.objects.get())
    keys = AnswerKeys(methods=3)
    (note,) = {key.notes[-1] for key in keys.of(round_, version)}
    assert note == "How many methods there are in all is still being counted."
    work()
    assert MethodCounts.objects.get(version=version).is_complete
    said = [" ".join(key.notes) for key in keys.of(round_, version)]
    counted = ("in all with at most one function", "more than 1,000,000 methods")
    assert all(any(words in each for words in counted) for each in said)
    assert "in all" not in client.get(reverse("round", args=["spring", round_.position])).content.decode()


def test_boxes_that_cannot_be_made_again_stay_and_the_set_stays_ready(organiser, event, work, client):
    """One to Many: kept targets fix the numbers, and there are only two other targets."""
    round_ = rounds.add(by=organiser, event=event, format_slug="one_to_many")
    plan = round_.plan.export()
    plan["values"] |= {"targets": 4, "target_from": 1, "target_to": 6, "numbers_count": 3}
    plan["by_grade"] = {}
    round_ = rounds.change(by=organiser, round_=round_, settings=plan)
    sets.make_for_round(by=organiser, round_=round_)
    work()
    draft = PuzzleSet.objects.get(round=round_, grade=3)
    assert draft.making == DONE
    before = draft.puzzles
    keys = [box_key(each) for each in draft.read_puzzles()[0].questions]
    draft_actions.keep(by=organiser, puzzle_set=draft, keys=keys[:1])
    draft_actions.again(by=organiser, puzzle_set=draft)
    work()
    draft.refresh_from_db()
    assert (draft.making, draft.todo, draft.puzzles) == (DONE, [], before)
    client.force_login(organiser)
    page = client.get(reverse("made-set", args=["spring", draft.pk])).content.decode()
    assert "The questions are as they were." in page
    assert "Use these puzzles" in page
