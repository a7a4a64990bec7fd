"""The worker hands in a file's sheets one after the other: whatever happens meanwhile, nothing comes twice, and the
page says which sheets are in."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.html import flat
from tests.tournament.keying_import.conftest import csv
from tests.tournament.making import publish
from tournament.accounts import actions as people
from tournament.archive import actions as archive
from tournament.common.refusals import Refused
from tournament.imports import actions as imports
from tournament.jobs import queue as jobs
from tournament.jobs.heartbeat import worker_is_here
from tournament.keying import actions as keyings
from tournament.keying_import import actions as lines, handing_in
from tournament.models import AuditEntry, ImportedSheet, Job, Keying, Submission
from tournament.organiser import round_steps
from tournament.roster import relation_actions
from tournament.tasks import perform

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(round_24, add_player, volunteer, keep):
    """A file with a sheet of each of the players 101 to 103, which the worker has not come to."""
    for number in (101, 102, 103):
        add_player(number)
    upload = keep(csv(*(f"1,{number},1,1*2*3*4," for number in (101, 102, 103))))
    lines.apply_import(by=volunteer, upload=upload)
    return upload


def first_only(upload) -> None:
    """The worker comes to the first sheet and no further."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handing_in, "AT_MOST", 0)
        handing_in.hand_in_some([upload.pk], attempt=1)


def states(upload) -> list[str]:
    sheets = upload.sheets.order_by("pk").values_list("handed_in_at", "refused")
    return ["in" if handed_in else refused or "waits" for handed_in, refused in sheets]


def page(client, by, upload, **data) -> str:
    client.force_login(by)
    address = reverse("lines-import-check", args=["spring", upload.pk])
    answer = client.post(address, data, follow=True) if data else client.get(address)
    return flat(answer.content.decode())


def test_a_press_hands_nothing_in_and_the_worker_all(begun, work, volunteer):
    assert (Keying.objects.count(), states(begun)) == (0, ["waits"] * 3)
    work()
    assert states(begun) == ["in"] * 3
    assert Submission.objects.filter(keying__state="agreed", keying__keyer=volunteer).count() == 3
    trail = AuditEntry.objects.filter(verb__in=["sheet.handed_in", "lines.imported"]).order_by("number")
    assert [(each.verb, each.after.get("sheets")) for each in trail] == [("sheet.handed_in", None)] * 3 + [
        ("lines.imported", 3)
    ]


def test_a_job_works_for_a_moment_and_the_next_one_goes_on(begun, work, monkeypatch):
    monkeypatch.setattr(handing_in, "AT_MOST", 0)
    perform(Job.objects.get(kind=Job.HAND_IN_LINES).pk)
    assert states(begun) == ["in", "waits", "waits"]
    work()
    assert states(begun) == ["in"] * 3
    assert AuditEntry.objects.filter(verb="lines.imported").count() == 1


def test_a_job_whose_worker_died_is_taken_up_and_nothing_comes_twice(begun, work):
    job = Job.objects.get(kind=Job.HAND_IN_LINES)
    assert jobs.claim(job.pk)
    first_only(begun)
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert (job.pk, job.kind) in jobs.overdue()
    perform(job.pk)
    handing_in.hand_in_some([begun.pk], attempt=1)
    work()
    assert states(begun) == ["in"] * 3
    assert Submission.objects.count() == 3


def test_what_others_typed_meanwhile_is_left_to_them(begun, work, other_volunteer, hand_in, round_24, event, client):
    hand_in(round_24, event.entrants.get(player__number=102), [(0, "1+2+3+4")], by=other_volunteer)
    keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=event.entrants.get(player__number=103))
    work()
    assert states(begun) == ["in", "recorded", "taken"]
    shown = page(client, other_volunteer, begun)
    assert "1 of 3 sheets are handed in." in shown
    assert f'{round_24.name}: 102</span> <span class="muted">This sheet has been typed already.</span>' in shown
    assert f"{round_24.name}: 103</span>" in shown
    assert Submission.objects.get(sheet__entrant__player__number=102).text == "1+2+3+4"


def test_two_files_with_the_same_sheets_hand_each_in_once(begun, keep, work, other_volunteer):
    other = keep(csv("1,103,1,5*6-6,", "1,101,1,5*6-6,"), by=other_volunteer)
    lines.apply_import(by=other_volunteer, upload=other)
    work()
    assert (states(begun), states(other)) == (["in"] * 3, ["recorded"] * 2)
    assert {each.text for each in Submission.objects.all()} == {"1*2*3*4"}


def closed(organiser, event, round_24, volunteer):
    perform(Job.objects.get(kind=Job.JUDGE_SHEET).pk)
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)


def archived(organiser, event, round_24, volunteer):
    archive.archive(by=organiser, event=event)


def without_permission(organiser, event, round_24, volunteer):
    people.take_role(by=organiser, membership=event.memberships.get(user=volunteer))


def related(organiser, event, round_24, volunteer):
    for player in event.players.all():
        relation_actions.mark(by=organiser, event=event, user=volunteer, player=player)


@pytest.mark.parametrize(
    "accident,code,sentence",
    [
        (closed, "round_not_in_marking", "is not being marked"),
        (archived, "archived", "The event was archived."),
        (without_permission, "not_allowed", "could no longer type sheets"),
        (related, "related", "It was refused when its turn came."),
    ],
)
def test_midway_the_rest_is_refused_and_the_page_says_why(
    begun, work, accident, code, sentence, organiser, event, round_24, volunteer, client
):
    first_only(begun)
    accident(organiser, event, round_24, volunteer)
    work()
    assert states(begun) == ["in", code, code]
    shown = page(client, organiser, begun)
    assert "1 of 3 sheets are handed in." in shown
    assert sentence in shown
    assert AuditEntry.objects.get(verb="lines.imported").after == {"sheets": 1, "lines": 1}


def test_frozen_results_stop_no_file(begun, work, organiser, event):
    publish(organiser, event, "frozen")
    work()
    assert states(begun) == ["in"] * 3


def test_whoever_tries_again_has_typed_the_rest(begun, work, organiser, event, volunteer, other_volunteer, client):
    first_only(begun)
    people.take_role(by=organiser, membership=event.memberships.get(user=volunteer))
    work()
    page(client, other_volunteer, begun, go_on="1")
    assert states(begun) == ["in", "waits", "waits"]
    work()
    assert states(begun) == ["in"] * 3
    assert list(Keying.objects.order_by("pk").values_list("keyer__username", flat=True)) == ["vera", "viktor", "viktor"]


def test_nothing_is_tried_again_where_all_are_in(begun, work, volunteer):
    work()
    lines.go_on(by=volunteer, upload=begun)
    assert not Job.objects.exclude(state=Job.State.DONE).exists()


def test_the_page_shows_how_far_it_is_and_whether_a_worker_is_there(begun, volunteer, client, work):
    assert "The background worker is not running" in page(client, volunteer, begun)
    worker_is_here()
    first_only(begun)
    shown = page(client, volunteer, begun)
    assert "1 of 3" in shown
    assert "js/jobs/progress" in shown
    assert "The background worker is not running" not in shown
    fragment = client.get(reverse("lines-import-check", args=["spring", begun.pk]), {"fragment": "1"}).content.decode()
    assert "data-unfinished" in fragment
    work()
    fragment = client.get(reverse("lines-import-check", args=["spring", begun.pk]), {"fragment": "1"}).content.decode()
    assert "data-unfinished" not in fragment


def test_a_sheet_on_which_the_program_fails_holds_up_no_other(begun, work, volunteer, client):
    ImportedSheet.objects.filter(pk=begun.sheets.first().pk).update(lines=[["no key", 0, "1+2", "written"]])
    job = Job.objects.get(kind=Job.HAND_IN_LINES)
    for _attempt in range(jobs.MOST_ATTEMPTS):
        perform(job.pk)
        Job.objects.filter(pk=job.pk, state=Job.State.WORKING).update(lease_until=timezone.now() - timedelta(seconds=1))
    work()
    assert states(begun) == ["failed", "in", "in"]
    assert "It was refused when its turn came." in page(client, volunteer, begun)


def test_a_job_that_failed_for_good_is_begun_again_by_a_press(begun, work, volunteer, client):
    Job.objects.filter(kind=Job.HAND_IN_LINES).update(state=Job.State.FAILED)
    assert "The program failed on the others." in page(client, volunteer, begun)
    page(client, volunteer, begun, go_on="1")
    work()
    assert states(begun) == ["in"] * 3


def test_a_cell_that_is_corrected_at_the_same_time_refuses_the_file(round_24, add_player, volunteer, keep):
    add_player(101)
    upload = keep(csv("1,101,1,1*2*3*4,"))
    imports.correct(by=volunteer, upload=upload, cells={2: {"line": "1+2"}})
    with pytest.raises(Refused, match="Check again"):
        lines.apply_import(by=volunteer, upload=upload)
