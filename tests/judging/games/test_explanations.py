"""How a round is played is explained from its settings, and the points of its example are worked out by the engine."""

import pytest

from judging.games.formats import FORMATS
from judging.games.paper import explanations
from judging.language.editions import EDITIONS

PRESETS = [(each, preset.slug) for each in FORMATS.values() for preset in each.presets]


def sentences(slug, **values):
    paper_format = FORMATS[slug]
    explained = explanations.explain(paper_format, paper_format.schema.read(values))
    return [str(each) for each in (*explained.task, *explained.scoring)]


def example(slug, **values):
    paper_format = FORMATS[slug]
    lines = explanations.example(paper_format, paper_format.schema.read(values), EDITIONS[paper_format.edition])
    return [(line.text, line.score.points) for line in lines]


@pytest.mark.parametrize(("paper_format", "preset"), PRESETS, ids=lambda each: getattr(each, "slug", each))
def test_every_preset_has_sentences_and_an_example_that_scores(paper_format, preset):
    settings = paper_format.settings_for(preset)
    explained = explanations.explain(paper_format, settings)
    assert len(explained.task) >= 3
    assert explained.scoring
    assert all("{" not in str(each) for each in (*explained.task, *explained.scoring))
    lines = explanations.example(paper_format, settings, EDITIONS[paper_format.edition])
    assert any(line.score.points for line in lines)


def test_the_sentences_follow_the_settings():
    changed = sentences("one_to_many", time_seconds=1200, targets=1, points_list=[5], bonus=0, target_negatives=True)
    assert "You have 20 minutes for the whole sheet." in changed
    assert "One set of numbers and 1 target." in changed
    assert "Targets may be below zero." in changed
    assert "In each box, the first method that hits the target scores 5 points. Further ones score nothing." in changed
    assert not any("every box" in each for each in changed)
    assert any("hits the target scores 1 point." in each for each in sentences("one_to_many", points_list=[1]))
    assert "You have 45 seconds for each question, one after the other." in sentences("twenty_four", time_seconds=45)


def test_the_points_of_the_example_follow_the_settings():
    assert example("one_to_many") == [
        ("1 + 2 + 3 + 4", 4),
        ("4 + 3 + 2 + 1", 0),
        ("1 x 4 + 2 x 3", 2),
        ("3 x 4 + 1", 0),
    ]
    assert [points for _text, points in example("one_to_many", points_list=[7, 6])] == [7, 0, 6, 0]
    assert dict(example("hit_the_target", points_full=5))["4 x (9 + 2) - 7"] == 2  # three away
    assert example("smash") == [("3 + 5 - 7", 10), ("2 4 6: 2 x 4 - 6", 10), ("8 8 5: 8 - 5", 0), ("K - Q + 3", 0)]


def test_there_is_no_example_for_a_target_that_the_settings_do_not_have():
    assert example("twenty_four", target=25) == []
