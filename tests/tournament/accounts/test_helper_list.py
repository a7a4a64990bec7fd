"""Several helpers from a pasted list."""

import pytest
from django.urls import reverse

from tournament.accounts import helper_list
from tournament.common.refusals import Refused
from tournament.models import Membership, SignInLink, User

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
def test_a_line_is_a_name_and_roles_in_words(event, line, name, roles):
    (read,) = helper_list.read(event, line)
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
    assert said in helper_list.read(event, text)[-1].problem
    with pytest.raises(Refused, match="Nobody was added"):
        helper_list.add(by=organiser, event=event, text=f"Nora Nys, judge\n{text}")
    assert event.memberships.count() == 1


@pytest.mark.parametrize("text,code", [("", "empty"), ("name, role\n\n", "empty"), ("A b\n" * 101, "too_many")])
def test_a_list_has_one_to_a_hundred_lines(event, text, code):
    with pytest.raises(Refused) as refused:
        helper_list.read(event, text)
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
