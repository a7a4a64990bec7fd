"""The audit trail as people read it: who did what, to what, from what to what, and why."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import AuditAbout, AuditEntry, Event, Sheet
from . import told
from .told import Told

VERBS: dict[str, Promise] = {
    "event.created": _("created the event"),
    "event.changed": _("changed the event's settings"),
    "event.published": _("changed what the public sees"),
    "event.criteria": _("changed what places go by"),
    "event.seed_drawn": _("drew the seed of the tiebreakers"),
    "penalty.given": _("gave a penalty"),
    "penalty.lifted": _("lifted a penalty"),
    "tie.drawn": _("drew who plays whom in a tie"),
    "tie.game_begun": _("began a tiebreaker"),
    "tie.dropped": _("dropped a tie"),
    "publication.begun": _("began to copy the results anew"),
    "publication.ready": _("finished a copy of the results for the public"),
    "publication.given_up": _("gave up a copy of the results that was not finished"),
    "publication.noted": _("noted what was put right in final results"),
    "division.added": _("added a grade"),
    "division.removed": _("removed a grade"),
    "person.invited": _("invited"),
    "role.given": _("gave a role"),
    "role.taken": _("took a role away"),
    "player.added": _("added a player"),
    "player.substituted": _("let a substitute play"),
    "player.changed": _("changed a player"),
    "entrant.status": _("changed whether a player takes part"),
    "roster.imported": _("imported the roster"),
    "round.added": _("added a round"),
    "round.changed": _("changed a round"),
    "round.earlier": _("moved a round up the programme"),
    "round.removed": _("took a round off the programme"),
    "round.moved": _("moved a round to its next step"),
    "puzzle.set": _("set a puzzle"),
    "puzzles.imported": _("imported puzzles"),
    "sheet.opened": _("opened a sheet"),
    "sheet.put_back": _("put a sheet back"),
    "sheet.left_over": _("told of lines that came too late for a sheet"),
    "sheet.printed": _("printed sheets"),
    "sheet.issued": _("marked sheets as issued"),
    "sheet.returned": _("took a sheet back"),
    "sheet.not_returned": _("said that a sheet is still out"),
    "sheet.lost": _("marked a sheet as lost"),
    "sheet.found": _("found a sheet"),
    "sheet.spoilt": _("marked a sheet as spoilt"),
    "sheet.not_spoilt": _("said that a sheet counts after all"),
    "sheet.attached": _("gave a spare sheet to somebody"),
    "sheet.replaced": _("replaced a sheet"),
    "scan.attached": _("attached a picture of a sheet"),
    "scan.removed": _("removed a picture of a sheet"),
    "sheet.handed_in": _("handed a sheet in"),
    "lines.imported": _("imported typed lines"),
    "sheet.agreed": _("found the readings of a sheet agreed"),
    "sheet.proposed": _("proposed a new reading of a sheet"),
    "sheet.recalled": _("called for a sheet to be typed anew"),
    "sheet.confirmed": _("confirmed the new reading of a sheet"),
    "sheet.discarded": _("dropped the new reading of a sheet"),
    "sheet.moved": _("moved the lines of a sheet to another entrant"),
    "relation.marked": _("marked a helper as related to a player"),
    "relation.unmarked": _("took away that a helper is related to a player"),
    "rescore.proposed": _("proposed a re-score"),
    "rescore.applied": _("applied a re-score"),
    "rescore.dropped": _("dropped a re-score"),
    "ruling.given": _("ruled on a line"),
    "ruling.signed": _("signed a ruling"),
    "pair.ruled": _("ruled on two methods"),
    "pair.signed": _("signed a ruling on two methods"),
    "disputes.opened": _("opened disputes about a round"),
    "disputes.extended": _("gave more time for disputes about a round"),
    "disputes.closed": _("closed disputes about a round"),
    "dispute.filed": _("filed a dispute"),
    "dispute.joined": _("joined a dispute"),
    "dispute.taken": _("took a dispute to look into"),
    "dispute.upheld": _("upheld a dispute"),
    "dispute.rejected": _("rejected a dispute"),
    "dispute.withdrawn": _("withdrew a dispute"),
    "coach.links_made": _("made coaches’ links"),
    "coach.revoked": _("revoked a coach’s link"),
    "coach.renewed": _("gave a coach a new link"),
}
# what a reader may narrow the trail to: the first part of the verbs
ABOUT: dict[str, Promise] = {
    "round": _("Rounds"),
    "ruling": _("Rulings"),
    "dispute": _("Disputes"),
    "sheet": _("Sheets"),
    "player": _("Players"),
    "puzzle": _("Puzzles"),
    "role": _("Helpers"),
    "tie": _("Ties and penalties"),
    "event": _("The event"),
}
ALSO = {
    "ruling": ("pair",),
    "dispute": ("disputes", "coach"),
    "player": ("entrant", "roster"),
    "puzzle": ("puzzles",),
    "sheet": ("scan", "lines"),
    "role": ("person", "relation"),
    "tie": ("penalty",),
    "event": ("division", "publication"),
}
MOST = 200


def entries(event: Event, about: str = ""):
    """The event's entries, latest first; `about` is one of ABOUT or nothing."""
    found = AuditEntry.objects.filter(event_id=event.pk).order_by("-number")
    if about in ABOUT:
        kinds = "|".join((about, *ALSO.get(about, ())))
        found = found.filter(verb__regex=rf"^({kinds})\.")
    return found


def of(
    event: Event, kind: str, *pks: int, by_name: bool = False, without: tuple[str, ...] = ()
) -> list[Told]:
    """The history of one row, or of several of a kind: every entry about them, in order of number, never of time.

    `kind` is the model's name: "sheet", "round", "dispute", "rescore", "entrant", "ruling", … Judges read it, so that
    players are numbers unless `by_name`. `without` leaves verbs out by their first part. The latest MOST of them.
    """
    mentions = AuditAbout.objects.filter(_mentions(kind, pks), event_id=event.pk)
    found = AuditEntry.objects.filter(event_id=event.pk, number__in=mentions.values("number"))
    for part in without:
        found = found.exclude(verb__startswith=f"{part}.")
    return told.tell(reversed(found.order_by("-number")[:MOST]), VERBS, by_name)


def _mentions(kind: str, pks: tuple[int, ...]) -> Q:
    """An entrant's history tells of her sheets too."""
    told_of = Q(kind=kind, kind_id__in=pks)
    if kind == "entrant":
        told_of |= Q(kind="sheet", kind_id__in=Sheet.objects.filter(entrant__in=pks).values("pk"))
    return told_of


def tell(page: Iterable[AuditEntry]) -> list[Told]:
    """Entries in words, in a number of queries that does not grow with them."""
    return told.tell(page, VERBS)
