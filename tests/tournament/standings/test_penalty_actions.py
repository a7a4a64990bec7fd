"""Penalties: who loses points, where that shows, and who gets them back."""

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tournament.audit import history
from tournament.common.refusals import Refused
from tournament.exports import public
from tournament.models import AuditEntry, Event, Penalty
from tournament.organiser import open_work
from tournament.results.open_items import work_left
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.standings import penalty_actions
from tournament.standings.penalties import in_force, waiting_proposals
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
    assert [(each.points, each.answers_id) for each in Penalty.objects.all()] == [(15, None), (0, penalty.pk)]
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
    with pytest.raises(Refused, match="has a penalty, so it cannot be removed"):
        rounds.remove(by=organiser, round_=later)


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
    assert json.loads(said)["penalties"] == [{"entrant": 101, "round": None, "points": 15}]


def propose(organiser, event, entrant, **more) -> Penalty:
    given = {"points": 15, "reason": "Copied.", **more}
    return penalty_actions.propose(by=organiser, event=event, entrant=entrant, **given)


def test_a_proposal_takes_nothing_until_a_judge_gives_it(event, played, organiser, judge_user):
    round_ = event.rounds.get(position=1)
    proposal = propose(organiser, event, played[0], round_=round_)
    assert totals(event) == [("101 Ada Lund", 20, 0), ("102 Ada Lund", 10, 0)]
    assert "1 proposed penalty waits for a judge." in work_left(event)
    assert open_work.left_to_do(round_)["proposals"] == 1
    given = give(judge_user, event, played[0], points=5, proposal=proposal)
    assert totals(event) == [("101 Ada Lund", 15, 5), ("102 Ada Lund", 10, 0)]
    assert "proposals" not in open_work.left_to_do(round_)
    entry = AuditEntry.objects.get(verb="penalty.given")
    assert entry.before == {"proposed": 15, "proposed_by": str(organiser)}
    with pytest.raises(Refused) as refused:
        give(judge_user, event, played[0], proposal=proposal)
    assert refused.value.code == "penalised_meanwhile"
    penalty_actions.lift(by=judge_user, penalty=given, reason="It was another child.")
    assert totals(event)[0] == ("101 Ada Lund", 20, 0)


def test_a_declined_proposal_never_counts(event, played, organiser, judge_user):
    proposal = propose(organiser, event, played[0])
    declined = penalty_actions.decline(by=judge_user, proposal=proposal, reason="Nobody saw it.")
    assert penalty_actions.decline(by=judge_user, proposal=proposal, reason="Again.") == declined
    for act in (
        lambda: give(judge_user, event, played[0], proposal=proposal),
        lambda: penalty_actions.lift(by=judge_user, penalty=proposal, reason="r"),
        lambda: penalty_actions.decline(by=judge_user, proposal=give(judge_user, event, played[1]), reason="r"),
    ):
        with pytest.raises(Refused):
            act()
    assert totals(event)[0] == ("101 Ada Lund", 20, 0)
    assert not waiting_proposals(event)


def test_a_proposal_sent_twice_is_one_and_waits_also_for_a_withdrawn_child(event, played, organiser, judge_user):
    proposal = propose(organiser, event, played[0], seen=0)
    with pytest.raises(Refused):
        propose(organiser, event, played[0], seen=0)
    roster.set_status(by=organiser, entrant=played[0], status="withdrawn", why="Ill.")
    given = give(judge_user, event, played[0], proposal=proposal)
    assert list(in_force(event)) == [given]


def test_final_results_have_no_new_proposal_and_a_late_one_can_be_declined(event, played, organiser, judge_user):
    proposal = propose(organiser, event, played[0])
    Event.objects.update(visibility="final")
    for act in (
        lambda: propose(organiser, event, played[0]),
        lambda: give(judge_user, event, played[0], proposal=proposal),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "published_as_final"
    penalty_actions.decline(by=judge_user, proposal=proposal, reason="Too late.")
    Event.objects.update(archived_at=timezone.now())
    with pytest.raises(Refused) as refused:
        propose(organiser, Event.objects.get(), played[0])
    assert refused.value.code == "archived"


@pytest.mark.postgresql
@pytest.mark.parametrize("wrong", [{"points": 0, "proposed": True}, {"points": 3, "proposed": True, "answers": 1}])
def test_the_database_holds_that_a_proposal_takes_points_and_answers_nothing(event, played, judge_user, wrong):
    first = give(judge_user, event, played[0])
    row = {"event": event, "entrant": played[0], "reason": "r", "given_by": judge_user, "given_at": timezone.now()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Penalty.objects.create(**row | wrong | ({"answers": first} if "answers" in wrong else {}))


@pytest.mark.postgresql
def test_a_penalty_is_never_edited(event, played, judge_user):
    give(judge_user, event, played[0])
    for statement in ("UPDATE tournament_penalty SET points = 1", "DELETE FROM tournament_penalty"):
        with pytest.raises((IntegrityError, Exception)), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Penalty.objects.get().points == 15
    assert AuditEntry.objects.filter(verb="penalty.given").count() == 1
