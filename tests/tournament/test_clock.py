"""A clock that is set back loses nothing and changes no order. Only the clock is replaced here."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.html import flat
from tournament.accounts import actions as people
from tournament.audit import history
from tournament.audit.corrections import corrections
from tournament.audit.history import latest_first
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes
from tournament.jobs import queue as jobs
from tournament.keying import actions as keyings
from tournament.keying.queries import sheets_of
from tournament.models import AuditEntry, Keying, Result, Ruling
from tournament.organiser import actions as events
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rulings import actions as rulings
from tournament.rulings.queue import open_groups
from tournament.sheets import actions as sheets
from tournament.sign_in import links as sign_in_links

pytestmark = pytest.mark.django_db

UNREADABLE = "1 2 3 four"


@pytest.fixture
def set_back(monkeypatch):
    """set_back(hours=1): from now on the clock shows that much less."""
    real = timezone.now

    def back(**by) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() - timedelta(**by))

    return back


def test_a_job_whose_worker_died_before_the_clock_was_set_back_is_not_stuck(set_back):
    job = jobs.ensure("judge_sheet", 7)
    jobs.claim(job.pk)
    set_back(hours=1)
    assert jobs.overdue() == [(job.pk, job.kind)]
    assert jobs.claim(job.pk)[0].attempts == 2
    assert jobs.overdue() == [], "the new lease is one like any other"


def test_a_lease_holds_while_clocks_differ_by_a_little(set_back):
    job = jobs.ensure("judge_sheet", 7)
    jobs.claim(job.pk)
    set_back(seconds=20)
    assert (jobs.overdue(), jobs.claim(job.pk)) == ([], [])


def test_the_sweeper_takes_jobs_in_the_order_in_which_they_were_made(set_back):
    first = jobs.ensure("judge_sheet", 7)
    set_back(hours=1)
    second = jobs.ensure("judge_sheet", 8)
    set_back(hours=-1)
    assert second.made_at < first.made_at
    assert jobs.overdue() == [(first.pk, first.kind), (second.pk, second.kind)]


def test_whoever_goes_on_typing_after_the_clock_was_set_back_keeps_her_sheet(
    round_24, entrant, volunteer, other_volunteer, set_back
):
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    set_back(hours=1)
    keyings.save(by=volunteer, keying=keying, lines=[])
    with pytest.raises(Refused, match="has this sheet open"):
        keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant, take_over=True)


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
    told = [each.changes[0][2] for each in history.of(event, "event", event.pk)][-2:]
    assert told == ["Rust", "Plum"]
    entries = list(AuditEntry.objects.filter(event_id=event.pk))
    assert [each.number for each in entries] == list(range(1, len(entries) + 1))
    assert entries[-1].at < entries[-2].at
    client.force_login(organiser)
    page = flat(client.get(reverse("history", args=["spring"])).content.decode())
    assert page.index("Plum") < page.index("Teal → Rust")


def test_what_was_handed_in_is_judged_and_waits_for_a_judge_as_ever(
    event, round_24, entrant, hand_in, work_through, set_back
):
    hand_in(round_24, entrant, [(0, UNREADABLE), (0, "1*2*3*4")])
    set_back(hours=1)
    work_through()
    assert Result.objects.get().points == 10
    assert [group.first.text for group in open_groups(event)] == [UNREADABLE]


def test_links_made_before_the_clock_was_set_back_still_open(event, organiser, client, set_back):
    here = sign_in_links.make_here(organiser)
    new = people.give_role(by=organiser, event=event, username="nina", role="volunteer")[0].user
    made = sign_in_links.make(by=organiser, event=event, user=new)
    set_back(hours=1)
    for link in (here, made):
        assert client.post(sign_in_links.path_of(link)).status_code == 302


# lists whose order a person reads


def test_the_dispute_decided_last_stands_first(round_24, entrant, hand_in, organiser, judge_user, client, set_back):
    lines = hand_in(round_24, entrant, [(0, "1*2*3*4"), (0, "1+2+3+4"), (0, "4*3*2*1")])
    disputes.open_window(by=organiser, round_=round_24)
    filed = [
        disputes.file(by=organiser, sheet=line.sheet, line=line, statement=f"No. {line.pk}").dispute for line in lines
    ]
    for hours, each in enumerate(reversed(filed), 1):
        disputes.reject(by=judge_user, dispute=each, answer="It stands as it is written.")
        set_back(hours=hours)
    client.force_login(judge_user)
    listed = client.get(reverse("disputes", args=["spring"])).context["decided"]
    assert [dispute for dispute, _outcome in listed] == filed


def test_the_sheet_taken_back_last_stands_first(round_24, add_player, organiser, volunteer, client, set_back):
    numbers = [add_player().player.number for _ in range(3)]
    sheets.print_(by=organiser, round_=round_24)
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
    other = keyings.open_sheet(by=volunteer, round_=round_24, entrant=add_player())
    with django_assert_num_queries(1):
        found = list(latest_first(Keying.objects.all(), event, "sheet.handed_in"))
    assert [each.pk for each in found] == [line.keying_id, other.pk]
