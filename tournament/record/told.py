"""Audit entries in words: the person, the deed, what it was done to, and what was before and after."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..codes import shown
from ..models import (
    AuditEntry,
    Dispute,
    Entrant,
    Keying,
    Rescore,
    Round,
    Ruling,
    Sheet,
    Tie,
    User,
)
from .audit_words import CHOICES, UNTOLD, called
from .verbs import VERBS

LONGEST = 120


@dataclass(frozen=True)
class Told:
    """An entry with everything named. `changes` are (what, before, after), before empty where nothing was."""

    entry: AuditEntry
    who: str
    did: str
    subject: str
    changes: tuple[tuple[str, str, str], ...]


def tell(page: Iterable[AuditEntry], by_name: bool = True) -> list[Told]:
    """Entries in words, in a number of queries that does not grow with them. Players `by_name` or by their numbers."""
    page = list(page)
    people = User.objects.in_bulk({each.by_id for each in page if each.by_id})
    who = str if by_name else _by_number
    named = {kind: name_all(ids, who) for kind, name_all in NAMES.items() if (ids := _ids(page, kind))}
    return [
        Told(
            each,
            str(people.get(each.by_id, _unsigned(each))),
            str(VERBS[each.verb].words if each.verb in VERBS else each.verb),
            named.get(each.subject, {}).get(each.subject_id, ""),
            tuple(_changes(each.before or {}, each.after or {})),
        )
        for each in page
    ]


def _unsigned(entry: AuditEntry) -> str:
    """Who stands behind an entry without a person: a coach acts through her link."""
    return _("A coach") if "coach_link" in (entry.after or {}) else _("The program")


def _ids(page: list[AuditEntry], kind: str) -> set[int]:
    return {each.subject_id for each in page if each.subject == kind}


def _changes(before: dict, after: dict) -> Iterator[tuple[str, str, str]]:
    """What differs, by its name; where a value has parts of its own, the parts that differ."""
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name), after.get(name)
        if was == now or name in UNTOLD or _says_nothing(name, was, now):
            continue
        if isinstance(was, dict) or isinstance(now, dict):
            yield from _changes(was if isinstance(was, dict) else {}, now if isinstance(now, dict) else {})
        else:
            told = _in_words(name, was), _in_words(name, now)
            if any(told):
                yield (called(name), *told)


def _says_nothing(name: str, was: object, now: object) -> bool:
    """A nought where nothing was before; the one text of a ruling, which is its subject."""
    return (was is None and now in (0, False)) or (name == "text" and isinstance(now, list) and len(now) == 1)


def _in_words(name: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", []):
        return ""
    if isinstance(value, list):
        return _short("; ".join(_in_words("", each) for each in value))
    if isinstance(value, dict):
        return _asked(value) if "numbers" in value else _short(str(value))
    if known := CHOICES.get(name, {}).get(str(value)):
        return str(known)
    return _moment(str(value)) or _short(str(value))


def _asked(box: dict) -> str:
    return f"{' '.join(str(number) for number in box['numbers'])} → {box.get('target', '')}"


def _moment(text: str) -> str:
    """A moment as the record keeps it, in UTC, as people read it, in the zone of the event."""
    try:
        at = parse_datetime(text) if len(text) > 16 else None
    except ValueError:
        return ""
    return date_format(timezone.localtime(at), "j M H:i") if at and timezone.is_aware(at) else ""


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


Who = Callable[[Entrant], str]


def _by_number(entrant: Entrant) -> str:
    return str(entrant.label)


def _plain(model: type[Model]) -> Callable[[set[int], Who], dict[int, str]]:
    return lambda ids, who: {each.pk: str(each) for each in model._default_manager.filter(pk__in=ids)}


def _players(ids: set[int], who: Who) -> dict[int, str]:
    found = Entrant.objects.filter(player__in=ids).select_related("player")
    return {each.player_id: who(each) for each in found}


def _entrants(ids: set[int], who: Who) -> dict[int, str]:
    return {each.pk: who(each) for each in Entrant.objects.filter(pk__in=ids).select_related(*_NAMED)}


def _sheets(ids: set[int], who: Who) -> dict[int, str]:
    found = Sheet.objects.filter(pk__in=ids).select_related("round", *_named("entrant"))
    return {each.pk: _of_sheet(each, who) for each in found}


def _of_sheet(sheet: Sheet, who: Who) -> str:
    return f"{shown(sheet.code)} · {who(sheet.entrant) if sheet.entrant else _('nobody')} · {sheet.round}"


def _keyings(ids: set[int], who: Who) -> dict[int, str]:
    found = Keying.objects.filter(pk__in=ids).select_related("sheet__round", *_named("sheet__entrant"))
    return {each.pk: f"{who(each.sheet.entrant)} · {each.sheet.round}" for each in found}


def _rulings(ids: set[int], who: Who) -> dict[int, str]:
    found = Ruling.objects.filter(pk__in=ids).select_related("puzzle__round")
    return {
        each.pk: f"“{_short(each.text)}” · {each.puzzle.round}"
        if each.text
        else _("an illegible line · %(round)s") % {"round": each.puzzle.round}
        for each in found
    }


def _disputes(ids: set[int], who: Who) -> dict[int, str]:
    found = Dispute.objects.filter(pk__in=ids).select_related("sheet__round", *_named("sheet__entrant"))
    return {each.pk: _of_sheet(each.sheet, who) for each in found}


def _ties(ids: set[int], who: Who) -> dict[int, str]:
    found = Tie.objects.filter(pk__in=ids).select_related("division")
    said = _("%(grade)s, %(kind)s, place %(place)s")
    return {
        each.pk: said % {"grade": each.division, "kind": each.get_kind_display().lower(), "place": each.place}
        for each in found
    }


_NAMED = ("player", "team")


def _named(path: str) -> list[str]:
    return [f"{path}__{each}" for each in _NAMED]


NAMES: dict[str, Callable[[set[int], Who], dict[int, str]]] = {
    "round": _plain(Round),
    "player": _players,
    "entrant": _entrants,
    "sheet": _sheets,
    "keying": _keyings,
    "ruling": _rulings,
    "dispute": _disputes,
    "rescore": _plain(Rescore),
    "tie": _ties,
    "user": _plain(User),
}
