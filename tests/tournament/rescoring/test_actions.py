"""A re-score is worked out aside, applied or dropped as one, and can be reversed; what it showed is what comes."""

import pytest
from django.db import OperationalError, connection

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.accounts import actions as people
from tournament.audit import history
from tournament.audit.sentences import is_message, stored_sentence
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Keying, Rescore, Result, Ruling, Submission, Verdict
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rescoring.signing import proposed_words
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.scoring.stored_points import differences
from tournament.standings.standings import players_table
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def played(round_24, add_player, hand_in, work_through, organiser):
    """Four players in grade 3, the round final: 20, 10, 10 and 0 points."""
    written = (["1*2*3*4", "(1+2+3)*4"], ["1*2*3*4"], ["4!*(3-2)*1"], ["1+2+3+4"])
    for texts in written:
        hand_in(round_24, add_player(), [(0, text) for text in texts])
    work_through()
    return round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)


@pytest.fixture
@made_once
def second(event, organiser, other_volunteer):
    people.give_role(by=organiser, event=event, username="viktor", role="organiser")
    return other_volunteer


def totals(round_) -> list[int]:
    held = Result.objects.in_force().filter(round=round_).order_by("entrant__player__number")
    return list(held.values_list("points", flat=True))


def bytes_of(event) -> str:
    """All that pages show of the standings."""
    return repr(
        [
            [
                (entry.name, entry.ranked.place, entry.total, entry.cells)
                for entry in players_table(event, division).everyone
            ]
            for division in event.divisions.all()
        ]
    )


def propose(event, organiser, change, reason="Misprinted.") -> Rescore:
    return rescores.propose(by=organiser, event=event, changes=[change], reason=reason)


CHANGES = {
    "other numbers": lambda r, by: proposals.puzzle(
        by=by, puzzle=r.puzzles.get(), boxes=boxes(((1, 2, 3, 5), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    ),
    "a void box": lambda r, by: proposals.void(by=by, puzzle=r.puzzles.get(), boxes=[0]),
    "another edition": lambda r, by: proposals.edition(by=by, round_=r, edition={"edition": "basic-24"}),
    "kin": lambda r, by: proposals.near_duplicates(by=by, event=r.event, counts_as="same"),
}


@pytest.fixture(params=CHANGES)
def change(request, played, organiser):
    return CHANGES[request.param](played, organiser)


def test_proposing_changes_nothing_that_holds(event, played, organiser, change):
    before = bytes_of(event)
    propose(event, organiser, change)
    assert bytes_of(event) == before
    assert list(differences(event)) == []


def test_what_a_proposal_changes_is_stored_as_codes_and_facts(event, played, organiser, change):
    rescore = propose(event, organiser, change)
    (stored,) = AuditEntry.objects.get(verb="rescore.proposed").after["changes"]
    assert is_message(stored)
    (words,) = proposed_words([rescore])[rescore.pk]
    assert words == stored_sentence(stored) == str(change.describe(event))
    assert words.endswith(".")
    ((_label, _before, shown),) = history.of(event, "rescore", rescore.pk)[0].changes
    assert shown == words[:119] + "…" if len(words) > 120 else words


def test_what_is_shown_is_what_comes_and_is_what_a_full_replay_gives(event, played, organiser, change):
    rescore = propose(event, organiser, change)
    shown = {each["entrant"]: each["after"] for each in rescore.effect["points"]}
    expected = [
        shown.get(entrant, points)
        for entrant, points in Result.objects.in_force()
        .filter(round=played)
        .order_by("entrant__player__number")
        .values_list("entrant", "points")
    ]
    rescores.apply(by=organiser, rescore=rescore)
    assert totals(played) == expected
    event.refresh_from_db()
    assert list(differences(event)) == []


def test_reversing_brings_every_result_back(event, played, organiser, change):
    before = bytes_of(event)
    rescore = rescores.apply(by=organiser, rescore=propose(event, organiser, change))
    back = rescores.reverse(by=organiser, rescore=rescore, reason="It was right after all.")
    rescores.apply(by=organiser, rescore=back)
    event.refresh_from_db()
    assert bytes_of(event) == before
    assert list(differences(event)) == []


def test_a_void_box_takes_its_points_from_everybody(event, played, organiser):
    rescores.apply(by=organiser, rescore=propose(event, organiser, CHANGES["a void box"](played, organiser)))
    assert totals(played) == [0, 0, 0, 0]


def test_the_effect_says_who_moves_and_who_would_have_the_awards(event, played, organiser):
    rescore = propose(event, organiser, CHANGES["another edition"](played, organiser))
    assert totals(played) == [20, 10, 10, 0]
    (each,) = rescore.effect["points"]
    assert (each["before"], each["after"]) == (10, 0)  # 4! is no basic method
    (standing,) = rescore.effect["places"]
    assert standing["kind"] == "players"
    assert [place for place, _entrant in standing["awards"][0]] == [1, 2, 2]
    assert [place for place, _entrant in standing["awards"][1]] == [1, 2, 3, 3]
    (verdict,) = rescore.effect["verdicts"]
    assert (verdict["text"], verdict["before"]["state"], verdict["after"]["state"]) == (
        "4!*(3-2)*1",
        "on_target",
        "nothing",
    )


def test_a_ruling_in_a_final_round_goes_by_a_re_score(event, played, judge_user):
    line = Submission.objects.get(text="1+2+3+4")
    with pytest.raises(Refused, match="re-score"):
        rulings.give(by=judge_user, submission=line, counts_as="value", value="24", reason="Sheet shows x.")
    change = proposals.ruling(by=judge_user, submission=line, counts_as="value", value="24", reason="Sheet shows x.")
    rescore = propose(event, judge_user, change)
    assert not Ruling.objects.exists()
    rescores.apply(by=judge_user, rescore=rescore)
    assert totals(played) == [20, 10, 10, 10]
    assert list(differences(event)) == []
    back = rescores.reverse(by=judge_user, rescore=rescore, reason="No.")
    rescores.apply(by=judge_user, rescore=back)
    assert totals(played) == [20, 10, 10, 0]
    assert list(differences(event)) == []


def test_reversing_a_ruling_gives_the_earlier_one_again(event, round_24, add_player, hand_in, work_through, judge_user):
    (line,) = hand_in(round_24, add_player(), [(0, "1+2+3+4")])
    rulings.give(by=judge_user, submission=line, counts_as="value", value="23", reason="Nearly.")
    work_through()
    change = proposals.ruling(by=judge_user, submission=line, counts_as="value", value="24", reason="Look again.")
    rescore = rescores.apply(by=judge_user, rescore=propose(event, judge_user, change))
    assert totals(round_24) == [10]
    back = rescores.reverse(by=judge_user, rescore=rescore, reason="The first was right.")
    rescores.apply(by=judge_user, rescore=back)
    assert totals(round_24) == [0]
    assert Ruling.objects.order_by("pk").last().value == "23"


def test_a_ruling_on_a_pair_of_methods_goes_by_a_re_score(event, played, judge_user):
    one, other = Verdict.objects.get(text="1*2*3*4"), Verdict.objects.get(text="(1+2+3)*4")
    with pytest.raises(Refused, match="re-score"):
        same_method_rulings.rule(by=judge_user, event=event, first=one, second=other, says="same", reason="x")
    change = proposals.pair(by=judge_user, event=event, first=one, second=other, says="same", reason="x")
    rescores.apply(by=judge_user, rescore=propose(event, judge_user, change))
    assert totals(played) == [10, 10, 10, 0]
    assert list(differences(event)) == []


def test_a_sheet_handed_in_meanwhile_is_not_lost(event, round_24, add_player, hand_in, work_through, organiser):
    hand_in(round_24, add_player(), [(0, "1*2*3*4"), (0, "4!*(3-2)*1")])
    work_through()
    rescore = propose(event, organiser, CHANGES["another edition"](round_24, organiser))
    hand_in(round_24, add_player(), [(0, "1*2*3*4"), (0, "4!*1^(2+3)")])
    work_through()
    rescores.apply(by=organiser, rescore=rescore)
    assert totals(round_24) == [10, 10]
    assert list(differences(event)) == []


def test_a_sheet_still_waiting_for_the_worker_is_judged_by_the_new_rules(
    event, round_24, add_player, hand_in, work_through, organiser
):
    hand_in(round_24, add_player(), [(0, "4!*(3-2)*1")])
    rescores.apply(by=organiser, rescore=propose(event, organiser, CHANGES["another edition"](round_24, organiser)))
    work_through()
    assert totals(round_24) == [0]
    assert list(differences(event)) == []


def test_what_changed_meanwhile_refuses_the_proposal(event, played, organiser):
    first = propose(event, organiser, CHANGES["another edition"](played, organiser))
    without = {"edition": "number-tournament", "off": ["factorial"]}
    other = propose(event, organiser, proposals.edition(by=organiser, round_=played, edition=without))
    rescores.apply(by=organiser, rescore=first)
    with pytest.raises(Refused, match="is out of date"):
        rescores.apply(by=organiser, rescore=other)


def test_a_second_person_applies_when_the_event_says_so(event, played, organiser, second):
    event.rescore_needs_second = True
    event.save()
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    with pytest.raises(Refused, match="Somebody else"):
        rescores.apply(by=organiser, rescore=rescore)
    assert rescores.apply(by=second, rescore=rescore).state == "applied"


def test_what_the_event_asks_for_when_it_is_applied_decides(event, played, organiser, second):
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    type(event).objects.update(rescore_needs_second=True)
    with pytest.raises(Refused, match="Somebody else") as refused:
        rescores.apply(by=organiser, rescore=rescore)
    assert refused.value.code == "needs_second"
    type(event).objects.update(rescore_needs_second=False)
    applied = rescores.apply(by=organiser, rescore=rescore)
    assert (applied.state, applied.needs) == ("applied", 1)


def test_applying_twice_applies_once_and_what_is_dropped_stays_dropped(event, played, organiser):
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    rescores.apply(by=organiser, rescore=rescore)
    rescores.apply(by=organiser, rescore=rescore)
    assert AuditEntry.objects.filter(verb="rescore.applied").count() == 1
    other = propose(event, organiser, proposals.void(by=organiser, puzzle=played.puzzles.get(), boxes=[1]))
    rescores.drop(by=organiser, rescore=other, why="Not needed.")
    with pytest.raises(Refused, match="already dropped"):
        rescores.apply(by=organiser, rescore=other)
    assert not Result.objects.filter(generation=other.pk).exists()


def test_what_waits_already_is_not_proposed_again(event, played, organiser, judge_user):
    once = propose(event, organiser, CHANGES["a void box"](played, organiser))
    assert propose(event, organiser, CHANGES["a void box"](played, organiser)) == once
    assert propose(event, judge_user, CHANGES["a void box"](played, judge_user), "I say so too.") == once
    assert AuditEntry.objects.filter(verb="rescore.proposed").count() == 1
    rescores.drop(by=organiser, rescore=once)
    assert propose(event, organiser, CHANGES["a void box"](played, organiser)) != once


def test_what_was_applied_meanwhile_is_not_overwritten_by_working_it_out(event, played, organiser):
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    pressed = []

    def colleague(execute, sql, params, many, context):
        """Her press on “apply” comes when working it out has just begun."""
        if "audithead" in sql and not pressed:
            pressed.append(True)
            rescores.apply(by=organiser, rescore=rescore)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(colleague), pytest.raises(Refused, match="already applied"):
        rescores.calculate_effect(by=organiser, rescore=rescore)
    assert totals(played) == [0, 0, 0, 0]
    assert list(differences(event)) == []


def test_working_it_out_twice_at_once_does_no_harm(event, played, organiser):
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    again = rescores.calculate_effect(by=organiser, rescore=rescore)
    assert again.effect == rescore.effect
    assert Result.objects.filter(generation=rescore.pk).count() == 4


def test_a_volunteer_neither_proposes_nor_applies(event, played, organiser, volunteer):
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    for call in (
        lambda: rescores.apply(by=volunteer, rescore=rescore),
        lambda: rescores.drop(by=volunteer, rescore=rescore),
        lambda: proposals.void(by=volunteer, puzzle=played.puzzles.get(), boxes=[1]),
    ):
        with pytest.raises(NotAllowed):
            call()


def test_cut_off_at_any_statement_the_standings_are_the_old_or_the_new_ones(event, played, organiser):
    rescore = propose(event, organiser, CHANGES["a void box"](played, organiser))
    before = bytes_of(event)
    statements = 0
    for cut in range(1, 200):
        count = 0

        def fail(execute, sql, params, many, context, cut=cut):
            nonlocal count
            count += 1
            if count == cut:
                raise OperationalError("the power went")
            return execute(sql, params, many, context)

        try:
            with connection.execute_wrapper(fail):
                rescores.apply(by=organiser, rescore=rescore)
        except OperationalError:
            statements += 1
            assert bytes_of(event) == before
            assert list(differences(event)) == []
        else:
            break
    assert statements > 8
    assert totals(played) == [0, 0, 0, 0]


def test_numbers_that_do_not_fit_are_refused_beside_their_box(event, played, organiser):
    with pytest.raises(Refused):
        proposals.puzzle(by=organiser, puzzle=played.puzzles.get(), boxes=boxes(((1, 2, 3, 99), 24)))


def test_the_policy_on_kin_changes_final_rounds_by_a_re_score_alone(event, played, organiser):
    with pytest.raises(Refused):
        events.change(by=organiser, event=event, kin_counts_as="same")
    rescore = propose(event, organiser, CHANGES["kin"](played, organiser))
    rescores.apply(by=organiser, rescore=rescore)
    event.refresh_from_db()
    assert event.kin_counts_as == "same"


def test_a_target_is_changed_without_asking_the_engine_again(
    event, add_round, add_player, hand_in, work_through, organiser
):
    asked = boxes(((1, 2, 3, 4), 24), ((2, 2, 3, 3), 10))
    round_ = add_round("hit_the_target", asked, rounds=2)
    hand_in(round_, add_player(), [(0, "1*2*3*4"), (1, "2+2+3+3"), (1, "2*3+2+3"), (1, "oops")])
    work_through()
    puzzle = round_.puzzles.get()
    change = proposals.puzzle(by=organiser, puzzle=puzzle, boxes=boxes(((1, 2, 3, 4), 24), ((2, 2, 3, 3), 11)))
    rescore = propose(event, organiser, change)
    carried = Verdict.objects.filter(puzzle_version=change.version)
    assert dict(carried.filter(box=1).values_list("text", "distance_up")) == {
        "2+2+3+3": "1",
        "2*3+2+3": "0",
        "oops": None,
    }
    rescores.apply(by=organiser, rescore=rescore)
    assert totals(round_) == [20]
    assert list(differences(event)) == []
    assert Keying.objects.filter(state="agreed").count() == 1
    with pytest.raises(Refused):
        puzzle_actions.assign(by=organiser, round_=round_, divisions=list(event.divisions.all()), boxes=asked)
