"""Real Chromium against a real server; the small event is the one that all tests share."""

from tests.tournament.conftest import (  # noqa: F401
    add_player,
    add_round,
    entrant,
    event,
    hand_in,
    judge_user,
    organiser,
    other_volunteer,
    round_24,
    volunteer,
    work_through,
)
