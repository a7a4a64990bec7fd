"""Players one by one and from files; the roster of now is asked, not the one somebody saw."""

import pytest

from tournament.common.limits import TABLE as LARGEST
from tournament.common.refusals import Refused
from tournament.imports import actions as imports
from tournament.models import AuditEntry, Entrant, Import, Player, Team
from tournament.roster import actions as roster
from tournament.roster_import import actions as import_actions
from tournament.roster_import.importer import plan
from tournament.standings import penalty_actions

HEAD = "number,first name,last name,grade,team\n"


def facts(number=101, first="Ada", last="Lund", grade=3, team="") -> roster.PlayerFacts:
    return roster.PlayerFacts(number, first, last, grade, team)


@pytest.fixture
def upload(event, organiser):
    def keep(text: str, filename: str = "roster.csv") -> Import:
        return imports.keep(by=organiser, event=event, kind="roster", filename=filename, content=(HEAD + text).encode())

    return keep


def test_a_player_is_an_entrant_and_so_is_her_team(event, organiser):
    player = roster.add_player(by=organiser, event=event, facts=facts(team=" Red  Foxes "))
    assert player.entrant.status == "present"
    assert (player.team.name, player.team.entrant.event) == ("Red Foxes", event)


def test_team_names_differ_by_more_than_capitals(event, add_player):
    add_player(1, team="Étoile")
    add_player(2, team="ÉTOILE")
    assert Team.objects.count() == 1


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "wrong,field",
    [
        (facts(number=0), "number"),
        (facts(number=2_000_000_001), "number"),
        (facts(number=500), "number"),
        (facts(first="  "), "first_name"),
        (facts(first="x" * 81), "first_name"),
        (facts(last="Lu\x00nd"), "last_name"),
        (facts(team="Fox\u2028es"), "team"),
        (facts(grade=9), "grade"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_left(event, organiser, add_player, wrong, field):
    add_player(500)
    with pytest.raises(Refused) as refused:
        roster.add_player(by=organiser, event=event, facts=wrong)
    assert list(refused.value.fields) == [field]
    assert (Player.objects.count(), Team.objects.count()) == (1, 0)


def test_a_player_may_keep_her_number_and_not_take_anothers(event, organiser, add_player):
    player, _other = add_player(101).player, add_player(102)
    assert roster.change_player(by=organiser, player=player, facts=facts(first="Adah")).first_name == "Adah"
    with pytest.raises(Refused, match="Number 102 belongs to another player"):
        roster.change_player(by=organiser, player=player, facts=facts(number=102))


def test_the_grade_stays_once_a_sheet_is_opened(event, organiser, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    with pytest.raises(Refused, match="can no longer change"):
        roster.change_player(by=organiser, player=entrant.player, facts=facts(grade=4))


def test_a_team_whose_last_member_left_is_gone_unless_it_played(event, organiser, add_player):
    player = add_player(101, team="Oters").player
    roster.change_player(by=organiser, player=player, facts=facts(team="Otters"))
    assert [team.name for team in Team.objects.all()] == ["Otters"]
    assert Entrant.objects.filter(team__isnull=False).count() == 1


def test_a_team_with_a_penalty_stays_when_its_last_member_left(event, organiser, judge_user, add_player):
    player = add_player(101, team="Oters").player
    penalty_actions.give(by=judge_user, event=event, entrant=player.team.entrant, points=3, reason="Noise.")
    roster.change_player(by=organiser, player=player, facts=facts(team="Otters"))
    assert [team.name for team in Team.objects.all()] == ["Oters", "Otters"]


def test_no_name_enters_the_audit(event, organiser, add_player):
    roster.change_player(by=organiser, player=add_player(101).player, facts=facts(first="Secret"))
    for entry in AuditEntry.objects.filter(verb__startswith="player"):
        assert not {"Ada", "Lund", "Secret"} & {str(v) for d in (entry.before, entry.after) for v in (d or {}).values()}


def test_withdrawing_and_disqualifying_need_a_reason(event, organiser, entrant):
    for status in ("withdrawn", "disqualified"):
        with pytest.raises(Refused, match="Write down why"):
            roster.set_status(by=organiser, entrant=entrant, status=status, why="  ")
    assert roster.set_status(by=organiser, entrant=entrant, status="absent").status == "absent"
    roster.set_status(by=organiser, entrant=entrant, status="withdrawn", why=" ill ")
    assert AuditEntry.objects.last().why == "ill"
    with pytest.raises(Refused, match="Choose present"):
        roster.set_status(by=organiser, entrant=entrant, status="late")


def test_an_import_adds_changes_and_leaves_alone(event, organiser, add_player, upload):
    add_player(101, grade=3, team="Otters")
    add_player(103, grade=4, team="Foxes")
    add_player(900, first_name="Not", last_name="Mentioned")
    done = import_actions.apply_import(
        by=organiser, upload=upload("101,Ada,Lund,4,Foxes\n102,Ben,Ode,8,Owls\n103,Ada,Lund,4,foxes\n")
    )
    assert done.counts() == {"new": 1, "changed": 1, "same": 1, "problem": 0}
    players = {player.number: player for player in event.players.select_related("division", "team")}
    assert {number: (each.division.grade, each.team and each.team.name) for number, each in players.items()} == {
        101: (4, "Foxes"),
        102: (8, "Owls"),
        103: (4, "Foxes"),
        900: (3, None),
    }
    assert players[102].entrant.status == "present"
    assert sorted(team.name for team in event.teams.all()) == ["Foxes", "Owls"]


def test_an_import_is_done_once(event, organiser, upload):
    kept = upload("101,Ada,Lund,3,\n")
    import_actions.apply_import(by=organiser, upload=kept)
    with pytest.raises(Refused, match="already imported"):
        import_actions.apply_import(by=organiser, upload=kept)
    assert Player.objects.count() == 1
    assert AuditEntry.objects.filter(verb="roster.imported").count() == 1


def test_a_problem_in_the_last_row_keeps_out_the_first(event, organiser, upload):
    with pytest.raises(Refused, match="nothing was imported"):
        import_actions.apply_import(by=organiser, upload=upload("101,Ada,Lund,9,Otters\n102,,Lund,3,\n"))
    assert (Player.objects.count(), Team.objects.count(), event.divisions.count()) == (0, 0, 3)


def test_what_is_imported_is_what_was_shown(event, organiser, add_player, upload):
    kept = upload("101,Ada,Lund,3,\n")
    shown = plan(event, imports.table_of(kept)).fingerprint
    add_player(101, first_name="Somebody", last_name="Else")
    with pytest.raises(Refused, match="has changed since these rows were checked"):
        import_actions.apply_import(by=organiser, upload=kept, shown=shown)
    assert Player.objects.get().first_name == "Somebody"
    again = plan(event, imports.table_of(kept)).fingerprint
    import_actions.apply_import(by=organiser, upload=kept, shown=again)
    assert Player.objects.get().first_name == "Ada"


def test_a_file_that_is_too_large_is_not_kept(event, organiser):
    with pytest.raises(Refused, match="larger than 4 MB"):
        imports.keep(by=organiser, event=event, kind="roster", filename="x", content=b"x" * (LARGEST + 1))
    assert not Import.objects.exists()


def test_new_players_come_in_a_fixed_number_of_queries(event, organiser, upload, django_assert_max_num_queries):
    rows = "".join(f"{number},Ada,Lund,3,Team {number % 5}\n" for number in range(1, 301))
    with django_assert_max_num_queries(46):
        import_actions.apply_import(by=organiser, upload=upload(rows))
    assert Entrant.objects.count() == 305
