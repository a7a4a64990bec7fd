"""A set that no round asks yet: it can be printed, and each page says that it is a draft."""

import pypdfium2
import pytest
from django.urls import reverse

from tests.tournament.making import make_user
from tournament.common.wording.cards import as_cards
from tournament.models import PuzzleSet
from tournament.puzzle_sets import actions as sets, use_actions
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def made_set(organiser, event, work_through):
    """made_set(format): the set of grade 3 for a new round of this format, made"""

    def make(format_slug: str) -> PuzzleSet:
        round_ = rounds.add(by=organiser, event=event, format_slug=format_slug)
        made = sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))
        while work_through():
            pass
        return PuzzleSet.objects.get(pk=made.pk)

    return make


@pytest.fixture
def draft(made_set) -> PuzzleSet:
    return made_set("twenty_four")


def address(draft: PuzzleSet) -> str:
    return reverse("made-set-print", args=["spring", draft.pk])


def read(response) -> list[str]:
    assert response["Content-Type"] == "application/pdf", response.content.decode()[:3000]
    with pypdfium2.PdfDocument(response.content) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


@pytest.mark.parametrize("what,pages", [("puzzles", 3), ("key", 1), ("slides", 4)])
def test_each_page_says_that_it_is_a_draft(client, organiser, draft, what, pages):
    client.force_login(organiser)
    found = read(client.get(address(draft), {"what": what, "paper": "us-letter"}))
    assert len(found) == pages
    assert all("DRAFT" in text for text in found)
    assert ("Difficulty" in found[0]) == (what == "key")
    first = draft.read_puzzles()[0].questions[0]
    assert " ".join(map(str, first.numbers)) in " ".join(found)


def test_a_set_of_the_library_is_printed_without_a_round(client, organiser, draft):
    PuzzleSet.objects.filter(pk=draft.pk).update(round=None, grade=None)
    client.force_login(organiser)
    assert draft.name in read(client.get(address(draft), {"what": "puzzles"}))[0]


def test_the_key_of_smash_lists_the_hands_that_were_made(client, organiser, made_set):
    draft = made_set("smash")
    client.force_login(organiser)
    assert "lists these hands" in client.get(reverse("made-set", args=["spring", draft.pk])).content.decode()
    (before,) = read(client.get(address(draft), {"what": "key"}))
    use_actions.use(by=organiser, puzzle_set=draft)
    (used,) = read(client.get(reverse("puzzle-print", args=["spring", 1]), {"what": "key"}))
    (hand,) = [each.numbers for puzzle in draft.read_puzzles() for each in puzzle.questions if each.target == 20]
    cards = " ".join(as_cards(hand))
    assert [f"20 {cards}" in text for text in (before, used)] == [True, True]
    assert "Hands to deal" in used
    assert "Answer key" not in before + used
    page = client.get(reverse("round-run", args=["spring", 1])).content.decode()
    assert f'href="{reverse("puzzle-print", args=["spring", 1])}?what=key"' in page


def test_a_set_without_numbers_is_not_printed(client, organiser, draft):
    PuzzleSet.objects.filter(pk=draft.pk).update(puzzles=[])
    client.force_login(organiser)
    answer = client.get(address(draft), {"what": "puzzles"})
    assert (answer.status_code, "no numbers to print" in answer.content.decode()) == (400, True)
    assert client.get(address(draft)).status_code == 200


def test_nobody_but_organisers_prints_a_draft(client, judge_user, volunteer, draft):
    for user, status in ((judge_user, 403), (volunteer, 403), (make_user("other", may_create_events=True), 403)):
        client.force_login(user)
        assert client.get(address(draft), {"what": "puzzles"}).status_code == status
