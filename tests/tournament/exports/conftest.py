import pytest

from tests.tournament.exports.moving import emptied, exported
from tests.tournament.hall import make_hall


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in):
    """An event in the midst of its day: drafts, keyings, a ruling, a dispute, pictures, imports, jobs that wait."""
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, people, add_player, round_24, hand_in)


@pytest.fixture(scope="module")
def _documents() -> list[str]:
    return []


@pytest.fixture
def document(request, db, _documents) -> str:
    """The full export of that event, made once for the tests of a file; the installation is empty."""
    if not _documents:
        _documents.append(exported(request.getfixturevalue("hall").event))
        emptied()
    return _documents[0]
