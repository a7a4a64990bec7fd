"""The manners that every resource of the API has, on the players of an event."""

import datetime
import re

import pytest
from django.utils import timezone

from tests.tournament.api.schema import schema
from tests.tournament.making import make_user
from tournament.accounts import account_actions
from tournament.models import AuditEntry, Change, IdempotentRequest, Player, Submission
from tournament.organiser import actions as events
from tournament.rounds import actions as rounds
from tournament.sign_in import api_tokens
from tournament.tasks import sweep

BARE = re.compile(r"\* `(\w+)` - (\w+)$")  # a value that is only repeated
RATE_LIMIT = {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"}
ADDRESS = "/api/v1/events/spring/players/"
ADA = {"number": 7, "first_name": "Ada", "last_name": "King", "grade": 3, "team": "Otters"}


def test_a_player_is_added_read_changed_and_deleted(program):
    made = program("post", ADDRESS, ADA)
    assert (made.status_code, made.json()["team"]) == (201, "Otters")
    assert program("get", ADDRESS).json()["results"] == [made.json()]
    changed = program("patch", f"{ADDRESS}7/", {"last_name": "Byron"})
    assert changed.json() == made.json() | {"last_name": "Byron"}
    gone = program("post", f"{ADDRESS}7/status/", {"status": "withdrawn", "why": "Went home."})
    assert gone.json()["status"] == "withdrawn"
    assert program("delete", f"{ADDRESS}7/").status_code == 204
    assert program("get", f"{ADDRESS}7/").status_code == 404


def test_a_refusal_is_problem_details_with_the_place(program):
    refused = program("post", ADDRESS, ADA | {"grade": 9, "number": "x"}, **{"Accept-Language": "es"})
    assert (refused.status_code, refused["Content-Type"]) == (400, "application/problem+json")
    assert refused.json()["code"] == "invalid"
    assert [error["place"] for error in refused.json()["errors"]] == ["number"]
    refused = program("post", ADDRESS, ADA | {"temo": "Owls"})
    assert [error["place"] for error in refused.json()["errors"]] == ["temo"]
    refused = program("post", ADDRESS, ADA | {"grade": 9})
    assert refused.json()["errors"] == [{"place": "grade", "detail": "This event has no grade 9."}]


def test_a_character_that_cannot_be_recorded_is_refused_at_its_field(program):
    refused = program("post", ADDRESS, ADA | {"last_name": "Ki\u0000ng"}).json()
    assert (refused["code"], [error["place"] for error in refused["errors"]]) == ("unwritable", ["last_name"])


def test_the_same_request_twice_is_done_once(program):
    first, again = (program("post", ADDRESS, ADA, **{"Idempotency-Key": "a"}) for _time in range(2))
    assert (again.status_code, again.json(), again["Idempotent-Replayed"]) == (201, first.json(), "true")
    assert Player.objects.filter(number=7).count() == 1
    other = program("post", ADDRESS, ADA | {"number": 8}, **{"Idempotency-Key": "a"})
    assert (other.status_code, other.json()["code"]) == (422, "key_used")


def test_a_refusal_is_not_kept_for_its_key(program):
    refused = program("post", ADDRESS, ADA | {"grade": 9}, **{"Idempotency-Key": "a"})
    assert refused.status_code == 400
    assert not IdempotentRequest.objects.exists()
    assert program("post", ADDRESS, ADA, **{"Idempotency-Key": "a"}).status_code == 201


@pytest.mark.parametrize(
    ("address", "field", "revoke"), [("sign-in-links", "path", "withdraw"), ("coach-links", "token", "revoke")]
)
def test_a_secret_is_answered_once_and_stored_with_no_key(program, add_player, volunteer, address, field, revoke):
    body = {"person": volunteer.username, "team": add_player(7, 3, "Otters").player.team_id}
    given = {name: body[name] for name in body if (name == "team") == (field == "token")}
    links = f"/api/v1/events/spring/{address}/"
    first, again = (program("post", links, given, **{"Idempotency-Key": "a"}) for _time in range(2))
    secret = first.json()[field]
    assert secret[10:]
    assert secret not in IdempotentRequest.objects.get().body
    assert again.json() == first.json() | {field: None}
    assert (again["Idempotent-Replayed"], again["Idempotent-Withheld"]) == ("true", field)
    row = f"{links}{first.json()['id']}/"
    assert first["ETag"] == again["ETag"] == program("get", row)["ETag"]
    assert program("post", f"{row}{revoke}/", {}, **{"If-Match": first["ETag"]}).status_code == 200


def test_answers_of_before_yesterday_are_deleted_with_no_request(program):
    for number, key in ((7, "old"), (8, "new")):
        program("post", ADDRESS, ADA | {"number": number}, **{"Idempotency-Key": key})
    IdempotentRequest.objects.filter(key="old").update(made_at=timezone.now() - datetime.timedelta(hours=25))
    sweep()
    assert [each.key for each in IdempotentRequest.objects.all()] == ["new"]


def test_an_older_state_overwrites_no_newer_one(program):
    program("post", ADDRESS, ADA)
    read = program("get", f"{ADDRESS}7/")
    assert program("get", f"{ADDRESS}7/", **{"If-None-Match": read["ETag"]}).status_code == 304
    assert program("patch", f"{ADDRESS}7/", {"first_name": "Eda"}, **{"If-Match": read["ETag"]}).status_code == 200
    late = program("patch", f"{ADDRESS}7/", {"first_name": "Ida"}, **{"If-Match": read["ETag"]})
    assert (late.status_code, late.json()["code"]) == (412, "changed")
    assert Player.objects.get(number=7).first_name == "Eda"


def test_the_answer_to_a_write_has_the_etag_for_the_next_one(program):
    made = program("post", ADDRESS, ADA, **{"Idempotency-Key": "a"})
    again = program("post", ADDRESS, ADA, **{"Idempotency-Key": "a"})
    assert made["ETag"] == again["ETag"] == program("get", f"{ADDRESS}7/")["ETag"]
    changed = program("patch", f"{ADDRESS}7/", {"first_name": "Eda"}, **{"If-Match": f'"other", {made["ETag"]}'})
    gone = program("post", f"{ADDRESS}7/status/", {"status": "absent"}, **{"If-Match": changed["ETag"]})
    assert program("patch", f"{ADDRESS}7/", {"first_name": "Ida"}, **{"If-Match": gone["ETag"]}).status_code == 200
    settings = "/api/v1/events/spring/settings/"
    read = program("get", settings)
    assert program("patch", settings, {"name": "Autumn"}, **{"If-Match": read["ETag"]}).status_code == 200
    assert program("patch", settings, {"name": "Winter"}, **{"If-Match": read["ETag"]}).status_code == 412


@pytest.mark.parametrize(
    ("address", "change"),
    [
        ("players/7/", {"last_name": " King", "team": "Otters"}),
        ("rounds/1/", {"name": "Make 24"}),
        ("settings/", {"award_places": 3}),
    ],
)
def test_a_change_to_what_is_there_already_is_no_decision(program, event, round_24, address, change):
    program("post", ADDRESS, ADA)
    program("patch", f"/api/v1/events/spring/{address}", change)
    before = AuditEntry.objects.count(), Change.objects.count()
    same = program("patch", f"/api/v1/events/spring/{address}", change)
    assert (same.status_code, (AuditEntry.objects.count(), Change.objects.count())) == (200, before)


def test_a_token_may_no_more_than_its_scopes_and_its_person(program, volunteer, event):
    assert program("post", ADDRESS, ADA, scopes=["read", "type"]).status_code == 403
    assert program("get", ADDRESS, scopes=["type"]).status_code == 403
    assert program("post", ADDRESS, ADA, person=volunteer).status_code == 403
    assert program("post", ADDRESS, ADA, at=event).status_code == 201


def test_a_token_hears_that_it_may_not_and_nothing_of_other_events(program, event, organiser):
    event.visibility = "hidden"
    event.save()
    assert program("post", ADDRESS, ADA, scopes=["read"]).status_code == 403
    organiser.may_create_events = True
    other = events.create(by=organiser, name="Other", held_on=event.held_on, grades=[3])
    assert program("get", ADDRESS, at=other).status_code == 404


def test_a_program_freezes_the_results_and_the_copy_is_made(program, event):
    program("post", "/api/v1/events/spring/publication/publish/", {"visibility": "provisional"})
    frozen = program("post", "/api/v1/events/spring/publication/publish/", {"visibility": "frozen"})
    assert (frozen.json()["visibility"], frozen.json()["copy"]) == ("frozen", "freeze")


def test_a_token_opens_the_files_of_pages_and_no_page(program, event):
    full = "/events/spring/run/full.json"
    assert program("get", full).status_code == 200
    assert program("get", full, scopes=["type"]).status_code == 403
    assert program("get", "/events/spring/run/roster/").status_code == 302  # to sign in
    assert program("get", full, Authorization="Bearer wrong").status_code == 401


def test_a_token_that_is_revoked_or_over_works_no_more(program, client, organiser):
    soon = timezone.now() + datetime.timedelta(days=1)
    token, key = api_tokens.make(by=organiser, name="Roster", scopes=["read"], ends_at=soon)
    bearer = {"headers": {"Authorization": f"Bearer {key}"}}
    assert client.get(ADDRESS, **bearer).status_code == 200
    api_tokens.revoke(by=organiser, token=token)
    refused = client.get(ADDRESS, **bearer)
    assert (refused.status_code, refused["WWW-Authenticate"]) == (401, "Bearer")


def test_a_stranger_does_not_learn_that_a_hidden_event_exists(client, program, event):
    event.visibility = "hidden"
    event.save()
    client.force_login(make_user("nobody"))
    assert client.get(ADDRESS).status_code == client.get("/api/v1/events/none/players/").status_code == 404
    client.logout()
    assert client.get(ADDRESS).status_code == 401


def test_signing_out_everywhere_ends_tokens_too(client, organiser, event):
    soon = timezone.now() + datetime.timedelta(days=1)
    _token, key = api_tokens.make(by=organiser, name="Roster", scopes=["read"], ends_at=soon)
    account_actions.sign_out_everywhere(by=organiser)
    assert client.get(ADDRESS, headers={"Authorization": f"Bearer {key}"}).status_code == 401


def test_a_reading_that_waits_for_the_second_one_is_shown_to_nobody(program, organiser, round_24, entrant, hand_in):
    rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    round_24.refresh_from_db()
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    assert Submission.objects.exists()
    assert program("get", "/api/v1/events/spring/lines/").json()["results"] == []


def test_a_list_comes_a_page_at_a_time(program, add_player):
    for number in (101, 102, 103):
        add_player(number)
    first = program("get", f"{ADDRESS}?limit=2").json()
    rest = program("get", first["next"]).json()
    assert [row["number"] for row in (*first["results"], *rest["results"])] == [101, 102, 103]
    assert program("get", f"{ADDRESS}?status=absent").json()["results"] == []


def test_the_schema_says_which_requests_have_conditions():
    paths = schema()["paths"]
    read, written = (paths["/api/v1/events/{slug}/players/{number}/"][each] for each in ("get", "patch"))
    made = paths["/api/v1/events/{slug}/players/"]["post"]
    settings = paths["/api/v1/events/{slug}/settings/"]["patch"]
    assert {"ETag"} == {name for each in (read, written) for name in each["responses"]["200"]["headers"]} - RATE_LIMIT
    assert ["304" in each["responses"] for each in (read, written, made)] == [True, False, False]
    assert ["412" in each["responses"] for each in (read, written, made, settings)] == [False, True, False, True]
    assert ["422" in each["responses"] for each in (read, written, made)] == [False, True, True]
    assert "ETag" in made["responses"]["201"]["headers"]


def test_the_schema_speaks_to_who_writes_a_program():
    """No numbers of rules, no names of the code; real limits."""
    code = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+\b|`[A-Z][A-Z_]{3,}`|`\w+\.\w[\w.]*`|\bRaises\b|docs/")
    assert [text for text in described(schema()) if code.search(text.replace("UTF-8", ""))] == []
    assert schema()["components"]["schemas"]["PlayerViewSetCreate"]["properties"]["team"]["maxLength"] == 80


def test_the_schema_says_what_a_value_means():
    schemas = schema()["components"]["schemas"]
    assert "* `frozen` - The public reads results as they were" in schemas["VisibilityEnum"]["description"]
    values = {value: name for name, each in schemas.items() for value in described(each) if name.endswith("Enum")}
    bare = [line for text in values for line in text.splitlines() if (m := BARE.match(line)) and m[1] == m[2]]
    assert bare == []


def described(part):
    if isinstance(part, dict):
        if isinstance(part.get("description"), str):
            yield part["description"]
        part = list(part.values())
    for each in part if isinstance(part, list) else ():
        yield from described(each)
