"""What the public reads of a line: where it landed, what the judge decided, and never more than is known."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from judging.games.sentences import LINES
from tests.html import flat
from tests.tournament.making import boxes
from tournament.models import Ruling
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rulings import actions as rulings
from tournament.scoring.answers import outcome

pytestmark = pytest.mark.django_db
TAG = re.compile(r'class="line-verdict">(.*?)</span>\s*<span class="line-points"', re.DOTALL)

HITS = "(1+2+3)*4"
# every code that a format gives a line -> (its points, what the public reads)
OUTCOMES = {
    "hits": (10, "on_target"),
    "moved": (4, "on_target"),
    "further": (2, "on_target"),
    "beyond": (0, "on_target"),
    "out_of_order": (0, "on_target"),
    "order_waits": (0, "on_target"),
    "same": (0, "counts_once"),
    "ruled_same": (0, "counts_once"),
    "made": (0, "counts_once"),
    "misses": (0, "off_target"),
    "misses_unsaid": (0, "off_target"),
    "near": (7, "off_target"),
    "near_rounded": (7, "off_target"),
    "near_unsaid": (7, "off_target"),
    "not_nearest": (0, "off_target"),
    "as_near": (0, "off_target"),
    "nothing": (0, "does_not_count"),
    "void": (0, "does_not_count"),
    "no_box": (0, "does_not_count"),
    "pending": (0, "pending"),
}


def test_every_code_of_every_format_has_an_outcome():
    assert set(OUTCOMES) == set(LINES)
    assert {code: outcome(code) for code in LINES} == {code: said for code, (_points, said) in OUTCOMES.items()}


@pytest.fixture
def read(client, event):
    """read(entrant) -> (the page of the player, the lines of its JSON)"""

    def of(entrant) -> tuple[str, list[dict]]:
        number = entrant.player.number
        page = client.get(reverse("entrant", args=[event.slug, number])).content.decode()
        papers = client.get(reverse("api-player", args=[event.slug, number])).json()["papers"]
        return flat(page), [line for paper in papers for box in paper["boxes"] for line in box["lines"]]

    return of


def test_no_line_with_0_points_is_called_accepted(read, add_round, entrant, typed):
    round_ = add_round("one_to_many", boxes(((1, 2, 3, 4), 24), ((1, 2, 3, 4), 10)), targets=2, points_list=[4])
    typed(
        round_, entrant, [(0, HITS), (0, "1*2*3*4"), (0, "4*3*2*1"), (0, "1+2+3+4"), (1, "1+2+3"), (1, "1+", "blank")]
    )
    page, lines = read(entrant)
    assert [(line["state"], line["points"]) for line in lines] == [
        ("on_target", 4),
        ("on_target", 0),
        ("counts_once", 0),
        ("off_target", 0),
        ("does_not_count", 0),
        ("blank", 0),
    ]
    assert "accepted" not in page.replace("tag-accepted", "")
    assert page.count("tag-accepted") == 1  # the green one has points


def rule(judge_user, line, **what) -> None:
    rulings.give(by=judge_user, submission=line, reason="The sheet says so.", **what)


def test_a_value_that_a_judge_decided_is_no_equation(read, round_24, entrant, typed, judge_user, work_through):
    line = typed(round_24, entrant, [(0, "4*3-2-1")])[0]
    rule(judge_user, line, counts_as=Ruling.CountsAs.VALUE, value="24")
    work_through()
    page, (said,) = read(entrant)
    assert "The judge decided 24." in page
    assert (said["value"], said["ruling"]["value"], said["state"], said["points"]) == ("", "24", "on_target", 10)
    assert "by ruling" in page


def test_a_method_that_a_judge_named_has_its_own_value(read, round_24, entrant, typed, judge_user, work_through):
    line = typed(round_24, entrant, [(0, "1+2+3*4")])[0]
    rule(judge_user, line, counts_as=Ruling.CountsAs.METHOD, method=HITS)
    work_through()
    page, (said,) = read(entrant)
    assert f'It counts as <bdi class="verbatim">{HITS}</bdi> = 24' in page
    assert (said["value"], said["ruling"]["method"], said["counts_as_value"]) == ("", HITS, "24")


def test_a_line_ruled_out_does_not_count(read, round_24, entrant, typed, judge_user, work_through):
    line = typed(round_24, entrant, [(0, HITS)])[0]
    rule(judge_user, line, counts_as=Ruling.CountsAs.NOTHING)
    work_through()
    page, (said,) = read(entrant)
    assert (said["value"], said["state"], said["points"]) == ("24", "does_not_count", 0)
    assert "does not count" in page


@pytest.mark.parametrize(("box", "text"), [(1, "6/3(5)*6"), (0, "1+2+3 = 6 x 4 = 24")])
def test_a_line_with_two_readings_is_shown_as_it_was_written(read, round_24, entrant, typed, box, text):
    typed(round_24, entrant, [(box, text)])
    page, (said,) = read(entrant)
    assert "<math" not in page.partition('class="line')[2]
    assert (said["mathml"], said["value"], said["text"]) == ("", "", text)


def words(page: str) -> list[str]:
    """The words on the tags of each line."""
    return [flat(re.sub("<[^>]*>", " ", each)).strip() for each in TAG.findall(page)]


def test_a_line_has_the_same_word_for_its_judge_and_its_family(
    client, event, round_24, entrant, typed, judge_user, work_through
):
    texts = [HITS, "1+2+3+4", "6/2(1+3)", "4/2(3-1)", "two", "1+2+3"]
    *_, ruled = typed(round_24, entrant, [(0, text) for text in texts] + [(0, "", "illegible"), (0, "4/2(1*3)")])
    rule(judge_user, ruled, counts_as="nothing")
    work_through()
    family = words(client.get(reverse("entrant", args=[event.slug, entrant.player.number])).content.decode())
    client.force_login(judge_user)
    sheet = reverse("judge-sheet", args=[event.slug])
    assert words(client.get(f"{sheet}?number={entrant.player.number}&round=1").content.decode()) == family
    expected = ["on target", "off target", "needs ruling", "needs ruling", "unreadable", "does not count", "illegible"]
    assert family[1:2] + family[3:7] == expected[1:2] + expected[3:7]


def test_a_corrected_question_is_marked_with_what_it_was(client, event, round_24, entrant, typed, organiser):
    typed(round_24, entrant, [(0, HITS)])
    puzzle = round_24.puzzles.get()
    first, *others = puzzle.version.read_boxes()
    change = proposals.puzzle(by=organiser, puzzle=puzzle, boxes=[replace(first, numbers=(1, 2, 3, 5)), *others])
    rescore = rescores.propose(by=organiser, event=event, changes=[change], reason="Misprinted.")
    address = reverse("entrant", args=[event.slug, entrant.player.number])
    assert "was corrected" not in client.get(address).content.decode()
    rescores.apply(by=organiser, rescore=rescore)
    page = flat(client.get(address).content.decode())
    mark = page[page.index("This question was corrected") :].partition("<ol")[0]
    assert re.findall(r"<li>(\d+)</li>", mark) == ["1", "2", "3", "4"]
    back = rescores.reverse(by=organiser, rescore=rescores.Rescore.objects.get(pk=rescore.pk), reason="It was right.")
    rescores.apply(by=organiser, rescore=back)
    assert "was corrected" not in client.get(address).content.decode()
