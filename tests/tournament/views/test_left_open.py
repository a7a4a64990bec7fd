"""Final pages say that every sheet is marked where that is so, and otherwise what is left open."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournament.making import apply, publish
from tests.tournament.tied import Hall
from tournament.actions import proposals, rescores, roster, rounds, rulings, sameness
from tournament.forms.publications import Publish
from tournament.models import Event, Round, Verdict
from tournament.record.left_open import left_open
from tournament.record.snapshot import still

pytestmark = pytest.mark.django_db
ALL_DONE = "Every sheet is marked and every ruling is made."
HITS = "(1+2+3)*4"


@pytest.fixture
def announce(event, organiser):
    """Every round is made final, whatever is left in it, and the results are published as final."""

    def announced() -> Event:
        for round_ in event.rounds.filter(status=Round.Status.MARKING):
            rounds.move(by=organiser, round=round_, status="final", anyway=True)
        return publish(organiser, Event.objects.get(pk=event.pk), "final")

    return announced


def said(client, name: str = "event", *args, language: str = "en", **more) -> str:
    address = reverse(name, args=["spring", *args])
    return client.get(address, more, headers={"accept-language": language}).content.decode()


def test_where_everything_is_done_that_is_said(
    client, round_24, entrant, add_player, hand_in, work_through, announce
):
    hand_in(round_24, entrant, [(0, HITS)])
    hand_in(round_24, add_player(), [(0, "", "blank")])
    work_through()
    announce()
    for page in (said(client), said(client, "division", 3), said(client, "division", 3, projector="1")):
        assert ALL_DONE in page
    assert "Todas las hojas están corregidas" in said(client, language="es")


def test_lines_that_nobody_has_ruled_on_are_named(
    client, round_24, entrant, hand_in, work_through, announce, organiser, judge_user
):
    hand_in(round_24, entrant, [(0, "", "illegible")])
    work_through()
    announce()
    open_ = "1 sheet has lines that nobody has ruled on; they count as they stand."
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
    sameness.rule(by=judge_user, event=event, first=first, second=second, says="same", reason="Alike.")
    announce()
    assert "1 ruling waits for signatures." in said(client)


@pytest.fixture
def tied(event, organiser, hand_in, work_through, round_24, add_player) -> Hall:
    for number in (101, 102):
        hand_in(round_24, add_player(number), [(0, HITS)])
    work_through()
    return Hall(event, organiser, hand_in, work_through)


def test_a_tie_for_an_award_that_was_not_played_out_is_named(client, tied, announce):
    announce()
    assert "1 tie for an award is not played out." in said(client)
    assert "1 tie for an award is not played out." in said(client, "division", 4)


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
    assert "count as they stand" in said(client)
    change = proposals.ruling(by=judge_user, submission=line, counts_as="nothing", reason="Cannot be read.")
    event = Event.objects.get(pk=event.pk)
    made = rescores.propose(by=judge_user, event=event, changes=[change], reason="Looked at again.")
    apply(judge_user, made, "A line was looked at again.")
    assert ALL_DONE in said(client)


def test_the_pages_of_a_copy_share_it(tied, event, django_assert_num_queries):
    with still():
        assert left_open(event) == "1 tie for an award is not played out."
        with django_assert_num_queries(0):
            assert left_open(event) == "1 tie for an award is not played out."


def test_who_reads_the_record_does_not_wait_for_it(client, tied, announce, organiser):
    announce()
    client.force_login(organiser)
    page = said(client)
    assert "The public sees the copy of" in page
    assert "not played out" not in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Hidden", "Provisional", "Frozen", "Embargoed", "Final"]),
        ("es", ["Ocultos", "Provisionales", "Congelados", "Reservados", "Definitivos"]),
    ],
)
def test_every_choice_of_what_the_public_sees_begins_with_its_word(language, words):
    with translation.override(language):
        labels = [str(label) for _state, label in Publish().fields["visibility"].choices]
    assert [label.partition(":")[0] for label in labels] == words
