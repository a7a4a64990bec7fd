"""Digests before a round, keys after it, and no puzzle for anybody but organisers before."""

import hashlib
import re

import pytest
from django.urls import reverse

from tests.laws import some
from tests.tournament.making import publish
from tests.tournament.web.test_permissions import (
    ADDRESSES,
    EVERYBODY,
    hall as hall,  # noqa: PLC0414
    sign_in,
)
from tournament.common.refusals import Refused
from tournament.models import Event, PuzzleSet
from tournament.organiser import round_steps
from tournament.puzzle_digests import published_keys
from tournament.puzzle_sets import actions as sets, draft_actions as drafts, queries, use_actions
from tournament.puzzle_sets.boxes import box_key
from tournament.rounds import actions as rounds

# Two numbers between the ends of the range, one after the other: one alone may be that of a row.
SECRET = re.compile(r"(?<![0-9])9(?:3[2-9]|4[0-6])\D{1,40}9(?:3[2-9]|4[0-6])(?![0-9])")


@pytest.fixture
def used(organiser, event, work_through):
    """A round whose grades have puzzles of unusual numbers, from sets."""
    round_ = rounds.add(by=organiser, event=event, format_slug="many_to_one", name="Hidden")
    plan = round_.plan.export()
    plan["values"] |= {"sets": 2, "numbers_count": 2, "number_from": 931, "number_to": 947, "target_to": 20}
    plan["by_grade"] = {}
    round_ = rounds.change(by=organiser, round_=round_, settings=plan)
    sets.make_for_round(by=organiser, round_=round_)
    while work_through():
        pass
    for draft in PuzzleSet.objects.filter(round=round_):
        use_actions.use(by=organiser, puzzle_set=draft)
    return round_


def test_the_digest_is_that_of_the_file_that_follows(client, organiser, event, used):
    published_keys.publish_digests(by=organiser, event=event)
    listed = client.get(reverse("key-digests", args=["spring"])).content.decode()
    digest, name = listed.splitlines()[0].split("  ")
    address = reverse("key-file", args=["spring", name.removesuffix(".json")])
    assert client.get(address).status_code == 404
    for step in ("open", "closed"):
        round_steps.move(by=organiser, round_=used, status=step)
    content = client.get(address).content
    assert hashlib.sha256(content).hexdigest() == digest
    draft = PuzzleSet.objects.get(round=used, grade=3)
    assert draft.seed.encode() in content
    assert "1-3-v1.json" in client.get(reverse("keys", args=["spring"])).content.decode()


def test_digests_are_published_once_and_only_before_the_round(organiser, event, used):
    assert len(published_keys.publish_digests(by=organiser, event=event)) == 3
    with pytest.raises(Refused, match="no used set"):
        published_keys.publish_digests(by=organiser, event=event)


def test_a_digest_of_puzzles_that_were_replaced_says_so(client, organiser, event, used):
    """A seal that fits a file proves nothing if the round asks something else."""
    published_keys.publish_digests(by=organiser, event=event)
    assert published_keys.changed_since(event) == []
    draft = PuzzleSet.objects.get(round=used, grade=3)
    puzzle = draft.read_puzzles()[0]
    key = box_key(puzzle.questions[0])
    drafts.edit(by=organiser, puzzle_set=draft, key=key, numbers=(947, 931), target=puzzle.questions[0].target)
    grade = next(each for each in queries.day(event)[-1].grades if each.division.grade == 3)
    assert (grade.is_used, grade.is_older, grade.is_ready) == (False, True, True)
    client.force_login(organiser)
    warned = client.post(reverse("made-set", args=["spring", draft.pk]), {"do": "use"}, follow=True)
    assert "Publish the digests again" in warned.content.decode()
    client.logout()
    page = client.get(reverse("keys", args=["spring"])).content.decode()
    assert "no digest of those that the round asks" in page
    assert page.count("Replaced: the round asks other puzzles.") == 1
    published_keys.publish_digests(by=organiser, event=event)
    page = client.get(reverse("keys", args=["spring"])).content.decode()
    assert "no digest of those" not in page
    assert page.count("Replaced: the round asks other puzzles.") == 1


def shown(response) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode(errors="replace")


READERS = ("anonymous", "volunteer", "judge")
REFUSED = ("sign-in", 401, 403)  # tests/tournament/web/test_permission_table.py: they are shown nothing


@pytest.mark.sampled
def test_nobody_but_organisers_sees_a_puzzle_before_its_round(hall, used, client, organiser):
    """Every address that shows them something, with numbers in the puzzle that stand nowhere else."""
    published_keys.publish_digests(by=organiser, event=hall.event)
    seeds = set(PuzzleSet.objects.filter(round=used).values_list("seed", flat=True))
    told = {}
    publish(organiser, Event.objects.get(pk=hall.event.pk), "provisional")
    for at, person in enumerate(READERS):
        for name in some(ADDRESSES, of=len(READERS), at=at):
            guard = ADDRESSES[name][0]
            if getattr(guard, person) in REFUSED or (guard == EVERYBODY and person != "anonymous"):
                continue
            text = _answer(client, hall, used, person, name)
            if SECRET.search(_words(text)) or any(seed in text for seed in seeds):
                told[name, person] = SECRET.findall(_words(text))[:3]
    assert told == {}


def _answer(client, hall, round_, person, name) -> str:
    _guard, arguments, _method = ADDRESSES[name]
    sign_in(client, hall.people[person])
    ids = hall.ids | ({"position": round_.position} if "position" in arguments else {})
    response = client.get(reverse(name, kwargs={key: ids.get(value, value) for key, value in arguments.items()}))
    is_text = "text" in response.get("Content-Type", "") or "json" in response.get("Content-Type", "")
    return shown(response) if is_text and "stream" not in name else ""


def _words(html: str) -> str:
    """The text without tokens of forms, hashes and addresses."""
    html = re.sub(r"<input[^>]*csrf[^>]*>|csrf[^\"]*\"[^\"]*\"", "", html)
    return re.sub(r"[0-9a-zA-Z_\-]{12,}|[0-9a-f]{8,}|\"/[^\"]*\"", " ", html)


def test_the_test_of_secrets_sees_a_puzzle_where_it_is(hall, used, client, organiser):
    draft = PuzzleSet.objects.get(round=used, grade=3)
    client.force_login(organiser)
    page = client.get(reverse("made-set", args=["spring", draft.pk])).content.decode()
    assert SECRET.search(_words(page))


def test_a_judge_does_not_find_a_hidden_question_by_its_numbers(used, judge, organiser, client):
    number = PuzzleSet.objects.get(round=used, grade=3).read_puzzles()[0].questions[0].numbers[0]
    address = f"{reverse('history', args=['spring'])}?text={number}"
    said = "set a puzzle"
    assert said not in judge.get(address).content.decode()
    client.force_login(organiser)
    assert said in client.get(address).content.decode()
