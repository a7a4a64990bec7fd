"""Where an event asks for more than one judge: a ruling on a pair of methods is a proposal until enough have signed."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournament.making import boxes, make_user
from tournament.common.refusals import Refused
from tournament.models import AuditAbout, AuditEntry, Job, PairRuling, Result, Signature, Verdict
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.same_method_rulings.near_duplicates import unsigned_pair_rulings
from tournament.scoring import signatures
from tournament.scoring.same_methods import in_force
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db

TURNED, PLAIN, THIRD = "(1-5)*(3-9)", "(5-1)*(9-3)", "9+(5*3)*1"


@pytest.fixture
def colleagues(event, organiser, judge_user):
    found = [make_user(name, first_name=name.title()) for name in ("cleo", "dana")]
    for user in found:
        event.memberships.create(user=user, role="judge")
    events.change(by=organiser, event=event, judges_per_ruling=2)
    return found


@pytest.fixture
def round_1359(add_round):
    return add_round("twenty_four", boxes(((1, 3, 5, 9), 24), ((5, 3, 6, 6), 24), ((2, 3, 4, 1), 24)), number_to=10)


@pytest.fixture
def written(colleagues, round_1359, entrant, add_player, hand_in, work_through):
    hand_in(round_1359, entrant, [(0, PLAIN), (0, TURNED)])
    hand_in(round_1359, add_player(), [(0, THIRD)])
    work_through()
    return {verdict.text: verdict for verdict in Verdict.objects.all()}


@pytest.fixture
def points(entrant, work_through):
    def points() -> int:
        work_through()
        return Result.objects.in_force().get(entrant=entrant).points

    return points


@pytest.fixture
def rule(event, written, judge_user):
    def give(says="same", one=PLAIN, other=TURNED, by=judge_user, reason="Signs turned twice.") -> PairRuling:
        event.refresh_from_db()
        return same_method_rulings.rule(
            by=by, event=event, first=written[one], second=written[other], says=says, reason=reason
        )

    return give


def refusal(action, **arguments) -> Refused:
    with pytest.raises(Refused) as caught:
        action(**arguments)
    return caught.value


def test_a_proposal_waits_changes_no_points_and_holds_with_its_last_signature(
    event, rule, colleagues, points, judge_user
):
    given = rule()
    assert (given.needs, in_force(event), points()) == (2, {}, 20)
    (waiting,) = unsigned_pair_rulings(event)
    assert (waiting.ruling, waiting.signers, waiting.missing) == (given, (judge_user,), 1)
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    assert (list(in_force(event).values()), unsigned_pair_rulings(event), points()) == ([given], [], 10)


def test_a_judge_cannot_sign_twice_and_nobody_signs_what_is_complete(event, rule, colleagues, judge_user):
    given = rule()
    same_method_rulings.sign(by=judge_user, ruling=given)
    assert (Signature.objects.count(), len(unsigned_pair_rulings(event))) == (1, 1)
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    assert Signature.objects.count() == 2
    assert refusal(same_method_rulings.sign, by=colleagues[1], ruling=given).code == "complete"


@pytest.mark.postgresql
def test_the_database_takes_no_second_signature_and_changes_none(rule, judge_user):
    given = rule()
    (signature,) = given.signatures.all()
    with pytest.raises(IntegrityError), transaction.atomic():
        signatures.add(judge_user, [given], given.given_at)
    for statement in ("UPDATE {} SET signer_id = signer_id", "DELETE FROM {}"):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement.format("tournament_signature"))
    assert list(given.signatures.all()) == [signature]


def test_only_judges_of_the_event_sign(rule, volunteer, organiser):
    given = rule()
    for person in (volunteer, organiser):
        with pytest.raises(NotAllowed):
            same_method_rulings.sign(by=person, ruling=given)


def test_sent_twice_it_waits_once_and_a_colleague_who_says_the_same_is_told_to_sign(rule, colleagues):
    given = rule()
    assert rule() == given
    refused = refusal(rule, by=colleagues[0], reason="I think so too.")
    assert (refused.code, PairRuling.objects.count()) == ("proposed", 1)


def test_of_two_proposals_the_first_to_be_complete_sets_the_other_aside(event, rule, colleagues, points, judge_user):
    once, twice = rule("same"), rule("different", by=colleagues[0])
    assert [each.ruling for each in unsigned_pair_rulings(event)] == [once, twice]
    same_method_rulings.sign(by=colleagues[1], ruling=twice)
    assert (unsigned_pair_rulings(event), points()) == ([], 20)
    assert refusal(same_method_rulings.sign, by=colleagues[1], ruling=once).code == "overtaken"
    again = rule("same", by=colleagues[1], reason="After all.")
    same_method_rulings.sign(by=judge_user, ruling=again)
    assert (list(in_force(event).values()), points()) == ([again], 10)


def test_what_came_to_hold_last_stands_whichever_was_proposed_first(event, rule, colleagues, judge_user):
    first = rule("different")
    same_method_rulings.sign(by=colleagues[0], ruling=first)
    withdrawn = rule("withdrawn", reason="A mistake.")
    assert list(in_force(event).values()) == [first]
    same_method_rulings.sign(by=colleagues[0], ruling=withdrawn)
    assert in_force(event) == {}


def test_contradictions_are_looked_for_again_at_the_last_signature(event, rule, colleagues, judge_user):
    """Each of the three is fine by itself when it is proposed; together they would say once and twice."""
    one = rule("same", PLAIN, TURNED)
    two = rule("same", TURNED, THIRD)
    three = rule("different", PLAIN, THIRD)
    same_method_rulings.sign(by=colleagues[0], ruling=three)
    same_method_rulings.sign(by=colleagues[0], ruling=one)
    refused = refusal(same_method_rulings.sign, by=colleagues[0], ruling=two)
    assert (refused.code, two.signatures.count()) == ("contradicts", 1)
    assert f"“{three.first_text}” and “{three.second_text}” were ruled to count twice" in str(refused)
    assert len(in_force(event)) == 2


def test_a_round_that_became_final_meanwhile_keeps_its_points(event, round_1359, rule, colleagues, organiser, points):
    given = rule()
    round_steps.move(by=organiser, round_=round_1359, status="final")
    refused = refusal(same_method_rulings.sign, by=colleagues[0], ruling=given)
    assert (refused.code, given.signatures.count(), points()) == ("round_final", 1, 20)


def test_the_number_of_judges_is_that_of_the_day_it_was_given(event, rule, colleagues, organiser):
    given = rule()
    events.change(by=organiser, event=event, judges_per_ruling=1)
    assert in_force(event) == {}
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    assert list(in_force(event).values()) == [given]
    events.change(by=organiser, event=event, judges_per_ruling=3)
    assert list(in_force(event).values()) == [given]


def test_a_proposal_sets_no_sheet_to_be_judged_anew_and_the_last_signature_does(rule, colleagues):
    given = rule()
    assert not Job.objects.exclude(state="done").exists()
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    assert Job.objects.filter(state="waiting", kind="judge_sheet").count() == 1


def test_a_sheet_typed_while_it_waits_counts_as_before(
    event, round_1359, rule, colleagues, add_player, hand_in, work_through
):
    given, later = rule(), add_player()
    hand_in(round_1359, later, [(0, TURNED), (0, PLAIN)])
    work_through()
    assert Result.objects.get(entrant=later).points == 20
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    work_through()
    assert Result.objects.get(entrant=later).points == 10


def test_both_signatures_are_in_the_trail_and_in_the_round_s_history(event, round_1359, rule, colleagues):
    given = rule()
    same_method_rulings.sign(by=colleagues[0], ruling=given)
    proposed, signed = AuditEntry.objects.filter(verb__startswith="pair.").order_by("number")
    assert (proposed.verb, proposed.after["signed"], proposed.after["of"]) == ("pair.ruled", 1, 2)
    assert (signed.verb, signed.by_id, signed.before) == ("pair.signed", colleagues[0].pk, {"signed": 1})
    assert (signed.after["signed"], signed.why) == (2, "Signs turned twice.")
    about = AuditAbout.objects.filter(event_id=event.pk, number=signed.number, kind="round")
    assert [each.kind_id for each in about] == [round_1359.pk]


def test_a_re_score_s_word_on_a_pair_holds_at_once_and_sets_a_proposal_aside(
    event, round_1359, rule, written, colleagues, organiser, judge_user, points
):
    given = rule("different")
    round_steps.move(by=organiser, round_=round_1359, status="final")
    event.refresh_from_db()
    change = proposals.pair(
        by=judge_user, event=event, first=written[PLAIN], second=written[TURNED], says="same", reason="Seen."
    )
    rescore = rescores.propose(by=judge_user, event=event, changes=[change], reason="A protest.")
    assert refusal(rescores.apply, by=judge_user, rescore=rescore).code == "needs_second"
    rescores.apply(by=colleagues[0], rescore=rescore)
    (holds,) = in_force(event).values()
    assert (holds.says, holds.needs, [each.signer for each in holds.signatures.all()]) == (
        "same",
        2,
        [judge_user, colleagues[0]],
    )
    assert (unsigned_pair_rulings(event), points()) == ([], 10)
    assert refusal(same_method_rulings.sign, by=colleagues[1], ruling=given).code == "overtaken"


def test_order_is_that_of_the_signatures_not_of_the_clock(event, rule, colleagues, monkeypatch):
    first = rule("same")
    same_method_rulings.sign(by=colleagues[0], ruling=first)
    early = first.given_at - timedelta(hours=2)
    monkeypatch.setattr("tournament.same_method_rulings.actions.timezone.now", lambda: early)
    second = rule("different")
    same_method_rulings.sign(by=colleagues[0], ruling=second)
    assert (second.given_at < first.given_at, list(in_force(event).values())) == (True, [second])
