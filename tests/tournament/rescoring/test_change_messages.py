"""What a re-score of a round's rules says that is different."""

from judging.messages import message
from tournament.common.wording.sentences import sentence
from tournament.rescoring.change_messages import of_rules

USUAL = {"edition": "number-tournament"}


def what(new: dict, old: dict) -> str:
    return sentence(of_rules("Round 3", new, old))


def test_functions_and_ways_to_compare_are_named_as_on_the_form():
    changed = {**USUAL, "on": ["fibonacci"], "off": ["power", "root"], "policies": {"through_brackets": "distinct"}}
    assert what(changed, USUAL) == (
        "Round 3 has different rules for its methods (allowed now: Fibonacci number; no longer allowed: power, n-th "
        "root; 5-(3-1) and 5-3+1 are two methods)."
    )
    assert "(allowed now: power; no longer allowed: Fibonacci number;" in what({**USUAL, "off": ["root"]}, changed)


def test_other_rules_are_named():
    assert "(rules “basic-24” instead of “number-tournament”;" in what({"edition": "basic-24"}, USUAL)
    assert of_rules("Round 3", USUAL, USUAL) == message("rescore_rules", round="Round 3", what="–")
