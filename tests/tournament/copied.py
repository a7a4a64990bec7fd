"""Reads everything that the public reads of an event, and lets the event go on in random ways."""

import contextlib
import uuid
from itertools import cycle, repeat
from random import Random

from django.db.models import ProtectedError
from django.test import Client

from tests.tournament.making import apply, judge_sheets, make_user
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import Entrant, Event, Puzzle, Role, Round, Submission, User
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.rulings import actions as rulings
from tournament.scoring.loader import EntrantInRound
from tournament.scoring.worker import work_out
from tournament.standings import penalty_actions
from tournament.web.published.addresses import addresses

Answer = tuple[int, tuple[tuple[str, str], ...], bytes]

# addresses without a page, with parameters that change nothing, and outside the copy
MORE = (
    "?number=101",
    "?number=999",
    "?number=x",
    "?projector=1&x=2",
    "grade-3/?projector=0",
    "grade-99/",
    "rounds/77/",
    "players/99999/",
    "teams/99999999/",
    "grade-3.csv?x=1",
    "published/",
    "published/1/event.json",
    "changes/",
    "nothing/",
)


def beyond(event: Event) -> list[str]:
    own = [f"/events/{event.slug}/{rest}" for rest in MORE]
    api = [f"/api/v1/events/{event.slug}/{rest}" for rest in ("standings/", "standings/?grade=x", "players/99999/")]
    return [*own, *api, "/", "/api/v1/events/"]


def everything(event: Event, listed: list[str], user: User | None = None) -> dict[tuple[str, str, str], Answer]:
    """Every answer at these addresses and at some that do not exist, in the two languages by turns: status, headers,
    body. At some of them to HEAD too."""
    client = Client()
    if user:
        client.force_login(user)
    front = [(f"/events/{event.slug}/", language, "get") for language in ("en", "es")]
    asked = [*front, *zip([*listed, *beyond(event)], cycle(("en", "es")), repeat("get"))]
    asked += [(address, "en", "head") for address in [*listed[::9], *beyond(event)]]
    return {each: _answer(client, *each) for each in asked}


def _answer(client: Client, address: str, language: str, method: str) -> Answer:
    answer = getattr(client, method)(address, headers={"accept-language": language})
    return answer.status_code, tuple(sorted(answer.headers.items())), answer.content


def public_addresses(event: Event) -> list[str]:
    return list(addresses(event))


class Life:
    """What can happen to an event after a moment, drawn from a seed, through actions and past them."""

    def __init__(self, event: Event, seed: int):
        self.event, self.chance = event, Random(seed)
        self.boss = User.objects.filter(username="boss").first() or make_user("boss", may_create_events=True)
        for role in Role.values:
            event.memberships.get_or_create(user=self.boss, role=role)

    def go_on(self, steps: int) -> list[str]:
        """Take random steps. Returns those that were not refused."""
        done = []
        for _ in range(steps):
            step = self.chance.choice(STEPS)
            with contextlib.suppress(Refused, ProtectedError):  # drawn events have teams without members
                step(self)
                done.append(step.__name__)
        return done

    def rename(self) -> None:
        by, at = self.boss, self.chance.randint(1, 999)
        facts = {"name": f"Day {at}", "accent": "plum", "award_places": at % 9, "public_names": "number"}
        events.change(by=by, event=self.event, **facts, held_on=self.event.held_on.replace(day=at % 28 + 1))

    def add_player(self) -> None:
        number, grade = self.chance.randint(500, 9999), self.event.divisions.first().grade
        facts = roster.PlayerFacts(number, "Late", "Comer", grade, self.chance.choice(["", "Herons"]))
        roster.add_player(by=self.boss, event=self.event, facts=facts)

    def change_player(self) -> None:
        player = self.chance.choice(list(self.event.players.order_by("number")))
        team = player.team.name if player.team else ""
        facts = roster.PlayerFacts(player.number, "Other", "Name", player.division.grade, team)
        roster.change_player(by=self.boss, player=player, facts=facts)

    def withdraw(self) -> None:
        entrant = self.chance.choice(list(self._players()))
        status = self.chance.choice(Entrant.Status.values)
        roster.set_status(by=self.boss, entrant=entrant, status=status)

    def penalise(self) -> None:
        entrant = self.chance.choice(list(self._players()))
        penalty_actions.give(by=self.boss, event=self.event, entrant=entrant, points=5, reason="Late.")

    def type_a_sheet(self) -> None:
        round_, entrant = self.chance.choice(self._rounds()), self.chance.choice(list(self._players()))
        keying = keyings.open_sheet(by=self.boss, round_=round_, entrant=entrant)
        lines = [keyings.TypedLine(uuid.UUID(int=self.chance.getrandbits(128)), 0, 0, "1*2*3*4", revision=1)]
        keyings.hand_in(by=self.boss, keying=keying, lines=lines)
        judge_sheets(keying.sheet_id)

    def rule(self) -> None:
        lines = Submission.objects.filter(sheet__round__event=self.event).order_by("sheet", "position")
        line = self.chance.choice(list(lines))
        says = self.chance.choice(["nothing", "withdrawn"])
        rulings.give(by=self.boss, submission=line, counts_as=says, reason=f"So it is, {self.chance.random()}.")
        work_out({EntrantInRound(line.sheet.round_id, line.sheet.entrant_id)})

    def void(self) -> None:
        puzzles = Puzzle.objects.filter(round__event=self.event).select_related("active").order_by("pk")
        asked = [each for each in puzzles if each.void_boxes != [0]]
        puzzle = self.chance.choice(asked or list(puzzles))
        change = proposals.void(by=self.boss, puzzle=puzzle, boxes=[0])
        made = rescores.propose(by=self.boss, event=self.event, changes=[change], reason="Misprinted.")
        apply(self.boss, made, "Question 1 counts for nobody.")

    def add_round(self) -> None:
        rounds.add(by=self.boss, event=self.event, format_slug="twenty_four")

    def move_round(self) -> None:
        round_ = self.chance.choice(self._rounds())
        status = self.chance.choice(Round.Status.values)
        round_steps.move(by=self.boss, round_=round_, status=status, why="So.", anyway=True)

    def give_a_role(self) -> None:
        make_user(name := f"helper{self.chance.getrandbits(40)}")
        people.give_role(by=self.boss, event=self.event, username=name, role="judge")

    def _players(self):
        return self.event.entrants.filter(player__isnull=False).order_by("player__number")

    def _rounds(self) -> list[Round]:
        return list(self.event.rounds.order_by("position"))


STEPS = [
    Life.rename,
    Life.add_player,
    Life.change_player,
    Life.withdraw,
    Life.penalise,
    Life.type_a_sheet,
    Life.rule,
    Life.void,
    Life.add_round,
    Life.move_round,
    Life.give_a_role,
]
