"""Lines that came too late: told word for word, once, and never a part of the record."""

import uuid

import pytest

from tests.tournament.set_up import made_once
from tournament.audit import history
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, DraftLine, Keying, Submission

pytestmark = pytest.mark.django_db


def line(text: str, box: int = 0, **more) -> keyings.TypedLine:
    return keyings.TypedLine(uuid.uuid4(), box, 0, text, revision=1, **more)


@pytest.fixture
@made_once
def keying(volunteer, round_24, entrant) -> Keying:
    return keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)


@pytest.fixture
@made_once
def put_back(volunteer, keying) -> Keying:
    keyings.put_back(by=volunteer, keying=keying)
    return keying


def refusal(**arguments) -> str:
    with pytest.raises(Refused) as said:
        keyings.report_late_lines(**arguments)
    return said.value.code


def test_lines_that_came_too_late_stand_in_the_history_word_for_word(volunteer, put_back, event):
    lines = [line(" 1+2 "), line("", box=1, mark="blank"), line("3", box=1, mark="struck_out"), line("")]
    keyings.report_late_lines(by=volunteer, keying=put_back, lines=lines)
    told = AuditEntry.objects.get(verb="sheet.left_over")
    assert told.after == {
        "box 1, line 1": " 1+2 ",
        "box 2, line 2": " (blank)",
        "box 2, line 3": "3 (struck out)",
    }
    assert history.entries(event, "sheet").first() == told
    assert not Submission.objects.exists()
    assert not DraftLine.objects.exists()


def test_telling_the_same_twice_tells_it_once(volunteer, put_back):
    first = keyings.report_late_lines(by=volunteer, keying=put_back, lines=[line("1+2")])
    assert keyings.report_late_lines(by=volunteer, keying=put_back, lines=[line("1+2")]) == first
    keyings.report_late_lines(by=volunteer, keying=put_back, lines=[line("1+3")])
    assert AuditEntry.objects.filter(verb="sheet.left_over").count() == 2


def test_while_the_sheet_is_open_its_lines_are_saved_and_not_told(volunteer, keying):
    assert refusal(by=volunteer, keying=keying, lines=[line("1+2")]) == "still_open"


def test_nobody_tells_of_another_s_lines(other_volunteer, put_back):
    assert refusal(by=other_volunteer, keying=put_back, lines=[line("1+2")]) == "taken"


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], "nothing_typed"),
        ([line(" ")], "nothing_typed"),
        ([line("1")] * 401, "too_many_lines"),
        ([line("1\x00")], "invalid"),
        ([line("1" * 1_000_000)], "invalid"),
    ],
)
def test_what_cannot_be_told_is_refused_and_nothing_is_written(lines, code, volunteer, put_back):
    assert refusal(by=volunteer, keying=put_back, lines=lines) == code
    assert not AuditEntry.objects.filter(verb="sheet.left_over").exists()
