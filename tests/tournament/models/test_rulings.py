"""What the database itself holds about rulings, whoever asks."""

import pytest
from django.db import IntegrityError, connection, transaction

from tournament.models import Ruling
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db


@pytest.fixture
def given(round_24, entrant, hand_in, judge_user) -> Ruling:
    (line,) = hand_in(round_24, entrant, [(0, "1 2 3 four")])
    return rulings.give(
        by=judge_user, submission=line, counts_as="method", method="1*2*3*4", reason="I looked at the paper."
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournament_ruling SET reason = 'because' WHERE id = %s",
        "UPDATE tournament_ruling SET counts_as = 'nothing', method = '' WHERE id = %s",
        "DELETE FROM tournament_ruling WHERE id = %s",
    ],
)
def test_the_database_refuses_to_change_a_ruling(given, statement):
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, [given.pk])
    assert Ruling.objects.get().reason == "I looked at the paper."


@pytest.mark.parametrize(
    "changed",
    [{"reason": ""}, {"method": ""}, {"value": "24"}, {"counts_as": "nothing"}],
)
def test_the_database_refuses_a_ruling_that_says_no_one_thing(given, changed):
    given.pk = None
    for field, value in changed.items():
        setattr(given, field, value)
    with pytest.raises(IntegrityError), transaction.atomic():
        given.save(force_insert=True)


def test_the_database_refuses_one_ruling_for_all_illegible_lines(given):
    with pytest.raises(IntegrityError, match="illegible_ruling_names_its_line"), transaction.atomic():
        Ruling.objects.create(
            **{
                field: getattr(given, field)
                for field in ("event", "puzzle", "box", "digest", "given_by", "given_at", "reason")
            },
            mark="illegible",
            counts_as="nothing",
        )
