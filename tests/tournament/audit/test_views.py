"""The audit trail as organisers and judges read it."""

import ast
from pathlib import Path

import pytest
from django.urls import reverse

import tournament
from tests.html import flat
from tests.tournament.making import boxes
from tournament.audit import trail as audit
from tournament.audit.verbs import TOPICS, VERBS
from tournament.organiser import actions as events, round_steps
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(client, event, organiser):
    def page(**query) -> str:
        client.force_login(organiser)
        return client.get(reverse("history", args=[event.slug]), query).content.decode()

    return page


def test_who_did_what_when_and_why_is_told_in_words(
    read, event, organiser, judge_user, round_24, entrant, hand_in, work_through
):
    (line,) = hand_in(round_24, entrant, [(0, "1+2 3 4")])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Nobody can read it.")
    events.change(by=organiser, event=event, accent="rust")
    shown = read()
    assert "ruled on a line" in shown
    assert "Nobody can read it." in shown
    assert "handed a sheet in: 101 Ada Lund" in shown
    assert "colour: Teal → Rust" in flat(shown)


def test_the_trail_can_be_narrowed(read, event, organiser, round_24):
    events.change(by=organiser, event=event, accent="rust")
    assert "colour: Teal" not in read(about="round")
    assert "moved a round" in read(about="round")
    assert "added a round" in read(about="nonsense")


def test_hostile_reasons_are_text(read, event, organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="closed", why="<script>alert(1)</script>")
    assert "<script>alert" not in read()
    assert "&lt;script&gt;" in read()


def test_every_row_of_the_verbs_is_written_by_an_action():
    written = {
        node.value
        for path in Path(tournament.__file__).parent.glob("*/*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and path.name != "verbs.py"
    }
    assert set(VERBS) <= written
    assert {verb.topic for verb in VERBS.values()} == {*TOPICS, ""}


def test_an_entry_whose_verb_has_no_row_is_not_written(event, organiser):
    with pytest.raises(ValueError, match="has no row"):
        audit.record(event, organiser, "event.sung", event)


def test_the_page_asks_as_many_questions_for_many_entries_as_for_few(
    client, event, organiser, add_round, add_player, django_assert_num_queries
):
    client.force_login(organiser)
    add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24)))
    add_player()
    address = reverse("history", args=[event.slug])
    with django_assert_num_queries(14):
        client.get(address)
    for _ in range(40):
        add_player()
    with django_assert_num_queries(14):
        client.get(address)


def test_moments_are_shown_in_the_zone_of_the_event(read, event, organiser):
    events.change(by=organiser, event=event, time_zone="Asia/Kathmandu")
    assert "+05:45" in read()
    events.change(by=organiser, event=event, time_zone="UTC")
    assert "+05:45" not in read().replace("Asia/Kathmandu", "")
