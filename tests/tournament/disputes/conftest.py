"""A team whose coach has a link."""

import pytest

from tests.tournament.set_up import made_once
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink

WRITTEN = [(0, "1*2*3*4"), (1, "5+6"), (2, "4 4 four")]


@pytest.fixture
@made_once
def owls(round_24, add_player, hand_in, work_through, volunteer):
    """Player 101 of the Owls with three lines, 102 of the Larks with one."""
    lines = hand_in(round_24, add_player(101, team="Owls", last_name="Strix"), WRITTEN)
    hand_in(round_24, add_player(102, team="Larks", first_name="Alauda"), [(0, "4*3*2*1")])
    work_through()
    return lines


@pytest.fixture
@made_once
def link(event, organiser, owls) -> CoachLink:
    coach_links.make_links(by=organiser, event=event)
    return CoachLink.objects.get(team__name="Owls")


@pytest.fixture
@made_once
def taken(organiser, round_24, link):
    return disputes.open_window(by=organiser, round_=round_24)
