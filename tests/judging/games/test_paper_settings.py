"""Settings: defaults, every problem named, presets by grade, and plain JSON both ways."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from judging.games.formats import FORMATS
from judging.games.settings import GradedSettings

HIT, MANY, SETS = FORMATS["hit_the_target"], FORMATS["one_to_many"], FORMATS["many_to_one"]
ALL = list(FORMATS.values())

DEFAULTS = {
    "hit_the_target": {
        "time_seconds": 90,
        "rounds": 3,
        "numbers_count": 4,
        "number_from": 1,
        "number_to": 9,
        "dice": "none",
        "target_from": 1,
        "target_to": 40,
        "target_kind": "any",
        "points_full": 10,
    },
    "twenty_four": {
        "time_seconds": 90,
        "rounds": 3,
        "numbers_count": 4,
        "number_from": 1,
        "number_to": 6,
        "dice": "none",
        "target": 24,
        "points_full": 10,
    },
    "one_to_many": {
        "time_seconds": 900,
        "targets": 10,
        "numbers_count": 4,
        "number_from": 1,
        "number_to": 10,
        "dice": "none",
        "target_from": 1,
        "target_to": 120,
        "target_negatives": False,
        "target_fractions": False,
        "points_list": (4, 2, 1),
        "bonus": 10,
        "misplaced": "nothing",
    },
    "many_to_one": {
        "time_seconds": 900,
        "sets": 10,
        "numbers_count": 4,
        "number_from": 1,
        "number_to": 10,
        "dice": "none",
        "target_from": 1,
        "target_to": 60,
        "points_list": (4, 2, 1),
        "bonus": 10,
    },
    "dmas": {
        "time_seconds": 180,
        "grids": 1,
        "numbers_count": 9,
        "number_from": 1,
        "number_to": 9,
        "dice": "none",
        "target_from": 1,
        "target_to": 40,
        "points_full": 10,
    },
    "smash": {"time_seconds": 180, "last_number": 20, "points_full": 10},
    "target_game": {
        "time_seconds": 180,
        "numbers_count": 4,
        "number_from": 1,
        "number_to": 9,
        "dice": "none",
        "target_from": 1,
        "target_to": 40,
        "points_full": 1,
    },
}


@pytest.mark.parametrize("slug", sorted(FORMATS))
def test_the_defaults_of_each_format_are_these(slug):
    assert dict(FORMATS[slug].schema.defaults()) == DEFAULTS[slug]


PRESETS = [
    (HIT, "three_rounds", 5, {}),
    (HIT, "six_rounds", None, {"rounds": 6}),
    (
        HIT,
        "eight_rounds_twelve_sided",
        8,
        {"rounds": 8, "number_to": 12, "dice": "d12", "target_to": 144, "target_kind": "product"},
    ),
    (FORMATS["twenty_four"], "three_rounds", 3, {}),
    (MANY, "standard", None, {}),
    (MANY, "standard", 3, {"target_to": 50}),
    (MANY, "standard", 4, {"target_to": 50}),
    (MANY, "standard", 5, {}),
    (MANY, "standard", 6, {}),
    (MANY, "standard", 7, {"target_negatives": True, "target_fractions": True}),
    (MANY, "standard", 8, {"target_negatives": True, "target_fractions": True}),
    (
        MANY,
        "six_sided_dice",
        4,
        {"time_seconds": 1200, "number_to": 6, "dice": "d6", "target_to": 50, "points_list": (3, 2, 1)},
    ),
    (
        MANY,
        "six_sided_dice",
        8,
        {"time_seconds": 1200, "number_to": 6, "dice": "d6", "target_to": 100, "points_list": (3, 2, 1)},
    ),
    (SETS, "standard", 4, {"target_from": 1, "target_to": 30}),
    (SETS, "standard", 5, {"target_from": 31, "target_to": 60}),
]


@pytest.mark.parametrize("paper_format, preset, grade, different", PRESETS)
def test_a_preset_says_what_differs_from_the_defaults(paper_format, preset, grade, different):
    assert dict(paper_format.settings_for(preset, grade)) == {**DEFAULTS[paper_format.slug], **different}


@pytest.mark.parametrize("paper_format", ALL)
def test_every_preset_can_be_played_in_every_grade(paper_format):
    for preset in paper_format.presets:
        assert paper_format.schema.plan_problems(preset.plan) == {}


WRONG = [
    ({"rounds": "3"}, [("rounds", "Questions must be a whole number.")]),
    ({"rounds": True}, [("rounds", "Questions must be a whole number.")]),
    ({"rounds": 0}, [("rounds", "Questions must be 1 or more.")]),
    ({"rounds": 61}, [("rounds", "Questions must be 60 or less.")]),
    ({"sauce": 1}, [("sauce", "There is no setting called sauce.")]),
    ({"dice": "d7"}, [("dice", "Dice must be one of none, d6, d10, d12, d20.")]),
    ({"dice": ["d6"]}, [("dice", "Dice must be one of none, d6, d10, d12, d20.")]),
    ({"dice": "d6"}, [("dice", "With six-sided dice the numbers run from 1 to 6.")]),
    (
        {"number_from": 9, "number_to": 8},
        [("number_to", "The largest number must not be below the smallest.")],
    ),
    ({"target_from": 50}, [("target_to", "The largest target must not be below the smallest.")]),
    (
        {"time_seconds": 1, "rounds": None},
        [
            ("time_seconds", "Time in seconds must be 10 or more."),
            ("rounds", "Questions must be a whole number."),
        ],
    ),
]


@pytest.mark.parametrize("values, expected", WRONG)
def test_all_problems_are_told_each_with_its_setting(values, expected):
    assert [(p.name, str(p.message)) for p in HIT.schema.problems(values)] == expected
    with pytest.raises(ValueError):
        HIT.schema.read(values)


@pytest.mark.parametrize(
    "value, code",
    [
        ([], "type"),
        ("4, 2, 1", "type"),
        ([4, "2"], "type"),
        ([4, -1], "too_small"),
        ([1] * 21, "too_long"),
        ([4, 1001], "too_large"),
        ({"4": 1}, "type"),
    ],
)
def test_a_points_list_is_a_short_list_of_whole_numbers(value, code):
    assert [p.code for p in MANY.schema.problems({"points_list": value})] == [code]


TEXTS = [
    ("points_list", "4, 2, 1", (4, 2, 1)),
    ("points_list", "3 2 1", (3, 2, 1)),
    ("points_list", "4;2", "4;2"),
    ("bonus", "12", 12),
    ("bonus", "twelve", "twelve"),
    ("bonus", "9" * 5000, "9" * 5000),
    ("target_negatives", "on", True),
    ("target_negatives", "", False),
    ("target_negatives", "perhaps", "perhaps"),
    ("dice", " d6 ", "d6"),
    ("sauce", "1", "1"),
]


@pytest.mark.parametrize("name, text, value", TEXTS)
def test_a_forms_text_becomes_a_value_or_stays_as_typed(name, text, value):
    assert MANY.schema.from_text({name: text}) == {name: value}


@pytest.mark.parametrize("paper_format", ALL)
def test_the_schema_is_plain_json_and_says_everything(paper_format):
    exported = json.loads(json.dumps(paper_format.schema.export()))
    assert [each["name"] for each in exported] == list(paper_format.schema.names())
    assert all(each["label"] and each["help"] and each["rule"] for each in exported)


@pytest.mark.parametrize("paper_format", ALL)
def test_settings_and_plans_survive_json(paper_format):
    for preset in paper_format.presets:
        stored = json.loads(json.dumps(preset.plan.export()))
        for grade in (None, 3, 4, 5, 6, 7, 8):
            settings = paper_format.settings_for(preset.slug, grade)
            assert paper_format.schema.read(GradedSettings.read(stored).for_grade(grade)) == settings
            assert paper_format.schema.read(json.loads(json.dumps(settings.export()))) == settings


@pytest.mark.parametrize("stored", [{"values": 3}, {"by_grade": {"x": {}}}, {"by_grade": {"3": 4}}])
def test_a_plan_of_another_shape_is_refused(stored):
    with pytest.raises(ValueError):
        GradedSettings.read(stored)


def test_a_problem_of_one_grade_is_told_with_the_grade():
    plan = GradedSettings({}, {3: {"target_to": 0}, 4: {"target_to": 50}})
    assert {grade: [p.name for p in problems] for grade, problems in MANY.schema.plan_problems(plan).items()} == {
        3: ["target_to"]
    }


json_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(["", "d6", "any", "4, 2, 1"]),
    st.lists(st.integers() | st.none(), max_size=3),
    st.just({}),
)


@given(st.sampled_from(ALL), st.data())
def test_no_value_at_all_breaks_the_validation(paper_format, data):
    names = st.sampled_from([*paper_format.schema.names(), "other"])
    values = data.draw(st.dictionaries(names, json_values))
    if not paper_format.schema.problems(values):
        assert set(paper_format.schema.read(values)) == set(paper_format.schema.names())
