"""The language of a page: chosen at its foot, else what the browser asks for, else English."""

import re

import pytest
from django.urls import reverse

from tests.html import flat
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db
SPANISH, ENGLISH = "Iniciar sesión", "Sign in"


def choose(client, language, **more):
    return client.post(reverse("set-language"), {"language": language, **more})


def text(client, address, **headers):
    return client.get(address, headers=headers).content.decode()


def test_a_visitor_switches_to_spanish_and_back_and_keeps_the_page(client, event, organiser):
    events.publish(by=organiser, event=event, visibility="provisional")
    page = reverse("event", args=[event.slug]) + "?show=all&x=1"
    shown = text(client, page)
    assert '<html lang="en"' in shown
    assert '<input type="hidden" name="next" value="/events/spring/?show=all&amp;x=1">' in shown
    answer = choose(client, "es", next=page)
    assert (answer.status_code, answer["Location"]) == (302, page)
    spanish = flat(text(client, page))
    assert '<html lang="es"' in spanish
    assert SPANISH in spanish
    assert "Resultados provisionales." in spanish
    assert re.search(
        '<button type="submit" name="language" value="es" lang="es" aria-current="true"> ?Español ?</button>',
        spanish,
    )
    choose(client, "en", next=page)
    assert ENGLISH in text(client, page)


def test_the_choice_needs_neither_a_token_nor_a_session(client, event):
    client.handler.enforce_csrf_checks = True
    answer = choose(client, "es", next="/sign-in/")
    assert answer.status_code == 302
    assert set(answer.cookies) == {"django_language"}
    assert answer.cookies["django_language"]["max-age"] > 10**7


@pytest.mark.parametrize(
    "asked,language",
    [
        ("es", "es"),
        ("es-MX, en;q=0.5", "es"),
        ("de, es;q=0.8, en;q=0.5", "es"),
        ("de", "en"),
        ("", "en"),
        ("*", "en"),
    ],
)
def test_without_a_choice_it_is_what_the_browser_asks_for(client, asked, language):
    answer = client.get(reverse("sign-in"), headers={"accept-language": asked})
    assert f'<html lang="{language}"' in answer.content.decode()
    assert answer["Content-Language"] == language
    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}


def test_a_choice_stands_above_what_the_browser_asks_for(client):
    choose(client, "es")
    assert SPANISH in text(client, reverse("sign-in"), **{"accept-language": "en"})


@pytest.mark.parametrize("language", ["xx", "", "../../etc", "es-"])
def test_a_language_that_there_is_not_changes_nothing(client, language):
    choose(client, language, next="/")
    assert ENGLISH in text(client, reverse("sign-in"))


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:go()"])
def test_the_switch_leads_to_no_other_site(client, elsewhere):
    assert choose(client, "es", next=elsewhere)["Location"] == "/"


def test_what_is_refused_is_said_in_the_language_of_the_page(client, event, volunteer):
    client.force_login(volunteer)
    choose(client, "es")
    answer = client.get(reverse("run", args=[event.slug]))
    assert answer.status_code == 403
    assert "Eso solo puede hacerlo la organización de este evento." in answer.content.decode()


def test_choices_and_grades_are_said_in_the_language_of_the_page(client, event, organiser):
    client.force_login(organiser)
    choose(client, "es")
    shown = text(client, reverse("event-settings", args=[event.slug]))
    assert "Curso 3" in shown
    assert "Grade 3" not in shown
    assert "Nombre e inicial" in shown
    assert event.divisions.get(grade=3).name == "Grade 3"


def test_a_grade_with_a_name_of_its_own_keeps_it(client, event, organiser):
    event.divisions.filter(grade=3).update(name="The little ones")
    client.force_login(organiser)
    choose(client, "es")
    assert "The little ones" in text(client, reverse("event-settings", args=[event.slug]))


def test_an_event_keeps_its_zone_in_every_language(client, event, organiser):
    event.time_zone = "America/Bogota"
    event.save()
    client.force_login(organiser)
    pages = []
    for language in ("en", "es"):
        choose(client, language)
        pages.append(client.get(reverse("history", args=[event.slug])).content.decode())
    assert '<html lang="es"' in pages[1]
    hours = [sorted(set(re.findall(r"\b\d\d:\d\d\b", page))) for page in pages]
    assert hours[0] == hours[1] != []
