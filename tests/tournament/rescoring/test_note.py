"""The note of a re-score, as it is drafted for the public."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.audit.corrections import corrections
from tournament.common.wording.sentences import sentence
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rescoring.change_messages import of_line
from tournament.rescoring.public_note import draft

pytestmark = pytest.mark.django_db

ASKED = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
HIT, FACTORIAL, MISS = "1*2*3*4", "4!*(3-2)*1", "1+2+3+4"


@pytest.fixture
@made_once
def played(round_24, add_player, hand_in, work_through):
    """Grade 3: Ada has 20 points, Bo and Cy have 10, Di none; the first two places get an award."""
    people = (("Ada", [HIT, FACTORIAL]), ("Bo", [HIT]), ("Cy", [FACTORIAL]), ("Di", [MISS]))
    for name, texts in people:
        hand_in(round_24, add_player(first_name=name), [(0, text) for text in texts])
    work_through()
    return round_24


@pytest.fixture
def propose(event, organiser):
    def make(*changes, reverses=None):
        return rescores.propose(by=organiser, event=event, changes=changes, reason="Secret reason.", reverses=reverses)

    return make


@pytest.fixture
def basic(event, played, organiser, propose):
    events.change(by=organiser, event=event, award_places=2)
    event.refresh_from_db()
    return propose(proposals.edition(by=organiser, round_=played, edition={"edition": "basic-24"}))


def test_a_draft_says_what_is_different_whose_points_changed_and_which_places_among_the_awards(basic):
    assert str(draft(basic)).split("\n") == [
        "24 Game: the rules for what a method may use have changed.",
        "Points changed for 2 players.",
        "Grade 3: Bo L. now has place 1, before it was 2; "
        "Cy L., who had place 2, no longer has an award; Ada L., Bo L. share a place.",
    ]


def test_a_draft_names_nobody_otherwise_than_the_event_does(event, organiser, basic):
    events.change(by=organiser, event=event, public_names="number")
    basic.event.refresh_from_db()
    said = str(draft(basic))
    assert "No. 102 now has place 1, before it was 2" in said
    assert "Bo" not in said


def test_the_reason_is_not_for_the_public(basic):
    assert "Secret" not in str(draft(basic))


def test_only_a_text_stands_in_quotation_marks():
    said = [sentence(of_line("One", text, "nothing", "", "")) for text in ("1+2", "")]
    assert said == ["One: “1+2” counts for nothing.", "One: the illegible line counts for nothing."]


def test_a_draft_says_when_no_award_is_touched(played, organiser, propose):
    rescore = propose(proposals.void(by=organiser, puzzle=played.puzzles.get(), boxes=[2]))
    assert str(draft(rescore)).split("\n") == [
        "24 Game · Grade 3, Grade 4, Grade 5: Set 3 counts for nobody.",
        "Nobody's points changed.",
    ]


def test_taking_back_says_so(played, organiser, propose):
    puzzle = played.puzzles.get()
    first = propose(proposals.void(by=organiser, puzzle=puzzle, boxes=[0]))
    rescores.apply(by=organiser, rescore=first)
    back = rescores.reverse(by=organiser, rescore=first, reason="It was right.")
    assert str(draft(back)).startswith(
        "An earlier correction was taken back. 24 Game · Grade 3, Grade 4, Grade 5: Set 1 counts again."
    )


def test_what_is_asked_in_a_round_that_is_still_played_stays_secret(add_round, organiser, propose):
    round_ = add_round("twenty_four", ASKED, status="open")
    other = boxes(((1, 2, 3, 5), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    rescore = propose(proposals.puzzle(by=organiser, puzzle=round_.puzzles.get(), boxes=other))
    assert str(draft(rescore)).split("\n")[0] == "24 Game: a question was corrected."
    round_steps.move(by=organiser, round_=round_, status="closed")
    assert "asks 1 2 3 5 → 24" in str(draft(rescore.event.rescores.get()))


def test_only_notes_of_what_was_applied_are_published_latest_first(event, played, organiser, propose):
    puzzle = played.puzzles.get()
    for box, note in ((0, "One."), (1, ""), (2, "Three.")):
        chosen = sorted({*puzzle.void_boxes, box})
        rescore = propose(proposals.void(by=organiser, puzzle=puzzle, boxes=chosen))
        rescores.apply(by=organiser, rescore=rescore, note=note)
        puzzle.refresh_from_db()
    propose(proposals.void(by=organiser, puzzle=puzzle, boxes=[]))
    assert [each.note for each in corrections(event)] == ["Three.", "One."]


@pytest.mark.parametrize("changed", [False, True])
def test_a_note_that_nobody_changed_is_read_in_any_language(client, event, played, organiser, basic, changed):
    client.force_login(organiser)
    page = reverse("rescore", args=[event.slug, basic.pk])
    with override("es"):
        drafted = sentence(draft(basic)) + (" Perdón." if changed else "")
    client.post(f"{page}apply/", {"note": drafted.replace("\n", "\r\n")}, headers={"accept-language": "es"})
    (correction,) = corrections(event)
    first = "24 Game: han cambiado" if changed else "24 Game: the rules"
    assert str(correction.note).startswith(first)
    assert first in client.get(reverse("event", args=[event.slug])).content.decode()
