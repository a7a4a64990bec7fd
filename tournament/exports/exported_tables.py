"""The tables of a full export: which rows belong to an event, and which columns are exported."""

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from .. import models
from ..models import AuditAbout, AuditEntry, Event, Import, Job, PuzzleSet, PuzzleVersion, Sheet, User

ModelClass = type[Model]

# The lookup from a row of each table to its event.
EVENT_LOOKUPS: dict[ModelClass, str] = {
    models.Anonymisation: "event",
    models.AuditAbout: "event_id",
    models.AuditEntry: "event_id",
    models.AuditHead: "event",
    models.Ceremony: "event",
    models.Change: "event_id",
    models.ChangeHead: "event",
    models.CoachLink: "event",
    models.Dispute: "event",
    models.Competition: "event",
    models.DisputePicture: "dispute__event",
    models.Division: "event",
    models.DivisionPuzzle: "round__event",
    models.DraftLine: "keying__sheet__round__event",
    models.Entrant: "event",
    models.Event: "pk",
    models.EventWord: "event",
    models.Fixture: "series__event",
    models.FixtureSide: "fixture__series__event",
    models.Hall: "competition__event",
    models.HallFile: "hall__competition__event",
    models.Import: "event",
    models.ImportedSheet: "upload__event",
    models.JointCopy: "competition__event",
    models.JointTie: "competition__event",
    models.KeyDigest: "version__set__event",
    models.Keying: "sheet__round__event",
    models.Membership: "event",
    models.MethodCounts: "version__puzzle__round__event",
    models.PairRuling: "event",
    models.Penalty: "event",
    models.Player: "event",
    models.Publication: "event",
    models.PublishedPage: "publication__event",
    models.Puzzle: "round__event",
    models.PuzzleSet: "event",
    models.PuzzleSetUse: "version__set__event",
    models.PuzzleSetVersion: "set__event",
    models.PuzzleVersion: "puzzle__round__event",
    models.Relation: "event",
    models.Rescore: "event",
    models.Result: "round__event",
    models.Round: "event",
    models.Ruling: "event",
    models.Scan: "sheet__round__event",
    models.Sheet: "round__event",
    models.Seat: "table__event",
    models.Series: "event",
    models.SeriesPlayer: "series__event",
    models.Signature: "event",
    models.Submission: "sheet__round__event",
    models.Table: "event",
    models.TableMove: "table__event",
    models.Team: "event",
    models.Tie: "event",
    models.TieGame: "tie__event",
    models.TieSide: "tie__event",
    models.Verdict: "puzzle_version__puzzle__round__event",
}
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


def columns(table: ModelClass) -> list[Field]:
    return [field for field in table._meta.concrete_fields if field.attname not in NOT_EXPORTED.get(table, ())]


def rows_of(event: Event, table: ModelClass) -> QuerySet:
    """The rows that belong to the event, sorted by id. Raises KeyError for an unknown table."""
    if table is User:
        return User.objects.filter(pk__in=_people(event)).order_by("pk")
    if table is Job:
        return Job.objects.filter(pk__in=_jobs(event)).order_by("pk")
    return table._base_manager.filter(**{EVENT_LOOKUPS[table]: event.pk}).order_by("pk")


def _people(event: Event) -> set[int]:
    """Ids of the users in any row of the event, or in its audit trail."""
    ids = set(AuditEntry.objects.filter(event_id=event.pk).values_list("by_id", flat=True))
    about = AuditAbout.objects.filter(event_id=event.pk, kind="user")
    ids.update(about.values_list("kind_id", flat=True))
    for table in EVENT_LOOKUPS:
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
