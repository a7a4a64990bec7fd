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
    form = desk.get(NEW).content.decode()
    assert 'value="191"' in form
    assert "The next free number." in form
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
    otters = FACTS | {"number": "192", "first_name": "Ben", "team": "Otters"}
    assert "has more members" not in flat(desk.post(NEW, otters, follow=True).content.decode())


def test_their_sheets_are_printed_in_the_same_step(desk):
    page = flat(desk.post(NEW, FACTS | {"do": "print"}, follow=True).content.decode())
    assert "Added, and present: 191 Mo Ali" in page
    assert 'name="number" value="192"' in page, "the form is empty again"
    address = reverse("player-sheets-pdf", args=["spring", 191])
    assert f'http-equiv="refresh" content="0; url={address}"' in page
    assert f'<a href="{address}"' in page
    assert "attachment" in desk.get(address).headers["Content-Disposition"], "the page stays where it is"
    own = Sheet.objects.get(entrant=added())
    assert own.printed_at
    desk.post(f"{DOOR}191/print/")
    assert Sheet.objects.get(entrant=added()) == own, "a second press prints the same sheet"


def test_a_child_of_the_same_name_and_grade_is_added_once_they_are_another(desk):
    desk.post(NEW, FACTS)
    again = FACTS | {"number": "192", "first_name": "ALI", "last_name": "Mo", "do": "print"}
    asked = flat(desk.post(NEW, again).content.decode())
    assert "There is already 191 Mo Ali, Grade 3. Is this another child?" in asked
    assert f'href="{DOOR}191/"' in asked
    assert '<input type="hidden" name="do" value="print">' in asked
    assert not Player.objects.filter(number=192).exists()
    assert "Added, and present: 192" in desk.post(NEW, again | {"namesake": "191"}, follow=True).content.decode()
    assert desk.post(NEW, FACTS | {"number": "193", "grade": "4"}).status_code == 302


@pytest.mark.parametrize("number", ["190", "999", "x", "9" * 30])
def test_only_sheets_that_are_there_are_offered(desk, number):
    page = desk.get(f"{NEW}?sheets={number}").content.decode()
    assert ("http-equiv" in page) is (number == "190")


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
    added = client.post(NEW, FACTS | {"do": "print"}, follow=True).content.decode()
    assert "Added, and present: 191 Mo Ali" in added
    assert "Theirs come with those of the others." in added
    assert not Sheet.objects.exists()
