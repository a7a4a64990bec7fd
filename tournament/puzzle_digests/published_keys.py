"""Keys that anybody can check: the digests of locked versions before a round, the versions themselves after it."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import Division, DivisionPuzzle, Event, KeyDigest, PuzzleSetVersion, PuzzleVersion, Round, User
from ..web.permissions import require_locked


@dataclass(frozen=True)
class PublishedKey:
    """A locked version whose digest is public. Its document may be read once the round shows its puzzles. `is_asked`:
    it is what the round asks now."""

    version: PuzzleSetVersion
    published: KeyDigest
    is_asked: bool

    @property
    def round(self) -> Round:
        round_ = self.version.set.round
        assert round_ is not None
        return round_

    @property
    def name(self) -> str:
        """The name of its file without the ending; tells nothing of what is asked."""
        return f"{self.round.position}-{self.version.set.grade}-v{self.version.number}"

    @property
    def is_shown(self) -> bool:
        return self.round.shows_puzzles


@transaction.atomic
def publish_digests(*, by: User, event: Event) -> list[PuzzleSetVersion]:
    """Publish the digests of the versions that rounds use, before their round is over. Digests that are public stay."""
    require_locked(by, "run", event)
    versions = to_publish(event)
    if not versions:
        raise Refused("nothing_to_publish", _("There is no used set whose digest is not public."))
    now = timezone.now()
    KeyDigest.objects.bulk_create(KeyDigest(version=each, published_by=by, published_at=now) for each in versions)
    after = {"digests": {each.digest: each.number for each in versions}, "count": len(versions)}
    audit.record(event, by, "keys.published", event, after=after, about=[each.set for each in versions])
    return versions


def to_publish(event: Event) -> list[PuzzleSetVersion]:
    """The used versions whose digest is not public, of rounds that are not over."""
    used = PuzzleSetVersion.objects.filter(set__event=event, set__round__isnull=False, uses__isnull=False)
    in_time = used.exclude(set__round__status__in=Round.SHOWN).filter(published__isnull=True)
    return list(in_time.distinct().order_by("pk"))


def published_keys(event: Event) -> list[PublishedKey]:
    """In the order of the programme."""
    digests = KeyDigest.objects.filter(version__set__event=event, version__set__round__isnull=False)
    order = ("version__set__round__position", "version__set__grade", "version__number")
    asked = set(_asked(event).values_list("from_sets__version", flat=True))
    rows = digests.select_related("version__set__round").order_by(*order)
    return [PublishedKey(each.version, each, each.version_id in asked) for each in rows]


def changed_since(event: Event) -> list[tuple[Round, Division]]:
    """The rounds and grades that ask other puzzles than those whose digest was published."""
    divisions = {division.grade: division for division in event.divisions.all()}
    sealed: dict[tuple[Round, int | None], bool] = {}
    for each in published_keys(event):
        place = each.round, each.version.set.grade
        sealed[place] = sealed.get(place, False) or each.is_asked
    changed = [place for place, is_asked in sealed.items() if not is_asked]
    return [(round_, divisions[grade]) for round_, grade in changed if grade in divisions]


def _asked(event: Event) -> QuerySet[PuzzleVersion]:
    """The puzzles that the rounds ask now."""
    return PuzzleVersion.objects.filter(
        pk__in=DivisionPuzzle.objects.filter(round__event=event).values("puzzle__active")
    )
