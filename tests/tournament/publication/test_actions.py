"""From one state of publication to another, copies that are cut off, and final results that are signed."""

import hashlib
import itertools
import json
import re
import threading
import time
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.urls import reverse

from tests.tournament.making import copies_are_made, make_user, publish
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Change, Event, Publication, PublishedPage, Round
from tournament.organiser import actions as events, round_steps
from tournament.publication import actions as publications, queries as record, rendering, signing
from tournament.publication.rendering import carry_out, pages_as_shown
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.web.published import storage

pytestmark = pytest.mark.django_db
in_earnest = pytest.mark.django_db(transaction=True)  # with connections of their own, as in use


@pytest.fixture
@made_once
def played(event, organiser, round_24, add_player, hand_in, work_through) -> Event:
    """Everything is marked and the round is final."""
    hand_in(round_24, add_player(101), [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def instead(monkeypatch):
    """instead(function) renders pages with a function of the test's own."""
    return lambda function: monkeypatch.setattr(rendering, "pages_as_shown", function)


def to(event: Event, organiser, *states: str) -> Event:
    for state in states:
        event = publish(organiser, event, state, keep_frozen=True)
    return event


@pytest.fixture
@made_once
def frozen(played, organiser, few_pages) -> Event:
    return to(played, organiser, "frozen")


# which state may follow which

FINAL_IS_PUBLIC = "Final results are public. Publish them as provisional first."
NONE_TO_FREEZE = "The public sees no results, so there are none to freeze."
SAME = "The public sees this already."
WAITS = "The results are embargoed until the ceremony."
REFUSED = {
    ("hidden", "frozen"): NONE_TO_FREEZE,
    ("frozen", "frozen"): SAME,
    ("embargoed", "frozen"): WAITS,
    ("embargoed", "embargoed"): SAME,
    ("final", "frozen"): FINAL_IS_PUBLIC,
    ("final", "embargoed"): FINAL_IS_PUBLIC,
    ("final", "final"): SAME,
}
# begins with provisional results, and comes from each state to each other one that may follow it
WALK = (
    "provisional hidden hidden provisional provisional frozen hidden embargoed hidden final hidden"
    " provisional embargoed provisional final provisional"
    " frozen embargoed final provisional frozen final hidden provisional frozen provisional"
).split()


def test_each_state_follows_each_other_one_or_a_sentence_says_why_not(organiser, instead):
    """Ten copies are made, of one page each."""
    instead(lambda *asked: itertools.islice(pages_as_shown(*asked), 1))
    bare = events.create(by=organiser, name="Bare", slug="bare", held_on=date(2026, 6, 1), grades=[3])
    rounds.add(by=organiser, event=bare, format_slug="twenty_four")
    Round.objects.update(status="final")
    event, asked = to(bare, organiser, *WALK[:1]), set()
    for here, there in itertools.pairwise(WALK):
        for refused in set(REFUSED) - asked:
            if refused[0] == here:
                nothing_changes(event, organiser, refused[1], REFUSED[refused])
                asked.add(refused)
        event = to(event, organiser, there)
        assert event.visibility == there
        assert bool(event.shown_id) == (there not in {"hidden", "provisional"})
        entry = AuditEntry.objects.filter(event_id=event.pk, verb="event.published").last()
        assert (entry.before["visibility"], entry.after["visibility"]) == (here, there)
        assert entry.by_id == organiser.pk
    assert asked == set(REFUSED)
    every = set(itertools.product(Event.Visibility.values, repeat=2))
    assert every - set(itertools.pairwise(WALK)) == asked


def nothing_changes(event: Event, organiser, there: str, sentence: str) -> None:
    state, entries = (event.visibility, event.shown_id), AuditEntry.objects.filter(event_id=event.pk).count()
    with pytest.raises(Refused, match=sentence):
        to(event, organiser, there)
    event.refresh_from_db()
    assert (event.visibility, event.shown_id) == state
    assert AuditEntry.objects.filter(event_id=event.pk).count() == entries


def test_final_results_need_final_rounds(event, organiser, round_24):
    with pytest.raises(Refused, match="not final yet"):
        to(event, organiser, "final")


@pytest.mark.parametrize(
    ("here", "there", "is_asked"),
    [
        ("final", "provisional", True),
        ("final", "hidden", True),
        ("frozen", "hidden", True),
        ("frozen", "provisional", False),
        ("provisional", "hidden", False),
    ],
)
def test_results_that_people_rely_on_are_taken_back_with_a_reason(client, event, organiser, here, there, is_asked):
    Event.objects.update(visibility=here)
    client.force_login(organiser)
    page = reverse("publish", args=["spring"])
    assert ("It is kept in the history." in client.get(page).content.decode()) is (here != "provisional")
    answer = client.post(page, {"visibility": there})
    assert (answer.status_code, "Write the reason. It is kept." in answer.content.decode()) == (
        (400, True) if is_asked else (302, False)
    )
    if is_asked:
        client.post(page, {"visibility": there, "why": "A sheet was found."})
        assert AuditEntry.objects.filter(verb="event.published").last().why == "A sheet was found."
    assert Event.objects.get().visibility == there


def test_a_program_gives_the_reason_too(client, event, organiser):
    Event.objects.update(visibility="final")
    client.force_login(organiser)
    publish_ = partial(client.post, "/api/v1/events/spring/publication/publish/", content_type="application/json")
    refused = publish_({"visibility": "provisional"})
    assert (refused.status_code, "Write the reason. It is kept." in refused.content.decode()) == (400, True)
    assert publish_({"visibility": "provisional", "why": "A sheet was found."}).status_code == 200


def test_what_is_not_possible_now_cannot_be_chosen_and_says_why(client, event, organiser, round_24):
    client.force_login(organiser)
    page = client.get(reverse("publish", args=["spring"])).content.decode()
    assert re.search(r'value="final"[^>]* disabled', page)
    assert "These rounds are not final yet: 24 Game. Make them final first." in page
    assert not re.search(r'value="frozen"[^>]* disabled', page)
    assert "I have checked the results." not in page
    assert client.get("/api/v1/events/spring/publication/").json()["may_become"] == ["hidden", "frozen", "embargoed"]


def test_a_copy_that_ended_is_kept_but_not_shown(frozen, organiser):
    event = to(frozen, organiser, "provisional")
    assert event.shown is None
    assert Publication.objects.get(event=event).ready_at


def test_the_feed_tells_of_publications_alone_while_a_copy_is_shown(frozen, organiser):
    event = frozen
    public = Change.objects.filter(event_id=event.pk, number__isnull=False)
    before = public.count()
    events.change(by=organiser, event=event, name="Another")
    assert public.count() == before
    to(event, organiser, "provisional")
    assert Change.objects.filter(event_id=event.pk).last().kind == "publication"


@pytest.mark.languages
def test_an_open_page_of_the_copy_has_heard_of_everything(client, frozen):
    number = client.get("/events/spring/changes/").json()["number"]
    for language in ("en", "es"):
        page = client.get("/events/spring/", headers={"accept-language": language})
        assert page["Content-Language"] == language
        assert f'data-number="{number}"' in page.content.decode()


def test_while_final_results_are_copied_nothing_that_they_rest_on_changes(played, organiser):
    publications.publish(by=organiser, event=played, visibility="final")
    assert Event.objects.get(pk=played.pk).visibility == "provisional"
    with pytest.raises(Refused, match="The results are published as final"):
        round_steps.move(by=organiser, round_=played.rounds.get(), status="marking", why="Again.")


@pytest.mark.usefixtures("few_pages")
def test_a_hidden_event_stays_hidden_until_its_copy_is_complete(client, played, organiser):
    event = to(played, organiser, "hidden")
    for visibility in ("embargoed", "final"):
        publications.publish(by=organiser, event=event, visibility=visibility)
        assert client.get("/events/spring/").status_code == 404
        publications.cancel_copy(by=organiser, event=event)
    assert to(event, organiser, "final").visibility == "final"
    assert client.get("/events/spring/").status_code == 200


# the moment

PAGES = ("", "grade-3/", "players/101/", "?number=101", "grade-3.csv", "event.json", "players/777/", "players/999/")
LATER = re.compile(rb'data-number="\d+"|<p class="notice" role="status" data-in-a-moment>.*?</p>\n', re.S)


def get(client, address: str):
    """The answer, asked for again while it is still to come, as the web server does."""
    while "X-To-Come" in (answer := client.get(address, headers={"accept-language": "es"})):
        time.sleep(0.02)
    return answer


def read(client) -> list[tuple[int, bytes]]:
    answers = [get(client, f"/events/spring/{page}") for page in PAGES]
    return [(each.status_code, each.status_code != 404 and LATER.sub(b"", each.content)) for each in answers]


@in_earnest
@pytest.mark.languages
@pytest.mark.parametrize("visibility", ["frozen", pytest.param("final", marks=pytest.mark.one_database)])
def test_until_a_first_copy_is_complete_the_public_reads_every_page_of_that_moment(
    client, played, organiser, instead, visibility
):
    before, seen = read(client), []
    facts = roster.PlayerFacts(777, "Late", "Comer", 3)

    def phone():
        assert b"data-in-a-moment" in get(client, "/events/spring/").content
        seen.append(read(client))
        connection.close()

    def meanwhile(*asked):
        reading = threading.Thread(target=phone)
        for page in pages_as_shown(*asked):
            yield page
            if not reading.ident:
                elsewhere(lambda: roster.add_player(by=organiser, event=played, facts=facts))
                reading.start()
            reading.join(0.06)

    instead(meanwhile)
    assert to(played, organiser, visibility).visibility == visibility
    assert seen == [before]
    assert {status for status, _body in before} == {200, 302, 404}
    assert read(client) != before
    assert not Publication.objects.filter(kind="held").exists()


def elsewhere(act) -> None:
    """Do something on another connection, and wait for it."""
    raised = []

    def run():
        try:
            act()
        except BaseException as error:
            raised.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()
    assert raised == []


@in_earnest
def test_what_is_decided_while_the_pages_are_made_is_not_on_them_and_waits_for_nobody(
    client, played, organiser, instead
):
    facts = roster.PlayerFacts(777, "Late", "Comer", 3)

    def meanwhile(*asked):
        pages = pages_as_shown(*asked)
        yield next(pages)
        elsewhere(lambda: roster.add_player(by=organiser, event=played, facts=facts))
        yield from pages

    instead(meanwhile)
    event = to(played, organiser, "frozen")
    assert event.players.filter(number=777).exists()
    kept = [storage.unpack(page.body) for page in event.shown.pages.all()]
    assert len(kept) > 20
    assert not any(b"777" in body and b"Late" in body for body in kept)
    assert client.get("/events/spring/players/777/").status_code == 404
    assert json.loads(storage.unpack(event.shown.document))["audit"]["number"] == event.shown.audit_number


@pytest.mark.one_database
@in_earnest
@pytest.mark.usefixtures("few_pages")
def test_who_publishes_does_not_wait_for_every_page(played, organiser, instead, monkeypatch):
    monkeypatch.setattr(rendering, "PATIENCE", timedelta(0))
    may_go_on, finished = threading.Event(), threading.Event()

    def slow(*asked):
        pages = pages_as_shown(*asked)
        yield next(pages)
        may_go_on.wait(30)
        yield from pages
        finished.set()

    instead(slow)
    carry_out(publications.publish, by=organiser, event=played, visibility="frozen")
    copy = record.unfinished(played)
    assert Event.objects.get(pk=played.pk).visibility == "provisional"
    assert copy.is_being_made
    may_go_on.set()
    assert finished.wait(30)
    copies_are_made()
    copy.refresh_from_db()
    assert copy.ready_at
    assert copy.pages.count() == copy.pages_planned


@in_earnest
@pytest.mark.usefixtures("few_pages")
def test_nobody_decides_anything_in_the_moment_itself(played, organiser, monkeypatch):
    as_shown, decisions = rendering.as_shown, []

    def open_snapshot(copy):
        act = lambda: events.change(by=organiser, event=played, name="Too late")  # noqa: E731
        decisions.append(threading.Thread(target=lambda: (act(), connection.close())))
        decisions[0].start()
        decisions[0].join(0.3)
        assert decisions[0].is_alive()  # it waits for us
        return as_shown(copy)

    monkeypatch.setattr(rendering, "as_shown", open_snapshot)
    event = to(played, organiser, "frozen")
    decisions[0].join(30)
    changed = AuditEntry.objects.get(event_id=event.pk, verb="event.changed")
    assert changed.number > event.shown.audit_number
    assert json.loads(storage.unpack(event.shown.document))["event"]["name"] == "Spring Day"


@pytest.mark.one_database
@in_earnest
def test_without_a_snapshot_nothing_is_published(played, organiser, monkeypatch):
    def closed(copy):
        raise OperationalError("the database takes no more connections")

    monkeypatch.setattr(rendering, "as_shown", closed)
    with pytest.raises(OperationalError):
        to(played, organiser, "frozen")
    assert Event.objects.get(pk=played.pk).visibility == "provisional"
    assert not Publication.objects.exists()


# cut off


def cut_off(*asked):
    pages = pages_as_shown(*asked)
    for _ in range(42):
        yield next(pages)
    raise SystemExit("the process died")


@pytest.mark.one_database
@in_earnest
def test_a_copy_that_was_cut_off_is_not_shown_and_is_made_anew_or_given_up(client, played, organiser, instead):
    instead(cut_off)
    event = to(played, organiser, "frozen")
    copy = record.unfinished(event)
    assert (event.visibility, event.shown.kind) == ("provisional", "held")
    assert 0 < copy.pages.count() < copy.pages_planned
    assert not copy.is_being_made
    assert b"Results as of" not in client.get("/events/spring/").content
    with pytest.raises(Refused, match="First make a new copy, or cancel it"):
        to(event, organiser, "embargoed")
    instead(pages_as_shown)
    carry_out(publications.restart_copy, by=organiser, event=event)
    event.refresh_from_db()
    assert event.shown.ready_at
    assert event.shown.pages.count() == event.shown.pages_planned
    assert client.get("/events/spring/event.json").status_code == 200
    assert Publication.objects.count() == 1


@pytest.mark.one_database
@in_earnest
def test_what_is_given_up_leaves_the_state_before_it(client, played, organiser, instead):
    event = to(played, organiser, "frozen")
    shown = event.shown_id
    instead(cut_off)
    to(event, organiser, "final")
    assert b"Results as of" in client.get("/events/spring/").content  # what was shown goes on being shown
    carry_out(publications.restart_copy, by=organiser, event=event)
    publications.cancel_copy(by=organiser, event=event)
    event.refresh_from_db()
    assert (event.visibility, event.shown_id) == ("frozen", shown)
    assert Publication.objects.count() == 1
    with pytest.raises(Refused, match="There is no unfinished copy"):
        publications.cancel_copy(by=organiser, event=event)


@in_earnest
@pytest.mark.parametrize("ending", ["give_up", pytest.param("hidden", marks=pytest.mark.one_database)])
def test_a_copy_that_somebody_ends_while_it_is_made_is_never_shown(played, organiser, instead, ending, caplog):
    def end():
        if ending == "give_up":
            publications.cancel_copy(by=organiser, event=played)
        else:
            carry_out(publications.publish, by=organiser, event=played, visibility=ending)

    def meanwhile(*asked):
        pages = pages_as_shown(*asked)
        for _ in range(42):
            yield next(pages)
        elsewhere(end)
        yield from pages

    instead(meanwhile)
    event = to(played, organiser, "frozen")
    assert "Somebody cancelled this copy" in caplog.text
    assert (event.visibility, event.shown) == ("provisional" if ending == "give_up" else "hidden", None)
    assert not PublishedPage.objects.exists()


# what is signed


@pytest.fixture
@made_once
def final(played, organiser, few_pages) -> Event:
    return to(played, organiser, "final")


def test_the_signature_is_over_the_pages_the_document_and_the_trail(final):
    copy = Publication.objects.get(event=final)
    pages = [
        (
            each.address,
            each.language,
            each.content_type,
            hashlib.sha256(storage.unpack(each.body)).hexdigest(),
        )
        for each in copy.pages.order_by("?")
    ]
    assert copy.digest == record.pages_digest(pages)
    changed = [*pages[:-1], (*pages[-1][:3], "0" * 64)]
    assert copy.digest != record.pages_digest(changed)
    text = record.statement(copy)
    said = record.read_statement(text)
    assert said["event"] == "spring"
    assert said["document"] == hashlib.sha256(storage.unpack(copy.document)).hexdigest()
    assert said["audit"] == f"{copy.audit_number}:{copy.audit_hash}"
    assert signing.holds(text, signing.raw(copy.signature))
    assert signing.holds(text, copy.signature.encode(), signing.public_key())


def test_a_changed_byte_fails(final, settings):
    copy = Publication.objects.get(event=final)
    text, signature = record.statement(copy), signing.raw(copy.signature)
    for at in (0, len(text) // 2, len(text) - 1):
        assert not signing.holds(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :], signature)
    assert not signing.holds(text, bytes([signature[0] ^ 1]) + signature[1:])
    for nonsense in (b"", b"x", b"\xff" * 64, b"=" * 88):
        assert not signing.holds(text, nonsense)
    settings.SIGNING_KEY = "another site's key, which is as long as it must be"
    assert not signing.holds(text, signature)
    with pytest.raises(signing.BadKey):
        signing.holds(text, signature, "no key")


@pytest.fixture
def files(final, tmp_path):
    return written(final, tmp_path)


def written(event: Event, folder: Path) -> Path:
    """The folder, with the files that the command checks."""
    copy = Publication.objects.get(event=event)
    bodies = {
        "event.json": storage.unpack(copy.document),
        "statement": record.statement(copy),
        "signature": signing.raw(copy.signature),
        "key": signing.public_key().encode(),
    }
    for name, body in bodies.items():
        (folder / name).write_bytes(body)
    return folder


def verify(files, **key) -> None:
    given = {"statement": files / "statement", "signature": files / "signature"} | key
    call_command("verify", files / "event.json", **given)


@pytest.mark.one_database
@in_earnest
@pytest.mark.usefixtures("few_pages")
def test_the_command_says_that_it_holds(played, organiser, tmp_path, capsys):
    files = written(to(played, organiser, "final"), tmp_path)
    verify(files)
    verify(files, key=files / "key")
    assert capsys.readouterr().out.count("It holds: these are the final results of “spring”") == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("event.json", "it speaks of another document"),
        ("statement", "does not belong to this text"),
        ("signature", "does not belong to this text"),
    ],
)
def test_the_command_finds_a_changed_byte(files, name, sentence):
    body = bytearray((files / name).read_bytes())
    body[len(body) // 2] ^= 1
    (files / name).write_bytes(body)
    with pytest.raises(CommandError, match=sentence):
        verify(files)


def test_the_command_says_what_it_cannot_read(files):
    with pytest.raises(CommandError, match="is no public key"):
        verify(files, key=files / "event.json")
    (files / "signature").unlink()
    with pytest.raises(CommandError, match="cannot be read"):
        verify(files)


def test_a_short_secret_is_refused(settings):
    settings.SIGNING_KEY = "guess"
    with pytest.raises(Exception, match="32 random characters"):
        signing.public_key()


# corrections


@pytest.fixture
def void(client, final, organiser):
    """void() has question 1 count for nobody, on the pages, with a note that says so."""

    def act() -> Event:
        change = proposals.void(by=organiser, puzzle=final.rounds.get().puzzles.get(), boxes=[0])
        rescore = rescores.propose(by=organiser, event=final, changes=[change], reason="Misprinted.")
        client.force_login(organiser)
        address = reverse("rescore-apply", args=["spring", rescore.pk])
        for _press in range(2):  # the second brings nothing new
            assert client.post(address, {"note": "Question 1 counts for nobody."}).status_code == 302
        client.logout()
        rescore.refresh_from_db()
        assert rescore.state == "applied"
        return Event.objects.get(pk=final.pk)

    return act


@pytest.mark.one_database
@in_earnest
def test_a_re_score_of_final_results_leads_to_a_new_copy_with_its_note(client, final, void):
    first = Publication.objects.get(event=final)
    event = void()
    assert event.shown_id != first.pk
    assert event.shown.kind == "final"
    assert "Question 1 counts for nobody." in client.get("/events/spring/").content.decode()
    assert client.get("/api/v1/events/spring/results/players/101/").json()["total"] == 0
    last, before = record.finals(event)
    assert [note.note for note in last.notes] == ["Question 1 counts for nobody."]
    assert before.publication == first
    assert not before.notes
    assert signing.holds(record.statement(first), signing.raw(first.signature))


@pytest.mark.one_database
@in_earnest
def test_a_re_score_holds_although_its_copy_was_cut_off(client, final, organiser, instead, void):
    def broken(*asked):
        yield next(pages_as_shown(*asked))
        raise RuntimeError("a page is broken")

    instead(broken)
    before = client.get("/events/spring/").content
    event = void()
    assert not record.unfinished(event).is_being_made
    assert client.get("/events/spring/").content == before
    instead(pages_as_shown)
    carry_out(publications.restart_copy, by=organiser, event=event)
    assert client.get("/events/spring/").content != before


def test_final_results_are_made_anew_only_where_something_was_corrected(final, organiser):
    assert publications.renew(by=organiser, event=final) is None
    publications.note(by=organiser, event=final, note="A name.")
    carry_out(publications.renew, by=organiser, event=final)
    assert publications.renew(by=organiser, event=final) is None
    assert len(record.finals(final)) == 2


def test_frozen_results_are_not_made_anew(frozen, organiser):
    assert publications.renew(by=organiser, event=frozen) is None


def test_only_final_results_are_corrected(played, organiser):
    with pytest.raises(Refused, match="No final results are public"):
        publications.note(by=organiser, event=played, note="A name.")
    for note in ("", "  \n", "x" * 4001):
        with pytest.raises(Refused, match="Write what was corrected"):
            publications.note(by=organiser, event=played, note=note)


def test_a_stranger_makes_no_copy(played):
    with pytest.raises(Exception, match="Only an organiser"):
        to(played, make_user("stranger"), "frozen")
