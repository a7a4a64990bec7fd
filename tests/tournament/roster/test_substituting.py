"""Somebody plays on in the place of a player who leaves: the team keeps what both earned, and never twice in a
round."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.check_in import actions as check_in
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Entrant, Player
from tournament.roster import actions as roster
from tournament.standings.standings import players_table, teams_table
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db
HITS = "(1+2+3)*4"


def facts(number=150, grade=3, team="Red Foxes") -> roster.PlayerFacts:
    return roster.PlayerFacts(number, "Bo", "Holm", grade, team)


@pytest.fixture
def leaving(add_player) -> Player:
    return add_player(101, team="Red Foxes").player


def test_the_one_who_leaves_is_withdrawn_and_the_other_plays(event, organiser, leaving):
    fresh = roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill since lunch.")
    leaving.entrant.refresh_from_db()
    assert (leaving.entrant.status, fresh.entrant.status) == ("withdrawn", "present")
    assert (fresh.replaces, fresh.team) == (leaving, leaving.team)
    entry = AuditEntry.objects.get(verb="player.substituted")
    assert (entry.after, entry.why) == ({"number": 150, "replaces": 101}, "Ill since lunch.")


@pytest.mark.parametrize("is_here", [True, False])
def test_who_plays_on_for_somebody_who_was_here_is_here(organiser, leaving, is_here):
    if is_here:
        check_in.check_in(by=organiser, event=leaving.event, numbers=[101])
    fresh = roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill.")
    assert bool(Entrant.objects.get(player=fresh).checked_in_at) == is_here


def test_the_team_has_what_both_earned(event, organiser, leaving, add_round, round_24, hand_in, work_through):
    hand_in(round_24, leaving.entrant, [(0, HITS)])
    fresh = roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill.")
    second = add_round("twenty_four", boxes(*[((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((2, 2, 4, 6), 24)]))
    hand_in(second, fresh.entrant, [(0, HITS), (0, "1*2*3*4")])
    work_through()
    division = event.divisions.get(grade=3)
    (team,) = teams_table(event, division).entries
    assert team.total == 30
    table = players_table(event, division)
    assert [(entry.who.number, entry.total) for entry in table.entries] == [(150, 20)]
    assert [(entry.who.number, entry.total) for entry in table.unranked] == [(101, 10)]


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("leaves", "150 plays in the place of 101, and the sheet of 101 in 24 Game is open"),
        ("comes", "150 plays in the place of 101, and the sheet of 150 in 24 Game is open"),
    ],
)
def test_in_a_round_one_of_the_two_plays(organiser, leaving, round_24, hand_in, first, sentence):
    fresh = roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill.")
    one, other = (leaving, fresh) if first == "leaves" else (fresh, leaving)
    hand_in(round_24, one.entrant, [(0, HITS)])
    with pytest.raises(Refused) as refused:
        hand_in(round_24, other.entrant, [(0, HITS)])
    assert refused.value.code == "other_one_played"
    assert refused.value.sentence.startswith(sentence)
    assert "press “Put the sheet back unfinished”" in refused.value.sentence


def test_what_cannot_be_is_refused_and_nobody_is_added(event, organiser, judge_user, leaving):
    with pytest.raises(NotAllowed):
        roster.substitute(by=judge_user, player=leaving, facts=facts(), why="Ill.")
    with pytest.raises(Refused) as refused:
        roster.substitute(by=organiser, player=leaving, facts=facts(), why=" ")
    assert set(refused.value.fields) == {"why"}
    with pytest.raises(Refused) as refused:
        roster.substitute(by=organiser, player=leaving, facts=facts(number=101), why="Ill.")
    assert set(refused.value.fields) == {"number"}
    roster.set_status(by=organiser, entrant=leaving.entrant, status="disqualified", why="Copied.")
    with pytest.raises(Refused) as refused:
        roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill.")
    assert refused.value.code == "disqualified"
    assert Player.objects.count() == 1


def test_a_place_is_taken_once_and_a_substitute_may_leave_in_turn(organiser, leaving):
    fresh = roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill.")
    with pytest.raises(Refused) as refused:
        roster.substitute(by=organiser, player=leaving, facts=facts(151), why="Ill.")
    assert refused.value.code == "has_substitute"
    third = roster.substitute(by=organiser, player=fresh, facts=facts(151), why="Went home.")
    assert third.replaces == fresh


def test_the_page_lets_a_substitute_play(client, event, organiser, leaving):
    client.force_login(organiser)
    page = reverse("player-substitute", args=[event.slug, 101])
    asked = client.get(page).content.decode()
    assert "Red Foxes" in asked
    assert f'value="{leaving.number + 1}"' in asked
    sent = {"number": "150", "first_name": "Bo", "grade": "3", "team": "Red Foxes", "why": ""}
    assert client.post(page, sent).status_code == 400
    done = client.post(page, sent | {"why": "Ill since lunch."}, follow=True)
    assert "is replaced by this player" in done.content.decode()
    assert Player.objects.get(number=150).replaces == leaving


def test_the_public_reads_on_both_pages_who_plays_for_whom(client, event, organiser, leaving):
    fresh = roster.substitute(by=organiser, player=leaving, facts=facts(), why="Ill since lunch.")
    hers, his = (
        client.get(reverse("entrant", args=[event.slug, player.number])).content.decode() for player in (fresh, leaving)
    )
    assert f'Substitute for <a href="/events/spring/players/{leaving.number}/">' in hers
    assert f'Replaced by <a href="/events/spring/players/{fresh.number}/">' in his
    assert "Ill since lunch" not in hers + his
