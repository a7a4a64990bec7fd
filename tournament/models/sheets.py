"""An entrant's answer sheets, their pictures, and what people read on them."""

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ..common.sheet_codes import new_code, shown
from .entrants import Entrant
from .puzzles import PuzzleVersion
from .rounds import Round


class Mark(models.TextChoices):
    """The volunteer's mark on a line. A marked line keeps whatever could be read as its text."""

    WRITTEN = "written", _("Written")
    ILLEGIBLE = "illegible", _("Illegible")
    STRUCK_OUT = "struck_out", _("Struck out")
    BLANK = "blank", _("Blank")
    SHEET_LOST = "sheet_lost", _("Sheet lost")  # nobody types it: the one line of a sheet that counts as nothing

    @classmethod
    def typed(cls) -> list["Mark"]:
        """The marks that somebody who types may give."""
        return [mark for mark in cls if mark != cls.SHEET_LOST]

    @classmethod
    def typed_choices(cls) -> list[tuple[str, Any]]:
        return [(mark.value, mark.label) for mark in cls.typed()]


def scan_storage() -> Storage:
    """Where pictures are, of sheets and of disputes; all machines of a site use the same."""
    return storages["pictures"]


def fresh_code() -> str:
    return new_code(secrets.SystemRandom())


class Sheet(models.Model):
    """One answer sheet. A spare has no entrant until it is given to one; then it gets the entrant's next `number`.

    `printed_at`, `issued_at` and `returned_at` say where the paper is; its keyings say whether it is typed and checked.
    `printed_version` is the question that is printed on it, None where there is none. `earlier_version` is the question
    of an earlier print of the same sheet, which may still turn up. With `written_over` that one is on the paper, and
    the player wrote `printed_version` over it.
    `lost_at`: somebody marked it as lost. `spoilt_at`: nothing on it counts. `turn` counts how often it had to be typed
    again; keyings of earlier turns are history.
    """

    class Kind(models.TextChoices):
        MAIN = "main", _("Sheet")
        SPARE = "spare", _("Spare sheet")
        REPLACEMENT = "replacement", _("Replacement")

    round = models.ForeignKey(Round, models.CASCADE, related_name="sheets")
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="sheets")
    number = models.PositiveSmallIntegerField(default=1)
    code = models.CharField(max_length=12, unique=True, default=fresh_code)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.MAIN)
    replaces = models.ForeignKey("self", models.PROTECT, null=True, related_name="replacements")
    turn = models.PositiveSmallIntegerField(default=1)
    printed_at = models.DateTimeField(null=True)
    printed_version = models.ForeignKey(PuzzleVersion, models.PROTECT, null=True, related_name="+")
    earlier_version = models.ForeignKey(PuzzleVersion, models.PROTECT, null=True, related_name="+")
    written_over = models.BooleanField(default=False)
    issued_at = models.DateTimeField(null=True)
    returned_at = models.DateTimeField(null=True)
    lost_at = models.DateTimeField(null=True)
    spoilt_at = models.DateTimeField(null=True)
    stage: int  # of a query by `sheets.custody.with_stage`
    recorded: list[Any]  # its lines, by `disputes.evidence`
    is_expected: bool  # by `keying.queries`

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant", "number"], name="one_sheet_a_number"),
            models.CheckConstraint(condition=Q(kind__in=["main", "spare", "replacement"]), name="known_kind_of_sheet"),
            models.CheckConstraint(
                condition=Q(entrant__isnull=False) | Q(kind="spare"), name="only_a_spare_is_nobodys"
            ),
            models.CheckConstraint(
                condition=Q(kind="replacement", replaces__isnull=False)
                | ~Q(kind="replacement") & Q(replaces__isnull=True),
                name="a_replacement_replaces",
            ),
        ]

    @property
    def owner(self) -> Entrant:
        """The entrant of the sheet. Do not ask it of a spare before it is assigned; every sheet that is typed has
        one."""
        assert self.entrant is not None  # a constraint: only a spare is nobody's
        return self.entrant

    @property
    def owner_id(self) -> int:
        assert self.entrant_id is not None  # as in `owner`
        return self.entrant_id

    @property
    def is_recalled(self) -> bool:
        """Whether the sheet must be typed again, which may happen in a final round too."""
        return self.turn > 1

    @property
    def printed_code(self) -> str:
        return shown(self.code)

    @property
    def label(self) -> str:
        """The label of its entrant: “101” or the team’s name; “101 · 2” for a second sheet."""
        whose = self.entrant.label if self.entrant else shown(self.code)
        return whose if self.number == 1 else f"{whose} · {self.number}"

    def __str__(self) -> str:
        return f"Sheet of {self.entrant} in {self.round}" if self.entrant else f"Spare sheet of {self.round}"


class Scan(models.Model):
    """A picture of one page of a sheet, drawn again from the upload so that nothing else is in the file."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="scans")
    file = models.FileField(upload_to="scans/", storage=scan_storage)
    digest = models.CharField(max_length=64)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "digest"], condition=Q(removed_at__isnull=True), name="one_picture_once"
            )
        ]


class Keying(models.Model):
    """One person's reading of one sheet: drafts while open; its lines are recorded when it is handed in.

    In a round that is keyed twice the slots 1 and 2 are blind and slot 3 settles where they differ. One keying of a
    sheet is *agreed*, and only its lines count. *Proposed*: agreed by its keyers, waiting until somebody has seen
    what it would change. *Replaced by a later reading*: agreed once, replaced by a later turn's.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Being typed")
        HANDED_IN = "handed_in", _("Handed in")
        PROPOSED = "proposed", _("Waits to be confirmed")
        AGREED = "agreed", _("Agreed")
        SUPERSEDED = "superseded", _("Replaced by a later reading")
        DROPPED = "dropped", _("Put back")

    DONE = frozenset({State.AGREED, State.PROPOSED})  # nobody has to type the sheet any more

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="keyings")
    keyer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="keyings")
    turn = models.PositiveSmallIntegerField(default=1)
    slot = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    # The browser in which it is typed, as a cookie names it; opened in another one, the sheet gets a keying of its own.
    browser = models.UUIDField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "turn", "slot"], condition=~Q(state="dropped"), name="one_keying_a_slot"
            ),
            models.UniqueConstraint(
                fields=["sheet", "turn", "keyer"], condition=~Q(state="dropped"), name="different_people_key_a_sheet"
            ),
            models.UniqueConstraint(fields=["sheet"], condition=Q(state="agreed"), name="one_agreed_keying_a_sheet"),
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(state="proposed"), name="one_proposed_keying_a_sheet"
            ),
            models.CheckConstraint(condition=Q(slot__gte=1, slot__lte=3), name="slots_are_three"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "handed_in", "proposed", "agreed", "superseded", "dropped"]),
                name="known_keying_state",
            ),
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True) | Q(closed_at__isnull=False) & ~Q(state="open"),
                name="closed_keying_has_a_time",
            ),
        ]

    @property
    def is_recorded(self) -> bool:
        """Whether it was handed in, so that its lines stand in the record."""
        return self.state not in {self.State.OPEN, self.State.DROPPED}

    @property
    def is_agreed(self) -> bool:
        return self.state == self.State.AGREED

    @property
    def is_blind(self) -> bool:
        """Whether its keyer must see neither verdicts nor what others read."""
        return self.sheet.round.is_blind and self.slot < 3


class DraftLine(models.Model):
    """A line while it is being typed. `key` is made by the page, so that saving twice saves once;
    `revision` counts the page's edits, so that a late, older save never overwrites a newer one."""

    keying = models.ForeignKey(Keying, models.CASCADE, related_name="drafts")
    key = models.UUIDField(default=uuid.uuid4)
    box = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    mark = models.CharField(max_length=12, choices=Mark.choices, default=Mark.WRITTEN)
    revision = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["box", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["keying", "key"], name="one_draft_a_key"),
            models.CheckConstraint(condition=Q(mark__in=Mark.values), name="known_draft_mark"),
        ]
