"""Plays small events by actions: the one that runs a competition, and its halls."""

import datetime
import hashlib
import json
import uuid
from collections.abc import Mapping, Sequence
from contextlib import contextmanager

from django.test import override_settings
from django.utils import timezone

from judging.games.paper import Box
from judging.language.editions import EDITIONS
from puzzles.functions.operations import normalise
from puzzles.sets.generate import FORMATS, reporter_of
from puzzles.sets.puzzles import GeneratedPuzzle, GeneratedQuestion
from tests.tournament.making import boxes, publish
from tests.tournament.set_up import made_once
from tournament.competitions import actions
from tournament.competitions.handing_in import HandedIn
from tournament.exports import public
from tournament.keying import actions as keyings
from tournament.models import Competition, Event, Hall, Job, PuzzleSet, Round, User
from tournament.organiser import actions as events, round_steps
from tournament.publication import signing
from tournament.puzzle_digests import published_keys
from tournament.puzzle_sets import use_actions
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds
from tournament.tasks import perform

ASKED = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
HITS = ("1*2*3*4", "(1+2+3)*4", "4*3*2/1", "(1+3)*(2+4)")
Sheets = Mapping[int, int]  # player -> how many methods they write


def key_of(hall: str) -> str:
    return f"the secret of {hall}, long enough to be a key"


@contextmanager
def at(hall: str):
    """The machine of a hall: its site signs with a key of its own."""
    with override_settings(SIGNING_KEY=key_of(hall)):
        yield


def fingerprint(hall: str) -> str:
    with at(hall):
        return signing.fingerprint()


@made_once
def make_event(
    organiser: User, slug: str, grades: Sequence[int] = (3, 4), asked: tuple[Box, ...] = ASKED, **values: int
) -> Event:
    event = events.create(
        by=organiser, name=slug.title(), slug=slug, held_on=datetime.date(2026, 5, 9), grades=list(grades)
    )
    round_ = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    if values:
        plan = round_.plan.export()
        plan["values"] |= values
        rounds.change(by=organiser, round_=round_, settings=plan)
    puzzle_actions.assign(by=organiser, round_=round_, divisions=list(event.divisions.all()), boxes=asked)
    return event


@made_once
def play(organiser: User, slug: str, sheets: Sheets, visibility: str = "provisional", **more) -> Event:
    """An event that was played to its end; players 301 to 399 are in grade 3, 401 to 499 in grade 4, 310 and 311 in a
    team."""
    with at(slug):
        event = make_event(organiser, slug, **more)
        for number in sheets:
            team = "Otters" if number in {310, 311} else ""
            facts = roster.PlayerFacts(number, f"Name{number}", "Lund", number // 100, team)
            roster.add_player(by=organiser, event=event, facts=facts)
        round_ = step(organiser, event.rounds.get(), "open", "closed", "marking")
        for player in event.players.select_related("entrant"):
            type_sheet(organiser, round_, player.entrant, sheets[player.number])
        work_through()
        step(organiser, round_, "final")
        return publish(organiser, event, visibility)


def step(organiser: User, round_: Round, *steps: str) -> Round:
    for each in steps:
        round_ = round_steps.move(by=organiser, round_=round_, status=each, anyway=each == "final")
    return round_


def type_sheet(organiser: User, round_: Round, entrant, count: int) -> None:
    keying = keyings.open_sheet(by=organiser, round_=round_, entrant=entrant)
    lines = [keyings.TypedLine(uuid.uuid4(), 0, at, text, revision=1) for at, text in enumerate(HITS[:count])]
    keyings.hand_in(by=organiser, keying=keying, lines=lines)


def work_through() -> None:
    while job := Job.objects.filter(state=Job.State.WAITING, kind=Job.JUDGE_SHEET).first():
        perform(job.pk)


def exported(event: Event) -> HandedIn:
    """What a provisional hall sends."""
    return HandedIn(public.document(event))


def signed(event: Event, hall: str = "", document: bytes = b"") -> HandedIn:
    """What a final hall sends, signed by the key of the event or of another hall. Publishing takes seconds, so that
    only one test does it in earnest."""
    document = document or public.document(event)
    audit = json.loads(document)["audit"]
    digest = hashlib.sha256(document).hexdigest()
    lines = [f"event: {event.slug}", f"document: {digest}", f"audit: {audit['number']}:{audit['hash']}"]
    statement = "".join(f"{line}\n" for line in ["number-tournament final results 1", *lines]).encode()
    with at(hall or event.slug):
        return HandedIn(document, statement, signing.sign(statement).encode(), signing.public_key().encode())


def seal(organiser: User, event: Event) -> None:
    """Ask what the event asks from locked sets, and publish their digests."""
    reporter = reporter_of("twenty_four", {}, EDITIONS[FORMATS["twenty_four"].edition])
    questions = [
        GeneratedQuestion(box.numbers, normalise(box.target), reporter.report(box.numbers, box.target, functions=False))
        for box in ASKED
    ]
    puzzles = [GeneratedPuzzle(at, (question,)) for at, question in enumerate(questions)]
    for division in event.divisions.all():
        made = PuzzleSet.objects.create(
            event=event,
            round=event.rounds.get(),
            grade=division.grade,
            name="Sealed",
            format="twenty_four",
            seed=f"{division.grade:032x}",
            count=len(puzzles),
            making="done",
            puzzles=[each.as_dict() for each in puzzles],
            made_by=organiser,
            made_at=timezone.now(),
        )
        use_actions.use(by=organiser, puzzle_set=made, replace=True)
    published_keys.publish_digests(by=organiser, event=event)


def register(organiser: User, competition: Competition, slug: str, **facts: str) -> Hall:
    facts = {"name": f"{slug.title()} hall", "fingerprint": fingerprint(slug), "event_slug": slug} | facts
    return actions.add_hall(by=organiser, event=competition.event, slug=slug, **facts)
