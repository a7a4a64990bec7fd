"""Final pages say that every sheet is marked where that is so, and otherwise what is left open."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournament.making import apply, boxes, copies_are_made, publish
from tests.tournament.tied import Hall
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink, Event, Round, Verdict
from tournament.organiser import round_steps
from tournament.publication.forms import Publish
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.results.open_items import left_open
from tournament.roster import actions as roster
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.web.snapshot import shared_snapshot

pytestmark = pytest.mark.django_db
ALL_DONE = "When they were published, every sheet was marked and no ruling or dispute was open."
HITS = "(1+2+3)*4"


@pytest.fixture
def announce(event, organiser):
    """Every round is made final, whatever is left in it, and the results are published as final."""

    def announced() -> Event:
        for round_ in event.rounds.filter(status=Round.Status.MARKING):
            round_steps.move(by=organiser, round_=round_, status="final", anyway=True)
        return publish(organiser, Event.objects.get(pk=event.pk), "final")

    return announced


def said(client, name: str = "event", *args, language: str = "en", **more) -> str:
    address = reverse(name, args=["spring", *args])
    return client.get(address, more, headers={"accept-language": language}).content.decode()


def test_where_everything_is_done_that_is_said(client, round_24, entrant, add_player, hand_in, work_through, announce):
    hand_in(round_24, entrant, [(0, HITS)])
    hand_in(round_24, add_player(), [(0, "", "blank")])
    work_through()
    announce()
    for page in (said(client), said(client, "division", 3), said(client, "division", 3, projector="1")):
        assert ALL_DONE in page


@pytest.mark.languages
def test_lines_that_nobody_has_ruled_on_are_named(
    client, round_24, entrant, hand_in, work_through, announce, organiser, judge_user
):
    hand_in(round_24, entrant, [(0, "", "illegible")])
    work_through()
    announce()
    open_ = "1 sheet has lines without a ruling; they count as they are."
    for page in (
        said(client),
        said(client, "division", 3),
        said(client, "entrant", entrant.player.number),
        said(client, "round", 1),
    ):
        assert open_ in page
        assert ALL_DONE not in page
    assert "1 hoja tiene líneas" in said(client, language="es")


def test_sheets_that_were_not_typed_are_named_and_no_sheet_of_somebody_else_hides_them(
    client, round_24, add_player, hand_in, work_through, announce, organiser
):
    _missing, gone = add_player(), add_player()
    hand_in(round_24, gone, [(0, HITS)])
    roster.set_status(by=organiser, entrant=gone, status="withdrawn", why="Went home.")
    work_through()
    announce()
    assert "1 sheet is not marked." in said(client)


def test_rulings_that_wait_for_signatures_are_named(
    client, event, round_24, entrant, hand_in, work_through, announce, judge_user
):
    Event.objects.update(judges_per_ruling=2)
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Copied.")
    announce()
    assert "1 ruling waits for signatures." in said(client)


def test_a_pair_that_waits_for_signatures_is_a_ruling_too(
    client, event, round_24, entrant, hand_in, work_through, announce, judge_user
):
    Event.objects.update(judges_per_ruling=2)
    hand_in(round_24, entrant, [(0, HITS), (0, "1*2*3*4")])
    work_through()
    first, second = Verdict.objects.select_related("puzzle_version__puzzle__round__event")
    event.refresh_from_db()
    same_method_rulings.rule(by=judge_user, event=event, first=first, second=second, says="same", reason="Alike.")
    announce()
    assert "1 ruling waits for signatures." in said(client)


def test_a_dispute_that_is_open_is_named_and_has_to_be_confirmed(
    client, event, round_24, entrant, hand_in, work_through, organiser, volunteer
):
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    disputes.open_window(by=organiser, round_=round_24)
    first = disputes.file(by=volunteer, sheet=line.sheet, line=line, statement="A 7.").dispute
    with pytest.raises(Refused, match="1 dispute is open"):
        round_steps.move(by=organiser, round_=round_24, status="final")
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    client.force_login(organiser)
    address = reverse("publish", args=["spring"])
    assert f"This dispute is not settled: {first.pk} (101, 24 Game)." in client.get(address).content.decode()
    second = disputes.file(by=volunteer, sheet=line.sheet, statement="All of it.").dispute
    seen = {"visibility": "final", "confirmed": "on", "disputes": str(first.pk), "windows": "keep"}
    for anyway in ({}, {"anyway": "on"}):
        answer = client.post(address, seen | anyway)
        assert answer.status_code == 409
        assert f"These disputes are not settled: {first.pk} (101, 24 Game), {second.pk}" in answer.content.decode()
    assert client.post(address, seen | {"disputes": f"{first.pk} {second.pk}", "anyway": "on"}).status_code == 302
    copies_are_made()
    client.logout()
    assert "2 disputes are not settled." in said(client)
    assert ALL_DONE not in said(client)


@pytest.fixture
def tied(event, organiser, hand_in, work_through, round_24, add_player) -> Hall:
    for number in (101, 102):
        hand_in(round_24, add_player(number), [(0, HITS)])
    work_through()
    return Hall(event, organiser, hand_in, work_through)


def test_a_tie_for_an_award_that_was_not_played_out_is_named(client, tied, announce):
    announce()
    assert "1 tie for an award is not decided (Grade 3)." in said(client)
    assert "1 tie for an award is not decided (Grade 3)." in said(client, "division", 4)


def test_a_tie_that_was_played_out_is_not(client, tied, announce):
    tied.play(tied.draw(), (3, 1))
    announce()
    assert ALL_DONE in said(client)


@pytest.mark.django_db(transaction=True)
def test_a_correction_says_how_it_is_by_then(
    client, event, round_24, entrant, hand_in, work_through, announce, organiser, judge_user
):
    (line,) = hand_in(round_24, entrant, [(0, "", "illegible")])
    work_through()
    announce()
    assert "count as they are" in said(client)
    change = proposals.ruling(by=judge_user, submission=line, counts_as="nothing", reason="Cannot be read.")
    event = Event.objects.get(pk=event.pk)
    made = rescores.propose(by=judge_user, event=event, changes=[change], reason="Looked at again.")
    apply(judge_user, made, "A line was looked at again.")
    assert ALL_DONE in said(client)


# before anything is announced


def test_the_ceremony_and_publishing_list_everything_that_is_open(
    client, round_24, entrant, hand_in, work_through, organiser
):
    hand_in(round_24, entrant, [(0, "", "illegible")])
    work_through()
    disputes.open_window(by=organiser, round_=round_24)
    client.force_login(organiser)
    for page in (said(client, "ceremony"), said(client, "publish")):
        assert "These rounds are not final yet: 24 Game." in page
        assert "1 sheet has lines without a ruling" in page
        assert "Disputes about 24 Game are open until" in page
    assert "Coaches can still file disputes." in said(client, "round-run", 1)


@pytest.mark.parametrize("choice", ["close", "keep"])
def test_final_results_ask_whether_disputes_stay_open(client, round_24, add_player, organiser, choice):
    add_player(101, team="Owls")
    coach_links.make_links(by=organiser, event=round_24.event)
    disputes.open_window(by=organiser, round_=round_24)
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    client.force_login(organiser)
    sent = {"visibility": "final", "confirmed": "on"}
    answer = client.post(reverse("publish", args=["spring"]), sent)
    assert (answer.status_code, "Choose whether disputes stay open." in answer.content.decode()) == (400, True)
    assert client.post(reverse("publish", args=["spring"]), sent | {"windows": choice}).status_code == 302
    page = client.get(reverse("coach", args=[CoachLink.objects.get().token])).content.decode()
    assert ("you can still file disputes" in page) == (choice == "keep")
    assert ("Disputes about 24 Game were closed" in page) == (choice == "close")


def test_the_pages_of_a_copy_share_it(tied, event, django_assert_num_queries):
    with shared_snapshot():
        assert left_open(event) == "1 tie for an award is not decided (Grade 3)."
        with django_assert_num_queries(0):
            assert left_open(event) == "1 tie for an award is not decided (Grade 3)."


def test_who_reads_the_record_does_not_wait_for_it(client, tied, announce, organiser):
    announce()
    client.force_login(organiser)
    page = said(client)
    assert "The public sees the copy of" in page
    assert "not decided" not in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Hidden", "Provisional", "Frozen", "Embargoed", "Final"]),
        ("es", ["Ocultos", "Provisionales", "Congelados", "Reservados", "Definitivos"]),
    ],
)
def test_every_choice_of_what_the_public_sees_begins_with_its_word(event, language, words):
    with translation.override(language):
        labels = [str(label) for _state, label in Publish(event).fields["visibility"].choices]
    assert [label.partition(":")[0] for label in labels] == words


def test_provisional_results_say_what_they_wait_for(
    client, organiser, add_round, entrant, hand_in, work_through, judge_user
):
    marking = "Sheets are still being marked and judged"
    to_play = "Rounds are still to be played"
    done = "Every sheet is marked and judged. Places can still change until the results are final."
    game = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    for step in ("open", "closed", "marking"):
        assert (marking if game.status == "closed" else to_play) in said(client)
        game = round_steps.move(by=organiser, round_=game, status=step)
    assert marking in said(client)
    line = hand_in(game, entrant, [(0, "", "illegible")])[0]
    assert marking in said(client), "the engine has not judged it"
    work_through()
    assert marking in said(client), "a judge has not"
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Not readable.")
    work_through()
    assert done in said(client)
    round_steps.move(by=organiser, round_=game, status="final")
    assert done in said(client)
