"""What the public reads while a copy is shown: the same bytes whatever happens afterwards, and nothing else."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.laws import some
from tests.tournament.copied import Life, everything, public_addresses
from tests.tournament.making import make_user, publish
from tests.tournament.random_events import draw
from tests.tournament.set_up import made_once
from tournament.common import limits
from tournament.models import Event, Job, Publication, Round
from tournament.organiser import actions as events, round_steps
from tournament.publication import actions as publications, recounts
from tournament.roster import actions as roster
from tournament.tasks import perform
from tournament.web.published.storage import pack, unpack


def at(name: str, *parts, slug: str = "spring") -> str:
    return reverse(name, args=[slug, *parts])


def difference(before: dict, after: dict) -> list:
    return [key for key in before if before[key] != after.get(key)]


# nothing of what happens afterwards


@pytest.mark.one_database  # on PostgreSQL the copies of test_actions.py and test_preparing.py are made and read
@pytest.mark.django_db(transaction=True)
@pytest.mark.sampled
@pytest.mark.languages
@pytest.mark.parametrize(
    ("seed", "visibility"),
    # the copy of event 12 has twice the pages of that of event 20
    [(20, "frozen"), (11, "embargoed"), pytest.param(12, "frozen", marks=pytest.mark.drill)],
)
def test_whatever_happens_after_the_moment_every_answer_is_the_same_to_the_byte(seed, visibility):
    event = draw(seed)
    listed = some(public_addresses(event), of=4, at=seed)
    organiser = Life(event, seed).boss
    publish(organiser, event, visibility)
    frozen = everything(event, listed)
    done = Life(Event.objects.get(pk=event.pk), 100 * seed).go_on(24)
    assert difference(frozen, everything(event, listed)) == []
    assert len(set(done)) > 4  # something did happen
    assert {answer[0] for answer in frozen.values()} <= {200, 302, 401, 403, 404}


@pytest.mark.one_database
@pytest.mark.drill  # the test above asks the same of frozen results; corrections have tests below
@pytest.mark.django_db(transaction=True)
@pytest.mark.languages
def test_final_results_are_the_same_whatever_happens_but_for_a_correction():
    event = draw(13)
    Round.objects.filter(event=event).update(status="final")
    life = Life(event, 13)
    publish(life.boss, event, "final")
    listed = some(public_addresses(Event.objects.get(pk=event.pk)), of=4)
    announced = everything(event, listed)
    for step in (Life.rename, Life.change_player, Life.withdraw, Life.add_round):
        step(life)
    assert difference(announced, everything(event, listed)) == []
    Life.void(life)
    front = Client().get(f"/events/{event.slug}/").content
    assert front != announced[f"/events/{event.slug}/", "en", "get"][2]
    assert "Question 1 counts for nobody." in front.decode()


# who reads what


pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def frozen(event, organiser, round_24, add_player, hand_in, work_through) -> Event:
    """Player 101 has hit and the results are frozen; then 102 hits too."""
    for number in (101, 102):
        add_player(number, team="Owls")
    hand_in(round_24, event.entrants.get(player__number=101), [(0, "1*2*3*4")])
    work_through()
    event = publish(organiser, event, "frozen")
    hand_in(round_24, event.entrants.get(player__number=102), [(0, "4*3*2*1"), (1, "5*6-3-3")])
    work_through()
    return Event.objects.get(pk=event.pk)


def test_the_public_reads_the_copy_and_those_at_the_desk_the_record(client, frozen, organiser, judge_user):
    page = client.get(at("entrant", 102)).content.decode()
    assert "4*3*2*1" not in page
    assert "Results as of" in page
    for person in (organiser, judge_user):
        client.force_login(person)
        page = client.get(at("entrant", 102)).content.decode()
        assert "4*3*2*1" in page
        assert "The public sees the copy of" in page
        assert client.get(at("api-player", 102)).json()["total"] == 10


def test_the_hall_s_projector_shows_the_copy_whoever_is_signed_in(client, frozen, organiser):
    address = at("division", 3) + "?projector=1"
    announced = client.get(address).content
    client.force_login(organiser)
    assert client.get(address).content == announced
    assert client.get(at("division", 3)).content != announced


def test_a_file_that_is_ahead_of_the_public_says_so_in_its_name(client, frozen, organiser):
    address = f"{at('event')}grade-3.csv"
    assert client.get(address)["Content-Disposition"] == 'attachment; filename="spring-grade-3.csv"'
    client.force_login(organiser)
    ahead = client.get(address)["Content-Disposition"]
    assert ahead == 'attachment; filename="spring-grade-3-not-public.csv"'


@pytest.mark.usefixtures("few_pages")
def test_links_in_a_copy_lead_to_the_site(client, event, organiser, settings):
    settings.SITE_URL = "https://spring.example:8443/"
    publish(organiser, event, "frozen")
    page = client.get(at("event")).content.decode()
    assert '<meta property="og:url" content="https://spring.example:8443/events/spring/">' in page


def test_a_volunteer_and_a_stranger_read_the_bytes_that_the_public_reads(client, frozen, volunteer):
    addresses = [*public_addresses(frozen), at("entrant", 999), at("changes"), at("published")]
    copied = [client.get(address) for address in addresses]
    for person in (volunteer, make_user("stranger")):
        client.force_login(person)
        for address, before in zip(addresses, copied, strict=True):
            mine = client.get(address)
            assert (address, mine.content, mine.headers) == (address, before.content, before.headers)


def test_what_is_not_in_the_copy_is_one_page_that_says_nothing_of_the_event(client, frozen, add_player):
    add_player(103)
    missing = [client.get(at(name, 103)) for name in ("entrant", "round", "division", "division-teams")]
    assert {answer.status_code for answer in missing} == {404}
    assert len({answer.content for answer in missing}) == 1
    assert b"Spring Day" not in missing[0].content
    answers = [client.get(at("api-player", 103)), client.get(at("api-round", 9))]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_a_number_leads_to_a_player_only_if_the_copy_has_her(client, frozen, add_player):
    add_player(103)
    found = client.get(at("event"), {"number": "0102"})
    assert (found.status_code, found["Location"]) == (302, at("entrant", 102))
    for number in ("103", "-1", "x", "", "1" * 40):
        assert client.get(at("event"), {"number": number}).status_code == 404


def test_parameters_that_change_nothing_are_ignored(client, frozen):
    plain = client.get(at("division", 3))
    assert client.get(at("division", 3), {"projector": "yes", "x": "1"}).content == plain.content
    large = client.get(at("division", 3), {"x": "1", "projector": "1"})
    assert large.status_code == 200
    assert large.content != plain.content
    one = client.get(at("api-standings"), {"grade": "3"})
    same = client.get(at("api-standings"), {"kind": "players", "grade": "3"})
    assert one.content == same.content
    assert client.get(at("api-standings"), {"grade": "3", "kind": "teams"}).json()["kind"] == "teams"


def test_who_has_the_page_is_told_so(client, frozen):
    for address in (at("division", 3), at("api-event"), at("event-export")):
        answer = client.get(address)
        again = client.get(address, headers={"if-none-match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert answer["Cache-Control"] == "no-cache"
        assert not answer.cookies


def test_files_keep_their_names(client, frozen, organiser):
    for address in (at("event-export"), f"{at('event')}grade-3.csv"):
        copied = client.get(address)["Content-Disposition"]
        client.force_login(organiser)
        assert client.get(address)["Content-Disposition"].startswith("attachment")
        assert copied.startswith("attachment")
        client.logout()


@pytest.mark.languages
def test_the_reader_has_the_copy_in_her_language(client, frozen):
    pages = [client.get(at("event"), headers={"accept-language": each}) for each in ("en", "es")]
    assert [page["Content-Language"] for page in pages] == ["en", "es"]
    assert pages[0].content != pages[1].content


def test_a_language_that_the_copy_was_not_made_in_is_answered_in_the_usual_one(client, frozen, settings):
    usual = client.get(at("division", 3)).content
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "Français")]
    answer = client.get(at("division", 3), headers={"accept-language": "fr"})
    assert (answer.status_code, answer.content) == (200, usual)


def test_before_the_ceremony_the_public_has_the_programme_and_no_result(client, event, organiser, round_24, entrant):
    publish(organiser, event, "embargoed")
    page = client.get(at("event")).content.decode()
    assert "Results at the ceremony." in page
    assert "24 Game" in page
    assert client.get(at("notation")).status_code == 200
    assert "results at the ceremony" in client.get("/").content.decode()


def test_a_hidden_event_is_not_named_where_it_is_not_found(client, event, organiser):
    publish(organiser, event, "hidden")
    answer = client.get(at("event"))
    assert answer.status_code == 404
    assert b"Spring Day" not in answer.content
    there_is_none = client.get("/events/there-is-none/").content.replace(b"there-is-none", b"spring")
    assert answer.content == there_is_none


def test_other_pages_say_of_the_event_what_its_copy_says(client, frozen, organiser):
    events.change(by=organiser, event=frozen, name="Changed afterwards")
    assert "Changed afterwards" not in client.get("/").content.decode()
    assert "Spring Day" in client.get("/").content.decode()


# until it is ready


@pytest.fixture
@made_once
def unfinished(event, organiser, round_24, add_player, hand_in, work_through) -> Event:
    """A freeze of provisional results whose process ended before it made a page."""
    hand_in(round_24, add_player(101), [(0, "1*2*3*4")])
    work_through()
    publications.publish(by=organiser, event=event, visibility="frozen")
    going = Publication.objects.filter(event=event, ready_at=None)
    going.update(pages_planned=90, progressed_at=timezone.now() - timedelta(seconds=61))
    return Event.objects.get(pk=event.pk)


def test_a_page_of_that_moment_that_nobody_makes_any_more_says_so_and_asks_again(client, unfinished):
    page = client.get(at("entrant", 101))
    assert (page.status_code, page["Retry-After"]) == (200, "10")
    assert "New results in a moment." in page.content.decode()
    assert "data-changes" in page.content.decode()
    assert "1*2*3*4" not in page.content.decode()
    for address in (at("event-export"), at("api-player", 101)):
        assert (client.get(address).status_code, client.get(address)["Retry-After"]) == (503, "10")
    assert client.get(at("entrant", 999)).status_code == 404


def test_judges_and_organisers_read_on_every_page_that_it_is_not_public_yet(client, unfinished, organiser, judge_user):
    going = Publication.objects.filter(event=unfinished, ready_at=None)
    for person in (organiser, judge_user):
        client.force_login(person)
        going.update(progressed_at=timezone.now())
        words = " ".join(client.get(at("judge-queue" if person == judge_user else "run")).content.decode().split())
        assert "Not yet public." in words
        assert "A copy of the results is being made: 0 pages of 90." in words
        going.update(progressed_at=None)
        assert "A copy of the results was interrupted." in client.get(at("publish-progress")).content.decode()
    client.logout()
    assert "Not yet public." not in client.get(at("event")).content.decode()


def test_the_organiser_sees_a_copy_grow(client, unfinished, organiser):
    Publication.objects.filter(event=unfinished).update(progressed_at=timezone.now())
    client.force_login(organiser)
    page = client.get(at("publish")).content.decode()
    assert "So far 0 pages of 90 are ready" in page
    assert "then this copy of them, until you choose something else here" in page
    assert 'http-equiv="refresh"' in page
    assert "Make a new copy" not in page


def test_the_organiser_reads_of_a_copy_that_was_cut_off_and_what_she_can_do(client, unfinished, organiser):
    client.force_login(organiser)
    page = client.get(at("publish")).content.decode()
    assert "A copy was interrupted" in page
    assert "Make a new copy" in page
    assert client.post(at("publish-give-up")).status_code == 302
    unfinished.refresh_from_db()
    assert (unfinished.visibility, unfinished.shown) == ("provisional", None)
    assert not Publication.objects.exists()
    assert "1*2*3*4" in client.get(at("entrant", 101)).content.decode()


@pytest.mark.usefixtures("few_pages")
def test_she_makes_it_anew_from_then(client, unfinished, organiser, add_player):
    add_player(102)
    client.force_login(organiser)
    client.post(at("publish-again"))
    client.logout()
    assert client.get(at("entrant", 102)).status_code == 200
    assert Publication.objects.get().kind == "freeze"


# final results


@pytest.fixture
@made_once
def final(event, organiser, round_24, add_player, hand_in, work_through, few_pages) -> Event:
    hand_in(round_24, add_player(101), [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    return publish(organiser, event, "final")


def test_final_copies_are_listed_and_can_be_downloaded(client, final):
    copy = final.publications.get()
    page = client.get(at("published")).content.decode()
    assert copy.signature in page
    assert copy.digest in page
    document = client.get(at("published-document", copy.pk))
    assert document.content == client.get(at("event-export")).content
    assert document["Content-Disposition"] == f'attachment; filename="spring-{copy.pk}.json"'
    assert client.get(at("published-signature", copy.pk)).content != b""
    assert f"audit: {copy.audit_number}:" in client.get(at("published-statement", copy.pk)).content.decode()
    assert b"BEGIN PUBLIC KEY" in client.get(reverse("signing-key")).content
    assert at("published") in client.get(at("event")).content.decode()


def test_another_program_counts_a_final_copy_again_once_and_families_read_its_report(client, final):
    copy = final.publications.get()
    assert "Another program will count these results again." in client.get(at("published")).content.decode()
    assert perform(Job.objects.get(kind="recount_copy", subject=copy.pk).pk) == 1
    copy.refresh_from_db()
    assert copy.recount_is_equal
    assert copy.recount.startswith("equal: 1 papers, 1 lines")
    page = client.get(at("published")).content.decode()
    assert "Everything is equal." in page
    assert "equal: 1 papers, 1 lines" in page
    assert client.get(at("published-recount", copy.pk)).content.decode() == copy.recount
    Publication.objects.update(document=pack(b"{}"))
    recounts.recount([copy.pk], 1)
    assert Publication.objects.get().recount == copy.recount


def test_a_recount_that_finds_a_difference_says_so(client, final):
    copy = final.publications.get()
    wrong = unpack(copy.document).replace(b'"points":10', b'"points":12')
    Publication.objects.update(document=pack(wrong))
    recounts.recount([copy.pk], 1)
    assert "the file says points 12" in Publication.objects.get().recount
    assert "Not everything is equal" in client.get(at("published")).content.decode()


def test_of_a_long_report_the_beginning_and_the_last_line_are_stored(final, monkeypatch):
    monkeypatch.setattr(limits, "RECOUNT_REPORT", 60)
    copy = final.publications.get()
    Publication.objects.update(document=pack(unpack(copy.document).replace(b'"points":10', b'"points":12')))
    recounts.recount([copy.pk], 1)
    report = Publication.objects.get().recount
    assert len(report) == 60
    assert re.search(r"\n…\n\d+ differ of .+\n$", report)


def test_there_is_no_such_page_without_final_results(client, frozen):
    copy = frozen.publications.get()
    for address in (at("published"), at("published-document", copy.pk), at("published-statement", copy.pk)):
        assert client.get(address).status_code == 404


def test_a_correction_is_a_new_copy_with_a_dated_note(client, final, organiser):
    first = final.publications.get()
    before = client.get(at("published-document", first.pk)).content
    roster.change_player(
        by=organiser,
        player=final.players.get(),
        facts=roster.PlayerFacts(101, "Grace", "Hopper", 3),
    )
    assert b"Grace" not in client.get(at("division", 3)).content
    client.force_login(organiser)
    client.post(at("publish-correct"), {"note": "Player 101 was\r\ncalled by another name."})
    client.logout()
    assert b"Grace" in client.get(at("division", 3)).content
    for address in (at("event"), at("published")):
        assert b"Player 101 was<br>called by another name." in client.get(address).content
    page = client.get(at("published")).content.decode()
    assert page.count("openssl") == 1
    assert page.index("called by another name") < page.index(f"copy-{first.pk}")
    assert client.get(at("published-document", first.pk)).content == before


def test_a_correction_needs_words(client, final, organiser):
    client.force_login(organiser)
    answer = client.post(at("publish-correct"), {"note": "  "})
    assert answer.status_code == 400
    assert final.publications.count() == 1
