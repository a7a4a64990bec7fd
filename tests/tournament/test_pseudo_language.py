"""A made-up language that puts every translated text in brackets: what stands outside them is a name, or was typed.
As every page is asked for anyway, it is also asked for its link to a guide."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.db.models import Model
from django.utils.translation import trans_real

from tests.tournament.guides.test_guides import help_link_leads_somewhere
from tests.tournament.test_stored_language import stored
from tests.tournament.web.test_permissions import ADDRESSES, Hall, ask, hall  # noqa: F401
from tournament import models

OPEN, CLOSE = "\u27e6", "\u27e7"
INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
TYPED: tuple[type[Model], ...] = (
    *(models.Event, models.Player, models.Team, models.User, models.Round, models.Submission, models.Sheet),
    *(
        models.Ruling,
        models.PairRuling,
        models.Rescore,
        models.Penalty,
        models.Dispute,
        models.Hall,
        models.Series,
        models.PuzzleSet,
    ),
    *(models.ApiToken, models.CoachLink, models.Import),
)
NOT_READ = re.compile(r"<(script|style|svg|math|template|kbd|code|pre)\b.*?</\1>|<!--.*?-->", re.DOTALL)
INLINE = re.compile(r"</?(?:a|b|i|em|strong|span|kbd|bdi|code|cite|time|small|sup|sub|mark|abbr|output|br|wbr)\b[^>]*>")
SPOKEN = re.compile(r'\b(?:alt|aria-label|placeholder|title)="([^"]*)"')
WORD = re.compile(r"[^\W\d_]{3,}")
# names of the program, languages and a size of paper, and the article in Django's Spanish dates
OWN = {"Number", "Tournament", "English", "Español", "Letter", "las"}
OWN |= {"digests", "txt", "json", "joint"}  # a file
IN_ENGLISH = {"guide", "guides"}  # docs/decisions/languages.md
NO_PAGE = {"api-schema"}  # and drf-spectacular keeps what it knows of a language for the whole process
ADDRESS = re.compile(r"https?://\S+|\b[A-Z0-9]{3,8}\b")  # a link, the code of a sheet, initials


class InBrackets:
    """The Spanish catalogue with each text in English and in brackets."""

    def __init__(self, real: trans_real.DjangoTranslation):
        self._real = real

    def __getattr__(self, name: str):
        return getattr(self._real, name)

    def gettext(self, text: str) -> str:
        return f"{OPEN}{text.rpartition(chr(4))[2]}{CLOSE}" if text else ""

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


@pytest.fixture
def brackets(monkeypatch):
    real = trans_real.translation("es")
    monkeypatch.setitem(trans_real._translations, "es", InBrackets(real))


def outside(html: str) -> set[str]:
    """The words of a page that stand outside the brackets."""
    html = NOT_READ.sub(" ", html)
    texts = [*re.split(r"<[^>]*>", INLINE.sub("", html)), *SPOKEN.findall(html)]
    return {word for text in texts for word in WORD.findall(ADDRESS.sub("", _outside(unescape(text))))}


def _outside(text: str) -> str:
    found = 1
    while found:
        text, found = INNERMOST.subn(" ", text)
    return text.partition(OPEN)[0]


def test_the_reader_sees_what_is_outside():
    page = f'<p title="Two">{OPEN}One {OPEN}more{CLOSE} <b>x</b>{CLOSE} three</p>'
    assert outside(page) == {"Two", "three"}


def asked() -> Iterator[tuple[str, str]]:
    """(who opens it, the page) for every page: the organiser, or who gets in where the organiser does not."""
    for name, (guard, _arguments, method) in ADDRESSES.items():
        who = next((each for each in ("organiser", "judge", "volunteer") if getattr(guard, each) == "in"), None)
        if who and method == "get" and name not in IN_ENGLISH | NO_PAGE:
            yield who, name


def is_public(name: str) -> bool:
    guard, arguments, _method = ADDRESSES[name]
    is_coachs = "token" in arguments and name.startswith("coach")
    return guard.anonymous != "sign-in" and not is_coachs


def test_each_page_of_a_day_has_its_texts_in_the_catalogue_and_a_link_to_a_guide(hall, client, brackets):  # noqa: F811
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    typed = {word for text in stored(TYPED) for word in WORD.findall(text)} | OWN
    found, without_help = {}, set()
    for who, name in asked():
        answer = ask(client, hall, who, name)
        if answer.status_code != 200 or not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        if left := outside(answer.content.decode()) - typed:
            found[name] = left
        if b"<html" in answer.content and not is_public(name) and not help_link_leads_somewhere(answer):
            without_help.add(name)
    assert found == {}
    assert without_help == set()
