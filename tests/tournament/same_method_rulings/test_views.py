"""The judge's pages on whether two methods count once or twice."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.models import PairRuling, Result, Round, Verdict
from tournament.same_method_rulings.actions import rule
from tournament.same_method_rulings.pair_page import differences

pytestmark = pytest.mark.django_db
PLAIN, TURNED = "(5-1)*(9-3)", "(1-5)*(3-9)"
QUERIES = 18


@pytest.fixture
def written(add_round, entrant, hand_in, work_through):
    asked = boxes(((1, 3, 5, 9), 24), ((5, 3, 6, 6), 24), ((2, 3, 4, 1), 24))
    hand_in(add_round("twenty_four", asked, number_to=10), entrant, [(0, PLAIN), (0, TURNED)])
    work_through()
    return {verdict.text: verdict.pk for verdict in Verdict.objects.all()}


@pytest.fixture
def judge(client, judge_user):
    client.force_login(judge_user)
    return client


def address(event, written) -> str:
    return reverse("pair", args=[event.slug, written[PLAIN], written[TURNED]])


def test_a_judge_finds_the_pair_sees_why_and_rules(event, written, judge, work_through):
    listed = judge.get(reverse("pairs", args=[event.slug])).content.decode()
    assert PLAIN in listed
    assert TURNED in listed
    page = judge.get(address(event, written)).content.decode()
    assert "<math" in page
    assert "equal in algebra" in page
    answer = judge.post(address(event, written), {"says": "same", "reason": "Signs turned twice."}, follow=True)
    assert "count once from now on" in answer.content.decode()
    work_through()
    assert Result.objects.get().points == 10


def test_before_a_ruling_the_page_says_whose_points_and_places_change(
    event, written, judge, add_player, hand_in, work_through
):
    round_ = Round.objects.get()
    ahead = add_player()
    hand_in(round_, ahead, [(0, PLAIN), (2, "2*3*4*1")])
    work_through()
    page = judge.get(address(event, written))
    once, twice = page.context["previews"]
    (points,) = once["page"].points
    assert (points.who.label, points.before, points.after) == ("101", 20, 10)
    (standing,) = once["page"].standings
    assert {each.who.label: (each.before, each.after) for each in standing.moved} == {"101": (1, 2)}
    assert twice["page"].points == twice["page"].standings == []
    assert [sheet.entrant.label for sheet in page.context["sheets"]] == ["101"]
    assert "Nobody’s points change." in page.content.decode()
    assert not PairRuling.objects.exists()


def test_the_page_says_which_teams_change_by_their_members_points(
    event, judge, add_round, add_player, hand_in, work_through
):
    asked = boxes(((1, 3, 5, 9), 24), ((5, 3, 6, 6), 24), ((2, 3, 4, 1), 24))
    round_ = add_round("twenty_four", asked, number_to=10)
    hand_in(round_, add_player(team="Red Foxes"), [(0, PLAIN), (0, TURNED)])
    hand_in(round_, add_player(team="Blue Owls"), [(0, PLAIN), (2, "2*3*4*1")])
    hand_in(round_, add_player(team="Owls of 4", grade=4), [(0, PLAIN)])
    work_through()
    ids = {verdict.text: verdict.pk for verdict in Verdict.objects.all()}
    page = judge.get(address(event, ids))
    once, _twice = page.context["previews"]
    teams = next(each for each in once["page"].standings if each.kind == "teams")
    moved = {each.who.shown: (each.before, each.after, each.total_before, each.total_after) for each in teams.moved}
    assert moved == {"Red Foxes": (1, 2, 20, 10)}
    assert "Red Foxes" in page.content.decode()


def test_earlier_rulings_stand_beside_another_pair(
    event, written, judge, judge_user, add_player, hand_in, work_through
):
    hand_in(Round.objects.get(), add_player(), [(0, PLAIN), (0, "3*5*1+9")])
    work_through()
    first, second = (Verdict.objects.get(text=text) for text in (PLAIN, "3*5*1+9"))
    rule(by=judge_user, event=event, first=first, second=second, says="different", reason="Another idea.")
    (precedent,) = judge.get(address(event, written)).context["precedents"]
    assert precedent.reason == "Another idea."


def test_what_differs_is_marked_in_both_texts():
    one, other = differences("(5 - 1)*(9-3)", "(1-5)*(9-3)")
    assert "".join(piece.text for piece in one) == "(5 - 1)*(9-3)"
    assert any(piece.differs for piece in one)
    assert other[-1].text == ")*(9-3)"
    assert not other[-1].differs


def test_what_differs_is_marked_in_both_formulas(event, written, judge):
    page = judge.get(address(event, written)).content.decode()
    for number in "1539":
        assert page.count(f'<mrow class="differs"><mn>{number}</mn></mrow>') == 2


def test_a_ruling_without_a_reason_is_400_and_keeps_the_choice(event, written, judge):
    answer = judge.post(address(event, written), {"says": "same", "reason": ""})
    assert answer.status_code == 400
    assert "checked" in answer.content.decode()
    assert not PairRuling.objects.exists()


def test_withdrawing_is_offered_only_where_something_was_ruled(event, written, judge):
    answer = judge.post(address(event, written), {"says": "withdrawn", "reason": "x"})
    assert answer.status_code == 400
    judge.post(address(event, written), {"says": "different", "reason": "x"})
    assert judge.post(address(event, written), {"says": "withdrawn", "reason": "x"}).status_code == 302
    assert PairRuling.objects.count() == 2


def test_methods_of_another_event_are_not_found(event, written, judge):
    assert judge.get(reverse("pair", args=[event.slug, written[PLAIN], 999_999])).status_code == 404


def test_an_event_without_pairs_says_so(event, judge):
    assert "No pair to decide" in judge.get(reverse("pairs", args=[event.slug])).content.decode()


def test_the_list_takes_as_many_queries_for_three_pairs_as_for_one(
    event, judge, add_round, add_player, hand_in, work_through, django_assert_num_queries
):
    asked = boxes(((1, 3, 5, 9), 24), ((2, 6, 5, 9), 16), ((1, 7, 4, 8), 24))
    round_ = add_round("hit_the_target", asked)
    hand_in(round_, add_player(), [(0, PLAIN), (0, TURNED)])
    work_through()
    with django_assert_num_queries(QUERIES):
        judge.get(reverse("pairs", args=[event.slug]))
    pairs = [(1, "(6-2)*(9-5)"), (1, "(2-6)*(5-9)"), (2, "(7-1)*(8-4)"), (2, "(1-7)*(4-8)")]
    hand_in(round_, add_player(), pairs)
    work_through()
    with django_assert_num_queries(QUERIES):
        listed = judge.get(reverse("pairs", args=[event.slug])).content.decode()
    assert all(text in listed for _, text in pairs)
