"""A lost sheet that counts as nothing, where it meets a tiebreaker, a team, removed names, or a re-score."""

import datetime
import json

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.exports.counting import recount
from tests.tournament.making import boxes
from tests.tournament.tied import Hall, methods
from tournament.archive import anonymise as names
from tournament.common.wording.sentences import sentence
from tournament.exports import public
from tournament.models import AuditEntry, Entrant, Event, Keying, Result, Round, Sheet
from tournament.organiser import open_work, round_steps
from tournament.rekeying import actions as rekeying
from tournament.rekeying.queries import unconfirmed_reading
from tournament.rescoring import actions as rescores, checks
from tournament.results.papers import papers_of
from tournament.sheets import actions as sheets, custody, lost_sheets
from tournament.standings.brackets import as_played

pytestmark = pytest.mark.django_db
HITS = "1 * 2 * 3 * 4"
NOT_FOUND = "Not in any pile; Ben’s mother has it."


@pytest.fixture
def lose(organiser, volunteer, work_through):
    """lose(round, entrant) prints the sheets of the round, loses this one, and lets it count as nothing."""

    def call(round_: Round, entrant: Entrant) -> Sheet:
        sheets.print_(by=organiser, round_=round_)
        lost = sheets.lost(by=volunteer, sheet=Sheet.objects.get(round=round_, entrant=entrant)).sheet
        sheet = lost_sheets.settle(by=organiser, sheet=lost, why=NOT_FOUND).sheet
        work_through()
        return sheet

    return call


def test_in_a_tiebreaker_the_side_whose_sheet_is_lost_has_no_method(
    event, organiser, round_24, add_player, hand_in, work_through, lose
):
    for number in (101, 102):
        hand_in(round_24, add_player(number), [(0, HITS)])
    work_through()
    hall = Hall(event, organiser, hand_in, work_through)
    tie = hall.draw()
    game = hall.begin(tie)
    hand_in(game.round, game.first, [(0, methods(0)[0])])
    lose(game.round, game.second)
    assert as_played(tie).bracket.champion == game.first.pk
    assert open_work.unfinished(game.round) == []


def test_in_a_round_for_teams_the_team_has_nothing_and_nobody_waits(
    event, organiser, add_player, add_round, hand_in, work_through, lose, client
):
    smash = add_round("smash", boxes(*[((), at) for at in range(1, 21)]))
    for number, team in ((201, "Owls"), (202, "Foxes")):
        add_player(number, team=team)
    foxes, owls = Entrant.objects.filter(team__isnull=False).select_related("team").order_by("team__name")
    hand_in(smash, owls, [(0, "3-1-1")])
    lose(smash, foxes)
    assert Result.objects.get(entrant=foxes).points == 0
    assert (open_work.unfinished(smash), papers_of(foxes)[0].is_lost) == ([], True)
    assert recount(json.loads(public.document(event))).wrong == []
    page = client.get(reverse("team", args=["spring", foxes.team.pk])).content.decode()
    assert "Sheet lost." in page


def test_once_names_are_removed_it_still_counts_as_nothing_and_the_reason_is_gone(
    event, organiser, round_24, entrant, lose, client
):
    sheet = lose(round_24, entrant)
    round_steps.move(by=organiser, round_=round_24, status="final")
    Event.objects.update(visibility="final", held_on=timezone.localdate() - datetime.timedelta(days=2))
    names.anonymise(by=organiser, event=Event.objects.get(), name=event.name)
    sheet = custody.find(event, sheet.code)
    assert lost_sheets.counts_as_nothing(sheet)
    assert not AuditEntry.objects.filter(why__contains="Ben").exists()
    client.force_login(organiser)
    page = client.get(reverse("sheet", args=["spring", sheet.code])).content.decode()
    assert "It counts as nothing: 0 points." in page
    assert "Ben" not in page
    assert recount(json.loads(public.document(Event.objects.get()))).wrong == []


def test_found_after_the_round_is_final_it_counts_by_a_re_score(
    event, organiser, volunteer, judge_user, round_24, entrant, hand_in, work_through, lose, client
):
    sheet = lose(round_24, entrant)
    round_steps.move(by=organiser, round_=round_24, status="final")
    client.force_login(organiser)
    step, reading = (reverse(name, args=["spring", sheet.code]) for name in ("sheet-step", "reading"))
    assert reading not in client.get(step.replace("step/", "")).content.decode()
    page = client.post(step, {"do": "return"}, follow=True).content.decode()
    assert f"{sheet.label} is back." in page
    assert "Next, an organiser or judge has it typed again" in page
    assert reading in page
    rekeying.recall(by=judge_user, sheet=Sheet.objects.get(pk=sheet.pk), why="It was found.")
    page = client.get(step.replace("step/", "")).content.decode()
    assert "Next, an organiser or judge" not in page
    assert f'value="{sheet.code}"' in page  # the button that types it
    typing = reverse("keying-round", args=["spring", round_24.position])
    rounds = client.get(reverse("keying-rounds", args=["spring"])).content.decode()
    assert f'href="{typing}">{round_24} · {sheet.label}</a>' in rounds
    assert "No round is being marked yet" not in rounds
    page = client.get(typing).content.decode()
    assert "Only the sheets below are typed again" in page
    assert "no more sheets can be typed" not in page
    hand_in(Round.objects.get(pk=round_24.pk), entrant, [(0, HITS)])
    reading = unconfirmed_reading(Sheet.objects.get(pk=sheet.pk))
    change = checks.keying(by=judge_user, keying=reading)
    assert sentence(change.describe(event)) == "A lost sheet was found and typed."
    proposal = rescores.propose(by=organiser, event=event, changes=[change], reason="The sheet was found.")
    rescores.apply(by=organiser, rescore=proposal)
    work_through()
    sheet = Sheet.objects.get(pk=sheet.pk)
    assert Result.objects.in_force().get(entrant=entrant).points == 10
    assert not lost_sheets.counts_as_nothing(sheet)
    assert sorted(sheet.keyings.values_list("state", flat=True)) == [Keying.State.AGREED, Keying.State.SUPERSEDED]
    assert recount(json.loads(public.document(Event.objects.get()))).wrong == []
