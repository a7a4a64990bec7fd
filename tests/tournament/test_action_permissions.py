"""Who may do what: every action with `by`, for each kind of person. A new action fails these tests until it is in
the table below."""

import contextlib
import datetime
import inspect
import uuid
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Count, Model
from django.utils import timezone

import tournament
from tests.tournament.hall import PEOPLE, Hall, make_hall
from tests.tournament.making import boxes
from tests.tournament.scanning.making import half_red, stored
from tournament import scanning
from tournament.accounts import account_actions, actions as people, helper_list
from tournament.archive import actions as archive, anonymise
from tournament.backups import requested as backups
from tournament.check_in import actions as check_in
from tournament.common.refusals import Refused
from tournament.competitions import actions as competitions, handing_in
from tournament.disputes import actions as disputes, coach_links
from tournament.game_tables import actions as tables, hosting_actions as hosting
from tournament.hall_clock import actions as hall_clock
from tournament.handouts import walk_in
from tournament.imports import actions as imports
from tournament.jobs import actions as jobs
from tournament.keying import actions as keyings
from tournament.keying_import import actions as lines
from tournament.models import (
    ApiToken,
    AuditEntry,
    CoachLink,
    Dispute,
    Fixture,
    Hall as CompetitionHall,
    HallFile,
    Import,
    Job,
    Keying,
    PairRuling,
    Penalty,
    Player,
    Puzzle,
    PuzzleSet,
    Relation,
    Rescore,
    Ruling,
    Scan,
    Series,
    Sheet,
    SignInLink,
    Submission,
    Table,
    Tie,
    Verdict,
)
from tournament.next_event import actions as next_event
from tournament.organiser import actions as events, round_steps
from tournament.publication import actions as publications, ceremony_actions
from tournament.puzzle_digests import published_keys
from tournament.puzzle_sets import actions as puzzle_sets, draft_actions, use_actions
from tournament.rekeying import actions as rekeying
from tournament.rescoring import actions as rescores, checks as proposals, signing as rescore_signing
from tournament.rescoring.changes import VoidChange
from tournament.restoring import one_event
from tournament.roster import actions as roster, bulk_actions, deletion_actions, relation_actions
from tournament.roster_import import actions as import_actions
from tournament.round_puzzles import actions as puzzle_actions, import_undo as puzzle_undo
from tournament.rounds import actions as rounds
from tournament.rulings import actions as rulings, undo as undoing
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.series import actions as series, table_actions as series_tables
from tournament.set_library import import_actions as set_imports, library, seasons
from tournament.sheets import actions as sheets, lost_sheets, scan_actions, spares
from tournament.sign_in import api_tokens, links as sign_in_links, sign_ins
from tournament.standings import actions as criteria, penalty_actions
from tournament.ties import actions as ties
from tournament.ties.actions import draw_tie
from tournament.web.permissions import NotAllowed
from tournament.word_lists import actions as words

SERIES_FACTS = {
    "name": "Cup",
    "rooms": [],
    "starts_at": None,
    "minutes": 0,
    "counts_points": False,
    "win_points": 2,
    "draw_points": 1,
    "third_place": False,
}


def _puzzle(hall: Hall) -> Puzzle:
    return Puzzle.objects.get(round__event=hall.event)


def _set(hall: Hall) -> PuzzleSet:
    return PuzzleSet.objects.get(pk=hall.ids["set"])


def _proposed(hall: Hall) -> Rescore:
    change = VoidChange(_puzzle(hall).pk, [0], before=[])
    return rescores.propose(by=hall.people["organiser"], event=hall.event, changes=[change], reason="r")


def _token(hall: Hall) -> ApiToken:
    """One that the volunteer has for the event."""
    soon = timezone.now() + datetime.timedelta(days=1)
    volunteer = hall.people["volunteer"]
    return api_tokens.make(by=volunteer, name="Desk", scopes=["type"], ends_at=soon, event=hall.event)[0]


def _given(hall: Hall) -> Ruling:
    """A ruling by the hall's judge, who has signed it; giving it again adds no other."""
    return rulings.give(by=hall.people["judge"], **_ruling())


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    crew = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, crew, add_player, round_24, hand_in)


# function -> (who has the role for it, how to call it)

DAY = datetime.date(2026, 6, 1)
HALL_FACTS = {"name": "Hall", "fingerprint": "1" * 64, "event_slug": "spring"}
FACTS = roster.PlayerFacts(500, "Eve", "Ode", 3)
LINE = keyings.TypedLine(uuid.UUID(int=1), 0, 0, "1*2*3*4")

HELPERS = {"organiser", "judge", "volunteer"}
EVERYBODY = {"organiser", "judge", "volunteer", "outsider"}
DESK = {"organiser", "judge"}
CUSTODIANS = {"organiser", "volunteer"}  # they handle the papers

ACTIONS = {
    criteria.choose: ({"organiser"}, lambda h: {"event": h.event, "criteria": ["total"]}),
    penalty_actions.give: (
        {"judge"},
        lambda h: {"event": h.event, "entrant": h.event.entrants.first(), "points": 5, "reason": "r"},
    ),
    penalty_actions.propose: (
        {"organiser"},
        lambda h: {"event": h.event, "entrant": h.event.entrants.first(), "points": 5, "reason": "r"},
    ),
    penalty_actions.decline: ({"judge"}, lambda h: {"proposal": _proposal(h), "reason": "r"}),
    penalty_actions.lift: ({"judge"}, lambda h: {"penalty": _penalty(h), "reason": "r"}),
    ceremony_actions.begin: ({"organiser"}, lambda h: {"event": h.event, "standings": ["players-3"]}),
    ceremony_actions.move: ({"organiser"}, lambda h: {"event": h.event, "position": "0"}),
    ceremony_actions.accept_changes: ({"organiser"}, lambda h: {"event": h.event}),
    draw_tie: (
        {"organiser"},
        lambda h: {"event": h.event, "division": h.event.divisions.first(), "kind": "players", "place": 1},
    ),
    ties.start_game: ({"organiser"}, lambda h: {"tie": _tie(h)}),
    ties.drop: ({"organiser"}, lambda h: {"tie": _tie(h)}),
    tables.open_table: (HELPERS, lambda h: {"game": "countdown", "settings": {}, "event": h.event}),
    hosting.take_over: (HELPERS, lambda h: {"table": _table(h)}),
    hosting.move: (HELPERS, lambda h: {"table": _table(h), "kind": "begin"}),
    events.create: ({"organiser", "outsider"}, lambda h: {"name": "X", "held_on": DAY, "grades": [3]}),
    next_event.create_like: ({"organiser"}, lambda h: {"earlier": h.event, "name": "X", "held_on": DAY}),
    events.change: ({"organiser"}, lambda h: {"event": h.event, "name": "Y"}),
    one_event.restore_event: (set(), lambda h: {"path": Path("none"), "slug": "spring"}),
    backups.request_backup: ({"organiser"}, lambda h: {"event": h.event}),
    jobs.try_again: ({"organiser"}, lambda h: {"event": h.event, "job": Job.objects.earliest("pk")}),
    publications.publish: ({"organiser"}, lambda h: {"event": h.event, "visibility": "hidden"}),
    publications.restart_copy: ({"organiser"}, lambda h: {"event": h.event}),
    publications.note: ({"organiser"}, lambda h: {"event": h.event, "note": "Two names were swapped."}),
    publications.renew: (DESK, lambda h: {"event": h.event}),
    publications.cancel_copy: ({"organiser"}, lambda h: {"event": h.event}),
    events.add_division: ({"organiser"}, lambda h: {"event": h.event, "grade": 9}),
    events.remove_division: ({"organiser"}, lambda h: {"division": h.event.divisions.get(grade=5)}),
    coach_links.make_links: ({"organiser"}, lambda h: {"event": h.event}),
    coach_links.renew: ({"organiser"}, lambda h: {"team": h.event.teams.get()}),
    coach_links.revoke: ({"organiser"}, lambda h: {"link": CoachLink.objects.get(revoked_at=None)}),
    disputes.open_window: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    disputes.extend_window: ({"organiser"}, lambda h: {"round_": h.event.rounds.get(), "minutes": 5}),
    disputes.close_window: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    disputes.file: (
        {"organiser", "judge", "volunteer"},
        lambda h: {"sheet": _dispute().sheet, "statement": "All of it."},
    ),
    disputes.withdraw: ({"organiser", "judge", "volunteer"}, lambda h: {"dispute": _dispute()}),
    disputes.take: ({"judge"}, lambda h: {"dispute": _dispute()}),
    disputes.uphold: ({"judge"}, lambda h: {"dispute": _dispute(), "answer": "Yes.", "consequence": "none"}),
    disputes.uphold_by_ruling: (
        {"judge"},
        lambda h: {"dispute": _dispute(), "answer": "Yes.", "counts_as": "nothing"},
    ),
    disputes.link_rescore: (DESK, lambda h: {"dispute": _dispute(), "rescore": _proposed(h)}),
    disputes.reject: ({"judge"}, lambda h: {"dispute": _dispute(), "answer": "No."}),
    imports.keep: (
        {"organiser"},
        lambda h: {"event": h.event, "kind": "roster", "filename": "f", "content": b"x"},
    ),
    imports.correct: (
        {"organiser"},
        lambda h: {"upload": Import.objects.get(kind="roster"), "cells": {}},
    ),
    keyings.open_sheet: (
        {"organiser", "volunteer"},
        lambda h: {"round_": h.event.rounds.get(), "entrant": Player.objects.get(number=102).entrant},
    ),
    keyings.save: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "lines": [LINE]}),
    keyings.hand_in: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "lines": [LINE]}),
    keyings.put_back: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h)}),
    keyings.settle: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "choices": {}}),
    keyings.report_late_lines: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "lines": [LINE]}),
    people.give_role: ({"organiser"}, lambda h: {"event": h.event, "username": "newcomer", "role": "judge"}),
    people.take_role: (
        {"organiser"},
        lambda h: {"membership": h.event.memberships.get(user__username="jude")},
    ),
    account_actions.change: (EVERYBODY, lambda h: {"full_name": "Nora Nys", "language": "es"}),
    account_actions.set_password: (EVERYBODY, lambda h: {"password": "staple battery 9", "old": None}),
    account_actions.sign_out_everywhere: (EVERYBODY, lambda h: {}),
    api_tokens.make: (
        EVERYBODY,
        lambda h: {"name": "Roster", "scopes": ["read"], "ends_at": timezone.now() + datetime.timedelta(days=1)},
    ),
    api_tokens.revoke: ({"organiser", "volunteer"}, lambda h: {"token": _token(h)}),
    sign_ins.end_own: (EVERYBODY, lambda h: {"reference": "0"}),
    sign_ins.end: (
        {"organiser"},
        lambda h: {"event": h.event, "user": h.people["volunteer"], "reference": "0"},
    ),
    helper_list.add: ({"organiser"}, lambda h: {"event": h.event, "text": "Nora Nys, judge"}),
    sign_in_links.make: ({"organiser"}, lambda h: {"event": h.event, "user": h.people["volunteer"]}),
    sign_in_links.sign_out: ({"organiser"}, lambda h: {"event": h.event, "user": h.people["volunteer"]}),
    sign_in_links.withdraw: (
        {"organiser"},
        lambda h: {"event": h.event, "link": SignInLink.objects.get(pk=h.ids["link"])},
    ),
    puzzle_actions.assign_numbers: (
        {"organiser"},
        lambda h: {"round_": h.event.rounds.get(), "grades": [3], "sets": [[1, 2, 3, 4]], "targets": []},
    ),
    imports.keep_rows: (
        {"organiser"},
        lambda h: {"event": h.event, "kind": "roster", "columns": ["number"], "rows": [["1"]], "filename": "f"},
    ),
    puzzle_actions.assign: (
        {"organiser"},
        lambda h: {
            "round_": h.event.rounds.get(),
            "divisions": [h.event.divisions.get(grade=5)],
            "boxes": boxes(((1, 1, 4, 6), 24), ((2, 2, 2, 3), 24), ((1, 1, 3, 4), 24)),
        },
    ),
    puzzle_sets.make_for_day: ({"organiser"}, lambda h: {"event": h.event}),
    puzzle_sets.make_for_round: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    puzzle_sets.make_for_grade: (
        {"organiser"},
        lambda h: {"round_": h.event.rounds.get(), "division": h.event.divisions.first()},
    ),
    puzzle_sets.go_on: ({"organiser"}, lambda h: {"puzzle_set": _set(h)}),
    puzzle_sets.stop: ({"organiser"}, lambda h: {"puzzle_set": _set(h)}),
    puzzle_sets.remove: ({"organiser"}, lambda h: {"puzzle_set": _set(h)}),
    draft_actions.keep: ({"organiser"}, lambda h: {"puzzle_set": _set(h), "keys": []}),
    draft_actions.again: ({"organiser"}, lambda h: {"puzzle_set": _set(h)}),
    draft_actions.change: ({"organiser"}, lambda h: {"puzzle_set": _set(h), "values": {}}),
    draft_actions.edit: (
        {"organiser"},
        lambda h: {"puzzle_set": _set(h), "key": "", "numbers": (1, 2), "target": Fraction(3)},
    ),
    draft_actions.name: ({"organiser"}, lambda h: {"puzzle_set": _set(h), "name": "A", "tags": []}),
    library.copy: ({"organiser"}, lambda h: {"puzzle_set": _set(h), "event": h.event}),
    library.copy_typed: (
        {"organiser"},
        lambda h: {"puzzle": _puzzle(h), "round_": h.event.rounds.get(), "division": h.event.divisions.first()},
    ),
    library.make_set: (
        {"organiser"},
        lambda h: {"event": h.event, "name": "", "format_slug": "classic", "count": 1},
    ),
    seasons.make_season: (
        {"organiser"},
        lambda h: {"event": h.event, "name": "S", "dates": [DAY], "grades": [3], "format_slug": "classic"},
    ),
    seasons.stop_season: ({"organiser"}, lambda h: {"event": h.event, "season": "S"}),
    seasons.go_on_with_season: ({"organiser"}, lambda h: {"event": h.event, "season": "S"}),
    seasons.remove_season: ({"organiser"}, lambda h: {"event": h.event, "season": "S"}),
    set_imports.apply_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="sets")}),
    set_imports.undo_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="sets")}),
    competitions.begin: ({"organiser"}, lambda h: {"event": h.event}),
    competitions.add_hall: ({"organiser"}, lambda h: {"event": h.event, "slug": "south", **HALL_FACTS}),
    competitions.change_hall: ({"organiser"}, lambda h: {"hall": CompetitionHall.objects.get(), **HALL_FACTS}),
    competitions.withdraw: ({"organiser"}, lambda h: {"hall": CompetitionHall.objects.get()}),
    competitions.readmit: ({"organiser"}, lambda h: {"hall": CompetitionHall.objects.get()}),
    competitions.count: ({"organiser"}, lambda h: {"file": HallFile.objects.get(), "shown": ""}),
    competitions.settle_tie: (
        {"organiser"},
        lambda h: {"event": h.event, "grade": 3, "kind": "players", "order": []},
    ),
    competitions.show: ({"organiser"}, lambda h: {"event": h.event, "is_public": True}),
    competitions.sign: ({"organiser"}, lambda h: {"event": h.event, "shown": ""}),
    handing_in.hand_in: ({"organiser"}, lambda h: {"hall": CompetitionHall.objects.get(), "document": b""}),
    handing_in.hand_in_from_here: ({"organiser"}, lambda h: {"hall": CompetitionHall.objects.get()}),
    words.decide: ({"organiser", "judge"}, lambda h: {"event": h.event, "word": "quux", "is_accepted": True}),
    words.remove: ({"organiser"}, lambda h: {"event": h.event, "word": "quux"}),
    published_keys.publish_digests: ({"organiser"}, lambda h: {"event": h.event}),
    use_actions.lock: ({"organiser"}, lambda h: {"puzzle_set": _set(h)}),
    use_actions.use: ({"organiser"}, lambda h: {"puzzle_set": _set(h)}),
    use_actions.propose_correction: ({"organiser"}, lambda h: {"puzzle_set": _set(h), "reason": "r"}),
    lines.apply_import: ({"organiser", "volunteer"}, lambda h: {"upload": Import.objects.get(kind="lines")}),
    lines.go_on: ({"organiser", "volunteer"}, lambda h: {"upload": Import.objects.get(kind="lines")}),
    puzzle_actions.apply_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="puzzles")}),
    puzzle_undo.undo_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="puzzles")}),
    rekeying.recall: (DESK, lambda h: {"sheet": _agreed().sheet, "why": "Misread."}),
    rekeying.confirm: (DESK, lambda h: {"keying": _agreed()}),
    rekeying.discard: (DESK, lambda h: {"sheet": _agreed().sheet}),
    rekeying.move: (
        DESK,
        lambda h: {"keying": _agreed(), "entrant": Player.objects.get(number=102).entrant, "why": "Wrong."},
    ),
    relation_actions.mark: (
        {"organiser"},
        lambda h: {
            "event": h.event,
            "user": h.people["organiser"],
            "player": Player.objects.get(number=102),
        },
    ),
    relation_actions.unmark: ({"organiser", "volunteer", "judge"}, lambda h: {"relation": _relation(h)}),
    roster.add_player: ({"organiser"}, lambda h: {"event": h.event, "facts": FACTS}),
    roster.substitute: (
        {"organiser"},
        lambda h: {"player": Player.objects.get(number=102), "facts": FACTS, "why": "Ill."},
    ),
    roster.change_player: (
        {"organiser"},
        lambda h: {"player": Player.objects.get(number=102), "facts": FACTS},
    ),
    bulk_actions.set_statuses: ({"organiser"}, lambda h: {"event": h.event, "numbers": [102], "status": "absent"}),
    bulk_actions.put_players: ({"organiser"}, lambda h: {"event": h.event, "players": []}),
    bulk_actions.move: ({"organiser"}, lambda h: {"event": h.event, "numbers": [102], "team": "Owls"}),
    deletion_actions.delete_player: ({"organiser"}, lambda h: {"player": Player.objects.get(number=102)}),
    deletion_actions.delete_team: ({"organiser"}, lambda h: {"team": h.event.teams.first()}),
    check_in.walk_in: ({"organiser"}, lambda h: {"event": h.event, "facts": FACTS}),
    walk_in.add: ({"organiser"}, lambda h: {"event": h.event, "facts": FACTS}),
    walk_in.print_sheets: ({"organiser"}, lambda h: {"entrant": h.event.entrants.get(player__number=102)}),
    check_in.check_in: ({"organiser", "volunteer"}, lambda h: {"event": h.event, "numbers": [102]}),
    check_in.mark_absent: ({"organiser", "volunteer"}, lambda h: {"event": h.event, "numbers": [102]}),
    check_in.mark_rest_absent: ({"organiser"}, lambda h: {"event": h.event}),
    archive.archive: ({"organiser"}, lambda h: {"event": h.event}),
    archive.unarchive: ({"organiser"}, lambda h: {"event": h.event}),
    archive.delete: ({"organiser"}, lambda h: {"event": h.event}),
    anonymise.anonymise: ({"organiser"}, lambda h: {"event": h.event, "name": h.event.name}),
    anonymise.reissue: ({"organiser"}, lambda h: {"event": h.event}),
    roster.set_status: ({"organiser"}, lambda h: {"entrant": h.event.entrants.first(), "status": "absent"}),
    import_actions.apply_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="roster")}),
    import_actions.undo_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="roster")}),
    rounds.add: ({"organiser"}, lambda h: {"event": h.event, "format_slug": "twenty_four"}),
    rounds.change: ({"organiser"}, lambda h: {"round_": h.event.rounds.get(), "name": "Z"}),
    rounds.remove: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    rounds.earlier: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    hall_clock.start: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    hall_clock.next_question: ({"organiser"}, lambda h: {"round_": h.event.rounds.get(), "seen": 0}),
    hall_clock.stop: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    hall_clock.go_on: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    hall_clock.add_time: ({"organiser"}, lambda h: {"round_": h.event.rounds.get(), "minutes": 1}),
    round_steps.move: ({"organiser"}, lambda h: {"round_": h.event.rounds.get(), "status": "final"}),
    proposals.puzzle: (DESK, lambda h: {"puzzle": _puzzle(h), "boxes": boxes(((1, 1, 1, 1), 24))}),
    proposals.void: (DESK, lambda h: {"puzzle": _puzzle(h), "boxes": [0]}),
    proposals.edition: (
        DESK,
        lambda h: {"round_": h.event.rounds.get(), "edition": {"edition": "basic-24"}},
    ),
    proposals.ruling: ({"judge"}, lambda h: _ruling()),
    proposals.pair: (
        {"judge"},
        lambda h: {"event": h.event, "first": Verdict(), "second": Verdict(), "says": "same", "reason": "r"},
    ),
    proposals.near_duplicates: ({"organiser"}, lambda h: {"event": h.event, "counts_as": "same"}),
    proposals.keying: (DESK, lambda h: {"keying": Keying.objects.get(pk=h.ids["keying"])}),
    rescores.propose: (
        DESK,
        lambda h: {"event": h.event, "changes": [VoidChange(_puzzle(h).pk, [0], before=[])], "reason": "r"},
    ),
    rescores.calculate_effect: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescore_signing.sign: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescores.apply: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescores.drop: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescores.reverse: (DESK, lambda h: {"rescore": _proposed(h), "reason": "r"}),
    rulings.consider: ({"judge"}, lambda h: _ruling()),
    rulings.give: ({"judge"}, lambda h: _ruling()),
    rulings.settle: ({"judge"}, lambda h: {"event": h.event, "lines": _settling(), "reason": "r"}),
    rulings.sign: ({"judge"}, lambda h: {"ruling": _given(h)}),
    undoing.undo: ({"judge"}, lambda h: {"ruling": _given(h)}),
    same_method_rulings.sign: ({"judge"}, lambda h: {"ruling": PairRuling.objects.get(pk=h.ids["pair ruling"])}),
    scan_actions.attach: (HELPERS, lambda h: {"sheet": _sheet(), "pictures": _pictures()}),
    scan_actions.remove: (HELPERS, lambda h: {"scan": Scan.objects.get(pk=h.ids["scan"])}),
    sheets.print_: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    sheets.print_again: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    sheets.remove_questions: ({"organiser"}, lambda h: {"round_": h.event.rounds.get()}),
    sheets.shows: (CUSTODIANS, lambda h: {"sheet": _sheet(), "version": None}),
    sheets.issue_all: (CUSTODIANS, lambda h: {"round_": h.event.rounds.get()}),
    sheets.issue: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.return_: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.return_for: (
        CUSTODIANS,
        lambda h: {"round_": h.event.rounds.get(), "entrant": Player.objects.get(number=102).entrant},
    ),
    sheets.not_returned: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.lost: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.not_lost: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    lost_sheets.settle: (DESK, lambda h: {"sheet": _lost(h), "why": "Gone"}),
    lost_sheets.reopen: (DESK, lambda h: {"sheet": _sheet()}),
    sheets.spoilt: (CUSTODIANS, lambda h: {"sheet": _sheet(), "why": "Juice"}),
    sheets.not_spoilt: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    spares.attach: (CUSTODIANS, lambda h: {"sheet": _sheet(), "entrant": h.event.entrants.first()}),
    spares.replace: (CUSTODIANS, lambda h: {"sheet": _sheet(), "why": "Juice"}),
    series.make: (
        {"organiser"},
        lambda h: {
            "event": h.event,
            "name": "Cup",
            "game": "countdown",
            "kind": "knockout",
            "players": list(h.event.players.all()),
        },
    ),
    series.change: ({"organiser"}, lambda h: {"series": _series(h), **SERIES_FACTS}),
    series.draw_next: ({"organiser"}, lambda h: {"series": _series(h)}),
    series.take_back: ({"organiser"}, lambda h: {"series": _series(h)}),
    series.remove: ({"organiser"}, lambda h: {"series": _series(h)}),
    series_tables.open_fixture: (HELPERS, lambda h: {"fixture": _fixture(h)}),
    series_tables.clear: ({"organiser"}, lambda h: {"fixture": _fixture(h), "reason": "r"}),
    series_tables.forfeit: (
        {"organiser"},
        lambda h: {"fixture": _fixture(h), "absent": _fixture(h).sides.first().player},
    ),
    same_method_rulings.rule: (
        {"judge"},
        lambda h: {"event": h.event, "first": Verdict(), "second": Verdict(), "says": "same", "reason": "r"},
    ),
}
UNSIGNED = {
    "api.sheets.attach",
    "audit.trail.record",
    "audit.trail.record_of_sheet",
    "disputes.actions.withdrawn",
    "disputes.filing.filed",
    "double_keying.agreement.audit_agreed",
    "keying.claim.refuse_related_typist",
    "keying.drafts.lock",
    "game_tables.actions.add_host",
    "moves.event_rules.audit_change",
    "moves.event_rules.decide_on_word",
    "moves.event_rules.refuse_host",
    "moves.event_rules.refuse_move",
    "moves.event_rules.refuse_relatives",
    "moves.event_rules.refuse_relatives_of",
    "game_tables.hosting_actions.accept",
    "moves.recording.record_by_host",
    "moves.recording.server_move",
    "publication.copies.begin",
    "publication.copies.show_prepared",
    "rescoring.apply.perform",
    "rescoring.signing.refuse_to_apply",
    "rescoring.signing.refuse_to_decide",
    "roster.relations.refuse_related",
    "standings.actions.locked_until_final",
}  # called inside other actions, which have checked


def _pictures() -> list[scanning.Picture]:
    return scanning.clean(stored(half_red()), "photo.png")


def _sheet() -> Sheet:
    return Sheet.objects.get(entrant__player__number=102)


def _lost(hall: Hall) -> Sheet:
    return sheets.lost(by=hall.people["organiser"], sheet=_sheet()).sheet


def _dispute() -> Dispute:
    return Dispute.objects.get(submission__isnull=False)


def _proposal(hall: Hall) -> Penalty:
    entrant, by = hall.event.entrants.first(), hall.people["organiser"]
    return penalty_actions.propose(by=by, event=hall.event, entrant=entrant, points=5, reason="r")


def _penalty(hall: Hall) -> Penalty:
    return Penalty.objects.get(pk=hall.ids["penalty"])


def _table(h: Hall) -> Table:
    return tables.open_table(by=h.people["organiser"], game="countdown", settings={}, event=h.event)[0]


def _tie(hall: Hall) -> Tie:
    return Tie.objects.get(pk=hall.ids["tie"])


def _agreed() -> Keying:
    return Keying.objects.get(sheet__entrant__player__number=101, state="agreed")


def _series(hall: Hall) -> Series:
    """A knockout between three players, none of whose games has a table."""
    made = Series.objects.filter(event=hall.event, name="League").first()
    players = list(hall.event.players.all())
    given = {"by": hall.people["organiser"], "event": hall.event, "game": "countdown", "players": players}
    return made or series.make(name="League", kind="knockout", **given)


def _fixture(hall: Hall) -> Fixture:
    return _series(hall).fixtures.annotate(count=Count("sides")).filter(count=2).first()


def _relation(hall: Hall) -> Relation:
    """A helper says that they are related; only the organiser can remove that."""
    judge, player = hall.people["judge"], Player.objects.get(number=102)
    return relation_actions.mark(by=judge, event=hall.event, user=judge, player=player)


def _keying(hall: Hall) -> Keying:
    return Keying.objects.get(pk=hall.ids["keying"])


def _settling() -> list[rulings.Settling]:
    return [rulings.Settling(Submission.objects.get(mark="illegible"))]


def _ruling() -> dict:
    return {
        "submission": Submission.objects.get(mark="illegible"),
        "counts_as": "nothing",
        "reason": "Not readable.",
    }


def signed_actions() -> Iterator[tuple[str, object]]:
    """Every public function in `tournament` that takes `by`, except those of the audit trail itself."""
    root = Path(tournament.__file__).parent
    for file in sorted(root.glob("*/[a-z]*.py")):
        module = import_module(f"tournament.{file.parent.name}.{file.stem}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            mine = function.__module__ == module.__name__ and not name.startswith("_")
            if mine and "by" in inspect.signature(function).parameters:
                yield f"{file.parent.name}.{file.stem}.{name}", function


def test_every_signed_action_stands_in_the_table():
    assert {name for name, _function in signed_actions()} - UNSIGNED == {
        f"{action.__module__.removeprefix('tournament.')}.{action.__name__}" for action in ACTIONS
    }


def test_every_signed_action_takes_its_arguments_by_name():
    for name, function in signed_actions():
        if name not in UNSIGNED:
            kinds = {each.kind for each in inspect.signature(function).parameters.values()}
            assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}, name


@pytest.mark.parametrize(
    "action", ACTIONS, ids=lambda action: f"{action.__module__.removeprefix('tournament.')}.{action.__name__}"
)
def test_an_action_refuses_whoever_lacks_the_role(hall, action):
    """Tests the role only: a person who has it may still be refused for another reason."""
    allowed, arguments = ACTIONS[action]
    for person in PEOPLE[1:]:
        if person not in allowed:
            with pytest.raises(NotAllowed):
                action(by=hall.people[person], **arguments(hall))


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "action", ACTIONS, ids=lambda action: f"{action.__module__.removeprefix('tournament.')}.{action.__name__}"
)
def test_an_action_lets_in_whoever_has_the_role(hall, action):
    allowed, arguments = ACTIONS[action]
    for person in sorted(allowed):
        with contextlib.suppress(Refused):  # for another reason than the role
            action(by=hall.people[person], **arguments(hall))


# A person's own account and another event are not part of the archived one
ELSEWHERE = {
    account_actions.change,
    api_tokens.revoke,
    events.create,
    archive.archive,
    archive.unarchive,
    archive.delete,
}
ELSEWHERE |= {anonymise.anonymise, anonymise.reissue}  # a past event, which is archived as a rule


@pytest.mark.parametrize(
    "action",
    [action for action in ACTIONS if action not in ELSEWHERE],
    ids=lambda action: f"{action.__module__.removeprefix('tournament.')}.{action.__name__}",
)
def test_an_archived_event_refuses_every_action(hall, action):
    allowed, arguments = ACTIONS[action]
    given = arguments(hall)
    archive.archive(by=hall.people["organiser"], event=hall.event)
    hall.event.refresh_from_db()
    for value in given.values():
        if isinstance(value, Model):
            with contextlib.suppress(ObjectDoesNotExist):  # it stands for a pair, and is in no table
                value.refresh_from_db()
    before = AuditEntry.objects.filter(event_id=hall.event.pk).count()
    for person in sorted(allowed):
        with contextlib.suppress(Refused):
            action(by=hall.people[person], **given)
    assert AuditEntry.objects.filter(event_id=hall.event.pk).count() == before
