"""The roster calls nobody present before the day."""

import datetime

from django.urls import reverse
from django.utils import timezone

from tests.html import flat


def test_players_are_expected_before_the_day_and_present_on_it(client, organiser, event, add_player):
    add_player(101)
    client.force_login(organiser)
    for days, word in ((1, "expected"), (0, "present")):
        event.held_on = timezone.localdate() + datetime.timedelta(days=days)
        event.save()
        assert f"<td> {word}" in flat(client.get(reverse("roster", args=["spring"])).content.decode())
