"""Disputes: somebody says that a line, or a whole sheet, was judged wrongly."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from .entrants import Team
from .events import Event
from .rescores import Rescore
from .rounds import Round
from .rulings import Ruling
from .sheets import Sheet, scan_storage
from .submissions import Submission


class CoachLink(models.Model):
    """A private address where a team's coach sees and disputes the team's sheets, until it is revoked."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="coach_links")
    team = models.ForeignKey(Team, models.CASCADE, related_name="coach_links")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team"], condition=Q(revoked_at__isnull=True), name="one_coach_link_a_team")
        ]

    @property
    def token(self) -> str:
        """The secret part of the address: worked out from the site's key, so that it is stored nowhere."""
        return Signer(salt="coach").sign(str(self.pk)).replace(":", ".")

    @staticmethod
    def behind(token: str) -> "CoachLink | None":
        """The link of a token, revoked or not, unless it is forged."""
        try:
            pk = Signer(salt="coach").unsign(token.replace(".", ":", 1))
        except BadSignature:
            return None
        return CoachLink.objects.filter(pk=pk).select_related("event", "team__entrant").first()

    @staticmethod
    def find(token: str) -> "CoachLink | None":
        """The link of a token, unless it is forged or revoked."""
        link = CoachLink.behind(token)
        return link if link and link.revoked_at is None else None


class Dispute(models.Model):
    """Filed by a coach or by a helper on one line (`submission`) or, without one, on the whole sheet."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state", "Open")
        UPHELD = "upheld", _("Upheld")
        REJECTED = "rejected", _("Rejected")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    class Consequence(models.TextChoices):
        """The consequence of a dispute that is upheld."""

        RULING = "ruling", _("A ruling on the line")
        RESCORE = "rescore", _("A re-score")
        READING = "reading", _("The sheet is typed again")
        NONE = "none", _("Nothing changes")

    event = models.ForeignKey(Event, models.CASCADE, related_name="disputes")
    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="disputes")
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="disputes")
    statement = models.TextField()
    # the sheet's `turn` when it was filed: a later one means that the sheet was typed again since
    turn = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    coach = models.ForeignKey(CoachLink, models.PROTECT, null=True, related_name="disputes")
    filed_at = models.DateTimeField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    answer = models.TextField(blank=True)
    consequence = models.CharField(max_length=8, choices=Consequence.choices, blank=True)
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="disputes")
    # the last that was proposed for it, also while it is open
    rescore = models.ForeignKey(Rescore, models.PROTECT, null=True, related_name="disputes")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(filed_by__isnull=True, coach__isnull=False) | Q(filed_by__isnull=False, coach__isnull=True),
                name="somebody_files_a_dispute",
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_at__isnull=True)
                | Q(state__in=["upheld", "rejected", "withdrawn"], decided_at__isnull=False),
                name="a_decided_dispute_has_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["upheld", "rejected"]) | (~Q(answer="") & Q(decided_by__isnull=False)),
                name="a_decided_dispute_has_an_answer",
            ),
            models.CheckConstraint(
                condition=~Q(state="upheld") & Q(consequence="")
                | Q(state="upheld", consequence="ruling", ruling__isnull=False)
                | Q(state="upheld", consequence="rescore", rescore__isnull=False)
                | Q(state="upheld", consequence__in=["reading", "none"]),
                name="an_upheld_dispute_has_a_consequence",
            ),
            models.UniqueConstraint(fields=["submission"], condition=Q(state="open"), name="one_open_dispute_a_line"),
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(state="open", submission__isnull=True), name="one_open_dispute_a_sheet"
            ),
        ]


class DisputePicture(models.Model):
    """A photo that a coach sent with a dispute, drawn again from the upload so that nothing else is in the file."""

    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="pictures")
    coach = models.ForeignKey(CoachLink, models.PROTECT, related_name="+")
    file = models.FileField(upload_to="disputes/", storage=scan_storage)
    digest = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sent_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["dispute", "digest"], condition=Q(removed_at__isnull=True), name="one_photo_once"
            )
        ]


def unsettled(event: Event) -> models.QuerySet[Dispute]:
    """The disputes that are not decided, or upheld by a re-score that is not applied or dropped yet."""
    waits = Q(state=Dispute.State.UPHELD, consequence="rescore", rescore__state=Rescore.State.PROPOSED)
    rows = Dispute.objects.filter(Q(state=Dispute.State.OPEN) | waits, event=event)
    return rows.select_related("sheet__round", "sheet__entrant__player", "sheet__entrant__team")


def open_disputes(event: Event) -> models.QuerySet[Dispute]:
    return Dispute.objects.filter(event=event, state=Dispute.State.OPEN)


def count_open(event: Event, round_: Round | None = None) -> int:
    rows = open_disputes(event)
    return (rows.filter(sheet__round=round_) if round_ else rows).count()
