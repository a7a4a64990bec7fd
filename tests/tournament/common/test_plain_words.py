"""Forms say in our own words that a value is too long, too short, too large or too small."""

import pytest
from django import forms
from rest_framework import serializers

from tournament.organiser.forms import EventSettings
from tournament.web.fields import WholeNumber


@pytest.mark.parametrize(
    "field, value, message",
    [
        (forms.CharField(max_length=3), "word", "This is too long: 4 characters. At most 3 are possible."),
        (forms.CharField(max_length=1), "word", "This is too long: 4 characters. At most 1 is possible."),
        (forms.CharField(min_length=9), "word", "This is too short. Write at least 9 characters."),
        (WholeNumber(max_value=9), "10", "Write 9 or less."),
        (forms.DecimalField(min_value=1), "0.5", "Write 1 or more."),
    ],
)
def test_a_field_of_a_form(field, value, message):
    with pytest.raises(forms.ValidationError) as error:
        field.clean(value)
    assert error.value.messages == [message]


@pytest.mark.parametrize(
    "field, value, message",
    [
        (serializers.CharField(max_length=3), "word", "This is too long. At most 3 characters are possible."),
        (serializers.IntegerField(min_value=1), 0, "Write 1 or more."),
    ],
)
def test_a_value_that_a_program_sends(field, value, message):
    with pytest.raises(serializers.ValidationError) as error:
        field.run_validation(value)
    assert [str(each) for each in error.value.detail] == [message]


def test_a_form_of_the_site_says_it_too():
    form = EventSettings({"name": "x" * 500})
    assert form.errors["name"] == ["This is too long: 500 characters. At most 120 are possible."]
