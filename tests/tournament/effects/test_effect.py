"""What a decision would change, before it is made, is what it changes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournament.effects import preview as effects
from tournament.models import Result, Ruling
from tournament.rulings import actions as rulings
from tournament.scoring.loader import papers_of_sheets
from tournament.scoring.what_if import WhatIf, recorded_lines

pytestmark = pytest.mark.django_db

HITS, UNREADABLE = "1*2*3*4", "1 2 3 four"


def effect_of(event, considered):
    """The effect of one ruling before it is given."""
    ruling, verdict = considered.ruling, considered.verdict
    what_if = WhatIf(rulings={ruling.puzzle_id: (ruling,)}, verdicts=(verdict,) if verdict else ())
    return effects.of(event, what_if, papers_of_sheets(rulings.sheets_under(ruling)))


def test_the_effect_shown_before_a_ruling_is_the_effect_it_has(
    event, round_24, add_player, hand_in, work_through, judge_user
):
    entrants = [add_player(), add_player(), add_player(grade=5), add_player()]
    hand_in(round_24, entrants[0], [(0, UNREADABLE)])
    hand_in(round_24, entrants[1], [(0, UNREADABLE), (0, HITS)])
    hand_in(round_24, entrants[2], [(0, UNREADABLE), (1, "later")])
    hand_in(round_24, entrants[3], [(1, UNREADABLE)])
    work_through()
    line = recorded_lines(round_24, entrants[0])[0]
    said = {"counts_as": "method", "method": "4*3*2*1", "reason": "Seen."}
    effect = effect_of(event, rulings.consider(by=judge_user, submission=line, **said))
    changes = {each["entrant"]: each for each in effect["points"]}
    assert {pk: each["after"] - each["before"] for pk, each in changes.items()} == {
        entrants[0].pk: 10,
        entrants[1].pk: 0,  # has the method on another line; nothing waits any more
        entrants[2].pk: 10,
    }
    assert not Ruling.objects.exists()
    rulings.give(by=judge_user, submission=line, **said)
    work_through()
    for pk, each in changes.items():
        stored = Result.objects.get(entrant=pk)
        assert (stored.points, stored.provisional) == (each["after"], each["waits"])


def test_a_preview_takes_as_many_queries_for_thirty_sheets_as_for_one(
    event, round_24, add_player, hand_in, work_through, judge_user
):
    (line,) = hand_in(round_24, add_player(), [(0, UNREADABLE)])
    work_through()
    said = {"counts_as": "value", "value": "24", "reason": "Seen."}

    def queries() -> int:
        considered = rulings.consider(by=judge_user, submission=line, **said)
        with CaptureQueriesContext(connection) as seen:
            effect_of(event, considered)
        return len(seen)

    queries()  # the event keeps its divisions
    one = queries()
    for _ in range(30):
        hand_in(round_24, add_player(), [(0, UNREADABLE)])
    work_through()
    assert queries() == one


def test_two_ways_of_writing_that_are_ruled_together_count_twice_where_each_gives_a_value(
    event, round_24, add_player, hand_in, work_through, judge_user
):
    player = add_player()
    first, second = hand_in(round_24, player, [(0, "1 2 3 four"), (0, "1 2 3 vier")])
    work_through()
    meant = [
        rulings.consider(by=judge_user, submission=line, counts_as="value", value="24", reason="Seen.").ruling
        for line in (first, second)
    ]
    what_if = WhatIf(rulings={meant[0].puzzle_id: tuple(meant)})
    effect = effects.of(event, what_if, papers_of_sheets([first.sheet_id]))
    assert [each["after"] for each in effect["points"]] == [20]
