"""The door of the keying page: explicit errors at the line, and nothing half-saved whatever is sent."""

import json
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import publish
from tests.tournament.set_up import made_once
from tournament.keying import actions as keyings
from tournament.models import DraftLine, Keying, Submission
from tournament.organiser import round_steps

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def keying(volunteer, round_24, entrant) -> Keying:
    return keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)


@pytest.fixture
def hers(client, volunteer) -> Client:
    client.force_login(volunteer)
    return client


@pytest.fixture
def post(hers, keying):
    """post(lines) saves; post(lines, "hand-in") hands in."""

    def send(lines, door: str = "lines", who: Client = hers):
        url = reverse(f"api-keying-{door}", args=[keying.pk])
        return who.post(url, {"lines": lines}, content_type="application/json")

    return send


@pytest.fixture
def read(hers, keying):
    def ask(text: str, box: int = 0, who: Client = hers):
        asked = {"keying": keying.pk, "box": box, "text": text}
        return who.post(reverse("api-reading"), asked, content_type="application/json")

    return ask


def line(text: str = "1+2", **more) -> dict:
    made = {"key": str(uuid.uuid4()), "box": 0, "position": 0, "text": text, "mark": "written", "revision": 1}
    return made | more


def faults(answer) -> dict[str, dict[str, str]]:
    """{line's key: {field: sentence}} of a refusal; a sentence about the whole line is that of its field `line`."""
    faults: dict[str, dict[str, str]] = {}
    for error in answer.json()["errors"]:
        key, _slash, field = error["place"].removeprefix("lines/").partition("/")
        faults.setdefault(key, {})[field or "line"] = error["detail"]
    return faults


def texts() -> list[str]:
    return list(DraftLine.objects.values_list("text", flat=True))


def test_the_answer_to_saving_is_every_draft(post):
    first, second = line("  (1+2", revision=4), line("٣", position=1, mark="struck_out")
    post([first])
    answer = post([second])
    assert answer.status_code == 200
    saved = [each.isoformat().replace("+00:00", "Z") for each in DraftLine.objects.values_list("saved_at", flat=True)]
    assert answer.json() == {"lines": [first | {"saved_at": saved[0]}, second | {"saved_at": saved[1]}]}


def test_saving_nothing_tells_what_others_have_saved(post):
    post([line("1+2")])
    assert [each["text"] for each in post([]).json()["lines"]] == ["1+2"]


def test_a_line_keeps_the_address_of_its_typist_and_not_of_the_proxy(hers, post, settings):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    hers.defaults["HTTP_X_FORWARDED_FOR"] = "6.6.6.6, 198.51.100.7"
    assert post([line()], "hand-in").status_code == 200
    assert Submission.objects.get().address == "198.51.100.7"


def test_a_replayed_request_changes_nothing(post):
    same = [line("1+2")]
    assert post(same).json() == post(same).json()
    assert texts() == ["1+2"]


def test_lines_of_a_sheet_that_is_typed_elsewhere_are_named_as_not_saved(post, volunteer, round_24, entrant):
    saved = line("7")
    post([saved])
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant, browser=uuid.uuid4())
    late = line("7+here", position=1)
    answer = post([saved, late])
    assert (answer.status_code, answer.json()["code"]) == (409, "taken_over")
    assert list(faults(answer)) == [late["key"]]
    assert post([saved]).status_code == 200, "an answer that was lost is given again"
    assert texts() == ["7", "7"], "of the keying that was left, and its copy"


def test_saving_a_line_costs_as_many_queries_among_ten_as_alone(post):
    begun = line("1+2")
    post([begun])
    with CaptureQueriesContext(connection) as alone:
        post([begun | {"text": "1+23", "revision": 2}])
    post([line(str(at), position=at) for at in range(1, 10)])
    with CaptureQueriesContext(connection) as among_ten:
        post([begun | {"text": "1+234", "revision": 3}])
    assert len(alone) == len(among_ten)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"text": "x" * 1_000_000}, "line"),
        ({"text": "1\x00"}, "line"),
        ({"text": "1\ud800"}, "line"),
        ({"text": "\u2028"}, "line"),
        ({"text": 5}, "text"),
        ({"text": None}, "text"),
        ({"box": 7}, "line"),
        ({"box": -1}, "box"),
        ({"box": "first"}, "box"),
        ({"position": 10**12}, "position"),
        ({"revision": -1}, "revision"),
        ({"mark": "smudged"}, "mark"),
    ],
)
def test_a_wrong_line_is_named_by_its_key(wrong, field, post):
    good, bad = line("good"), line() | {"position": 1} | wrong
    answer = post([good, bad])
    assert answer.status_code == 400
    assert list(faults(answer)) == [bad["key"]]
    assert faults(answer)[bad["key"]][field]
    assert texts() == []
    assert post([good]).status_code == 200


@pytest.mark.parametrize("key", ["no key", "", None, 1.5, [], "\ud800"])
def test_a_line_without_a_key_is_named_by_its_place(key, post):
    answer = post([line() | {"key": key}])
    assert answer.status_code == 400
    (fields,) = faults(answer).values()
    assert "key" in fields


@pytest.mark.parametrize("lines", [None, "text", {"0": {}}, 5])
def test_lines_that_are_no_list_are_refused(lines, post):
    assert post(lines).status_code == 400


def test_things_that_are_no_lines_are_refused(post):
    answer = post([None, 5, []])
    assert answer.status_code == 400
    assert list(faults(answer)) == ["#1", "#2", "#3"]


def test_more_than_400_lines_are_refused(post):
    answer = post([line(str(at), position=at) for at in range(401)])
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many_lines")
    assert texts() == []


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"lines": [{]}', b"\xff\xfe", b"[" * 200_000, b'{"lines": NaN}', b"1" * 5000]
)
def test_malformed_json_is_refused_with_a_sentence(body, hers, keying):
    url = reverse("api-keying-lines", args=[keying.pk])
    answer = hers.post(url, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_another_content_type_is_refused(hers, keying):
    answer = hers.post(reverse("api-keying-lines", args=[keying.pk]), "lines=1", content_type="text/plain")
    assert answer.status_code == 415
    assert answer.json()["detail"]


@pytest.mark.postgresql
def test_a_body_beyond_the_limit_is_413_and_not_read(post, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = post([line("x" * 2000)])
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_without_the_csrf_token_nothing_is_saved(volunteer, post):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(volunteer)
    answer = post([line()], who=strict)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert texts() == []


@pytest.mark.parametrize("door", ["lines", "hand-in"])
def test_who_is_signed_out_is_told_so(door, post):
    answer = post([line()], door, who=Client())
    assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")


@pytest.mark.parametrize("door", ["lines", "hand-in"])
def test_only_the_keyer_saves_and_sees_drafts(door, post, other_volunteer, judge_user, organiser):
    post([line("hers")])
    for person in (other_volunteer, judge_user, organiser):
        somebody = Client()
        somebody.force_login(person)
        answer = post([], door, who=somebody)
        assert answer.status_code == 403
        assert "hers" not in answer.content.decode()


def test_who_typed_after_the_state_that_came_back_is_told_to_open_the_sheet_again(hers):
    url = reverse("api-keying-lines", args=[999])
    answer = hers.post(url, {"lines": []}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "earlier_state")
    assert answer.json()["detail"] == "The organiser brought back an earlier state. Open the sheet again."


def test_a_round_made_final_answers_409_with_a_sentence(post, organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    answer = post([line()])
    assert (answer.status_code, answer.json()["code"]) == (409, "round_not_in_marking")
    assert "final" in answer.json()["detail"]


def test_handing_in_says_what_is_in_and_leads_to_the_next_number(post, event):
    typed = [line("1+2"), line("3", box=1)]
    answer = post(typed, "hand-in")
    assert answer.json() == {
        "next": reverse("keying-round", args=[event.slug, 1]),
        "sentence": "Sheet 101 is handed in: 2 lines in 2 boxes.",
    }
    assert post(typed, "hand-in").json() == answer.json()
    assert Submission.objects.count() == 2


@pytest.mark.postgresql
@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize(("saved_before", "queries"), [(True, 23), (False, 24)])
def test_a_sheet_of_ten_lines_is_handed_in_with_as_many_queries_as_one_of_one(
    post, event, organiser, count, saved_before, queries, django_assert_num_queries
):
    """Two are for the session, two for the transaction, and one saves what is not saved yet."""
    publish(organiser, event, "provisional")
    lines = [line(str(at), position=at) for at in range(count)]
    post(lines if saved_before else [])
    with django_assert_num_queries(queries):
        assert post(lines, "hand-in").status_code == 200


def test_a_sheet_that_is_handed_in_later_says_so_once(hers, keying, event):
    url = reverse("api-keying-hand-in", args=[keying.pk])
    answer = hers.post(url, {"lines": [line()], "announce": False}, content_type="application/json")
    assert answer.json()["sentence"] == "Sheet 101 is handed in: 1 line in 1 box."
    assert "is handed in" not in hers.get(reverse("keying-round", args=[event.slug, 1])).content.decode()


def test_nothing_is_handed_in_with_a_wrong_line(post):
    bad = line("1\x07")
    answer = post([line("good"), bad], "hand-in")
    assert answer.status_code == 400
    assert list(faults(answer)) == [bad["key"]]
    assert not Submission.objects.exists()
    assert texts() == []


def test_a_reading_has_its_mathematics_value_and_verdict(read):
    said = read("(1+2+3)*4").json()
    assert (said["verdict"], said["value"], said["on_target"], said["note"]) == ("accepted", "24", True, "")
    assert said["mathml"].startswith("<math")


def test_a_reading_says_how_far_off_an_accepted_line_is(read):
    assert read("1+2+3+4").json()["note"] == "Target missed by 14."


def test_a_reading_marks_the_place_of_its_reasons(read):
    said = read("(1+2+3)*4+").json()
    assert (said["verdict"], said["state"]) == ("refused", "unreadable")
    (reason,) = said["reasons"]
    assert said["note"] == reason["message"]
    assert (reason["code"], reason["facts"]["detail"]) == ("unreadable", "value_missing")
    assert "".join(piece["text"] for piece in said["pieces"]) == "(1+2+3)*4+"
    assert any(piece["reasons"] for piece in said["pieces"])


def test_a_reading_never_changes_what_is_saved(post, read):
    post([line("1+2")])
    read("3+4")
    assert texts() == ["1+2"]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "٣+٤", "9^9^9^9", "(" * 900, "", " "])
def test_any_text_has_a_reading(text, read):
    answer = read(text)
    assert answer.status_code == 200
    assert "<script" not in answer.json()["mathml"]


def test_a_reading_is_for_the_keyer_of_the_sheet(read, other_volunteer, judge_user):
    for person in (other_volunteer, judge_user):
        somebody = Client()
        somebody.force_login(person)
        assert read("1+2", who=somebody).status_code == 403


@pytest.mark.postgresql
@pytest.mark.parametrize(("text", "box"), [("1", 3), ("1" * 1001, 0), ("1\x00", 0), ("1\ud800", 0)])
def test_a_reading_of_what_cannot_stand_on_the_sheet_is_refused(text, box, read):
    answer = read(text, box=box)
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_reading_of_something_else_is_refused(hers, keying):
    for body in ({}, {"keying": keying.pk, "box": 0}, {"keying": "x", "box": 0, "text": ""}, []):
        answer = hers.post(reverse("api-reading"), json.dumps(body), content_type="application/json")
        assert answer.status_code == 400
