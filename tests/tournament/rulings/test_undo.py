"""Taking a ruling back at once: what held before holds again, and both rulings stay."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import boxes, make_user
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Result, Ruling, Submission
from tournament.organiser import actions as events, round_steps
from tournament.rulings import actions as rulings, queue, undo as undoing
from tournament.rulings.actions import Settling

pytestmark = pytest.mark.django_db

TWO_WAYS, OTHERWISE = "6/2(1+2)", "6 ÷ 2(1 + 2)"


@pytest.fixture
@made_once
def lines(add_round, add_player, hand_in, work_through) -> list[Submission]:
    round_ = add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)
    for text in (TWO_WAYS, OTHERWISE):
        hand_in(round_, add_player(), [(0, text)])
    work_through()
    return list(Submission.objects.order_by("pk"))


def give(judge, line, **more) -> Ruling:
    return rulings.give(by=judge, submission=line, **{"counts_as": "nothing", "reason": "Seen.", **more})


def test_the_answer_waits_again_however_it_was_written(lines, judge, judge_user, event, work_through):
    ruling = give(judge_user, lines[0], counts_as="method", method="(6/2)*(1+2)")
    work_through()
    assert set(Result.objects.in_force().values_list("points", flat=True)) == {10}
    page = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    address = reverse("ruling-undo", args=["spring", ruling.pk])
    assert address in page
    answer = judge.post(address)
    assert answer["Location"].endswith(f"/judge/?at={lines[0].pk}")
    work_through()
    assert set(Result.objects.in_force().values_list("points", flat=True)) == {0}
    assert [each.counts_as for each in Ruling.objects.order_by("pk")] == ["method", "withdrawn"]
    assert AuditEntry.objects.filter(verb="ruling.given").count() == 2
    page = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "Take back" not in page
    assert "1 answer is left" in page
    assert undoing.undoable(judge_user, event) == [], "there is nothing to take back of taking back"


def test_what_was_ruled_before_is_given_again(lines, judge_user):
    give(judge_user, lines[1], counts_as="value", value="9", reason="On the paper there is a fraction.")
    second = give(judge_user, lines[0], reason="A slip.")
    (again,) = undoing.undo(by=judge_user, ruling=second)
    assert (again.counts_as, again.value, again.reason) == ("value", "9", "On the paper there is a fraction.")


def test_an_illegible_line_is_named_by_its_player(lines, add_player, typed, judge, judge_user):
    (line,) = typed(lines[0].sheet.round, add_player(107), [(0, "", "illegible")])
    give(judge_user, line)
    page = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "ruling on the illegible line of 107" in flat(page)


@pytest.mark.parametrize("too_late", ["a minute later", "after another ruling", "by somebody else", "two must sign"])
def test_only_the_last_thing_that_this_judge_did_within_a_minute(
    lines, event, judge_user, organiser, monkeypatch, too_late
):
    colleague = make_user("cleo")
    event.memberships.create(user=colleague, role="judge")
    if too_late == "two must sign":
        events.change(by=organiser, event=event, judges_per_ruling=2)
    ruling, by = give(judge_user, lines[0]), judge_user
    if too_late == "a minute later":
        monkeypatch.setattr(undoing, "WITHIN", timedelta(0))
    elif too_late == "after another ruling":
        give(judge_user, lines[0], only_this_sheet=True)
    elif too_late == "by somebody else":
        by = colleague
    with pytest.raises(Refused) as refused:
        undoing.undo(by=by, ruling=ruling)
    assert refused.value.code == "too_late"


def test_a_colleague_who_ruled_meanwhile_and_a_final_round_stop_it(lines, event, judge_user, organiser, work_through):
    colleague = make_user("cleo")
    event.memberships.create(user=colleague, role="judge")
    ruling = give(judge_user, lines[0])
    give(colleague, lines[0], reason="I saw it too.", counts_as="value", value="1")
    with pytest.raises(Refused, match="Meanwhile cleo"):
        undoing.undo(by=judge_user, ruling=ruling)
    ruling = give(judge_user, lines[0], reason="Again.")
    work_through()
    round_steps.move(by=organiser, round_=ruling.puzzle.round, status="final", anyway=True)
    with pytest.raises(Refused, match="needs a re-score"):
        undoing.undo(by=judge_user, ruling=ruling)


@pytest.fixture
@made_once
def settled(round_24, event, judge_user, typed, add_player) -> list[Ruling]:
    """Three lines of two sheets that one press ruled on."""
    lines = [*typed(round_24, add_player(), [(0, "a b"), (1, "c d")]), *typed(round_24, add_player(), [(0, "e f")])]
    chosen = [Settling(line) for line in lines]
    return rulings.settle(by=judge_user, event=event, lines=chosen, reason="Nobody can read it.").given


@pytest.mark.postgresql
def test_one_press_takes_back_what_one_press_settled(settled, judge, event):
    page = judge.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "Take back 3 rulings:" in page
    answer = judge.post(reverse("ruling-undo", args=["spring", settled[0].pk]), follow=True)
    assert "The rulings are taken back." in answer.content.decode()
    assert {group.first.text for group in queue.open_groups(event)} == {"a b", "c d", "e f"}
    assert [each.counts_as for each in Ruling.objects.order_by("pk")] == ["nothing"] * 3 + ["withdrawn"] * 3
    assert "Take back" not in answer.content.decode()


def test_where_a_colleague_has_ruled_on_one_of_them_all_stay(settled, judge_user, event):
    colleague = make_user("cleo")
    event.memberships.create(user=colleague, role="judge")
    give(colleague, Submission.objects.get(text="c d"), counts_as="value", value="1")
    with pytest.raises(Refused, match="Meanwhile cleo"):
        undoing.undo(by=judge_user, ruling=settled[0])
    assert not Ruling.objects.filter(counts_as="withdrawn").exists()
