"""The page *API*: every example of it is run, in its order, against the site."""

import json
import os
import re
import subprocess
from contextlib import redirect_stdout
from io import StringIO

import httpx
import pytest

from tests.tournament.making import make_token
from tournament.guides.rendering import FOLDER
from tournament.organiser import actions as events

GUIDE = (FOLDER / "api.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
EXAMPLES = FENCED.findall(GUIDE)
ADDRESSES = re.findall(r'"(https://tournament\.example\.org/[^"]+)"', FENCED.sub("", GUIDE))


@pytest.fixture
def site(live_server, organiser, event, add_player) -> dict[str, str]:
    """{a word of the guide: what stands for it here}"""
    add_player(101, 3, "Otters")
    events.publish(by=organiser, event=event, visibility="provisional")
    return {"https://tournament.example.org": live_server.url, "nt_your_token": make_token(organiser)}


def here(text: str, site: dict[str, str]) -> str:
    for word, instead in site.items():
        text = text.replace(word, instead)
    return text


def in_shell(text: str, site: dict[str, str]) -> str:
    variables = dict(zip(("SITE", "TOKEN"), site.values(), strict=True))
    done = subprocess.run(["bash", "-ec", text], env=os.environ | variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.one_database
def test_every_example_of_the_guide_does_what_it_says(site):
    names: dict = {}
    shown = ""
    for language, text in EXAMPLES:
        if language == "text":
            assert shown.strip() == text.strip()
        elif language == "json":
            assert json.loads(shown) == json.loads(text)
        elif language == "sh":
            shown = in_shell(here(text, site), site)
        else:
            with redirect_stdout(StringIO()) as out:
                exec(here(text, site), names)
            shown = out.getvalue()
        assert shown, text
        assert '"status":4' not in shown or "grade 9" in shown, text
    assert len(EXAMPLES) > 10


def test_what_a_spreadsheet_fetches_is_there_without_a_token(site):
    types = [httpx.get(here(address, site)).raise_for_status().headers["Content-Type"] for address in ADDRESSES]
    assert types == ["text/csv; charset=utf-8", "application/json"]
