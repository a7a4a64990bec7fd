"""Where an event asks for more than one judge: a ruling is a proposal until enough have signed."""

import pytest

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Job, Result, Ruling, Signature, Verdict
from tournament.organiser import actions as events, open_work, round_steps
from tournament.rulings import actions as rulings
from tournament.rulings.past_rulings import unsigned_on
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db

UNREADABLE, HITS = "1 2 3 four", "1*2*3*4"


@pytest.fixture
@made_once
def two_judges(organiser, colleagues, ask_judges):
    return ask_judges(2)


@pytest.fixture
@made_once
def colleagues(event):
    made = [make_user(name, first_name=name.title()) for name in ("cleo", "dora")]
    for user in made:
        event.memberships.create(user=user, role="judge")
    return made


@pytest.fixture
@made_once
def line(two_judges, round_24, entrant, hand_in, work_through):
    (written,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    work_through()
    return written


@pytest.fixture
def propose(judge_user, line):
    def give(counts_as="value", *, by=None, reason="I looked at the paper.", value="24", **more) -> Ruling:
        value = value if counts_as == "value" else ""
        return rulings.give(
            by=by or judge_user, submission=line, counts_as=counts_as, reason=reason, value=value, **more
        )

    return give


def refusal(call, *args, **more) -> Refused:
    with pytest.raises(Refused) as caught:
        call(*args, **more)
    return caught.value


def waiting() -> list[str]:
    found = unsigned_on(Ruling.objects.values_list("puzzle", flat=True))
    return [each.ruling.counts_as for proposals in found.values() for each in proposals]


def points(work_through) -> int:
    work_through()
    return Result.objects.get().points


def test_a_proposal_changes_nothing_until_a_colleague_signs(propose, colleagues, work_through):
    given = propose()
    assert (points(work_through), waiting()) == (0, ["value"])
    assert not Job.objects.filter(state="waiting").exists()
    rulings.sign(by=colleagues[0], ruling=given)
    assert (points(work_through), waiting()) == (10, [])


def test_a_judge_never_signs_twice(propose, judge_user, work_through):
    given = propose()
    rulings.sign(by=judge_user, ruling=given)
    assert (Signature.objects.count(), points(work_through), waiting()) == (1, 0, ["value"])
    assert not AuditEntry.objects.filter(verb="ruling.signed").exists()


def test_a_proposal_sent_twice_is_one(propose):
    assert propose(seen=0) == propose(seen=0)
    assert (Ruling.objects.count(), Signature.objects.count()) == (1, 1)


def test_nobody_signs_what_has_enough_signatures(propose, colleagues):
    given = propose()
    rulings.sign(by=colleagues[0], ruling=given)
    assert refusal(rulings.sign, by=colleagues[1], ruling=given).code == "complete"


def test_only_judges_sign(propose, organiser, volunteer):
    given = propose()
    for person in (organiser, volunteer):
        with pytest.raises(NotAllowed):
            rulings.sign(by=person, ruling=given)


def test_a_colleague_who_disagrees_proposes_another_and_the_first_to_be_complete_holds(
    propose, colleagues, judge_user, work_through
):
    mine = propose()
    theirs = propose("nothing", by=colleagues[0], seen=mine.pk)
    assert waiting() == ["value", "nothing"]
    rulings.sign(by=colleagues[1], ruling=theirs)
    assert (points(work_through), waiting()) == (0, [])
    assert refusal(rulings.sign, by=colleagues[0], ruling=mine).code == "overtaken"
    assert not Result.objects.get().provisional


def test_what_a_colleague_proposed_meanwhile_is_shown_first(propose, colleagues):
    propose(reason="It says four.")
    refused = refusal(propose, "nothing", by=colleagues[0], seen=0)
    assert (refused.code, "Jude has proposed" in refused.sentence) == ("ruled_meanwhile", True)
    assert "It says four." in refused.sentence


def test_what_was_proposed_already_is_signed_and_not_proposed_again(propose, colleagues):
    given = propose()
    refused = refusal(propose, by=colleagues[0], seen=given.pk)
    assert (refused.code, "Sign that ruling" in refused.sentence) == ("proposed", True)


def test_withdrawing_needs_as_many_judges(propose, colleagues, work_through):
    first = propose()
    rulings.sign(by=colleagues[0], ruling=first)
    back = propose("withdrawn")
    assert points(work_through) == 10
    rulings.sign(by=colleagues[1], ruling=back)
    assert points(work_through) == 0
    assert Result.objects.get().provisional, "a judge may still rule on an unreadable line"


def test_a_proposal_that_nobody_wants_is_set_aside_by_a_withdrawal(propose, colleagues):
    propose()
    back = propose("withdrawn", by=colleagues[0])
    rulings.sign(by=colleagues[1], ruling=back)
    assert waiting() == []


def test_a_proposal_for_one_sheet_is_not_overtaken_by_a_ruling_for_all(propose, colleagues):
    propose(only_this_sheet=True)
    for_all = propose("nothing")
    rulings.sign(by=colleagues[0], ruling=for_all)
    assert waiting() == ["value"]


def test_what_the_event_asked_for_when_it_was_given_holds(
    propose, line, two_judges, organiser, colleagues, work_through
):
    given = propose()
    events.change(by=organiser, event=two_judges, judges_per_ruling=1)
    assert points(work_through) == 0
    rulings.sign(by=colleagues[0], ruling=given)
    assert points(work_through) == 10
    events.change(by=organiser, event=two_judges, judges_per_ruling=3)
    assert points(work_through) == 10


def test_three_judges_are_three_different_people(propose, two_judges, organiser, colleagues, work_through):
    events.change(by=organiser, event=two_judges, judges_per_ruling=3)
    given = propose()
    for _ in range(2):
        rulings.sign(by=colleagues[0], ruling=given)
    assert points(work_through) == 0
    rulings.sign(by=colleagues[1], ruling=given)
    assert points(work_through) == 10
    entry = AuditEntry.objects.filter(verb="ruling.signed").last()
    assert (entry.before, entry.after["signed"], entry.after["of"]) == ({"signed": 2}, 3, 3)


def test_nothing_is_signed_in_a_final_round(propose, round_24, organiser, colleagues):
    given = propose()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    assert refusal(rulings.sign, by=colleagues[0], ruling=given).code == "round_final"


def test_a_round_with_a_proposal_waiting_is_not_finished(propose, round_24):
    propose()
    assert "1 ruling waits for signatures." in open_work.unfinished(round_24)


@pytest.mark.parametrize("asked", [0, 10, None])
def test_an_event_asks_for_one_to_nine_judges(event, organiser, asked):
    refused = refusal(events.change, by=organiser, event=event, judges_per_ruling=asked)
    assert set(refused.fields) == {"judges_per_ruling"}


def test_a_proposed_method_has_its_verdict_when_it_comes_to_hold(propose, line, judge_user, colleagues):
    given = rulings.give(by=judge_user, submission=line, counts_as="method", method=HITS, reason="It says four.")
    rulings.sign(by=colleagues[0], ruling=given)
    assert Verdict.objects.filter(text=HITS).exists()
