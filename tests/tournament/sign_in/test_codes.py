"""The short code on a card: it leads to the link and nowhere else, and cannot be found by trying."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.html import flat
from tournament.accounts import actions as people
from tournament.common import limits
from tournament.common.refusals import Refused
from tournament.common.sheet_codes import shown
from tournament.models import SignInLink, User
from tournament.sign_in import codes, links as sign_in_links

pytestmark = pytest.mark.django_db

SIGN_IN = "/sign-in/"


@pytest.fixture
def vera(event, organiser) -> User:
    return people.give_role(by=organiser, event=event, username="vera", full_name="Vera Venn", role="volunteer")[0].user


@pytest.fixture
def link(event, organiser, vera) -> SignInLink:
    return sign_in_links.make(by=organiser, event=event, user=vera)


def send(client: Client, code: str, **more):
    return client.post(SIGN_IN, {"code": code}, **more)


def leads_to(client: Client, code: str) -> str:
    return send(client, code).headers.get("Location", "").partition("?")[0]


def test_the_code_on_the_card_leads_to_the_link(client, event, organiser, link):
    code = codes.code_of(link)
    assert len(code) == 6
    client.force_login(organiser)
    assert shown(code) in client.get(reverse("helper-cards", args=[event.slug])).content.decode()

    laptop, goal = Client(), reverse("sheets", args=[event.slug])
    answer = laptop.post(SIGN_IN, {"code": f" {shown(code).lower()} ", "next": goal}, follow=True)
    assert "Welcome, Vera Venn" in flat(answer.content.decode())
    assert laptop.post(answer.redirect_chain[-1][0]).headers["Location"] == goal
    assert laptop.get(reverse("account")).status_code == 200


def test_characters_that_look_like_one_of_the_alphabet_are_read_as_it(client, link):
    mistaken = {right: wrong for wrong, right in (("S", "5"), ("Z", "2"), ("B", "8"), ("0", "D"))}
    assert leads_to(client, "".join(mistaken.get(each, each) for each in codes.code_of(link))) == sign_in_links.path_of(
        link
    )


def test_a_code_works_where_and_as_long_as_its_link_does(client, event, organiser, link):
    code = codes.code_of(link)
    client.post(sign_in_links.path_of(link))
    client.post(reverse("sign-out"))
    assert leads_to(client, code) == sign_in_links.path_of(link), "the device that used it comes again"
    sign_in_links.withdraw(by=organiser, event=event, link=link)
    assert send(client, code).status_code == 400


def test_the_code_of_a_card_that_another_device_used_says_so_and_counts_as_wrong(client, link):
    client.post(sign_in_links.path_of(link))
    other, code = Client(REMOTE_ADDR="203.0.113.7"), codes.code_of(link)
    answer = other.post(SIGN_IN, {"code": code}, follow=True)
    assert (answer.status_code, "used on another device already" in answer.content.decode()) == (410, True)
    assert "_auth_user_id" not in other.session
    for _ in range(limits.WRONG_CODES_BURST - 1):
        assert send(other, code).status_code == 302
    assert send(other, code).status_code == 429


def test_links_of_the_command_line_have_no_code(client, vera):
    assert send(client, codes.code_of(sign_in_links.make_here(vera))).status_code == 400


@pytest.mark.parametrize("text", ["", "   ", "K7M4R", "K7M4RXF", "ÄÖÜ", "¼", "x" * 41])
def test_what_is_no_code_is_refused_on_the_page(client, link, text):
    answer = send(client, text)
    assert answer.status_code == 400
    assert 'name="username"' in answer.content.decode()


def guess(address: str, code: str) -> SignInLink | None:
    return codes.link_of_code(code, RequestFactory().post(SIGN_IN, REMOTE_ADDR=address), None)


def test_an_address_that_guesses_learns_nothing_about_right_codes(link):
    code = codes.code_of(link)
    for wrong in _wrong(code, limits.WRONG_CODES_BURST):
        assert guess("203.0.113.7", wrong) is None
    guesser = Client(REMOTE_ADDR="203.0.113.7")
    assert send(guesser, code).status_code == 429
    assert guess("203.0.113.200", code) == link, "others are not stopped"
    assert guesser.get(sign_in_links.path_of(link)).status_code == 200, "nor is the link itself"


def test_all_addresses_together_are_stopped_too(link):
    code = codes.code_of(link)
    for number, wrong in enumerate(_wrong(code, limits.WRONG_CODES_TOGETHER_BURST)):
        assert guess(f"198.51.{number}.7", wrong) is None
    with pytest.raises(Refused, match="wrong codes"):
        guess("203.0.113.9", code)


def _wrong(code: str, count: int) -> list[str]:
    return [wrong for wrong in (f"{number:06}" for number in range(count + 1)) if wrong != code][:count]
