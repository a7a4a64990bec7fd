"""*About* answers what a school's administrator asks: version, licence, children's data, whom to ask."""

import subprocess
import sys
from pathlib import Path

import pytest

from tournament import PROGRAM, VERSION

ROOT = Path(__file__).parents[3]


def test_about_says_version_licence_and_whom_to_ask(client, db, settings):
    settings.CONTACT, settings.SOURCE_URL = "help@school.example", "https://code.example/tournament"
    page = client.get("/about/").content.decode()
    assert f"Number Tournament {VERSION}" in page
    assert "Apache License" in page
    assert 'href="https://code.example/tournament"' in page
    assert 'href="/help/privacy/"' in page
    assert 'href="/help/install/#upgrade"' in page
    assert 'href="/help/server/#update"' in page
    assert "Report a vulnerability" in page
    assert page.count('href="mailto:help@school.example"') == 2  # in its text and at its foot


def test_without_a_contact_the_organisers_are_named(client, db):
    page = client.get("/about/").content.decode()
    assert "ask the organisers" in page
    assert "mailto:" not in page


def test_the_contact_is_no_markup(client, db, settings):
    settings.CONTACT = "<b>Ada</b>"
    assert "<b>Ada</b>" not in client.get("/about/").content.decode()


@pytest.mark.parametrize(("address", "file"), [("/about/licence/", "LICENSE"), ("/about/notice/", "NOTICE")])
def test_the_licences_are_served_as_text(client, db, address, file):
    answer = client.get(address)
    assert answer.content == (ROOT / file).read_bytes()
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_manage_says_the_version_of_the_program(asked):
    done = subprocess.run([sys.executable, "manage.py", asked], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == (f"{PROGRAM}\n", 0)
