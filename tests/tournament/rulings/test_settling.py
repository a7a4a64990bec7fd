"""Many answers ruled on at once: what each keeps for itself, and who may not."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes, make_user
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.common.wording.stored_words import in_words
from tournament.models import AuditEntry, Job, Result, Ruling, Submission
from tournament.organiser import actions as events, round_steps
from tournament.roster import relation_actions
from tournament.rulings import actions as rulings, queue
from tournament.rulings.actions import Settling

pytestmark = pytest.mark.django_db

HITS, TWO_WAYS = "1*2*3*4", "6/2(1+2)"


@pytest.fixture
@made_once
def twelve(round_24, add_player, typed) -> list[Submission]:
    """Twelve lines that nobody could read, on four sheets of three."""
    for sheet in range(4):
        typed(round_24, add_player(), [(at, f"doodle {sheet} {at}") for at in range(3)])
    return list(Submission.objects.order_by("pk"))


@pytest.fixture
@made_once
def colleague(event, organiser):
    user = make_user("cleo", first_name="Cleo")
    event.memberships.create(user=user, role="judge")
    return user


def settle(judge_user, lines, **more) -> rulings.Settled:
    event = lines[0].sheet.round.event
    chosen = [Settling(line) for line in lines]
    return rulings.settle(by=judge_user, event=event, lines=chosen, reason="Nobody can read it.", **more)


def post(client, *lines, **more):
    said = {"lines": [line.pk for line in lines], "reason": "Nobody can read it.", **more}
    return client.post(reverse("judge-settle", args=["spring"]), said, follow=True)


@pytest.mark.postgresql
def test_twelve_answers_are_settled_with_one_entry_that_names_them(event, twelve, judge_user, work_through):
    settled = settle(judge_user, twelve)
    assert (len(settled.given), settled.refused) == (12, [])
    (entry,) = AuditEntry.objects.filter(verb__startswith="ruling.")
    assert (entry.verb, entry.after["text"]) == ("ruling.settled", [line.text for line in twelve])
    assert entry.after["rulings"] == list(Ruling.objects.values_list("pk", flat=True))
    assert Job.objects.filter(state="waiting").count() == 4
    assert queue.open_groups(event) == []
    work_through()
    assert not Result.objects.filter(provisional=True).exists()


def test_one_that_is_refused_is_left_out_and_told(twelve, judge_user, colleague):
    rulings.give(by=colleague, submission=twelve[0], counts_as="value", value="24", reason="I can.")
    settled = settle(judge_user, twelve)
    ((line, refused),) = settled.refused
    assert (line, refused.code, len(settled.given)) == (twelve[0], "ruled_meanwhile", 11)


def test_settling_twice_gives_each_ruling_once(twelve, judge_user):
    settle(judge_user, twelve)
    assert settle(judge_user, twelve).given == []
    assert Ruling.objects.count() == 12
    assert AuditEntry.objects.filter(verb="ruling.settled").count() == 1


def test_each_needs_the_signatures_that_the_event_asks_for(event, organiser, twelve, judge_user, colleague):
    events.change(by=organiser, event=event, judges_per_ruling=2)
    first, second = settle(judge_user, twelve[:2]).given
    rulings.sign(by=colleague, ruling=first)
    assert (first.signatures.count(), second.signatures.count()) == (2, 1)


def test_a_final_round_is_left_as_it_is(twelve, judge_user, organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    assert {refused.code for _line, refused in settle(judge_user, twelve).refused} == {"round_final"}
    assert not Ruling.objects.exists()


# relations


@pytest.fixture
@made_once
def related(event, organiser, twelve, judge_user):
    """The judge is related to whoever wrote the first three lines."""
    player = twelve[0].sheet.entrant.player
    relation_actions.mark(by=organiser, event=event, user=judge_user, player=player)


def test_a_judge_does_not_rule_on_an_answer_of_a_relative(related, twelve, judge_user, typed, round_24, add_player):
    (same,) = typed(round_24, add_player(), [(0, twelve[0].text)])
    for line in (twelve[0], same):
        with pytest.raises(Refused) as refused:
            rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.")
        assert (refused.value.code, "related to 101" in refused.value.sentence) == ("related", True)
    assert rulings.give(by=judge_user, submission=same, counts_as="nothing", reason="No.", only_this_sheet=True)


def test_nor_signs_one(event, organiser, related, twelve, judge_user, colleague):
    events.change(by=organiser, event=event, judges_per_ruling=2)
    given = rulings.give(by=colleague, submission=twelve[0], counts_as="nothing", reason="No.")
    with pytest.raises(Refused) as refused:
        rulings.sign(by=judge_user, ruling=given)
    assert refused.value.code == "related"


def test_of_several_the_relatives_lines_are_left_out_and_the_page_says_why(judge, related, twelve):
    shown = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert shown.count("You are related to 101, who wrote this.") == 3
    answer = post(judge, *twelve).content.decode()
    assert "9 answers are settled" in answer
    assert answer.count("still waits: You are related to 101") == 3


def test_an_illegible_line_is_named_without_quotation_marks(
    event, organiser, judge, judge_user, entrant, round_24, typed
):
    (line,) = typed(round_24, entrant, [(0, "", "illegible")])
    relation_actions.mark(by=organiser, event=event, user=judge_user, player=entrant.player)
    answer = post(judge, line).content.decode()
    assert "The illegible line still waits" in answer
    assert "“The illegible line" not in answer


# the page


def test_the_ticked_answers_count_for_nothing(judge, twelve):
    assert "12 answers are settled; points follow in a moment." in post(judge, *twelve).content.decode()
    assert set(Ruling.objects.values_list("counts_as", "submission")) == {("nothing", None)}


def test_without_a_reason_each_has_the_usual_one(judge, twelve):
    post(judge, *twelve[:2], reason=" ")
    assert {in_words(each.reason) for each in Ruling.objects.all()} == {"No method can be read in it."}


def test_one_without_any_reason_waits_on(judge_user, twelve):
    settled = rulings.settle(by=judge_user, event=twelve[0].sheet.round.event, lines=[Settling(twelve[0])])
    assert (settled.given, settled.refused[0][1].sentence) == ([], "Write a reason. Others can read it.")


def test_what_was_ruled_on_meanwhile_is_told(judge, twelve, colleague):
    rulings.give(by=colleague, submission=twelve[0], counts_as="value", value="24", reason="I can.")
    answer = post(judge, *twelve[:2]).content.decode()
    assert "1 answer is settled" in answer
    assert "1 answer was left out: meanwhile it was ruled on" in answer


def test_garbage_in_the_form_does_no_harm(judge, twelve):
    line = Submission.objects.order_by("pk").first().pk
    said = {"lines": ["x", ":", line, f"{line}:2", "9" * 500], "reason": "So."}
    assert judge.post(reverse("judge-settle", args=["spring"]), said).status_code == 302
    assert Ruling.objects.count() == 1


def test_answers_that_change_no_points_are_settled_together(judge, add_round, add_player, typed):
    missed = add_round("twenty_four", boxes(((1, 2, 2, 6), 24)), rounds=1)
    near = add_round("hit_the_target", boxes(((1, 2, 2, 6), 5)), rounds=1)
    for round_ in (missed, near):
        typed(round_, add_player(), [(0, TWO_WAYS)])
    shown = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "Settle these 2" in shown
    answer = post(judge, *Submission.objects.all(), same="1", reason="All the same.")
    assert "2 answers are settled" in answer.content.decode()
    given = Ruling.objects.order_by("puzzle").values_list("counts_as", "submission_id")
    assert list(given) == [("nothing", None), ("method", Submission.objects.get(sheet__round=near).pk)]


@pytest.fixture
@made_once
def alike(add_round, entrant, typed) -> tuple[Submission, Submission]:
    """Two lines with the same kind of readings, which all miss."""
    round_ = add_round("twenty_four", boxes(((1, 2, 2, 6), 24), ((1, 2, 4, 6), 24)), rounds=2)
    return tuple(typed(round_, entrant, [(0, TWO_WAYS), (1, "4/2(1+6)")]))


def test_one_like_a_line_that_was_ruled_before_is_settled_as_that_was(judge, judge_user, alike):
    rulings.give(by=judge_user, submission=alike[0], counts_as="method", method="6/2*(1+2)", reason="As it comes.")
    assert "1 answer is settled" in post(judge, alike[1], same="1", reason="").content.decode()
    given = Ruling.objects.latest("pk")
    assert (given.counts_as, given.method, given.reason) == ("method", "4 / 2 * (1 + 6)", "As it comes.")


def test_one_that_an_earlier_ruling_cannot_decide_is_not_settled_as_the_same(judge, judge_user, alike):
    rulings.give(by=judge_user, submission=alike[0], counts_as="method", method="6*2+1+2", reason="So it says.")
    assert "Settle" not in judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "1 answer was left out" in post(judge, alike[1], same="1", reason="").content.decode()


def test_one_that_can_change_points_by_now_is_not_settled_as_the_same(judge, round_24, entrant, typed):
    typed(round_24, entrant, [(0, "doodle")])
    answer = post(judge, *Submission.objects.all(), same="1").content.decode()
    assert "1 answer was left out" in answer
    assert not Ruling.objects.exists()


def test_below_a_full_list_it_is_settled_for_that_sheet_alone(judge, add_round, add_player, typed, work_through):
    round_ = add_round("one_to_many", boxes(((1, 2, 3, 4), 24)), targets=1, points_list=[4])
    (_hit, line) = typed(round_, add_player(), [(0, HITS), (0, "doodle")])
    post(judge, line, same="1")
    assert Ruling.objects.get().submission == line
    typed(round_, add_player(), [(0, "doodle")])
    assert len(queue.open_groups(round_.event)) == 1, "another sheet may get points by it"
