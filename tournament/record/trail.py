"""The audit trail as people read it: who did what, to what, from what to what, and why."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import AuditEntry, Entrant, Event, Keying, Player, Round, User

VERBS: dict[str, Promise] = {
    "event.created": _("created the event"),
    "event.changed": _("changed the event's settings"),
    "event.published": _("changed what the public sees"),
    "division.added": _("added a grade"),
    "division.removed": _("removed a grade"),
    "person.invited": _("invited"),
    "role.given": _("gave a role"),
    "role.taken": _("took a role away"),
    "player.added": _("added a player"),
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
    "sheet.handed_in": _("handed a sheet in"),
    "ruling.given": _("ruled on a line"),
    "pair.ruled": _("ruled on two methods"),
}
# what a reader may narrow the trail to: the first part of the verbs
ABOUT: dict[str, Promise] = {
    "round": _("Rounds"),
    "ruling": _("Rulings"),
    "sheet": _("Sheets"),
    "player": _("Players"),
    "puzzle": _("Puzzles"),
    "role": _("Helpers"),
    "event": _("The event"),
}
ALSO = {
    "ruling": ("pair",),
    "player": ("entrant", "roster"),
    "puzzle": ("puzzles",),
    "role": ("person",),
    "event": ("division",),
}
LONGEST = 120


@dataclass(frozen=True)
class Told:
    """An entry with everything named. `changes` are (what, before, after), before empty where nothing was."""

    entry: AuditEntry
    who: str
    did: str
    subject: str
    changes: tuple[tuple[str, str, str], ...]


def entries(event: Event, about: str = ""):
    """The event's entries, latest first; `about` is one of ABOUT or nothing."""
    found = AuditEntry.objects.filter(event_id=event.pk).order_by("-number")
    if about in ABOUT:
        kinds = "|".join((about, *ALSO.get(about, ())))
        found = found.filter(verb__regex=rf"^({kinds})\.")
    return found


def tell(page: Iterable[AuditEntry]) -> list[Told]:
    """Entries in words, in a number of queries that does not grow with them."""
    page = list(page)
    people = User.objects.in_bulk({each.by_id for each in page if each.by_id})
    named = {kind: name_all(_ids(page, kind)) for kind, name_all in NAMES.items()}
    return [
        Told(
            each,
            str(people.get(each.by_id, _("The program"))),
            str(VERBS.get(each.verb, each.verb)),
            named.get(each.subject, {}).get(each.subject_id, ""),
            tuple(_changes(each)),
        )
        for each in page
    ]


def _ids(page: list[AuditEntry], kind: str) -> set[int]:
    return {each.subject_id for each in page if each.subject == kind}


def _changes(entry: AuditEntry) -> Iterable[tuple[str, str, str]]:
    before, after = entry.before or {}, entry.after or {}
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name), after.get(name)
        if was != now:
            yield name.replace("_", " "), _short(was), _short(now)


def _short(value: object) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _rounds(ids: set[int]) -> dict[int, str]:
    return {each.pk: str(each) for each in Round.objects.filter(pk__in=ids)}


def _players(ids: set[int]) -> dict[int, str]:
    return {each.pk: str(each) for each in Player.objects.filter(pk__in=ids)}


def _entrants(ids: set[int]) -> dict[int, str]:
    return {
        each.pk: str(each) for each in Entrant.objects.filter(pk__in=ids).select_related("player", "team")
    }


def _people(ids: set[int]) -> dict[int, str]:
    return {each.pk: str(each) for each in User.objects.filter(pk__in=ids)}


def _keyings(ids: set[int]) -> dict[int, str]:
    found = Keying.objects.filter(pk__in=ids).select_related(
        "sheet__round", "sheet__entrant__player", "sheet__entrant__team"
    )
    return {each.pk: f"{each.sheet.entrant} · {each.sheet.round}" for each in found}


NAMES: dict[str, Callable[[set[int]], dict[int, str]]] = {
    "round": _rounds,
    "player": _players,
    "entrant": _entrants,
    "keying": _keyings,
    "user": _people,
}
