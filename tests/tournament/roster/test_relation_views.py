"""Who is related to whom: marked by the helper or the organiser, kept from the sheets, removed by the organiser."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.keying.queries import sheets_of
from tournament.models import AuditEntry, Relation
from tournament.roster import relation_actions

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(event) -> str:
    return reverse("relations", args=[event.slug])


def test_a_helper_marks_herself_and_is_not_offered_the_sheet(client, address, volunteer, entrant, round_24):
    client.force_login(volunteer)
    answer = client.post(address, {"number": "101"}, follow=True)
    assert "Vera types no sheet of number 101" in answer.content.decode()
    assert Relation.objects.get().user == volunteer
    assert sheets_of(round_24, volunteer).missing == []
    with pytest.raises(Refused, match="You are marked as related to Ada L."):
        keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    number = reverse("keying-round", args=["spring", 1])
    refused = client.post(number, {"number": "101"})
    assert (refused.status_code, "so somebody else must type this sheet" in refused.content.decode()) == (
        403,
        True,
    )


def test_the_team_of_a_related_player_is_kept_from_her_too(client, address, volunteer, add_player, add_round, event):
    from tests.tournament.making import boxes

    add_player(team="Otters")
    add_player(team="Bears")
    round_ = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    client.force_login(volunteer)
    client.post(address, {"number": "101"})
    otters, bears = (event.entrants.get(team__name=name) for name in ("Otters", "Bears"))
    for entrant, kept in ((otters, True), (bears, False)):
        with pytest.raises(Refused) as refused:
            keyings.open_sheet(by=volunteer, round_=round_, entrant=entrant)
        assert (refused.value.code == "related") is kept


def test_she_sees_her_own_marks_and_cannot_take_away_those_of_others(
    client, address, volunteer, organiser, entrant, event, add_player
):
    mine = relation_actions.mark(by=organiser, event=event, user=volunteer, player=entrant.player)
    his = relation_actions.mark(by=organiser, event=event, user=organiser, player=add_player().player)
    client.force_login(volunteer)
    assert [each.user for each in client.get(address).context["relations"]] == [volunteer]
    for each in (mine, his):
        client.post(reverse("relation-remove", args=["spring", each.pk]))
    assert Relation.objects.count() == 2


def test_a_judge_corrects_a_wrong_number_within_ten_minutes(client, address, judge_user, entrant, event, monkeypatch):
    client.force_login(judge_user)
    for seconds_ago, left in ((0, 0), (601, 1)):
        client.post(address, {"number": "101"})
        made = Relation.objects.get()
        later = timezone.now() + timedelta(seconds=seconds_ago)
        monkeypatch.setattr("tournament.roster.relation_actions.timezone.now", lambda at=later: at)
        said = client.get(address).content.decode()
        client.post(reverse("relation-remove", args=["spring", made.pk]))
        assert ("remove the mark" in said.lower(), Relation.objects.count()) == (not left, left)


def test_the_organiser_marks_anybody_and_takes_marks_away(client, address, organiser, judge_user, entrant):
    client.force_login(organiser)
    client.post(address, {"person": judge_user.pk, "number": "101"})
    made = Relation.objects.get()
    assert (made.user, made.player) == (judge_user, entrant.player)
    client.post(reverse("relation-remove", args=["spring", made.pk]))
    assert not Relation.objects.exists()
    assert list(AuditEntry.objects.filter(verb__startswith="relation.").values_list("verb", flat=True)) == [
        "relation.marked",
        "relation.unmarked",
    ]


def test_marking_twice_marks_once(volunteer, event, entrant):
    for _again in range(2):
        relation_actions.mark(by=volunteer, event=event, user=volunteer, player=entrant.player)
    assert AuditEntry.objects.filter(verb="relation.marked").count() == 1


@pytest.mark.parametrize(
    ("number", "said"),
    [("999", "has the number or name “999”"), ("", "required"), ("x", "has the number or name “x”")],
)
def test_a_number_that_nobody_has_is_refused_beside_its_field(number, said, client, address, volunteer, entrant):
    client.force_login(volunteer)
    answer = client.post(address, {"number": number})
    assert (answer.status_code, said in answer.content.decode()) == (400, True)


def test_whoever_does_not_work_here_is_not_marked(organiser, event, entrant, django_user_model):
    stranger = django_user_model.objects.create_user("stranger")
    with pytest.raises(Refused, match="does not work at this event"):
        relation_actions.mark(by=organiser, event=event, user=stranger, player=entrant.player)
