"""The dictionary of the site, and that of an event."""

from functools import lru_cache

from django.conf import settings

from puzzles.words import word_lists
from puzzles.words.dictionary import Dictionary

from ..common.files.stored_file import StoredFile
from ..models import Event, EventWord

WordRulings = tuple[tuple[str, bool], ...]


def site_dictionary() -> Dictionary:
    """The list of the setting WORD_LIST, or the one that comes with the program. Raises WordListProblem."""
    return _own(StoredFile("word_lists", settings.WORD_LIST)) if settings.WORD_LIST else word_lists.standard()


def words_for(event: Event | None) -> Dictionary:
    """The dictionary of the site with the words that the event, if there is one, accepts and refuses. One query."""
    if event is None:
        return site_dictionary()
    rulings = EventWord.objects.filter(event=event).order_by("word").values_list("word", "is_accepted")
    return _with_rulings(str(settings.WORD_LIST), tuple(rulings))


@lru_cache(maxsize=2)
def _own(stored: StoredFile) -> Dictionary:
    return word_lists.own(stored)


@lru_cache(maxsize=8)
def _with_rulings(path: str, rulings: WordRulings) -> Dictionary:
    """The dictionary with these decisions, cached by them, so that a changed decision gives another one in every
    process."""
    accepted = [word for word, is_accepted in rulings if is_accepted]
    refused = [word for word, is_accepted in rulings if not is_accepted]
    return site_dictionary().with_rulings(accepted, refused) if rulings else site_dictionary()
