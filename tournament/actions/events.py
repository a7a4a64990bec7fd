"""Events and their divisions."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from ..models import Division, Event, Membership, Role, User
from ..permissions import NotAllowed, require
from . import audit
from .refusals import Refused, invalid

CHANGEABLE = ("name", "held_on", "time_zone", "accent", "public_names")


def _checked(event: Event) -> Event:
    try:
        event.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise invalid(
            **{field: " ".join(messages) for field, messages in error.message_dict.items()}
        ) from error
    return event


def _facts(event: Event) -> dict:
    return {field: str(getattr(event, field)) for field in CHANGEABLE}


@transaction.atomic
def create(
    *, by: User, name: str, held_on: datetime.date, grades: list[int], slug: str = "", **settings
) -> Event:
    """A new event with a division for each grade; whoever creates it is its organiser."""
    if not (by.is_active and by.may_create_events):
        raise NotAllowed("create")
    slug = slug or slugify(name)
    if not slug:
        raise invalid(slug="Give the event a short address of letters and digits, such as spring-2027.")
    if Event.objects.filter(slug=slug).exists():
        raise invalid(slug=f"There is an event at “{slug}” already. Choose another address.")
    event = _checked(Event(slug=slug, name=name, held_on=held_on, **settings))
    event.save()
    Membership.objects.create(event=event, user=by, role=Role.ORGANISER)
    Division.objects.bulk_create(
        Division(event=event, grade=grade, name=f"Grade {grade}") for grade in sorted(set(grades))
    )
    audit.record(event, by, "event.created", event, after={**_facts(event), "grades": sorted(set(grades))})
    return event


@transaction.atomic
def change(*, by: User, event: Event, **values) -> Event:
    """Change what `CHANGEABLE` names. Raises Refused with a sentence beside each field that cannot be."""
    require(by, "run", event)
    if unknown := set(values) - set(CHANGEABLE):
        raise TypeError(f"an event has no changeable {', '.join(sorted(unknown))}")
    event = Event.objects.select_for_update().get(pk=event.pk)
    before = _facts(event)
    for field, value in values.items():
        setattr(event, field, value)
    _checked(event).save()
    audit.record(event, by, "event.changed", event, before=before, after=_facts(event))
    return event


@transaction.atomic
def publish(*, by: User, event: Event, visibility: str) -> Event:
    """Say what the public may see: nothing, provisional results, or final ones."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if visibility not in Event.Visibility.values:
        raise invalid(visibility="Choose hidden, provisional or final.")
    if visibility == Event.Visibility.FINAL and (open_rounds := event.rounds.exclude(status="final")):
        names = ", ".join(each.name for each in open_rounds)
        raise Refused("rounds_not_final", f"These rounds are not final yet: {names}. Make them final first.")
    before, event.visibility = event.visibility, visibility
    event.save(update_fields=["visibility"])
    audit.record(
        event, by, "event.published", event, before={"visibility": before}, after={"visibility": visibility}
    )
    return event


@transaction.atomic
def add_division(*, by: User, event: Event, grade: int, name: str = "") -> Division:
    require(by, "run", event)
    if event.divisions.filter(grade=grade).exists():
        raise invalid(grade=f"Grade {grade} is there already.")
    division = Division.objects.create(event=event, grade=grade, name=name or f"Grade {grade}")
    audit.record(event, by, "division.added", division, after={"grade": grade, "name": division.name})
    return division


@transaction.atomic
def remove_division(*, by: User, division: Division) -> None:
    """Only an empty division can go: no player in it, no puzzle for it."""
    require(by, "run", division.event)
    if division.players.exists():
        raise Refused("division_in_use", f"{division.name} has players. Move them to another grade first.")
    if division.division_puzzles.exists():
        raise Refused("division_in_use", f"{division.name} has puzzles. Give them to other grades first.")
    audit.record(
        division.event,
        by,
        "division.removed",
        division,
        before={"grade": division.grade, "name": division.name},
    )
    division.delete()
