"""Rounds: what is played, and how far its work has come."""

import secrets

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from judging.games.formats import FORMATS
from judging.language.editions import UnknownRules, edition as read_edition

from ..audit import trail as audit
from ..common.line_text import tidy
from ..common.refusals import Refused, invalid
from ..common.wording.sentences import sentence
from ..models import Event, Keying, Round, User
from ..models.rounds import TIEBREAKER
from ..standings import actions as criteria
from ..web.permissions import require, require_locked
from . import method_counts

ORDER: list[str] = list(Round.Status)
CHANGEABLE = ("name", "preset", "settings", "edition", "keying_policy")
AT_ANY_TIME = {"name": "", "keying_policy": ""}  # `_check_policy` says until when for the second


def _facts(round_: Round) -> dict:
    return {
        field: getattr(round_, field)
        for field in ("position", "name", "format", "preset", "settings", "edition", "keying_policy", "status")
    }


def _check_policy(round_: Round, before: str) -> None:
    if round_.keying_policy not in Round.KeyingPolicy.values:
        raise invalid(keying_policy=_("Choose whether sheets are typed once or twice."))
    if round_.keying_policy != before and Keying.objects.filter(sheet__round=round_).exists():
        raise invalid(
            keying_policy=_("Sheets of this round have been opened, so how often they are typed can no longer change.")
        )


def _check(round_: Round) -> None:
    """Refuse a round whose format, preset, settings or edition do not fit together, with a sentence a field."""
    if round_.format not in FORMATS:
        raise invalid(format=_("Choose one of the formats."))
    if not 0 < len(round_.name.strip()) <= 80:
        raise invalid(name=_("Give the round a name of at most 80 letters."))
    if round_.preset not in {preset.slug for preset in round_.rules.presets}:
        raise invalid(preset=_("Choose one of the presets."))
    try:
        plan = round_.plan
    except ValueError as error:
        raise invalid(settings=_("These settings cannot be read: %(error)s.") % {"error": error}) from error
    if wrong := round_.rules.schema.plan_problems(plan):
        raise invalid(
            **{
                problem.name if grade is None else f"grade-{grade}-{problem.name}": sentence(problem.message)
                for grade, problems in wrong.items()
                for problem in problems
            }
        )
    try:
        read_edition(round_.edition)
    except UnknownRules as error:
        raise invalid(edition=sentence(error.message)) from error


@transaction.atomic
def add(
    *,
    by: User,
    event: Event,
    format_slug: str,
    preset: str = "",
    name: str = "",
    settings: dict | None = None,
    edition: dict | None = None,
) -> Round:
    """A planned round behind the others; where no `settings` are given it has those of the preset."""
    event = require_locked(by, "run", event)
    if format_slug not in FORMATS:
        raise invalid(format=_("Choose one of the formats."))
    if format_slug == TIEBREAKER:
        raise invalid(format=_("The target game is for tiebreakers. Start it on the page “Ties”."))
    rules = FORMATS[format_slug]
    presets = {each.slug: each for each in rules.presets}
    chosen = presets.get(preset) or rules.presets[0]
    last = event.rounds.order_by("position").last()
    round_ = Round(
        event=event,
        position=last.position + 1 if last else 1,
        name=tidy(name) or rules.name,
        format=format_slug,
        preset=preset or chosen.slug,
        settings=settings if settings is not None else chosen.plan.export(),
        edition=edition or {"edition": rules.edition},
    )
    _check(round_)
    round_.save()
    audit.record(event, by, "round.added", round_, after=_facts(round_))
    return round_


@transaction.atomic
def change(*, by: User, round_: Round, **values) -> Round:
    """Change a planned round; the name at any time, and how often sheets are typed until the
    first one is opened. Values that they have already are no change."""
    require(by, "run", round_.event)
    if unknown := set(values) - set(CHANGEABLE):
        raise TypeError(f"a round has no changeable {', '.join(sorted(unknown))}")
    round_ = locked(round_)
    before = _facts(round_)
    for field, value in values.items():
        value = tidy(value) if field == "name" else value
        if value != getattr(round_, field):  # so a name of the program stays in the reader's language
            setattr(round_, field, value)
    after = _facts(round_)
    if after == before:
        return round_
    if round_.status != Round.Status.PLANNED and after | AT_ANY_TIME != before | AT_ANY_TIME:
        raise Refused(
            "round_started",
            _("%(round)s has started, so its rules can no longer be changed here.") % {"round": before["name"]},
        )
    _check(round_)
    _check_policy(round_, before["keying_policy"])
    round_.save()
    if after["edition"] != before["edition"]:
        method_counts.forget(round_)
    audit.record(round_.event, by, "round.changed", round_, before=before, after=after)
    return round_


def locked(round_: Round) -> Round:
    current = Round.objects.select_for_update(of=("self",)).select_related("event").filter(pk=round_.pk).first()
    if current is None:
        raise Refused("gone", _("%(round)s was removed from the programme.") % {"round": round_.name})
    return current


@transaction.atomic
def remove(*, by: User, round_: Round) -> None:
    """Remove a planned round without puzzles. Puzzles are never deleted, so their round stays too."""
    require(by, "run", round_.event)
    round_ = locked(round_)
    if round_.status != Round.Status.PLANNED:
        raise Refused("round_started", _("%(round)s has started, so it cannot be removed.") % {"round": round_.name})
    if round_.puzzles.exists():
        raise Refused(
            "has_puzzles",
            _("%(round)s has puzzles, which are never deleted. Leave it planned: a planned round does not count.")
            % {"round": round_.name},
        )
    criteria.refuse_if_in_criteria(round_)
    if round_.sheets.exists():
        raise Refused(
            "has_sheets", _("%(round)s has printed sheets, so it cannot be removed.") % {"round": round_.name}
        )
    if round_.penalties.exists():
        raise Refused("has_penalty", _("%(round)s has a penalty, so it cannot be removed.") % {"round": round_.name})
    audit.record(round_.event, by, "round.removed", round_, before=_facts(round_))
    round_.delete()


@transaction.atomic
def earlier(*, by: User, round_: Round) -> Round:
    """Exchange a planned round with the planned one before it. Started rounds keep their places, as links point to
    them."""
    event = require_locked(by, "run", round_.event)
    round_ = locked(round_)
    if round_.tiebreaker:
        raise Refused("tiebreaker", _("A tiebreaker cannot be moved. It is played when its tie needs it."))
    before = event.rounds.filter(position__lt=round_.position).order_by("position").last()
    if before is None:
        raise Refused("first", _("%(round)s is the first round already.") % {"round": round_.name})
    if {round_.status, before.status} != {Round.Status.PLANNED}:
        raise Refused("round_started", _("Only rounds that are still planned can be moved."))
    position, earlier_position = round_.position, before.position
    _place(before, event.rounds.aggregate(last=Max("position"))["last"] + 1)
    _place(round_, earlier_position)
    _place(before, position)
    criteria.exchange_rounds(event, position, earlier_position)
    audit.record(
        event, by, "round.earlier", round_, before={"position": position}, after={"position": earlier_position}
    )
    return round_


def _place(round_: Round, position: int) -> None:
    round_.position = position
    round_.save(update_fields=["position"])


def draw_seed(event: Event) -> None:
    """Draw the seed from which the draws of the event's tiebreakers follow (NT-TB-2), if it has none. Called when a
    round opens, before anybody can know who will be tied. The caller has locked `event`."""
    if event.tie_seed:
        return
    event.tie_seed = secrets.token_hex(16)
    event.save(update_fields=["tie_seed"])
    audit.record(event, None, "event.seed_drawn", event, after={"tie_seed": event.tie_seed})
