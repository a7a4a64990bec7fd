"""Events and their divisions."""

import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ..accounts import actions as people
from ..audit import trail as audit
from ..common import limits
from ..common.line_text import has_control, tidy
from ..common.refusals import Refused, invalid
from ..jobs import queue as jobs
from ..models import Division, Event, Membership, Role, Round, Sheet, User
from ..models.events import GRADE
from ..publication.actions import publish
from ..roster.player_details import GRADES
from ..web.permissions import NotAllowed, require, require_locked

__all__ = ["add_division", "change", "create", "publish", "remove_division"]

CHANGEABLE = (
    "name",
    "held_on",
    "time_zone",
    "accent",
    "public_names",
    "award_places",
    "kin_counts_as",
    "judges_per_ruling",
    "rescore_needs_second",
)

JUDGES_PER_RULING = range(1, 10)


def _checked(event: Event) -> Event:
    event.name = tidy(event.name)
    if has_control(event.name):
        raise invalid(name=_("The name contains an invisible character. Type it again."))
    try:
        event.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise invalid(**{field: " ".join(messages) for field, messages in error.message_dict.items()}) from error
    return event


def _check_grade(grade: int, field: str) -> None:
    if grade not in GRADES:
        raise invalid(
            **{field: _("A grade is a number from %(first)s to %(last)s.") % {"first": GRADES[0], "last": GRADES[-1]}}
        )


def _facts(event: Event) -> dict:
    return {field: str(getattr(event, field)) for field in CHANGEABLE}


def slug_of(name: str) -> str:
    """The address that an event of this name gets."""
    return slugify(name)[:60].strip("-")


@transaction.atomic
def create(*, by: User, name: str, held_on: datetime.date, grades: list[int], slug: str = "", **settings) -> Event:
    """A new event with a division for each grade; the person who creates it is its organiser."""
    if not (by.is_active and by.may_create_events):
        raise NotAllowed("create")
    grades = sorted(set(grades))
    for grade in grades:
        _check_grade(grade, "grades")
    slug = slug or slug_of(name)
    if name.strip() and not slug:
        raise invalid(slug=_("Give the event a short address of letters and digits, such as spring-2027."))
    event = _checked(Event(slug=slug, name=name, held_on=held_on, **settings))
    taken = invalid(slug=_("There is an event at “%(slug)s” already. Choose another address.") % {"slug": slug})
    if Event.objects.filter(slug=slug).exists():
        raise taken
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError as error:  # somebody took the address between our look and our write
        raise taken from error
    Membership.objects.create(event=event, user=by, role=Role.ORGANISER)
    Division.objects.bulk_create(Division(event=event, grade=grade, name=GRADE % {"grade": grade}) for grade in grades)
    audit.record(event, by, "event.created", event, after={**_facts(event), "grades": grades})
    return event


@transaction.atomic
def change(*, by: User, event: Event, **values) -> Event:
    """Change settings; values that they have already are no change. Refused with a sentence for each field that is
    not valid."""
    require(by, "run", event)
    if unknown := set(values) - set(CHANGEABLE):
        raise TypeError(f"an event has no changeable {', '.join(sorted(unknown))}")
    event = Event.objects.select_for_update().get(pk=event.pk)
    before = _facts(event)
    for field, value in values.items():
        setattr(event, field, value)
    _checked(event)
    if event.judges_per_ruling not in JUDGES_PER_RULING:
        raise invalid(judges_per_ruling=_("A ruling needs one to nine judges."))
    if event.judges_per_ruling > max(1, int(before["judges_per_ruling"])):
        _has_judges(event)
    if not 0 <= event.award_places <= limits.AWARD_PLACES:
        raise invalid(
            award_places=_("Awards go to at most %(most)s places of a grade.") % {"most": limits.AWARD_PLACES}
        )
    after = _facts(event)
    if after == before:
        return event
    event.save()
    audit.record(event, by, "event.changed", event, before=before, after=after)
    if before["kin_counts_as"] != event.kin_counts_as:
        _none_is_final(event)
        jobs.judge(Sheet.objects.filter(round__event=event).values_list("pk", flat=True))
    return event


def _has_judges(event: Event) -> None:
    """Refuse to ask for more judges than the event has."""
    judges = people.judges_of(event)
    if event.judges_per_ruling > len(judges):
        facts = {"needed": event.judges_per_ruling, "count": len(judges), "names": people.named(judges)}
        sentence = _(
            "A ruling would need %(needed)s judges, and %(count)s can rule here (%(names)s). Add judges first."
        )
        raise invalid(judges_per_ruling=sentence % facts)


def _none_is_final(event: Event) -> None:
    """Refuse a change that would alter the points of a final round."""
    if final := event.rounds.filter(status=Round.Status.FINAL).first():
        raise invalid(
            kin_counts_as=_("%(round)s is final, so only a re-score can change this.") % {"round": final.name}
        )


@transaction.atomic
def add_division(*, by: User, event: Event, grade: int, name: str = "") -> Division:
    event = require_locked(by, "run", event)
    _check_grade(grade, "grade")
    if event.divisions.filter(grade=grade).exists():
        raise invalid(grade=_("The event already has grade %(grade)s.") % {"grade": grade})
    division = Division.objects.create(event=event, grade=grade, name=tidy(name)[:60] or GRADE % {"grade": grade})
    audit.record(event, by, "division.added", division, after={"grade": grade, "name": division.name})
    return division


@transaction.atomic
def remove_division(*, by: User, division: Division) -> None:
    """Remove a division that has no players and no puzzles."""
    event = Event.objects.select_for_update().get(pk=division.event_id)
    require(by, "run", event)
    if division.players.exists():
        raise Refused(
            "division_in_use", _("%(grade)s has players. Move them to another grade first.") % {"grade": division.label}
        )
    if division.division_puzzles.exists():
        raise Refused(
            "division_in_use", _("%(grade)s has puzzles, so it cannot be removed.") % {"grade": division.label}
        )
    audit.record(event, by, "division.removed", division, before={"grade": division.grade, "name": division.name})
    division.delete()
