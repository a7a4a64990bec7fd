"""What a page of a subject can do and its resource does by an action: one way through each."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournament.making import HERE, make_token, make_user
from tests.tournament.scanning.making import half_red, stored
from tournament.accounts import actions as people
from tournament.keying import actions as keyings
from tournament.models import CoachLink, Import, Player, Role, Scan, SignInLink, Submission
from tournament.publication import ceremony_actions
from tournament.rounds import actions as rounds

EVENT = "/api/v1/events/spring/"
OTTERS = {"last_name": "King", "grade": 3, "team": "Otters"}


@pytest.fixture
def ask(client, organiser, event):
    """ask(method, address, body): the answer to an organiser's token, or that of `person`"""

    def send(method, address, body=None, person=organiser, **more):
        sent = {"data": body, "content_type": "application/json"} if isinstance(body, dict) else more
        headers = {"Authorization": f"Bearer {make_token(person)}"}
        return getattr(client, method)(EVENT + address, headers=headers, **sent)

    return send


def test_a_roster_is_kept_in_step_and_twice_is_as_once(ask, event, add_player):
    add_player(7, 3, "Otters")
    players = [OTTERS | {"number": 7, "first_name": "Ada"}, OTTERS | {"number": 8, "first_name": "Ben"}]
    players += [OTTERS | {"number": 9, "first_name": "Cem", "grade": 12}]
    first, again = (ask("post", "players/put-all/", {"players": players}).json()["results"] for _time in range(2))
    assert [each["change"] for each in first] == ["changed", "added", "refused"]
    assert first[2]["errors"] == {"grade": "This event has no grade 12."}
    assert [each["change"] for each in again] == ["same", "same", "refused"]
    assert set(Player.objects.values_list("number", "first_name")) == {(7, "Ada"), (8, "Ben")}
    wrong = ask("post", "players/put-all/", {"players": [players[0], {"number": "x"}]})
    assert {each["place"] for each in wrong.json()["errors"]} >= {"players/1/number", "players/1/first_name"}


def test_a_sign_in_link_is_shown_once(ask, event, volunteer):
    made = ask("post", "sign-in-links/", {"person": volunteer.username})
    assert (made.status_code, made.json()["path"].startswith("/")) == (201, True)
    link = SignInLink.objects.get()
    assert ask("get", f"sign-in-links/{link.pk}/").json()["path"] is None
    assert ask("post", f"sign-in-links/{link.pk}/withdraw/", {}).status_code == 200
    assert SignInLink.objects.get().withdrawn_at


def test_a_token_reads_the_ceremony_and_leads_it_not(ask, event, organiser):
    assert ask("get", "ceremony/").status_code == 404
    refused = ask("post", "ceremony/begin/", {"standings": ["players-3"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "person_needed")
    ceremony_actions.begin(by=organiser, event=event, standings=["players-3"])
    assert ask("get", "ceremony/").json()["standing"] == "players-3"


def test_coaches_links_are_made_read_renewed_and_revoked(ask, event, add_player):
    team = add_player(7, 3, "Otters").player.team_id
    assert ask("post", "coach-links/make-all/", {}).json() == {"made": 1}
    (link,) = ask("get", "coach-links/").json()["results"]
    assert CoachLink.behind(link["token"]).team_id == team == link["team"]
    assert ask("post", "coach-links/", {"team": team}).status_code == 201
    assert ask("post", f"coach-links/{link['id']}/revoke/", {}).json()["revoked_at"]


def test_a_picture_is_attached_listed_and_deleted(ask, event, volunteer, add_player, round_24):
    code = keyings.open_sheet(by=volunteer, round_=round_24, entrant=add_player(7), browser=HERE).sheet.code
    photo = SimpleUploadedFile("photo.png", stored(half_red(60)), "image/png")
    sent = ask("post", "scans/", data={"sheet": code, "picture": photo}, person=volunteer)
    assert (sent.status_code, [each["sheet"] for each in sent.json()["results"]]) == (201, [code])
    (scan,) = ask("get", f"scans/?sheet={code}").json()["results"]
    assert ask("get", "scans/", person=volunteer).status_code == 403
    assert ask("delete", f"scans/{scan['id']}/").status_code == 204
    assert Scan.objects.get().removed_at
    bad = ask("post", "scans/", data={"sheet": code, "picture": SimpleUploadedFile("a.png", b"no picture")})
    assert bad.json()["errors"][0]["place"] == "picture"


def test_a_roster_file_is_proposed_corrected_imported_and_undone(ask, event):
    file = SimpleUploadedFile("roster.csv", b"number,first name,last name,grade\n7,Ada,King,3\n8,Ben,Moe,x\n")
    kept = ask("post", "roster-imports/", data={"file": file})
    assert (kept.status_code, kept.json()["plan"]["can_apply"]) == (201, False)
    here = f"roster-imports/{kept.json()['id']}/"
    assert [bool(row["problems"]) for row in kept.json()["plan"]["rows"]] == [False, True]
    better = ask("post", here + "correct/", {"cells": [{"line": 3, "column": "grade", "text": "3"}]})
    assert better.json()["plan"]["can_apply"]
    done = ask("post", here + "apply/", {"shown": better.json()["plan"]["fingerprint"]})
    assert (done.status_code, done.json()["plan"], Player.objects.count()) == (200, None, 2)
    assert ask("post", here + "undo/", {}).json()["applied_at"] is None
    assert not Player.objects.exists()
    assert Import.objects.count() == len(ask("get", "roster-imports/").json()["results"]) == 1


def test_a_third_person_settles_two_readings(ask, event, organiser, volunteer, add_player, round_24, hand_in):
    entrant = add_player(7)
    vic, vito = (make_user(name) for name in ("vic", "vito"))
    for each in (vic, vito):
        people.give_role(by=organiser, event=event, username=each.username, role=Role.VOLUNTEER)
    rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    hand_in(round_24, entrant, [(0, "1*2*3*4")], by=volunteer)
    hand_in(round_24, entrant, [(0, "7*2*3*4")], by=vic)
    opened = keyings.open_sheet(by=vito, round_=round_24, entrant=entrant, browser=HERE)
    here = f"settlings/{opened.pk}/"
    (place,) = ask("get", here, person=vito).json()["differing"]
    assert (place["left"]["text"], place["right"]["text"]) == ("1*2*3*4", "7*2*3*4")
    assert ask("get", here).status_code == 404
    undecided = ask("post", here + "settle/", {"choices": []}, person=vito)
    assert undecided.json()["code"] == "undecided"
    choice = {"number": place["number"], "side": "left"}
    settled = ask("post", here + "settle/", {"choices": [choice]}, person=vito)
    assert (settled.status_code, settled.json()["state"]) == (200, "agreed")
    assert Submission.objects.filter(keying=opened).get().text == "1*2*3*4"
