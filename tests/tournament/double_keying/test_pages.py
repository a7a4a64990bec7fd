"""What a blind keyer's pages must not say, and the third person's page."""

import json
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import HERE, boxes
from tournament.keying import actions as keyings
from tournament.models import Keying, Submission
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

TARGET = 983


def numbers(html: str) -> set[str]:
    """Every run of digits that stands by itself: a line's key may hold any three digits."""
    return set(re.findall(r"\b[0-9]+\b", html))


ASKED = boxes(((11, 13, 17, 19), TARGET), ((2, 3, 5, 7), TARGET))
VALUE = 2431  # of 11 × 13 × 17
TEXTS = ["11*13*17 + 19", "11*13*17", "11*13*17*", "11 + 13/17 mod 19", "11*13*17 = 12"]
JUDGING = re.compile(
    r"accepted|refused|needs.ruling|ruling|verdict\W+\w|target\W+\d|points|distance\W+\d|not used|missed",
    re.I,
)


@pytest.fixture
def round_twice(add_round, organiser):
    made = add_round("twenty_four", ASKED, rounds=2, target=TARGET, number_to=20)
    return rounds.change(by=organiser, round_=made, keying_policy="twice")


@pytest.fixture
def hers(client, volunteer) -> Client:
    client.force_login(volunteer)
    client.cookies["browser"] = str(HERE)
    return client


@pytest.fixture
def keying(volunteer, round_twice, entrant) -> Keying:
    found = keyings.open_sheet(by=volunteer, round_=round_twice, entrant=entrant, browser=HERE)
    lines = [keyings.TypedLine(uuid.uuid4(), 0, at, text, revision=1) for at, text in enumerate(TEXTS)]
    keyings.save(by=volunteer, keying=found, lines=lines)
    return found


@pytest.fixture
def page_of(round_twice):
    return lambda keying: reverse("keying", args=["spring", round_twice.position, keying.sheet.code])


def seen(html: str) -> str:
    """A page without what the volunteer typed herself and without the bar of keys."""
    html = re.sub(r'value="[^"]*"|<span class="said verbatim">.*?</span></span>', "", html)
    return re.sub(r'<div class="visually-hidden" aria-hidden="true">.*?</div>', "", html, flags=re.S)


def test_the_page_of_a_blind_keying_shows_mathematics_and_no_judgement(hers, keying, page_of):
    html = hers.get(page_of(keying)).content.decode()
    assert "keying is-blind" in html
    assert "<math" in html
    assert str(TARGET) not in numbers(html)
    assert str(VALUE) not in numbers(seen(html))
    assert str(VALUE + 19) not in numbers(html)
    assert "tag-accepted" not in html
    assert "tag-refused" not in html
    assert "tag-needs_ruling" not in html
    main = seen(html[html.index("<main") : html.index("</main>")])
    assert not [said[0] for said in JUDGING.finditer(re.sub(r'\b(class|data-[a-z-]+)="[^"]*"', "", main))]


def test_the_page_of_a_sheet_handed_in_blind_says_no_more(hers, keying, page_of, volunteer):
    keyings.hand_in(by=volunteer, keying=keying)
    html = hers.get(page_of(keying)).content.decode()
    assert "You handed this sheet in" in html
    assert str(TARGET) not in numbers(html)
    assert str(VALUE) not in numbers(html)
    assert not any(f"tag-{state}" in html for state in ("accepted", "refused", "needs_ruling"))


@pytest.mark.parametrize("text", TEXTS)
def test_the_reading_of_a_blind_line_is_its_structure_alone(text, hers, keying):
    asked = {"keying": keying.pk, "box": 0, "text": text}
    answer = hers.post(reverse("api-reading"), json.dumps(asked), content_type="application/json")
    said = answer.json()
    assert (said["verdict"], said["value"], said["on_target"], said["distance"]) == (None,) * 4
    assert {reason["code"] for reason in said["reasons"]} <= {"unreadable"}
    assert all(each["value"] is None and each["verdict"] is None for each in said["readings"])
    assert not re.search(rf"{TARGET}|{VALUE}|accepted|refused|ruling", answer.content.decode())


def test_what_cannot_be_read_is_said_with_its_place(hers, keying):
    asked = {"keying": keying.pk, "box": 0, "text": "11*13*17*"}
    said = hers.post(reverse("api-reading"), json.dumps(asked), content_type="application/json").json()
    assert [reason["code"] for reason in said["reasons"]] == ["unreadable"]
    assert said["note"]


def test_two_readings_of_one_line_are_shown_without_their_values(hers, keying):
    asked = {"keying": keying.pk, "box": 0, "text": "11 + 13/17 mod 19"}
    said = hers.post(reverse("api-reading"), json.dumps(asked), content_type="application/json").json()
    assert len(said["readings"]) > 1
    assert all("<math" in each["mathml"] for each in said["readings"])


def test_in_a_round_keyed_once_the_page_says_it_all(hers, round_24, entrant, volunteer):
    found = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    asked = {"keying": found.pk, "box": 0, "text": "1*2*3*4"}
    said = hers.post(reverse("api-reading"), json.dumps(asked), content_type="application/json").json()
    assert (said["verdict"], said["value"]) == ("accepted", "24")


# The third person


@pytest.fixture
def differing(keying, volunteer, other_volunteer, round_twice, entrant, hand_in):
    keyings.hand_in(by=volunteer, keying=keying)
    hand_in(round_twice, entrant, [(0, text) for text in ["11*13*17+19", "11*13*11", *TEXTS[2:]]], other_volunteer)
    return keying.sheet


@pytest.fixture
def third(client, organiser, differing, round_twice) -> Client:
    client.force_login(organiser)
    number = reverse("keying-round", args=["spring", round_twice.position])
    assert client.post(number, {"number": differing.code}).status_code == 302
    return client


def test_the_sheets_that_differ_are_offered_to_a_third_person_and_to_no_one_of_the_two(
    differing, client, organiser, volunteer, round_twice
):
    number = reverse("keying-round", args=["spring", round_twice.position])
    for person, offered in ((organiser, ["101"]), (volunteer, [])):
        client.force_login(person)
        sheets = client.get(number).context["sheets"]
        assert [each.label for each in sheets.differing] == offered
        assert sheets.missing == []


def test_the_third_sees_both_side_by_side_and_what_differs_marked(third, differing, page_of):
    html = flat(third.get(page_of(Keying(sheet=differing))).content.decode())
    assert html.count("<fieldset") == 1
    assert "1 line the same in both readings" in html
    assert "3 lines the same in both readings" in html
    assert re.findall(r"side-text\">(.*?)</span>", html) == ["11*13*1<mark>7</mark>", "11*13*1<mark>1</mark>"]
    assert str(TARGET) not in numbers(html)
    assert str(VALUE) not in numbers(html)
    assert not any(f"tag-{state}" in html for state in ("accepted", "refused"))


def test_her_page_brings_in_what_this_browser_kept_of_other_sheets(third, differing, page_of):
    html = flat(third.get(page_of(Keying(sheet=differing))).content.decode())
    assert '<section class="kept" hidden data-keyer="ora"' in html
    assert "js/keying/desk.js" in html


def test_her_choice_is_handed_in_from_where_she_is(third, differing, page_of, round_twice, settings):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    third.defaults["HTTP_X_FORWARDED_FOR"] = "198.51.100.7"
    answer = third.post(page_of(Keying(sheet=differing)), {"do": "settle", "choice-1": "right"})
    assert answer.url == reverse("keying-round", args=["spring", round_twice.position])
    agreed = Submission.objects.filter(keying__state="agreed")
    assert [each.text for each in agreed][:2] == ["11*13*17 + 19", "11*13*11"]
    assert {each.address for each in Submission.objects.filter(keying__slot=3)} == {"198.51.100.7"}
    assert "is settled" in third.get(answer.url).content.decode()


def test_without_a_choice_her_page_comes_back_with_what_she_typed(third, differing, page_of):
    page = page_of(Keying(sheet=differing))
    answer = third.post(page, {"do": "settle", "choice-1": "own", "own-1": " ", "more-0": "13+11"})
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "Type what you read, or mark it as illegible." in html
    assert 'value="13+11"' in html
    assert not Submission.objects.filter(keying__slot=3).exists()


def test_she_puts_it_back_unfinished(third, differing, page_of):
    third.post(page_of(Keying(sheet=differing)), {"do": "put_back"})
    assert Keying.objects.get(slot=3).state == "dropped"
