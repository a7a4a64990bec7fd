"""Actions on ties: start the next game, drop one that is no longer a tie. For organisers. `draw.py` draws one."""

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
from puzzles.tiebreaker import TiebreakerQuestion, question

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..common.wording.stored_words import as_stored, for_row
from ..models import Entrant, Round, Tie, TieGame, User
from ..models.events import GRADE
from ..models.rounds import TIEBREAKER
from ..round_puzzles import actions as puzzle_actions
from ..standings.actions import locked_until_final
from ..standings.brackets import PlayedTie
from . import queries as record


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
