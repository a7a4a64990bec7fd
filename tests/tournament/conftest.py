"""A small event, made through the same actions that the pages call."""

import datetime
import itertools
import uuid
from collections.abc import Callable
from time import monotonic, sleep

import pytest
from django.db import connection, transaction
from django.test import Client, TransactionTestCase
from django.urls import resolve

from judging.games.paper import Box
from tests.tournament.making import SharingClient, boxes, make_user, publish
from tests.tournament.set_up import SET_UP, made_once
from tournament.accounts import actions as people
from tournament.keying import actions as keyings
from tournament.models import Entrant, Event, Job, Player, Role, Round, Submission, User
from tournament.organiser import actions as events, round_steps
from tournament.publication import copies, rendering
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds
from tournament.sign_in import sessions
from tournament.tasks import perform
from tournament.web.published.addresses import addresses

# Tests that use some of these make them in this order, so that they share them.
MADE_FIRST = ("organiser", "event", "volunteer", "round_24", "entrant", "judge_user", "other_volunteer", "judge")
ALWAYS_FILLED = {"django_migrations", "django_content_type", "auth_permission"}


def pytest_collection_modifyitems(items) -> None:
    for item in items:
        names = getattr(item, "fixturenames", [])
        if used := [name for name in MADE_FIRST if name in names]:
            first = min(map(names.index, used))
            names[first:] = [*used, *(name for name in names[first:] if name not in used)]


def _empty(_case: TransactionTestCase) -> None:
    """At the end of a transactional test, delete the rows of those tables that have any.

    Django's `flush` empties every table and makes content types and permissions again, which takes three times as long;
    and the append-only triggers would refuse it.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        names = set(connection.introspection.table_names(cursor)) - ALWAYS_FILLED
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in names))
        filled = [name for (name,) in cursor.fetchall()]
        triggers = _triggers(cursor, filled)
        for off, _on in triggers:
            cursor.execute(off)
        for name in filled:
            cursor.execute(f"DELETE FROM {name}")
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for _off, on in triggers:
            cursor.execute(on)


def _triggers(cursor, tables: list[str]) -> list[tuple[str, str]]:
    """For each trigger of the tables, the statements that take it off and put it back."""
    if connection.vendor == "postgresql":
        return [
            (f"ALTER TABLE {each} DISABLE TRIGGER USER", f"ALTER TABLE {each} ENABLE TRIGGER USER") for each in tables
        ]
    cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
    return [(f"DROP TRIGGER {name}", sql) for table, name, sql in cursor.fetchall() if table in tables]


TransactionTestCase._fixture_teardown = _empty


@pytest.fixture(autouse=True)
def patience(patches_for_all):
    """Publishing waits for the whole copy, however slow the machine is."""
    patches_for_all.setattr(rendering, "PATIENCE", datetime.timedelta(minutes=5))


@pytest.fixture(autouse=True)
def one_language(request, patches_for_all):
    """Copies of results have half the pages, but for tests that are marked `languages`."""
    if request.node.get_closest_marker("languages"):
        SET_UP.own_way()  # its copies have more pages than those that others share
    else:
        patches_for_all.setattr(copies, "languages", lambda: ["en"])


@pytest.fixture(autouse=True)
def sign_ins_stay_recent(patches_for_all):
    """A session that an earlier test made (`made_once`) was used so recently that no page notes it again."""
    patches_for_all.setattr(sessions, "NOTED", datetime.timedelta(hours=1))


@pytest.fixture
def client() -> Client:
    return SharingClient()


@pytest.fixture
def few_pages(patches_for_all) -> None:
    """Copies have a sixth of the pages, for tests that ask nothing of the others."""
    kinds = {"event", "division", "entrant", "api-player", "event-export"}
    few = lambda event: (each for each in addresses(event) if resolve(each.partition("?")[0]).url_name in kinds)  # noqa: E731
    patches_for_all.setattr(rendering, "addresses", few)


@pytest.fixture
@made_once
def organiser(db) -> User:
    return make_user("ora", first_name="Ora", may_create_events=True)


@pytest.fixture
@made_once
def event(organiser: User) -> Event:
    """Grades 3 to 5, provisional results public, nobody in it except its organiser."""
    made = events.create(
        by=organiser, name="Spring Day", slug="spring", held_on=datetime.date(2026, 5, 9), grades=[3, 4, 5]
    )
    return publish(organiser, made, "provisional")


def _with_role(event: Event, organiser: User, name: str, role: str) -> User:
    user = make_user(name, first_name=name.title())
    people.give_role(by=organiser, event=event, username=name, role=role)
    return user


@pytest.fixture
@made_once
def judge_user(event: Event, organiser: User) -> User:
    return _with_role(event, organiser, "jude", Role.JUDGE)


@pytest.fixture
def ask_judges(event: Event, organiser: User) -> Callable[[int], Event]:
    """ask_judges(2): the event asks for as many judges for a ruling, and has them."""

    def ask(needed: int) -> Event:
        have = event.memberships.filter(role=Role.JUDGE).count()
        for n in range(have, needed):
            _with_role(event, organiser, f"judge-{n}", Role.JUDGE)
        return events.change(by=organiser, event=event, judges_per_ruling=needed)

    return ask


@pytest.fixture
@made_once
def volunteer(event: Event, organiser: User) -> User:
    return _with_role(event, organiser, "vera", Role.VOLUNTEER)


@pytest.fixture
@made_once
def other_volunteer(event: Event, organiser: User) -> User:
    return _with_role(event, organiser, "viktor", Role.VOLUNTEER)


@pytest.fixture
def add_player(event: Event, organiser: User) -> Callable[..., Entrant]:
    """add_player(number=…, grade=3, team="", first_name=…, last_name=…) -> Entrant"""
    numbers = itertools.count(101)

    @made_once
    def added(facts: roster.PlayerFacts) -> Entrant:
        return roster.add_player(by=organiser, event=event, facts=facts).entrant

    def add(
        number: int | None = None,
        grade: int = 3,
        team: str = "",
        first_name: str = "Ada",
        last_name: str = "Lund",
    ):
        if not number:
            taken = set(Player.objects.filter(event=event).values_list("number", flat=True))
            number = next(each for each in numbers if each not in taken)
        return added(roster.PlayerFacts(number, first_name, last_name, grade, team))

    return add


@pytest.fixture
def entrant(add_player) -> Entrant:
    return add_player()


@pytest.fixture
def add_round(event: Event, organiser: User) -> Callable[..., Round]:
    """add_round("twenty_four", boxes(…), status="marking", **settings): a round with one puzzle for all grades."""

    @made_once
    def add(format_slug: str, asked: tuple[Box, ...], status: str = "marking", preset: str = "", **values) -> Round:
        made = rounds.add(by=organiser, event=event, format_slug=format_slug, preset=preset)
        if values:
            plan = made.plan.export()
            plan["values"] |= values
            made = rounds.change(by=organiser, round_=made, settings=plan)
        puzzle_actions.assign(by=organiser, round_=made, divisions=list(event.divisions.all()), boxes=asked)
        for step in ("open", "closed", "marking", "final"):
            if made.status == status:
                break
            made = round_steps.move(by=organiser, round_=made, status=step, anyway=step == "final")
        return made

    return add


@pytest.fixture
@made_once
def round_24(add_round) -> Round:
    """A 24 Game of three rounds in marking: 1 2 3 4, 5 3 6 6 and 4 4 4 4."""
    return add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24)))


@pytest.fixture
def hand_in(volunteer: User) -> Callable[..., list[Submission]]:
    """hand_in(round, entrant, [(box, text), (box, text, mark), …], by=volunteer) types a sheet and hands it in."""

    @made_once
    def hand(round_: Round, entrant: Entrant, written: list[tuple], by: User | None = None) -> list[Submission]:
        keying = keyings.open_sheet(by=by or volunteer, round_=round_, entrant=entrant)
        lines = [
            keyings.TypedLine(uuid.uuid4(), row[0], at, row[1], *row[2:3], revision=1) for at, row in enumerate(written)
        ]
        return keyings.hand_in(by=by or volunteer, keying=keying, lines=lines, address="192.0.2.7")

    return hand


@pytest.fixture
def work_through() -> Callable[[], int]:
    """Do every waiting job here and now, as the worker would. Returns how many."""

    @made_once
    def work() -> int:
        waiting = Job.objects.filter(state=Job.State.WAITING).order_by("pk")
        done = sum(perform(job_id) for job_id in list(waiting.values_list("pk", flat=True)))
        if not connection.in_atomic_block:
            _let_the_worker_finish()
        return done

    return work


def _let_the_worker_finish(seconds: int = 20) -> None:
    """Wait for committed jobs that the real worker may have taken, if a test has started one."""
    late = monotonic() + seconds
    while monotonic() < late and Job.objects.filter(state=Job.State.WORKING).exists():
        sleep(0.02)


@pytest.fixture
def judge(client: Client, judge_user) -> Client:
    client.force_login(judge_user)
    return client


@pytest.fixture
def typed(hand_in, work_through):
    """typed(round, entrant, [(box, text), …]) hands a sheet in and has it judged"""

    def type_in(round_, entrant, written) -> list[Submission]:
        lines = hand_in(round_, entrant, written)
        work_through()
        return lines

    return type_in
