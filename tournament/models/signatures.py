"""Signatures below a decision that needs several people."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from .events import Event
from .pair_rulings import PairRuling
from .rescores import Rescore
from .rulings import Ruling


class Signature(models.Model):
    """Somebody signs a ruling, a ruling on a pair of methods, or a re-score. Append-only.

    A ruling holds from the signature that completes it; the person who gave it signs it too. The person who proposes a
    re-score and the person who applies it agree with it too, and have no row here: a trigger counts them with those who
    signed when it is applied.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="signatures")
    pair_ruling = models.ForeignKey(PairRuling, models.PROTECT, null=True, related_name="signatures")
    rescore = models.ForeignKey(Rescore, models.PROTECT, null=True, related_name="signatures")
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, pair_ruling__isnull=True, rescore__isnull=True)
                | Q(ruling__isnull=True, pair_ruling__isnull=False, rescore__isnull=True)
                | Q(ruling__isnull=True, pair_ruling__isnull=True, rescore__isnull=False),
                name="a_signature_is_on_one_decision",
            ),
            models.UniqueConstraint(fields=["ruling", "signer"], name="one_signature_on_a_ruling"),
            models.UniqueConstraint(fields=["pair_ruling", "signer"], name="one_signature_on_a_pair_ruling"),
            models.UniqueConstraint(fields=["rescore", "signer"], name="one_signature_on_a_rescore"),
        ]

    def __str__(self) -> str:
        return f"{self.signer} on {self.ruling or self.pair_ruling or self.rescore}"
