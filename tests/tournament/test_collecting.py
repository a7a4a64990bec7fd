"""The collector pauses, and goes on whatever happens within."""

import gc

import pytest

from tournament import collecting


def test_it_pauses_and_goes_on_also_after_an_error():
    with collecting.paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), collecting.paused():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_within_another_pause_the_outer_one_ends_it():
    with collecting.paused():
        with collecting.paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
