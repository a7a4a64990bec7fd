"""A clock set back loses and reorders nothing. The clock is the one thing that is replaced here."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import boxes
from tournament.actions import (
    disputes,
    events,
    jobs,
    keyings,
    people,
    proposals,
    rescores,
    rounds,
    rulings,
    sheets,
)
from tournament.clock import CLOCKS_DIFFER, has_passed
from tournament.models import AuditEntry, Job, Keying, Result, Ruling
from tournament.record import trail
from tournament.record.latest import latest_first
from tournament.record.notes import corrections
from tournament.record.queue import open_groups
from tournament.record.sheets import sheets_of
from tournament.record.windows import window, windows
from tournament.tasks import perform

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
UNREADABLE = "1 2 3 four"


@pytest.fixture
def set_back(monkeypatch):
    """set_back(hours=1): from now on the clock shows so much less."""
    real = timezone.now

    def back(**by) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() - timedelta(**by))

    return back


def test_a_span_has_passed_when_it_has_gone_by_or_when_its_beginning_lies_in_the_future():
    now = timezone.now()
    assert has_passed(HOUR, since=now - HOUR)
    assert not has_passed(HOUR, since=now - HOUR / 2)
    assert not has_passed(HOUR, since=now + CLOCKS_DIFFER / 2), "two machines may differ by so much"
    assert has_passed(HOUR, since=now + HOUR / 2)


def test_a_job_whose_worker_died_before_the_clock_was_set_back_is_not_stuck(set_back):
    job = jobs.ensure("judge_sheet", 7)
    jobs.claim(job.pk)
    set_back(hours=1)
    assert jobs.overdue() == [job.pk]
    assert jobs.claim(job.pk)[0].attempts == 2
    assert jobs.overdue() == [], "the new lease is one like any other"


def test_a_lease_holds_while_clocks_differ_by_a_little(set_back):
    job = jobs.ensure("judge_sheet", 7)
    jobs.claim(job.pk)
    set_back(seconds=20)
    assert (jobs.overdue(), jobs.claim(job.pk)) == ([], [])


def test_a_job_whose_message_was_lost_before_the_clock_was_set_back_is_sent_again(set_back):
    job = jobs.ensure("judge_sheet", 7)
    set_back(hours=1)
    assert jobs.overdue() == [job.pk]


def test_the_sweeper_takes_jobs_in_the_order_in_which_they_were_made(set_back):
    first = jobs.ensure("judge_sheet", 7)
    set_back(hours=1)
    second = jobs.ensure("judge_sheet", 8)
    Job.objects.filter(pk=second.pk).update(made_at=timezone.now() - HOUR)
    assert jobs.overdue() == [first.pk, second.pk]


def test_a_sheet_left_alone_is_to_be_had_although_the_clock_was_set_back(
    round_24, entrant, volunteer, other_volunteer, set_back
):
    keyings.open_sheet(by=volunteer, round=round_24, entrant=entrant)
    set_back(hours=1)
    taken = keyings.open_sheet(by=other_volunteer, round=round_24, entrant=entrant, take_over=True)
    assert taken.keyer == other_volunteer


def test_whoever_goes_on_typing_after_the_clock_was_set_back_keeps_her_sheet(
    round_24, entrant, volunteer, other_volunteer, set_back
):
    keying = keyings.open_sheet(by=volunteer, round=round_24, entrant=entrant)
    set_back(hours=1)
    keyings.save(by=volunteer, keying=keying, lines=[])
    with pytest.raises(keyings.Refused, match="has this sheet open"):
        keyings.open_sheet(by=other_volunteer, round=round_24, entrant=entrant, take_over=True)


def test_the_later_ruling_stands_although_it_bears_an_earlier_moment(
    round_24, entrant, hand_in, judge_user, work_through, set_back
):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="First.")
    set_back(hours=1)
    rulings.give(by=judge_user, submission=line, counts_as="value", value="24", reason="Second.")
    work_through()
    first, second = Ruling.objects.all()
    assert (first.given_at > second.given_at, Result.objects.get().points) == (True, 10)


def test_entries_stay_in_their_order_and_the_chain_is_whole(event, organiser, client, set_back):
    for accent in ("rust", "plum"):
        events.change(by=organiser, event=event, accent=accent)
        set_back(hours=1)
    told = [each.changes[0][2] for each in trail.of(event, "event", event.pk)][-2:]
    assert told == ["Rust", "Plum"]
    entries = list(AuditEntry.objects.filter(event_id=event.pk))
    assert [each.number for each in entries] == list(range(1, len(entries) + 1))
    assert entries[-1].at < entries[-2].at
    client.force_login(organiser)
    page = client.get(reverse("history", args=["spring"])).content.decode()
    assert page.index("Plum") < page.index("Teal → Rust")


def test_what_was_handed_in_is_judged_and_waits_for_a_judge_as_ever(
    event, round_24, entrant, hand_in, set_back
):
    hand_in(round_24, entrant, [(0, UNREADABLE), (0, "1*2*3*4")])
    set_back(hours=1)
    for job_id in jobs.overdue():
        perform(job_id)
    assert Result.objects.get().points == 10
    assert [group.first.text for group in open_groups(event)] == [UNREADABLE]


def test_links_made_before_the_clock_was_set_back_still_open(event, organiser, client, set_back):
    token = people.sign_in_token(organiser)
    new = people.give_role(by=organiser, event=event, username="nina", role="volunteer")[0].user
    link = people.invitation(by=organiser, event=event, user=new)
    set_back(hours=1)
    assert people.user_of_token(token) == organiser
    assert client.get(link, follow=True).status_code == 200


# lists whose order a person reads


def test_the_dispute_decided_last_stands_first(
    round_24, entrant, hand_in, organiser, judge_user, client, set_back
):
    lines = hand_in(round_24, entrant, [(0, "1*2*3*4"), (0, "1+2+3+4"), (0, "4*3*2*1")])
    disputes.open_window(by=organiser, round=round_24)
    filed = [
        disputes.file(by=organiser, sheet=line.sheet, line=line, statement=f"No. {line.pk}").dispute
        for line in lines
    ]
    for hours, each in enumerate(reversed(filed), 1):
        disputes.reject(by=judge_user, dispute=each, answer="It stands as it is written.")
        set_back(hours=hours)
    client.force_login(judge_user)
    listed = client.get(reverse("disputes", args=["spring"])).context["decided"]
    assert list(listed) == filed


def test_the_sheet_taken_back_last_stands_first(round_24, add_player, organiser, volunteer, client, set_back):
    numbers = [add_player().player.number for _ in range(3)]
    sheets.print_(by=organiser, round=round_24)
    client.force_login(volunteer)
    address = reverse("return-desk", args=["spring", round_24.position])
    for number in numbers:
        assert client.post(address, {"said": str(number)}).status_code == 302
        set_back(hours=number - numbers[0] + 1)
    latest = client.get(address).context["latest"]
    assert [each.entrant.player.number for each in latest] == numbers[::-1]


def test_the_correction_applied_last_stands_first(event, round_24, entrant, hand_in, organiser, set_back):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    puzzle = round_24.puzzles.get()
    for at, note in enumerate(("First.", "Second.", "Third.")):
        change = proposals.void(by=organiser, puzzle=puzzle, boxes=[at])
        rescore = rescores.propose(by=organiser, event=event, changes=[change], reason=note)
        rescores.apply(by=organiser, rescore=rescore, note=note)
        puzzle.refresh_from_db()
        set_back(hours=at + 1)
    assert [each.note for each in corrections(event)] == ["Third.", "Second.", "First."]


def test_the_sheet_she_handed_in_last_stands_first(round_24, add_player, hand_in, volunteer, set_back):
    lines = []
    for hours in (1, 2, 3):
        lines += hand_in(round_24, add_player(), [(0, "1*2*3*4")])
        set_back(hours=hours)
    handed_in = sheets_of(round_24, volunteer, latest=2).handed_in
    assert [each.pk for each in handed_in] == [lines[2].keying_id, lines[1].keying_id]
    assert [each.lines for each in handed_in] == [1, 1]


def test_what_no_entry_tells_of_comes_last_in_one_query(
    event, round_24, entrant, hand_in, add_player, volunteer, django_assert_num_queries
):
    (line,) = hand_in(round_24, entrant, [(0, "1*2*3*4")])
    other = keyings.open_sheet(by=volunteer, round=round_24, entrant=add_player())
    with django_assert_num_queries(1):
        found = list(latest_first(Keying.objects.all(), event, "sheet.handed_in"))
    assert [each.pk for each in found] == [line.keying_id, other.pk]


def test_of_two_who_type_a_sheet_the_one_who_left_is_given_up(
    round_24, entrant, volunteer, other_volunteer, organiser, set_back
):
    """The clock is set back after she left, so that she seems to have been there after her colleague."""
    blind = rounds.change(by=organiser, round=round_24, keying_policy="twice")
    left = keyings.open_sheet(by=volunteer, round=blind, entrant=entrant)
    set_back(hours=1)
    there = keyings.open_sheet(by=other_volunteer, round=blind, entrant=entrant)
    taken = keyings.open_sheet(by=organiser, round=blind, entrant=entrant, take_over=True)
    left.refresh_from_db()
    there.refresh_from_db()
    assert (taken.slot, left.state, there.state) == (left.slot, "dropped", "open")


# the window for disputes


@pytest.fixture
def takes_disputes(round_24, entrant, hand_in, organiser):
    """takes_disputes(): whether a dispute about a line of the round is taken now; the window was opened for 30 minutes."""
    (line,) = hand_in(round_24, entrant, [(0, "1+2+3+4")])
    disputes.open_window(by=organiser, round=round_24, minutes=30)

    def taken() -> bool:
        round_24.refresh_from_db()
        if window(round_24).is_open:
            disputes.file(by=organiser, sheet=line.sheet, line=line, statement="It is right.")
            return True
        with pytest.raises(disputes.Refused, match="were taken until"):
            disputes.file(by=organiser, sheet=line.sheet, line=line, statement="It is right.")
        return False

    return taken


def test_a_window_that_ran_out_stays_shut_when_the_clock_is_set_back(
    event, organiser, takes_disputes, set_back
):
    set_back(minutes=-40)
    assert not takes_disputes()
    events.change(by=organiser, event=event, accent="rust")
    set_back(minutes=5)
    assert not takes_disputes()


def test_a_window_is_open_while_nothing_was_recorded_after_its_end(
    event, organiser, takes_disputes, set_back
):
    set_back(minutes=-20)
    events.change(by=organiser, event=event, accent="rust")
    set_back(minutes=5)
    assert takes_disputes()


def test_a_window_that_ran_out_is_opened_anew_by_a_person_alone(
    event, round_24, organiser, takes_disputes, set_back
):
    set_back(minutes=-40)
    events.change(by=organiser, event=event, accent="rust")
    set_back(minutes=5)
    with pytest.raises(disputes.Refused, match="were taken until"):
        disputes.extend_window(by=organiser, round=round_24, minutes=10)
    disputes.open_window(by=organiser, round=round_24, minutes=10)
    assert takes_disputes()


def test_a_window_that_was_given_more_time_ends_later(event, round_24, organiser, takes_disputes, set_back):
    disputes.extend_window(by=organiser, round=round_24, minutes=30)
    set_back(minutes=-40)
    events.change(by=organiser, event=event, accent="rust")
    set_back(minutes=5)
    assert takes_disputes()


def test_entries_of_a_clock_that_was_far_ahead_shut_no_window_opened_since(
    event, round_24, organiser, takes_disputes, set_back
):
    disputes.close_window(by=organiser, round=round_24)
    set_back(days=-400)
    events.change(by=organiser, event=event, accent="rust")
    set_back()
    disputes.open_window(by=organiser, round=round_24, minutes=10)
    assert takes_disputes()


def test_windows_are_read_in_two_queries_however_many(
    event, round_24, add_round, organiser, django_assert_num_queries
):
    others = [
        add_round(
            "twenty_four",
            boxes(
                ((1, 2, 3, 4), 24),
            ),
            status="marking",
            rounds=1,
        )
        for _ in range(3)
    ]
    for each in (round_24, *others[:2]):
        disputes.open_window(by=organiser, round=each)
    rounds_now = list(event.rounds.all())
    with django_assert_num_queries(2):
        found = windows(rounds_now)
    assert [found[each.pk].is_open for each in (round_24, *others)] == [True, True, True, False]
