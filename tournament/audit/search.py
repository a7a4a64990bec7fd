"""Searching the audit trail: by player, words, person, time and kind, in a number of queries that does not grow."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.functional import cached_property

from ..common import limits
from ..common.wording.folding import fold
from ..models import AuditAbout, AuditEntry, Dispute, Entrant, Event, Keying, Round, Sheet, User
from .history import entries

NOBODY = "nobody"  # entries without a person: by a coach with a link, or by the program


@dataclass(frozen=True)
class HistorySearch:
    """A search of the history; an empty field narrows nothing. `who` is a player's number, or part of a player's or a
    team's name; `by` the id of a person, or NOBODY."""

    event: Event
    who: str = ""
    text: str = ""
    by: str = ""
    since: datetime | None = None
    until: datetime | None = None
    about: str = ""
    names_questions: bool = True  # without, no text is looked for in questions of rounds that are not over

    @cached_property
    def entrants(self) -> list[int]:
        """The entrants that `who` names, at most limits.HISTORY_PLAYERS + 1 of them; one query."""
        wanted = self.who.strip()
        rows = Entrant.objects.filter(event=self.event)
        if wanted.isascii() and wanted.isdecimal():
            return list(rows.filter(player__number=wanted[:9]).values_list("pk", flat=True))
        parts = fold(wanted).split()
        named = rows.order_by("pk").values_list("pk", "player__first_name", "player__last_name", "team__name")
        matches = (pk for pk, *names in named if _has(parts, fold(" ".join(filter(None, names)))))
        return [pk for pk, _number in zip(matches, range(limits.HISTORY_PLAYERS + 1), strict=False)]

    @property
    def names_too_many(self) -> bool:
        return bool(self.who.strip()) and len(self.entrants) > limits.HISTORY_PLAYERS

    def matches(self) -> QuerySet[AuditEntry]:
        """The entries, latest first."""
        rows = entries(self.event, self.about)
        if self.who.strip():
            rows = rows.filter(number__in=self._mentions().values("number"))
        if self.text.strip():
            rows = _with_text(rows, self.text.strip())
            if not self.names_questions:
                hidden = self.event.rounds.exclude(status__in=Round.SHOWN).values_list("pk", flat=True)
                rows = rows.exclude(verb="puzzle.set", after__round__in=list(hidden))
        if self.by:
            rows = rows.filter(by_id=None if self.by == NOBODY else int(self.by))
        if self.since:
            rows = rows.filter(at__gte=self.since)
        return rows.filter(at__lte=self.until) if self.until else rows

    def _mentions(self) -> QuerySet[AuditAbout]:
        """Where these entrants are mentioned: they themselves, their sheets, readings and disputes."""
        entrants = self.entrants[: limits.HISTORY_PLAYERS]
        sheets = Sheet.objects.filter(entrant__in=entrants)
        rows: dict[str, QuerySet] = {
            "entrant": Entrant.objects.filter(pk__in=entrants),
            "player": Entrant.objects.filter(pk__in=entrants, player__isnull=False),
            "team": Entrant.objects.filter(pk__in=entrants, team__isnull=False),
            "sheet": sheets,
            "keying": Keying.objects.filter(sheet__in=sheets),
            "dispute": Dispute.objects.filter(sheet__in=sheets),
        }
        column = {"player": "player", "team": "team"}
        mentioned = Q()
        for kind, of_kind in rows.items():
            mentioned |= Q(kind=kind, kind_id__in=of_kind.values(column.get(kind, "pk")))
        return AuditAbout.objects.filter(mentioned, event_id=self.event.pk)


def _has(parts: list[str], name: str) -> bool:
    return bool(parts) and all(part in name for part in parts)


def _with_text(rows: QuerySet[AuditEntry], text: str) -> QuerySet[AuditEntry]:
    """The entries with the text in their reason or values. Upper and lower case are the same."""
    rows = rows.annotate(before_text=Cast("before", TextField()), after_text=Cast("after", TextField()))
    has = Q()
    for each in {text, text.lower(), text.upper(), text.capitalize()}:  # SQLite knows the case of ASCII letters only
        stored = json.dumps(each, ensure_ascii=connection.vendor == "sqlite")[1:-1]  # as each database keeps JSON
        has |= Q(why__icontains=each) | Q(before_text__icontains=stored) | Q(after_text__icontains=stored)
    return rows.filter(has)


def people(event: Event) -> list[User]:
    """All who made an entry of the event, by name; one query."""
    made = AuditEntry.objects.filter(event_id=event.pk, by_id__isnull=False).order_by().values("by_id").distinct()
    return list(User.objects.filter(pk__in=made).order_by("first_name", "username"))
