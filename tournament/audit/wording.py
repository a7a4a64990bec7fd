"""Audit entries in words: who did what, to which row, and what changed."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from judging.games.paper.explanations import duration

from ..common.sheet_codes import shown
from ..common.wording.sentences import sentence
from ..common.wording.stored_words import in_words
from ..models import (
    AuditEntry,
    Dispute,
    Division,
    Entrant,
    Fixture,
    Keying,
    Player,
    Rescore,
    Round,
    Ruling,
    Series,
    Sheet,
    Table,
    Tie,
    User,
)
from ..models.events import GRADE
from .sentences import is_message, stored_sentence
from .value_names import CHOICES, NOT_SHOWN, label_of
from .verbs import VERBS

SHOWN_CHARACTERS = 120
GradeNames = Mapping[str, str]  # of an event, by number


@dataclass(frozen=True)
class DescribedEntry:
    """An entry in words. `changes` are (what, before, after); before is empty for a new value."""

    entry: AuditEntry
    who: str
    did: str
    subject: str
    changes: tuple[tuple[str, str, str], ...]


def describe(page: Iterable[AuditEntry], by_name: bool = True, names_questions: bool = True) -> list[DescribedEntry]:
    """Entries in words, in a fixed number of queries. Players `by_name` or by their numbers. Unless it
    `names_questions`, those of rounds that are not over are left out."""
    page = list(page)
    if not names_questions:
        _leave_out_questions(page)
    people = User.objects.in_bulk({each.by_id for each in page if each.by_id})
    who = str if by_name else _by_number
    grades: defaultdict[int | None, dict[str, str]] = defaultdict(dict)
    for each in Division.objects.filter(event_id__in={each.event_id for each in page}):
        grades[each.event_id][str(each.grade)] = each.label
    ids = {kind: _ids(page, kind) for kind in NAMES}
    named = {kind: NAMES[kind].of(ids[kind], who) for kind in NAMES if ids[kind]}
    return [
        DescribedEntry(
            each,
            str(people.get(each.by_id, _unsigned(each))),
            str(VERBS[each.verb].words if each.verb in VERBS else each.verb),
            named.get(each.subject, {}).get(each.subject_id or 0, ""),
            tuple(_changes(each.before or {}, each.after or {}, grades[each.event_id])),
        )
        for each in page
    ]


def _leave_out_questions(page: list[AuditEntry]) -> None:
    """Drop from these entries, which are not saved, what is asked in rounds that the public may not see yet."""
    about = {each.pk: each.after["round"] for each in page if each.after and {"boxes", "round"} <= each.after.keys()}
    shown = set(Round.objects.filter(pk__in=about.values(), status__in=Round.SHOWN).values_list("pk", flat=True))
    for each in page:
        if each.after and each.pk in about and about[each.pk] not in shown:
            each.after = {name: value for name, value in each.after.items() if name != "boxes"}


def _unsigned(entry: AuditEntry) -> str:
    """The author of an entry without a user: a coach with a link, or the program."""
    return _("A coach") if "coach_link" in (entry.after or {}) else _("The program")


def _ids(page: list[AuditEntry], kind: str) -> set[int]:
    return {each.subject_id for each in page if each.subject_id and each.subject == kind}


def _changes(before: dict, after: dict, grades: GradeNames) -> Iterator[tuple[str, str, str]]:
    """(name, before, after) of each value that differs; a dict is compared part by part."""
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name), after.get(name)
        if was == now or name in NOT_SHOWN or _is_trivial(name, was, now):
            continue
        if (isinstance(was, dict) or isinstance(now, dict)) and not is_message(now):
            parts = _changes(was if isinstance(was, dict) else {}, now if isinstance(now, dict) else {}, grades)
            of_grade = f"{_grade(name, grades)}: " if name.isdecimal() else ""
            yield from ((f"{of_grade}{label}", old, new) for label, old, new in parts)
        else:
            words = _in_words(name, was, grades), _in_words(name, now, grades)
            if any(words):
                yield (label_of(name), *words)


def _is_trivial(name: str, was: object, now: object) -> bool:
    """Whether a change is not worth showing: 0 for a new value, or the one text of a ruling, which is its subject."""
    return (was is None and now in (0, False)) or (name == "text" and isinstance(now, list) and len(now) == 1)


def _in_words(name: str, value: object, grades: GradeNames) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", []):
        return ""
    if isinstance(value, list):
        return _short(
            "; ".join(_in_words(name if name in {"grades", "scopes"} else "", each, grades) for each in value)
        )
    if is_message(value):
        return stored_sentence(value)
    if isinstance(value, dict):
        return _puzzle_box(value) if "numbers" in value else _short(str(value))
    if name in {"grade", "grades"}:
        return _grade(str(value), grades)
    if name == "time_seconds":
        return sentence(duration(int(str(value))))
    if known := CHOICES.get(name, {}).get(str(value)):
        return str(known)
    return _moment(str(value)) or _short(in_words(str(value)))


def _grade(number: str, grades: GradeNames) -> str:
    """What the event calls a grade; one that it has no more has the name that every grade is given at first."""
    return grades.get(number) or _(GRADE) % {"grade": number}


def _puzzle_box(box: dict) -> str:
    return f"{' '.join(str(number) for number in box['numbers'])} → {box.get('target', '')}"


def _moment(text: str) -> str:
    """A stored UTC moment in the event's time zone; empty for other texts."""
    try:
        at = parse_datetime(text) if len(text) > 16 else None
    except ValueError:
        return ""
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT") if at and timezone.is_aware(at) else ""


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


EntrantNamer = Callable[[Entrant], str]


def _by_number(entrant: Entrant) -> str:
    return str(entrant.label)


def _plain(row: Model, who: EntrantNamer) -> str:
    return str(row)


def _sheet(sheet: Sheet, who: EntrantNamer) -> str:
    return f"{shown(sheet.code)} · {who(sheet.entrant) if sheet.entrant else _('nobody')} · {sheet.round}"


def _ruling(ruling: Ruling, who: EntrantNamer) -> str:
    if ruling.text:
        return f"“{_short(ruling.text)}” · {ruling.puzzle.round}"
    return _("an illegible line · %(round)s") % {"round": ruling.puzzle.round}


def _tie(tie: Tie, who: EntrantNamer) -> str:
    facts = {"grade": tie.division, "kind": tie.get_kind_display().lower(), "place": tie.place}
    return _("%(grade)s, %(kind)s, place %(place)s") % facts


def _whose(entrant: str) -> tuple[str, str]:
    """The way to an entrant's player and team."""
    return f"{entrant}__player", f"{entrant}__team"


class Naming(NamedTuple):
    """How rows of a table are named, and what is read with them for that."""

    table: type[Model]
    related: tuple[str, ...] = ()
    name: Callable[[Any, EntrantNamer], str] = _plain

    def of(self, ids: set[int], who: EntrantNamer) -> dict[int, str]:
        rows = self.table._default_manager.filter(pk__in=ids)
        rows = rows.select_related(*self.related) if self.related else rows
        return {row.pk: self.name(row, who) for row in rows}


NAMES = {
    "round": Naming(Round),
    "player": Naming(Player, _whose("entrant"), lambda player, who: who(player.entrant)),
    "entrant": Naming(Entrant, ("player", "team"), lambda entrant, who: who(entrant)),
    "sheet": Naming(Sheet, ("round", *_whose("entrant")), _sheet),
    "keying": Naming(
        Keying,
        ("sheet__round", *_whose("sheet__entrant")),
        lambda keying, who: f"{who(keying.sheet.entrant)} · {keying.sheet.round}",
    ),
    "ruling": Naming(Ruling, ("puzzle__round",), _ruling),
    "dispute": Naming(
        Dispute, ("sheet__round", *_whose("sheet__entrant")), lambda dispute, who: _sheet(dispute.sheet, who)
    ),
    "rescore": Naming(Rescore),
    "series": Naming(Series),
    "fixture": Naming(Fixture, ("series",)),
    "table": Naming(Table),
    "tie": Naming(Tie, ("division",), _tie),
    "user": Naming(User),
}
