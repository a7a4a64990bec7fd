"""Protests: somebody says that a line, or a whole sheet, was not judged right."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .entrants import Team
from .events import Event
from .rescores import Rescore
from .rulings import Ruling
from .sheets import Sheet
from .submissions import Submission


class CoachLink(models.Model):
    """A private address by which a team's coach follows and disputes her own team's sheets, until it is revoked."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="coach_links")
    team = models.ForeignKey(Team, models.CASCADE, related_name="coach_links")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team"], condition=Q(revoked_at__isnull=True), name="one_coach_link_a_team"
            )
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

    event = models.ForeignKey(Event, models.CASCADE, related_name="disputes")
    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="disputes")
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="disputes")
    statement = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    coach = models.ForeignKey(CoachLink, models.PROTECT, null=True, related_name="disputes")
    filed_at = models.DateTimeField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    answer = models.TextField(blank=True)
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="disputes")
    rescore = models.ForeignKey(Rescore, models.PROTECT, null=True, related_name="disputes")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(filed_by__isnull=True, coach__isnull=False)
                | Q(filed_by__isnull=False, coach__isnull=True),
                name="somebody_files_a_dispute",
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_at__isnull=True)
                | Q(state__in=["upheld", "rejected", "withdrawn"], decided_at__isnull=False),
                name="a_decided_dispute_has_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["upheld", "rejected"])
                | (~Q(answer="") & Q(decided_by__isnull=False)),
                name="a_decided_dispute_has_an_answer",
            ),
            models.UniqueConstraint(
                fields=["submission"], condition=Q(state="open"), name="one_open_dispute_a_line"
            ),
            models.UniqueConstraint(
                fields=["sheet"],
                condition=Q(state="open", submission__isnull=True),
                name="one_open_dispute_a_sheet",
            ),
        ]
