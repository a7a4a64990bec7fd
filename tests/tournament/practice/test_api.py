"""Practice and the solvers as JSON."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse

from judging.games.countdown.numbers import RULES
from judging.language.verdict import judge
from puzzles.words.word_lists import standard
from tournament.common import limits
from tournament.models import AddressUse
from tournament.practice import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(client):
    """ask(name, **facts): the answer to a POST, or to a GET of what a solver is asked."""
    cache.clear()

    def post(name: str, status: int = 200, **facts):
        way = client.post if name in {"rounds", "answers"} else client.get
        folder = "solve" if name in {"words", "numbers", "conundrum"} else "practice"
        more = {"content_type": "application/json"} if way == client.post else {}
        response = way(reverse(f"api-{folder}-{name}"), facts, **more)
        assert response.status_code == status, response.content
        return response.json()

    return post


def test_a_round_of_letters_is_dealt_answered_and_explained(ask, django_assert_num_queries):
    with django_assert_num_queries(0):
        dealt = ask("rounds", kind="letters")
        words = standard().best_words(dealt["letters"])
        result = ask("answers", round=dealt["round"], answer=words[0].upper())
    worth = 18 if len(words[0]) == 9 else len(words[0])  # nine letters count double
    assert (result["points"], result["made"], result["solved"]) == (worth, len(words[0]), True)
    assert result["possible"]["words"] == [word for word in words if len(word) == len(words[0])]
    wrong = ask("answers", round=dealt["round"], answer="zzz")
    assert (wrong["points"], wrong["code"], wrong["solved"]) == (0, "not_in_letters", False)
    assert wrong["possible"] == result["possible"]


def test_letters_are_chosen_one_by_one(ask):
    dealt = ask("rounds", kind="letters", picks="v")
    assert dealt["letters"] in "aeiou"
    ask("answers", round=dealt["round"], answer="a", status=409)
    longer = ask("rounds", kind="letters", picks="vc", earlier=dealt["round"])
    assert longer["letters"][0] == dealt["letters"]
    assert longer["letters"][1] not in "aeiou"


def test_a_round_of_numbers_says_what_is_wrong_and_shows_the_best_calculation(ask):
    dealt = ask("rounds", kind="numbers", large=2)
    assert [number for number in dealt["numbers"] if number > 10] == dealt["numbers"][:2]
    for text in ("1 +", "10 / 5 * 2 ("):
        refused = ask("answers", round=dealt["round"], answer=text, final=False, status=409)
        assert refused["code"] == "unreadable_line"
        assert "possible" not in refused
    assert ask("answers", round=dealt["round"], answer="1 + 1000", final=False)["code"] == "wrong_calculation"
    result = ask("answers", round=dealt["round"], answer="1 +")
    assert (result["points"], result["code"], result["made"]) == (0, "wrong_calculation", None)
    assert result["sentence"] == str(judge("1 +", dealt["numbers"], None, RULES).reasons[0].as_message)
    best = result["possible"]
    again = ask("answers", round=dealt["round"], answer=best["text"])
    assert (again["solved"], again["made"]) == (True, best["value"])
    assert best["steps"][-1]["value"] == str(best["value"])
    given_up = ask("answers", round=dealt["round"], answer="")
    assert (given_up["code"], given_up["solved"]) == ("no_number", False)


def test_a_conundrum_is_solved_by_its_answer_alone(ask):
    dealt = ask("rounds", kind="conundrum")
    wrong = ask("answers", round=dealt["round"], answer="conundrum")
    [answer] = wrong["possible"]["words"]
    assert sorted(answer) == sorted("".join(dealt["parts"]))
    assert (wrong["code"], wrong["points"]) == ("wrong_answer", 0)
    right = ask("answers", round=dealt["round"], answer=f" {answer.upper()} ")
    assert (right["solved"], right["points"]) == (True, 10)


def test_the_answer_is_neither_in_the_deal_nor_in_its_name(ask):
    for _each in range(20):
        dealt = ask("rounds", kind="conundrum")
        [answer] = ask("answers", round=dealt["round"], answer="")["possible"]["words"]
        assert answer not in str(dealt)
        assert set(dealt) == {"round", "kind", "letters", "numbers", "target", "parts"}


def test_the_key_of_the_site_is_needed_to_deal(ask, settings):
    dealt = ask("rounds", kind="conundrum")
    before = rounds.deal(dealt["round"])
    settings.SECRET_KEY = "another"
    assert rounds.deal(dealt["round"]) != before


def test_the_daily_rounds_are_the_same_for_everybody_and_none_comes_early(ask, settings):
    settings.TIME_ZONE = "Pacific/Auckland"
    result = ask("daily")
    assert result == ask("daily")
    assert [each["kind"] for each in result["rounds"]] == ["letters", "numbers", "conundrum"]
    assert result["time_zone"] == "Pacific/Auckland"
    assert ask("answers", round=result["rounds"][2]["round"], answer="")["possible"]["words"]
    tomorrow = rounds.today() + timedelta(days=1)
    ask("answers", round=f"daily.conundrum.{tomorrow.isoformat()}", answer="", status=404)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "letters",
        "conundrum.vc.00112233445566778899",
        "letters.00112233445566778899",
        "numbers.5.00112233445566778899",
        "letters.vccccccccc.00112233445566778899",
        "daily.letters.2026-02-30",
        "daily.letters.0000-00-00",
        "daily.letters.٢٠٢٦-01-01",
    ],
)
def test_what_is_no_round_is_refused(ask, name):
    status = 400 if not name else 404
    ask("answers", round=name, answer="", status=status)


def test_the_solvers_answer_the_examples_of_the_game(ask):
    assert {"aileron", "lankier"} <= set(ask("words", letters="ARIOEKLNN")["words"][:5])
    result = ask("numbers", numbers="50,8,8,4,3,1", target="429")
    assert (result["value"], result["distance"]) == (429, 0)
    assert result["count"] > 1
    assert ask("conundrum", letters="lets + mania")["words"] == ["laminates"]


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("words", {"letters": "abcdefghij"}),
        ("words", {"letters": "ab1"}),
        ("words", {"letters": ""}),
        ("words", {"letters": "a" * 10_000}),
        ("numbers", {"numbers": "1,2,3,4,5,6,7", "target": "10"}),
        ("numbers", {"numbers": "1,2,3,1001", "target": "10"}),
        ("numbers", {"numbers": "1,2,٣", "target": "10"}),
        ("numbers", {"numbers": "0", "target": "10"}),
        ("numbers", {"numbers": "1,2", "target": "-5"}),
        ("numbers", {"numbers": "1,2", "target": "99999"}),
        ("conundrum", {"letters": "cat"}),
        ("answers", {"round": "conundrum.00112233445566778899", "answer": "a" * 201}),
        ("rounds", {"kind": "letters", "picks": "vx"}),
        ("rounds", {"kind": "numbers", "large": 5}),
        ("rounds", {"kind": "chess"}),
    ],
)
def test_what_costs_too_much_or_makes_no_sense_is_refused(ask, name, facts):
    ask(name, status=400, **facts)


def test_words_unsuitable_for_children_are_accepted_and_never_shown(ask):
    hidden = next(word for word in sorted(standard()._hidden) if len(word) == 9 and word in standard())
    assert hidden not in ask("words", letters=hidden)["words"]
    assert hidden not in ask("conundrum", letters=hidden)["words"]


def test_an_address_may_not_ask_without_end_and_nothing_is_written(ask, monkeypatch):
    monkeypatch.setattr(limits, "PRACTICE_ADDRESS", 2)
    ask("daily")
    ask("daily")
    assert ask("daily", status=429)["code"] == "too_many_questions"
    assert not AddressUse.objects.exists()


def test_the_day_ends_at_midnight_in_the_sites_time_zone(settings):
    settings.TIME_ZONE = "Pacific/Kiritimati"
    east = rounds.today()
    settings.TIME_ZONE = "Pacific/Pago_Pago"
    assert date.fromordinal(east.toordinal() - 1) == rounds.today()
