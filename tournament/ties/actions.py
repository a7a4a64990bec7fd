"""Actions on ties, for organisers: draw one (NT-TB-2), start its next game, drop one that is no longer a tie."""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import count

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.games.formats import FORMATS
from judging.games.paper import Box
from judging.games.settings import Settings
from judging.messages import message
from judging.results.ties import has_tiebreak, ties_at
from puzzles.tiebreaker import TiebreakerQuestion, question

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..common.wording.stored_words import as_stored, for_row
from ..models import Division, Entrant, Event, Round, Tie, TieGame, TieSide, User
from ..models.events import GRADE
from ..models.rounds import TIEBREAKER
from ..round_puzzles import actions as puzzle_actions
from ..standings.actions import locked_until_final
from ..standings.brackets import PlayedTie
from ..standings.standings import TABLES
from . import queries as record


def seed_of(event: Event, grade: int, kind: str, place: int) -> str:
    """The seed of a tie (NT-TB-2): SHA-256, in hex, of `seed/grade/kind/place`, the seed being the event's."""
    return hashlib.sha256(f"{event.tie_seed}/{grade}/{kind}/{place}".encode()).hexdigest()


@transaction.atomic
def draw_tie(*, by: User, event: Event, division: Division, kind: str, place: int) -> Tie:
    """Draw the order of play for those tied for this place. A tie that is already drawn is returned unchanged; one that
    was dropped with the same sides comes back with its games (NT-TB-7)."""
    event = locked_until_final(by, "run", event)
    if kind not in TABLES or division.event_id != event.pk:
        raise invalid(kind=_("Choose a standing of this event."))
    if too_early := list(record.not_marked_yet(event)):
        raise Refused("too_early", " ".join(too_early))
    table = TABLES[kind](event, division)
    if table.provisional:
        text = _("Some lines in these standings are not judged yet. They may create or end a tie.")
        raise Refused("provisional", text)
    levels = ties_at(table.standing, event.award_places) if has_tiebreak(table.chain) else ()
    level = next((each for each in levels if each.first == place), None)
    if level is None or not table.has_points:
        raise Refused("no_tie", _("Nobody is tied for this place, or tiebreakers do not decide it."))
    if played := record.played_of(table, level):
        return played.tie
    if not event.tie_seed:
        raise Refused("no_seed", _("The event has no seed: it is drawn when the first round opens."))
    sides = Entrant.objects.filter(pk__in=level.entrants).select_related("player", "team")
    return _draw_or_restore(by, event, division, kind, place, list(sides))


def _draw_or_restore(by: User, event: Event, division: Division, kind: str, place: int, sides: list[Entrant]) -> Tie:
    earlier = Tie.objects.filter(division=division, kind=kind, place=place)
    if earlier.filter(dropped_at__isnull=True).exists():
        text = _("Another tie for this place was drawn earlier and is no longer a tie. Drop it first.")
        raise Refused("drop_first", text)
    ids = {each.pk for each in sides}
    before = next((each for each in earlier.order_by("-pk") if _ids(each) == ids), None)
    if before:
        before.dropped_at = None
        before.save(update_fields=["dropped_at"])
    tie = before or _create_tie(by, event, division, kind, place, sides)
    names = sorted(each.drawn_as for each in tie.drawn.all())
    after = {"grade": division.grade, "kind": kind, "place": place, "sides": names, "seed": tie.seed}
    audit.record(event, by, "tie.drawn", tie, after=after | {"again": bool(before)}, about=sides)
    return tie


def _create_tie(by: User, event: Event, division: Division, kind: str, place: int, sides: list[Entrant]) -> Tie:
    """A new tie. Its sides keep today's names and numbers, so that a later change does not change the draw."""
    tie = Tie.objects.create(
        event=event,
        division=division,
        kind=kind,
        place=place,
        seed=seed_of(event, division.grade, kind, place),
        made_by=by,
        made_at=timezone.now(),
    )
    TieSide.objects.bulk_create(TieSide(tie=tie, entrant=each, drawn_as=each.label) for each in sides)
    return tie


def _ids(tie: Tie) -> set[int]:
    return set(tie.sides.values_list("pk", flat=True))


@transaction.atomic
def start_game(*, by: User, tie: Tie, numbers: Sequence[int] = (), target: int | None = None) -> TieGame:
    """Start the next game: a planned round for the two sides, with a drawn puzzle unless one is given.

    Refused while a game is not finished or waits for a judge (NT-TB-5), and if the tie is decided or no longer a tie.
    """
    event = locked_until_final(by, "run", tie.event)
    tie = Tie.objects.select_related("event", "division").get(pk=tie.pk)
    played = _next_game_of(tie)
    first, second = (
        Entrant.objects.select_related("player", "team").get(pk=int(side)) for side in played.bracket.next or ()
    )
    rules = FORMATS[TIEBREAKER]
    preset = rules.presets[0]
    last = event.rounds.order_by("position").last()
    round_ = Round.objects.create(
        event=event,
        position=last.position + 1 if last else 1,
        name=name_of_game(tie, first, second),
        format=TIEBREAKER,
        preset=preset.slug,
        settings=preset.plan.export(),
        edition={"edition": rules.edition},
    )
    game = TieGame.objects.create(tie=tie, number=tie.games.count() + 1, round=round_, first=first, second=second)
    boxes = _boxes(round_, tie, numbers, target)
    puzzle_actions.assign(by=by, round_=Round.objects.get(pk=round_.pk), divisions=[tie.division], boxes=boxes)
    after = {"number": game.number, "sides": [first.label, second.label], "place": tie.place}
    audit.record(event, by, "tie.game_begun", tie, after=after, about=[round_, first, second])
    return game


def _next_game_of(tie: Tie) -> PlayedTie:
    """The tie, if its next game can be started."""
    played = None if tie.dropped_at else record.is_held(tie)
    if played is None:
        raise Refused("not_tied", _("They are no longer tied, so there is no tiebreaker to play."))
    if played.bracket.waits:
        raise Refused("waits", _("A game of this tie is waiting for a judge. Play the next one after the ruling."))
    if played.going:
        text = _("%(game)s is not finished. Type both sheets first.")
        raise Refused("going", text % {"game": played.going.round.name})
    if played.bracket.next is None:
        raise Refused("decided", _("This tie is already decided."))
    return played


def name_of_game(tie: Tie, first: Entrant, second: Entrant, round_: Round | None = None) -> str:
    """What the round of a game between these two is called, as it is stored; at most 80 characters in words. A second
    one has a number, so that no two rounds have one name. `round_` is its round if it has one already."""
    others = Round.objects.filter(event=tie.event_id).exclude(pk=round_.pk if round_ else 0)
    taken = {for_row(each) for each in others.values_list("name", flat=True)}
    return next(name for name in map(partial(_name, tie, first, second), count(1)) if name not in taken)


def _name(tie: Tie, first: Entrant, second: Entrant, number: int) -> str:
    grade = tie.division.grade
    is_usual = tie.division.name == GRADE % {"grade": grade}
    shown = message("round_grade", grade=grade) if is_usual else tie.division.name[:14]
    if number == 1:
        return as_stored(message("round_tiebreaker", grade=shown, one=first.label[:25], rival=second.label[:25]))
    sides = {"one": first.label[:23], "rival": second.label[:23]}
    return as_stored(message("round_tiebreaker_again", grade=shown, number=number, **sides))


def _boxes(round_: Round, tie: Tie, numbers: Sequence[int], target: int | None) -> tuple[Box, ...]:
    """The given question or a drawn one, never one already played in this tie (NT-TB-6)."""
    settings = round_.settings_for(tie.division.grade)
    seen = set(_questions_played(tie))
    if not numbers:
        numbers, target = _draw_question(settings, seen)
    elif target is None:
        raise invalid(target=_("Type the target."))
    elif (tuple(sorted(numbers)), target) in seen:
        raise invalid(numbers=_("This question was already played in this tie."))
    return round_.rules.lay_out(settings, [tuple(numbers)], [Fraction(target)])


def _draw_question(settings: Settings, seen: set[TiebreakerQuestion]) -> TiebreakerQuestion:
    try:
        return question(
            secrets.SystemRandom(),
            settings.whole("numbers_count"),
            (settings.whole("number_from"), settings.whole("number_to")),
            (settings.whole("target_from"), settings.whole("target_to")),
            seen,
        )
    except LookupError as error:
        raise Refused("no_question", _("No question could be drawn. Type one.")) from error


def _questions_played(tie: Tie) -> Iterator[TiebreakerQuestion]:
    for game in tie.games.select_related("round"):
        for puzzle in game.round.puzzles.filter(active__isnull=False).select_related("active"):
            for version in puzzle.versions.all():
                for box in version.read_boxes():
                    yield tuple(sorted(box.numbers)), int(box.target)


@transaction.atomic
def drop(*, by: User, tie: Tie) -> Tie:
    """Drop a tie whose sides are no longer tied. Its games stay stored and count again if the same tie is drawn
    again."""
    event = locked_until_final(by, "run", tie.event)
    tie = Tie.objects.select_related("event", "division").get(pk=tie.pk)
    if tie.dropped_at:
        return tie
    if record.is_held(tie):
        raise Refused("holds", _("They are still tied, so the tie cannot be dropped."))
    tie.dropped_at = timezone.now()
    tie.save(update_fields=["dropped_at"])
    sides = list(tie.sides.select_related("player", "team"))
    after = {"place": tie.place, "sides": sorted(each.label for each in sides)}
    audit.record(event, by, "tie.dropped", tie, after=after, about=sides)
    return tie
