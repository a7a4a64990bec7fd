"""The steps that every round goes through, from printing its sheets to making it final, for all rounds together."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _, ngettext

from ..models import Round
from ..sheets.custody import CHECKED, ISSUED, PRINTED, RETURNED
from .checklist_step import AFTER, ROUNDS, ChecklistStep
from .open_work import sentence
from .progress import RoundProgress

PLANNED, OPEN, CLOSED, MARKING, FINAL = Round.Status
ORDER: list[str] = list(Round.Status)

FOR_ALL_ROUNDS = {"waiting"}  # pages that are not one round's

Rounds = tuple[RoundProgress, ...]


def steps_of_rounds(rounds: Rounds) -> tuple[list[ChecklistStep], list[ChecklistStep]]:
    """The steps of the rounds in their order, and those after them, the last of which makes rounds final. There is at
    least one round."""
    during, after = ([each for each in part if _is_shown(each, rounds)] for part in (_STEPS, _AFTER))
    return [_step(each, rounds, ROUNDS) for each in during], [_step(each, rounds, AFTER) for each in after]


@dataclass(frozen=True)
class _RoundStep:
    """How the rounds pass a step. `waiting` says whether a round waits for it now, `passed` whether it is past it, and
    `detail` how far all have come. `page` is called with the position of the round that the step leads to."""

    title: Callable[[], str]
    action: Callable[[], str]
    waiting: Callable[[RoundProgress], bool]
    passed: Callable[[RoundProgress], bool]
    detail: Callable[[Rounds], str]
    urgency: int
    page: str = "round-run"
    anchor: str = ""
    is_optional: bool = False
    moves_to: str = ""  # the status that its button gives the round
    blocks: Callable[[RoundProgress], bool] = lambda each: False  # whether a round waits for nothing else
    is_rare: bool = False  # shown only while a round waits for it


BLOCKED = 2  # urgency: before the next round is printed and opened


def _is_shown(step: _RoundStep, rounds: Rounds) -> bool:
    return not step.is_rare or any(map(step.waiting, rounds))


def _step(step: _RoundStep, rounds: Rounds, phase: Promise) -> ChecklistStep:
    """Leads to the first round that waits, or else to the first one that is still to pass the step."""
    waiting = [each.round for each in rounds if step.waiting(each)]
    coming = [each.round for each in rounds if not step.passed(each)]
    target = [*waiting, *coming, rounds[-1].round][0]
    return ChecklistStep(
        phase=phase,
        title=step.title(),
        detail=step.detail(rounds),
        done=not coming and not waiting,
        waits=bool(waiting),
        page=step.page,
        action=f"{step.action()}: {target.name}",
        args=() if step.page in FOR_ALL_ROUNDS else (target.position,),
        anchor=step.anchor,
        urgency=min(step.urgency, BLOCKED) if any(map(step.blocks, rounds)) else step.urgency,
        is_optional=step.is_optional,
        posts_to="round-move" if step.moves_to else "",
        fields=(("seen", target.status), ("status", step.moves_to)) if step.moves_to else (),
    )


def _is(*statuses: str) -> Callable[[RoundProgress], bool]:
    return lambda each: each.round.status in statuses


def _moved(status: str) -> Callable[[Rounds], str]:
    """How many rounds have passed this status."""

    def detail(rounds: Rounds) -> str:
        passed = sum(ORDER.index(each.round.status) > ORDER.index(status) for each in rounds)
        return _("%(passed)s of %(all)s") % {"passed": passed, "all": len(rounds)}

    return detail


def _sheets(stage: int) -> Callable[[Rounds], str]:
    """How many sheets of the rounds have passed this stage."""

    def detail(rounds: Rounds) -> str:
        return _sheets_of(sum(each.sheets.reached[stage] for each in rounds), rounds)

    return detail


def _sheets_of(count: int, rounds: Rounds) -> str:
    return _("%(typed)s of %(expected)s sheets") % {"typed": count, "expected": sum(each.expected for each in rounds)}


def _optional(sentence: str) -> str:
    return _("%(sentence)s Optional.") % {"sentence": sentence}


def _printed(rounds: Rounds) -> str:
    return _optional(_sheets(PRINTED)(rounds) + ".")


def _handed_out(rounds: Rounds) -> str:
    return _optional(_sheets(ISSUED)(rounds) + ".")


def _back(rounds: Rounds) -> str:
    return _and_lost(_sheets(RETURNED)(rounds), sum(each.sheets.lost for each in rounds))


def _typed(rounds: Rounds) -> str:
    typed = _sheets_of(sum(each.typed for each in rounds), rounds)
    return _and_lost(typed, sum(each.as_nothing for each in rounds))


def _checked(rounds: Rounds) -> str:
    return _and_lost(_sheets(CHECKED)(rounds), sum(each.as_nothing for each in rounds))


def _lost(rounds: Rounds) -> str:
    return sentence("lost", sum(each.lost for each in rounds if _has_lost(each)))


def _has_lost(each: RoundProgress) -> bool:
    return each.round.status == MARKING and each.lost > 0


def _may_be_disputed(each: RoundProgress) -> bool:
    return each.round.status == MARKING and each.window.is_open


def _disputes(rounds: Rounds) -> str:
    return " ".join(each.window.sentence for each in rounds if _may_be_disputed(each))


def _and_lost(sheets: str, lost: int) -> str:
    text = ngettext("%(sheets)s, %(lost)s lost", "%(sheets)s, %(lost)s lost", lost)
    return text % {"sheets": sheets, "lost": lost} if lost else sheets


def _unsettled(rounds: Rounds) -> str:
    for code in ("lines", "unjudged", "unconfirmed", "pairs", "unsigned"):
        if count := sum(getattr(each, code) for each in rounds):
            return sentence(code, count)
    return ""


def _to_print(each: RoundProgress) -> bool:
    return each.round.status == PLANNED and each.is_ready and each.to_print > 0


# `title` and `action` are called when the page is made, in the language of its reader
_STEPS = (
    _RoundStep(
        lambda: _("Sheets printed"),
        lambda: _("Print"),
        _to_print,
        lambda each: each.round.status != PLANNED or (each.expected > 0 and not each.to_print),
        _printed,
        4,
        "board",
        "print",
        is_optional=True,
    ),
    _RoundStep(
        lambda: _("Sheets handed out"),
        lambda: _("Hand out"),
        lambda each: False,
        lambda each: each.round.status not in {PLANNED, OPEN} or 0 < each.expected <= each.sheets.reached[ISSUED],
        _handed_out,
        4,
        "board",
        "issue",
        is_optional=True,
    ),
    _RoundStep(
        lambda: _("Rounds opened"),
        lambda: _("Open"),
        _is(PLANNED),
        lambda each: each.round.status != PLANNED,
        _moved(PLANNED),
        4,
        moves_to=OPEN,
    ),
    _RoundStep(
        lambda: _("Rounds closed"),
        lambda: _("Close"),
        _is(OPEN),
        lambda each: each.round.status not in {PLANNED, OPEN},
        _moved(OPEN),
        -1,
    ),
    _RoundStep(
        lambda: _("Sheets back"),
        lambda: _("Take sheets back"),
        lambda each: each.round.status in {CLOSED, MARKING} and each.sheets.out > 0,
        lambda each: each.round.status not in {PLANNED, OPEN} and not each.sheets.out,
        _back,
        6,
        "return-desk",
    ),
    _RoundStep(
        lambda: _("Marking started"),
        lambda: _("Start marking"),
        _is(CLOSED),
        lambda each: each.round.status in {MARKING, FINAL},
        _moved(CLOSED),
        2,
    ),
    _RoundStep(
        lambda: _("Sheets typed"),
        lambda: _("See what is left"),
        lambda each: each.round.status == MARKING and not each.is_typed and not each.lost_alone,
        lambda each: each.round.status == FINAL or (each.round.status == MARKING and each.is_typed),
        _typed,
        3,
        "keying-round",
    ),
    _RoundStep(
        lambda: _("Lost sheets"),
        lambda: _("Decide"),
        _has_lost,
        lambda each: not each.lost,
        _lost,
        3,
        "board",
        "lost",
        blocks=lambda each: each.lost_alone,
        is_rare=True,
    ),
    _RoundStep(
        lambda: _("Sheets checked"),
        lambda: _("See what is left"),
        lambda each: each.round.status == MARKING and each.unchecked > 0,
        lambda each: each.round.status == FINAL or (each.round.status == MARKING and each.is_typed),
        _checked,
        6,
        "keying-round",
        blocks=lambda each: each.round.status == MARKING and each.is_typed and each.unchecked > 0,
    ),
    _RoundStep(
        lambda: _("Verdicts and rulings"),
        lambda: _("See what waits"),
        lambda each: each.round.status == MARKING and not each.is_settled,
        lambda each: each.round.status == FINAL or (each.round.status == MARKING and each.is_typed),
        _unsettled,
        6,
        "waiting",
        blocks=lambda each: each.round.status == MARKING and each.is_typed and not each.is_settled,
    ),
)

_AFTER = (
    _RoundStep(
        lambda: _("Disputes closed"),
        lambda: _("Close disputes"),
        _may_be_disputed,
        _is(FINAL),
        _disputes,
        8,
        anchor="disputes",
        is_rare=True,
    ),
    _RoundStep(
        lambda: _("Rounds final"),
        lambda: _("Make final"),
        lambda each: each.round.status == MARKING and not each.window.is_open,
        _is(FINAL),
        _moved(MARKING),
        7,
    ),
)
