import pytest
from django.conf import settings
from django.test import override_settings

from tests.tournament.set_up import SET_UP


@pytest.fixture(autouse=True)
def one_language(request):
    """Copies have half the pages, but for tests that are marked `languages`."""
    if request.node.get_closest_marker("languages"):
        SET_UP.own_way()  # its copies have more pages than those that others share
        yield
        return
    with override_settings(LANGUAGES=settings.LANGUAGES[:1]):
        SET_UP.begin()  # these tests share what they begin with, although a setting differs
        yield
