"""Links that sign a person in: who may make them, where they work, and when they stop."""

import datetime
import io
import threading
import uuid

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import make_user
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.models import Event, SignInLink, User
from tournament.organiser import actions as events
from tournament.sign_in import links as sign_in_links
from tournament.web.site_address import note_address

PHONE, LAPTOP = uuid.UUID(int=1), uuid.UUID(int=2)


@pytest.fixture
def vera(event, organiser) -> User:
    return people.give_role(by=organiser, event=event, username="vera", full_name="Vera Venn", role="volunteer")[0].user


@pytest.fixture
def link(event, organiser, vera) -> SignInLink:
    return sign_in_links.make(by=organiser, event=event, user=vera)


@pytest.fixture
def elsewhere(db) -> Event:
    """Another event with another organiser."""
    other = make_user("otto", may_create_events=True)
    return events.create(by=other, name="Elsewhere", held_on=datetime.date(2026, 6, 1), grades=[3])


def problem(link: SignInLink, device=PHONE) -> str:
    return sign_in_links.why_not(sign_in_links.find(link.token), device)


# one device


def test_a_link_lets_its_person_in_on_the_first_device_that_uses_it_and_there_again(link, vera):
    for _ in range(2):
        assert sign_in_links.use(link=link, device=PHONE) == vera
    with pytest.raises(Refused, match="another device"):
        sign_in_links.use(link=link, device=LAPTOP)


@pytest.mark.django_db(transaction=True)
def test_of_two_devices_at_the_same_moment_one_is_let_in(link):
    came: list[str] = []
    barrier = threading.Barrier(2)

    def come(device):
        barrier.wait()
        try:
            sign_in_links.use(link=link, device=device)
            came.append("in")
        except Refused:
            came.append("refused")
        finally:
            connection.close()

    both = [threading.Thread(target=come, args=[device]) for device in (PHONE, LAPTOP)]
    for each in both:
        each.start()
    for each in both:
        each.join(30)
    assert sorted(came) == ["in", "refused"]


def test_opening_a_link_uses_nothing_up_pressing_its_button_does(link, client):
    address = sign_in_links.path_of(link)
    preview = Client().get(address)
    assert (preview.status_code, "Sign in as Vera Venn" in preview.content.decode()) == (200, True)
    assert client.post(address)["Location"] == reverse("keying-rounds", args=["spring"])
    assert client.post(address)["Location"] == reverse("keying-rounds", args=["spring"])  # pressed twice
    late = Client().post(address)
    assert (late.status_code, "used on another device already" in late.content.decode()) == (410, True)
    client.post(reverse("sign-out"))
    assert client.post(address).status_code == 302  # the same device: its card serves the whole day


@pytest.mark.parametrize("device", [None, "", "nonsense", "0" * 32, str(LAPTOP)])
def test_a_second_device_is_not_let_in_whatever_it_says_it_is(link, client, device):
    address = sign_in_links.path_of(link)
    client.post(address)
    second = Client()
    if device is not None:
        second.cookies["device"] = device
    assert second.post(address).status_code == 410
    assert not second.get(reverse("account")).context


def test_somebody_else_who_is_signed_in_reads_whom_the_link_is_for(link, client, organiser):
    client.force_login(organiser)
    address = sign_in_links.path_of(link)
    assert "Ora is signed in." in " ".join(client.get(address).content.decode().split())
    client.post(address)
    assert client.get(reverse("account")).context["user"] == link.user


def test_who_is_signed_in_already_keeps_the_link_for_another_device(link, client, vera):
    client.force_login(vera)
    assert client.post(sign_in_links.path_of(link)).status_code == 302
    assert problem(link, LAPTOP) == ""


def test_a_forged_link_leads_to_the_form(client, db):
    answer = client.get(reverse("sign-in-link", args=["forged"]), follow=True)
    assert "Part of this sign-in link is missing." in answer.content.decode()


def test_a_link_of_another_database_with_the_same_secret_is_worth_nothing(link):
    token = link.token
    SignInLink.objects.filter(pk=link.pk).update(key="another key")
    assert sign_in_links.find(token) is None


# how they end


def test_a_new_link_withdraws_the_one_that_nobody_used_and_leaves_the_used_one(event, organiser, vera, link):
    sign_in_links.use(link=link, device=PHONE)
    second, third = (sign_in_links.make(by=organiser, event=event, user=vera) for _ in range(2))
    assert "withdrawn" in problem(second)
    assert [problem(link), problem(third)] == ["", ""]


def test_the_database_keeps_one_unused_link_a_person(link):
    link.pk, link.key = None, "second"
    with pytest.raises(IntegrityError), transaction.atomic():
        link.save(force_insert=True)


def test_a_link_ends_after_two_weeks(link, client):
    SignInLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    assert "too old" in problem(link)
    assert client.post(sign_in_links.path_of(link)).status_code == 410


def test_a_withdrawn_link_lets_nobody_in_and_can_be_withdrawn_once(event, organiser, link):
    sign_in_links.withdraw(by=organiser, event=event, link=link)
    assert "withdrawn" in problem(link)
    with pytest.raises(Refused, match="already"):
        sign_in_links.withdraw(by=organiser, event=event, link=link)


def test_with_the_last_role_of_a_helper_go_their_links(event, organiser, vera, link):
    people.give_role(by=organiser, event=event, username="vera", role="judge")
    first, second = event.memberships.filter(user=vera)
    people.take_role(by=organiser, membership=first)
    assert problem(link) == ""
    people.take_role(by=organiser, membership=second)
    assert "withdrawn" in problem(link)


def test_a_closed_account_is_not_opened_by_its_link(link, vera):
    User.objects.filter(pk=vera.pk).update(is_active=False)
    assert "closed" in problem(link)


def test_signing_out_everywhere_ends_the_session_and_every_link(event, organiser, vera, link, client):
    client.post(sign_in_links.path_of(link))
    assert client.get(reverse("account")).status_code == 200
    sign_in_links.sign_out(by=organiser, event=event, user=vera)
    assert client.get(reverse("account")).status_code == 302
    assert "withdrawn" in problem(link)


# for whom


def test_a_helper_with_a_password_gets_a_link_too(event, organiser, judge_user):
    assert judge_user.has_usable_password()
    assert problem(sign_in_links.make(by=organiser, event=event, user=judge_user)) == ""


def test_the_final_event_still_lets_its_helpers_in(event, organiser, vera):
    Event.objects.filter(pk=event.pk).update(visibility="final")
    assert problem(sign_in_links.make(by=organiser, event=event, user=vera)) == ""


def refusal(organiser, event, user) -> str:
    with pytest.raises(Refused) as refused:
        sign_in_links.make(by=organiser, event=event, user=user)
    return refused.value.code


def test_no_organiser_gets_into_an_account_that_may_do_more_than_theirs(event, organiser, vera, elsewhere):
    other = User.objects.get(username="otto")
    assert refusal(organiser, event, other) == "no_role"
    people.give_role(by=other, event=elsewhere, username="vera", role="judge")
    assert refusal(organiser, event, vera) == "not_yours"


@pytest.mark.parametrize("right", ["is_superuser", "is_staff", "may_create_events"])
def test_nor_into_one_with_more_rights_on_the_site(event, organiser, vera, right):
    User.objects.filter(pk=organiser.pk).update(may_create_events=False)
    organiser.refresh_from_db()
    User.objects.filter(pk=vera.pk).update(**{right: True})
    assert refusal(organiser, event, User.objects.get(pk=vera.pk)) == "not_yours"


def test_nor_by_a_link_from_before_the_helper_worked_elsewhere(elsewhere, vera, link):
    other = User.objects.get(username="otto")
    people.give_role(by=other, event=elsewhere, username="vera", role="organiser")
    assert "may no longer do so" in problem(link)


def test_the_page_of_a_person_of_another_event_names_nobody(client, organiser, event, elsewhere):
    client.force_login(organiser)
    other = User.objects.get(username="otto")
    for name in ("person", "person-link", "person-sign-out"):
        answer = client.post(reverse(name, args=["spring", other.pk]))
        assert (answer.status_code, "otto" in answer.content.decode()) == (404, False)


# on the command line


def printed(*names: str, base: str = "https://spring.example/") -> str:
    said = io.StringIO()
    call_command("sign_in_links", *names, base=base, stdout=said)
    return said.getvalue()


def test_the_command_lets_in_a_locked_out_organiser(organiser, client):
    address = printed("ORA").split()[1].removeprefix("https://spring.example")
    client.post(address)
    assert client.get(reverse("create-event")).status_code == 200


def test_the_command_finds_people_by_the_name_that_pages_show(vera, event, organiser):
    assert printed("venn, vera").split()[0] == "vera"
    people.give_role(by=organiser, event=event, username="vv", full_name="Véra Venn", role="judge")
    with pytest.raises(CommandError, match="several accounts; no link was made. Choose one: vera, vv."):
        printed("Vera Venn")
    assert printed("VV").split()[0] == "vv"


def test_the_command_names_the_organisers_where_nobody_is_named_or_known(event):
    for names in ([], ["nobody"]):
        with pytest.raises(CommandError, match=r"Organisers here: ora \(Ora\)."):
            printed(*names)


def test_the_command_prints_the_link_of_the_first_account(db):
    assert printed().startswith("Begin      https://spring.example/begin/")
    with pytest.raises(CommandError, match="There is no organiser here yet"):
        printed("ora")


def test_the_command_prints_the_address_at_which_the_program_was_started(organiser, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    assert printed("ora", base="").split()[1].startswith("http://testserver/sign-in/")
    note_address("http://127.0.0.1:8123")
    assert printed("ora", base="").split()[1].startswith("http://127.0.0.1:8123/sign-in/")
    settings.SITE_URL = "https://spring.example"
    assert printed("ora", base="").split()[1].startswith("https://spring.example/sign-in/")


def test_the_demos_links_work_in_many_windows_and_not_for_a_real_person_of_that_name(db):
    olga = User.objects.create(username="olga", password="!demo")
    make_user("judith")
    ((_role, path),) = sign_in_links.demo_links()
    for _ in range(2):
        window = Client()
        assert window.get(path).status_code == 302
        assert window.get(reverse("account")).context["user"] == olga
