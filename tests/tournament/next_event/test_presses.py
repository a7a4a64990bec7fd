"""From *Create an event* to a round in marking in at most 8 presses, by the buttons and links that the pages show."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tournament.models import Round, User
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db


class Presses:
    """A person who presses what a page shows; each press is counted, typing and waiting are not."""

    def __init__(self, client: Client, start: str):
        self.client, self.count = client, 0
        self.open(start)

    def open(self, address: str, sent: dict | None = None) -> None:
        answer = self.client.get(address) if sent is None else self.client.post(address, sent, follow=True)
        self.address = answer.request["PATH_INFO"]
        self.page = re.sub(r"\s+", " ", answer.content.decode())

    def link(self, label: str) -> None:
        self.count += 1
        found = re.search(rf'<a[^>]*href="([^"]+)"[^>]*> ?{label} ?</a>', self.page)
        assert found, f"{label} is no link of {self.address}"
        self.open(urlsplit(found[1])._replace(fragment="").geturl())

    def button(self, label: str, typed: dict | None = None) -> None:
        self.count += 1
        found = re.search(rf"<button([^>]*)>[^<]*{label}[^<]*</button>", self.page)
        assert found, f"{label} is no button of {self.address}"
        named = re.search(r'form="([^"]+)"', found[1])
        begin = self.page.index(f'<form id="{named[1]}"') if named else self.page.rindex("<form", 0, found.start())
        form = self.page[begin : self.page.index("</form>", begin)]
        to = re.search(r'action="([^"]+)"', form[: form.index(">")])
        hidden = (re.findall(r'(name|value)="([^"]*)"', each) for each in re.findall(r"<input[^>]*hidden[^>]*>", form))
        sent = {each["name"]: each["value"] for each in map(dict, hidden)}
        self.open(to[1] if to else self.address, sent | (typed or {}))


@pytest.fixture
def person(client, organiser, judge_user, volunteer, event, add_player) -> Presses:
    User.objects.filter(pk=organiser.pk).update(may_create_events=True)
    rounds.add(by=organiser, event=event, format_slug="twenty_four")
    for grade in (3, 4):
        add_player(grade=grade)
    client.force_login(organiser)
    return Presses(client, reverse("home"))


def create(person: Presses, **more) -> None:
    person.link("Create an event")
    person.link("Spring Day")
    person.button("Create the event", {"name": "Again", "held_on": "2028-05-06", **more})


def to_marking(person: Presses, work_through) -> None:
    person.button("Make puzzles for me")
    while work_through():
        pass
    person.open(person.address)
    person.button("Use all")
    person.button("Open: 24 Game")
    person.button("Close")
    person.button("Start marking")
    assert Round.objects.get(event__slug="again").status == "marking"


def test_an_event_with_the_players_of_an_earlier_one_is_in_marking_after_eight_presses(person, work_through):
    create(person, with_players="on")
    to_marking(person, work_through)
    assert person.count == 8
