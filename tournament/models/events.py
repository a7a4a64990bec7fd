"""A competition day and its grades."""

import unicodedata
import zoneinfo
from collections import Counter

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop, pgettext_lazy


def known_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone. Write it like Europe/Madrid."), params={"name": name})


def usual_criteria() -> list[str]:
    return ["total", "tiebreak"]


def short_name(first_name: str, last_name: str) -> str:
    """The first name and the initial of the last one."""
    return f"{first_name} {last_name[0]}." if last_name else first_name


def name_key(name: str) -> str:
    """Equal for names that people would take for the same."""
    return unicodedata.normalize("NFKC", name).casefold()


class Event(models.Model):
    class Names(models.TextChoices):
        FIRST_AND_INITIAL = "first_and_initial", _("First name and initial")
        NUMBER = "number", _("Only the number")

    class Visibility(models.TextChoices):
        HIDDEN = "hidden", _("Hidden")
        PROVISIONAL = "provisional", _("Provisional")
        FROZEN = "frozen", _("Frozen")
        EMBARGOED = "embargoed", _("Embargoed until the ceremony")
        FINAL = "final", pgettext_lazy("results", "Final")

    class Accent(models.TextChoices):
        TEAL = "teal", _("Teal")
        BLUE = "blue", _("Blue")
        INDIGO = "indigo", _("Indigo")
        PLUM = "plum", _("Plum")
        CRIMSON = "crimson", _("Crimson")
        RUST = "rust", _("Rust")
        MOSS = "moss", _("Moss")
        SLATE = "slate", _("Slate")

    class KinCountsAs(models.TextChoices):
        """How two methods that are identical as algebra count until a judge rules on the pair."""

        SAME = "same", _("Once")
        DISTINCT = "distinct", _("Twice")

    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(max_length=120)
    held_on = models.DateField()
    time_zone = models.CharField(max_length=64, default="UTC", validators=[known_time_zone])
    accent = models.CharField(max_length=12, choices=Accent.choices, default=Accent.TEAL)
    public_names = models.CharField(max_length=20, choices=Names.choices, default=Names.FIRST_AND_INITIAL)
    visibility = models.CharField(max_length=12, choices=Visibility.choices, default=Visibility.HIDDEN)
    kin_counts_as = models.CharField(max_length=10, choices=KinCountsAs.choices, default=KinCountsAs.DISTINCT)
    award_places = models.PositiveSmallIntegerField(default=3)  # places of a division that get an award
    criteria = models.JSONField(default=usual_criteria)  # names of `judging.results.criteria`, the first decides first
    # the draws of tiebreakers follow from it (NT-TB-2); drawn when the first round opens, and public from then on
    tie_seed = models.CharField(max_length=64, blank=True, default="")
    shown = models.ForeignKey(  # the copy that the public reads in place of the live pages
        "Publication", models.PROTECT, null=True, blank=True, related_name="+"
    )
    judges_per_ruling = models.PositiveSmallIntegerField(default=1)
    rescore_needs_second = models.BooleanField(default=False)
    dispute_minutes = models.PositiveSmallIntegerField(default=30)
    archived_at = models.DateTimeField(null=True, blank=True)  # since when it is in no list and refuses every change

    class Meta:
        ordering = ["-held_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(visibility__in=["hidden", "provisional", "frozen", "embargoed", "final"]),
                name="known_visibility",
            ),
            models.CheckConstraint(
                condition=models.Q(judges_per_ruling__gte=1, judges_per_ruling__lte=9),
                name="a_ruling_needs_one_to_nine_judges",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        return self.visibility != self.Visibility.HIDDEN

    @cached_property
    def shared_names(self) -> frozenset[str]:
        """The `name_key`s of the short names that several of its players have. One query, however many names a page
        has."""
        players = self.players.values_list("first_name", "last_name")
        counts = Counter(name_key(short_name(*names)) for names in players)
        return frozenset(key for key, count in counts.items() if count > 1)

    @property
    def change_number(self) -> int:
        """The number of the last change that public pages hear of; 0 where nothing has changed yet."""
        head = getattr(self, "change_head", None)
        return head.number if head else 0

    @property
    def shows_results(self) -> bool:
        """Whether points and places are on public pages: as they are now, or in the copy that is shown."""
        return self.visibility not in {self.Visibility.HIDDEN, self.Visibility.EMBARGOED}

    @property
    def is_embargoed(self) -> bool:
        """Whether results wait for the ceremony."""
        return self.visibility == self.Visibility.EMBARGOED

    @property
    def has_final_results(self) -> bool:
        """Whether the final results are public, or a copy of them is being made."""
        if self.visibility == self.Visibility.FINAL:
            return True
        return self.publications.filter(kind="final", ready_at=None).exists()

    @property
    def shows_all(self) -> bool:
        """Whether the public reads everything that is decided so far, with nothing held back."""
        return self.visibility in {self.Visibility.PROVISIONAL, self.Visibility.FINAL}


GRADE = gettext_noop("Grade %(grade)s")


class Division(models.Model):
    """A grade of an event. Awards are given per division."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="divisions")
    grade = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["grade"]
        constraints = [models.UniqueConstraint(fields=["event", "grade"], name="one_division_a_grade")]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """Its name as pages show it: the name that every grade is given at first is shown in the reader's language."""
        if self.name == GRADE % {"grade": self.grade}:
            return gettext(GRADE) % {"grade": self.grade}
        return self.name
