"""Every table of the record: which of its rows belong to an event, and which of its columns leave the house."""

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from .. import models
from ..models import AuditAbout, AuditEntry, Event, Job, Sheet, User

Table = type[Model]

# How the event is reached from a row.
WAYS: dict[Table, str] = {
    models.AuditAbout: "event_id",
    models.AuditEntry: "event_id",
    models.AuditHead: "event",
    models.Change: "event_id",
    models.ChangeHead: "event",
    models.CoachLink: "event",
    models.Dispute: "event",
    models.Division: "event",
    models.DivisionPuzzle: "round__event",
    models.DraftLine: "keying__sheet__round__event",
    models.Entrant: "event",
    models.Event: "pk",
    models.Import: "event",
    models.Keying: "sheet__round__event",
    models.Membership: "event",
    models.PairRuling: "event",
    models.PairSignature: "ruling__event",
    models.Penalty: "event",
    models.Player: "event",
    models.Publication: "event",
    models.PublishedPage: "publication__event",
    models.Puzzle: "round__event",
    models.PuzzleVersion: "puzzle__round__event",
    models.Relation: "event",
    models.Rescore: "event",
    models.Result: "round__event",
    models.Round: "event",
    models.Ruling: "event",
    models.Scan: "sheet__round__event",
    models.Sheet: "round__event",
    models.Signature: "ruling__event",
    models.Submission: "sheet__round__event",
    models.Team: "event",
    models.Tie: "event",
    models.TieGame: "tie__event",
    models.TieSide: "tie__event",
    models.Verdict: "puzzle_version__puzzle__round__event",
}
# What a job of each kind works on; its rows carry no more than that row's number.
JOBS: dict[str, Table] = {"judge_sheet": Sheet}
# Rights on a site are that site's business.
LEFT_OUT: frozenset[Table] = frozenset({User.groups.through, User.user_permissions.through})
# Secrets and rights of a person stay where she has them; in a new place she begins with a new password.
KEPT_BACK: dict[Table, frozenset[str]] = {
    User: frozenset({"password", "email", "last_login", "is_staff", "is_superuser", "may_create_events"})
}


def every_table() -> list[Table]:
    """All tables of the record, made by hand or for a relation, by name."""
    found = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return sorted((each for each in found if each not in LEFT_OUT), key=lambda each: each.__name__)


def columns(table: Table) -> list[Field]:
    return [field for field in table._meta.concrete_fields if field.attname not in KEPT_BACK.get(table, ())]


def rows_of(event: Event, table: Table) -> QuerySet:
    """The rows that belong to the event, in the order of their keys. Raises KeyError for a table that is not known."""
    if table is User:
        return User.objects.filter(pk__in=_people(event)).order_by("pk")
    if table is Job:
        return Job.objects.filter(pk__in=_jobs(event)).order_by("pk")
    return table._base_manager.filter(**{WAYS[table]: event.pk}).order_by("pk")


def _people(event: Event) -> set[int]:
    """Everybody whom a row names, or whom an audit entry is by or about."""
    found = set(AuditEntry.objects.filter(event_id=event.pk).values_list("by_id", flat=True))
    about = AuditAbout.objects.filter(event_id=event.pk, kind="user")
    found.update(about.values_list("kind_id", flat=True))
    for table in WAYS:
        for field in columns(table):
            if isinstance(field, ForeignKey) and field.related_model is User:
                named = rows_of(event, table).order_by().values_list(field.attname, flat=True)
                found.update(named.distinct())
    return found - {None}


def _jobs(event: Event) -> set[int]:
    found: set[int] = set()
    for kind, table in JOBS.items():
        subjects = rows_of(event, table).order_by().values("pk")
        found.update(Job.objects.filter(kind=kind, subject__in=subjects).values_list("pk", flat=True))
    return found
