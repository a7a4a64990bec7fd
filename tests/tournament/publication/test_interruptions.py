"""Where and why a copy stopped, as the organiser reads it."""

import errno

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.http import Http404
from django.urls import reverse

from tests.tournament.making import publish
from tests.tournament.set_up import made_once
from tournament.models import Event, Fixture, Job, Publication, Table, Team
from tournament.moves import table_cache
from tournament.organiser import round_steps
from tournament.publication import actions as publications, copies, prepared_copies, queries as record
from tournament.publication.interruptions import interruption
from tournament.publication.rendering import carry_out, pages_as_shown
from tournament.series import actions as series, table_actions
from tournament.tasks import perform

pytestmark = pytest.mark.django_db
in_earnest = pytest.mark.django_db(transaction=True)  # with connections of their own, as in use


@pytest.fixture(autouse=True)
def _at_once(patches_for_all):
    """No waiting until nobody has decided anything for a while, and no table that is remembered."""
    patches_for_all.setattr(prepared_copies, "QUIET", prepared_copies.QUIET * 0)
    table_cache.forget()
    yield
    table_cache.forget()


@pytest.fixture
@made_once
def with_game(event, organiser, add_player, round_24) -> Event:
    """A final round and a game of a series between players 101 and 102, at a table."""
    add_player(101, team="Owls")
    add_player(102)
    players = list(event.players.order_by("number"))
    facts = {"name": "Cup", "game": "duel", "kind": "round_robin", "players": players}
    table_actions.open_fixture(
        by=organiser, fixture=series.make(by=organiser, event=event, **facts).fixtures.get(), recorded=True
    )
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
@made_once
def frozen(with_game, organiser) -> Event:
    return publish(organiser, with_game, "frozen")


@pytest.fixture
def broken(with_game) -> Event:
    """The game is over, and its table cannot be read."""
    Table.objects.update(settings={"no": "setting"}, stage="over")
    table_cache.forget()
    return with_game


def mend() -> None:
    Table.objects.update(settings={}, stage="lobby")
    table_cache.forget()


def first_page() -> str:
    """The first page on which the result of the game is."""
    return reverse("series", args=["spring", Fixture.objects.get().series_id])


def publish_page(client) -> str:
    return " ".join(client.get(reverse("publish", args=["spring"])).content.decode().split())


def stop(copy: Publication) -> tuple[str, str, str]:
    return copy.stop_code, copy.stop_address, copy.stop_language


@pytest.mark.one_database
@in_earnest
def test_a_copy_that_stops_at_a_page_names_it_to_the_organiser(client, broken, organiser, caplog):
    event = publish(organiser, broken, "frozen")
    copy = record.unfinished(event)
    assert stop(copy) == ("failed", first_page(), "en")
    assert f"Copy {copy.pk} of spring stopped at {first_page()} (en)" in caplog.text
    client.force_login(organiser)
    page = publish_page(client)
    link = f'<a href="{first_page()}">{first_page()}</a>'
    assert f"It stopped at the page of series Cup: {link} (English)." in page
    assert f"An error of the program stopped the copy. The log says more: look for “Copy {copy.pk}”." in page
    mend()
    carry_out(publications.restart_copy, by=organiser, event=event)
    copy = event.publications.get()
    assert copy.ready_at
    assert stop(copy) == ("", "", "")
    assert interruption(copy) is None


def test_the_organiser_reads_of_a_prepared_copy_that_stopped(client, broken, organiser):
    event = publish(organiser, broken, "embargoed")
    prepared_copies.ensure_next()
    job = Job.objects.get(kind="prepare_copy")
    assert perform(job.pk) == 0
    assert stop(event.publications.get(kind="prepared")) == ("failed", first_page(), "en")
    client.force_login(organiser)
    for page in (publish_page(client), client.get(reverse("ceremony", args=["spring"])).content.decode()):
        assert "Preparing the final results was interrupted." in page
        assert f'<a href="{first_page()}">' in page
    mend()
    prepared_copies.make_pages([event.pk], 2)
    copy = event.publications.get(kind="prepared")
    assert copy.digest
    assert stop(copy) == ("", "", "")
    assert "Final results are prepared." in publish_page(client)


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (OperationalError("database is locked"), "unavailable", "The database did not answer."),
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full", "The disk was full."),
        (RuntimeError("no key"), "failed", "An error of the program stopped the copy."),
    ],
)
def test_a_copy_that_stopped_at_no_page_says_why(client, frozen, organiser, error, code, sentence):
    frozen.publications.update(ready_at=None)
    copies.cut_off(frozen.publications.get(), error)
    assert stop(record.unfinished(frozen)) == (code, "", "")
    client.force_login(organiser)
    page = publish_page(client)
    assert sentence in page
    assert "It stopped at" not in page


def test_a_copy_whose_process_ended_says_what_it_said(client, frozen, organiser):
    frozen.publications.update(ready_at=None, progressed_at=None)
    client.force_login(organiser)
    page = publish_page(client)
    assert "A copy was interrupted" in page
    assert "It stopped at" not in page
    assert "look for" not in page


def test_what_each_page_is_about(with_game):
    fixture, team = Fixture.objects.get(), Team.objects.get()
    subjects = {
        ("entrant", 101): "player 101",
        ("api-player", 101): "player 101",
        ("division", 3): "grade 3",
        ("division-file", 3, "csv"): "grade 3",
        ("round", 1): "round 1",
        ("methods", 1, 3): "round 1, grade 3",
        ("team", team.pk): "team Owls",
        ("team", team.pk + 1): f"team {team.pk + 1}",
        ("series", fixture.series_id): "series Cup",
        ("game-transcript", fixture.pk): "game Cup 1.1",
        ("head-to-head", fixture.series_id, 101, 102): "games of players 101 and 102",
        ("event",): "",
    }
    for name, *parts in subjects:
        address = reverse(name, args=["spring", *parts])
        found = interruption(Publication(event=with_game, stop_code="failed", stop_address=address))
        assert (found.address, found.subject.strip("\u2068\u2069")) == (address, subjects[name, *parts])


@pytest.mark.parametrize("address", ["javascript:alert(1)", "//elsewhere.example/events/spring/", "/admin/", "nothing"])
def test_an_address_that_is_no_public_page_is_not_a_link(with_game, address):
    copy = Publication(event=with_game, stop_code="failed", stop_address=address, stop_language="xx")
    assert interruption(copy).address == ""


def test_only_a_known_code_is_stored_and_a_page_only_with_one(frozen):
    copy = frozen.publications
    for wrong in ({"stop_code": "tired"}, {"stop_address": "/events/spring/"}, {"stop_language": "en"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            copy.update(**wrong)


@pytest.mark.languages
def test_an_error_in_a_copy_names_the_page_and_the_language(event, settings):
    settings.LANGUAGES = settings.LANGUAGES[1:]
    event.shown = Publication(event=event)
    with pytest.raises(Http404):
        list(pages_as_shown(event, ["/events/spring/", "/events/spring/nothing/"]))
    assert (event.shown.stop_address, event.shown.stop_language) == ("/events/spring/nothing/", "es")
