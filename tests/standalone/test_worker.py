# ruff: noqa: F811
"""A real worker on a real broker: a sheet handed in is judged, and no accident loses it."""

import os
from datetime import timedelta

import pytest
from django.utils import timezone
from kombu import Connection

from tests.conftest import not_configured
from tests.tournament.conftest import (  # noqa: F401
    add_player,
    add_round,
    entrant,
    event,
    hand_in,
    organiser,
    round_24,
    volunteer,
)
from tournament.models import Job, Result

SHEET = [(0, "(1 + 2 + 3) * 4"), (1, "5 * 6 - 3 - 3"), (2, "1+1")]


def judging():
    """The jobs of sheets. Beside them the worker counts methods."""
    return Job.objects.filter(kind=Job.JUDGE_SHEET)


def done() -> bool:
    return judging().exists() and not judging().exclude(state=Job.State.DONE).exists()


@pytest.mark.one_database
def test_a_sheet_handed_in_is_judged_and_tasks_are_not_in_the_log(worker, round_24, entrant, hand_in):
    hand_in(round_24, entrant, SHEET)
    worker.wait_for(done)
    assert Result.objects.count() == 1
    assert "ready." in worker.log.read_text()
    assert "Task " not in worker.log.read_text()


@pytest.mark.one_database
def test_a_sheet_is_handed_in_while_the_broker_is_down(worker, broker, round_24, entrant, hand_in):
    broker.stop()
    hand_in(round_24, entrant, SHEET)
    assert judging().get().state == Job.State.WAITING
    broker.start()
    Job.objects.update(made_at=timezone.now() - timedelta(minutes=1))
    # Celery's worker mostly connects again; now and then it ends instead, and the supervisor starts it
    worker.wait_for(done, supervised=True)


def test_a_worker_killed_at_work_whose_messages_are_lost_gives_each_result_once(
    worker, broker, round_24, add_player, hand_in
):
    for _ in range(6):
        hand_in(round_24, add_player(), SHEET)
    worker.kill()
    broker.forget()
    worker.start()
    judging().exclude(state=Job.State.DONE).update(
        made_at=timezone.now() - timedelta(minutes=1), lease_until=timezone.now() - timedelta(seconds=1)
    )
    worker.wait_for(done)  # it reminds itself to sweep
    assert Result.objects.count() == 6


def test_rabbitmq_carries_a_message():
    url = os.environ.get("TEST_RABBITMQ_URL")
    if not url:
        not_configured("name a RabbitMQ in TEST_RABBITMQ_URL to test on it.")
    with Connection(url, connect_timeout=5) as connection:
        queue = connection.SimpleQueue("tournament-tests", queue_opts={"auto_delete": True, "durable": False})
        queue.put({"job": 1})
        message = queue.get(timeout=5)
        message.ack()
        assert message.payload == {"job": 1}
        queue.close()
