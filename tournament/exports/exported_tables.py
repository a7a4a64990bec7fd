"""The tables of a full export: which rows belong to an event, and which columns are exported."""

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from .. import models
from ..models import AuditAbout, AuditEntry, Event, Import, Job, PuzzleSet, PuzzleVersion, Sheet, User
from ..models.event_rows import event_lookup

ModelClass = type[Model]

# The table that jobs of each kind work on; a job holds only the id of the row.
JOBS: dict[str, ModelClass] = {
    Job.JUDGE_SHEET: Sheet,
    Job.JUDGE_AGAIN: models.Round,
    Job.COUNT_METHODS: PuzzleVersion,
    Job.PREPARE_COPY: Event,
    Job.RECOUNT_COPY: models.Publication,
    Job.MAKE_PUZZLES: PuzzleSet,
    Job.BALANCE_SEASON: PuzzleSet,
    Job.HAND_IN_LINES: Import,
    Job.MAKE_BACKUP: Event,
}
# Permissions on a site, and links into it, belong to that site.
LEFT_OUT: frozenset[ModelClass] = frozenset(
    {
        User.groups.through,
        User.user_permissions.through,
        models.SignInLink,
        models.ApiToken,
        models.IdempotentRequest,
        models.Session,
        models.FirstAccount,
        models.Pulse,
        models.HostDevice,
        models.HandOver,
        models.AddressUse,
    }
)
# Secrets, permissions and choices of people are not exported; on another site they get a new link.
NOT_EXPORTED: dict[ModelClass, frozenset[str]] = {
    User: frozenset(
        "password email last_login is_staff is_superuser may_create_events language sessions_ended".split()
    ),
    models.Seat: frozenset({"token"}),
}


def every_table() -> list[ModelClass]:
    """All exported tables, with those of many-to-many relations, sorted by name."""
    tables = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return sorted((each for each in tables if each not in LEFT_OUT), key=lambda each: each.__name__)


def tables_of_events() -> list[ModelClass]:
    """Those whose rows each belong to one event, sorted by name."""
    return [table for table in every_table() if event_lookup(table)]


def columns(table: ModelClass) -> list[Field]:
    return [field for field in table._meta.concrete_fields if field.attname not in NOT_EXPORTED.get(table, ())]


def rows_of(event: Event, table: ModelClass) -> QuerySet:
    """The rows that belong to the event, sorted by id."""
    if table is User:
        return User.objects.filter(pk__in=_people(event)).order_by("pk")
    if table is Job:
        return Job.objects.filter(pk__in=_jobs(event)).order_by("pk")
    return table._base_manager.filter(**{event_lookup(table): event.pk}).order_by("pk")


def _people(event: Event) -> set[int]:
    """Ids of the users in any row of the event, or in its audit trail."""
    ids = set(AuditEntry.objects.filter(event_id=event.pk).values_list("by_id", flat=True))
    about = AuditAbout.objects.filter(event_id=event.pk, kind="user")
    ids.update(about.values_list("kind_id", flat=True))
    for table in tables_of_events():
        for field in columns(table):
            if isinstance(field, ForeignKey) and field.related_model is User:
                named = rows_of(event, table).order_by().values_list(field.attname, flat=True)
                ids.update(named.distinct())
    return {pk for pk in ids if pk is not None}


def _jobs(event: Event) -> set[int]:
    ids: set[int] = set()
    for kind, table in JOBS.items():
        subjects = rows_of(event, table).order_by().values("pk")
        ids.update(Job.objects.filter(kind=kind, subject__in=subjects).values_list("pk", flat=True))
    return ids
