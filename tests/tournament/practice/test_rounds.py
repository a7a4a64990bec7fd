"""The rounds of practice by their names, and the solvers for everybody."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache

from puzzles.words.word_lists import standard
from tournament.common import limits
from tournament.models import AddressUse
from tournament.practice import rounds

NUMBER = "0011223344556677"


def test_a_name_deals_what_was_chosen_and_the_rest_by_chance():
    letters = rounds.deal(f"letters.{NUMBER}").letters
    assert (len(letters), 3 <= sum(each in "aeiou" for each in letters) <= 5) == (9, True)
    numbers = rounds.deal(f"numbers.2.{NUMBER}").numbers
    assert [number for number in numbers if number > 10] == list(numbers[:2])
    assert len(rounds.deal(f"numbers.{NUMBER}").numbers) == 6
    conundrum = rounds.deal(f"conundrum.{NUMBER}")
    assert sorted(conundrum.answer) == sorted("".join(conundrum.parts))


def test_the_key_of_the_site_is_needed_to_deal(settings):
    before = rounds.deal(f"conundrum.{NUMBER}")
    settings.SECRET_KEY = "another"
    assert rounds.deal(f"conundrum.{NUMBER}") != before


def test_the_daily_rounds_are_the_same_for_everybody_and_none_comes_early(client, settings):
    settings.TIME_ZONE = "Pacific/Auckland"
    shown = client.get("/practice/today/").json()
    assert shown["day"] == rounds.today().isoformat()
    assert [rounds.deal(name).kind for name in shown["rounds"]] == ["letters", "numbers", "conundrum"]
    tomorrow = rounds.today() + timedelta(days=1)
    assert rounds.deal(f"daily.conundrum.{tomorrow.isoformat()}") is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "letters",
        f"conundrum.2.{NUMBER}",
        f"numbers.5.{NUMBER}",
        f"letters.vcv.{NUMBER}",
        f"letters.{NUMBER}0000000000",
        "daily.letters.2026-02-30",
        "daily.letters.0000-00-00",
        "daily.letters.٢٠٢٦-01-01",
    ],
)
def test_what_is_no_round_deals_nothing(name):
    assert rounds.deal(name) is None


def test_the_day_ends_at_midnight_in_the_sites_time_zone(settings):
    settings.TIME_ZONE = "Pacific/Kiritimati"
    east = rounds.today()
    settings.TIME_ZONE = "Pacific/Pago_Pago"
    assert date.fromordinal(east.toordinal() - 1) == rounds.today()


@pytest.fixture
def solved(client, db):
    """solved(**question): the status and the answer of a solver's page."""
    cache.clear()

    def ask(**question):
        page = client.get("/practice/solvers/", question)
        return page.status_code, page.context.get("answer")

    return ask


def test_the_solvers_answer_the_examples_of_the_game(solved):
    _status, [(length, words), *_shorter] = solved(letters="ARIOEKLNN")
    assert (length, {"aileron", "lankier"} <= set(words)) == (7, True)
    _status, calculation = solved(numbers="50,8,8,4,3,1", target="429")
    assert (calculation["value"], calculation["distance"], calculation["count"] > 1) == (429, 0, True)
    assert solved(scramble="lets + mania") == (200, [(9, ["laminates"])])


@pytest.mark.parametrize(
    "question",
    [
        {"letters": "abcdefghij"},
        {"letters": "ab1"},
        {"letters": ""},
        {"letters": "a" * 10_000},
        {"numbers": "1,2,3,4,5,6,7", "target": "10"},
        {"numbers": "1,2,3,1001", "target": "10"},
        {"numbers": "1,2,٣", "target": "10"},
        {"numbers": "0", "target": "10"},
        {"numbers": "1,2", "target": "-5"},
        {"numbers": "1,2", "target": "99999"},
        {"scramble": "cat"},
    ],
)
def test_what_costs_too_much_or_makes_no_sense_is_refused(solved, question):
    assert solved(**question)[1] is None


def test_words_unsuitable_for_children_are_accepted_and_never_shown(solved):
    hidden = next(word for word in sorted(standard()._hidden) if len(word) == 9 and word in standard())
    assert hidden not in str(solved(letters=hidden))
    assert hidden not in str(solved(scramble=hidden))


def test_an_address_may_not_ask_without_end_and_nothing_is_written(solved, client, monkeypatch):
    monkeypatch.setattr(limits, "PRACTICE_ADDRESS", 2)
    solved(letters="cat")
    solved(letters="cat")
    assert client.get("/practice/solvers/", {"letters": "cat"}).status_code == 429
    assert not AddressUse.objects.exists()
