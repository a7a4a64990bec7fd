"""A player who is on no list is added at the door, with their sheets, by one press."""

import pytest
from django.urls import reverse

from tests.html import flat
from tournament.models import Entrant, Player, Sheet
from tournament.sheets import actions as sheets

DOOR = "/events/spring/check-in/"
NEW = DOOR + "new/"
FACTS = {"number": "191", "first_name": "Mo", "last_name": "Ali", "grade": "3"}


@pytest.fixture
def spare(organiser, add_player, round_24) -> Sheet:
    """The spare sheet of a round whose sheets are printed."""
    add_player(190)
    return next(each for each in sheets.print_(by=organiser, round_=round_24, spares=1) if each.entrant is None)


@pytest.fixture
def desk(client, organiser, spare):
    client.force_login(organiser)
    return client


def added() -> Entrant | None:
    return Entrant.objects.filter(player__number=191, checked_in_at__isnull=False).first()


def test_a_walk_in_is_added_and_checked_in_with_the_next_number(desk):
    assert NEW in flat(desk.get(DOOR).content.decode())
    assert 'value="191"' in desk.get(NEW).content.decode()
    assert desk.post(NEW, FACTS | {"first_name": ""}).status_code == 400
    assert added() is None
    assert "Added, and present: 191 Mo Ali" in desk.post(NEW, FACTS, follow=True).content.decode()
    assert added()
    assert not Sheet.objects.filter(entrant=added()).exists()


def test_a_team_that_becomes_the_largest_is_said(desk, add_player):
    for number, team in ((201, "Owls"), (202, "Otters")):
        add_player(number, 3, team)
    owls = Entrant.objects.get(player__number=201).player.team
    said = "Owls has more members than any other team, 2,"
    assert said in flat(desk.post(NEW, FACTS | {"team": owls.name}, follow=True).content.decode())
    otters = FACTS | {"number": "192", "team": "Otters"}
    assert "has more members" not in flat(desk.post(NEW, otters, follow=True).content.decode())


def test_their_sheets_are_printed_in_the_same_step(desk):
    answer = desk.post(NEW, FACTS | {"do": "print"}, follow=True)
    assert "spring-player-191-answer-sheets.pdf" in answer.headers["Content-Disposition"]
    own = Sheet.objects.get(entrant=added())
    assert own.printed_at
    desk.post(f"{DOOR}191/print/")
    assert Sheet.objects.get(entrant=added()) == own, "a second press prints the same sheet"


def test_a_spare_sheet_is_theirs_in_the_same_step(desk, spare):
    desk.post(NEW, FACTS | {"codes": spare.printed_code.lower().replace("-", " ")})
    spare.refresh_from_db()
    assert (spare.entrant, bool(spare.issued_at)) == (added(), True)


@pytest.mark.parametrize("codes", ["K7M", "{spare} 2222222", "{other}"])
def test_nothing_is_done_if_a_code_is_wrong_or_of_somebody_else(desk, spare, codes):
    other = Sheet.objects.exclude(entrant=None).get()
    answer = desk.post(NEW, FACTS | {"codes": codes.format(spare=spare.code, other=other.code)})
    assert answer.status_code == 400
    assert 'aria-describedby="id_codes_' in answer.content.decode() or "errorlist" in answer.content.decode()
    assert not Player.objects.filter(number=191).exists()
    spare.refresh_from_db()
    assert spare.entrant is None


def test_rounds_without_printed_sheets_print_none(client, organiser, add_player, round_24):
    add_player(101)
    client.force_login(organiser)
    answer = client.post(reverse("player-sheets-print", args=["spring", 101]), follow=True)
    assert "Theirs come with those of the others." in answer.content.decode()
    assert not Sheet.objects.exists()
