"""A lost sheet is waited for until it is found or replaced, or somebody decides that it counts as nothing (NT-P-14)."""

import json
import re

import pytest
from django.urls import reverse

from tests.tournament.exports.counting import recount
from tests.tournament.set_up import made_once
from tournament.audit.verbs import VERBS
from tournament.common.refusals import Refused
from tournament.exports import public
from tournament.models import AuditEntry, Entrant, Keying, Result, Round, Sheet
from tournament.organiser import open_work, round_steps
from tournament.organiser.checklist import next_steps, steps
from tournament.organiser.progress import of_round, progress
from tournament.results.open_items import work_left
from tournament.results.papers import papers_of
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.sheets import actions as sheets, custody, lost_sheets
from tournament.statistics.queries import records
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db
HITS = "1 * 2 * 3 * 4"
NOT_FOUND = "Not in any pile."


@pytest.fixture
def other(add_player) -> Entrant:
    return add_player(102)


@pytest.fixture
@made_once
def lost(organiser, volunteer, round_24, entrant, other, hand_in, work_through) -> Sheet:
    """The sheet of 101. That of 102 is typed."""
    sheets.print_(by=organiser, round_=round_24)
    hand_in(round_24, other, [(0, HITS)])
    work_through()
    return sheets.lost(by=volunteer, sheet=Sheet.objects.get(entrant=entrant)).sheet


@pytest.fixture
@made_once
def settled(organiser, lost, work_through) -> Sheet:
    sheet = lost_sheets.settle(by=organiser, sheet=lost, why=NOT_FOUND).sheet
    work_through()
    return sheet


def refused(call, **kwargs) -> str:
    with pytest.raises(Refused) as refusal:
        call(**kwargs)
    return refusal.value.code


def result_of(entrant: Entrant) -> Result | None:
    return Result.objects.filter(entrant=entrant).first()


def test_a_lost_sheet_is_waited_for_and_said_to_be_lost(lost, round_24, event):
    assert of_round(round_24).to_do == "1 sheet is lost. Decide what it counts as."
    assert open_work.unfinished(round_24) == ["1 sheet is lost. Decide what it counts as."]
    assert work_left(event) == ["1 sheet is not marked."]


def test_once_it_counts_as_nothing_nobody_waits_for_it(settled, round_24, event, entrant):
    assert open_work.unfinished(round_24) == work_left(event) == []
    assert of_round(round_24).to_do == "Everything is typed and settled: make it final."
    result = result_of(entrant)
    assert (result.points, result.methods, result.provisional) == (0, 0, False)
    assert papers_of(entrant)[0].is_lost
    [line] = [line for box in papers_of(entrant)[0].boxes for line in box.lines]
    assert [str(note) for note in line.notes] == ["The sheet is lost and counts as nothing."]


def test_it_is_counted_as_lost_and_not_as_returned(settled, round_24, event, client, organiser):
    whole = custody.round_sheets(round_24).whole
    assert (whole.reached[custody.RETURNED], whole.counts.lost, whole.total) == (1, 1, 2)
    assert custody.back(round_24) == (1, 2)
    [back] = [each for each in steps(event, progress(event)) if each.title == "Sheets back"]
    assert (back.detail, back.waits) == ("1 of 2 sheets, 1 lost", False)
    client.force_login(organiser)
    page = client.get(reverse("sheet", args=["spring", settled.code]))
    assert [str(name) for name, _moment, done in page.context["stages"] if done] == ["printed", "lost"]


def text_of(client, name: str, *args) -> str:
    found = client.get(reverse(name, args=["spring", *args])).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def test_no_page_counts_it_as_typed_or_checked_and_all_name_it_as_lost(settled, round_24, event, client, organiser):
    client.force_login(organiser)
    day = {each.title: each.detail for each in steps(event, progress(event))}
    assert day["Sheets typed"] == day["Sheets checked"] == "1 of 2 sheets, 1 lost"
    for page in (("run",), ("round-run", 1), ("keying-round", 1), ("keying-rounds",)):
        assert "1 of 2, 1 lost" in text_of(client, *page)
    whole = custody.round_sheets(round_24).whole
    assert [stage.done for stage in whole.stages] == [2, 1, 1, 1, 1]
    assert "1 of 2 sheets are checked. 1 is lost and counts as nothing." in text_of(client, "board", 1)
    assert "1 sheet recorded, 1 lost" in text_of(client, "event")


def test_organise_leads_to_a_lost_sheet_that_is_to_be_decided(lost, event, client, organiser, judge_user):
    client.force_login(organiser)
    [next_step] = next_steps(steps(event, progress(event)))
    assert next_step.detail == "1 sheet is lost. Decide what it counts as."
    link = f'href="{reverse("board", args=["spring", 1])}#lost"'
    page = client.get(reverse("run", args=["spring"])).content.decode()
    assert page.count(link) == 3, "the button, the checklist and the table of rounds"


def test_the_typing_page_names_it_as_lost_and_leads_to_sheets_that_cannot_be_found(lost, client, volunteer):
    client.force_login(volunteer)
    assert "101 · lost" in text_of(client, "keying-round", 1)
    page = client.get(reverse("keying-round", args=["spring", 1])).content.decode()
    assert "A sheet cannot be found" in page
    assert f'href="{reverse("sheet", args=["spring", lost.code])}"' in page


def test_a_sheet_that_was_back_and_then_lost_is_to_be_decided_not_typed(organiser, volunteer, lost, round_24):
    sheets.not_lost(by=volunteer, sheet=lost)
    sheets.return_(by=volunteer, sheet=lost)
    sheets.lost(by=volunteer, sheet=lost)
    assert of_round(round_24).to_do == "1 sheet is lost. Decide what it counts as."


def test_the_public_export_says_so_and_is_recounted(settled, event, entrant):
    document = json.loads(public.document(event))
    [paper] = [each for each in document["papers"] if each["entrant"] == entrant.player.number]
    assert (paper["points"], [line["mark"] for line in paper["lines"]]) == (0, ["sheet_lost"])
    assert recount(document).wrong == []


def test_it_is_not_counted_among_those_who_missed_a_question(settled, event):
    assert {each.sheets for each in records(event).hardest} == {1}


def test_the_reason_is_kept_and_the_public_trail_tells_of_it(settled, organiser):
    entry = AuditEntry.objects.get(verb="sheet.lost_settled")
    assert (entry.by_id, entry.why, entry.after["counts_as"]) == (organiser.pk, NOT_FOUND, "nothing")
    assert VERBS["sheet.lost_settled"].public


def test_only_organisers_and_judges_decide(lost, volunteer, judge_user):
    with pytest.raises(NotAllowed):
        lost_sheets.settle(by=volunteer, sheet=lost, why=NOT_FOUND)
    assert lost_sheets.settle(by=judge_user, sheet=lost, why=NOT_FOUND).changed
    assert not lost_sheets.settle(by=judge_user, sheet=lost, why=NOT_FOUND).changed


def test_it_needs_a_reason_and_a_sheet_that_is_lost(lost, organiser, volunteer):
    assert refused(lost_sheets.settle, by=organiser, sheet=lost, why=" ") == "invalid"
    found = sheets.not_lost(by=volunteer, sheet=lost).sheet
    assert refused(lost_sheets.settle, by=organiser, sheet=found, why=NOT_FOUND) == "not_lost"


@pytest.mark.parametrize("status", ["open", "closed", "final"])
def test_it_is_decided_while_the_round_is_in_marking(lost, organiser, round_24, status):
    Round.objects.filter(pk=round_24.pk).update(status=status)
    lost.refresh_from_db()
    code = refused(lost_sheets.settle, by=organiser, sheet=Sheet.objects.get(pk=lost.pk), why=NOT_FOUND)
    assert code == ("final" if status == "final" else "round_not_in_marking")


def test_the_decision_is_taken_back(settled, organiser, volunteer, round_24, entrant, work_through):
    with pytest.raises(NotAllowed):
        lost_sheets.reopen(by=volunteer, sheet=settled)
    assert lost_sheets.reopen(by=organiser, sheet=settled).changed
    work_through()
    assert result_of(entrant) is None
    assert of_round(round_24).to_do == "1 sheet is lost. Decide what it counts as."
    assert lost_sheets.settle(by=organiser, sheet=settled, why=NOT_FOUND).changed


def test_a_sheet_that_comes_back_asks_and_is_then_typed(settled, volunteer, round_24, entrant, hand_in, work_through):
    assert refused(sheets.return_, by=volunteer, sheet=settled) == "lost_settled"
    assert sheets.return_(by=volunteer, sheet=settled, reopen=True).changed
    work_through()
    assert of_round(round_24).to_do == "1 sheet to type."
    hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    assert result_of(entrant).points == 10
    assert open_work.unfinished(round_24) == []


def test_in_a_final_round_it_is_noted_and_counts_only_by_a_rescore(settled, organiser, volunteer, round_24, entrant):
    round_steps.move(by=organiser, round_=round_24, status="final")
    assert refused(lost_sheets.reopen, by=organiser, sheet=Sheet.objects.get(pk=settled.pk)) == "final"
    back = sheets.return_(by=volunteer, sheet=Sheet.objects.get(pk=settled.pk), reopen=True)
    assert (back.changed, back.sheet.lost_at) == (True, None)
    assert result_of(entrant).points == 0


@pytest.fixture
@made_once
def typed_once(organiser, volunteer, round_24, entrant, hand_in) -> Sheet:
    """A lost sheet that one person had typed, in a round that is typed twice."""
    rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    hand_in(Round.objects.get(pk=round_24.pk), entrant, [(0, HITS)])
    return sheets.lost(by=volunteer, sheet=Sheet.objects.get(entrant=entrant)).sheet


def test_if_one_of_two_people_had_typed_it_that_reading_counts(typed_once, organiser, round_24, entrant, work_through):
    lost_sheets.settle(by=organiser, sheet=typed_once, why=NOT_FOUND)
    work_through()
    assert (result_of(entrant).points, open_work.unfinished(Round.objects.get(pk=round_24.pk))) == (10, [])
    lost_sheets.reopen(by=organiser, sheet=typed_once)
    work_through()
    assert (result_of(entrant), Keying.objects.get().state) == (None, "handed_in")


def test_two_readings_that_differ_are_for_a_third_person(typed_once, organiser, other_volunteer, hand_in, entrant):
    hand_in(typed_once.round, entrant, [(0, "4 * 6")], by=other_volunteer)
    assert refused(lost_sheets.settle, by=organiser, sheet=typed_once, why=NOT_FOUND) == "keyed"


def test_who_is_not_waited_for_needs_no_decision(lost, organiser, entrant):
    roster.set_status(by=organiser, entrant=entrant, status="absent")
    assert refused(lost_sheets.settle, by=organiser, sheet=lost, why=NOT_FOUND) == "not_awaited"


@pytest.mark.parametrize(("who", "may"), [("organiser", True), ("judge_user", True), ("volunteer", False)])
def test_the_page_of_the_sheet_offers_the_decision_to_who_may_take_it(lost, client, request, who, may):
    client.force_login(request.getfixturevalue(who))
    page = client.get(reverse("sheet", args=["spring", lost.code])).content.decode()
    assert "The round waits until it is found" in page
    assert ('value="settle"' in page) is may
    decide = reverse("sheet-decide", args=["spring", lost.code])
    assert client.post(decide, {"do": "settle", "why": ""}).status_code == (400 if may else 403)
    after = client.post(decide, {"do": "settle", "why": NOT_FOUND}, follow=True)
    assert ("It counts as nothing: 0 points." in after.content.decode()) is may


def test_the_public_page_of_the_player_says_that_the_sheet_is_lost(settled, client, entrant):
    page = client.get(reverse("entrant", args=["spring", entrant.player.number])).content.decode()
    assert "Sheet lost." in page


def test_the_page_of_a_sheet_links_to_its_reading_only_if_somebody_typed_it(
    settled, client, organiser, round_24, add_player, hand_in
):
    (line,) = hand_in(round_24, add_player(150), [(0, "1*2*3*4")])
    client.force_login(organiser)
    pages = [
        client.get(reverse("sheet", args=["spring", each.code])).content.decode() for each in (settled, line.sheet)
    ]
    assert ["Agreed reading" in page for page in pages] == [False, True]


def test_the_return_desk_asks_before_the_sheet_is_waited_for_again(settled, client, volunteer, entrant):
    client.force_login(volunteer)
    desk = reverse("return-desk", args=["spring", 1])
    asked = client.post(desk, {"said": entrant.label})
    assert (asked.status_code, "Yes, it is here" in asked.content.decode()) == (409, True)
    client.post(desk, {"said": entrant.label, "here": "1"})
    settled.refresh_from_db()
    assert (settled.lost_at, bool(settled.returned_at)) == (None, True)


@pytest.mark.parametrize("said", ["101", ""])
def test_in_a_final_round_the_desk_sends_it_to_a_judge(settled, client, organiser, volunteer, round_24, said):
    round_steps.move(by=organiser, round_=round_24, status="final")
    client.force_login(volunteer)
    page = client.post(reverse("return-desk", args=["spring", 1]), {"said": said or settled.code}, follow=True)
    assert "it counts as nothing and the round is final" in page.content.decode()
