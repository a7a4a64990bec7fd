"""Events and their divisions."""

import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from ..importing.roster import GRADES
from ..models import Division, Event, Membership, Role, Round, Sheet, User
from ..permissions import NotAllowed, require
from . import audit, jobs
from .refusals import Refused, invalid

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
AWARD_PLACES = range(51)


def _checked(event: Event) -> Event:
    try:
        event.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise invalid(
            **{field: " ".join(messages) for field, messages in error.message_dict.items()}
        ) from error
    return event


def _check_grade(grade: int, field: str) -> None:
    if grade not in GRADES:
        raise invalid(**{field: f"A grade is a number from {GRADES[0]} to {GRADES[-1]}."})


def _facts(event: Event) -> dict:
    return {field: str(getattr(event, field)) for field in CHANGEABLE}


@transaction.atomic
def create(
    *, by: User, name: str, held_on: datetime.date, grades: list[int], slug: str = "", **settings
) -> Event:
    """A new event with a division for each grade; whoever creates it is its organiser."""
    if not (by.is_active and by.may_create_events):
        raise NotAllowed("create")
    grades = sorted(set(grades))
    for grade in grades:
        _check_grade(grade, "grades")
    slug = slug or slugify(name)[:60].strip("-")
    if name.strip() and not slug:
        raise invalid(slug="Give the event a short address of letters and digits, such as spring-2027.")
    event = _checked(Event(slug=slug, name=name, held_on=held_on, **settings))
    taken = invalid(slug=f"There is an event at “{slug}” already. Choose another address.")
    if Event.objects.filter(slug=slug).exists():
        raise taken
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError as error:  # somebody took the address between our look and our write
        raise taken from error
    Membership.objects.create(event=event, user=by, role=Role.ORGANISER)
    Division.objects.bulk_create(
        Division(event=event, grade=grade, name=f"Grade {grade}") for grade in grades
    )
    audit.record(event, by, "event.created", event, after={**_facts(event), "grades": grades})
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
    _checked(event)
    if event.judges_per_ruling not in JUDGES_PER_RULING:
        raise invalid(judges_per_ruling="A ruling needs one to nine judges.")
    if event.award_places not in AWARD_PLACES:
        raise invalid(award_places=f"Awards go to at most {AWARD_PLACES[-1]} places of a grade.")
    event.save()
    audit.record(event, by, "event.changed", event, before=before, after=_facts(event))
    if before["kin_counts_as"] != event.kin_counts_as:
        _none_is_final(event)
        for sheet_id in Sheet.objects.filter(round__event=event).order_by("pk").values_list("pk", flat=True):
            jobs.ensure("judge_sheet", sheet_id)
    return event


def _none_is_final(event: Event) -> None:
    """Refuse what would change the points of a round that is final."""
    if final := event.rounds.filter(status=Round.Status.FINAL).first():
        raise invalid(kin_counts_as=f"{final.name} is final, so this changes by a re-score alone.")


@transaction.atomic
def publish(*, by: User, event: Event, visibility: str) -> Event:
    """Say what the public may see: nothing, provisional results, or final ones."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if visibility not in {Event.Visibility.HIDDEN, Event.Visibility.PROVISIONAL, Event.Visibility.FINAL}:
        raise invalid(visibility="Choose hidden, provisional or final.")
    if visibility == Event.Visibility.FINAL and (sentence := not_final_yet(event)):
        raise Refused("rounds_not_final", sentence)
    before, event.visibility = event.visibility, visibility
    event.save(update_fields=["visibility"])
    audit.record(
        event, by, "event.published", event, before={"visibility": before}, after={"visibility": visibility}
    )
    return event


def not_final_yet(event: Event) -> str:
    """Why the event's results cannot be published as final, or nothing. A round that stayed planned was not played."""
    rounds = list(event.rounds.all())
    left = [
        round_.name for round_ in rounds if round_.status not in {Round.Status.PLANNED, Round.Status.FINAL}
    ]
    if left:
        return f"These rounds are not final yet: {', '.join(left)}. Make them final first."
    if not any(round_.status == Round.Status.FINAL for round_ in rounds):
        return "No round is final yet."
    return ""


@transaction.atomic
def add_division(*, by: User, event: Event, grade: int, name: str = "") -> Division:
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    _check_grade(grade, "grade")
    if event.divisions.filter(grade=grade).exists():
        raise invalid(grade=f"Grade {grade} is there already.")
    division = Division.objects.create(event=event, grade=grade, name=name.strip()[:60] or f"Grade {grade}")
    audit.record(event, by, "division.added", division, after={"grade": grade, "name": division.name})
    return division


@transaction.atomic
def remove_division(*, by: User, division: Division) -> None:
    """Only an empty division can go: no player in it, no puzzle for it."""
    event = Event.objects.select_for_update().get(pk=division.event_id)
    require(by, "run", event)
    if division.players.exists():
        raise Refused("division_in_use", f"{division.name} has players. Move them to another grade first.")
    if division.division_puzzles.exists():
        raise Refused("division_in_use", f"{division.name} has puzzles, so it stays.")
    audit.record(
        event, by, "division.removed", division, before={"grade": division.grade, "name": division.name}
    )
    division.delete()
