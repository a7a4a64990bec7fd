"""Whole events: everything that is stored or worked out for their pages is recognised, and said in another language."""

import io
import re

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import gettext, ngettext, override

from tournament.models import Event, Result, Verdict
from tournament.record.rescoring import tables
from tournament.spoken import spoken
from tournament.spoken_tables import PARTS

from .random_events import draw
from .test_spoken import unknown

TEXTS = [text for part in PARTS for text in part.texts]
MADE_UP = "Not all numbers are used."  # a reason that random events give their refused lines, past the engine
PLACE = re.compile(r"\{([^{}]*)\}")


def said_in(event: Event) -> set[str]:
    """Every sentence of the engine that this event has: in its rows, and worked out for its pages."""
    said = {line["sentence"] for result in Result.objects.filter(round__event=event) for line in result.lines}
    for verdict in Verdict.objects.filter(puzzle_version__puzzle__round__event=event):
        said |= {reason["message"] for reason in verdict.reasons}
    for table in tables(event).values():
        said |= {*table.reasons, *(award.sentence for award in table.awards(event.award_places))}
    return said


@pytest.mark.django_db
def test_everything_that_the_demo_says_is_known(settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    call_command("demo", players=2, stdout=io.StringIO())
    said = said_in(Event.objects.get(slug="demo"))
    assert len(said) > 20
    assert unknown(said) == []


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_everything_that_a_random_event_says_is_known(seed):
    said = said_in(draw(seed))
    assert unknown(said - {MADE_UP}) == []


LANGUAGES = [language for language, _name in settings.LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_translation_has_the_same_places(language, text):
    with override(language):
        if isinstance(text, str):
            assert set(PLACE.findall(gettext(text))) == set(PLACE.findall(text))
            return
        one, many = text
        for count in (0, 1, 2, 5, 100):
            found = set(PLACE.findall(ngettext(one, many, count)))
            assert set(PLACE.findall(one)) - {"count"} <= found <= set(PLACE.findall(many))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "sentence",
    ["7 is not 8: 0 points", "Second method: 2 points", "Counts once: the same method as line 3 of Target 45"]
    + [
        "The number 5 was given and is not used. Every number is used once.",
        "Nothing can be divided by zero.",
    ]
    + ["Ana has 3 points and Ben has 1 point.", "Ana, Ben and Cem share 2nd place with 10 points."],
)
def test_a_sentence_is_another_in_another_language(language, sentence):
    with override(language):
        assert spoken(sentence) != sentence
