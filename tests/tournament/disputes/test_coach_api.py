"""A coach's link in the API: what it reads, files and withdraws, as the coach's page does."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournament.making import publish
from tests.tournament.scanning.making import half_red, stored
from tournament.disputes import actions as disputes, coach_links
from tournament.models import Dispute

HERE = "/api/v1/coach/"


@pytest.fixture
def coach(client, taken, link):
    """Sends a request with the token of the link."""

    def send(method, address="", body=None, key=None):
        more = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(client, method)(HERE + address, headers={"Authorization": f"Bearer {key or link.token}"}, **more)

    return send


def test_a_coach_reads_the_sheets_of_their_team_and_of_no_other(coach):
    read = coach("get").json()
    assert (read["team"], read["disputes"], read["rounds"][0]["is_open"]) == ("Owls", [], True)
    answer = coach("get", "rounds/1/")
    (paper,) = answer.json()
    assert paper["entrant"] == 101
    assert [line["text"] for box in paper["paper"]["boxes"] for line in box["lines"]] == ["1*2*3*4", "5+6", "4 4 four"]
    assert "4*3*2*1" not in answer.content.decode()


def test_a_line_is_disputed_once_and_withdrawn(coach, owls):
    body = {"line_id": owls[1].pk, "statement": "It is 5 * 6."}
    filed, again = coach("post", "disputes/", body), coach("post", "disputes/", body)
    assert (filed.status_code, again.status_code) == (201, 200)
    assert filed.json() == again.json()
    assert filed.json() | {"id": 0} == {
        "id": 0,
        "round": 1,
        "entrant": 101,
        "sheet_id": owls[1].sheet_id,
        "line_id": owls[1].pk,
        "state": "open",
        "is_own": True,
        "statements": ["It is 5 * 6."],
        "answer": "",
        "outcome": "",
    }
    withdrawn = coach("post", f"disputes/{filed.json()['id']}/withdraw/")
    assert withdrawn.json()["state"] == Dispute.objects.get().state == "withdrawn"


def test_a_sheet_is_disputed_with_a_photo(client, coach, link, owls):
    sent = {
        "sheet_id": owls[0].sheet_id,
        "statement": "A line is missing.",
        "picture": SimpleUploadedFile("paper.png", stored(half_red())),
    }
    filed = client.post(f"{HERE}disputes/", sent, headers={"Authorization": f"Bearer {link.token}"})
    assert (filed.status_code, filed.json()["line_id"]) == (201, None)
    assert Dispute.objects.get().pictures.count() == 1


def test_what_the_page_refuses_is_refused_here(coach, owls, organiser, round_24, add_player, hand_in):
    other = hand_in(round_24, add_player(103, team="Larks"), [(0, "4*3*2*1")])[0]
    own = {"line_id": owls[0].pk, "statement": "s"}
    for body, status in (
        (own | {"line_id": other.pk}, 404),
        ({"sheet_id": other.sheet_id, "statement": "s"}, 404),
        ({"statement": "s"}, 404),
        (own | {"statement": " "}, 400),
        (own | {"statement": "x" * 5000}, 400),
        (own | {"more": 1}, 400),
    ):
        assert coach("post", "disputes/", body).status_code == status, body
    disputes.close_window(by=organiser, round_=round_24)
    assert coach("post", "disputes/", own).json()["code"] == "window_closed"
    assert not Dispute.objects.exists()


def test_a_dispute_of_somebody_else_is_not_withdrawn(coach, owls, volunteer):
    filed = disputes.file(by=volunteer, sheet=owls[0].sheet, line=owls[0], statement="Theirs.")
    assert coach("get").json()["disputes"][0]["statements"] == []
    assert coach("post", f"disputes/{filed.dispute.pk}/withdraw/").status_code == 404


def test_while_results_are_kept_back_the_api_says_no_verdict(coach, event, organiser):
    publish(organiser, event, "embargoed")
    (paper,) = coach("get", "rounds/1/").json()
    decided = ("points", "value", "code", "ruling", "verdict", "why", "notes", "counts_as_value", "state")
    for box in paper["paper"]["boxes"]:
        assert not any(line[name] for line in box["lines"] for name in decided)
    assert (paper["paper"]["points"], coach("get").json()["shows_verdicts"]) == (None, False)


def test_without_a_link_that_works_nobody_gets_in(client, coach, link, organiser):
    assert client.get(HERE).status_code == 401
    assert coach("get", key="nt_guessed").status_code == 401
    coach_links.revoke(by=organiser, link=link)
    for method, address in (("get", ""), ("get", "rounds/1/"), ("post", "disputes/"), ("post", "disputes/1/withdraw/")):
        assert coach(method, address).status_code == 401
