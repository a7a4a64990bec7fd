"""The judge signed in, and a sheet typed and judged in one go."""

import pytest
from django.test import Client

from tournament.models import Submission


@pytest.fixture
def judge(client: Client, judge_user) -> Client:
    client.force_login(judge_user)
    return client


@pytest.fixture
def typed(hand_in, work_through):
    """typed(round, entrant, [(box, text), …]) hands a sheet in and has it judged"""

    def type_in(round_, entrant, written) -> list[Submission]:
        lines = hand_in(round_, entrant, written)
        work_through()
        return lines

    return type_in
