"""Where one state of a hall meets another: files handed in twice, halls withdrawn, keys shared, ties, joint copies."""

import json
from dataclasses import replace

import pytest
from django.utils import timezone

from tests.tournament.competitions.playing import (
    at,
    exported,
    fingerprint,
    make_event,
    play,
    register,
    signed,
    step,
    type_sheet,
    work_through,
)
from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.archive import erasing
from tournament.common.refusals import Refused
from tournament.competitions import actions, queries
from tournament.competitions.handing_in import HandedIn, hand_in, hand_in_from_here
from tournament.exports import public
from tournament.models import Anonymisation, Competition, Event, Hall, HallFile, JointCopy
from tournament.organiser import actions as events
from tournament.publication import signing
from tournament.roster import actions as roster
from tournament.standings import actions as criteria, penalty_actions

NORTH, SOUTH = {301: 3, 302: 2}, {301: 3, 302: 1}


@pytest.fixture
@made_once
def competition(organiser) -> Competition:
    return actions.begin(by=organiser, event=make_event(organiser, "national"))


@pytest.fixture
@made_once
def north(competition, organiser) -> Hall:
    play(organiser, "north", NORTH)
    return register(organiser, competition, "north")


@pytest.fixture
@made_once
def south(competition, organiser) -> Hall:
    play(organiser, "south", SOUTH)
    return register(organiser, competition, "south")


def event_of(hall: Hall) -> Event:
    return Event.objects.get(slug=hall.event_slug)


def sent(hall: Hall, files: HandedIn | None = None) -> HallFile:
    files = files or signed(event_of(hall))
    return hand_in(by=hall.competition.made_by, hall=hall, **vars(files))


def code_of(hall: Hall, files: HandedIn) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        sent(hall, files)
    return refused.value.code, refused.value.sentence


def lines(competition: Competition) -> list[tuple[int, str, int]]:
    (players, *_others) = queries.document(competition)["standings"]
    return [(each["place"], each["entrant"], each["total"]) for each in players["entries"]]


def sign(competition: Competition, **more) -> JointCopy:
    shown = more.pop("shown", queries.state_of(queries.document(competition)))
    return actions.sign(by=competition.made_by, event=competition.event, shown=shown, **more)


def gave_penalty(event: Event, judge_user, number: int = 301) -> None:
    """A re-score in short: the record changes, and with it the totals."""
    entrant = event.entrants.get(player__number=number)
    event.memberships.get_or_create(user=judge_user, role="judge")
    penalty_actions.give(by=judge_user, event=event, entrant=entrant, points=7, reason="Late.")


def test_a_provisional_hall_counts_and_keeps_the_joint_standing_from_being_signed(north, south, competition):
    sent(north)
    file = sent(south, exported(event_of(south)))
    assert lines(competition)[:2] == [(1, "north/301", 30), (1, "south/301", 30)]
    assert not file.is_final
    with pytest.raises(Refused, match="South hall"):
        sign(competition)


def test_the_same_file_again_changes_nothing(north):
    files = signed(event_of(north))
    assert sent(north, files) == sent(north, files)
    assert north.files.count() == 1


def test_a_newer_file_replaces_a_provisional_one_at_once_and_a_signed_one_when_the_organiser_says_so(
    north, competition, judge_user
):
    event = event_of(north)
    first = sent(north, exported(event))
    gave_penalty(event, judge_user)
    second = sent(north)
    assert lines(competition)[0] == (1, "north/301", 23)
    assert HallFile.objects.get(pk=first.pk).document is None, "nothing is computed from it"
    gave_penalty(event, judge_user, 302)
    third = sent(north)
    assert (second.is_final, queries.waiting_file(north)) == (True, third)
    assert lines(competition)[1] == (2, "north/302", 20)
    with pytest.raises(Refused, match="changed since"):
        actions.count(by=competition.made_by, file=third, shown="something else")
    after = queries.state_of(queries.document(competition, {north.pk: third}))
    actions.count(by=competition.made_by, file=third, shown=after)
    assert lines(competition)[1] == (2, "north/302", 13)


def test_an_older_file_than_the_one_that_counts_is_refused(north, judge_user):
    older = signed(event_of(north))
    gave_penalty(event_of(north), judge_user)
    sent(north)
    code, sentence = code_of(north, older)
    assert (code, sentence) == ("older", "North hall: The file is older than the one that counts.")


def test_a_withdrawn_hall_leaves_the_standing_and_comes_back_with_its_file(north, south, competition, organiser):
    sent(north), sent(south)
    actions.withdraw(by=organiser, hall=north)
    assert [entrant for _place, entrant, _total in lines(competition)] == ["south/301", "south/302"]
    with pytest.raises(Refused, match="withdrawn"):
        sent(north)
    assert [each["entrants"] for each in read(sign(competition))["standings"][0]["awards"]][0] == ["south/301"]
    actions.readmit(by=organiser, hall=north)
    assert len(lines(competition)) == 4


def read(copy: JointCopy) -> dict:
    return queries.read_copy(copy)


def test_two_halls_may_share_a_key_but_not_an_event(north, competition, organiser):
    play(organiser, "south", SOUTH)
    south = register(organiser, competition, "south", fingerprint=north.fingerprint)
    sent(south, signed(event_of(south), "north"))
    code, sentence = code_of(north, signed(event_of(south), "north"))
    assert (code, "“south”" in sentence, "“north”" in sentence) == ("event", True, True)
    with pytest.raises(Refused, match="two events"):
        register(organiser, competition, "third", fingerprint=north.fingerprint, event_slug="north")


def test_a_renamed_event_is_the_same_hall(north, competition, organiser):
    events.change(by=organiser, event=event_of(north), name="Another name")
    assert sent(north).is_final
    assert queries.document(competition)["halls"][0]["name"] == "North hall"


def test_names_that_a_later_file_lacks_are_gone_here_too(north, competition, organiser):
    sent(north, exported(event_of(north)))
    assert queries.names_in(queries.files_of(queries.document(competition), competition)) == {
        "north/301": "Name301 L.",
        "north/302": "Name302 L.",
    }
    events.change(by=organiser, event=event_of(north), public_names="number")
    sent(north)
    assert not [each for each in HallFile.objects.all() if "Name301" in json.dumps(each.summary)]


def test_names_that_are_removed_from_the_event_that_runs_it_take_all_files_along(north, competition, organiser):
    sent(north)
    sign(competition)
    Anonymisation.objects.create(event=competition.event, by=organiser, begun_at=timezone.now())
    erasing.everything(competition.event)
    assert not HallFile.objects.exclude(document=None).exists()
    assert not HallFile.objects.exclude(summary__isnull=True).exists()
    assert JointCopy.objects.get().digest
    assert JointCopy.objects.get().document is None
    assert not Competition.objects.get().is_public


def test_a_grade_that_a_hall_lacks_is_fine_and_one_more_is_refused(competition, organiser):
    play(organiser, "north", {301: 3}, grades=(3,))
    assert sent(register(organiser, competition, "north")).is_final
    play(organiser, "south", {501: 3}, grades=(3, 4, 5))
    code, sentence = code_of(register(organiser, competition, "south"), signed(Event.objects.get(slug="south")))
    assert (code, sentence) == ("grade", "South hall: The hall has grade 5, which is not in the competition.")


OTHER = boxes(((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((4, 4, 4, 4), 24))


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ({"points_full": 11}, "round", "Round 1 has other rules or settings than in the competition: points_full."),
        ({"asked": OTHER}, "questions", "Round 1 of grade 3 asks other puzzles than the competition."),
    ],
)
def test_another_setting_or_question_is_refused_and_named(competition, organiser, more, code, said):
    event = play(organiser, "north", {301: 3}, **more)
    given, sentence = code_of(register(organiser, competition, "north"), signed(event))
    assert (given, said in sentence) == (code, True), sentence


def test_other_criteria_and_another_programme_are_refused(north, competition, organiser):
    criteria.choose(by=organiser, event=event_of(north), criteria=["total", "best_round"])
    code, sentence = code_of(north, signed(event_of(north)))
    assert (code, "total, best_round" in sentence, "total, tiebreak" in sentence) == ("criteria", True, True)
    document = json.loads(public.document(event_of(north)))
    document["rounds"] = []
    document["papers"] = []
    assert code_of(north, signed(event_of(north), document=json.dumps(document).encode()))[0] in {"rounds", "recount"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"statement": b""}, "incomplete"),
        ({"public_key": b"no key"}, "unknown_key"),
        ({"signature": b"x" * 64}, "changed"),
        ({"statement": b"audit: 1:x\0"}, "changed"),
        ({"document": b"{", "statement": b"", "signature": b"", "public_key": b""}, "unreadable"),
        ({"document": b'"\xff"', "statement": b"", "signature": b"", "public_key": b""}, "unreadable"),
    ],
)
def test_what_is_no_file_of_a_hall_is_refused(north, change, code):
    assert code_of(north, replace(signed(event_of(north)), **change))[0] == code


def test_a_standing_that_a_file_leaves_out_or_repeats_is_refused(north):
    document = json.loads(public.document(event_of(north)))
    for standings in (document["standings"][1:], document["standings"] * 2):
        body = json.dumps({**document, "standings": standings}).encode()
        assert code_of(north, HandedIn(body))[0] == "unreadable"


def test_a_tie_over_halls_is_shared_until_an_order_is_entered_and_again_when_it_is_over(
    north, south, competition, organiser, judge_user
):
    sent(north), sent(south)
    awards = queries.document(competition)["standings"][0]["awards"]
    assert [each["entrants"] for each in awards] == [["north/301", "south/301"], [], ["north/302"]]
    tie = {"by": organiser, "event": competition.event, "grade": 3, "kind": "players"}
    with pytest.raises(Refused, match="not tied"):
        actions.settle_tie(**tie, order=["north/301", "north/302"])
    actions.settle_tie(**tie, order=["south/301", "north/301"])
    assert lines(competition)[:2] == [(1, "south/301", 30), (2, "north/301", 30)]
    assert queries.open_ties(competition) == []
    gave_penalty(event_of(north), judge_user)
    after = queries.document(competition, {north.pk: sent(north)})["standings"][0]
    assert ([each["place"] for each in after["entries"]], after["ties"]) == ([1, 2, 3, 4], [])


def test_a_joint_copy_is_not_signed_if_a_hall_handed_in_meanwhile(north, south, competition, judge_user):
    sent(north), sent(south, exported(event_of(south)))
    shown = queries.state_of(queries.document(competition))
    sent(south)
    with pytest.raises(Refused, match="changed since"):
        sign(competition, shown=shown)
    gave_penalty(event_of(north), judge_user)
    sent(north)
    with pytest.raises(Refused, match="North hall"):
        sign(competition)


def test_a_re_score_after_the_joint_copy_needs_a_new_one_with_a_note(north, competition, judge_user, organiser):
    sent(north)
    first = sign(competition)
    old = north.files.get()
    gave_penalty(event_of(north), judge_user)
    new = sent(north)
    assert queries.last_copy(competition) == first
    after = queries.state_of(queries.document(competition, {north.pk: new}))
    actions.count(by=organiser, file=new, shown=after)
    assert HallFile.objects.get(pk=old.pk).document is not None, "the joint copy is counted from it"
    with pytest.raises(Refused, match="what was corrected"):
        sign(competition)
    second = sign(competition, note="North re-scored round 1.")
    assert queries.last_copy(competition) == second
    assert HallFile.objects.get(pk=old.pk).document is None


def test_a_hall_on_this_site_hands_in_at_a_press(competition, organiser):
    play(organiser, "north", NORTH)
    north = register(organiser, competition, "north", fingerprint=signing.fingerprint())
    assert not hand_in_from_here(by=organiser, hall=north).is_final
    actions.change_hall(by=organiser, hall=north, name="Hall A", fingerprint=north.fingerprint, event_slug="north")
    with pytest.raises(Refused, match="stay as they are"):
        actions.change_hall(
            by=organiser, hall=north, name="Hall A", fingerprint=fingerprint("south"), event_slug="north"
        )


def test_a_line_that_waits_makes_the_entrant_provisional(competition, organiser):
    with at("north"):
        event = make_event(organiser, "north")
        facts = roster.PlayerFacts(301, "Name", "Lund", 3, "")
        roster.add_player(by=organiser, event=event, facts=facts)
        round_ = step(organiser, event.rounds.get(), "open", "closed", "marking")
        type_sheet(organiser, round_, event.players.get().entrant, 2)
    hall = register(organiser, competition, "north")
    sent(hall, exported(event))
    (line,) = queries.document(competition)["standings"][0]["entries"]
    assert (line["total"], line["provisional"]) == (0, True)
    work_through()
    sent(hall, exported(event))
    (line,) = queries.document(competition)["standings"][0]["entries"]
    assert (line["total"], line["provisional"]) == (20, False)
