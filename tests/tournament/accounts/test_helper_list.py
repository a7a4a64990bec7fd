"""Several helpers from a pasted list."""

import datetime

import pytest
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import make_user
from tournament.accounts import actions as accounts, helper_list
from tournament.common.refusals import Refused
from tournament.models import Event, Membership, SignInLink, User
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "line,name,roles",
    [
        ("Vera Venn, volunteer", "Vera Venn", ["volunteer"]),
        ("Vera Venn", "Vera Venn", ["volunteer"]),
        ("Jude Jay\tJudge", "Jude Jay", ["judge"]),
        ("Jude Jay; referee", "Jude Jay", ["judge"]),
        ("2. Jude Jay - judge and typist", "Jude Jay", ["judge", "volunteer"]),
        ("• Ora Oh (organizer)", "Ora Oh", ["organiser"]),
        ("Ora Oh, judge, organiser", "Ora Oh", ["judge", "organiser"]),
        ("Anne-Marie O’Neill helper", "Anne-Marie O’Neill", ["volunteer"]),
        ("José Ruiz: jueza", "José Ruiz", ["judge"]),
    ],
)
def test_a_line_is_a_name_and_roles_in_words(event, organiser, line, name, roles):
    (read,) = helper_list.read(organiser, event, line)
    assert (read.name, list(read.roles), read.problem) == (name, roles, "")


@pytest.mark.parametrize(
    "text,said",
    [
        ("Vera, king", "“king” is not a role."),
        (", judge", "The name is missing."),
        ("Vera\nvera, judge", "This name is in line 1 too."),
        ("Ora, organiser", "has this role already"),
        ("V\x07era, judge", "invisible character"),
        ("x" * 151, "too long"),
    ],
)
def test_a_problem_stands_beside_its_line_and_nobody_is_added(event, organiser, text, said):
    assert said in helper_list.read(organiser, event, text)[-1].problem
    with pytest.raises(Refused, match="Nobody was added"):
        helper_list.add(by=organiser, event=event, text=f"Nora Nys, judge\n{text}")
    assert event.memberships.count() == 1


@pytest.mark.parametrize("text,code", [("", "empty"), ("name, role\n\n", "empty"), ("A b\n" * 101, "too_many")])
def test_a_list_has_one_to_a_hundred_lines(event, organiser, text, code):
    with pytest.raises(Refused) as refused:
        helper_list.read(organiser, event, text)
    assert refused.value.code == code


def test_everybody_is_added_with_a_link_and_a_known_helper_gets_the_role_too(event, organiser):
    User.objects.create(username="vera.venn")  # of another event: not this one
    added = helper_list.add(by=organiser, event=event, text="Name\tRole\nVera Venn\tvolunteer\n李雷\tjudge\nora\tjudge")
    assert [user.username for user in added] == ["vera.venn2", "helper", "ora"]
    assert set(Membership.objects.filter(user=organiser).values_list("role", flat=True)) == {"organiser", "judge"}
    assert {link.user for link in SignInLink.objects.all()} == set(added) - {organiser}


def test_the_page_shows_what_will_happen_before_it_does(client, event, organiser):
    client.force_login(organiser)
    address = reverse("helpers-add", args=["spring"])
    checked = client.post(address, {"text": "Vera Venn\nJude, king"})
    assert "1 line has a problem." in checked.content.decode()
    assert "Jude, king</textarea>" in checked.content.decode()
    refused = client.post(address, {"text": "Vera Venn\nJude, king", "add": "1"})
    assert (refused.status_code, event.memberships.count()) == (400, 1)
    assert client.post(address, {"text": "Vera Venn\nJude, judge", "add": "1"})["Location"].endswith("/cards/")
    cards = client.get(reverse("helper-cards", args=["spring"])).content.decode()
    assert cards.count('class="qr"') == 2
    assert "http://testserver/sign-in/" in cards
    assert "data-print" in cards


@pytest.fixture
def last_year(event, organiser) -> Event:
    """Another event of the organiser, where Vera Venn helped."""
    earlier = events.create(by=organiser, name="Last Year", held_on=datetime.date(2025, 5, 9), grades=[3])
    accounts.give_role(by=organiser, event=earlier, username="vv", full_name="Vera Venn", role="judge")
    return earlier


def test_a_helper_of_an_earlier_event_is_recognised_and_gets_a_link(client, event, organiser, last_year):
    client.force_login(organiser)
    page = flat(client.post(reverse("helpers-add", args=[event.slug]), {"text": "vera venn"}).content.decode())
    assert "the account vv, who helped at Last Year" in page
    (vera,) = helper_list.add(by=organiser, event=event, text="vera venn")
    assert (vera.username, SignInLink.objects.filter(user=vera, event=event).count()) == ("vv", 1)
    assert set(vera.memberships.values_list("event__slug", "role")) == {("last-year", "judge"), ("spring", "volunteer")}


def test_only_events_of_the_reader_are_looked_at(event, organiser, last_year):
    other = make_user("otto")
    event.memberships.create(user=other, role="organiser")
    assert helper_list.read(other, event, "Vera Venn")[0].known is None
    (line,) = helper_list.read(organiser, event, "Vera Venn")
    assert (line.known.username, line.known_from) == ("vv", "Last Year")


def test_two_helpers_of_one_name_are_a_problem(event, organiser, last_year):
    accounts.give_role(by=organiser, event=last_year, username="vv2", full_name="Vera Venn", role="volunteer")
    assert "Give the role by their sign-in name" in helper_list.read(organiser, event, "Vera Venn")[0].problem
