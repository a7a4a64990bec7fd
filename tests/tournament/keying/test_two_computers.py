"""One sheet on two computers: the second one types, the first reads; nothing that was acknowledged is lost."""

import threading
import uuid

import pytest
from django.db import connections

from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, DraftLine, Keying, Submission
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

DESK, LAPTOP = uuid.UUID(int=1), uuid.UUID(int=2)


def line(text: str, revision: int = 1, key: uuid.UUID | None = None) -> keyings.TypedLine:
    return keyings.TypedLine(key or uuid.uuid4(), 0, 0, text, revision=revision)


@pytest.fixture
def opens(volunteer, round_24, entrant):
    def open_there(browser: uuid.UUID, by=volunteer, **more) -> Keying:
        return keyings.open_sheet(by=by, round_=round_24, entrant=entrant, browser=browser, **more)

    return open_there


@pytest.fixture
def save(volunteer):
    return lambda keying, *lines: keyings.save(by=volunteer, keying=keying, lines=list(lines))


@pytest.fixture
def refused(volunteer):
    def what(act, keying: Keying, *lines: keyings.TypedLine) -> Refused:
        with pytest.raises(Refused) as said:
            act(by=volunteer, keying=keying, lines=list(lines))
        return said.value

    return what


def texts(keying: Keying) -> list[str]:
    return [draft.text for draft in keying.drafts.all()]


def test_the_same_browser_goes_on_with_the_same_keying(opens):
    assert opens(DESK) == opens(DESK)


def test_the_second_computer_takes_the_sheet_at_once_with_what_is_saved(opens, save):
    first = opens(DESK)
    save(first, line("1+2"))
    second = opens(LAPTOP)
    assert texts(second) == ["1+2"]
    assert list(Keying.objects.values_list("pk", "slot", "state")) == [
        (first.pk, 1, "dropped"),
        (second.pk, 1, "open"),
    ]
    entry = AuditEntry.objects.filter(verb="sheet.opened").latest("pk")
    assert (entry.subject_id, entry.after["drafts_taken_over"]) == (second.pk, 1)


def test_the_first_computer_saves_and_hands_in_nothing_more(opens, save, refused):
    first = opens(DESK)
    save(first, begun := line("7"))
    second = opens(LAPTOP)
    save(second, line("7+1", revision=2, key=begun.key))
    older = line("7+here", revision=9, key=begun.key)
    for act in (keyings.save, keyings.hand_in):
        no = refused(act, first, older)
        assert (no.code, no.status, list(no.fields)) == ("taken_over", 409, [str(begun.key)])
        assert "on another computer" in no.sentence
    assert refused(keyings.save, first).code == "taken_over", "it hears so although it has nothing to save"
    assert texts(second) == ["7+1"]
    assert not Submission.objects.exists()


def test_of_what_comes_too_late_the_refusal_names_what_is_not_saved(opens, save, refused):
    first = opens(DESK)
    save(first, saved := line("1+2"))
    opens(LAPTOP)
    new, empty = line("3+4"), line(" ")
    assert list(refused(keyings.save, first, saved, new, empty).fields) == [str(new.key)]


def test_a_late_duplicate_of_an_acknowledged_save_is_acknowledged_and_changes_nothing(opens, save):
    first = opens(DESK)
    save(first, saved := line("7"))
    second = opens(LAPTOP)
    save(second, line("7+1", revision=2, key=saved.key))
    assert [draft.text for draft in save(first, saved)] == ["7"]
    assert texts(second) == ["7+1"]


def test_taking_the_sheet_back_goes_on_from_what_the_second_computer_saved(opens, save, refused):
    first = opens(DESK)
    save(first, begun := line("7"))
    second = opens(LAPTOP)
    save(second, line("7+1", revision=2, key=begun.key))
    third = opens(DESK)
    assert texts(third) == ["7+1"]
    assert refused(keyings.save, second, line("more")).code == "taken_over"
    assert refused(keyings.save, first, line("late")).code == "taken_over", "a keying that was left stays closed"
    save(third, line("7+1+1", revision=3, key=begun.key))
    assert texts(third) == ["7+1+1"]


def test_a_computer_that_comes_back_after_the_other_handed_in_hears_that_the_sheet_is_in(
    volunteer, opens, save, refused
):
    first = opens(DESK)
    save(first, saved := line("1+2"))
    keyings.hand_in(by=volunteer, keying=opens(LAPTOP))
    late = line("offline")
    for act in (keyings.save, keyings.hand_in):
        no = refused(act, first, saved, late)
        assert (no.code, list(no.fields)) == ("recorded", [str(late.key)])
    with pytest.raises(Refused, match="handed in already"):
        opens(DESK)
    assert [each.text for each in Submission.objects.all()] == ["1+2"]


def test_another_volunteer_who_takes_over_is_named(opens, save, refused, other_volunteer, volunteer):
    first = opens(DESK)
    save(first, line("1+2"))
    with pytest.raises(Refused, match="Vera has this sheet open"):
        opens(LAPTOP, by=other_volunteer, take_over=True)
    Keying.objects.update(touched_at="2026-01-01T00:00Z")
    opens(LAPTOP, by=other_volunteer, take_over=True)
    no = refused(keyings.save, first, line("late"))
    assert (no.code, no.sentence) == ("taken_over", "Viktor has taken over this sheet and is typing it now.")
    with pytest.raises(Refused, match="Viktor has this sheet open"):
        opens(DESK)


def test_a_clock_set_back_does_not_keep_her_from_her_other_computer(opens, save):
    first = opens(DESK)
    save(first, line("1+2"))
    Keying.objects.update(opened_at="2099-01-01T00:00Z", touched_at="2099-01-01T00:00Z")
    DraftLine.objects.update(saved_at="2099-01-01T00:00Z")
    assert texts(opens(LAPTOP)) == ["1+2"]


def test_a_blind_reading_goes_on_on_the_other_computer_in_its_own_slot(
    round_24, organiser, entrant, other_volunteer, opens, save
):
    rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    save(opens(DESK), line("hers"))
    keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant)
    taken = opens(LAPTOP)
    assert (taken.slot, texts(taken)) == (1, ["hers"])


def test_a_third_reading_has_no_drafts_and_stays_where_it_is(
    round_24, organiser, entrant, other_volunteer, hand_in, opens
):
    rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    hand_in(round_24, entrant, [(0, "1+2")], organiser)
    hand_in(round_24, entrant, [(0, "1+3")], other_volunteer)
    assert opens(DESK) == opens(LAPTOP)


@pytest.mark.django_db(transaction=True)
def test_nothing_acknowledged_is_lost_while_two_computers_take_the_sheet_from_each_other(opens, volunteer):
    """Each of them types line after line, and opens the sheet anew as soon as it hears that the other one has it."""
    together, acknowledged, wrong = threading.Barrier(2), [], []

    def type_on(browser: uuid.UUID) -> None:
        try:
            together.wait(timeout=10)
            keying = opens(browser)
            for at in range(12):
                typed = line(f"{browser.int}: {at}")
                while True:
                    try:
                        keyings.save(by=volunteer, keying=keying, lines=[typed])
                        break
                    except Refused as refused:
                        if (refused.code, list(refused.fields)) != ("taken_over", [str(typed.key)]):
                            raise
                        keying = opens(browser)
                acknowledged.append(typed.text)
        except Exception as error:
            wrong.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=type_on, args=[browser]) for browser in (DESK, LAPTOP)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert wrong == []
    (held,) = Keying.objects.filter(state="open")
    assert sorted(texts(held)) == sorted(acknowledged)
    assert len(acknowledged) == 24
