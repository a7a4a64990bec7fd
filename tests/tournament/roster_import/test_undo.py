"""An import is undone while nothing hangs on it; otherwise the refusal says what does."""

import pytest

from tournament.archive import actions as archive
from tournament.common.refusals import Refused
from tournament.imports import actions as imports
from tournament.models import AuditEntry, Event, Relation, Sheet
from tournament.organiser import actions as events
from tournament.roster import actions as roster
from tournament.roster_import import actions as import_actions

FILE = "number,first name,last name,grade,team\n101,Ada,Lund,4,Foxes\n102,Ben,Ode,7,Owls\n"


@pytest.fixture
def imported(event, organiser, add_player):
    """An import that moved 101 from grade 3 and the Otters, and added 102, the Owls and grade 7."""
    add_player(101, grade=3, team="Otters")
    add_player(103, grade=4, team="Foxes")
    upload = imports.keep(by=organiser, event=event, kind="roster", filename="r.csv", content=FILE.encode())
    import_actions.apply_import(by=organiser, upload=upload)
    return upload


def undo(organiser, upload) -> None:
    import_actions.undo_import(by=organiser, upload=upload)


def refused(organiser, upload) -> str:
    with pytest.raises(Refused) as why:
        undo(organiser, upload)
    return why.value.sentence


def added(event):
    return event.players.get(number=102)


def test_everybody_is_as_before(event, organiser, imported):
    undo(organiser, imported)
    (ada, _other) = event.players.select_related("division", "team")
    assert (ada.number, ada.division.grade, ada.team.name, ada.entrant.division.grade) == (101, 3, "Otters", 3)
    assert sorted(team.name for team in event.teams.all()) == ["Foxes", "Otters"]
    assert sorted(division.grade for division in event.divisions.all()) == [3, 4, 5]
    assert AuditEntry.objects.last().before == {"players": 1, "changed": 1}


def test_an_event_that_was_archived_meanwhile_is_left_as_it_is(event, organiser, imported):
    again = imports.keep(by=organiser, event=event, kind="roster", filename="r.csv", content=FILE.encode())
    archive.archive(by=organiser, event=Event.objects.get(pk=event.pk))
    assert "archived" in refused(organiser, imported)
    with pytest.raises(Refused, match="archived"):
        import_actions.apply_import(by=organiser, upload=again)


def test_it_is_undone_once_and_can_be_imported_again(event, organiser, imported):
    undo(organiser, imported)
    assert refused(organiser, imported) == "This import was already undone."
    import_actions.apply_import(by=organiser, upload=imported)
    assert event.players.count() == 3


def test_a_printed_sheet_and_a_relation_go_with_the_player(event, organiser, volunteer, imported, round_24):
    Sheet.objects.create(round=round_24, entrant=added(event).entrant)
    Relation.objects.create(event=event, user=volunteer, player=added(event))
    undo(organiser, imported)
    assert (Sheet.objects.count(), Relation.objects.count()) == (0, 0)


def test_a_typed_sheet_hangs_on_it(event, organiser, imported, round_24, hand_in):
    hand_in(round_24, event.players.get(number=103).entrant, [(0, "1*2*3*4")])
    undone = "This import can no longer be undone."
    event.players.filter(number=102).update(division=event.divisions.get(grade=3))
    added(event).entrant.__class__.objects.filter(player=added(event)).update(division=event.divisions.get(grade=3))
    hand_in(round_24, added(event).entrant, [(0, "1*2*3*4")])
    said = refused(organiser, imported)
    assert said.startswith(f"{undone} 102 Ben Ode has a sheet in 24 Game that was handed out or typed.")
    assert event.players.count() == 3


def test_later_changes_hang_on_it(event, organiser, imported):
    ada, ben = event.players.get(number=101), added(event)
    roster.change_player(by=organiser, player=ada, facts=roster.PlayerFacts(101, "Adah", "Lund", 4, "Foxes"))
    roster.set_status(by=organiser, entrant=ben.entrant, status="absent")
    said = refused(organiser, imported)
    assert "101 Adah Lund was changed since." in said
    assert "102 Ben Ode was marked as not present since." in said


def test_a_substitute_hangs_on_it(event, organiser, imported):
    facts = roster.PlayerFacts(900, "Sub", "", 7, "Owls")
    roster.substitute(by=organiser, player=added(event), facts=facts, why="ill")
    assert "102 Ben Ode has a substitute." in refused(organiser, imported)


def test_a_sheet_in_the_new_grade_hangs_on_it(event, organiser, imported, round_24):
    Sheet.objects.create(round=round_24, entrant=event.players.get(number=101).entrant)
    assert "101 Ada Lund has a sheet in the new grade." in refused(organiser, imported)


def test_a_grade_that_was_removed_hangs_on_it(event, organiser, imported):
    events.remove_division(by=organiser, division=event.divisions.get(grade=3))
    assert "Grade 3 was removed since." in refused(organiser, imported)
