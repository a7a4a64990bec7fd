"""Nobody types or decides what touches a player to whom they are related: asked of every action. A new action fails
these tests until it refuses, or stands in the list below with the reason."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournament.hall import Hall, make_hall
from tests.tournament.making import make_user
from tests.tournament.test_action_permissions import ACTIONS, LINE
from tournament.common.refusals import Refused
from tournament.double_keying.slots import THIRD
from tournament.game_tables import hosting_actions as hosting
from tournament.keying import actions as keyings
from tournament.models import Event, Keying, Player, Relation, Ruling, Submission, Table, User, Verdict
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rescoring.changes import PairChange, RulingChange
from tournament.rescoring.signing import Signing
from tournament.rulings import actions as rulings
from tournament.rulings.actions import Settled
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.series import table_actions as series_tables
from tournament.sheets import scan_actions

WHOLE_EVENT = "for all players alike, or about people who do not play"
DESK_WORK = "says who is there, who plays and where the paper is; decides on no answer"
FILED = "asks for a decision that somebody else makes"
DRAFT = "nothing counts before the sheet is handed in, which is refused"
RANDOM = "the seed, or the list of players, decides"

# module -> action -> why a person may do it who is related to every player
ALLOWED = {
    "accounts.account_actions": {"change sign_out_everywhere set_password": WHOLE_EVENT},
    "accounts.actions": {"give_role take_role": WHOLE_EVENT},
    "accounts.helper_list": {"add": WHOLE_EVENT},
    "sign_in.sign_ins": {"end_own end": WHOLE_EVENT},
    "sign_in.api_tokens": {"make revoke": WHOLE_EVENT},
    "sign_in.links": {"make sign_out withdraw": WHOLE_EVENT},
    "archive.actions": {"archive unarchive delete": WHOLE_EVENT},
    "archive.anonymise": {"anonymise reissue": WHOLE_EVENT},
    "check_in.actions": {"check_in walk_in mark_absent mark_rest_absent": DESK_WORK},
    "handouts.walk_in": {"add print_sheets": DESK_WORK},
    "disputes.actions": {"open_window extend_window close_window": WHOLE_EVENT, "file withdraw": FILED},
    "disputes.coach_links": {"make_links renew revoke": WHOLE_EVENT},
    "hall_clock.actions": {"start stop go_on add_time next_question": WHOLE_EVENT},
    "imports.actions": {"keep keep_rows correct": WHOLE_EVENT},
    "restoring.one_event": {"restore_event": WHOLE_EVENT},
    "backups.requested": {"request_backup": WHOLE_EVENT},
    "jobs.actions": {"try_again": WHOLE_EVENT},
    "keying.actions": {"save put_back": DRAFT, "report_late_lines": FILED},
    "keying_import.actions": {"apply_import go_on": DRAFT},
    "next_event.actions": {"create_like": WHOLE_EVENT},
    "organiser.actions": {"create change add_division remove_division": WHOLE_EVENT},
    "organiser.round_steps": {"move": WHOLE_EVENT},
    "game_tables.actions": {"open_table": DESK_WORK},
    "publication.actions": {"publish restart_copy note renew cancel_copy": WHOLE_EVENT},
    "publication.ceremony_actions": {"begin move accept_changes": WHOLE_EVENT},
    "puzzle_sets.use_actions": {"lock use": WHOLE_EVENT, "propose_correction": FILED},
    "puzzle_sets.actions": {"make_for_day make_for_round make_for_grade go_on stop remove": WHOLE_EVENT},
    "puzzle_digests.published_keys": {"publish_digests": WHOLE_EVENT},
    "puzzle_sets.draft_actions": {"keep again change edit name": WHOLE_EVENT},
    "competitions.actions": {
        "begin add_hall change_hall withdraw readmit count show sign": WHOLE_EVENT,
        "settle_tie": "enters the order in which the sides finished; decides on no answer",
    },
    "competitions.handing_in": {"hand_in hand_in_from_here": WHOLE_EVENT},
    "word_lists.actions": {"decide remove": WHOLE_EVENT},
    "series.actions": {"make change draw_next take_back remove": RANDOM},
    "set_library.import_actions": {"apply_import undo_import": WHOLE_EVENT},
    "set_library.library": {"make_set copy copy_typed": WHOLE_EVENT},
    "set_library.seasons": {"make_season stop_season go_on_with_season remove_season": WHOLE_EVENT},
    "rescoring.actions": {"propose calculate_effect reverse": FILED},
    "rescoring.checks": {"puzzle void edition ruling pair near_duplicates keying": FILED},
    "roster.actions": {"add_player change_player set_status substitute": DESK_WORK},
    "roster.bulk_actions": {"set_statuses move put_players": DESK_WORK},
    "roster.deletion_actions": {"delete_player delete_team": DESK_WORK},
    "roster.relation_actions": {"mark unmark": DESK_WORK},
    "roster_import.actions": {"apply_import undo_import": DESK_WORK},
    "rounds.actions": {"add change remove earlier": WHOLE_EVENT},
    "round_puzzles.actions": {"assign assign_numbers apply_import": WHOLE_EVENT},
    "round_puzzles.import_undo": {"undo_import": WHOLE_EVENT},
    "rulings.ruling_checks": {"consider": FILED},
    "sheets.actions": {
        "print_ print_again remove_questions shows issue_all issue return_ return_for not_returned": DESK_WORK,
        "lost not_lost spoilt not_spoilt": DESK_WORK,
    },
    "sheets.scan_actions": {"remove": DESK_WORK},
    "sheets.spares": {"attach replace": DESK_WORK},
    "standings.actions": {"choose": WHOLE_EVENT},
    "standings.penalty_actions": {"propose": FILED},
    "ties.actions": {"draw_tie start_game drop": RANDOM},
}
MAY = {f"{module}.{name}" for module, rows in ALLOWED.items() for names in rows for name in names.split()}


def _keying(hall: Hall, slot: int) -> Keying:
    Keying.objects.filter(pk=hall.ids["keying"]).update(slot=slot)
    return Keying.objects.get(pk=hall.ids["keying"])


def _colleague(hall: Hall) -> User:
    """Another judge, where a ruling needs two."""
    Event.objects.filter(pk=hall.event.pk).update(judges_per_ruling=2)
    colleague = make_user("cleo")
    hall.event.memberships.create(user=colleague, role="judge")
    return colleague


def _given(hall: Hall) -> Ruling:
    line = Submission.objects.get(mark="illegible")
    return rulings.give(by=_colleague(hall), submission=line, counts_as="nothing", reason="r")


def _table_of_fixture(hall: Hall) -> Table:
    fixture = ACTIONS[series_tables.open_fixture][1](hall)["fixture"]
    return series_tables.open_fixture(by=hall.people["organiser"], fixture=fixture)[0]


def _pair(hall: Hall, says: str) -> dict:
    first, second = (Verdict.objects.get(pk=hall.ids[name]) for name in ("one method", "another"))
    return {"event": hall.event, "first": first, "second": second, "says": says, "reason": "r"}


# who, and arguments, where those of ACTIONS are refused for another reason, or ask less
CASES: dict[Callable, tuple[set[str], Callable[[Hall], dict]]] = {
    keyings.hand_in: ({"volunteer"}, lambda h: {"keying": _keying(h, 1), "lines": [LINE]}),
    keyings.settle: ({"volunteer"}, lambda h: {"keying": _keying(h, THIRD), "choices": {}}),
    rulings.sign: ({"judge"}, lambda h: {"ruling": _given(h)}),
    same_method_rulings.rule: ({"judge"}, lambda h: _pair(h, "same")),
    same_method_rulings.sign: (
        {"judge"},
        lambda h: {"ruling": same_method_rulings.rule(by=_colleague(h), **_pair(h, "same"))},
    ),
    hosting.take_over: ({"organiser", "judge", "volunteer"}, lambda h: {"table": _table_of_fixture(h)}),
    hosting.move: ({"organiser", "judge", "volunteer"}, lambda h: {"table": _table_of_fixture(h), "kind": "begin"}),
    # judges and organisers see every picture
    scan_actions.attach: ({"volunteer"}, ACTIONS[scan_actions.attach][1]),
}


def name_of(action: Callable) -> str:
    return f"{action.__module__.removeprefix('tournament.')}.{action.__name__}"


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    crew = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, crew, add_player, round_24, hand_in)


def relate(hall: Hall, *people: str) -> None:
    """To every player of the event."""
    Relation.objects.bulk_create(
        [
            Relation(event=hall.event, user=hall.people[person], player=player)
            for person in people
            for player in Player.objects.filter(event=hall.event)
        ],
        ignore_conflicts=True,
    )


def refusal(action: Callable, **given: Any) -> str:
    """The code with which the action is refused, "" if it is not."""
    try:
        outcome = action(**given)
    except Refused as refused:
        return refused.code
    return outcome.refused[0][1].code if isinstance(outcome, Settled) and outcome.refused else ""


@pytest.mark.parametrize("action", ACTIONS, ids=name_of)
def test_a_person_does_nothing_that_touches_their_own(hall, action):
    allowed, arguments = CASES.get(action, ACTIONS[action])
    given = arguments(hall)
    relate(hall, "organiser", "judge", "volunteer")
    for person in sorted(allowed):
        found = refusal(action, by=hall.people[person], **given)
        assert (found == "related") is (name_of(action) not in MAY), f"{person}: {found or 'done'}"


def test_the_list_names_only_actions_that_exist():
    assert {name_of(action) for action in ACTIONS} >= MAY


def line_ruling(hall: Hall, by) -> RulingChange:
    line = Submission.objects.get(mark="illegible")
    return proposals.ruling(by=by, submission=line, counts_as="nothing", reason="r")


def pair_ruling(hall: Hall, by) -> PairChange:
    return proposals.pair(by=by, **_pair(hall, "same"))


@pytest.mark.parametrize("change", [line_ruling, pair_ruling])
def test_a_re_score_with_a_ruling_on_their_own_is_not_even_proposed(hall, change):
    judge = hall.people["judge"]
    proposed = change(hall, judge)
    relate(hall, "judge")
    assert refusal(rescores.propose, by=judge, event=hall.event, changes=[proposed], reason="r") == "related"


def test_who_is_related_is_not_among_those_who_may_apply_it(hall):
    rescore = hall.event.rescores.get()
    assert set(Signing(rescore).may_decide) == {hall.people["organiser"], hall.people["judge"]}
    relate(hall, "judge")
    assert Signing(rescore).may_decide == [hall.people["organiser"]]
