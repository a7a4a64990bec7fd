"""A fixed day: every format is played on the questions and lines of tests/corpus, at a moment that stands still."""

import datetime
import itertools
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils import timezone, translation

from tests.judging.games.played_rounds import FILES, PlayedRound, read
from tests.tournament.making import make_user
from tournament.accounts import actions as people
from tournament.disputes import actions as disputes, coach_links
from tournament.keying import actions as keyings
from tournament.models import CoachLink, Entrant, Event, Job, Role, Round, Submission, User
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzles
from tournament.rounds import actions as rounds
from tournament.rulings import actions as rulings, queue
from tournament.series import actions as series
from tournament.standings import penalty_actions
from tournament.tasks import perform
from tournament.ties import actions as ties
from tournament.ties.actions import draw_tie

NOW = datetime.datetime(2026, 5, 9, 10, tzinfo=datetime.UTC)
CORPUS = FILES[0].parent
ROUNDS = (
    "dmas",
    "hit_the_target",
    "many_to_one",
    "one_to_many",
    "smash",
    "twenty_four",
)  # the tiebreaker is a Target Game
PLAYERS = ((101, 3, "Otters"), (102, 3, "Otters"), (103, 3, "Herons"), (201, 4, "Herons"), (202, 4, ""))
STEPS = (Round.Status.OPEN, Round.Status.CLOSED, Round.Status.MARKING)


@contextmanager
def standing_still() -> Iterator[None]:
    """Ids begin at 1, the clock stands, and what is drawn by chance is drawn from a seed. Taken back at the end."""
    chance, count = Random(24), itertools.count(1)
    ids = connection.ops.sequence_reset_by_name_sql(no_style(), connection.introspection.sequence_list())
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch, translation.override("en"):
        with connection.cursor() as cursor:
            for sql in ids:
                cursor.execute(sql)
        patch.setattr(timezone, "now", lambda: NOW)
        patch.setattr(uuid, "uuid4", lambda: uuid.UUID(int=next(count)))
        patch.setattr(secrets, "token_hex", lambda size=32: f"{next(count):0{2 * size}x}")
        patch.setattr(secrets, "token_urlsafe", lambda size=32: f"{next(count):0{size}x}")
        patch.setattr(secrets, "SystemRandom", lambda: chance)
        yield
        transaction.set_rollback(True)


class Day:
    def __init__(self) -> None:
        self.organiser = make_user("ora", first_name="Ora", may_create_events=True)
        self.event = events.create(
            by=self.organiser, name="Fixed Day", slug="fixed", held_on=NOW.date(), grades=[3, 4], time_zone="UTC"
        )
        self.judge, self.volunteer = self._helper("jude", Role.JUDGE), self._helper("vera", Role.VOLUNTEER)
        for number, grade, team in PLAYERS:
            facts = roster.PlayerFacts(number, f"Child{number}", "Lund", grade, team)
            roster.add_player(by=self.organiser, event=self.event, facts=facts)

    def _helper(self, name: str, role: Role) -> User:
        user = make_user(name, first_name=name.title())
        people.give_role(by=self.organiser, event=self.event, username=name, role=role)
        return user

    def played(self) -> Event:
        for name in ROUNDS:
            self.play(read(CORPUS / f"{name}.txt"))
        self.decide()
        events.publish(by=self.organiser, event=self.event, visibility=Event.Visibility.PROVISIONAL)
        return Event.objects.get()

    def play(self, paper: PlayedRound) -> None:
        round_ = rounds.add(by=self.organiser, event=self.event, format_slug=paper.format.slug)
        plan = round_.plan.export()
        plan["values"] |= paper.settings
        round_ = rounds.change(by=self.organiser, round_=round_, settings=plan)
        divisions = list(self.event.divisions.all())
        puzzles.assign(by=self.organiser, round_=round_, divisions=divisions, boxes=tuple(paper.puzzles[0]))
        entrants = self.event.entrants.filter(player__isnull=round_.for_teams).order_by("player__number", "team__name")
        written = [(line.box, line.text) for line in paper.lines.values()]
        self.write(round_, {each: written[at % 2 :: at % 2 + 1] for at, each in enumerate(entrants)})

    def write(self, round_: Round, papers: dict[Entrant, list[tuple[int, str]]]) -> None:
        """Type what is on these papers, and judge it."""
        for step in STEPS:
            round_ = round_steps.move(by=self.organiser, round_=round_, status=step)
        for entrant, lines in papers.items():
            keying = keyings.open_sheet(by=self.volunteer, round_=round_, entrant=entrant)
            typed = [keyings.TypedLine(uuid.uuid4(), box, at, text, revision=1) for at, (box, text) in enumerate(lines)]
            keyings.hand_in(by=self.volunteer, keying=keying, lines=typed)
        self.work()

    def work(self) -> None:
        for job in Job.objects.filter(state=Job.State.WAITING).order_by("pk").values_list("pk", flat=True):
            perform(job)

    def decide(self) -> None:
        """Rulings, a penalty, a dispute, a re-score, a series, and a tie with its game."""
        first, second, *_others, last = self.event.rounds.order_by("position")
        for group in list(queue.open_groups(self.event))[:-1]:
            rulings.give(by=self.judge, submission=group.first, counts_as="nothing", reason="It cannot be read.")
        late = Entrant.objects.get(player__number=102)
        penalty_actions.give(by=self.judge, event=self.event, entrant=late, points=5, reason="Came late.")
        change = proposals.void(by=self.organiser, puzzle=second.puzzles.get(), boxes=[0])
        rescore = rescores.propose(by=self.organiser, event=self.event, changes=[change], reason="Misprinted.")
        rescores.apply(by=self.organiser, rescore=rescore, note="Question 1 counts for nobody.")
        self.work()
        round_steps.move(by=self.organiser, round_=first, status=Round.Status.FINAL, anyway=True)
        players = [each.player for each in self.event.entrants.filter(player__isnull=False).order_by("player__number")]
        league = {"name": "League", "game": "countdown", "kind": "round_robin", "players": players[:4]}
        series.make(by=self.organiser, event=self.event, **league)
        self.play_off()
        self.dispute(last)

    def play_off(self) -> None:
        division = self.event.divisions.get(grade=3)
        tie = draw_tie(by=self.organiser, event=self.event, division=division, kind="players", place=1)
        game = ties.start_game(by=self.organiser, tie=tie, numbers=(1, 2, 3, 4), target=24)
        self.write(game.round, {game.first: [(0, "1*2*3*4"), (0, "(1+2+3)*4")], game.second: [(0, "4*3!*(2-1)")]})

    def dispute(self, round_: Round) -> None:
        coach_links.make_links(by=self.organiser, event=self.event)
        disputes.open_window(by=self.organiser, round_=round_)
        line = Submission.objects.filter(sheet__round=round_, sheet__entrant__player__team__isnull=False).earliest("pk")
        link = CoachLink.objects.get(team=line.sheet.entrant.player.team)
        coach_links.dispute(link=link, sheet=line.sheet, line=line, statement="Please look again.", picture=None)
