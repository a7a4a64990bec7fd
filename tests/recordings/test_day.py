"""One fixed day: its points, places, awards, export and audit trail, and its pages as text."""

import io
import json
from html.parser import HTMLParser

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import resolve, reverse

from tests.recordings import compare
from tests.recordings.day import Day, standing_still
from tests.tournament.web.test_permissions import ADDRESSES
from tournament import PROGRAM, VERSION
from tournament.exports import public
from tournament.models import AuditEntry, Event
from tournament.standings.standings import players_table, teams_table
from tournament.web.published.addresses import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HERE = {"slug": "fixed", "position": 2, "grade": 3, "number": 101}
STREAMS = {"changes-stream"}


@pytest.fixture(scope="module")
def day(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), standing_still():
        made = Day()
        made.played()
        yield made


@pytest.fixture
def event(day) -> Event:
    return Event.objects.get()


def test_standings_and_awards(event):
    rows = []
    for division in event.divisions.all():
        for table in (players_table(event, division), teams_table(event, division)):
            rows += [f"{division} {each.ranked.place} {each.name} {each.total}" for each in table.entries]
            rows += [f"award {line.award.state} {line.reason}" for line in table.award_lines(event.award_places)]
    compare("standings.txt", "\n".join(rows))


def test_public_export(event):
    exported = json.loads(public.document(event)) | {"program": PROGRAM.replace(VERSION, "VERSION")}
    compare("export.json", json.dumps(exported, indent=1, ensure_ascii=False))


def said(command: str, **options) -> str:
    out = io.StringIO()
    call_command(command, stdout=out, **options)
    return out.getvalue()


def test_audit_trail_and_its_head_and_the_check_of_all_results(event):
    rows = [f"{each.number} {each.verb} {each.hash[:12]}" for each in AuditEntry.objects.order_by("number")]
    compare("trail.txt", "\n".join([*rows, said("audit", verify=True), said("rescore", check=True)]))


class Text(HTMLParser):
    """What a page says, without its markup."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.lines = "", []

    def handle_starttag(self, tag, attrs):
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if data.strip() and self.inside not in ("script", "style"):
            self.lines.append(" ".join(data.split()))


def as_text(client: Client, address: str) -> str:
    response = client.get(address)
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    head = f"== {address} {response.status_code} {kind}"
    if response.status_code != 200 or not kind.startswith("text/"):
        return head
    content = b"".join(response.streaming_content) if response.streaming else response.content
    page = Text()
    page.feed(content.decode())
    page.lines = [line.replace(VERSION, "VERSION") for line in page.lines]
    return "\n".join([head, *(page.lines if kind == "text/html" else [content.decode().replace("\r", "")])])


def test_public_pages_as_text(event):
    kinds = {resolve(address.partition("?")[0]).url_name: address for address in reversed(list(addresses(event)))}
    pages = [as_text(Client(), kinds[name]) for name in sorted(kinds) if name != "event-export"]
    compare("public_pages.txt", "\n".join(pages))


def test_pages_of_the_organiser_and_the_judge_as_text(event, day):
    organiser, judge, pages = Client(), Client(), []
    organiser.force_login(day.organiser)
    judge.force_login(day.judge)
    for name, (guard, arguments, method) in sorted(ADDRESSES.items()):
        if method == "get" and "slug" in arguments and arguments.keys() <= HERE.keys() and name not in STREAMS:
            address = reverse(name, kwargs={each: HERE[each] for each in arguments})
            pages += [as_text(organiser, address)] if guard.organiser == "in" else []
            pages += [as_text(judge, address)] if (guard.judge, guard.organiser) == ("in", 403) else []
    compare("pages_of_helpers.txt", "\n".join(pages))
