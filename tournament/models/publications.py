"""Published pages: frozen copies, and the feed of changes that pages listen to."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from .events import Event

CUT_OFF_AFTER = timedelta(seconds=60)  # no page of a copy takes this long


class ChangeHead(models.Model):
    """The number of an event's last change. Locking this row puts the changes in the order of commit."""

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="change_head")
    number = models.PositiveBigIntegerField(default=0)
    # counts everything, also what the public does not hear of; only judges and organisers are shown it
    record_number = models.PositiveBigIntegerField(default=0)


class Change(models.Model):
    """Something that changed in an event: what kind it is, never what it says. Append-only. `number` is its place among
    those that public pages must hear of, None for others; `record_number` its place among all."""

    event_id = models.PositiveBigIntegerField()
    number = models.PositiveBigIntegerField(null=True)
    record_number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=20)
    subject = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["event_id", "record_number"]
        constraints = [
            models.UniqueConstraint(fields=["event_id", "number"], name="one_change_a_number"),
            models.UniqueConstraint(fields=["event_id", "record_number"], name="one_change_a_record_number"),
        ]


class Publication(models.Model):
    """A copy of every public page as it stood at one moment. A *freeze* is shown until it is lifted; a *final* one is
    signed and stays; a *programme* has no results and is shown before the ceremony. A *prepared* one becomes final when
    final results are published, and nobody sees it before; it is complete once it has a digest. A *held* one stands in
    for the live pages until the first copy is complete: it has a row for each page of the moment, made when somebody
    asks for it. `digest` is the SHA-256 over its pages, `signature` the site's over that and the audit head."""

    class Kind(models.TextChoices):
        FREEZE = "freeze", _("Frozen")
        FINAL = "final", pgettext_lazy("results", "Final")
        PROGRAMME = "programme", _("Programme")
        PREPARED = "prepared", _("Prepared")
        HELD = "held", _("Held")

    class Stop(models.TextChoices):
        FAILED = "failed", _("An error of the program stopped the copy.")
        UNAVAILABLE = "unavailable", _("The database did not answer.")
        DISK_FULL = "disk_full", _("The disk was full.")

    event = models.ForeignKey(Event, models.CASCADE, related_name="publications")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True)
    progressed_at = models.DateTimeField(null=True)  # when pages of it were last stored
    pages_planned = models.PositiveIntegerField(null=True)
    # why making it stopped, and at which page, if it was at one; all empty if its process ended
    stop_code = models.CharField(max_length=20, choices=Stop.choices, blank=True, default="")
    stop_address = models.CharField(max_length=400, blank=True, default="")
    stop_language = models.CharField(max_length=12, blank=True, default="")
    change_number = models.PositiveBigIntegerField(default=0)
    record_number = models.PositiveBigIntegerField(default=0)
    audit_number = models.PositiveIntegerField(default=0)
    audit_hash = models.CharField(max_length=64, blank=True)
    document = models.BinaryField(null=True)  # the public export of that moment, compressed
    digest = models.CharField(max_length=64, blank=True)
    signature = models.TextField(blank=True)
    # what tools/recount.py says of the document: its report, and whether everything is equal; None until the job has
    # run
    recount = models.TextField(blank=True, default="")
    recount_is_equal = models.BooleanField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_document = models.CharField(max_length=64, blank=True, default="")  # the SHA-256 of its document

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(document__isnull=True),
                name="a_withdrawn_copy_has_no_document",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["freeze", "final", "programme", "prepared", "held"]),
                name="known_kind_of_publication",
            ),
            models.CheckConstraint(
                condition=Q(stop_code__in=["failed", "unavailable", "disk_full"])
                | Q(stop_code="", stop_address="", stop_language=""),
                name="a_stop_has_a_known_code",
            ),
        ]

    @property
    def is_being_made(self) -> bool:
        """Whether pages of an unfinished copy were stored lately. If not, its process has ended."""
        return self.progressed_at is not None and timezone.now() - self.progressed_at < CUT_OFF_AFTER


class PublishedPage(models.Model):
    """One page of a publication as bytes, compressed, by its address and language. In place of its content type, a page
    of a held copy that is not made says so, and whether somebody waits for it."""

    UNMADE, WANTED = "", "wanted"

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="pages")
    address = models.CharField(max_length=400)
    language = models.CharField(max_length=12, blank=True)
    content_type = models.CharField(max_length=80)
    body = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["publication", "address", "language"], name="one_page_an_address")
        ]

    @property
    def is_made(self) -> bool:
        return self.content_type not in {self.UNMADE, self.WANTED}


def unfinished(event: Event | int) -> Publication | None:
    """The copy of an event, or of that with this id, that is being made or was interrupted; not one that is only
    prepared."""
    copies = Publication.objects.filter(event=event, ready_at=None)
    return copies.exclude(kind=Publication.Kind.PREPARED).last()


class Ceremony(models.Model):
    """The ceremony of an event that was begun last, and the step at which all its screens are. The steps are computed
    from the standings. `programme` has [standing, digest of its steps when they were begun], in the order of the
    reveal, so that a change is noticed before it is shown."""

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="ceremony")
    programme = models.JSONField()
    only_awards = models.BooleanField()
    by_rounds = models.BooleanField()
    shows_penalties = models.BooleanField(default=False)
    standing = models.PositiveSmallIntegerField(
        default=0
    )  # its place in the programme, from 0; after the last one: the end
    step = models.PositiveIntegerField(default=0)
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    begun_at = models.DateTimeField()

    @property
    def position(self) -> str:
        """The step as the screens name it, such as 2.5. Another ceremony has other names."""
        return f"{int(self.begun_at.timestamp() * 1000)}.{self.standing}.{self.step}"
