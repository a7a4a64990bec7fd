"""Re-scores in the API: proposed, previewed, applied, taken back."""

from collections.abc import Callable
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any, get_type_hints

from ..models import Dispute, Event, Puzzle, Rescore, User
from ..rest.resources import ActionMethod, ReadRows
from ..rulings.api import DECISION
from . import actions, checks, signing
from .changes import PuzzleChange


def _proposing(check: Callable[..., Any]) -> Callable[..., Rescore]:
    """An action that proposes the one change that `check` makes, with a reason, and perhaps for a dispute."""

    def propose(*, by: User, event: Event, reason: str, dispute: Dispute | None = None, **change: Any) -> Rescore:
        made = check(by=by, **({"event": event} if "event" in taken else {}), **change)
        return actions.propose(by=by, event=event, changes=[made], reason=reason, dispute=dispute)

    taken = {name: each for name, each in signature(check).parameters.items() if name not in {"by", "reason"}}
    own = {name: each for name, each in signature(propose).parameters.items() if name != "change"}
    shown = sorted({**taken, **own}.values(), key=lambda each: each.kind == Parameter.VAR_KEYWORD)
    propose.__signature__ = signature(propose).replace(parameters=shown)  # type: ignore[attr-defined]
    propose.__annotations__ = get_type_hints(check) | get_type_hints(propose)
    propose.__doc__ = check.__doc__
    return propose


def _numbers(*, by: User, puzzle: Puzzle, sets: list[list[int]], targets: list[Fraction] = []) -> PuzzleChange:  # noqa: B006
    """Other numbers or targets of a question, as the format of the round lays them out."""
    division = puzzle.divisions.order_by("grade").first()
    boxes = puzzle.round.rules.lay_out(puzzle.round.settings_for(division.grade if division else None), sets, targets)
    return checks.puzzle(by=by, puzzle=puzzle, boxes=boxes)


class RescoreViewSet(ReadRows):
    """Changes of earlier decisions, worked out before they are applied."""

    reads = "desk"
    queryset = Rescore.objects.select_related("proposed_by", "decided_by", "reverses")
    shows: tuple[str, ...] = ("id", "state", "changes", "reason", "effect", "note", "needs", "reverses")
    shows += ("proposed_by", "proposed_at", "decided_by", "decided_at")
    filterset_fields = ("state",)

    numbers = ActionMethod(_proposing(_numbers), on_row=False)
    void = ActionMethod(_proposing(checks.void), on_row=False)
    rules = ActionMethod(_proposing(checks.edition), on_row=False)
    ruling = ActionMethod(_proposing(checks.ruling), needs="rule", on_row=False, fields=DECISION)
    pair = ActionMethod(_proposing(checks.pair), needs="rule", on_row=False)
    near_duplicates = ActionMethod(_proposing(checks.near_duplicates), needs="run", on_row=False)
    reading = ActionMethod(_proposing(checks.keying), on_row=False)
    calculate = ActionMethod(actions.calculate_effect)
    sign = ActionMethod(signing.sign, of_person=True)
    apply = ActionMethod(actions.apply)
    drop = ActionMethod(actions.drop)
    reverse = ActionMethod(actions.reverse)


resources = {"rescores": RescoreViewSet}
