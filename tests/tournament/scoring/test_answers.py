"""What a recorded line counts as, after its verdict and any ruling."""

from fractions import Fraction

import pytest

from tests.tournament.making import boxes
from tournament.models import Result, Ruling, Submission
from tournament.rulings import actions as rulings
from tournament.scoring.equal_answers import answers_among
from tournament.scoring.loader import EntrantInRound, Scoring
from tournament.scoring.rulings import applies, lines_under

pytestmark = pytest.mark.django_db


def answer(line: Submission):
    sheet = Submission.objects.select_related("sheet__round__event").get(pk=line.pk).sheet
    question = Scoring([sheet.round], [sheet.entrant_id]).question_of(EntrantInRound(sheet.round_id, sheet.entrant_id))
    return question.marking.answer(line)


@pytest.fixture
def rule(judge_user):
    def give(line, counts_as, **more) -> Ruling:
        return rulings.give(by=judge_user, submission=line, counts_as=counts_as, reason="Seen.", **more)

    return give


@pytest.mark.parametrize(
    ("text", "mark", "state", "note"),
    [
        ("1*2*3*4", "written", "judged", ""),
        ("1*2*3*4", "struck_out", "nothing", "Struck out on the sheet."),
        ("", "blank", "nothing", "Nothing was written."),
        ("1*2*3", "illegible", "pending", "Illegible: a judge will look at the sheet."),
    ],
)
def test_a_line_counts_as_its_mark_allows(round_24, entrant, hand_in, work_through, text, mark, state, note):
    (line,) = hand_in(round_24, entrant, [(0, text, mark)])
    work_through()
    said = answer(line)
    assert (said.state, str(said.note or "")) == (state, note)


def test_before_its_verdict_a_line_is_pending_never_wrong(round_24, entrant, hand_in, work_through):
    (line,) = hand_in(round_24, entrant, [(0, "1*2*3*4")])
    assert (answer(line).state, str(answer(line).note)) == ("pending", "Not judged yet.")
    work_through()
    said = answer(line)
    assert (said.on_target, said.distance, said.value) == (True, 0, Fraction(24))


def test_a_refused_line_says_why(round_24, entrant, hand_in, work_through):
    (line,) = hand_in(round_24, entrant, [(0, "1*2*3*3")])
    work_through()
    assert answer(line).state == "nothing"
    assert answer(line).note


def test_a_ruling_stands_above_mark_and_verdict(round_24, entrant, hand_in, work_through, rule):
    right, struck, unread = hand_in(
        round_24, entrant, [(0, "1*2*3*4"), (0, "4*3*2*1", "struck_out"), (0, "", "illegible")]
    )
    work_through()
    rule(right, "nothing")
    rule(struck, "value", value="23")
    rule(unread, "method", method="1*2*3*4")
    work_through()
    assert answer(right).state == "nothing"
    assert (answer(struck).distance, answer(struck).value, answer(struck).on_target) == (1, 23, False)
    assert answer(unread).on_target


def test_a_method_named_by_a_ruling_is_the_same_as_when_it_is_written(round_24, entrant, hand_in, work_through, rule):
    written, ruled = hand_in(round_24, entrant, [(0, "1*2*3*4"), (0, "abra")])
    rule(ruled, "method", method="4 * 3 * 2 * 1")
    work_through()
    assert answer(written).method == answer(ruled).method
    assert Result.objects.get().points == 10


def test_an_accepted_value_reaches_the_format_as_a_number(add_round, entrant, hand_in, work_through):
    asked = boxes(((1, 2, 3, 4), 24), ((1, 2, 3, 4), 10))
    round_ = add_round("one_to_many", asked, targets=2, misplaced="moved", target_to=24)
    hand_in(round_, entrant, [(0, "1+2+3+4")])
    work_through()
    assert Result.objects.get().points == 4, "it counts for the target that it makes"


def test_a_ruling_speaks_of_the_same_lines_in_python_and_in_sql(round_24, add_player, hand_in, work_through, rule):
    ada, ben = add_player(), add_player(grade=5)
    written = [
        (0, "abra"),
        (0, "abra"),
        (1, "abra"),
        (0, "Abra"),
        (0, "abra", "struck_out"),
        (0, "abra", "illegible"),
    ]
    lines = hand_in(round_24, ada, written)
    first, unread = lines[0], next(line for line in lines if line.mark == "illegible")
    hand_in(round_24, ben, written)
    work_through()
    for given, count in (
        (rule(first, "nothing"), 6),
        (rule(first, "nothing", only_this_sheet=True), 3),
        (rule(unread, "nothing"), 1),
    ):
        everything = Submission.objects.select_related("sheet__round")
        answers = answers_among(given.puzzle.version, round_24, everything)
        named = {line.pk for line in everything if applies(given, line, answers)}
        assert named == set(lines_under(given).values_list("pk", flat=True))
        assert len(named) == count
