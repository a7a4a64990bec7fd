"""judge(): the one door into the engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from judging.language import exact, grammar, keys, writing
from judging.language.evaluation import Evaluation, evaluate
from judging.language.exact import Value
from judging.language.expression import Node, Number, TooDeep
from judging.language.legality import NUMBER_TOURNAMENT, Edition, Reason, reason, reasons
from judging.language.tokens import Unreadable

Target = int | Fraction | None
Claims = list[tuple[int, int]]
ENGINE_VERSION = "1"
LONGEST = 1000
_BARE = re.compile(r"\s*[-−–]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*")


class Step(NamedTuple):
    """One function applied to the values of its inputs."""

    expression: str
    value: str


@dataclass(frozen=True)
class Reading:
    """One conventional way to read the text, with what would be said of it alone."""

    expression: str
    value: str | None
    verdict: str
    method_key: str | None
    kin_key: str | None
    reasons: tuple[Reason, ...]

    def as_dict(self) -> dict[str, object]:
        return {
            "expression": self.expression,
            "value": self.value,
            "verdict": self.verdict,
            "method_key": self.method_key,
            "kin_key": self.kin_key,
            "reasons": [each._asdict() for each in self.reasons],
        }


@dataclass(frozen=True)
class Verdict:
    """What the engine says of a text: `verdict` is accepted, refused or needs_ruling. `trees` are its readings, the
    default first; `distance_up` is |value - target| rounded up to a whole number."""

    verdict: str
    value: str | None = None
    on_target: bool | None = None
    distance: str | None = None
    method_key: str | None = None
    kin_key: str | None = None
    reasons: tuple[Reason, ...] = ()
    steps: tuple[Step, ...] | None = None
    readings: tuple[Reading, ...] = ()
    trees: tuple[Node, ...] = field(default=(), repr=False)
    distance_up: int | None = None

    def as_dict(self) -> dict[str, object]:
        """The verdict as JSON, as the judge command writes it."""
        return {
            "verdict": self.verdict,
            "value": self.value,
            "on_target": self.on_target,
            "distance": self.distance,
            "method_key": self.method_key,
            "kin_key": self.kin_key,
            "reasons": [each._asdict() for each in self.reasons],
            "steps": None if self.steps is None else [each._asdict() for each in self.steps],
            "readings": [each.as_dict() for each in self.readings],
        }


class _Judged(NamedTuple):
    """One tree with everything found about it."""

    tree: Node
    found: Evaluation
    reasons: list[Reason]
    verdict: str

    @property
    def value(self) -> Value:
        return self.found.value


def judge(
    text: str,
    numbers: Sequence[int],
    target: int | Fraction | None = None,
    edition: Edition = NUMBER_TOURNAMENT,
    steps: bool = False,
) -> Verdict:
    """Judge what a contestant wrote, with these given numbers, under this edition.

    Depends on its arguments and the engine's version alone. Never raises for a text, however odd or hostile.
    """
    if len(text) > LONGEST:
        return _undecided("too_large", f"This line has more than {LONGEST:,} characters. A judge decides.")
    start, end, claims = _method_part(text)
    try:
        trees = grammar.readings(text, start, end, edition.words)
    except Unreadable as error:
        return Verdict("refused", reasons=(reason("unreadable", error.message, error.start, error.end),))
    except TooDeep:
        return _undecided(
            "too_large", "Too many brackets and functions stand inside each other here. A judge decides."
        )
    except grammar.TooManyReadings:
        return _undecided(
            "ambiguous", "This can be read in more ways than can be listed. Use brackets. A judge decides."
        )
    judged = [_judge_tree(tree, numbers, edition) for tree in trees]
    if len(judged) == 1:
        return _single(judged[0], text, target, edition, steps, claims)
    return _several(judged, text, target, edition, steps, claims)


def _undecided(code: str, message: str) -> Verdict:
    return Verdict("needs_ruling", reasons=(reason(code, message),))


def _method_part(text: str) -> tuple[int, int, list[tuple[int, int]]]:
    """Where the method stands among parts divided by =, and the places of bare numbers at either end."""
    if "=" not in text:
        return 0, len(text), []
    places, at = [], 0
    for part in text.split("="):
        if part.strip():
            places.append((at, at + len(part)))
        at += len(part) + 1
    if not places:
        return 0, 0, []
    bare = [bool(_BARE.fullmatch(text, *place)) for place in places]
    method = next((i for i, is_bare in enumerate(bare) if not is_bare), 0)
    claims = [places[i] for i in {0, len(places) - 1} if bare[i] and i != method]
    return *places[method], sorted(claims)


def _judge_tree(tree: Node, numbers: Sequence[int], edition: Edition) -> _Judged:
    found = evaluate(tree)
    against = reasons(found, numbers, edition)
    if not against:
        verdict = "accepted" if found.value is not None else "needs_ruling"
    else:
        verdict = "refused" if any(each.refuses for each in against) else "needs_ruling"
    return _Judged(tree, found, against, verdict)


def _single(
    one: _Judged, text: str, target: Target, edition: Edition, steps: bool, claims: Claims
) -> Verdict:
    method_key, kin_key = _keys(one, edition) if one.verdict == "accepted" else (None, None)
    notes = _claims(text, claims, one.value)
    return Verdict(
        one.verdict,
        None if one.value is None else exact.write(one.value),
        *_distance(one.value, target if one.verdict == "accepted" else None),
        method_key,
        kin_key,
        (*one.reasons, *notes),
        _steps(one.found) if steps else None,
        (),
        (one.tree,),
        _up(one.value, target) if one.verdict == "accepted" and target is not None else None,
    )


def _several(
    judged: list[_Judged], text: str, target: Target, edition: Edition, steps: bool, claims: Claims
) -> Verdict:
    values = [one.value for one in judged if one.value is not None]
    common = values[0] if values and all(exact.equal(values[0], each) for each in values[1:]) else None
    verdicts = {one.verdict for one in judged}
    trees = tuple(one.tree for one in judged)
    listed = tuple(_reading(one, edition) for one in judged)
    shown = None if common is None else exact.write(common)
    notes = _claims(text, claims, common)
    worked = _steps(judged[0].found) if steps else None
    if verdicts == {"refused"}:
        every = tuple(dict.fromkeys(each for one in judged for each in one.reasons))
        return Verdict("refused", shown, reasons=(*every, *notes), steps=worked, readings=listed, trees=trees)
    if verdicts == {"accepted"} and common is not None:
        return Verdict(
            "accepted",
            shown,
            *_distance(common, target),
            listed[0].method_key,
            listed[0].kin_key,
            notes,
            worked,
            listed,
            trees,
            None if target is None else _up(common, target),
        )
    ambiguous = reason(
        "ambiguous",
        "This can be read in more than one way. Use brackets. A judge decides.",
        judged[0].tree.start,
        judged[0].tree.end,
    )
    return Verdict(
        "needs_ruling", shown, reasons=(ambiguous, *notes), steps=worked, readings=listed, trees=trees
    )


def _reading(one: _Judged, edition: Edition) -> Reading:
    method_key, kin_key = _keys(one, edition) if one.verdict == "accepted" else (None, None)
    value = None if one.value is None else exact.write(one.value)
    return Reading(writing.plain(one.tree), value, one.verdict, method_key, kin_key, tuple(one.reasons))


def strict_form(found: Evaluation, edition: Edition) -> keys.Form:
    """The strict form of an accepted method, from its evaluation."""
    opens = edition.policy("through_brackets") == "same"
    stack: list[keys.Form] = []
    for node, value in zip(found.nodes, found.values, strict=True):
        if type(node) is Number:
            stack.append(keys.number(node.value))
        else:
            count = len(node.inputs)
            inputs = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(keys.key_of(node.function, inputs, value, opens))
    return stack[0]


def evaluated(verdict: Verdict) -> Evaluation:
    """The evaluation of a verdict's default reading; of use to whoever explains it."""
    return evaluate(verdict.trees[0])


def _keys(one: _Judged, edition: Edition) -> tuple[str, str]:
    form = strict_form(one.found, edition)
    return form.key, keys.kin_key(form)


def _distance(value: Value, target: Target) -> tuple[bool | None, str | None]:
    if value is None or target is None:
        return None, None
    away = exact.absolute(exact.subtract(value, target))
    return away == 0, exact.write(away)


def _up(value: Value, target: Target) -> int:
    return exact.ceiling(exact.absolute(exact.subtract(value, target)))


def _claims(text: str, claims: Claims, value: Value) -> tuple[Reason, ...]:
    if value is None:
        return ()
    notes = []
    for start, end in claims:
        written = text[start:end].strip().replace("−", "-").replace("–", "-")
        if len(written) > 4300 or Fraction(written) != value:
            left = start + len(text[start:end]) - len(text[start:end].lstrip())
            notes.append(
                reason(
                    "claim_differs",
                    f"The answer written here is {written}, but the method makes {exact.write(value)[:60]}.",
                    left,
                    left + len(text[start:end].strip()),
                )
            )
    return tuple(notes[:1])


def _steps(found: Evaluation) -> tuple[Step, ...]:
    steps = []
    for node, value, inputs in zip(found.nodes, found.values, found.inputs, strict=True):
        if type(node) is not Number and value is not None:
            steps.append(
                Step(
                    writing.applied(node.function, [exact.write(each) for each in inputs]), exact.write(value)
                )
            )
    return tuple(steps)
