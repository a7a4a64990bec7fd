"""A judge's word on whether two methods count once or twice, remembered throughout the event."""

import datetime

import pytest
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes
from tournament.jobs import queue as jobs
from tournament.models import Job, PairRuling, Result, Round, Submission, Verdict
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings, near_duplicates as record
from tournament.scoring.loader import EntrantInRound, Scoring
from tournament.scoring.stored_points import differences
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db

TURNED, PLAIN, THIRD = "(1-5)*(3-9)", "(5-1)*(9-3)", "9+(5*3)*1"


@pytest.fixture
def round_1359(add_round):
    return add_round("twenty_four", boxes(((1, 3, 5, 9), 24), ((5, 3, 6, 6), 24), ((2, 3, 4, 1), 24)), number_to=10)


@pytest.fixture
def written(round_1359, entrant, hand_in, work_through):
    """One child wrote a method and the same with its signs turned twice."""
    hand_in(round_1359, entrant, [(0, PLAIN), (0, TURNED), (0, "(9-3)*(5-1)")])
    work_through()
    return {verdict.text: verdict for verdict in Verdict.objects.all()}


def points() -> int:
    return Result.objects.get().points


def rule(judge, event, written, says, one=PLAIN, other=TURNED):
    return same_method_rulings.rule(
        by=judge,
        event=event,
        first=written[one],
        second=written[other],
        says=says,
        reason="Signs turned twice.",
    )


def test_kin_count_twice_by_default_and_are_offered_to_the_judge(event, written):
    assert points() == 20
    (near,) = record.near_duplicates(event)
    assert ({near.first.text, near.second.text} >= {TURNED}, near.sheets) == (True, 1)


def test_ruled_the_same_they_count_once_and_are_offered_no_more(event, written, judge_user, work_through):
    rule(judge_user, event, written, "same")
    work_through()
    assert points() == 10
    assert record.near_duplicates(event) == []


def test_withdrawing_leaves_them_to_the_policy_again(event, written, judge_user, work_through):
    rule(judge_user, event, written, "same")
    rule(judge_user, event, written, "withdrawn")
    work_through()
    assert points() == 20
    assert len(record.near_duplicates(event)) == 1


def test_where_the_event_says_that_kin_count_once_a_ruling_can_keep_a_pair_apart(
    event, written, organiser, judge_user, work_through
):
    events.change(by=organiser, event=event, kin_counts_as="same")
    work_through()
    assert points() == 10
    rule(judge_user, event, written, "different")
    work_through()
    assert points() == 20


def test_a_ruling_holds_for_sheets_typed_later(
    event, round_1359, written, judge_user, add_player, hand_in, work_through
):
    rule(judge_user, event, written, "same")
    later = add_player()
    hand_in(round_1359, later, [(0, TURNED), (0, PLAIN)])
    work_through()
    assert Result.objects.get(entrant=later).points == 10


def test_a_ruling_that_contradicts_others_is_refused_and_says_which(
    event, round_1359, written, judge_user, add_player, hand_in, work_through
):
    hand_in(round_1359, add_player(), [(0, THIRD)])
    work_through()
    written |= {THIRD: Verdict.objects.get(text=THIRD)}
    rule(judge_user, event, written, "same", PLAIN, TURNED)
    rule(judge_user, event, written, "different", TURNED, THIRD)
    with pytest.raises(Refused, match="ruled to count twice"):
        rule(judge_user, event, written, "same", PLAIN, THIRD)
    rule(judge_user, event, written, "withdrawn", PLAIN, TURNED)
    rule(judge_user, event, written, "same", PLAIN, THIRD)
    with pytest.raises(Refused, match="ruled to count twice"):
        rule(judge_user, event, written, "same", PLAIN, TURNED)
    assert PairRuling.objects.count() == 4


def test_two_methods_that_others_already_join_cannot_be_kept_apart(
    event, round_1359, written, judge_user, add_player, hand_in, work_through
):
    hand_in(round_1359, add_player(), [(0, THIRD)])
    work_through()
    written |= {THIRD: Verdict.objects.get(text=THIRD)}
    rule(judge_user, event, written, "same", PLAIN, TURNED)
    rule(judge_user, event, written, "same", TURNED, THIRD)
    with pytest.raises(Refused, match="by way of a third"):
        rule(judge_user, event, written, "different", PLAIN, THIRD)


def test_only_a_judge_rules_and_only_with_a_reason(event, written, volunteer, judge_user):
    with pytest.raises(NotAllowed):
        rule(volunteer, event, written, "same")
    with pytest.raises(Refused, match="reason"):
        same_method_rulings.rule(
            by=judge_user, event=event, first=written[PLAIN], second=written[TURNED], says="same", reason=" "
        )
    with pytest.raises(Refused, match="at most 500"):
        same_method_rulings.rule(
            by=judge_user,
            event=event,
            first=written[PLAIN],
            second=written[TURNED],
            says="same",
            reason="so " * 400,
        )


def test_one_method_is_not_a_pair(event, written, judge_user):
    with pytest.raises(Refused, match="the same method"):
        rule(judge_user, event, written, "same", PLAIN, "(9-3)*(5-1)")


def test_the_player_s_page_says_why_a_line_counts_once_and_the_dispute_who_ruled_so(
    client, event, written, judge_user, organiser, work_through
):
    page = f"/events/{event.slug}/players/101/"
    shown = client.get(page).content.decode()
    assert "in another order" in shown
    assert "A judge ruled" not in shown
    rule(judge_user, event, written, "same")
    work_through()
    shown = client.get(page).content.decode()
    assert "A judge ruled that the two count once: Signs turned twice." in shown
    line = Submission.objects.get(text=TURNED)
    dispute = disputes.file(by=organiser, sheet=line.sheet, line=line, statement="Two!", late_because="Late.").dispute
    client.force_login(judge_user)
    desk = client.get(reverse("dispute", args=[event.slug, dispute.pk])).content.decode()
    assert "Signs turned twice." in desk
    assert f'href="{reverse("pairs", args=[event.slug])}"' in desk
    assert "NT-P-" not in shown, "the numbers of the rules are for judges"


def test_points_of_a_final_round_stay_and_its_pairs_are_not_offered(
    event, round_1359, written, organiser, judge_user, work_through
):
    round_steps.move(by=organiser, round_=round_1359, status="final")
    assert record.near_duplicates(event) == []
    with pytest.raises(Refused, match="24 Game is final"):
        rule(judge_user, event, written, "same")
    with pytest.raises(Refused, match="24 Game is final"):
        events.change(by=organiser, event=event, kin_counts_as="same")
    work_through()
    assert (points(), PairRuling.objects.count(), event.kin_counts_as) == (20, 0, "distinct")
    round_steps.move(by=organiser, round_=round_1359, status="marking", why="A protest.")
    rule(judge_user, event, written, "same")
    work_through()
    assert points() == 10


def test_a_sheet_that_is_being_judged_meanwhile_is_judged_again(
    event, round_1359, written, judge_user, add_player, hand_in, work_through
):
    """Its verdicts are not there yet, so it cannot be found by them; its worker may have looked before the ruling."""
    later = add_player()
    hand_in(round_1359, later, [(0, TURNED), (0, PLAIN)])
    (in_hand,) = jobs.claim(Job.objects.get(state="waiting").pk)
    rule(judge_user, event, written, "same")
    assert Job.objects.filter(subject=in_hand.subject, state="waiting").exists()


def test_a_line_that_a_judge_ruled_to_be_one_of_the_two_follows(
    event, round_1359, written, judge_user, add_player, hand_in, work_through
):
    later = add_player()
    lines = hand_in(round_1359, later, [(0, PLAIN), (0, "what is this?")])
    rulings.give(by=judge_user, submission=lines[1], counts_as="method", method=TURNED, reason="Seen on the paper.")
    work_through()
    assert Result.objects.get(entrant=later).points == 20
    rule(judge_user, event, written, "same")
    work_through()
    assert Result.objects.get(entrant=later).points == 10


def test_what_was_struck_out_is_no_near_duplicate(event, round_1359, add_player, hand_in, work_through):
    hand_in(round_1359, add_player(), [(0, PLAIN), (0, TURNED, "struck_out")])
    hand_in(round_1359, add_player(), [(0, TURNED)])
    work_through()
    assert record.near_duplicates(event) == []


def test_methods_of_another_event_are_refused(event, written, judge_user, organiser):
    other = events.create(by=organiser, name="Autumn Day", held_on=datetime.date(2026, 9, 1), grades=[3], slug="autumn")
    people.give_role(by=organiser, event=other, username=judge_user.username, role="judge")
    with pytest.raises(Refused, match="another event"):
        rule(judge_user, other, written, "same")


# Two classes of kin over the first set, three kin over the second. A ruling on two of them joins or parts the others
# too.
A, A_TURNED = "(13-1)*(7-5)", "(1-13)*(5-7)"
B, B_TURNED = "(13-7)*(5-1)", "(7-13)*(1-5)"
TOWERS = "(2^1)^3*3", "(2^3)^1*3", "2^(1*3)*3"


@pytest.fixture
def kin_event(event, organiser):
    return events.change(by=organiser, event=event, kin_counts_as="same")


@pytest.fixture
def two_rounds(add_round):
    """The same numbers twice: what a ruling names is one method in both."""
    asked = boxes(((1, 5, 7, 13), 24), ((1, 2, 3, 3), 24), ((2, 3, 4, 1), 24))
    return [add_round("twenty_four", asked, number_to=13) for _ in range(2)]


def known_verdicts():
    return {verdict.text: verdict for verdict in Verdict.objects.order_by("pk")}


def test_what_is_typed_later_joins_no_methods_of_others(
    kin_event, two_rounds, judge_user, add_player, hand_in, work_through
):
    """A turned is ruled to be B. Whether A is B in the second round must not wait for somebody there to turn A."""
    first, second = two_rounds
    child = add_player()
    hand_in(first, add_player(), [(0, A_TURNED), (0, B)])
    hand_in(second, child, [(0, A), (0, B)])
    work_through()
    assert Result.objects.get(entrant=child).points == 20
    rule(judge_user, kin_event, known_verdicts(), "same", A_TURNED, B)
    work_through()
    before = Result.objects.get(entrant=child).points
    hand_in(second, add_player(), [(0, A_TURNED)])
    work_through()
    assert list(differences(kin_event)) == []
    assert (before, Result.objects.get(entrant=child).points) == (10, 10)


def test_what_is_typed_later_parts_no_methods_of_others(
    kin_event, two_rounds, judge_user, add_player, hand_in, work_through
):
    """Of three kin two are ruled to count twice, and the third goes with the one whose key comes first. That one need
    not have been written in this round."""
    first, second = two_rounds
    child = add_player()
    hand_in(first, add_player(), [(1, text) for text in TOWERS])
    hand_in(second, child, [(1, text) for text in TOWERS[1:]])
    work_through()
    assert Result.objects.get(entrant=child).points == 10
    rule(judge_user, kin_event, known_verdicts(), "different", *TOWERS[:2])
    work_through()
    before = Result.objects.get(entrant=child).points
    hand_in(second, add_player(), [(1, TOWERS[0])])
    work_through()
    assert list(differences(kin_event)) == []
    assert (before, Result.objects.get(entrant=child).points) == (20, 20)


def test_what_is_typed_later_leaves_a_final_round_as_it_is(
    kin_event, two_rounds, organiser, judge_user, add_player, hand_in, work_through
):
    """Nothing is typed in a final round, but its puzzle may get new verdicts: here from a re-score that is dropped."""
    first, second = two_rounds
    child, other = add_player(), add_player()
    hand_in(first, add_player(), [(0, A_TURNED), (0, B)])
    hand_in(second, child, [(0, A), (0, B)])
    (line,) = hand_in(second, other, [(0, A)])
    work_through()
    rule(judge_user, kin_event, known_verdicts(), "same", A_TURNED, B)
    work_through()
    round_steps.move(by=organiser, round_=second, status="final", anyway=True)
    change = proposals.ruling(
        by=judge_user, submission=line, counts_as="method", method=A_TURNED, reason="Turned on the paper."
    )
    rescores.drop(
        by=organiser,
        rescore=rescores.propose(by=judge_user, event=kin_event, changes=[change], reason="Misread."),
    )
    assert Verdict.objects.filter(text=A_TURNED, puzzle_version__puzzle__round=second).exists()
    assert list(differences(kin_event)) == []


def test_kin_and_rulings_on_them_are_worked_out_without_a_query_more(
    event, kin_event, two_rounds, judge_user, add_player, hand_in, work_through, django_assert_num_queries
):
    entrant = add_player()
    hand_in(two_rounds[0], entrant, [(0, A_TURNED), (0, B)])
    work_through()
    paper = EntrantInRound(two_rounds[0].pk, entrant.pk)
    for round_event in (event, kin_event):  # by the policy distinct, and by same
        round_ = Round.objects.get(pk=two_rounds[0].pk)
        round_.event = round_event
        with django_assert_num_queries(5):  # questions, rulings on lines, lines, verdicts, rulings on pairs
            assert Scoring([round_]).question_of(paper).same == {}
    rule(judge_user, kin_event, known_verdicts(), "same", A_TURNED, B)
    with django_assert_num_queries(5):
        assert len(Scoring([round_]).question_of(paper).same) == 1


def test_a_ruling_on_a_pair_reaches_their_kin(kin_event, two_rounds, judge_user, add_player, hand_in, work_through):
    child = add_player()
    hand_in(two_rounds[0], add_player(), [(0, A), (0, B)])
    hand_in(two_rounds[0], child, [(0, A_TURNED), (0, B_TURNED)])
    work_through()
    assert Result.objects.get(entrant=child).points == 20
    written = known_verdicts()
    for says, points_then in (("same", 10), ("withdrawn", 20)):
        rule(judge_user, kin_event, written, says, A, B)
        work_through()
        assert (says, Result.objects.get(entrant=child).points) == (says, points_then)
        assert list(differences(kin_event)) == []


def test_a_ruling_on_a_pair_reaches_kin_in_a_final_round_by_a_re_score_alone(
    kin_event, two_rounds, organiser, judge_user, add_player, hand_in, work_through
):
    first, second = two_rounds
    hand_in(first, add_player(), [(0, A), (0, B)])
    hand_in(second, add_player(), [(0, A_TURNED), (0, B_TURNED)])
    work_through()
    round_steps.move(by=organiser, round_=second, status="final", anyway=True)
    with pytest.raises(Refused, match="24 Game is final"):
        rule(judge_user, kin_event, known_verdicts(), "same", A, B)
    assert PairRuling.objects.count() == 0
    written = known_verdicts()
    change = proposals.pair(
        by=judge_user, event=kin_event, first=written[A], second=written[B], says="same", reason="Turned."
    )
    rescore = rescores.propose(by=judge_user, event=kin_event, changes=[change], reason="A protest.")
    rescores.apply(by=judge_user, rescore=rescore, note="Methods with signs turned count once.")
    assert set(Result.objects.in_force().values_list("points", flat=True)) == {10}
    assert list(differences(kin_event)) == []
