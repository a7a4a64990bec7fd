"""Which names and words a host looks at first."""

import pytest

from puzzles.words import word_lists
from tournament.game_tables.rude_words import COVERED, covered, is_rude

RUDE = word_lists.unsuitable()[0].rstrip("*")
SPANISH = word_lists.rude()[-1].rstrip("*")


@pytest.mark.parametrize(
    "text",
    [
        RUDE,
        SPANISH.upper(),
        f"{RUDE} 2",
        " ".join(RUDE),
        ".".join(RUDE),
        RUDE.replace("o", "0"),
        RUDE[0] + 4 * RUDE[1] + RUDE[2:],
        f"a word,{RUDE}",
    ],
)
def test_a_rude_word_is_recognised_in_disguise(text):
    assert is_rude(text)


@pytest.mark.parametrize("name", ["Ana L", "Ada 2", "Maricarmen", "Akshita", "Scott", "Putnam", "Penelope", "4*9-10-2"])
def test_names_of_children_and_calculations_are_not_rude(name):
    assert not is_rude(name)


@pytest.mark.parametrize("row, shown", [({"points": 8}, COVERED), ({"points": 8, "ruled": True}, RUDE)])
def test_a_rude_word_of_the_dictionary_waits_for_the_host_too(row, shown):
    assert covered({"rows": [{"text": RUDE, **row}]})["rows"][0]["text"] == shown
