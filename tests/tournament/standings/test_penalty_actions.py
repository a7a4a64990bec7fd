"""Penalties: who loses points, where that shows, and who gets them back."""

import json

import pytest
from django.db import IntegrityError, connection, transaction

from tournament.audit import history
from tournament.common.refusals import Refused
from tournament.exports import public
from tournament.models import AuditEntry, Event, Penalty
from tournament.rounds import actions as rounds
from tournament.standings import penalty_actions
from tournament.standings.standings import players_table, teams_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(event, round_24, add_player, hand_in, work_through):
    """101 and 102 of one team with 20 and 10 points."""
    first, second = add_player(101, team="Otters"), add_player(102, team="Otters")
    hand_in(round_24, first, [(0, "1*2*3*4"), (0, "(1+2+3)*4")])
    hand_in(round_24, second, [(0, "1*2*3*4")])
    work_through()
    return first, second


def totals(event: Event, table_of=players_table) -> list[tuple[str, int, int]]:
    table = table_of(event, event.divisions.get(grade=3))
    return [(str(each.who), each.total, each.penalty) for each in table.entries]


def give(judge_user, event, entrant, **more) -> Penalty:
    return penalty_actions.give(
        by=judge_user, event=event, entrant=entrant, **{"points": 15, "reason": "Talked.", **more}
    )


def test_a_penalty_takes_points_from_the_total_and_from_the_team_and_from_no_round(event, played, judge_user):
    give(judge_user, event, played[0])
    assert totals(event) == [("102 Ada Lund", 10, 0), ("101 Ada Lund", 5, 15)]
    assert totals(event, teams_table) == [("Otters", 15, 15)]
    table = players_table(event, event.divisions.get(grade=3))
    assert [cell.points for entry in table.entries for cell in entry.cells] == [10, 20]


def test_a_team_is_penalised_itself_and_a_total_may_fall_below_nothing(event, played, judge_user):
    team = played[0].player.team.entrant
    give(judge_user, event, team, points=40)
    assert totals(event, teams_table) == [("Otters", -10, 40)]
    assert [total for _who, total, _penalty in totals(event)] == [20, 10]


def test_what_is_lifted_is_given_back_and_both_rows_stay(event, played, judge_user):
    penalty = give(judge_user, event, played[0])
    lifted = penalty_actions.lift(by=judge_user, penalty=penalty, reason="It was another child.")
    assert penalty_actions.lift(by=judge_user, penalty=penalty, reason="Again.") == lifted
    assert [total for _who, total, _penalty in totals(event)] == [20, 10]
    assert [(each.points, each.lifts_id) for each in Penalty.objects.all()] == [(15, None), (0, penalty.pk)]
    with pytest.raises(Refused) as refused:
        penalty_actions.lift(by=judge_user, penalty=lifted, reason="No.")
    assert refused.value.code == "no_penalty"
    told = history.of(event, "entrant", played[0].pk, without=("sheet", "player"))
    assert [(each.did, each.entry.why) for each in told] == [
        ("gave a penalty", "Talked."),
        ("lifted a penalty", "It was another child."),
    ]
    assert told[0].changes == (("points taken away", "", "15"),)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "wrong,field",
    [
        ({"points": 0}, "points"),
        ({"points": -5}, "points"),
        ({"points": 10_001}, "points"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 501}, "reason"),
        ({"reason": "a\x00b"}, "reason"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(event, played, judge_user, wrong, field):
    with pytest.raises(Refused) as refused:
        give(judge_user, event, played[0], **wrong)
    assert set(refused.value.fields) == {field}
    assert not Penalty.objects.exists()


def test_a_form_sent_twice_takes_points_once(event, played, judge_user):
    give(judge_user, event, played[0], seen=0)
    with pytest.raises(Refused) as refused:
        give(judge_user, event, played[0], seen=0)
    assert refused.value.code == "penalised_meanwhile"
    give(judge_user, event, played[1], seen=0)
    assert Penalty.objects.count() == 2


def test_a_penalty_of_a_round_counts_once_the_round_does(event, played, judge_user, organiser):
    later = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    give(judge_user, event, played[0], round_=later)
    assert [total for _who, total, _penalty in totals(event)] == [20, 10]
    give(judge_user, event, played[0], points=1, round_=event.rounds.get(position=1))
    assert [total for _who, total, _penalty in totals(event)] == [19, 10]


def test_final_results_have_no_new_penalties(event, played, judge_user):
    penalty = give(judge_user, event, played[0])
    Event.objects.update(visibility="final")
    for act in (
        lambda: give(judge_user, event, played[0]),
        lambda: penalty_actions.lift(by=judge_user, penalty=penalty, reason="r"),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "published_as_final"


def test_the_public_export_says_how_much_and_never_why(event, played, judge_user):
    give(judge_user, event, played[0], reason="Talked to her neighbour.")
    said = public.document(event)
    assert b"neighbour" not in said
    assert json.loads(said)["penalties"] == [{"entrant": "player 101", "points": -15}]


@pytest.mark.postgresql
def test_a_penalty_is_never_edited(event, played, judge_user):
    give(judge_user, event, played[0])
    for statement in ("UPDATE tournament_penalty SET points = 1", "DELETE FROM tournament_penalty"):
        with pytest.raises((IntegrityError, Exception)), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Penalty.objects.get().points == 15
    assert AuditEntry.objects.filter(verb="penalty.given").count() == 1
