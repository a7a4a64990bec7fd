"""A code drawn for a new sheet that another sheet has already is drawn again. Only chance is replaced here."""

import pytest
from django.db import IntegrityError, transaction

from tournament.keying import actions as keyings
from tournament.models import Keying, Round, Sheet, Submission
from tournament.rekeying import actions as rekeying
from tournament.sheets import actions as sheets, spares
from tournament.sheets.steps import CODES_DRAWN, get_or_make, save_new

pytestmark = pytest.mark.django_db
FREE = "K7M4RXF"


@pytest.fixture
def taken(round_24, add_player, hand_in) -> Submission:
    """A line on a sheet whose code chance gives out again."""
    return hand_in(round_24, add_player(), [(0, "1*2*3*4")])[0]


@pytest.fixture
def draws(monkeypatch, taken):
    """draws(n): the next n codes drawn are taken, and the one after them is free."""

    def next_ones(many: int) -> None:
        codes = iter([*[taken.sheet.code] * many, FREE])
        monkeypatch.setattr("tournament.models.sheets.new_code", lambda chance: next(codes))

    return next_ones


def open_(round_24: Round, entrant, people, taken) -> Sheet:
    return keyings.open_sheet(by=people["volunteer"], round_=round_24, entrant=entrant).sheet


def return_(round_24, entrant, people, taken) -> Sheet:
    return sheets.return_for(by=people["volunteer"], round_=round_24, entrant=entrant).sheet


def move(round_24, entrant, people, taken) -> Sheet:
    keying = Keying.objects.get(pk=taken.keying_id)
    return rekeying.move(by=people["organiser"], keying=keying, entrant=entrant, why="Hers.").sheet


def replace(round_24, entrant, people, taken) -> Sheet:
    sheet = Sheet.objects.create(round=round_24, entrant=entrant, code="T3P9KWN")
    return spares.replace(by=people["volunteer"], sheet=sheet, why="Juice.").sheet


@pytest.mark.parametrize("make", [open_, return_, move, replace])
@pytest.mark.parametrize("clashes", [1, CODES_DRAWN - 1])
def test_a_new_sheet_gets_another_code(make, clashes, round_24, entrant, organiser, volunteer, taken, draws):
    draws(clashes)
    made = make(round_24, entrant, {"organiser": organiser, "volunteer": volunteer}, taken)
    assert (made.code, made.entrant) == (FREE, entrant)
    assert Sheet.objects.filter(code=taken.sheet.code).count() == 1


@pytest.mark.postgresql
def test_it_is_not_drawn_for_ever(round_24, entrant, taken, draws):
    draws(CODES_DRAWN)
    with pytest.raises(IntegrityError, match="code"), transaction.atomic():
        get_or_make(round_24, entrant, 1)
    assert not Sheet.objects.filter(entrant=entrant).exists()


@pytest.mark.postgresql
def test_a_sheet_that_is_there_is_taken_and_no_code_is_drawn_for_it(round_24, taken, draws):
    draws(0)
    assert get_or_make(round_24, taken.sheet.entrant, 1) == taken.sheet
    with pytest.raises(IntegrityError), transaction.atomic():
        save_new(Sheet(round=round_24, entrant=taken.sheet.entrant, number=1))
    assert Sheet.objects.count() == 1
