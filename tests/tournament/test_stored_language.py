"""Rows hold English or codes, whatever the language of the person who acts: the record means the same to everybody."""

import json
import re
import uuid
from collections.abc import Iterable

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.utils.translation import override

from judging.messages import TEMPLATES, message, points
from tests.tournament.catalogue import entries
from tests.tournament.hall import make_hall
from tournament.keying import actions as keyings
from tournament.keying.drafts import TypedLine
from tournament.models import Keying, Mark, PuzzleVersion, Rescore, Result, Verdict
from tournament.rescoring import actions as rescores

pytestmark = pytest.mark.django_db
VALUE = re.compile(r"%\(\w+\)[sd]|%%[12s]|%[sd]|\{\w+\}")
SHORTEST = 6  # characters of a translation that is looked for; shorter ones are numbers' and names' too


def spanish() -> re.Pattern[str]:
    """A pattern for all texts of the catalogue that differ in Spanish, with any values."""
    english = {form for each in entries("es") for form in (each.text.text, each.text.plural)}
    said = {form for each in entries("es") for form in each.said.values()} - english
    pieces = [VALUE.split(each) for each in said if len(VALUE.sub("", each)) >= SHORTEST]
    return re.compile("|".join(".+".join(map(re.escape, parts)) for parts in pieces))


def sentences() -> re.Pattern[str]:
    """A pattern for all sentences of judging, with any values."""
    rows = [each for row in TEMPLATES.values() for each in ((row,) if isinstance(row, str) else row)]
    pieces = [VALUE.split(each) for each in rows if " " in each and len(VALUE.sub("", each)) >= SHORTEST]
    return re.compile("|".join(".+".join(map(re.escape, parts)) for parts in pieces), re.DOTALL)


def stored(models: Iterable[type[Model]] | None = None) -> set[str]:
    """Every text in every row, inside JSON too."""
    found: set[str] = set()
    for model in models or apps.get_app_config("tournament").get_models():
        for row in model.objects.values():
            _collect(json.loads(json.dumps(row, cls=DjangoJSONEncoder, default=repr)), found)
    return found


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
    elif isinstance(value, dict):
        for key, each in value.items():
            _collect(key, found)
            _collect(each, found)
    elif isinstance(value, list):
        for each in value:
            _collect(each, found)


def in_spanish() -> list[str]:
    known = spanish()
    return sorted(text for text in stored() if known.fullmatch(text))


def test_the_search_finds_a_translation_with_values():
    assert spanish().fullmatch("Curso 3")
    assert spanish().fullmatch("Un juez decidió que no cuenta.")
    assert not spanish().fullmatch("Grade 3")


def test_nothing_of_a_day_in_spanish_is_stored_in_spanish(
    event, organiser, judge_user, volunteer, add_player, round_24, hand_in
):
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    with override("es"):
        hall = make_hall(event, people, add_player, round_24, hand_in)
        open_ = Keying.objects.get(pk=hall.ids["keying"])
        written = TypedLine(box=0, text="1+2", mark=Mark.STRUCK_OUT, key=uuid.uuid4(), position=0)
        keyings.hand_in(by=volunteer, keying=open_, lines=[written])
        late = TypedLine(box=0, text="3+4", mark=Mark.ILLEGIBLE, key=uuid.uuid4(), position=1)
        keyings.report_late_lines(by=volunteer, keying=open_, lines=[late])
        rescores.drop(by=organiser, rescore=Rescore.objects.get(pk=hall.ids["rescore"]))
    assert len(stored()) > 100
    assert in_spanish() == []
    assert_no_sentence_is_stored()


def assert_no_sentence_is_stored() -> None:
    """Sentences of judging are stored as a code with its facts."""
    known, found = sentences(), stored([Verdict, Result, PuzzleVersion, Rescore])
    assert {"number_unused", "box_set"} & found
    assert [each for each in found if known.fullmatch(each)] == []


def test_the_search_finds_a_sentence_of_judging():
    for one in (message("number_unused", number=4), message("hits", target="24", worth=points(3))):
        assert sentences().fullmatch(str(one))
    assert not sentences().fullmatch("number_unused")


def test_a_demonstration_is_the_same_in_every_language(settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    with override("es"):
        call_command("demo", players=12, verbosity=0)
    assert in_spanish() == []
    assert_no_sentence_is_stored()
