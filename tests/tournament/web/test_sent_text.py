"""Text that cannot be recorded, sent to every address: a sentence each time, and nothing of it is stored. The addresses
are those of the URL conf, and what takes JSON is found there, so that a new one fails here until it has a body
below."""

import json
from collections.abc import Iterator
from itertools import chain, count, cycle, product
from urllib.parse import quote

import pytest
from django.apps import apps
from django.test import Client
from django.urls import NoReverseMatch, resolve, reverse

from tests.laws import some
from tests.tournament.hall import Hall, make_hall
from tests.tournament.web.test_permissions import ADDRESSES
from tournament.engine.api import KINDS
from tournament.game_tables import actions, tokens
from tournament.models import User
from tournament.web.sent_text import LARGEST_ID

pytestmark = pytest.mark.django_db
MARK = "zqx"
NULL = pytest.param("\0", marks=pytest.mark.postgresql)  # the one that SQLite stores and PostgreSQL does not
IN_FORMS = [NULL, "\x07", "\x0b", "\x85"]  # a form carries no half of a surrogate pair
IN_JSON = [NULL, "\x07\x0b\x85\ud800\udfff"]
LINE = {
    "key": "0f7e4e5e-0000-4000-8000-000000000001",
    "box": 0,
    "position": 0,
    "text": "1",
    "mark": "written",
    "revision": 1,
}

# Forms that show such text again beside their own refusal. What is typed is in their fields, or in these, which pages
# have without a form.
OWN = {
    "keying", "player-add", "player-change", "player-substitute", "create-event", "event-settings", "first-account",
    "return-desk",
    "backups", "backup",  # of the administrator, who has no event
}  # fmt: skip
TYPED = ("first_name", "last_name", "team", "why", "name", "slug", "grades", "full_name", "username", "said", "number")

# of each address that takes JSON: bodies that it could take
JSON = {
    "api-keying-lines": [{"lines": [LINE]}],
    "api-keying-hand-in": [{"lines": [LINE]}],
    "api-keying-tell": [{"lines": [LINE]}],
    "api-reading": [{"keying": "keying", "box": 0, "text": "1"}],
    **{f"api-engine-{kind}": [{"questions": [example]}] for kind, (_question, _answer, example) in KINDS.items()},
}  # fmt: skip


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, people, add_player, round_24, hand_in)


def signed_in(hall: Hall, person: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=hall.people[person].pk))
    return client


def arguments_of(hall: Hall, name: str) -> dict:
    return {key: hall.ids.get(value, value) for key, value in ADDRESSES[name][1].items()}


def stored_with(mark: str) -> list[str]:
    """The tables that have the mark in any column."""
    tables = [model for model in apps.get_models() if model._meta.managed]
    return [model.__name__ for model in tables if any(mark in str(row) for row in model._base_manager.values_list())]


def spoilt(body: object, character: str) -> Iterator[object]:
    """The body, each time with another of its texts that has the character in it."""
    for at in count():
        made = _spoilt(body, f"{MARK}{character}y", iter(range(at, -1, -1)))
        if made == body:
            return
        yield made


def _spoilt(value: object, bad: str, left: Iterator[int]) -> object:
    if isinstance(value, str):
        return bad if next(left, None) == 0 else value
    if isinstance(value, dict):
        return {name: _spoilt(each, bad, left) for name, each in value.items()}
    return [_spoilt(each, bad, left) for each in value] if isinstance(value, list) else value


@pytest.mark.sampled
def test_every_form_with_such_text_is_refused_with_a_sentence(hall):
    """In the suite each address is asked in one of three ways, and every way with every character."""
    client, characters, wrong = signed_in(hall, "organiser"), cycle("\0\x07\x0b\x85"), []
    client.defaults["HTTP_ACCEPT"] = "application/json"  # a page takes longer to make
    in_a_name = {"content_type": "application/x-www-form-urlencoded"}
    for at, name in enumerate(ADDRESSES):
        address, character = reverse(name, kwargs=arguments_of(hall, name)), next(characters)
        text = f"{MARK}{character}y"
        ways = (client.post, {"name": text}), (client.get, {"name": text}), (client.post, f"{quote(text)}=y", in_a_name)
        for send, data, *more in some(ways, of=3, at=at):
            answer = send(address, data, **(more[0] if more else {}))
            refuses = name in OWN or answer.status_code == 400 and "\ufffd" in answer.json()["detail"]
            if not refuses or answer.status_code >= 500:
                wrong.append((name, character, answer.status_code))
    assert wrong == []
    assert stored_with(MARK) == []


@pytest.mark.sampled
@pytest.mark.parametrize("character", IN_FORMS)
def test_a_form_with_a_check_of_its_own_stores_none_of_it(hall, character):
    User.objects.filter(pk=hall.people["organiser"].pk).update(is_superuser=True)  # for the pages of backups
    for name in sorted(OWN) if character == "\0" else some(sorted(OWN), of=3, at=ord(character)):
        client, address = signed_in(hall, "organiser"), reverse(name, kwargs=arguments_of(hall, name))
        page = client.get(address)
        form = page.context and page.context.get("form")
        sent = {each.html_name: each.value() or "" for each in form} if form else {}
        for field in sorted(sent if {*TYPED} & {*sent} else {*TYPED, *sent}):
            assert client.post(address, sent | {field: f"{MARK}{character}y"}).status_code < 500, (name, field)
    assert stored_with(MARK) == []


def test_a_note_keeps_its_lines_and_tabs_and_a_password_is_not_quoted(client):
    assert client.post("/play/join/", {"pin": "a\tb\r\nc"}).status_code != 400
    refused = client.post("/sign-in/", {"username": "ann", "password": f"{MARK}\x07"}).content.decode()
    assert "invisible character" in refused
    assert MARK not in refused


def test_a_script_reads_the_sentence_as_json(client):
    answer = client.get("/play/reading/", {"text": "1\x07"}, headers={"Accept": "*/*"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unwritable")


@pytest.mark.postgresql
def test_an_address_that_no_row_can_have_is_not_found(hall):
    client, wrong = signed_in(hall, "organiser"), {}
    for name in ADDRESSES:
        for key, value in (arguments := arguments_of(hall, name)).items():
            bad = LARGEST_ID + 1 if isinstance(value, int) else "a\0"
            try:
                answer = client.get(reverse(name, kwargs=arguments | {key: bad}))
            except NoReverseMatch:  # a slug, or one of some words
                continue
            if answer.status_code != 404:
                wrong[name, key] = answer.status_code
    assert wrong == {}


def test_each_address_that_takes_json_is_known(hall):
    found = set()
    for name in ADDRESSES:
        view = resolve(reverse(name, kwargs=arguments_of(hall, name))).func
        if hasattr(getattr(view, "cls", None), "post"):
            found.add(name)
    assert found == set(JSON)


@pytest.mark.parametrize("characters", IN_JSON)
def test_all_json_with_such_text_is_refused_with_a_sentence(hall, characters):
    client, wrong = signed_in(hall, "volunteer"), []
    for name, bodies in JSON.items():
        address = reverse(name, kwargs=arguments_of(hall, name))
        for body, character in product(bodies, characters):
            filled = {key: hall.ids["keying"] if key == "keying" else value for key, value in body.items()}
            for sent in spoilt(filled, character):
                answer = client.post(address, json.dumps(sent), content_type="application/json")
                if not 400 <= answer.status_code < 500 or not answer.json()["detail"]:
                    wrong.append((name, sent, answer.status_code))
    assert wrong == []
    assert stored_with(MARK) == []


MOVES = {
    "countdown": [("write", {"text": "cat"}), ("letter", {"pile": "vowel"})],
    "duel": [("turn", {"text": "+9", "turn": 1})],
    "twentyfour": [("answer", {"texts": ["1+2", "3"]}), ("x", {"text": "7"})],
}


@pytest.mark.parametrize("characters", IN_JSON)
@pytest.mark.parametrize("game", MOVES)
def test_every_move_with_such_text_is_refused_with_a_sentence(db, game, characters):
    table, host_secret = actions.open_table(by=None, game=game, settings={})
    (_ana, secret), _ben = actions.join(table=table, name="Ana"), actions.join(table=table, name="Ben")
    wrong = []
    shared = [("rule", {"about": 1, "facts": {"right": "yes"}, "reason": "Why."}), ("pause", {"reason": "Why."})]
    for as_, kind, facts in [("host", *each) for each in shared] + [("seat", *each) for each in MOVES[game]]:
        client = Client()
        client.cookies[tokens.HOST_COOKIE] = host_secret
        client.cookies[tokens.SEAT_COOKIE] = secret
        body = {"kind": kind, "facts": facts, "key": "a key of mine", "as": as_}
        for sent in chain.from_iterable(spoilt(body, character) for character in characters):
            if sent.get("as") != as_:  # then it is the other one's move, and not allowed
                continue
            answer = client.post(f"/play/{table.code}/moves/", json.dumps(sent), content_type="application/json")
            if not 400 <= answer.status_code < 500 or not answer.json()["detail"]:
                wrong.append((sent, answer.status_code))
    assert wrong == []
    assert stored_with(MARK) == []
