"""judge(): the entry point of the engine."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from judging.language import claims, working
from judging.language.editions import NUMBER_TOURNAMENT, Edition
from judging.language.evaluation import dealt_hands, distances
from judging.language.evaluation.distances import Target
from judging.language.evaluation.evaluate import Evaluation, Shared, evaluate
from judging.language.evaluation.legality import VerdictReason, in_order, reason
from judging.language.expression import TooDeep
from judging.language.fast_path import plain_lines
from judging.language.judged_trees import JudgedTree, common_value, judge_tree
from judging.language.limits import MAX_LENGTH, TooLarge, line_budget
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value, write_fraction
from judging.language.parsing import grammar, writing
from judging.language.parsing.signs import NARROW
from judging.language.parsing.tokens import Unreadable
from judging.language.verdict_types import Unparsed, Verdict as Verdict
from judging.messages import Message, message

# raised when a verdict, value or key of any line changes (tests/recordings); verdicts of another version are not read,
# and nothing judges again by itself
ENGINE_VERSION = "5"
_new = tuple.__new__  # half the time of calling the class


class _Request(NamedTuple):
    """The arguments of `judge`, and the parts of the text."""

    text: str
    numbers: Sequence[int]
    target: Target
    edition: Edition
    layout: claims.LineLayout
    steps: bool


def judge(
    text: str,
    numbers: Sequence[int],
    target: Target = None,
    edition: Edition = NUMBER_TOURNAMENT,
    steps: bool = False,
) -> Verdict:
    """Judge what a contestant wrote, with these given numbers, under this edition.

    Without given numbers, and where the edition deals cards, the text shows its own hand (SM-1).
    Depends only on its arguments and the engine's version. Never raises for a text, however odd or hostile.
    """
    if len(text) > MAX_LENGTH:
        return _undecided("too_large", message("too_long", most=MAX_LENGTH))
    if not text.isascii():
        text = text.translate(NARROW)
    if edition.hand and not numbers:
        numbers, text = dealt_hands.split_hand(text)
        if objections := dealt_hands.hand_reasons(numbers, text, edition):
            return Verdict("refused", reasons=tuple(objections))
    layout = claims.layout(text, None if edition.hand and not numbers else target, numbers)
    plain = None if steps or layout.rest else plain_lines.accepted(text, *layout.method, numbers, edition)
    if type(plain) is plain_lines.AcceptedFraction:
        return _plainly(plain, _new(Unparsed, (text, *layout.method, edition)), target, layout.claims)
    request = _Request(text, numbers, target, edition, layout, steps)
    with line_budget() as budget:
        try:
            if isinstance(plain, plain_lines.BudgetedLine) and (counted := plain_lines.accepted_within(budget, plain)):
                return _counted(counted, request)
            verdict = _of_method(request)
            return _of_working(request, verdict) if layout.rest else verdict
        except TooLarge:
            return _undecided("too_large", message("too_large"))


def _of_method(request: _Request) -> Verdict:
    """The verdict on the method part of the text, whatever stands beside it."""
    edition = request.edition
    try:
        trees = grammar.readings(request.text, *request.layout.method, edition.words, edition.deals_cards)
    except Unreadable as error:
        return Verdict("refused", reasons=(reason("unreadable", error.message, error.start, error.end),))
    except TooDeep:
        return _undecided("too_large", message("too_deep"))
    except grammar.TooManyReadings:
        return _undecided("ambiguous", message("too_many_readings"))
    if len(trees) == 1:
        return _single(judge_tree(trees[0], request.numbers, edition), request)
    shared = Shared()
    return _several([judge_tree(tree, request.numbers, edition, shared) for tree in trees], request)


def _of_working(request: _Request, verdict: Verdict) -> Verdict:
    """The verdict where the steps behind the method use its result; else `verdict`, that on the method."""
    numbers, edition = request.numbers, request.edition
    partial = not edition.every_number or bool(edition.hand and not numbers)
    if not verdict.trees or (verdict.verdict == "accepted" and not partial):
        return verdict
    shared = Shared()
    steps = working.steps_of(request.text, request.layout, edition, shared)
    judged = [judge_tree(tree, numbers, edition, shared) for tree in working.methods(steps, numbers, edition)]
    if judged and {verdict.verdict, *(each.verdict for each in judged)} == {"refused"}:
        return _several(judged, request) if len(judged) > 1 else _single(judged[0], request)
    if judged:
        return _shown(steps, judged, request, shared)
    later = working.later_numbers(request.text, steps)
    used = [each for each in verdict.reasons if each.code == "number_unused" and each.facts["number"] in later]
    if partial or not used:
        return verdict
    others = tuple(each for each in verdict.reasons if each not in used and each.code != "claim_differs")
    if any(each.refuses for each in others):
        return verdict._replace(reasons=others)
    return _shown(steps, [], request, shared)


def _shown(steps: list[working.ChainStep], judged: list[JudgedTree], request: _Request, shared: Shared) -> Verdict:
    """The verdict on a working, on which a judge rules. Its readings are the methods it comes to, and the first step by
    itself."""
    chain = tuple(step.shown(request.text) for step in steps)
    places = [step.place for step in steps]
    why = message("working_shown", chain=chain)
    if len(judged) == 1 and judged[0].value is not None:
        one = judged[0]
        why = message("working_of_one", chain=chain, method=writing.plain(one.tree), value=exact.shown(one.value))
    shown = reason("working_shown", why, places[0][0], places[-1][1])
    if not judged:
        return Verdict("needs_ruling", reasons=(shown,))
    assert steps[0].tree is not None
    notes = _wrong_claims(request, common_value(judged))
    alone = judge_tree(steps[0].tree, request.numbers, request.edition, shared)
    verdict = _of_readings([*judged, alone], request)
    return verdict._replace(reasons=(shown, *notes))


def failed() -> Verdict:
    """The verdict on a text on which the engine itself failed, for a caller that has tried `judge` several times."""
    return _undecided("engine_failed", message("engine_failed"))


def _undecided(code: str, why: Message) -> Verdict:
    return Verdict("needs_ruling", reasons=(reason(code, why),))


def _plainly(
    method: plain_lines.AcceptedFraction, line: Unparsed, target: Target, answers: list[claims.TextSpan]
) -> Verdict:
    """The verdict of a method that the fast path accepts."""
    top, bottom, method_key, loose_key = method
    on_target, distance, distance_up = distances.of_fraction(top, bottom, target)
    return _new(
        Verdict,
        (
            "accepted",
            write_fraction(top, bottom),
            on_target,
            distance,
            method_key,
            loose_key,
            tuple(claims.wrong(line.text, answers, Fraction(top, bottom))) if answers else (),
            None,
            (),
            line,
            distance_up,
        ),
    )


def _counted(method: plain_lines.AcceptedValue, request: _Request) -> Verdict:
    """The same for a method whose work was counted."""
    value, method_key, loose_key = method
    on_target, distance, distance_up = distances.distance(value, request.target)
    notes = tuple(_wrong_claims(request, value))
    line = Unparsed(request.text, *request.layout.method, request.edition)
    text = exact.write(value)
    return Verdict("accepted", text, on_target, distance, method_key, loose_key, notes, None, (), line, distance_up)


def _single(one: JudgedTree, request: _Request) -> Verdict:
    accepted = one.verdict == "accepted"
    on_target, distance, distance_up = distances.distance(one.value, request.target if accepted else None)
    notes = _wrong_claims(request, one.value)
    return Verdict(
        one.verdict,
        one.written,
        on_target,
        distance,
        one.method_key,
        one.loose_key,
        (*one.reasons, *notes),
        one.steps if request.steps else None,
        (),
        (one.tree,),
        distance_up,
    )


def _wrong_claims(request: _Request, value: Value) -> Sequence[VerdictReason]:
    return claims.wrong(request.text, request.layout.claims, value) if request.layout.claims else ()


def _of_readings(judged: list[JudgedTree], request: _Request) -> Verdict:
    """The verdict on several readings, which needs a ruling unless the caller decides otherwise."""
    common = common_value(judged)
    return Verdict(
        "needs_ruling",
        None if common is None else exact.write(common),
        steps=judged[0].steps if request.steps else None,
        readings=tuple(one.reading for one in judged),
        parsed=tuple(one.tree for one in judged),
    )


def _several(judged: list[JudgedTree], request: _Request) -> Verdict:
    common = common_value(judged)
    verdicts = {one.verdict for one in judged}
    verdict = _of_readings(judged, request)
    notes = _wrong_claims(request, common)
    if verdicts == {"refused"}:
        every = in_order([each for one in judged for each in one.reasons])
        return verdict._replace(verdict="refused", reasons=(*every, *notes))
    if verdicts == {"accepted"} and common is not None:
        on_target, distance, distance_up = distances.distance(common, request.target)
        return verdict._replace(
            verdict="accepted",
            on_target=on_target,
            distance=distance,
            method_key=judged[0].method_key,
            kin_key=judged[0].loose_key,
            reasons=tuple(notes),
            distance_up=distance_up,
        )
    tree = judged[0].tree
    unclear = reason("ambiguous", message("ambiguous"), tree.start, tree.end)
    unknown = in_order([each for one in judged for each in one.reasons if each.code == "unknown_function"])
    return verdict._replace(reasons=(*unknown, unclear, *notes))  # the first is read most


def evaluated(verdict: Verdict) -> Evaluation:
    """The evaluation of a verdict's default reading; of use to whoever explains it."""
    return evaluate(verdict.trees[0])
