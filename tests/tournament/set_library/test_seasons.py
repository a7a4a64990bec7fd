"""Seasons: sets for many dates, no question twice, equally hard, made by jobs that may be stopped or killed."""

import datetime
import io
import json
import re

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from puzzles.sets.balance import WITHIN, dealt, deviations, mean_seconds
from puzzles.sets.generate import SetMaker
from tests.tournament.making import make_user
from tournament import tasks
from tournament.common.refusals import Refused
from tournament.models import Job, PuzzleSet
from tournament.organiser import actions as events
from tournament.puzzle_sets import draft_actions, generation, use_actions
from tournament.puzzle_sets.boxes import question_keys
from tournament.rounds import actions as rounds
from tournament.set_library import library, season_balance, seasons

FIRST = datetime.date(2027, 1, 9)
TO_13 = {"number_to": 13}


@pytest.fixture
def work(work_through):
    def until_done() -> None:
        while work_through():
            pass

    return until_done


def season(organiser, event, name="Winter", number=4, grades=(4, 5), **more) -> list[PuzzleSet]:
    how = {"format_slug": "twenty_four", "count": 3, "settings": TO_13} | more
    dates = seasons.dates_from(FIRST, number, 1)
    return seasons.make_season(by=organiser, event=event, name=name, dates=dates, grades=grades, **how)


def keys(drafts) -> list:
    return [key for draft in drafts for key in question_keys(draft.read_puzzles())]


def spread(event, name="Winter") -> dict[int, float]:
    """The greatest deviation of each grade."""
    found = {}
    for grade in {each.grade for each in seasons.sets_of_season(event, name)}:
        of_grade = seasons.sets_of_season(event, name).filter(grade=grade)
        found[grade] = max(map(abs, deviations([mean_seconds(each.read_puzzles()) for each in of_grade])))
    return found


def test_no_question_comes_twice_and_every_date_is_equally_hard(organiser, event, work):
    assert len(season(organiser, event)) == 8
    work()
    made = list(seasons.sets_of_season(event, "Winter"))
    assert {(each.making, len(each.puzzles)) for each in made} == {("done", 3)}
    assert len(set(keys(made))) == len(keys(made)) == 24
    assert max(spread(event).values()) <= WITHIN
    assert [each.why for each in season_balance.shown(event, "Winter")] == [""] * 8


def test_questions_of_the_three_years_before_do_not_come_again(organiser, event, work, monkeypatch):
    monkeypatch.setattr("tournament.common.limits.EARLIER_SETS", 1)  # as in a database with very many others
    earlier = events.create(by=organiser, name="Last year", slug="last", held_on="2026-01-09", grades=[4])
    season(organiser, earlier, grades=[4])
    work()
    season(organiser, event, grades=[4])
    work()
    assert len(set(keys(PuzzleSet.objects.all()))) == 2 * 4 * 3


def test_a_round_is_the_pattern_and_sets_of_one_puzzle_are_made_again_until_they_fit(organiser, event, work):
    round_ = rounds.add(by=organiser, event=event, format_slug="many_to_one")
    season(organiser, event, grades=[4], format_slug="", round_=round_, count=None, settings={})
    work()
    made = seasons.sets_of_season(event, "Winter")
    assert {(each.format, each.count, each.making) for each in made} == {("many_to_one", 1, "done")}
    assert spread(event)[4] <= WITHIN


def test_a_set_is_copied_into_a_round_and_dealt_no_more(client, organiser, event, work):
    season(organiser, event, grades=[4])
    work()
    round_ = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    source = seasons.sets_of_season(event, "Winter")[1]
    client.force_login(organiser)
    page = client.get(reverse("set-library", args=["spring"]), {"season": "Winter", "date": "2027-01-16"})
    assert f'value="{source.pk}"' in page.content.decode()
    assert "Winter 2027-01-16" not in client.get(reverse("set-library", args=["spring"])).content.decode()
    library.copy(by=organiser, puzzle_set=source, event=event, round_=round_, grade=4)
    assert source not in season_balance._free(list(seasons.sets_of_season(event, "Winter")))


def test_where_there_are_too_few_questions_the_page_says_which_date_and_why(client, organiser, event, work):
    season(organiser, event, grades=[4], settings={"number_to": 2})
    work()
    client.force_login(organiser)
    page = client.get(reverse("season", args=["spring"]), {"name": "Winter"}).content.decode()
    assert re.search(r"2027-01-30,\s+4</a>:\s+[^<]+nothing satisfies this", page)
    assert page.count("nothing satisfies this. There ") == 4


def test_a_season_is_stopped_continued_and_deleted_on_its_page(client, organiser, event, work):
    client.force_login(organiser)
    asked = {"name": "Winter", "pattern": "twenty_four", "grades": "4", "count": "2", "weeks": "2", "number": "2"}
    page = client.post(reverse("seasons", args=["spring"]), asked | {"first": "2027-01-09"}, follow=True)
    address = page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"]
    assert "0 of 2 sets are made" in page.content.decode()
    client.post(address, {"do": "stop"})
    work()
    assert {each.making for each in PuzzleSet.objects.all()} == {"stopped"}
    client.post(address, {"do": "go_on"})
    work()
    assert "2 of 2 sets are made" in client.get(address + "&fragment=1").content.decode()
    use_actions.lock(by=organiser, puzzle_set=PuzzleSet.objects.first())
    client.post(address, {"do": "remove"})
    assert [each.season for each in PuzzleSet.objects.all()] == [""]
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"number": 61}, "1 to 60 dates"),
        ({"grades": range(1, 14)}, "1 to 12 grades"),
        ({"count": 200, "number": 60}, "at most 10000 questions"),
        ({"format_slug": "letters", "count": 1, "settings": {}}, "with numbers"),
        ({"settings": {"number_from": 9, "number_to": 2}}, "."),
        ({"name": " "}, "Give the season a name"),
    ],
)
def test_a_season_beyond_its_bounds_is_refused(organiser, event, wrong, said):
    with pytest.raises(Refused, match=said):
        season(organiser, event, **wrong)
    assert not PuzzleSet.objects.exists()


def test_a_name_is_there_once_and_pasted_dates_are_read(client, organiser, event):
    client.force_login(organiser)
    asked = {"name": "Winter", "pattern": "twenty_four", "grades": "4", "weeks": "1", "number": "30"}
    address = reverse("seasons", args=["spring"])
    assert client.post(address, asked | {"dates": "2027-01-09\n2027-03-01"}).status_code == 302
    assert PuzzleSet.objects.count() == 2
    again = client.post(address, asked | {"dates": "2027-01-09"})
    assert (again.status_code, "of this name already" in again.content.decode()) == (400, True)
    wrong = client.post(address, asked | {"name": "B", "dates": "soon"})
    assert (wrong.status_code, "2027-05-08" in wrong.content.decode()) == (400, True)


def test_jobs_that_come_twice_and_a_worker_that_died_do_no_harm(organiser, event, work, monkeypatch):
    season(organiser, event, grades=[4])
    monkeypatch.setattr(generation, "SECONDS_PER_JOB", 0)
    first = Job.objects.filter(kind=Job.MAKE_PUZZLES).earliest("pk")
    assert tasks.perform(first.pk)
    assert not tasks.perform(first.pk)
    died = Job.objects.filter(kind=Job.MAKE_PUZZLES, state=Job.State.WAITING).earliest("pk")
    Job.objects.filter(pk=died.pk).update(state=Job.State.WORKING, lease_until="2020-01-01T00:00Z")
    assert tasks.perform(died.pk)
    work()
    made = list(seasons.sets_of_season(event, "Winter"))
    assert len(set(keys(made))) == len(keys(made)) == 12
    before = [each.puzzles for each in made]
    for each in made:
        season_balance.deal_some([each.pk], 2)
        season_balance.make_others([each.pk])
    assert [each.puzzles for each in seasons.sets_of_season(event, "Winter")] == before


def test_a_set_that_somebody_works_on_stays_as_it_is(organiser, event, work):
    season(organiser, event, grades=[4])
    work()
    kept = seasons.sets_of_season(event, "Winter").first()
    key = draft_actions.keys_of(kept.read_puzzles()[0])
    draft_actions.keep(by=organiser, puzzle_set=kept, keys=key)
    assert kept not in season_balance._free(list(seasons.sets_of_season(event, "Winter")))


def test_the_command_begins_a_season_and_says_how_far_it_is(organiser, event, work):
    words = ["season", "spring", "--name", "Winter", "--by", organiser.username, "--grades", "4-5", "--dates", "2"]
    words += ["--first", "2027-01-09", "--format", "twenty_four", "--count", "2", "--values", json.dumps(TO_13)]
    call_command(*words, stdout=io.StringIO())
    work()
    said = io.StringIO()
    call_command("season", "spring", "--name", "Winter", "--json", stdout=said)
    rows = [json.loads(line) for line in said.getvalue().splitlines()]
    assert [(each["date"], each["grade"], each["making"]) for each in rows][:2] == [
        ("2027-01-09", 4, "done"),
        ("2027-01-09", 5, "done"),
    ]
    with pytest.raises(CommandError, match="Name the organiser"):
        call_command("season", "spring", "--name", "Other", stdout=said)


def test_a_season_is_seen_by_its_organisers_alone(client, organiser, event):
    season(organiser, event)
    other = make_user("olaf", may_create_events=True)
    events.create(by=other, name="Elsewhere", slug="other", held_on="2027-06-01", grades=[4])
    client.force_login(other)
    page = client.get(reverse("set-library", args=["other"]), {"season": "Winter"}).content.decode()
    assert "Winter 2027" not in page
    assert client.get(reverse("season", args=["other"]), {"name": "Winter"}).status_code == 404


def test_puzzles_are_dealt_so_that_sets_take_equally_long():
    made = SetMaker("twenty_four", TO_13 | {"step_most": 4}, seed=7).puzzles()
    puzzles = sorted((next(made) for _ in range(60)), key=lambda each: mean_seconds([each]))
    sets = [puzzles[at : at + 10] for at in range(0, 60, 10)]
    hands = dealt(sets)
    assert sorted(map(str, (key for hand in hands for key in question_keys(hand)))) == sorted(
        map(str, question_keys(puzzles))
    )
    assert max(map(abs, deviations([mean_seconds(each) for each in sets]))) > 3 * WITHIN
    assert max(map(abs, deviations([mean_seconds(each) for each in hands]))) < WITHIN


@pytest.mark.drill
def test_thirty_dates_of_three_grades(organiser, event, work):
    season(organiser, event, number=30, grades=[3, 4, 5], count=10, settings={"number_to": 20})
    work()
    made = list(seasons.sets_of_season(event, "Winter"))
    assert len(made) == 90
    assert len(set(keys(made))) == len(keys(made))
    assert max(spread(event).values()) <= WITHIN
