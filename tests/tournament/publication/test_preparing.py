"""Final results that are copied before the ceremony ends: shown at once, to nobody earlier, and never out of date."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse

from tests.tournament.copied import everything, public_addresses
from tests.tournament.making import apply, publish
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Event, Job, Publication, PublishedPage, Submission
from tournament.organiser import actions as events, round_steps
from tournament.publication import actions as publications, prepared_copies, queries as record, rendering, signing
from tournament.publication.rendering import pages_as_shown
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.scoring.loader import EntrantInRound
from tournament.scoring.worker import work_out
from tournament.standings import penalty_actions
from tournament.tasks import perform
from tournament.web.published.storage import unpack

pytestmark = pytest.mark.django_db
in_earnest = pytest.mark.django_db(transaction=True)  # with connections of their own, as in use

PRODUCT = "1*2*3*4"


@pytest.fixture(autouse=True)
def quiet(patches_for_all):
    """No waiting until nobody has decided anything for a while."""
    patches_for_all.setattr(prepared_copies, "QUIET", timedelta(0))


@pytest.fixture
@made_once
def embargoed(event, organiser, judge_user, round_24, add_player, hand_in, work_through) -> Event:
    """Everything is marked, the round is final, and results wait for the ceremony."""
    hand_in(round_24, add_player(101), [(0, PRODUCT)])
    hand_in(round_24, add_player(102), [(0, "1+2+3+4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    return publish(organiser, event, "embargoed")


def prepare(times: int = 99) -> None:
    """Prepare as the sweeper and the worker do, at most so many jobs."""
    prepared_copies.ensure_next()
    while times and (job := Job.objects.filter(state="waiting", kind="prepare_copy").first()):
        assert perform(job.pk) == 1
        times -= 1


@pytest.fixture
@made_once
def ready(embargoed) -> Event:
    """Its final results are prepared."""
    prepare()
    return Event.objects.get(pk=embargoed.pk)


def prepared() -> Publication:
    return Publication.objects.get(kind="prepared")


def bodies(copy: Publication) -> dict[tuple[str, str], bytes]:
    return {(page.address, page.language): unpack(page.body) for page in copy.pages.all()}


def difference(one: dict, other: dict) -> list:
    return [key for key in {**one, **other} if one.get(key) != other.get(key)]


def no_page_is_made(*asked):
    raise AssertionError("a page was made")


def test_the_end_of_the_ceremony_only_shows_what_is_prepared(client, ready, organiser, monkeypatch):
    copy = prepared()
    assert copy.pages.count() == copy.pages_planned
    monkeypatch.setattr(rendering, "pages_as_shown", no_page_is_made)
    event = publish(organiser, ready, "final")
    assert (event.visibility, event.shown_id, event.shown.kind) == ("final", copy.pk, "final")
    assert event.shown.made_by == organiser
    assert signing.holds(record.statement(event.shown), event.shown.signature.encode())
    assert "Final results." in client.get("/events/spring/grade-3/").content.decode()
    document = client.get(reverse("published-document", args=["spring", copy.pk]))
    assert document.content == client.get("/events/spring/event.json").content
    verbs = AuditEntry.objects.filter(event_id=event.pk).order_by("-number").values_list("verb", flat=True)
    assert list(verbs[:2]) == ["publication.ready", "event.published"]


@pytest.mark.one_database
@in_earnest
def test_a_prepared_copy_is_the_one_that_the_press_would_make(client, ready, organiser):
    kept, digest = bodies(prepared()), prepared().digest
    prepared().delete()
    event = publish(organiser, ready, "final")
    assert difference(bodies(event.shown), kept) == []
    assert event.shown.digest == digest
    number = client.get("/events/spring/changes/").json()["number"]
    assert f'data-number="{number}"' in client.get("/events/spring/").content.decode()


def test_nobody_sees_anything_of_it_before_the_end(client, embargoed, organiser):
    """NT-PU-19: every answer is the same, byte for byte, as it would be without it."""
    listed = public_addresses(Event(**{**vars_of(embargoed), "visibility": "final"}))
    before = everything(embargoed, listed)
    prepare()
    pk = prepared().pk
    assert len(listed) > 40
    assert difference(everything(embargoed, listed), before) == []
    for name in ("published-document", "published-statement", "published-signature"):
        assert client.get(reverse(name, args=["spring", pk])).status_code == 403
    client.force_login(organiser)
    assert client.get(reverse("published-document", args=["spring", pk])).status_code == 404
    assert record.finals(embargoed) == []
    assert record.unfinished(embargoed) is None
    assert "Final results are prepared." in client.get(reverse("ceremony", args=["spring"])).content.decode()


def vars_of(event: Event) -> dict:
    return {field.attname: getattr(event, field.attname) for field in Event._meta.concrete_fields}


# what happens in between


def penalty(event, organiser, judge):
    entrant = event.entrants.get(player__number=101)
    penalty_actions.give(by=judge, event=event, entrant=entrant, points=5, reason="Late.")


def rescore(event, organiser, judge):
    change = proposals.void(by=organiser, puzzle=event.rounds.get().puzzles.get(), boxes=[0])
    made = rescores.propose(by=organiser, event=event, changes=[change], reason="Misprinted.")
    apply(organiser, made, "Question 1 counts for nobody.")


@pytest.mark.usefixtures("few_pages")
@pytest.mark.parametrize("decide", [penalty, rescore])
def test_after_a_decision_the_copy_is_made_again(client, ready, organiser, judge_user, decide):
    """NT-PU-20"""
    stale = prepared()
    before = bodies(stale)["/events/spring/grade-3/", "en"]
    decide(ready, organiser, judge_user)
    assert prepared_copies.progress(ready) is None
    event = publish(organiser, ready, "final")
    assert event.shown_id != stale.pk
    assert not Publication.objects.filter(kind="prepared").exists()
    after = bodies(event.shown)
    assert after["/events/spring/grade-3/", "en"] != before
    assert event.shown.pages.count() == event.shown.pages_planned


def test_points_that_the_worker_stores_later_count_as_a_change(ready):
    """They make no entry in the trail, and no change that the public would hear of."""
    numbers = prepared_copies._counters(ready)
    line = Submission.objects.get(text=PRODUCT)
    work_out({EntrantInRound(line.sheet.round_id, line.sheet.entrant_id)})
    head, change = prepared_copies._counters(ready)
    assert (head.number, change.number) == (numbers[0].number, numbers[1].number)
    assert prepared_copies.progress(ready) is None


def test_what_is_decided_is_prepared_again(ready, organiser, judge_user):
    stale = prepared().pk
    penalty(ready, organiser, judge_user)
    prepare()
    assert prepared().pk != stale
    assert prepared_copies.progress(ready)["is_ready"]


@pytest.mark.parametrize("visibility", ["provisional", "hidden"])
def test_a_prepared_copy_goes_with_the_embargo(ready, organiser, visibility):
    publish(organiser, ready, visibility)
    assert not Publication.objects.filter(kind="prepared").exists()


def test_a_round_that_is_opened_again_ends_it(ready, organiser):
    round_steps.move(by=organiser, round_=ready.rounds.get(), status="marking", why="One sheet more.")
    prepared_copies.make_pages([ready.pk], 1)
    assert not Publication.objects.filter(kind="prepared").exists()
    with pytest.raises(Refused, match="not final yet"):
        publish(organiser, ready, "final")


# some pages at a time, and workers that die


@pytest.fixture
def in_small_parts(monkeypatch):
    monkeypatch.setattr(prepared_copies, "TIME_PER_JOB", timedelta(0))
    monkeypatch.setattr(rendering, "BATCH_PAGES", 30)


@pytest.mark.one_database
@in_earnest
def test_each_job_goes_on_where_the_last_one_stopped_and_never_mixes_pages_of_two_records(
    embargoed, organiser, judge_user, in_small_parts
):
    prepare(1)
    progress = prepared_copies.progress(embargoed)
    assert 0 < progress["pages"] < progress["planned"]
    assert not progress["is_ready"]
    penalty(embargoed, organiser, judge_user)
    prepare(1)
    while (progress := prepared_copies.progress(embargoed))["pages"] < progress["planned"]:
        prepare(1)  # no more than needed: a job without any time never learns that its pages were the last ones
    kept = bodies(prepared())
    prepared().delete()
    assert difference(bodies(publish(organiser, embargoed, "final").shown), kept) == []


@pytest.mark.usefixtures("few_pages")
def test_a_half_prepared_copy_is_not_shown(embargoed, organiser, in_small_parts):
    prepare(1)
    half = prepared().pk
    event = publish(organiser, embargoed, "final")
    assert event.shown_id != half
    assert event.shown.pages.count() == event.shown.pages_planned


@pytest.mark.one_database
@in_earnest
def test_a_worker_that_dies_loses_one_batch(embargoed, organiser, monkeypatch):
    made = []

    def dies(*asked):
        for page in pages_as_shown(*asked):
            if len(made) == 45:
                raise SystemExit("the process died")
            made.append((page.address, page.language))
            yield page

    monkeypatch.setattr(rendering, "pages_as_shown", dies)
    with pytest.raises(SystemExit):
        prepare()
    assert 0 < prepared().pages.count() < 45
    monkeypatch.setattr(rendering, "pages_as_shown", lambda *asked: (page for page in pages_as_shown(*asked)))
    Job.objects.filter(kind="prepare_copy").update(state="waiting", attempts=0, lease_until=None)
    prepare()
    copy = prepared()
    assert copy.pages.count() == copy.pages_planned
    assert copy.digest


@in_earnest
def test_of_two_organisers_who_end_it_at_once_one_does(ready, organiser):
    outcomes: list[str] = []

    def end() -> None:
        try:
            publications.publish(by=organiser, event=ready, visibility="final")
            outcomes.append("done")
        except Refused as refused:
            outcomes.append(refused.sentence)
        finally:
            connection.close()

    both = [threading.Thread(target=end) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join(30)
    assert sorted(outcomes) == ["The public sees this already.", "done"]
    assert Publication.objects.filter(kind="final").count() == 1


@in_earnest
@pytest.mark.usefixtures("few_pages")
def test_a_worker_that_still_prepares_when_results_are_published_adds_no_page(embargoed, organiser, monkeypatch):
    def meanwhile(*asked):
        pages = pages_as_shown(*asked)
        yield next(pages)
        thread = threading.Thread(target=lambda: (publish(organiser, embargoed, "final"), connection.close()))
        monkeypatch.setattr(rendering, "pages_as_shown", pages_as_shown)
        thread.start()
        thread.join(60)
        yield from pages

    monkeypatch.setattr(rendering, "pages_as_shown", meanwhile)
    prepared_copies.ensure_next()
    assert perform(Job.objects.get(kind="prepare_copy", state="waiting").pk) == 0  # its copy was taken away
    copy = Publication.objects.get(kind="final")
    assert copy.ready_at
    assert not PublishedPage.objects.exclude(publication=copy).filter(publication__kind="prepared").exists()


# when


def waits() -> bool:
    prepared_copies.ensure_next()
    return Job.objects.filter(kind="prepare_copy", state="waiting").exists()


def test_it_begins_once_every_round_is_final_and_only_once(embargoed):
    assert waits()
    assert waits()
    assert Job.objects.filter(kind="prepare_copy").count() == 1
    prepare()
    assert not waits()


def test_it_waits_while_people_decide(embargoed, organiser, monkeypatch):
    monkeypatch.setattr(prepared_copies, "QUIET", timedelta(minutes=1))
    assert not waits()


def test_nothing_is_prepared_while_results_are_provisional_or_a_round_is_not_final(event, organiser, round_24):
    assert not waits()
    publish(organiser, event, "embargoed")
    assert not waits()


@pytest.mark.usefixtures("few_pages")
def test_frozen_results_are_followed_by_prepared_ones_too(embargoed, organiser):
    publish(organiser, embargoed, "provisional")
    publish(organiser, embargoed, "frozen")
    prepare()
    copy = prepared().pk
    assert publish(organiser, embargoed, "final").shown_id == copy


def test_what_fails_for_good_is_tried_again_after_the_next_decision(embargoed, organiser, monkeypatch):
    monkeypatch.setattr(rendering, "pages_as_shown", no_page_is_made)
    prepared_copies.ensure_next()
    for _attempt in range(5):
        perform(Job.objects.get(kind="prepare_copy").pk)
        Job.objects.filter(state="working").update(state="waiting")
    assert Job.objects.get(kind="prepare_copy").state == "failed"
    assert not waits()
    events.change(by=organiser, event=embargoed, name="Spring Day again")
    assert waits()


# without a prepared copy


@pytest.mark.one_database  # on PostgreSQL readers ask meanwhile in test_actions.py
@in_earnest
def test_without_one_results_wait_for_the_whole_copy(client, embargoed, organiser, monkeypatch):
    seen = []

    def ask() -> None:  # on a connection of its own, since that of the pages reads one moment
        answer = client.get("/events/spring/grade-3/")
        seen.append((answer.status_code, "Final results." in answer.content.decode()))
        connection.close()

    def watched(*asked):
        for at, page in enumerate(pages_as_shown(*asked)):
            if at % 20 == 0:
                (asking := threading.Thread(target=ask)).start()
                asking.join(30)
            yield page

    monkeypatch.setattr(rendering, "pages_as_shown", watched)
    event = publish(organiser, embargoed, "final")
    assert event.shown.ready_at
    assert set(seen) == {(200, False)}
    ask()
    assert seen[-1] == (200, True)
