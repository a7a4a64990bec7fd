"""Hands of SMASH: shown by the method or in front of it, it is the same method with the same cards."""

from __future__ import annotations

from hypothesis import given, strategies as st

from judging.language.editions import edition
from judging.language.verdict import judge

SMASH = edition("smash")
cards = st.lists(st.integers(1, 13), min_size=3, max_size=3)
signs = st.lists(st.sampled_from(["+", "-", "x", "/", ":"]), min_size=2, max_size=2)
fronts = st.sampled_from(["{} {} {}: ", "{},{}, {}:", " {}  {} {} : "])


def written(cards, signs):
    return f"{cards[0]} {signs[0]} {cards[1]} {signs[1]} {cards[2]}"


@given(cards, signs, fronts)
def test_a_hand_that_is_shown_is_judged_like_one_that_was_given(cards, signs, front):
    text = written(cards, signs)
    given_ = judge(text, cards, 1, SMASH)
    assert judge(text, (), 1, SMASH) == given_
    in_front = judge(front.format(*cards) + text, (), 1, SMASH)
    assert (in_front.verdict, in_front.value, in_front.on_target, in_front.method_key) == (
        given_.verdict,
        given_.value,
        given_.on_target,
        given_.method_key,
    )


@given(cards, cards, signs)
def test_a_hand_in_front_holds_the_method_to_its_cards(cards, others, signs):
    verdict = judge("{} {} {}: ".format(*cards) + written(others, signs), (), 1, SMASH)
    assert (verdict.verdict == "accepted") == (sorted(cards) == sorted(others))


@given(cards)
def test_cards_alone_were_put_back(cards):
    verdict = judge(" ".join(map(str, cards)), (), 1, SMASH)
    assert (verdict.verdict, [each.code for each in verdict.reasons]) == ("refused", ["hand_put_back"])


def test_a_hand_of_another_size_is_named_with_what_a_hand_is():
    assert judge("A x A x A", (), 1, SMASH).verdict == "accepted"
    sentences = [each.message for each in judge("A + A", (), 2, SMASH).reasons]
    assert sentences == ["A hand is 3 cards, and 2 numbers are written here."]


def test_places_are_those_of_the_whole_text():
    verdict = judge("3 5 7: 3 + 5 - 8", (), 1, SMASH)
    assert [(each.code, each.start, each.end) for each in verdict.reasons] == [
        ("number_not_given", 15, 16),
        ("number_unused", None, None),
    ]


def test_other_editions_deal_no_cards():
    assert [each.code for each in judge("7 x 5 - 1", (), 1, edition("dmas")).reasons] == ["number_not_given"] * 3
    assert [each.code for each in judge("4 4 9", (), 1).reasons] == ["unreadable"]
