"""A real event of individuals and teams, six rounds, published by its organisers: our standings say what they said."""

import csv
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from django.utils import timezone

from tournament.models import Entrant, Player, Result, Round, Team
from tournament.rounds import actions as rounds
from tournament.standings.standings import players_table, teams_table

HERE = Path(__file__).parent
PROBLEMS = ("p1", "p2", "p3", "p4", "p5", "p6")

pytestmark = pytest.mark.django_db


def rows(name: str) -> list[dict[str, str]]:
    with open(HERE / name, newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def division(event, organiser):
    """The olympiad as an event of ours: a problem is a round, a country a team. Returns its one division."""
    for _ in PROBLEMS:
        rounds.add(by=organiser, event=event, format_slug="twenty_four")
    Round.objects.filter(event=event).update(status=Round.Status.FINAL)
    division, published = event.divisions.first(), rows("imo_2019.csv")
    teams = Team.objects.bulk_create(
        Team(event=event, name=name) for name in dict.fromkeys(row["country"] for row in published)
    )
    Entrant.objects.bulk_create(Entrant(event=event, team=team, division=division) for team in teams)
    of = {team.name: team for team in teams}
    players = Player.objects.bulk_create(
        Player(event=event, number=at, first_name="C", division=division, team=of[row["country"]])
        for at, row in enumerate(published, 1)
    )
    entrants = Entrant.objects.bulk_create(Entrant(event=event, player=player, division=division) for player in players)
    now, played = timezone.now(), list(event.rounds.all())
    Result.objects.bulk_create(
        Result(round=round_, entrant=entrant, points=int(row[problem]), worked_out_at=now)
        for entrant, row in zip(entrants, published, strict=True)
        for problem, round_ in zip(PROBLEMS, played, strict=True)
    )
    return division


def test_every_contestant_has_the_published_place(event, division):
    table = players_table(event, division)
    assert {entry.who.number: entry.ranked.place for entry in table.entries} == {
        at: int(row["place"]) for at, row in enumerate(rows("imo_2019.csv"), 1)
    }
    assert not table.provisional
    assert sum(entry.ranked.place == 1 for entry in table.entries) == 6  # six had all 42 points


def test_every_country_has_the_published_points_and_order(event, division):
    published = rows("imo_2019_countries.csv")
    table = teams_table(event, division)
    ours = {entry.name: [cell.points for cell in entry.cells] for entry in table.entries}
    assert ours == {row["country"]: [int(row[problem]) for problem in PROBLEMS] for row in published}
    listed = [sum(int(row[problem]) for problem in PROBLEMS) for row in published]
    assert [entry.total for entry in table.entries] == listed
    places = defaultdict(set)
    for entry in table.entries:
        places[entry.total].add(entry.ranked.place)
    assert all(len(each) == 1 for each in places.values())
    assert [entry.name for entry in table.entries if entry.ranked.place == 1] == [
        "People's Republic of China",
        "United States of America",
    ]  # both with 227 points: the first place was shared


def test_every_neighbour_is_told_why(event, division):
    table = players_table(event, division)
    assert len(table.reasons) == len(table.entries) - 1
    for (one, other), reason in zip(pairwise(table.entries), table.reasons, strict=True):
        if one.total == other.total:
            said = "tiebreakers decide" if one.ranked.place <= event.award_places else "share the place"
            assert said in str(reason)
        else:
            assert f"{one.total} point" in str(reason)
            assert f"{other.total} point" in str(reason)
