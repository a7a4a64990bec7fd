"""The coach's pages: what her link opens, what it never shows, and filing from a phone without an account."""

import io
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from tests.html import flat
from tests.tournament.making import boxes, publish
from tests.tournament.scanning.making import half_red, png_of_size, secret_exif, stored
from tournament.common import limits
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink, Dispute, DisputePicture, Result, Submission
from tournament.organiser import actions as events, round_steps
from tournament.rulings import actions as rulings
from tournament.scanning import clean
from tournament.sheets import scan_actions

pytestmark = pytest.mark.django_db


def page(link: CoachLink, name: str = "coach", *parts) -> str:
    return reverse(name, args=[link.token, *parts])


def paper_page(link: CoachLink, line: Submission) -> str:
    return page(link, "coach-paper", line.sheet.round.position, line.sheet.entrant_id)


def read(client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


# who gets in


def test_her_link_lets_her_in_without_an_account_and_leaves_nothing_in_her_browser(client, taken, link):
    answer = client.get(page(link))
    assert answer.status_code == 200
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))
    assert not answer.cookies
    assert "Sign in" not in answer.content.decode()


@pytest.mark.postgresql
def test_a_guessed_token_is_no_page(client, taken, link):
    other = link.token[:-1] + ("A" if link.token[-1] != "A" else "B")
    for token in (other, "1", "x" * 300, link.token.split(".")[0] + "."):
        assert client.get(reverse("coach", args=[token])).status_code == 404


def test_a_revoked_link_says_whom_to_ask_and_shows_nothing_else(client, taken, link, owls, organiser):
    coach_links.revoke(by=organiser, link=link)
    for address in (page(link), paper_page(link, owls[0]), page(link, "coach-line", owls[0].pk)):
        text = read(client, address, 410)
        assert "Ask the organiser for a new one" in text
        assert "Owls" not in text


def test_before_any_window_has_opened_there_is_nothing_to_read(client, link, owls):
    assert "Nothing to read yet" in read(client, page(link))
    for address in (paper_page(link, owls[0]), page(link, "coach-line", owls[0].pk)):
        assert "There is no such page" in read(client, address, 404)


def test_a_coach_reads_when_the_sheets_of_other_rounds_come(client, taken, link, add_round):
    later = "Sheets of other rounds appear here when the organiser opens disputes"
    assert later not in read(client, page(link))
    add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    assert later in read(client, page(link))


def test_a_round_that_is_played_again_shows_nothing(client, taken, link, owls, organiser):
    round_steps.move(by=organiser, round_=taken, status="closed", why="Again.")
    round_steps.move(by=organiser, round_=taken, status="open", why="A minute was missing.")
    assert "24 Game" not in read(client, page(link))
    read(client, paper_page(link, owls[0]), 404)


def test_what_is_closed_can_still_be_read_and_no_longer_be_disputed(client, taken, link, owls, organiser):
    disputes.close_window(by=organiser, round_=taken)
    text = read(client, paper_page(link, owls[0]))
    assert "Disputes about 24 Game were closed at" in text
    assert "Dispute this line" not in text
    answer = client.post(page(link, "coach-line", owls[0].pk), {"statement": "It is a 0."})
    assert answer.status_code == 409
    assert "were closed at" in answer.content.decode()
    assert not Dispute.objects.exists()


# what she reads


def test_she_reads_every_line_with_its_verdict_its_points_and_why(client, taken, link, owls):
    assert "101 Ada S." in read(client, page(link))
    text = read(client, paper_page(link, owls[0]))
    for said in ("<math", "1*2*3*4", "4 4 four", "10 points", "on target", "does not count", "Dispute this sheet"):
        assert said in text
    assert text.count("Dispute this line") == 3


def test_it_works_while_the_event_is_hidden_from_the_public(client, taken, link, owls, event, organiser):
    events.publish(by=organiser, event=event, visibility="hidden")
    assert client.get(reverse("event", args=[event.slug])).status_code == 404
    assert "1*2*3*4" in read(client, paper_page(link, owls[0]))


def test_nothing_of_another_team_is_ever_shown(client, taken, link, organiser):
    other = Submission.objects.get(text="4*3*2*1")
    filed = disputes.file(by=organiser, sheet=other.sheet, line=other, statement="Larks say no.").dispute
    for address in (
        paper_page(link, other),
        page(link, "coach-line", other.pk),
        page(link, "coach-sheet", other.sheet_id),
        page(link, "coach-scan", 1),
    ):
        assert "Alauda" not in read(client, address, 404)
    for name, pk in (("coach-line", other.pk), ("coach-sheet", other.sheet_id), ("coach-withdraw", filed.pk)):
        assert client.post(page(link, name, pk), {"statement": "Mine?"}).status_code == 404
    text = read(client, page(link))
    assert not {"Alauda", "Larks", "4*3*2*1"} & set(text.replace("<", " ").split())
    assert Dispute.objects.get().state == "open"


def test_nobody_who_typed_judged_or_decided_is_named(
    client, taken, link, owls, organiser, volunteer, judge_user, work_through
):
    dispute = coach_links.dispute(link=link, sheet=owls[2].sheet, line=owls[2], statement="It says 4.").dispute
    disputes.file(by=volunteer, sheet=owls[1].sheet, line=owls[1], statement="Seen by Vera’s desk.")
    disputes.take(by=judge_user, dispute=dispute)
    ruling = rulings.give(by=judge_user, submission=owls[2], counts_as="value", value="24", reason="A clear 4.")
    disputes.uphold(by=judge_user, dispute=dispute, answer="You are right.", ruling=ruling)
    work_through()
    for address in (page(link), paper_page(link, owls[0]), page(link, "coach-line", owls[0].pk)):
        text = read(client, address)
        assert not [name for name in ("Jude", "jude", "Vera", "vera", "Ora", "Strix") if name in text], address
    text = read(client, paper_page(link, owls[0]))
    for said in ("upheld", "You are right.", "A clear 4.", "Filed at the desk."):
        assert said in text


def test_names_are_as_the_event_makes_them_public(client, taken, link, event, organiser):
    events.change(by=organiser, event=event, public_names="number")
    text = read(client, page(link))
    assert "No. 101" in text
    assert "Ada" not in text


def test_what_she_and_her_players_wrote_is_never_markup(
    client, taken, link, round_24, add_player, hand_in, work_through
):
    (line,) = hand_in(round_24, add_player(103, team="Owls"), [(0, "<script>alert(1)</script>")])
    work_through()
    client.post(page(link, "coach-line", line.pk), {"statement": "<b>Look</b>"})
    for address in (page(link), paper_page(link, line)):
        text = read(client, address)
        assert "<script>alert" not in text
        assert "<b>Look" not in text
        assert "&lt;b&gt;Look" in text


def test_the_picture_of_her_teams_paper_is_hers_alone_and_kept_by_no_cache(client, taken, link, owls, judge_user):
    theirs = Submission.objects.get(text="4*3*2*1")
    pictures = [clean(stored(half_red(width)), "photo.png")[0] for width in (120, 80)]
    hers, others = (
        scan_actions.attach(by=judge_user, sheet=line.sheet, pictures=[picture]).scans[0]
        for line, picture in zip((owls[0], theirs), pictures, strict=True)
    )
    picture = page(link, "coach-scan", hers.pk)
    assert f'src="{picture}"' in read(client, paper_page(link, owls[0]))
    answer = client.get(picture)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert "no-store" in answer["Cache-Control"]
    assert "sandbox" in answer["Content-Security-Policy"]
    assert b"".join(answer.streaming_content) == hers.file.open("rb").read()
    assert client.get(page(link, "coach-scan", others.pk)).status_code == 404
    scan_actions.remove(by=judge_user, scan=hers, why="A finger was on it.")
    assert client.get(picture).status_code == 404


# filing


def test_she_disputes_a_line_reads_that_it_is_filed_and_withdraws_it(client, taken, link, owls):
    client.handler.enforce_csrf_checks = True
    form = page(link, "coach-line", owls[1].pk)
    assert "What is wrong?" in read(client, form)
    answer = client.post(form, {"statement": "The 6 is a 0."}, headers={"origin": "null"})
    assert answer.status_code == 302
    assert answer["Location"] == page(link) + "?filed=1#done"
    text = read(client, answer["Location"])
    for said in ("Your dispute is filed", "The 6 is a 0.", "5+6", "open"):
        assert said in text
    dispute = Dispute.objects.get()
    assert client.post(page(link, "coach-withdraw", dispute.pk), headers={"origin": "null"}).status_code == 302
    dispute.refresh_from_db()
    assert dispute.state == "withdrawn"


def test_the_same_line_again_joins_with_a_friendly_sentence(client, taken, link, owls):
    for statement in ("The 6 is a 0.", "Please look at the loop."):
        answer = client.post(page(link, "coach-line", owls[1].pk), {"statement": statement}, follow=True)
    text = answer.content.decode()
    assert "This is already disputed. What you wrote is added to it" in text
    assert "Please look at the loop." in text
    assert Dispute.objects.count() == 1


def test_an_empty_statement_is_told_at_its_place_and_a_whole_sheet_can_be_disputed(client, taken, link, owls):
    answer = client.post(page(link, "coach-sheet", owls[0].sheet_id), {"statement": ""})
    assert answer.status_code == 400
    assert "Write what is wrong" in answer.content.decode()
    client.post(page(link, "coach-sheet", owls[0].sheet_id), {"statement": "It is not hers."})
    assert Dispute.objects.get().submission is None


def test_what_was_decided_is_not_disputed_again(client, taken, link, owls, judge_user):
    dispute = coach_links.dispute(link=link, sheet=owls[1].sheet, line=owls[1], statement="A 0.").dispute
    disputes.reject(by=judge_user, dispute=dispute, answer="It is a 6.")
    answer = client.post(page(link, "coach-line", owls[1].pk), {"statement": "But!"})
    assert answer.status_code == 409
    assert "It is a 6." in answer.content.decode()


# a photo from the phone


@pytest.fixture
def send(client, taken, link, owls):
    """send(photo, name=…, statement=…): the answer to a dispute of a line with this file."""

    def post(photo: bytes, name: str = "IMG_1.HEIC", statement: str = "The 6 is a 0.", follow: bool = False):
        sent = SimpleUploadedFile(name, photo, "application/octet-stream")
        form = {"statement": statement, "picture": sent}
        return client.post(page(link, "coach-line", owls[1].pk), form, follow=follow)

    return post


def test_the_list_says_the_points_of_each_sheet_once_they_are_public(client, organiser, taken, link):
    points = f">{Result.objects.get(entrant__player__number=101).points} point"
    assert points in flat(read(client, page(link)))
    publish(organiser, link.event, "hidden")
    assert points not in flat(read(client, page(link)))


def test_the_form_takes_photos_of_before_too_and_names_the_bound(client, taken, link, owls):
    form = read(client, page(link, "coach-line", owls[1].pk))
    assert 'enctype="multipart/form-data"' in form
    assert 'accept="image/*"' in form
    assert "capture=" not in form, "a phone would offer only its camera"
    assert "up to 20 MB" in form


def test_a_photo_is_kept_upright_small_and_without_metadata_and_she_sees_it(client, link, send):
    photo = stored(half_red(3000, 2000), "JPEG", exif=secret_exif(orientation=6))
    text = send(photo, name="IMG_1.jpg", follow=True).content.decode()
    kept = DisputePicture.objects.get()
    shown = page(link, "coach-picture", kept.pk)
    assert shown in text
    answer = client.get(shown)
    data = b"".join(answer.streaming_content)
    assert answer["Content-Type"] == "image/jpeg"
    assert b"SECRET" not in data
    with Image.open(io.BytesIO(data)) as drawn:
        assert drawn.size == (kept.width, kept.height) == (1600, 2400)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIC"])
def test_phones_send_photos_of_other_kinds_too(send, kind):
    heic = Path(__file__).parents[1] / "scanning" / "phone.heic"
    assert send(heic.read_bytes() if kind == "HEIC" else stored(half_red(), kind)).status_code == 302
    assert DisputePicture.objects.count() == 1


@pytest.mark.parametrize(
    ("photo", "said"),
    [
        (b"%PDF-1.4 and so on", "is not a photo (JPEG, PNG, WEBP, HEIC)"),
        (b"only words", "is not a photo (JPEG, PNG, WEBP, HEIC)"),
        (b"", "is empty"),
        (stored(half_red())[:60], "is damaged"),
        (png_of_size(9000, 9000), "has more than 50 megapixels"),
        (b"\xff\xd8\xff" + bytes(limits.SCAN), "is larger than 20 MB"),
    ],
    ids=["pdf", "text", "empty", "damaged", "pixels", "bytes"],
)
def test_what_is_no_photo_or_too_large_is_said_and_nothing_is_filed(send, photo, said):
    answer = send(photo)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert "The 6 is a 0." in answer.content.decode()
    assert not Dispute.objects.exists()


def test_the_same_photo_is_kept_once_and_four_are_the_most(send):
    for width in (100, 100, 101, 102, 103):
        assert send(stored(half_red(width))).status_code == 302
    assert DisputePicture.objects.count() == 4
    assert "at most 4 photos" in send(stored(half_red(104))).content.decode()
    assert len(pictures_on_disk()) >= 4
    assert DisputePicture.objects.count() == 4


def pictures_on_disk() -> set[str]:
    storage = DisputePicture._meta.get_field("file").storage
    return set(storage.listdir("disputes")[1])


def test_after_the_window_nothing_is_unpacked_or_kept(send, organiser, round_24):
    disputes.close_window(by=organiser, round_=round_24)
    before = pictures_on_disk() if DisputePicture.objects.exists() else set()
    assert send(b"no picture at all").status_code == 409
    assert not DisputePicture.objects.exists()
    assert before == set()


def test_a_refused_dispute_leaves_no_file(send, owls, link, judge_user):
    send(stored(half_red(90)))
    disputes.reject(by=judge_user, dispute=Dispute.objects.get(), answer="It is a 6.")
    before = pictures_on_disk()
    assert send(stored(half_red(91))).status_code == 409
    assert pictures_on_disk() == before


def test_judges_see_the_photo_and_nobody_else(client, send, link, owls, judge_user, organiser, volunteer):
    send(stored(half_red()))
    kept = DisputePicture.objects.get()
    shown = reverse("dispute-picture", args=["spring", kept.pk])
    dispute_page = reverse("dispute", args=["spring", kept.dispute_id])
    assert client.get(shown).status_code == 302
    for user, status in ((volunteer, 403), (organiser, 403), (judge_user, 200)):
        client.force_login(user)
        assert client.get(shown).status_code == status
    assert shown in read(client, dispute_page)
    client.force_login(organiser)
    assert shown not in read(client, dispute_page)
    other = CoachLink.objects.get(team__name="Larks")
    assert client.get(page(other, "coach-picture", kept.pk)).status_code == 404


def test_a_withdrawn_dispute_keeps_no_photo(client, send, link, django_capture_on_commit_callbacks):
    send(stored(half_red()))
    kept = DisputePicture.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(page(link, "coach-withdraw", kept.dispute_id))
    assert kept.file.name.partition("/")[2] not in pictures_on_disk()
    assert client.get(page(link, "coach-picture", kept.pk)).status_code == 404


# how much work it is


def test_her_page_takes_as_many_queries_for_ten_players_and_many_disputes_as_for_one(
    client, taken, link, round_24, owls, add_player, hand_in, work_through
):
    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            read(client, address)
        return len(seen)

    def dispute_all(lines) -> None:
        for line in lines:
            coach_links.dispute(link=link, sheet=line.sheet, line=line, statement="?")

    dispute_all(owls[:1])
    few = queries(page(link)), queries(paper_page(link, owls[0]))
    for number in range(201, 206):
        dispute_all(hand_in(round_24, add_player(number, team="Owls"), [(0, f"{n}+1") for n in range(10)]))
    work_through()
    dispute_all(owls[1:])
    assert (queries(page(link)), queries(paper_page(link, owls[0]))) == few == (8, 13)


# the organiser's list


def test_the_organiser_makes_prints_renews_and_revokes_links(client, event, organiser, owls):
    client.force_login(organiser)
    listed = reverse("coach-links", args=[event.slug])
    assert "Make links for 2 teams" in read(client, listed)
    assert "2 links were made." in client.post(listed, follow=True).content.decode()
    link = CoachLink.objects.get(team__name="Owls")
    printed = read(client, reverse("coach-handouts", args=[event.slug]))
    assert printed.count('class="qr"') == 2
    assert f"http://testserver{page(link)}" in printed
    client.post(reverse("coach-renew", args=[event.slug, link.team_id]))
    assert client.get(page(link)).status_code == 410
    client.post(reverse("coach-revoke", args=[event.slug, link.team_id]))
    assert CoachLink.objects.filter(team=link.team, revoked_at=None).count() == 0
    assert "Make a link for 1 team" in read(client, listed)


def test_the_list_of_links_takes_the_same_queries_for_one_team_and_for_forty(client, event, organiser, add_player):
    client.force_login(organiser)

    def queries(name: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            read(client, reverse(name, args=[event.slug]))
        return len(seen)

    names = ("coach-links", "coach-handouts")
    event.teams.create(name="Owls")
    coach_links.make_links(by=organiser, event=event)
    one = [queries(name) for name in names]
    for at in range(39):
        event.teams.create(name=f"Larks {at}")
    coach_links.make_links(by=organiser, event=event)
    assert [queries(name) for name in names] == one


@pytest.mark.parametrize("visibility", ["hidden", "frozen", "embargoed"])
def test_while_results_are_kept_back_she_reads_what_was_written_and_no_verdict(
    client, taken, link, owls, event, organiser, visibility
):
    event = publish(organiser, event, visibility)
    text = read(client, paper_page(link, owls[0]))
    assert "1*2*3*4" in text
    assert "Dispute this line" in text
    assert "Verdicts and points are not public yet." in text
    for decided in ("on target", "does not count", "points</span>", "10 points", "Hits 24"):
        assert decided not in text
    asked = read(client, page(link, "coach-line", owls[0].pk))
    assert "1*2*3*4" in asked
    assert "on target" not in asked
    events.publish(by=organiser, event=event, visibility="provisional")
    assert "on target" in read(client, paper_page(link, owls[0]))
