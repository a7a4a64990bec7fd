"""The page of the door, and the page that a badge's QR code opens."""

import pytest
from django.urls import reverse

from tests.html import flat
from tournament.check_in.number_list import numbers_in
from tournament.models import Entrant, Sheet


@pytest.fixture
def hers(client, volunteer, add_player):
    add_player(101, first_name="Zoë", last_name="Müller")
    add_player(102, first_name="Ben", last_name="Ode")
    add_player(103, first_name="Benno", last_name="Wu", grade=4)
    client.force_login(volunteer)
    return client


def said(response) -> str:
    return response.content.decode()


DOOR = "/events/spring/check-in/"


def here() -> list[int]:
    seen = Entrant.objects.filter(checked_in_at__isnull=False).order_by("player__number")
    return list(seen.values_list("player__number", flat=True))


def test_numbers_are_pasted_and_boxes_ticked(hers):
    answer = hers.post(DOOR, {"who": "101", "ticked": ["103"]}, follow=True)
    assert "2 players are here." in said(answer)
    assert here() == [101, 103]
    assert "2 of 3 are" in said(hers.get(DOOR + "?fragment=1"))


def test_once_results_are_final_no_button_is_offered(hers, event):
    event.visibility = "final"
    event.save()
    page = said(hers.get(DOOR + "?show=everybody"))
    assert "nobody is checked in any more" in page
    assert 'name="do"' not in page
    assert "number_field.js" not in page


def test_a_name_opens_its_player_and_several_are_offered(hers):
    assert (found := hers.post(DOOR, {"who": "muller"})["Location"]) == DOOR + "101/?by=name"
    assert hers.post(found, {"do": "absent"})["Location"] == DOOR  # back to the field, for the next name
    both = said(hers.post(DOOR, {"who": "BEN"}))
    assert "Whom do you mean?" in both
    assert "102 Ben Ode" in both
    assert "103 Benno Wu" in both
    nobody = hers.post(DOOR, {"who": "Xaver"})
    assert (nobody.status_code, "No player here is called “Xaver”." in said(nobody)) == (404, True)
    assert here() == []


def test_absent_beside_a_name_is_done_or_stays_the_choice(hers):
    assert "Absent: 101 Zoë Müller" in said(hers.post(DOOR, {"who": "zoe", "do": "absent"}, follow=True))
    assert Entrant.objects.get(player__number=101).status == "absent"
    link = DOOR + "102/?by=name&amp;do=absent"
    assert link in said(hers.post(DOOR, {"who": "ben", "do": "absent"}))
    page = flat(said(hers.get(link.replace("&amp;", "&"))))
    assert '<button class="button" type="submit" autofocus name="do" value="absent"' in page
    assert page.count("autofocus") == 1


def test_a_name_is_found_without_its_strokes_and_accents(hers, add_player):
    add_player(104, first_name="Łucja", last_name="Łukasik")
    assert hers.post(DOOR, {"who": "lukasik"})["Location"] == DOOR + "104/?by=name"


def test_a_full_stop_parts_numbers_and_a_range_may_go_down():
    assert numbers_in("101.104, 110-108; 7") == [101, 104, 110, 109, 108, 7]


def test_numbers_with_a_word_among_them_name_the_word(hers):
    answer = hers.post(DOOR, {"who": "101 103 bel"})
    assert answer.status_code == 404
    assert "Type only numbers or only a name. This is not a number: “bel”." in said(answer)
    assert here() == []


def test_what_was_pasted_stays_after_a_refusal(hers):
    answer = hers.post(DOOR, {"who": "101 999"})
    assert answer.status_code == 400
    assert "101 999</textarea>" in said(answer)
    assert here() == []


def test_the_list_is_narrowed(hers):
    hers.post(DOOR, {"who": "101"})
    assert [each.number for each in hers.get(DOOR).context["players"]] == [102, 103]
    assert [each.number for each in hers.get(DOOR + "?show=here").context["players"]] == [101]
    assert [each.number for each in hers.get(DOOR + "?show=all&grade=4").context["players"]] == [103]
    assert hers.get(DOOR + "?show=nonsense&grade=x&team=9&page=99").status_code == 200


def test_a_badge_leads_to_its_player(hers):
    page = reverse("check-in-player", args=["spring", 101])
    assert "Zoë Müller" in said(hers.get(page))
    assert "Present: 101 Zoë Müller" in said(hers.post(page, follow=True))
    assert "Absent: 101 Zoë Müller" in said(hers.post(page, {"do": "absent"}, follow=True))


def test_the_organiser_closes_the_door(client, hers, organiser):
    hers.post(DOOR, {"who": "101"})
    assert "check-in/close/" not in said(hers.get(DOOR))
    client.force_login(organiser)
    assert "2 players are absent." in said(client.post(DOOR + "close/", follow=True))


def test_the_door_asks_the_same_number_of_questions_for_three_players_and_twelve(
    hers, add_player, django_assert_num_queries
):
    for more in (200, 300):
        with django_assert_num_queries(10):
            hers.get(DOOR)
        for each in range(9):
            add_player(more + each, team="Otters")


def test_the_page_of_a_sheet_leads_to_the_door(hers, round_24):
    sheet = Sheet.objects.create(round=round_24, entrant=Entrant.objects.get(player__number=101))
    page = reverse("sheet", args=["spring", sheet.code])
    door = reverse("check-in-player", args=["spring", 101])
    assert door in said(hers.get(page))
    hers.post(door)
    assert door not in said(hers.get(page))
