"""The words of an event on top of the site's list, and another list by setting."""

import gzip

import pytest
from django.conf import settings as site_settings
from django.core.checks import run_checks
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.urls import reverse

from tournament.common.refusals import Refused
from tournament.models import EventWord
from tournament.word_lists import actions as words
from tournament.word_lists.dictionaries import site_dictionary, words_for

STORAGES = site_settings.STORAGES


def test_an_event_accepts_and_refuses_words_on_top(organiser, event):
    assert "zyzzyvax" not in words_for(event)
    words.decide(by=organiser, event=event, word="Zyzzyvax", is_accepted=True, why="A local name.")
    words.decide(by=organiser, event=event, word="house", is_accepted=False)
    assert "zyzzyvax" in words_for(event)
    assert "house" not in words_for(event)
    assert "house" in site_dictionary()
    words.decide(by=organiser, event=event, word="house", is_accepted=True)
    assert "house" in words_for(event)
    words.remove(by=organiser, event=event, word="zyzzyvax")
    assert "zyzzyvax" not in words_for(event)


@pytest.mark.parametrize("word", ["", "a", "two words", "number9", "a" * 16])
def test_what_is_no_word_is_refused_at_its_field(organiser, event, word):
    with pytest.raises(Refused) as refused:
        words.decide(by=organiser, event=event, word=word, is_accepted=True)
    assert list(refused.value.fields) == ["word"]


def test_the_page_saves_and_takes_back(client, organiser, event):
    client.force_login(organiser)
    address = reverse("event-words", args=["spring"])
    client.post(address, {"word": "Quux", "is_accepted": "yes", "why": "Fun."})
    assert EventWord.objects.get().word == "quux"
    assert "quux" in client.get(address).content.decode()
    client.post(address, {"remove": "quux"})
    assert not EventWord.objects.exists()


def in_folder(folder) -> dict:
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": folder}}
    return {**STORAGES, "word_lists": files}


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_list_may_be_in_another_storage(settings, event, pack):
    settings.STORAGES = {**STORAGES, "word_lists": {"BACKEND": "django.core.files.storage.InMemoryStorage"}}
    name = storages["word_lists"].save(f"{pack.__name__}.txt", ContentFile(pack(b"grue\nbleen\n")))
    settings.WORD_LIST = name
    assert "grue" in words_for(event)
    assert "house" not in words_for(event)


def test_another_list_by_setting(settings, tmp_path, event):
    (tmp_path / "own.txt").write_text("grue\nbleen\n", "utf-8")
    settings.WORD_LIST = str(tmp_path / "own.txt")
    settings.STORAGES = in_folder(tmp_path)
    assert "grue" in words_for(event)
    assert "house" not in words_for(event)
    assert not [each for each in run_checks() if each.id == "tournament.E021"]


@pytest.mark.parametrize(("content", "message"), [(None, "There is no word list"), (b"caf\xe9\n", "not UTF-8")])
def test_a_list_that_is_missing_or_in_another_encoding_is_said_at_start_up(settings, tmp_path, content, message):
    if content is not None:
        (tmp_path / "own.txt").write_bytes(content)
    settings.WORD_LIST = str(tmp_path / "own.txt")
    settings.STORAGES = in_folder(tmp_path)
    (result,) = [each for each in run_checks() if each.id == "tournament.E021"]
    assert message in result.msg
