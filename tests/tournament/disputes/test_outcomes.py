"""What follows from a dispute that is upheld (NT-DI): it needs something, and says whether that still holds."""

import pytest
from django.db import IntegrityError, transaction

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes, coach_links
from tournament.disputes.outcomes import outcomes_of
from tournament.models import AuditAbout, CoachLink, Dispute, Result, Ruling
from tournament.organiser.progress import of_round
from tournament.rekeying import actions as rekeying
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rulings import actions as rulings, queue

pytestmark = pytest.mark.django_db

WRITTEN = [(0, "1*2*3*4"), (1, "5+6"), (2, "4 4 four")]


@pytest.fixture
@made_once
def lines(round_24, add_player, hand_in, work_through):
    """Player 101's lines, of which the last cannot be read; 102 wrote it too."""
    found = hand_in(round_24, add_player(101, team="Owls"), WRITTEN)
    hand_in(round_24, add_player(102, team="Larks"), WRITTEN[2:])
    work_through()
    return found


@pytest.fixture
@made_once
def link(event, organiser, lines) -> CoachLink:
    coach_links.make_links(by=organiser, event=event)
    return CoachLink.objects.get(team__name="Owls")


@pytest.fixture
@made_once
def taken(organiser, round_24, link):
    return disputes.open_window(by=organiser, round_=round_24)


@pytest.fixture
@made_once
def dispute(taken, link, lines) -> Dispute:
    return coach_links.dispute(link=link, sheet=lines[2].sheet, line=lines[2], statement="It is a 4.").dispute


@pytest.fixture
@made_once
def two_judges(event, organiser, judge_user):
    """The event asks for two; the other judge."""
    user = make_user("justus", first_name="Justus")
    people.give_role(by=organiser, event=event, username="justus", role="judge")
    type(event).objects.update(judges_per_ruling=2)
    return user


def outcome(dispute: Dispute) -> str:
    found = Dispute.objects.select_related("sheet").get(pk=dispute.pk)
    return outcomes_of([found])[dispute.pk].progress


def ruled(judge_user, dispute, answer="You are right.", **decision) -> Dispute:
    decision = decision or {"counts_as": "value", "value": "24"}
    return disputes.uphold_by_ruling(by=judge_user, dispute=dispute, answer=answer, **decision)


def proposed(by, dispute, counts_as="nothing"):
    change = proposals.ruling(
        by=by, submission=dispute.submission, counts_as=counts_as, reason="A 4.", only_this_sheet=True
    )
    return rescores.propose(by=by, event=dispute.event, changes=[change], reason="A dispute.", dispute=dispute)


def test_upholding_needs_something_that_follows(dispute, judge_user):
    for consequence in ("", "later"):
        with pytest.raises(Refused) as refused:
            disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence=consequence)
        assert set(refused.value.fields) == {"consequence"}
    for consequence in ("ruling", "rescore"):
        with pytest.raises(Refused) as refused:
            disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence=consequence)
        assert set(refused.value.fields) == {consequence}
    upheld = disputes.uphold(by=judge_user, dispute=dispute, answer="It counts already.", consequence="none")
    assert (upheld.state, upheld.consequence, outcome(dispute)) == ("upheld", "none", "holds")


@pytest.mark.postgresql
@pytest.mark.parametrize("consequence", ["", "ruling", "rescore"])
def test_the_database_holds_no_upheld_dispute_without_a_consequence(dispute, judge_user, consequence):
    upheld = disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence="none")
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.filter(pk=upheld.pk).update(consequence=consequence)


def test_a_ruling_from_a_dispute_is_for_its_sheet_alone(dispute, judge_user, work_through):
    upheld = ruled(judge_user, dispute)
    assert upheld.ruling.submission == dispute.submission
    assert upheld.ruling.reason == upheld.answer
    work_through()
    points = Result.objects.order_by("entrant__player__number").values_list("points", flat=True)
    assert list(points) == [20, 0], "the other player wrote the same and keeps what they had"
    assert ruled(judge_user, dispute).pk == upheld.pk
    assert Ruling.objects.count() == 1, "pressing twice rules once"


def test_what_cannot_be_ruled_decides_nothing(dispute, judge_user):
    with pytest.raises(Refused, match="Every number is used once"):
        ruled(judge_user, dispute, counts_as="method", method="4+4")
    dispute.refresh_from_db()
    assert dispute.state == "open"
    assert not Ruling.objects.exists()


def test_a_whole_sheet_is_not_upheld_by_one_ruling(taken, link, lines, judge_user):
    whole = coach_links.dispute(link=link, sheet=lines[0].sheet, statement="Not hers.").dispute
    with pytest.raises(Refused, match="The whole sheet is disputed"):
        ruled(judge_user, whole)


def test_a_ruling_that_waits_for_a_second_signature_says_so_until_it_is_signed(dispute, judge_user, two_judges):
    upheld = ruled(judge_user, dispute)
    assert (upheld.state, outcome(upheld)) == ("upheld", "waits")
    rulings.sign(by=two_judges, ruling=upheld.ruling)
    assert outcome(upheld) == "holds"


def test_a_ruling_that_another_one_replaced_no_longer_answers_the_dispute(dispute, link, lines, judge_user):
    upheld = ruled(judge_user, dispute)
    with pytest.raises(Refused, match="already decided"):
        coach_links.dispute(link=link, sheet=lines[2].sheet, line=lines[2], statement="Again.")
    rulings.give(by=judge_user, submission=lines[2], counts_as="nothing", reason="No.", only_this_sheet=True)
    assert outcome(upheld) == "replaced"
    again = coach_links.dispute(link=link, sheet=lines[2].sheet, line=lines[2], statement="It was a 4!").dispute
    with pytest.raises(Refused, match="replaced"):
        disputes.uphold(by=judge_user, dispute=again, answer="Yes.", ruling=upheld.ruling)


def test_a_re_score_and_its_dispute_name_each_other(dispute, judge_user, event, round_24):
    type(round_24).objects.update(status="final")
    rescore = proposed(judge_user, dispute)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.rescore) == ("open", rescore)
    assert list(rescore.disputes.all()) == [dispute]
    mentions = AuditAbout.objects.filter(kind="dispute", kind_id=dispute.pk).values("number")
    assert AuditAbout.objects.filter(kind="rescore", kind_id=rescore.pk, number__in=mentions).exists()
    assert proposed(judge_user, dispute).pk == rescore.pk
    upheld = disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", rescore=rescore)
    assert (upheld.consequence, outcome(upheld)) == ("rescore", "waits")
    rescores.apply(by=judge_user, rescore=rescore)
    assert outcome(upheld) == "holds"


def test_a_re_score_that_is_dropped_or_taken_back_no_longer_answers_the_dispute(dispute, link, judge_user, round_24):
    type(round_24).objects.update(status="final")
    first = proposed(judge_user, dispute)
    rescores.drop(by=judge_user, rescore=first)
    with pytest.raises(Refused, match="dropped or taken back"):
        disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", rescore=first)
    second = proposed(judge_user, dispute)
    upheld = disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", rescore=second)
    rescores.apply(by=judge_user, rescore=second)
    back = rescores.reverse(by=judge_user, rescore=second, reason="Wrong sheet.")
    assert outcome(upheld) == "holds", "it is only proposed to take it back"
    rescores.apply(by=judge_user, rescore=back)
    assert outcome(upheld) == "taken back"
    rescores.apply(by=judge_user, rescore=rescores.reverse(by=judge_user, rescore=back, reason="It was right."))
    assert outcome(upheld) == "holds"


def test_a_decided_dispute_gets_no_other_re_score(dispute, judge_user):
    disputes.reject(by=judge_user, dispute=dispute, answer="No.")
    with pytest.raises(Refused, match="has decided this dispute"):
        proposed(judge_user, dispute)
    assert not dispute.event.rescores.exists(), "and the proposal is not left behind"


def test_a_sheet_that_is_typed_again_is_what_follows(dispute, organiser, judge_user, other_volunteer, lines, hand_in):
    with pytest.raises(Refused, match="Nobody has asked"):
        disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence="reading")
    rekeying.recall(by=organiser, sheet=lines[0].sheet, why="A dispute.")
    upheld = disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence="reading")
    assert outcome(upheld) == "waits"
    rekeying.discard(by=organiser, sheet=lines[0].sheet)
    assert outcome(upheld) == "dropped"
    rekeying.recall(by=organiser, sheet=lines[0].sheet, why="It is needed.")
    (line,) = hand_in(upheld.sheet.round, upheld.sheet.entrant, [(2, "4*4+4+4")], by=other_volunteer)
    rekeying.confirm(by=organiser, keying=line.keying)
    assert outcome(upheld) == "holds"


def test_in_a_final_round_a_new_reading_counts_only_by_a_re_score(dispute, organiser, judge_user, round_24, lines):
    rekeying.recall(by=organiser, sheet=lines[0].sheet, why="A dispute.")
    type(round_24).objects.update(status="final")
    with pytest.raises(Refused, match="only by a re-score"):
        disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence="reading")
    with pytest.raises(Refused, match="is final"):
        ruled(judge_user, dispute)


def test_a_withdrawn_dispute_leaves_what_was_done_for_it(dispute, link, judge_user, round_24):
    type(round_24).objects.update(status="final")
    rescore = proposed(judge_user, dispute)
    coach_links.withdraw(link=link, dispute=dispute)
    rescore.refresh_from_db()
    assert (rescore.state, list(rescore.disputes.values_list("state", flat=True))) == ("proposed", ["withdrawn"])
    assert outcomes_of(Dispute.objects.select_related("sheet")) == {}
    with pytest.raises(Refused, match="withdrawn"):
        ruled(judge_user, dispute)


def test_a_line_and_its_sheet_are_decided_each_for_itself(dispute, link, lines, judge_user):
    whole = coach_links.dispute(link=link, sheet=lines[0].sheet, statement="All of it.").dispute
    upheld = ruled(judge_user, dispute)
    whole.refresh_from_db()
    assert whole.state == "open"
    assert disputes.uphold(by=judge_user, dispute=whole, answer="See there.", ruling=upheld.ruling).state == "upheld"


def test_outcomes_of_many_take_as_many_queries_as_of_one(
    taken, link, lines, judge_user, round_24, django_assert_max_num_queries
):
    for line in lines:
        ruled(judge_user, coach_links.dispute(link=link, sheet=line.sheet, line=line, statement="?").dispute)
    found = list(Dispute.objects.select_related("sheet"))
    with django_assert_max_num_queries(1):
        assert {each.progress for each in outcomes_of(found).values()} == {"holds"}


def test_an_open_dispute_is_what_comes_next_for_its_round(dispute, judge_user, round_24, work_through):
    for line in queue.open_groups(round_24.event):
        rulings.give(by=judge_user, submission=line.first, counts_as="nothing", reason="It cannot be read.")
    work_through()
    assert of_round(round_24).to_do == "1 dispute is open."
