"""Events drawn from seeds: points that came in one by one, a full rebuild and tools/recount.py say the same.

RANDOM_EVENTS=3000 draws so many in place of a few; FIRST_EVENT begins elsewhere.
"""

import json
import os

import pytest

from tests.tournament.exports.counting import recount
from tests.tournament.random_events import draw
from tournament.exports import public
from tournament.scoring.check import differences

FIRST, COUNT = int(os.environ.get("FIRST_EVENT", 1)), int(os.environ.get("RANDOM_EVENTS", 15))
AT_ONCE = 5


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, AT_ONCE))
def test_incremental_is_rebuild_is_recount(first):
    for seed in range(first, min(first + AT_ONCE, FIRST + COUNT)):
        event = draw(seed)
        assert (seed, [str(each) for each in differences(event)]) == (seed, [])
        assert (seed, recount(public.document(event)).wrong) == (seed, [])


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(901, 904))
def test_the_order_in_which_papers_come_in_changes_nothing(seed):
    exported = [json.loads(public.document(draw(seed, arrival, slug=f"arrival-{arrival}"))) for arrival in (0, 7)]
    for each in exported:
        del each["event"]["slug"]
    assert exported[0] == exported[1]
    assert exported[0]["papers"]
