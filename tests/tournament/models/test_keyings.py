"""What must never be of a sheet's keyings, whoever writes past the actions: the database refuses it."""

import threading

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.utils import timezone

from tests.tournament.making import make_user
from tournament.models import Keying, Sheet

pytestmark = pytest.mark.django_db

INSERT = """INSERT INTO tournament_keying (sheet_id, keyer_id, turn, slot, state, opened_at, touched_at, closed_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"""


@pytest.fixture
def sheet(round_24, entrant) -> Sheet:
    return Sheet.objects.create(round=round_24, entrant=entrant)


@pytest.fixture
def people(db) -> list[int]:
    return [make_user(name).pk for name in ("anna", "ben", "cleo", "dora")]


@pytest.fixture
def insert(sheet):
    def put(keyer: int, slot: int = 1, state: str = "open", turn: int = 1) -> None:
        now = timezone.now()
        closed = None if state == "open" else now
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(INSERT, [sheet.pk, keyer, turn, slot, state, now, now, closed])

    return put


@pytest.mark.parametrize("state", ["open", "handed_in", "proposed", "agreed", "superseded"])
def test_a_slot_holds_one_keying(state, insert, people):
    insert(people[0], state=state)
    with pytest.raises(IntegrityError):
        insert(people[1])


@pytest.mark.parametrize("state", ["open", "handed_in", "agreed"])
def test_nobody_keys_a_sheet_twice_in_one_turn(state, insert, people):
    insert(people[0], slot=1, state=state)
    for slot in (2, 3):
        with pytest.raises(IntegrityError):
            insert(people[0], slot=slot)


def test_the_third_is_another_person_than_the_first_two(insert, people):
    insert(people[0], slot=1, state="handed_in")
    insert(people[1], slot=2, state="handed_in")
    for person in people[:2]:
        with pytest.raises(IntegrityError):
            insert(person, slot=3)
    insert(people[2], slot=3)


@pytest.mark.parametrize("state", ["agreed", "proposed"])
def test_a_sheet_has_one_agreed_and_one_proposed_reading_whatever_the_turn(state, insert, people):
    insert(people[0], state=state)
    with pytest.raises(IntegrityError):
        insert(people[1], state=state, turn=2)
    with pytest.raises(IntegrityError):
        insert(people[1], slot=2, state=state)


def test_put_back_keyings_stand_in_nobodys_way(insert, people):
    for person in (people[0], people[0], people[1]):
        insert(person, state="dropped")
    insert(people[0])


def test_an_agreed_reading_cannot_be_doubled_by_an_update(insert, people, sheet):
    insert(people[0], slot=1, state="agreed")
    insert(people[1], slot=2, state="handed_in")
    with pytest.raises(IntegrityError), transaction.atomic():
        Keying.objects.filter(slot=2).update(state="agreed")
    with pytest.raises(IntegrityError), transaction.atomic():
        Keying.objects.filter(slot=2).update(keyer=people[0])


@pytest.mark.parametrize(("slot", "state"), [(0, "open"), (4, "open"), (1, "settled")])
def test_slots_are_three_and_states_are_known(slot, state, insert, people):
    with pytest.raises(IntegrityError):
        insert(people[0], slot=slot, state=state)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "rows",
    [
        [(0, 1, "open"), (1, 1, "open")],  # one slot, two people
        [(0, 1, "open"), (0, 2, "open")],  # two slots, one person
        [(0, 1, "agreed"), (1, 2, "agreed")],  # two agreed readings
    ],
)
def test_of_two_connections_that_write_at_once_the_database_lets_one_in(rows, insert, people):
    told, together = [], threading.Barrier(2)

    def write(person, slot, state):
        try:
            together.wait(timeout=10)
            insert(people[person], slot, state)
            told.append("in")
        except IntegrityError:
            told.append("out")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=row) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(told) == ["in", "out"]
    assert Keying.objects.count() == 1
