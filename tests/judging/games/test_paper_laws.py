"""Laws that hold for any sheet."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, strategies as st

from judging.games.formats import FORMATS
from judging.games.paper import Box, LineAnswer, label_of
from judging.games.paper.marking import partition, representative

BOXES = tuple(Box(label_of("Target", t), (1, 2, 3, 4), Fraction(t)) for t in (10, 24, 36))
KEYS = "abcde"


@st.composite
def an_answer(draw, states=("judged", "pending", "nothing")):
    """(box, state, value, method); lines get their names from their place."""
    at = draw(st.integers(0, 2))
    value = Fraction(draw(st.sampled_from(["10", "24", "36", "9", "25", "47/2", "100"])))
    away = abs(value - BOXES[at].target)
    return LineAnswer(
        "",
        at,
        draw(st.sampled_from(states)),
        value == BOXES[at].target,
        -(-away // 1),
        draw(st.sampled_from(KEYS)),
        value,
    )


def named(answers):
    return [LineAnswer(i, a.box, a.state, a.on_target, a.distance, a.method, a.value) for i, a in enumerate(answers)]


def score(slug, answers, same=None, **settings):
    paper_format = FORMATS[slug]
    return paper_format.points(paper_format.schema.read(settings), BOXES, named(answers), same)


slugs = st.sampled_from(sorted(FORMATS))
sheets = st.lists(an_answer(), max_size=14)
judged_sheets = st.lists(an_answer(states=("judged",)), max_size=14)
groups = st.lists(st.sets(st.sampled_from(KEYS), min_size=1), max_size=3)


@given(slugs, sheets, groups)
def test_the_total_is_its_boxes_and_bonus_and_so_are_its_lines(slug, answers, joined):
    result = score(slug, answers, partition(joined))
    assert result.points == sum(line.points for line in result.lines) + result.bonus
    assert result.points == sum(box.points for box in result.boxes) + result.bonus


@given(slugs, judged_sheets, groups, st.randoms(use_true_random=False))
def test_shuffling_judged_lines_keeps_every_box(slug, answers, joined, random):
    other = random.sample(answers, len(answers))
    same = partition(joined)
    assert score(slug, answers, same).boxes == score(slug, other, same).boxes


@given(slugs, sheets, an_answer(), groups, st.data())
def test_adding_a_line_never_lowers_the_points(slug, answers, more, joined, data):
    at = data.draw(st.integers(0, len(answers)))
    same = partition(joined)
    fuller = [*answers[:at], more, *answers[at:]]
    assert score(slug, fuller, same).points >= score(slug, answers, same).points


@given(sheets, an_answer(states=("judged",)))
def test_adding_a_line_never_lowers_the_points_where_misplaced_lines_move(answers, more):
    before = score("one_to_many", answers, misplaced="moved")
    assert score("one_to_many", [*answers, more], misplaced="moved").points >= before.points


@given(slugs, sheets, groups)
def test_joining_methods_never_raises_the_points(slug, answers, joined):
    assert score(slug, answers, partition(joined)).points <= score(slug, answers).points


@given(slugs, sheets)
def test_points_are_provisional_exactly_while_a_line_is_pending(slug, answers):
    assert score(slug, answers).provisional == any(a.state == "pending" for a in answers)


@given(slugs, sheets)
def test_judging_a_pending_line_never_lowers_the_points(slug, answers):
    settled = [LineAnswer("", a.box, "judged", a.on_target, a.distance, a.method, a.value) for a in answers]
    assert score(slug, settled).points >= score(slug, answers).points


@given(st.dictionaries(st.sampled_from(KEYS), st.sampled_from(KEYS)))
def test_any_mapping_is_a_partition(same):
    for key in KEYS:
        head = representative(same, key)
        assert representative(same, head) == head
        assert representative(same, same.get(key, key)) == head


@given(groups)
def test_groups_that_share_a_key_are_one_and_others_stay_apart(joined):
    same = partition(joined)
    for group in joined:
        assert len({representative(same, key) for key in group}) == 1
    for key in set(KEYS) - set().union(*joined):
        assert [k for k in KEYS if representative(same, k) == representative(same, key)] == [key]
