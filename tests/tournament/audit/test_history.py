"""The history of one row: which entries it shows, in what order, in what words."""

from dataclasses import replace

import pytest

from tests.tournament.hall import make_hall
from tests.tournament.making import boxes, make_user
from tournament.audit import history
from tournament.models import AuditAbout, AuditEntry, Submission, Verdict
from tournament.organiser import actions as events, round_steps
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings

pytestmark = pytest.mark.django_db

# the first part of a verb -> the histories in which its entry must be found
BELONGS_TO = {
    "penalty": {"entrant"},
    "tie": {"tie"},
    "series": {"series"},
    "table": {"table"},
    "event": {"event"},
    "division": {"division"},
    "round": {"round"},
    "puzzle": {"round"},
    "puzzles": {"round"},
    "player": {"entrant", "player"},
    "entrant": {"entrant"},
    "role": {"user"},
    "person": {"user"},
    "link": {"user"},
    "token": {"user"},
    "clock": {"round"},
    "sheet": {"sheet", "round"},
    "scan": {"sheet"},
    "ruling": {"ruling", "sheet", "round"},
    "pair": {"round"},
    "dispute": {"dispute", "sheet", "round"},
    "disputes": {"round"},
    "coach": {"entrant"},
    "rescore": {"rescore"},
    "relation": {"user", "player"},
    "lines": {"import"},
    "competition": {"competition"},
    "hall": {"hall"},
}


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in):
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, people, add_player, round_24, hand_in)


def verbs(event, kind: str, row) -> list[str]:
    return [each.entry.verb for each in history.of(event, kind, row.pk)]


def test_every_entry_is_found_from_the_histories_it_belongs_to(hall, add_player, add_round, ask_judges):
    people, event = hall.people, hall.event
    player = add_player(number=200, team="Owls").player
    facts = replace(roster.facts_of(player), team="Owls 2")
    roster.change_player(by=people["organiser"], player=player, facts=facts)
    roster.set_status(by=people["organiser"], entrant=player.entrant, status="absent")
    played = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), rounds=1)
    round_steps.move(by=people["organiser"], round_=played, status="closed", why="Too early.")
    ask_judges(2)
    line = Submission.objects.get(mark="illegible")
    given = rulings.give(by=people["judge"], submission=line, counts_as="nothing", reason="No.")
    colleague = make_user("cleo")
    event.memberships.create(user=colleague, role="judge")
    rulings.sign(by=colleague, ruling=given)
    found = {}
    for entry in AuditEntry.objects.filter(event_id=event.pk):
        kinds = AuditAbout.objects.filter(event_id=event.pk, number=entry.number)
        missing = BELONGS_TO[entry.verb.partition(".")[0]] - set(kinds.values_list("kind", flat=True))
        if missing:
            found[entry.verb] = missing
    assert found == {}
    written = set(AuditEntry.objects.values_list("verb", flat=True))
    assert {"ruling.signed", "dispute.filed", "player.changed", "puzzle.set", "sheet.handed_in"} <= written


def test_the_history_of_a_sheet_goes_from_opening_to_ruling(event, round_24, entrant, hand_in, judge_user):
    (line,) = hand_in(round_24, entrant, [(0, "1 2 3 four")])
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.")
    assert verbs(event, "sheet", line.sheet) == ["sheet.opened", "sheet.handed_in", "ruling.given"]
    assert verbs(event, "entrant", entrant)[-3:] == ["sheet.opened", "sheet.handed_in", "ruling.given"]


def test_a_ruling_for_all_is_in_the_history_of_every_sheet_it_touches(event, round_24, add_player, hand_in, judge_user):
    sheets = [hand_in(round_24, add_player(), [(0, "1 2 3 four")])[0] for _ in range(2)]
    hand_in(round_24, add_player(), [(0, "1*2*3*4")])
    rulings.give(by=judge_user, submission=sheets[0], counts_as="nothing", reason="No.")
    assert [verbs(event, "sheet", line.sheet).count("ruling.given") for line in sheets] == [1, 1]
    untouched = Submission.objects.get(text="1*2*3*4").sheet
    assert "ruling.given" not in verbs(event, "sheet", untouched)


def test_a_ruling_on_two_methods_is_in_the_history_of_their_rounds(
    event, add_round, entrant, hand_in, judge_user, work_through
):
    round_ = add_round("twenty_four", boxes(((1, 3, 5, 9), 24)), number_to=10, rounds=1)
    hand_in(round_, entrant, [(0, "(5-1)*(9-3)"), (0, "(1-5)*(3-9)")])
    work_through()
    first, second = Verdict.objects.all()
    same_method_rulings.rule(by=judge_user, event=event, first=first, second=second, says="same", reason="Signs.")
    assert verbs(event, "round", round_)[-1] == "pair.ruled"


def test_what_was_and_what_is_are_told_in_words(event, organiser, round_24, ask_judges):
    for needed in (2, 1):
        ask_judges(needed)
    round_steps.move(by=organiser, round_=round_24, status="closed", why="Too early.")
    events.change(by=organiser, event=event, judges_per_ruling=2, kin_counts_as="same")
    told = history.of(event, "round", round_24.pk)[-1]
    assert (told.who, told.did, told.entry.why) == ("Ora", "moved a round to another step", "Too early.")
    assert told.changes[0] == ("step", "Marking", "Closed")
    changed = history.of(event, "event", event.pk)[-1].changes
    assert set(changed) == {
        ("methods that are equal in algebra count", "Twice", "Once"),
        ("judges for a ruling", "1", "2"),
    }


def test_a_grade_has_its_name_and_a_time_is_in_minutes(event, organiser, add_round):
    event.divisions.filter(grade=3).update(name="Juniors")
    planned = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    settings = {"values": {"time_seconds": 120}, "by_grade": {"3": {"time_seconds": 150}, "9": {"rounds": 2}}}
    rounds.change(by=organiser, round_=planned, settings=settings)
    assert set(history.of(event, "round", planned.pk)[-1].changes) >= {
        ("time", "", "2 minutes"),
        ("Juniors: time", "", "150 seconds"),
        ("Grade 9: Questions", "", "2"),
    }
    seniors = events.add_division(by=organiser, event=event, grade=6, name="Seniors")
    assert ("grade", "", "Seniors") in history.of(event, "division", seniors.pk)[-1].changes


def test_what_was_asked_is_told_as_it_stands_on_the_paper(event, organiser, round_24, add_round):
    planned = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    puzzle_actions.assign(
        by=organiser,
        round_=planned,
        divisions=list(event.divisions.all()),
        boxes=boxes(((1, 1, 4, 6), 24)),
    )
    told = history.of(event, "round", planned.pk)[-1]
    assert ("puzzle", "", "1 1 4 6 → 24") in told.changes


def test_players_are_numbers_unless_their_names_are_asked_for(event, round_24, add_player, hand_in):
    (line,) = hand_in(round_24, add_player(first_name="Zelda"), [(0, "1*2*3*4")])
    assert not any("Zelda" in each.subject for each in history.of(event, "round", round_24.pk))
    named = history.of(event, "round", round_24.pk, by_name=True)
    assert any("Zelda" in each.subject for each in named)


def test_a_history_takes_as_many_queries_for_many_entries_as_for_few(
    event, organiser, round_24, django_assert_num_queries
):
    with django_assert_num_queries(3):
        history.of(event, "event", event.pk)
    for accent in ("rust", "plum", "moss") * 10:
        events.change(by=organiser, event=event, accent=accent)
    with django_assert_num_queries(3):
        assert len(history.of(event, "event", event.pk)) > 30
