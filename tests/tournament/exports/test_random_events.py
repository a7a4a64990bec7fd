"""Events drawn from seeds: points that came in one by one, a full rebuild and tools/recount.py say the same, and the
public export is what its schema says.

RANDOM_EVENTS=3000 draws so many in place of a few (and of some more in `make drill`); FIRST_EVENT begins elsewhere.
"""

import json
import os

import jsonschema_rs
import pytest

from tests.laws import seeds
from tests.tournament.exports.counting import SCHEMA, recount
from tests.tournament.random_events import draw
from tournament.exports import public
from tournament.scoring.stored_points import differences

FIRST, COUNT = int(os.environ.get("FIRST_EVENT", 1)), int(os.environ.get("RANDOM_EVENTS", len(seeds(6, 30))))
AT_ONCE = 3
SCHEMA_VALIDATOR = jsonschema_rs.validator_for(SCHEMA)


def test_the_schema_is_one():
    jsonschema_rs.meta.validate(SCHEMA)


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, AT_ONCE))
def test_incremental_is_rebuild_is_recount_and_the_export_is_what_its_schema_says(first):
    for seed in range(first, min(first + AT_ONCE, FIRST + COUNT)):
        event = draw(seed)
        assert (seed, [str(each) for each in differences(event)]) == (seed, [])
        document = json.loads(public.document(event))
        assert (seed, recount(document).wrong) == (seed, [])
        SCHEMA_VALIDATOR.validate(document)
        assert {type(each) for each in numbers_of_points(document)} <= {int, type(None)}


def numbers_of_points(value: object) -> list:
    if isinstance(value, list):
        return [found for each in value for found in numbers_of_points(each)]
    if isinstance(value, dict):
        below = [found for name, each in value.items() if name != "points" for found in numbers_of_points(each)]
        return [*below, *([value["points"]] if "points" in value else [])]
    return []


@pytest.mark.django_db
@pytest.mark.parametrize("seed", seeds(1, 4, first=901))
def test_the_order_in_which_papers_come_in_changes_nothing(seed):
    exported = [json.loads(public.document(draw(seed, arrival, slug=f"arrival-{arrival}"))) for arrival in (0, 7)]
    for each in exported:
        del each["event"]["slug"]
    assert exported[0] == exported[1]
    assert exported[0]["papers"]
