"""The roster calls nobody present who was not checked in, until the day is over."""

import datetime

from django.urls import reverse
from django.utils import timezone

from tests.html import flat
from tournament.check_in.actions import check_in


def test_players_are_expected_until_they_are_checked_in_or_the_day_is_over(client, organiser, event, add_player):
    add_player(101)
    client.force_login(organiser)

    def words() -> list[bool]:
        pages = (reverse("roster", args=["spring"]), reverse("player-change", args=["spring", 101]))
        first, second = (flat(client.get(page).content.decode()) for page in pages)
        return ["<td> expected" in first, "<td> present" in first, "· expected" in second, "· present" in second]

    for days, expected in ((1, True), (0, True), (-1, False)):
        event.held_on = timezone.localdate() + datetime.timedelta(days=days)
        event.save()
        assert words() == [expected, not expected] * 2
    event.held_on = timezone.localdate()
    event.save()
    check_in(by=organiser, event=event, numbers=[101])
    assert words() == [False, True] * 2
