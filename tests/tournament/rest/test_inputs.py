"""The fields of what an action takes."""

from fractions import Fraction

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournament.rest.inputs import FractionField
from tournament.rest.references import NearField


@pytest.mark.parametrize(("text", "value"), [("24", Fraction(24)), ("-1/2", Fraction(-1, 2)), ("1.5", Fraction(3, 2))])
def test_an_exact_number_is_a_text(text, value):
    assert FractionField().run_validation(text) == value


@pytest.mark.parametrize("text", ["1/0", "x", "1e999999999", "٢", "1/2/3", ""])
def test_what_is_no_number_is_refused_before_it_is_worked_out(text):
    with pytest.raises(ValidationError):
        FractionField().run_validation(text)


@pytest.mark.parametrize(
    ("exact", "near"),
    [("1/2", 0.5), ("24", 24.0), ("-3", -3.0), ("", None), ("sqrt(2)", None), ("9" * 400, None), (None, None)],
)
def test_an_exact_value_has_the_nearest_float_beside_it(exact, near):
    class Shape(serializers.Serializer):
        value_float = NearField("value")

    assert Shape({"value": exact}).data == {"value_float": near}
