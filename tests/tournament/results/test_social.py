"""What a link to a page says of itself elsewhere."""

import io
import re

import pytest
from django.urls import reverse
from PIL import Image

from tests.tournament.crowd import crowd
from tests.tournament.set_up import made_once
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db

HITS = "(1+2+3)*4"
HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture
@made_once
def day(event, round_24, add_player, hand_in, work_through):
    for number, name in ((1, "Ada"), (2, "Ben")):
        texts = [(0, HITS)] + [(0, "1*2*3*4")] * (number == 1)
        hand_in(round_24, add_player(number, 3, "Owls", first_name=name, last_name="Quillfeather"), texts)
    work_through()
    return event


def told(client, address: str) -> dict[str, str]:
    page = client.get(address).content.decode()
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))


def test_a_standing_says_its_title_its_state_and_who_leads(client, event, day):
    address = reverse("division", args=[event.slug, 3])
    said = told(client, address)
    assert said["title"] == "Grade 3 · Spring Day"
    assert said["description"] == "Provisional results. 1. Ada Q., 2. Ben Q."
    assert said["type"] == "website"
    assert said["url"] == f"http://testserver{address}"
    assert said["image"] == f"http://testserver{reverse('card', args=[event.slug])}"


@pytest.mark.parametrize(
    "name, args", [("event", ()), ("round", (1,)), ("methods", (1, 3)), ("records", ()), ("entrant", (1,))]
)
def test_every_page_has_a_title_and_names_nobody_who_is_not_on_it(client, event, day, name, args):
    said = told(client, reverse(name, args=[event.slug, *args]))
    assert said["title"].endswith("Spring Day")
    assert said["description"] == "Provisional results."


def test_large_type_is_the_same_page_elsewhere(client, event, day):
    address = reverse("division", args=[event.slug, 3])
    assert told(client, address + "?projector=1")["url"] == f"http://testserver{address}"


def test_who_leads_is_not_said_where_the_public_may_not_know(client, event, organiser, judge_user, day):
    events.publish(by=organiser, event=event, visibility="hidden")
    client.force_login(judge_user)
    said = told(client, reverse("division", args=[event.slug, 3]))
    assert said["description"] == "Not public."


def test_nothing_of_a_name_is_markup(client, event, organiser, day, add_player, round_24, hand_in, work_through):
    hand_in(round_24, add_player(9, 3, first_name=HOSTILE), [(0, HITS), (0, "1*2*3*4"), (0, "4!*(3-2)*1")])
    work_through()
    said = told(client, reverse("division", args=[event.slug, 3]))
    assert "<" not in said["description"]
    assert said["description"].startswith("Provisional results. 1. &quot;&gt;&lt;script")


def test_the_picture_is_one_and_its_words_are_the_events(client, event, organiser, day):
    address = reverse("card", args=[event.slug])
    first = client.get(address)
    assert (first.status_code, first["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(first.content)).size == (1200, 630)
    assert client.get(address).content == first.content
    events.publish(by=organiser, event=event, visibility="hidden")
    assert client.get(address).status_code == 404


def test_the_picture_reads_nothing_but_the_event(client, event, organiser, round_24, django_assert_num_queries):
    crowd(event, [round_24], organiser, 20)
    with django_assert_num_queries(1):
        client.get(reverse("card", args=[event.slug]))
