"""Two more halls that have played the first round of the demo with a few players each, and hand in what they have."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ..competitions import actions as competitions
from ..competitions.handing_in import hand_in_from_here
from ..models import Event
from ..next_event.actions import create_like
from ..organiser import actions as events
from ..publication import signing
from ..round_puzzles import actions as puzzle_actions
from .day import Day

MAIN, OTHERS = "main", ("south", "east")
PLAYERS = 6  # of each of the others
PLAYED = 1  # the position of the round that they have played


def begin(day: Day) -> None:
    """Let the demo event run a competition in which it is the main hall."""
    competitions.begin(by=day.organiser, event=day.event)
    _register(day, MAIN, day.event)


def _register(day: Day, slug: str, event: Event) -> None:
    facts = {"name": f"{slug.title()} hall", "fingerprint": signing.fingerprint(), "event_slug": event.slug}
    competitions.add_hall(by=day.organiser, event=day.event, slug=slug, **facts)


def others(day: Day) -> Iterator[Day]:
    """The day of each other hall, with the demo's rounds and nobody in it."""
    chance = Random(day.chance.random())
    for slug in OTHERS:
        made = create_like(
            by=day.organiser,
            earlier=day.event,
            name=f"{day.event.name}, {slug} hall",
            held_on=day.event.held_on,
            slug=f"{day.event.slug}-{slug}",
        )
        _register(day, slug, made.event)
        _ask_the_same(day, made.event)
        quiet = replace(day, say=lambda sentence: None, advance=lambda done, of: None)
        yield replace(quiet, event=made.event, chance=chance)


def _ask_the_same(day: Day, event: Event) -> None:
    """Give the round that is played the puzzles of the demo."""
    divisions = {division.grade: division for division in event.divisions.all()}
    round_ = event.rounds.get(position=PLAYED)
    for puzzle in day.event.rounds.get(position=PLAYED).puzzles.all():
        grades = [divisions[each.grade] for each in puzzle.divisions.all()]
        puzzle_actions.assign(by=day.organiser, round_=round_, divisions=grades, boxes=puzzle.version.read_boxes())


def hand_in(day: Day, other: Day) -> None:
    """The hall hands in its provisional results, and the public reads the joint standing."""
    events.publish(by=day.organiser, event=other.event, visibility=Event.Visibility.PROVISIONAL)
    hall = day.event.competition.halls.get(event_slug=other.event.slug)
    hand_in_from_here(by=day.organiser, hall=hall)
    competitions.show(by=day.organiser, event=day.event, is_public=True)
