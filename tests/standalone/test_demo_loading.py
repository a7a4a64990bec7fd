"""The demo that loads behind a site: what the front page reads while it does, and when it is loaded again."""

import pytest

from tests.tournament.making import make_user
from tournament.management.commands.run import wants_demo
from tournament.models import Event
from tournament.organiser import actions as events
from tournament.standalone import demo_loading
from tournament.standalone.demo_loading import DemoProgress, Loading


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def test_without_a_loading_there_is_nothing_to_read():
    demo_loading.advance(10, 20)
    assert demo_loading.progress() is None


def test_a_loading_says_how_far_it_is_until_the_demo_is_there():
    loading = Loading()
    assert demo_loading.progress() == DemoProgress(0, 0, is_going_on=True)
    demo_loading.advance(100, 400)
    demo_loading.advance(20, 400)
    assert demo_loading.progress() == DemoProgress(20, 400, is_going_on=True)
    assert demo_loading.progress().percent == 5
    loading.end(is_loaded=True)
    assert demo_loading.progress() is None


def test_a_loading_whose_process_ended_was_broken_off():
    loading = Loading()
    demo_loading.advance(100, 400)
    assert not demo_loading.was_broken_off()
    loading.file.close()  # as the system does when a process is killed
    assert demo_loading.was_broken_off()
    demo_loading.forget()
    assert not demo_loading.was_broken_off()


@pytest.mark.django_db
def test_the_demo_is_loaded_into_an_empty_database_and_again_after_it_was_broken_off():
    assert wants_demo()
    founder = make_user("ora", may_create_events=True)
    own = events.create(by=founder, name="Own Day", slug="own", held_on="2027-05-08", grades=[])
    assert not wants_demo()
    Loading().end(is_loaded=False)
    assert wants_demo()
    Event.objects.filter(pk=own.pk).update(slug="demo")
    assert not wants_demo()
