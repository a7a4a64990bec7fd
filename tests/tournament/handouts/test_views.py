"""What the organiser prints: who is on it, under which name, and when."""

import pypdfium2
import pytest
from django.urls import reverse

from tests.tournament.making import publish
from tests.tournament.tied import Hall
from tournament.handouts import people, prizes
from tournament.handouts.certificates import certificates
from tournament.models import Event
from tournament.organiser import round_steps
from tournament.roster import actions as roster

PAGE = "/events/spring/run/handouts/"


@pytest.fixture
def hers(client, organiser, event):
    client.force_login(organiser)
    return client


@pytest.fixture
def day(event, round_24, add_player, hand_in, work_through):
    """101 and 102 share the first place, 103 is third, 104 has nothing; the Otters are 101 and 103."""
    good = [(0, "1*2*3*4"), (1, "6*(6-5+3)")]
    for number, first, last, team, lines in (
        (101, "Zoë", "Ångström", "Otters", good),
        (102, "Ben", "Ode", "", good),
        (103, "Cy", "Wu", "Otters", good[:1]),
        (104, "Dee", "", "", [(0, "1+2")]),
    ):
        hand_in(round_24, add_player(number, first_name=first, last_name=last, team=team), lines)
    work_through()
    Event.objects.filter(pk=event.pk).update(criteria=["total"])
    event.refresh_from_db()
    return event


def text(response) -> str:
    assert response["Content-Type"] == "application/pdf", response.content.decode()[:3000]
    document = pypdfium2.PdfDocument(response.content)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize("what", ["names", "door", "teams", "badges"])
def test_lists_have_full_names(hers, day, what):
    found = text(hers.get(PAGE, {"what": what}))
    assert "Ångström" in found
    assert "Otters" in found


def test_lists_are_narrowed_by_grade_and_team(hers, day, add_player):
    add_player(110, grade=4, first_name="Four")
    assert "Four" not in text(hers.get(PAGE, {"what": "names", "grade": "3"}))
    of_team = text(hers.get(PAGE, {"what": "door", "team": day.teams.get().pk}))
    assert ("Ode" in of_team, "Wu" in of_team) == (False, True)
    assert hers.get(PAGE, {"what": "names", "grade": "5"}).status_code == 400
    assert hers.get(PAGE, {"what": "nonsense", "grade": "99", "team": "x", "paper": "a0"}).status_code == 400


def test_who_left_is_not_printed(event, organiser, day):
    roster.set_status(by=organiser, entrant=day.entrants.get(player__number=102), status="withdrawn", why="ill")
    assert [each.number for each in people.find_players(day)] == [101, 103, 104]


def test_a_badge_has_the_number_and_leads_to_check_in(day):
    badge = people.badges(day, people.find_players(day), "https://x.example")[0]
    assert (badge.number, badge.first_name, badge.last_name) == ("101", "Zoë", "Ångström")
    assert badge.address == "https://x.example" + reverse("check-in-player", args=["spring", 101])


def test_a_door_list_is_in_the_order_of_last_names_without_accents(day):
    (printed,) = people.check_in_list(people.find_players(day))
    assert [row[1] for row in printed.rows] == ["Ångström, Zoë", "Dee", "Ode, Ben", "Wu, Cy"]


def test_who_shares_a_place_has_a_certificate_that_says_so(day):
    found = prizes.prizes(day, [day.divisions.get(grade=3)])
    made = list(certificates(found, "", everybody=True))
    assert [(each.name, each.what) for each in made] == [
        ("Zoë Ångström", "First place, shared"),
        ("Ben Ode", "First place, shared"),
        ("Cy Wu", "Third place"),
        ("Dee", "Took part"),
        ("Otters", "First place"),
    ]
    assert [each.place for each in made] == [1, 1, 3, 0, 1]
    assert made[-1].names == ("Zoë Ångström", "Cy Wu")


def test_who_is_tied_for_an_open_place_took_part_and_the_list_names_them(day):
    Event.objects.filter(pk=day.pk).update(criteria=["total", "tiebreak"])
    day.refresh_from_db()
    found = prizes.prizes(day, [day.divisions.get(grade=3)])
    assert [(each.name, each.what) for each in certificates(found, "", everybody=True)] == [
        ("Cy Wu", "Third place"),
        ("Zoë Ångström", "Took part"),
        ("Ben Ode", "Took part"),
        ("Dee", "Took part"),
        ("Otters", "First place"),
    ]
    assert [each.name for each in certificates(found, "", everybody=False)] == ["Cy Wu", "Otters"]
    rows = prizes.prize_lists(found, "")[0].rows
    open_ = "not decided yet: between Zoë Ångström and Ben Ode"
    assert [(row[0], row[2]) for row in rows] == [("place 1", open_), ("place 2", open_), ("place 3", "Cy Wu")]


def test_who_took_part_comes_by_number_and_a_team_by_name(day, round_24, add_player, hand_in, work_through):
    hand_in(round_24, add_player(105, first_name="Eve", last_name="", team="ants"), [(0, "1*2*3*4"), (1, "6*(6-5+3)")])
    work_through()
    day.award_places = 0
    found = prizes.prizes(day, [day.divisions.get(grade=3)])
    made = [each.name for each in certificates(found, "", everybody=True)]
    assert made == ["Zoë Ångström", "Ben Ode", "Cy Wu", "Dee", "Eve", "ants", "Otters"]


def test_an_absent_child_is_on_no_prize_of_their_team(day, organiser):
    absent = day.players.get(number=103).entrant
    roster.set_status(by=organiser, entrant=absent, status="absent")
    found = prizes.prizes(day, [day.divisions.get(grade=3)])
    teams = [row for each in prizes.prize_lists(found, "") for row in each.rows if row[2] == "Otters"]
    assert [row[3] for row in teams] == ["Zoë Ångström"]
    headings = [[each.label for each in listed.columns[2:4]] for listed in prizes.prize_lists(found, "")]
    assert headings == [["Name", "Team"], ["Team", "Players"]]
    made = {each.name: each.names for each in certificates(found, "", everybody=True)}
    assert made == {"Zoë Ångström": (), "Ben Ode": (), "Dee": (), "Otters": ("Zoë Ångström",)}


def test_who_went_home_after_a_sheet_that_counts_took_part(day, organiser):
    leaving = day.players.get(number=103).entrant
    roster.set_status(by=organiser, entrant=leaving, status="withdrawn", why="ill")
    found = prizes.prizes(day, [day.divisions.get(grade=3)])
    made = {each.name: (each.what, each.names) for each in certificates(found, "", everybody=True)}
    assert made["Cy Wu"] == ("Took part", ())
    assert made["Otters"][1] == ("Zoë Ångström", "Cy Wu")


def test_prizes_and_certificates_say_how_a_tie_was_decided(
    event, organiser, round_24, add_player, hand_in, work_through
):
    hall = Hall(event, organiser, hand_in, work_through)
    for number, name in ((7, "Ada"), (8, "Ben")):
        hand_in(round_24, add_player(number, first_name=name), [(0, "1*2*3*4")])
    work_through()
    game = hall.play(hall.draw(), (1, 3))
    found = prizes.prizes(event, [event.divisions.get(grade=3)])
    (listed,) = prizes.prize_lists(found, "")
    assert listed.rows[0][2].split()[0] == game.second.player.first_name
    assert listed.rows[0][5].startswith("won the tiebreaker against")
    assert listed.rows[1][5] == ""
    assert [each.reason for each in certificates(found, "", everybody=False)] == ["won the tiebreaker 3 : 1", ""]


def test_prizes_of_all_grades_share_a_page_with_the_key_once(hers, day, round_24, add_player, hand_in, work_through):
    for grade in (4, 5):
        hand_in(round_24, add_player(100 * grade, grade=grade, team=f"Team {grade}"), [(0, "1*2*3*4")])
    work_through()
    made = hers.get(PAGE, {"what": "prizes", "provisional": "on"})
    assert len(pypdfium2.PdfDocument(made.content)) == 1
    assert [text(made).count(each) for each in ("Grade", "Not final", "Fingerprint")] == [6, 6, 1]


def test_before_the_results_are_final_the_organiser_must_say_so(hers, organiser, day):
    publish(organiser, day, "embargoed")
    for what in ("prizes", "certificates", "all_certificates"):
        refused = hers.get(PAGE, {"what": what})
        assert (refused.status_code, "not published yet" in refused.content.decode()) == (400, True)
        assert "Not final" in text(hers.get(PAGE, {"what": what, "provisional": "on"}))


def test_what_is_final_and_not_announced_is_printed_without_a_warning(hers, organiser, day, round_24):
    publish(organiser, day, "embargoed")
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    refused = hers.get(PAGE, {"what": "certificates"}).content.decode()
    assert ("not published yet" in refused, "All rounds and games are final" in refused) == (True, True)
    assert "may still change" not in refused
    assert "Not final" not in text(hers.get(PAGE, {"what": "certificates", "provisional": "on"}))


def test_nobody_but_organisers_reads_the_prizes(client, judge_user, volunteer, day):
    for user in (judge_user, volunteer):
        client.force_login(user)
        assert client.get(PAGE, {"what": "prizes", "provisional": "on"}).status_code == 403
