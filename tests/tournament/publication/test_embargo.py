"""Before the ceremony nobody learns of results or ties: docs/rules/publication.md."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, product

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.laws import some
from tests.tournament.making import publish
from tests.tournament.set_up import made_once
from tests.tournament.tied import Hall
from tournament.common.files.table_files import CONTENT_TYPES
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink, Event, Publication, Round, Tie
from tournament.organiser import round_steps
from tournament.publication import actions as publications, rendering
from tournament.publication.rendering import carry_out, pages_as_shown
from tournament.statistics.columns import TABLES
from tournament.urls import event_pages

pytestmark = pytest.mark.django_db

CEREMONY = "The results come at the ceremony."
NUMBER = re.compile(r'data-number="\d+"')
RESULTS = ("division", 3), ("division-teams", 3), ("entrant", 101), ("round", 1), ("records",), ("methods", 1, 3)

WAITING = ("event",), ("notation",), ("division", 3), ("entrant", 101), ("published",)


def at(name: str, *parts) -> str:
    return reverse(name, args=["spring", *parts])


@pytest.fixture
def hall(event, organiser, hand_in, work_through, round_24, add_player) -> Hall:
    """101 to 103 are tied for the first place of grade 3; 104 has nothing."""
    for number in (101, 102, 103):
        hand_in(round_24, add_player(number, team="Otters"), [(0, "1*2*3*4")])
    hand_in(round_24, add_player(104, team="Owls"), [(0, "1+2+3+4")])
    work_through()
    return Hall(event, organiser, hand_in, work_through)


published = made_once(publish)


@pytest.fixture
def embargoed(hall, organiser) -> Event:
    return published(organiser, hall.event, "embargoed")


# every address

PARTS: dict[str, tuple] = {
    "position": (1, 2, 3, 4),
    "grade": (3, 9),
    "number": (1, 2, 101, 102, 104, 999),
    "name": tuple(TABLES),
    "form": tuple(some(CONTENT_TYPES, of=3)),
}


def every_address(team: int) -> Iterator[str]:
    """Every address of the event for every round, grade, player and file there is, and for some that are not there."""
    parts = PARTS | {"team_id": (team, 99999)}
    api = [each for each in get_resolver("tournament.api.urls").url_patterns if "slug" in each.pattern.converters]
    for pattern in (*event_pages, *api):
        yield from (reverse(pattern.name, kwargs=kwargs) for kwargs in _kwargs(pattern, parts))
    for query in ("", "?number=101", "?number=999", "?projector=1"):
        yield at("event") + query
    for kind, grade in product(("players", "teams"), (3, 9)):
        yield at("api-standings") + f"?grade={grade}&kind={kind}"
    yield from ("/", "/robots.txt", "/sitemap.xml", at("event") + "nothing/", "/api/")


def _kwargs(pattern: URLPattern, parts: dict[str, tuple]) -> Iterator[dict]:
    names = [name for name in pattern.pattern.converters if name != "slug"]
    for values in product(*(parts.get(name, (1,)) for name in names)):
        yield {"slug": "spring", **dict(zip(names, values, strict=True))}


def answers(event: Event) -> dict[tuple[str, str], tuple]:
    client = Client()
    team = event.teams.get(name="Otters").pk
    asked = zip(every_address(team), cycle(("en", "es")), strict=False)
    return {each: _answer(client.get(each[0], headers={"accept-language": each[1]})) for each in asked}


def _answer(answer) -> tuple:
    headers = {name: value for name, value in answer.headers.items() if name != "Expires"}  # the time of day
    return answer.status_code, headers, answer.content


class _TakeBack(Exception):
    pass


def in_another_world(act) -> dict:
    """What `act` returns, with all that it did taken back."""
    returned = []
    with suppress(_TakeBack), transaction.atomic():
        returned.append(act())
        raise _TakeBack
    return returned[0]


@pytest.mark.sampled
@pytest.mark.languages
def test_nothing_that_an_anonymous_reader_gets_shows_that_there_is_a_tie(hall, organiser):
    """NT-PU-3: byte for byte, with a tie that is being played and without any. In the suite each table as one kind of
    file."""
    Event.objects.update(award_places=3)  # from here on nothing is copied from other tests

    def without() -> dict:
        return answers(publish(organiser, hall.event, "embargoed"))

    def with_tie() -> dict:
        tie = hall.draw()
        hall.play(tie, (2, 1))
        event = publish(organiser, hall.event, "embargoed")
        hall.begin(tie)
        assert [each.tiebreaker is None for each in Round.objects.filter(event=event)] == [True, False, False]
        return answers(event)

    plain, tied = in_another_world(without), in_another_world(with_tie)
    assert len(plain) > 250
    assert [key for key in plain if plain[key] != tied[key]] == []


def test_helpers_and_coaches_do_not_read_of_other_teams_tiebreakers(client, hall, organiser, volunteer):
    coach_links.make_links(by=organiser, event=hall.event)
    game = hall.play(hall.draw(), (2, 1))
    disputes.open_window(by=organiser, round_=game.round)
    publish(organiser, hall.event, "embargoed")
    theirs, others = (CoachLink.objects.get(team__name=name) for name in ("Otters", "Owls"))
    assert game.round.name in client.get(reverse("coach", args=[theirs.token])).content.decode()
    assert game.round.name not in client.get(reverse("coach", args=[others.token])).content.decode()
    client.force_login(volunteer)
    assert game.round.name not in client.get(at("event")).content.decode()


def test_before_the_ceremony_the_event_s_own_pages_show_no_tiebreaker_even_while_hidden(client, hall, volunteer):
    game = hall.play(hall.draw(), (2, 1))
    Event.objects.update(visibility="hidden")
    client.force_login(volunteer)
    for name in ("event", "notation"):
        assert game.round.name not in client.get(at(name)).content.decode()


# what a bookmark says


@pytest.mark.parametrize("name", RESULTS, ids=lambda name: name[0])
def test_a_bookmarked_page_of_results_says_when_they_come(client, embargoed, name):
    answer = client.get(at(*name))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert CEREMONY in text
    assert "Spring Day" in text
    assert f'href="{at("event")}"' in text
    assert "data-changes" in text  # it turns into the results by itself


def test_files_and_programs_are_told_the_same_with_a_403(client, embargoed):
    for address in (at("event-export"), f"{at('event')}grade-3.csv", at("api-event"), at("api-player", 999)):
        assert client.get(address).status_code == 403
    assert client.get(at("api-event")).json()["detail"] == CEREMONY
    assert CEREMONY in client.get(at("event-export")).content.decode()


def test_what_is_no_page_of_the_event_stays_one(client, embargoed):
    assert client.get(f"{at('event')}nothing/").status_code == 404
    assert client.get("/events/autumn/grade-3/").status_code == 404


# frozen results: they stay or go


@pytest.fixture
def frozen(hall, organiser) -> Event:
    return published(organiser, hall.event, "frozen")


def test_frozen_results_stay_or_go_by_choice(client, frozen, organiser):
    announced = client.get(at("division", 3)).content
    with pytest.raises(Refused, match="Choose whether the frozen results stay public"):
        publish(organiser, frozen, "embargoed")
    event = publish(organiser, frozen, "embargoed", keep_frozen=True)
    assert client.get(at("division", 3)).content == announced
    assert client.get(at("round", 9)).status_code == 404  # as before: this copy has results
    with pytest.raises(Refused, match="The public sees this already"):
        publish(organiser, event, "embargoed", keep_frozen=True)
    publish(organiser, event, "embargoed", keep_frozen=False)
    assert CEREMONY in client.get(at("division", 3)).content.decode()


def test_frozen_results_that_go_are_gone_at_once(client, frozen, organiser, monkeypatch):
    """NT-PU-5: also where the new copy is cut off; taking the embargo back brings them back."""
    announced, shown = client.get(at("division", 3)).content, frozen.shown_id
    copy = publications.publish(by=organiser, event=frozen, visibility="embargoed", keep_frozen=False)
    assert CEREMONY in client.get(at("division", 3)).content.decode()
    assert CEREMONY in client.get(at("event")).content.decode()  # the programme is not made yet
    carry_out(publications.restart_copy, by=organiser, event=frozen)
    assert client.get(at("event")).status_code == 200
    Publication.objects.filter(event=frozen).exclude(pk=shown).update(ready_at=None)
    publications.cancel_copy(by=organiser, event=frozen)
    frozen.refresh_from_db()
    assert (frozen.visibility, frozen.shown_id) == ("frozen", shown)
    assert client.get(at("division", 3)).content == announced
    assert copy.kind == "programme"


def test_the_page_asks_what_happens_to_frozen_results(client, frozen, organiser):
    client.force_login(organiser)
    assert "stay public until the ceremony" in client.get(at("publish")).content.decode()
    answer = client.post(at("publish"), {"visibility": "embargoed"})
    assert answer.status_code == 400
    assert "Choose whether the frozen results stay public" in answer.content.decode()
    assert client.post(at("publish"), {"visibility": "embargoed", "frozen_results": "remove"}).status_code == 302
    client.logout()
    assert CEREMONY in client.get(at("division", 3)).content.decode()


def test_without_frozen_results_the_page_asks_nothing(client, hall, organiser):
    client.force_login(organiser)
    assert "stay public until the ceremony" not in client.get(at("publish")).content.decode()
    assert client.post(at("publish"), {"visibility": "embargoed"}).status_code == 302


# copies from before, and the end of the embargo


@pytest.fixture
def once_final(hall, organiser, round_24) -> Event:
    """Final results were public once, and were taken back."""
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    publish(organiser, hall.event, "final")
    return publish(organiser, hall.event, "provisional")


def test_signed_copies_from_before_wait_for_the_ceremony_too(client, once_final, organiser):
    copy = once_final.publications.get()
    assert client.get(at("published")).status_code == 200
    publish(organiser, once_final, "embargoed")
    assert copy.signature not in client.get(at("published")).content.decode()
    assert CEREMONY in client.get(at("published")).content.decode()
    for name in ("published-document", "published-statement", "published-signature"):
        assert client.get(at(name, copy.pk)).status_code == 403
        assert client.get(at(name, 9999)).status_code == 403
    client.force_login(organiser)
    assert copy.signature in client.get(at("published")).content.decode()


def test_until_final_results_are_copied_every_page_is_what_it_was(client, hall, organiser, round_24, monkeypatch):
    """NT-PU-7"""
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    tie = hall.draw()
    publish(organiser, hall.event, "embargoed")
    before, seen = [client.get(at(*name)).content.decode() for name in WAITING], []

    def meanwhile(*asked):
        seen.extend(client.get(at(*name)).content.decode() for name in WAITING)
        yield from pages_as_shown(*asked)

    monkeypatch.setattr(rendering, "pages_as_shown", meanwhile)
    publish(organiser, hall.event, "final")
    line = re.compile('<p class="notice" role="status" data-in-a-moment>.*?</p>\n', re.S)
    assert all("New results in a moment." in page for page in seen)
    assert [NUMBER.sub("", line.sub("", page)) for page in seen] == [NUMBER.sub("", page) for page in before]
    assert "Final results." in client.get(at("division", 3)).content.decode()
    assert Tie.objects.get() == tie
