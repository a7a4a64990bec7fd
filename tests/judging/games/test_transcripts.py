"""Every played round of the corpus has the points that it states, and the engine judges its lines as it says."""

import pytest

from judging.games.formats import FORMATS
from judging.language import editions, verdict

from .played_rounds import FILES, lines_judged, read

of_each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@of_each_file
def test_a_round_has_the_points_that_it_states(path):
    played = read(path)
    assert (played.claims, played.sums) == played.claimed_by(played.score())


def test_each_format_has_a_round():
    assert {read(path).format.slug for path in FILES} == set(FORMATS)


@of_each_file
def test_the_engine_says_what_the_round_says(path):
    played = read(path)
    edition = editions.edition(played.format.edition)
    for line, box, answer in lines_judged(played):
        result = verdict.judge(line.text, box.numbers, box.target, edition)
        if answer.state == "nothing":
            assert result.verdict == "refused", line
        else:
            assert (result.on_target, result.distance_up) == (answer.on_target, answer.distance), line


@of_each_file
def test_lines_share_a_label_exactly_when_the_engine_gives_them_one_key(path):
    played = read(path)
    edition = editions.edition(played.format.edition)
    labels: dict[tuple[int, str], str] = {}
    for line, box, answer in lines_judged(played):
        if answer.on_target:
            key = verdict.judge(line.text, box.numbers, box.target, edition).method_key
            assert labels.setdefault((line.box, key), answer.method) == answer.method, line
    assert len(set(labels.values())) == len(labels)
