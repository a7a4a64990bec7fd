"""What may I write? One public page an event, made from the engine's own table of functions."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from judging.language import grammar, writing
from judging.language.evaluation import evaluate
from judging.language.exact import write
from judging.language.functions import FUNCTIONS, Function
from judging.language.legality import BASIC, Edition
from judging.language.legality import edition as read_edition

from ..models import Event, Round
from .answers import crumbs
from .common import event_page
from .requests import PageRequest

ANY_WORDS = frozenset({"f"})


@dataclass(frozen=True)
class Entry:
    """A function as the page shows it: its example as mathematics, what it makes, and how else it may be written."""

    row: Function
    mathematics: SafeString
    value: str


@dataclass(frozen=True)
class Rules:
    """One edition of the event and the rounds that are played under it."""

    edition: Edition
    rounds: tuple[Round, ...]

    @property
    def entries(self) -> list[Entry]:
        return [entry(row) for name, row in FUNCTIONS.items() if name in self.edition.functions]

    @property
    def refused(self) -> list[Entry]:
        return [
            entry(row)
            for name, row in FUNCTIONS.items()
            if name not in self.edition.functions and name != "negative"
        ]

    @property
    def is_basic(self) -> bool:
        return self.edition.functions == BASIC


def entry(row: Function) -> Entry:
    """The row with its example read and evaluated by the engine."""
    tree = grammar.readings(row.example, 0, len(row.example), ANY_WORDS)[0]
    return Entry(row, mark_safe(writing.mathml(tree)), write(evaluate(tree).value))


def rules_of(event: Event) -> list[Rules]:
    """The event's different editions, in the order of its rounds."""
    found: dict[str, list[Round]] = {}
    for round_ in event.rounds.all():
        found.setdefault(round_.edition_id, []).append(round_)
    return [Rules(read_edition(rounds[0].edition), tuple(rounds)) for rounds in found.values()]


@event_page()
def notation(request: PageRequest, event: Event) -> HttpResponse:
    context = {"all_rules": rules_of(event), "crumbs": crumbs(event, (_("What may I write?"),))}
    return render(request, "notation/notation.html", context)


urlpatterns = [path("notation/", notation, name="notation")]
