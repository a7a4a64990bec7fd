"""The organiser's pages of a competition, the public ones, and the API."""

import hashlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile as Upload
from django.test import Client

from tests.tournament.competitions.playing import exported, fingerprint, make_event, play, signed
from tests.tournament.making import make_token, publish
from tests.tournament.set_up import made_once
from tournament.models import Competition, Event, Hall, HallFile, JointCopy

pytestmark = pytest.mark.django_db
HALLS = "/events/national/run/halls/"
FACTS = {"name": "North hall", "slug": "north", "event_slug": "north"}


@pytest.fixture
@made_once
def national(organiser) -> Event:
    return publish(organiser, make_event(organiser, "national"), "provisional")


@pytest.fixture
def page(client: Client, organiser, national) -> Client:
    client.force_login(organiser)
    return client


def uploads(files) -> list[Upload]:
    parts = {
        "results.json": files.document,
        "a.txt": files.statement,
        "a.sig": files.signature,
        "a.pem": files.public_key,
    }
    return [Upload(name, content) for name, content in parts.items() if content]


def test_an_organiser_registers_a_hall_takes_its_files_and_signs(page, organiser):
    assert "Run a competition of several halls" in page.get(HALLS).text
    assert page.post(HALLS, {"do": "begin"}).status_code == 302
    wrong = page.post(HALLS, {"do": "add", **FACTS, "fingerprint": "ab"})
    assert (wrong.status_code, "A fingerprint has 64 digits" in wrong.text) == (400, True)
    page.post(HALLS, {"do": "add", **FACTS, "fingerprint": fingerprint("north").upper()})
    event = play(organiser, "north", {301: 3, 302: 2})
    here = f"{HALLS}north/"
    assert "The results are missing" in page.post(here, {"do": "hand_in", "sent": [Upload("a.txt", b"x")]}).text
    assert "one file of each kind" in page.post(here, {"do": "hand_in", "sent": [Upload("a.doc", b"x")]}).text
    forged = page.post(here, {"do": "hand_in", "sent": uploads(signed(event, "south"))})
    assert (forged.status_code, "North hall: The file is signed with the key" in forged.text) == (422, True)
    assert page.post(here, {"do": "hand_in", "sent": uploads(signed(event))}).status_code == 302
    shown = page.get(HALLS)
    assert "final, signed" in shown.text
    state = shown.context["sign"].initial["shown"]
    assert page.post(HALLS, {"do": "sign", "shown": state}).status_code == 302
    page.logout()
    public = page.get("/events/national/joint/").text
    assert (
        "What a hall typed wrongly or invented and then signed cannot be seen here" in public,
        "Final." in public,
    ) == (
        True,
        True,
    )
    grade = page.get("/events/national/joint/grade-3/").text
    assert ("north/301" in grade, "Name301 L." in grade) == (True, True)
    copy = JointCopy.objects.get()
    got = {
        name: page.get(f"/events/national/joint/{copy.pk}/{name}") for name in ("joint.json", "north.json", "north.sig")
    }
    assert hashlib.sha256(got["joint.json"].content).hexdigest() == copy.digest
    assert got["north.json"].content == signed(event).document
    assert len(got["north.sig"].content) == 64
    for missing in ("joint.exe", "south.json"):
        assert page.get(f"/events/national/joint/{copy.pk}/{missing}").status_code == 404


def test_nobody_reads_a_joint_standing_that_is_hidden(page, organiser):
    page.post(HALLS, {"do": "begin"})
    assert "The public does not see it" in page.get("/events/national/joint/").text
    page.logout()
    for name in ("", "grade-3/", "joint.json"):
        assert page.get(f"/events/national/joint/{name}").status_code == 404
    page.force_login(organiser)
    page.post(HALLS, {"do": "show"})
    page.logout()
    assert page.get("/events/national/joint/").status_code == 200
    assert page.get("/events/national/joint/grade-9/").status_code == 404


def test_a_program_hands_in_by_the_api_and_reads_the_verdict(client, national, organiser):
    headers = {"Authorization": f"Bearer {make_token(organiser, 'organise', 'read')}"}
    Competition.objects.create(event=national, made_by=organiser, made_at="2026-05-09T10:00Z")
    facts = FACTS | {"fingerprint": fingerprint("north")}
    halls, files = (f"/api/v1/events/national/{name}/" for name in ("halls", "hall-files"))
    assert client.post(halls, facts, "application/json", headers=headers).status_code == 201
    sent = {"hall": "north", "document": Upload("event.json", b"{")}
    refused = client.post(files, sent, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable")
    event = play(organiser, "north", {301: 3})
    sent["document"] = Upload("event.json", exported(event).document)
    made = client.post(files, sent, headers=headers)
    assert (made.status_code, made.json()["refusal"], made.json()["is_final"]) == (201, None, False), made.text
    listed = client.get(files, headers=headers).json()["results"]
    assert [each["refusal"] and each["refusal"]["code"] for each in listed] == ["unreadable", None]
    assert (
        client.get(f"{halls}{Hall.objects.get().pk}/", headers=headers).json()["counted"] == HallFile.objects.last().pk
    )
