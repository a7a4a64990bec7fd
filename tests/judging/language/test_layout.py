"""What stands beside a method: spaces of all kinds, stops, labels and answers. Places stay those of the text as
written."""

import pytest

from judging.language.claims import layout, reads_target
from judging.language.verdict import judge


@pytest.mark.parametrize(
    "text",
    [
        "4x6\t",
        "4x6\n",
        "4x6\r\n",
        "\t4\tx\t6",
        "4x\n6",
        "4\u00a0x\u20096",
        "4x6\u2028",
        " 4x6 . ",
        "4x6 ;",
        "4x6。",
        "\n1)\t4x6\n",
        "Answer: 4x6",
        "ans = 4x6",
        "Way 3) 4x6",
        "b. 4x6",
        "2. (4)6",
    ],
)
def test_what_stands_around_a_method_changes_nothing(text):
    verdict = judge(text, (4, 6), 24)
    assert (verdict.verdict, verdict.value, verdict.reasons) == ("accepted", "24", ())
    assert verdict.method_key == judge("4 x 6", (4, 6), 24).method_key


@pytest.mark.parametrize(
    "text,numbers,code",
    [
        ("1.4x6", (1, 4, 6), "decimal"),
        ("0.5...", (5,), "repeating_decimal"),
        ("4x6..", (4, 6), "unreadable"),
        (".", (4,), "unreadable"),
        ("1)", (1,), "unreadable"),
        ("24:", (4, 6), "unreadable"),
        ("4x6 1)", (4, 6, 1), "unreadable"),
    ],
)
def test_what_only_resembles_a_label_or_a_stop_is_none(text, numbers, code):
    assert [reason.code for reason in judge(text, numbers, 24).reasons] == [code]


@pytest.mark.parametrize(
    "text,place",
    [
        ("1) 4x6x9", (7, 8)),
        ("24: 4x6x9 = 24", (8, 9)),
        ("４x６ x ９", (6, 7)),
        ("√4̅+̅9̅ + 6", (5, 7)),
        ("4‼ + 9 x 6", (5, 6)),
        ("4 divided  by 9 x 6", (14, 15)),
        ("6 cubed x 4", (2, 7)),
        ("6 + cbrt 4", (4, 8)),
    ],
)
def test_a_place_is_that_in_the_text_as_written(text, place):
    verdict = judge(text, (4, 6), 24).reasons
    assert [(each.start, each.end) for each in verdict if each.code == "number_not_given"] == [place]


def test_a_number_and_a_colon_are_a_claim_where_they_are_the_target_and_not_given():
    text = "24: 4x6"
    assert layout(text, 24, (4, 6)).claims == [(0, 2)]
    assert layout(text, 24, (4, 6, 24)).claims == layout(text, 23, (4, 6)).claims == []
    assert layout(text).method == (0, len(text))
    aimed = ["24: 4x6", "24) 4x6", "6:4+1"]
    assert [each for each in [*aimed, "4x6", "(6):4"] if reads_target(each)] == aimed


@pytest.mark.parametrize(
    "text,words",
    [("6 r 4", "remainder"), ("6 rem 4", "remainder"), ("50%", "percent"), ("50 % of 8", "percent")],
)
def test_a_remainder_and_a_percent_sign_are_told_what_they_are(text, words):
    (verdict,) = judge(text, (6, 4, 50, 8)).reasons
    assert verdict.code == "unreadable"
    assert words in verdict.message.lower()
