"""Disputes: when they are taken, who files, who decides, and what is kept of it."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes, coach_links
from tournament.disputes.filing import window
from tournament.disputes.queries import voices
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, CoachLink, Dispute, Relation, Team
from tournament.organiser import round_steps
from tournament.rulings import actions as rulings
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db

WRITTEN = [(0, "1*2*3*4"), (1, "5+6"), (2, "4 4 four")]
NOON = datetime.datetime(2026, 5, 9, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def owl(add_player):
    return add_player(101, team="Owls")


@pytest.fixture
@made_once
def lines(round_24, owl, hand_in, work_through):
    found = hand_in(round_24, owl, WRITTEN)
    work_through()
    return found


@pytest.fixture
def sheet(lines):
    return lines[0].sheet


@pytest.fixture
@made_once
def link(event, organiser, owl) -> CoachLink:
    coach_links.make_links(by=organiser, event=event)
    return CoachLink.objects.get(team__name="Owls")


@pytest.fixture
@made_once
def taken(organiser, round_24):
    """Disputes about the round are taken for half an hour."""
    return disputes.open_window(by=organiser, round_=round_24)


@pytest.fixture
@made_once
def another_judge(event, organiser):
    user = make_user("justus", first_name="Justus")
    people.give_role(by=organiser, event=event, username="justus", role="judge")
    return user


@pytest.fixture
def clock(monkeypatch):
    """clock(moment) -> what the time is from now on"""

    def set_to(moment: datetime.datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return set_to


def filed(link, line, statement="The 6 is a 0.") -> Dispute:
    return coach_links.dispute(link=link, sheet=line.sheet, line=line, statement=statement).dispute


# the window


def test_a_window_opens_for_as_long_as_the_event_says(organiser, round_24, clock):
    clock(NOON)
    opened = disputes.open_window(by=organiser, round_=round_24)
    assert opened.disputes_until == NOON + datetime.timedelta(minutes=30)
    assert AuditEntry.objects.get(verb="disputes.opened").subject_id == round_24.pk


def test_a_window_opens_for_as_long_as_the_organiser_says_and_can_be_given_more(organiser, round_24, clock):
    clock(NOON)
    disputes.open_window(by=organiser, round_=round_24, minutes=5)
    extended = disputes.extend_window(by=organiser, round_=round_24, minutes=10)
    assert extended.disputes_until == NOON + datetime.timedelta(minutes=15)


@pytest.mark.parametrize("minutes", [0, -5, 1441])
def test_a_number_of_minutes_that_cannot_be_is_refused(organiser, round_24, minutes):
    with pytest.raises(Refused, match="from 1 to 1,440"):
        disputes.open_window(by=organiser, round_=round_24, minutes=minutes)


def test_a_round_that_contestants_still_play_takes_no_disputes(organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="closed", why="Too early.")
    opened = round_steps.move(by=organiser, round_=round_24, status="open", why="A minute more.")
    with pytest.raises(Refused, match="is not over yet"):
        disputes.open_window(by=organiser, round_=opened)


def test_a_window_that_is_open_is_extended_not_opened(organiser, taken):
    with pytest.raises(Refused, match="are open until") as refused:
        disputes.open_window(by=organiser, round_=taken)
    assert refused.value.code == "open_already"


def test_a_window_that_has_ended_is_opened_anew_not_extended(organiser, round_24, clock):
    clock(NOON)
    disputes.open_window(by=organiser, round_=round_24, minutes=5)
    clock(NOON + datetime.timedelta(minutes=6))
    with pytest.raises(Refused, match="Open them again"):
        disputes.extend_window(by=organiser, round_=round_24, minutes=5)
    assert disputes.open_window(by=organiser, round_=round_24).disputes_until > timezone.now()


def test_closing_twice_closes_once(organiser, taken):
    for _ in range(2):
        disputes.close_window(by=organiser, round_=taken)
    assert AuditEntry.objects.filter(verb="disputes.closed").count() == 1


def test_filing_after_the_end_says_when_that_was_in_the_events_zone(event, organiser, round_24, link, lines, clock):
    event.time_zone = "Europe/Madrid"
    event.save()
    clock(NOON)
    disputes.open_window(by=organiser, round_=round_24, minutes=30)
    clock(NOON + datetime.timedelta(minutes=31))
    with pytest.raises(Refused, match="were open until 14:30"):
        filed(link, lines[0])
    assert not Dispute.objects.exists()


def test_a_clock_set_back_reopens_no_window_that_a_person_closed(organiser, round_24, link, lines, clock):
    clock(NOON)
    disputes.open_window(by=organiser, round_=round_24, minutes=30)
    clock(NOON + datetime.timedelta(minutes=10))
    disputes.close_window(by=organiser, round_=round_24)
    clock(NOON - datetime.timedelta(hours=3))
    with pytest.raises(Refused, match="were closed at 12:10"):
        filed(link, lines[0])
    round_24.refresh_from_db()
    assert window(round_24).was_opened, "what was disputed can still be read"


def test_a_round_that_never_opened_its_disputes_says_so(link, lines):
    with pytest.raises(Refused, match="Disputes about 24 Game are not open"):
        filed(link, lines[0])


# filing


def test_a_coach_disputes_a_line_through_her_link(taken, link, lines):
    dispute, joined = coach_links.dispute(
        link=link, sheet=lines[1].sheet, line=lines[1], statement=" It is  0.\r\nReally. "
    )
    assert (dispute.state, dispute.statement, joined) == ("open", "It is 0.\nReally.", False)
    assert (dispute.coach, dispute.filed_by) == (link, None)
    entry = AuditEntry.objects.get(verb="dispute.filed")
    assert (entry.by_id, entry.after["coach_link"], entry.after["line"]) == (None, link.pk, lines[1].pk)


def test_every_helper_files_for_somebody_who_stands_at_the_desk(taken, sheet, lines, organiser, judge_user, volunteer):
    for user, line in zip((organiser, judge_user, volunteer), lines, strict=True):
        assert disputes.file(by=user, sheet=sheet, line=line, statement="She asks.").dispute.filed_by == user


def test_a_second_voice_on_the_same_line_joins_the_first_and_is_heard(taken, link, lines, volunteer):
    first = filed(link, lines[0])
    again, joined = disputes.file(
        by=volunteer, sheet=lines[0].sheet, line=lines[0], statement="Her father says so too."
    )
    assert (again, joined) == (first, True)
    assert voices([first]) == {first.pk: ["Her father says so too."]}
    assert coach_links.dispute(link=link, sheet=lines[0].sheet, line=lines[0], statement="The 6 is a 0.").joined
    assert voices([first]) == {first.pk: ["Her father says so too."]}, "the same words say nothing new"


def test_a_line_and_its_whole_sheet_are_two_disputes(taken, link, lines):
    filed(link, lines[0])
    coach_links.dispute(link=link, sheet=lines[0].sheet, statement="Another child wrote this.")
    assert Dispute.objects.filter(state="open").count() == 2


def test_an_open_dispute_is_heard_a_few_times_only(taken, link, lines):
    filed(link, lines[0])
    for voice in range(6):
        filed(link, lines[0], f"Listen {voice}.")
    with pytest.raises(Refused, match="a judge will look"):
        filed(link, lines[0], "Listen!")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [(" \n ", "Write what is wrong"), ("x" * 1001, "at most 1,000"), ("a\x00b", "invisible")],
)
def test_a_statement_that_cannot_be_kept_is_refused(taken, link, lines, statement, sentence):
    with pytest.raises(Refused, match=sentence) as refused:
        filed(link, lines[0], statement)
    assert "statement" in refused.value.fields


def test_a_sheet_of_another_team_cannot_be_disputed(taken, link, round_24, add_player, hand_in):
    for other in (add_player(102, team="Larks"), add_player(103)):
        (line,) = hand_in(round_24, other, [(0, "1+2")])
        with pytest.raises(Refused, match="own team"):
            filed(link, line)


def test_a_sheet_that_is_being_typed_cannot_be_disputed_yet(taken, link, round_24, add_player, volunteer):
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=add_player(102, team="Owls"))
    with pytest.raises(Refused, match="not typed yet"):
        coach_links.dispute(link=link, sheet=keying.sheet, statement="Where is it?")


def test_a_line_of_another_sheet_does_not_go_with_this_one(taken, link, round_24, lines, add_player, hand_in):
    (other,) = hand_in(round_24, add_player(102, team="Owls"), [(0, "1+2")])
    with pytest.raises(Refused, match="typed again"):
        coach_links.dispute(link=link, sheet=lines[0].sheet, line=other, statement="This.")


def test_a_revoked_link_files_nothing(taken, link, lines, organiser):
    coach_links.revoke(by=organiser, link=link)
    with pytest.raises(Refused, match="Ask the organiser"):
        filed(link, lines[0])


def test_the_organiser_takes_a_late_one_with_a_reason_and_nobody_else_does(round_24, lines, organiser, volunteer):
    late = {
        "sheet": lines[0].sheet,
        "line": lines[0],
        "statement": "It is 0.",
        "late_because": "She was with the nurse.",
    }
    with pytest.raises(NotAllowed):
        disputes.file(by=volunteer, **late)
    with pytest.raises(Refused, match="not open"):
        disputes.file(by=organiser, **late | {"late_because": ""})
    dispute = disputes.file(by=organiser, **late).dispute
    assert AuditEntry.objects.get(verb="dispute.filed").why == "She was with the nurse."
    assert dispute.state == "open"


@pytest.mark.postgresql
def test_the_database_holds_one_open_dispute_a_line_and_a_sheet(taken, link, lines):
    filed(link, lines[0])
    coach_links.dispute(link=link, sheet=lines[0].sheet, statement="All.")
    for line in (lines[0], None):
        with pytest.raises(IntegrityError), transaction.atomic():
            Dispute.objects.create(
                event=link.event,
                sheet=lines[0].sheet,
                submission=line,
                statement="x",
                coach=link,
                filed_at=NOON,
            )


# withdrawing


def test_who_filed_it_withdraws_it_and_may_file_anew(taken, link, lines):
    dispute = coach_links.withdraw(link=link, dispute=filed(link, lines[0]))
    assert dispute.state == "withdrawn"
    assert filed(link, lines[0]) != dispute


def test_a_renewed_link_withdraws_what_was_filed_through_the_old_one(taken, link, lines, organiser):
    dispute = filed(link, lines[0])
    new = coach_links.renew(by=organiser, team=link.team)
    assert coach_links.withdraw(link=new, dispute=dispute).state == "withdrawn"


def test_nobody_withdraws_what_another_filed(
    taken, link, lines, event, organiser, volunteer, other_volunteer, add_player
):
    add_player(102, team="Larks")
    coach_links.make_links(by=organiser, event=event)
    others = CoachLink.objects.get(team__name="Larks")
    hers = filed(link, lines[0])
    at_the_desk = disputes.file(by=volunteer, sheet=lines[1].sheet, line=lines[1], statement="No.").dispute
    for attempt in (
        lambda: coach_links.withdraw(link=others, dispute=hers),
        lambda: coach_links.withdraw(link=link, dispute=at_the_desk),
        lambda: disputes.withdraw(by=other_volunteer, dispute=at_the_desk),
        lambda: disputes.withdraw(by=volunteer, dispute=hers),
    ):
        with pytest.raises(Refused, match="Only the person who filed"):
            attempt()
    assert disputes.withdraw(by=volunteer, dispute=at_the_desk).state == "withdrawn"


# deciding


def test_a_judge_takes_one_and_another_takes_it_over_knowingly(taken, link, lines, judge_user, another_judge):
    dispute = disputes.take(by=judge_user, dispute=filed(link, lines[0]))
    with pytest.raises(Refused, match="Jude is working on"):
        disputes.take(by=another_judge, dispute=dispute)
    with pytest.raises(Refused, match="Take it over first"):
        disputes.reject(by=another_judge, dispute=dispute, answer="No.")
    assert disputes.take(by=another_judge, dispute=dispute, seen=judge_user.pk).taken_by == another_judge


def test_upholding_links_the_ruling_that_was_given_for_it(taken, link, lines, judge_user, work_through):
    dispute = filed(link, lines[2])
    ruling = rulings.give(by=judge_user, submission=lines[2], counts_as="value", value="24", reason="It says 4.")
    upheld = disputes.uphold(by=judge_user, dispute=dispute, answer="You are right.", ruling=ruling)
    assert (upheld.state, upheld.ruling, upheld.decided_by) == ("upheld", ruling, judge_user)
    assert disputes.uphold(by=judge_user, dispute=dispute, answer="You are right.").pk == dispute.pk
    assert AuditEntry.objects.filter(verb="dispute.upheld").count() == 1, "pressing twice decides once"


def test_a_ruling_on_another_line_does_not_belong_to_a_dispute(taken, link, lines, judge_user):
    ruling = rulings.give(by=judge_user, submission=lines[1], counts_as="nothing", reason="No.")
    with pytest.raises(Refused, match="another line"):
        disputes.uphold(by=judge_user, dispute=filed(link, lines[2]), answer="Yes.", ruling=ruling)
    whole = coach_links.dispute(link=link, sheet=lines[0].sheet, statement="All of it.").dispute
    assert disputes.reject(by=judge_user, dispute=whole, answer="No.", ruling=ruling).ruling == ruling


def test_an_answer_is_needed(taken, link, lines, judge_user):
    with pytest.raises(Refused, match="the coach reads it"):
        disputes.reject(by=judge_user, dispute=filed(link, lines[0]), answer=" ")


def test_what_is_decided_stays_and_is_not_disputed_again_by_the_coach(
    taken, link, lines, judge_user, another_judge, volunteer
):
    dispute = disputes.reject(by=judge_user, dispute=filed(link, lines[0]), answer="It is a 6.")
    with pytest.raises(Refused, match="Jude has decided this dispute: rejected. “It is a 6.”"):
        disputes.uphold(by=another_judge, dispute=dispute, answer="It is a 0.")
    with pytest.raises(Refused, match="already decided this: “It is a 6.”"):
        filed(link, lines[0])
    assert disputes.file(by=volunteer, sheet=lines[0].sheet, line=lines[0], statement="New light.").dispute != dispute


def test_a_withdrawn_dispute_is_not_decided(taken, link, lines, judge_user):
    dispute = coach_links.withdraw(link=link, dispute=filed(link, lines[0]))
    with pytest.raises(Refused, match="was withdrawn"):
        disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.")


def test_a_related_judge_neither_takes_nor_decides(taken, event, link, lines, owl, judge_user):
    Relation.objects.create(event=event, user=judge_user, player=owl.player)
    dispute = filed(link, lines[0])
    for attempt in (
        lambda: disputes.take(by=judge_user, dispute=dispute),
        lambda: disputes.uphold(by=judge_user, dispute=dispute, answer="Yes.", consequence="none"),
        lambda: disputes.reject(by=judge_user, dispute=dispute, answer="No."),
    ):
        with pytest.raises(Refused, match="related"):
            attempt()


def test_who_typed_the_sheet_decides_only_where_nobody_else_could(
    taken, event, link, lines, organiser, volunteer, judge_user
):
    people.give_role(by=organiser, event=event, username="vera", role="judge")
    dispute = filed(link, lines[0])
    with pytest.raises(Refused, match="You typed this sheet"):
        disputes.reject(by=volunteer, dispute=dispute, answer="No.")
    people.take_role(by=organiser, membership=event.memberships.get(user=judge_user))
    assert disputes.reject(by=volunteer, dispute=dispute, answer="No.").decided_by == volunteer


# links


def test_one_press_makes_a_link_for_every_team_that_has_none(event, organiser, add_player):
    add_player(team="Owls")
    assert coach_links.make_links(by=organiser, event=event) == 1
    add_player(team="Larks")
    assert coach_links.make_links(by=organiser, event=event) == 1
    assert coach_links.make_links(by=organiser, event=event) == 0
    assert AuditEntry.objects.filter(verb="coach.links_made").count() == 2


def test_a_token_finds_its_link_until_it_is_revoked_and_no_guess_does(event, organiser, link):
    assert CoachLink.find(link.token) == link
    for guess in (
        "",
        "1",
        f"{link.pk}.",
        link.token[:-1],
        link.token + "x",
        "9" + link.token,
    ):
        assert CoachLink.behind(guess) is None, guess
    new = coach_links.renew(by=organiser, team=link.team)
    assert CoachLink.find(link.token) is None
    assert CoachLink.behind(link.token) == link
    assert CoachLink.find(new.token) == new
    coach_links.revoke(by=organiser, link=new)
    assert Team.objects.get(name="Owls").coach_links.filter(revoked_at=None).count() == 0
