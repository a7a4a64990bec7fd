"""The public pages of the rules: “How to play”, and “What may I write?”, made from the engine's table of functions."""

from dataclasses import dataclass

from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from judging.language.editions import BASIC, Edition, edition as read_edition
from judging.language.evaluation.evaluate import evaluate
from judging.language.functions.table import FUNCTIONS, Function
from judging.language.numbers.exact import write
from judging.language.parsing import grammar, writing

from ..models import Event, Round, Ruling, Verdict
from ..scoring.rulings import with_overtaken
from ..web.pages import PageRequest, crumbs, event_page
from ..web.permissions import sees_results
from ..web.published.addresses import copied
from .expected_sheets import with_sides
from .how_to_play import how_to_play as rounds_played, live_games

ANY_WORDS = frozenset({"f"})


@dataclass(frozen=True)
class FunctionEntry:
    """A function as the page shows it: its example as mathematics, what it makes, and how else it may be written."""

    row: Function
    mathematics: SafeString
    value: str


@dataclass(frozen=True)
class Rules:
    """One edition of the event and the rounds that are played under it."""

    edition: Edition
    rounds: tuple[Round, ...]
    allowed: tuple[Ruling, ...] = ()

    @property
    def entries(self) -> list[FunctionEntry]:
        return [entry(row) for name, row in FUNCTIONS.items() if name in self.edition.functions]

    @property
    def refused(self) -> list[FunctionEntry]:
        return [
            entry(row) for name, row in FUNCTIONS.items() if name not in self.edition.functions and name != "negative"
        ]

    @property
    def is_basic(self) -> bool:
        return self.edition.functions == BASIC


def entry(row: Function) -> FunctionEntry:
    """The row with its example read and evaluated by the engine."""
    tree = grammar.readings(row.example, 0, len(row.example), ANY_WORDS)[0]
    return FunctionEntry(row, mark_safe(writing.mathml(tree)), write(evaluate(tree).value))


def rules_of(event: Event, with_results: bool = True) -> list[Rules]:
    """The event's different editions, in the order of its rounds; `with_results`, also of tiebreakers, and with what
    judges allowed beyond them."""
    by_edition: dict[str, list[Round]] = {}
    for round_ in with_sides(event.rounds.all()):
        if round_.tiebreaker and not with_results:
            continue
        by_edition.setdefault(round_.edition_id, []).append(round_)
    allowed = allowed_by_judges(event) if with_results else []
    return [
        Rules(read_edition(rounds[0].edition), tuple(rounds), tuple(r for r in allowed if r.puzzle.round in rounds))
        for rounds in by_edition.values()
    ]


def allowed_by_judges(event: Event) -> list[Ruling]:
    """The rulings in force by which a line counts although the program does not know a function in it, in the order
    given, each answer once; two queries, one where there are none."""
    counts = event.rulings.filter(counts_as__in=[Ruling.CountsAs.VALUE, Ruling.CountsAs.METHOD])
    held = with_overtaken(counts).filter(signed__gte=F("needs"), is_overtaken=False).select_related("puzzle__round")
    given = {(each.puzzle_id, each.box, each.answer): each for each in held.order_by("-pk")}
    unknown = Verdict.objects.filter(
        puzzle_version__puzzle__round__event=event, digest__in={each.digest for each in given.values()}
    )
    texts = {each.digest for each in unknown if any(r["code"] == "unknown_function" for r in each.reasons)}
    return sorted((each for each in given.values() if each.digest in texts), key=lambda each: each.pk)


@copied(is_of_results=False, order=0)
@event_page()
def how_to_play(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        "games": rounds_played(event),
        "live_games": live_games(event),
        "crumbs": crumbs(event, (_("How to play"),)),
    }
    return render(request, "rounds/how_to_play.html", context)


@copied(is_of_results=False, order=0)
@event_page()
def notation(request: PageRequest, event: Event) -> HttpResponse:
    visible = sees_results(event, request.capabilities)
    context = {
        "all_rules": rules_of(event, with_results=visible),
        "crumbs": crumbs(event, (_("What may I write?"),)),
    }
    return render(request, "rounds/notation.html", context)


urlpatterns = [
    path("how-to-play/", how_to_play, name="how-to-play"),
    path("notation/", notation, name="notation"),
]
