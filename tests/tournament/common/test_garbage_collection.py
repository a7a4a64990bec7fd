"""The collector pauses, and goes on whatever happens within."""

import gc

import pytest

from tournament.common import garbage_collection


def test_it_pauses_and_goes_on_also_after_an_error():
    with garbage_collection.paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), garbage_collection.paused():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_within_another_pause_the_outer_one_ends_it():
    with garbage_collection.paused():
        with garbage_collection.paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
