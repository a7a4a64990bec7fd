"""A series is corrected after it was made, and a knockout has a game for third place."""

import datetime

import pytest
from django.urls import reverse

from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Fixture
from tournament.series import actions
from tournament.series.fixtures import unfinished_series
from tournament.series.results import results
from tournament.series.standings import standings

pytestmark = pytest.mark.django_db
START = datetime.datetime(2026, 5, 9, 9, 0, tzinfo=datetime.UTC)


def corrected(by, series, **values):
    return actions.change(by=by, series=series, **{name: getattr(series, name) for name in actions.CHANGEABLE} | values)


def places(series) -> list[tuple[int, int, bool]]:
    rows = standings(series.event, series, results(series.event, series))
    return [(each.player.number, each.row.place, each.row.is_shared) for each in rows]


def test_rooms_times_points_and_the_name_are_corrected(organiser, make_series, play):
    series = make_series(4, rooms=["Aula"], starts_at=START, minutes=10)
    first = series.fixtures.first()
    play(first, {number: number - 100 for number in first.sides.values_list("player__number", flat=True)})
    changed = corrected(organiser, series, name=" Cup ", rooms=["Hall", "Library"], win_points=3, minutes=20)
    assert (changed.name, changed.win_points) == ("Cup", 3)
    games = [(each.room, each.starts_at and (each.starts_at - START).seconds // 60) for each in changed.fixtures.all()]
    assert games == [("Aula", 0), ("Library", 0), ("Hall", 20), ("Library", 20), ("Hall", 40), ("Library", 40)]
    winner = max(standings(series.event, changed, results(series.event, changed)), key=lambda each: each.row.points)
    assert winner.row.points == 3
    entry = AuditEntry.objects.get(verb="series.changed")
    assert (entry.before["win_points"], entry.after["win_points"]) == ("2", "3")
    assert "draw_points" not in entry.after


def test_a_name_of_another_series_is_refused_at_its_field(client, organiser, make_series):
    make_series(2, name="Other")
    series = make_series(2)
    client.force_login(organiser)
    page = reverse("series-change", args=["spring", series.pk])
    sent = {"name": "Other", "rooms": "Aula, Hall", "win_points": "2", "draw_points": "1", "minutes": ""}
    answer = client.post(page, sent)
    assert (answer.status_code, "has a series with this name" in answer.content.decode()) == (400, True)
    assert client.post(page, sent | {"name": "Cup"}).status_code == 302
    series.refresh_from_db()
    assert (series.name, series.rooms) == ("Cup", ["Aula", "Hall"])


def test_those_who_lost_in_the_semi_finals_play_for_third_place(organiser, make_series, play):
    series = corrected(organiser, make_series(4, kind="knockout"), third_place=True)
    for fixture in series.fixtures.all():
        play(fixture, {number: 105 - number for number in fixture.sides.values_list("player__number", flat=True)})
    actions.draw_next(by=organiser, series=series)
    final, third = series.fixtures.filter(round=2)
    assert [set(each.sides.values_list("player__number", flat=True)) for each in (final, third)] == [
        {101, 102},
        {103, 104},
    ]
    play(final, {101: 1, 102: 2})
    assert unfinished_series(series.event) == [series]
    play(third, {103: 1, 104: 2})
    assert places(series) == [(102, 1, False), (101, 2, False), (104, 3, False), (103, 4, False)]
    assert not unfinished_series(series.event)
    with pytest.raises(Refused, match="All games of this series are drawn"):
        actions.draw_next(by=organiser, series=series)


def test_without_two_semi_finals_there_is_none(organiser, make_series, play):
    series = make_series(3, kind="knockout", third_place=True)
    play(series.fixtures.get(number=2), {102: 1, 103: 2})
    actions.draw_next(by=organiser, series=series)
    assert Fixture.objects.filter(series=series, round=2).count() == 1
