"""Work that goes on after whoever asked for it was answered."""

import threading
from datetime import timedelta

import pytest
from django.utils import translation

from tournament.aside import aside

AT_ONCE, LONG = timedelta(0), timedelta(seconds=30)


def test_what_is_done_in_time_is_returned():
    def work(begun):
        begun("begun")
        return "done"

    assert aside(work, LONG) == "done"


def test_who_is_out_of_patience_gets_what_there_was_and_the_work_goes_on():
    may_end, ended = threading.Event(), threading.Event()

    def work(begun):
        begun("begun")
        may_end.wait(30)
        ended.set()
        return "done"

    assert aside(work, AT_ONCE) == "begun"
    assert not ended.is_set()
    may_end.set()
    assert ended.wait(30)


def test_there_is_no_hurry_before_it_has_begun():
    def work(begun):
        threading.Event().wait(0.2)
        begun("begun")
        threading.Event().wait(0.2)
        return "done"

    assert aside(work, AT_ONCE) == "begun"
    assert aside(lambda begun: "never begun, but done", AT_ONCE) == "never begun, but done"


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit("the process died")])
def test_what_goes_wrong_in_time_is_raised(error):
    def work(begun):
        begun("begun")
        raise error

    with pytest.raises(type(error), match=str(error)):
        aside(work, LONG)


def test_what_goes_wrong_later_is_logged(caplog):
    may_end = threading.Event()

    def work(begun):
        begun("begun")
        may_end.wait(30)
        raise ValueError("too late for you")

    assert aside(work, AT_ONCE) == "begun"
    may_end.set()
    for thread in threading.enumerate():
        if thread.name == "aside":
            thread.join(30)
    assert "too late for you" in caplog.text


def test_it_speaks_the_language_of_whoever_asked():
    with translation.override("es"):
        assert aside(lambda begun: translation.get_language(), LONG) == "es"
