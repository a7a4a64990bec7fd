"""Who gets in where: every named address, for each kind of person.

The event here is hidden, so that its public pages, too, are closed to whoever has no part in it. A new address fails
these tests until it stands in the table below.
"""

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import NamedTuple

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.laws import some
from tests.tournament.hall import PEOPLE, Hall, make_hall
from tests.tournament.making import make_user
from tournament.engine.api import KINDS
from tournament.models import Membership, Player, Session, User
from tournament.organiser import actions as events
from tournament.rest.resources import EventResource


class Guard(NamedTuple):
    """The answer to each of PEOPLE: "in", "sign-in" (redirected there), or a status. Answers that only say what is
    wrong with an empty form count as "in"."""

    anonymous: str | int
    volunteer: str | int
    judge: str | int
    organiser: str | int
    outsider: str | int


EVERYBODY = Guard("in", "in", "in", "in", "in")
NOBODY = Guard(404, 404, 404, 404, 404)  # a program with a token
NO_WORKER_HERE = Guard(503, 503, 503, 503, 503)
SIGNED_IN = Guard("sign-in", "in", "in", "in", "in")
WHO_MAY_CREATE = Guard("sign-in", 403, 403, "in", "in")  # both organisers here may
ADMINISTRATORS = Guard("sign-in", 403, 403, 403, 403)
WHO_WORKS_THERE = Guard(404, "in", "in", "in", 404)
BEFORE_THE_PUBLIC = Guard(404, 404, "in", "in", 404)
ORGANISERS_ALONE = Guard(404, 404, 404, "in", 404)  # before it is public
NOTHING_FINAL = Guard(404, 404, 404, 404, 404)
ORGANISERS = Guard("sign-in", 403, 403, "in", 404)  # the event is hidden: who has no role there finds nothing
KEYERS = Guard("sign-in", "in", 403, "in", 404)
JUDGES = Guard("sign-in", 403, "in", 403, 404)
DESK = Guard("sign-in", 403, "in", "in", 404)
WHO_HELPS = Guard("sign-in", "in", "in", "in", 404)
HELPERS = Guard("sign-in", "in", "in", "in", 404)
NOT_HERS = Guard("sign-in", 403, 403, 403, 404)  # the coach filed it
NEEDS_A_LINK = Guard(401, 401, 401, 401, 401)
NO_TABLE = Guard(404, 404, 404, 404, 404)  # who sits at a table is in tests/tournament/play
HER_KEYING = Guard(401, "in", 403, 403, 403)

EVENT = {"slug": "spring"}
ROUND = EVENT | {"position": 1}
TABLE = {"code": "0123456789ab"}
PLAYER = EVENT | {"number": 101}
SET = EVENT | {"set_id": "set"}

# name -> (who gets in, arguments, method)
ADDRESSES = {
    "sign-in": (EVERYBODY, {}, "get"),
    "sign-in-link": (EVERYBODY, {"token": "forged"}, "get"),
    "sign-out": (EVERYBODY, {}, "post"),
    "set-language": (EVERYBODY, {}, "post"),
    "first-account": (EVERYBODY, {"token": "first"}, "get"),
    "account": (SIGNED_IN, {}, "get"),
    "account-password": (SIGNED_IN, {}, "post"),
    "account-sign-out": (SIGNED_IN, {}, "post"),
    "account-session-end": (SIGNED_IN, {"reference": "0"}, "post"),
    "account-tokens": (SIGNED_IN, {}, "post"),
    "account-token-revoke": (Guard("sign-in", "in", 404, 404, 404), {"token_id": "program"}, "post"),
    "home": (EVERYBODY, {}, "get"),
    "alive": (EVERYBODY, {}, "get"),
    "ready": (NO_WORKER_HERE, {}, "get"),
    "metrics": (NOBODY, {}, "get"),
    "about": (EVERYBODY, {}, "get"),
    "about-licence": (EVERYBODY, {}, "get"),
    "about-notice": (EVERYBODY, {}, "get"),
    "guides": (EVERYBODY, {}, "get"),
    "guide": (EVERYBODY, {"name": "hall"}, "get"),
    "play": (EVERYBODY, {}, "get"),
    "practice": (EVERYBODY, {}, "get"),
    "practice-move": (EVERYBODY, {}, "json"),
    "practice-round": (EVERYBODY, {"kind": "letters"}, "get"),
    "practice-daily": (EVERYBODY, {}, "get"),
    "practice-solvers": (EVERYBODY, {}, "get"),
    "enter-pin": (EVERYBODY, {}, "post"),
    "join-table": (EVERYBODY, TABLE, "post"),
    "open-table": (EVERYBODY, {"game": "countdown"}, "get"),
    "play-clock": (EVERYBODY, {}, "get"),
    "play-reading": (EVERYBODY, {}, "get"),
    "table": (NO_TABLE, TABLE, "get"),
    "table-screen": (NO_TABLE, TABLE, "get"),
    "table-frame": (NO_TABLE, TABLE, "get"),
    "table-stream": (EVERYBODY, TABLE, "get"),
    "table-moves": (NO_TABLE, TABLE, "post"),
    "table-host": (NO_TABLE, TABLE, "get"),
    "table-ruling": (NO_TABLE, TABLE | {"number": 1}, "get"),
    "table-take-over": (NO_TABLE, TABLE, "post"),
    "table-players": (NO_TABLE, TABLE, "get"),
    "table-do": (NO_TABLE, TABLE, "post"),
    "table-again": (NO_TABLE, TABLE, "post"),
    "table-transcript": (NO_TABLE, TABLE, "get"),
    "table-take": (NO_TABLE, TABLE | {"secret": "forged"}, "get"),
    "create-event": (WHO_MAY_CREATE, {}, "post"),
    "event": (WHO_WORKS_THERE, EVENT, "get"),
    "to-sign": (DESK, EVENT, "get"),
    "division": (BEFORE_THE_PUBLIC, EVENT | {"grade": 3}, "get"),
    "division-teams": (BEFORE_THE_PUBLIC, EVENT | {"grade": 3}, "get"),
    "round": (BEFORE_THE_PUBLIC, ROUND, "get"),
    "methods": (BEFORE_THE_PUBLIC, ROUND | {"grade": 3}, "get"),
    "card": (WHO_WORKS_THERE, EVENT, "get"),
    "records": (BEFORE_THE_PUBLIC, EVENT, "get"),
    "records-file": (BEFORE_THE_PUBLIC, EVENT | {"name": "hardest", "form": "csv"}, "get"),
    "division-file": (BEFORE_THE_PUBLIC, EVENT | {"grade": 3, "form": "csv"}, "get"),
    "division-teams-file": (BEFORE_THE_PUBLIC, EVENT | {"grade": 3, "form": "xlsx"}, "get"),
    "team-file": (BEFORE_THE_PUBLIC, EVENT | {"team_id": "team", "form": "csv"}, "get"),
    "round-file": (BEFORE_THE_PUBLIC, ROUND | {"form": "json"}, "get"),
    "methods-file": (BEFORE_THE_PUBLIC, ROUND | {"grade": 3, "form": "csv"}, "get"),
    "entrant": (BEFORE_THE_PUBLIC, PLAYER, "get"),
    "team": (BEFORE_THE_PUBLIC, EVENT | {"team_id": "team"}, "get"),
    "api-export": (EVERYBODY, EVENT, "get"),  # it leads to
    "event-export": (BEFORE_THE_PUBLIC, EVENT, "get"),
    "changes": (WHO_WORKS_THERE, EVENT, "get"),
    "changes-stream": (WHO_WORKS_THERE, EVENT, "get"),
    "how-to-play": (WHO_WORKS_THERE, EVENT, "get"),
    "notation": (WHO_WORKS_THERE, EVENT, "get"),
    "series": (BEFORE_THE_PUBLIC, EVENT | {"series_id": "series"}, "get"),
    "series-game": (BEFORE_THE_PUBLIC, EVENT | {"fixture_id": "fixture"}, "get"),
    "game-transcript": (NOTHING_FINAL, EVENT | {"fixture_id": "fixture"}, "get"),  # it is not over
    "head-to-head": (BEFORE_THE_PUBLIC, EVENT | {"series_id": "series", "first": 101, "second": 102}, "get"),
    "series-file": (BEFORE_THE_PUBLIC, EVENT | {"series_id": "series", "form": "csv"}, "get"),
    "series-games-file": (BEFORE_THE_PUBLIC, EVENT | {"series_id": "series", "form": "json"}, "get"),
    "api-series-list": (BEFORE_THE_PUBLIC, EVENT, "get"),
    "api-series": (BEFORE_THE_PUBLIC, EVENT | {"series_id": "series"}, "get"),
    "games": (HELPERS, EVENT, "get"),
    "series-new": (ORGANISERS, EVENT, "get"),
    "series-run": (HELPERS, EVENT | {"series_id": "series"}, "get"),
    "fixture-open": (HELPERS, EVENT | {"fixture_id": "fixture"}, "post"),
    "fixture-forfeit": (ORGANISERS, EVENT | {"fixture_id": "fixture"}, "post"),
    "fixture-clear": (ORGANISERS, EVENT | {"fixture_id": "fixture"}, "post"),
    "series-change": (ORGANISERS, EVENT | {"series_id": "series"}, "post"),
    "series-draw": (ORGANISERS, EVENT | {"series_id": "series"}, "post"),
    "series-take-back": (ORGANISERS, EVENT | {"series_id": "series"}, "post"),
    "series-remove": (ORGANISERS, EVENT | {"series_id": "series"}, "post"),
    "run": (ORGANISERS, EVENT, "get"),
    "create-like": (ORGANISERS, EVENT, "post"),
    "roster-file": (ORGANISERS, EVENT | {"form": "csv"}, "get"),
    "event-settings": (ORGANISERS, EVENT, "post"),
    "criteria": (ORGANISERS, EVENT, "post"),
    "ties": (DESK, EVENT, "get"),
    "tie-draw": (ORGANISERS, EVENT, "post"),
    "tie-game": (ORGANISERS, EVENT | {"tie_id": "tie"}, "post"),
    "tie-drop": (ORGANISERS, EVENT | {"tie_id": "tie"}, "post"),
    "penalties": (DESK, EVENT, "get"),
    "penalty-give": (JUDGES, EVENT, "post"),
    "penalty-propose": (ORGANISERS, EVENT, "post"),
    "penalty-decline": (JUDGES, EVENT | {"penalty_id": "proposal"}, "post"),
    "penalty-lift": (JUDGES, EVENT | {"penalty_id": "penalty"}, "post"),
    "publish": (ORGANISERS, EVENT, "post"),
    "publish-progress": (DESK, EVENT, "get"),
    "publish-again": (ORGANISERS, EVENT, "post"),
    "publish-give-up": (ORGANISERS, EVENT, "post"),
    "publish-correct": (ORGANISERS, EVENT, "post"),
    "ceremony": (ORGANISERS, EVENT, "get"),
    "ceremony-screen": (ORGANISERS, EVENT, "get"),
    "ceremony-step": (ORGANISERS, EVENT, "get"),
    "ceremony-move": (ORGANISERS, EVENT, "post"),
    "ceremony-accept": (ORGANISERS, EVENT, "post"),
    "published": (NOTHING_FINAL, EVENT, "get"),
    "published-document": (NOTHING_FINAL, EVENT | {"number": 1}, "get"),
    "published-recount": (NOTHING_FINAL, EVENT | {"number": 1}, "get"),
    "published-statement": (NOTHING_FINAL, EVENT | {"number": 1}, "get"),
    "published-signature": (NOTHING_FINAL, EVENT | {"number": 1}, "get"),
    "signing-key": (EVERYBODY, {}, "get"),
    "division-add": (ORGANISERS, EVENT, "post"),
    "division-remove": (ORGANISERS, EVENT | {"grade": 3}, "post"),
    "keyers": (ORGANISERS, EVENT, "get"),
    "people": (ORGANISERS, EVENT, "post"),
    "helpers-add": (ORGANISERS, EVENT, "post"),
    "helper-cards": (ORGANISERS, EVENT, "get"),
    "person": (ORGANISERS, EVENT | {"user_id": "volunteer"}, "get"),
    "person-link": (ORGANISERS, EVENT | {"user_id": "volunteer"}, "post"),
    "person-sign-out": (ORGANISERS, EVENT | {"user_id": "judge"}, "post"),
    "person-session-end": (ORGANISERS, EVENT | {"user_id": "judge", "reference": "0"}, "post"),
    "link-withdraw": (ORGANISERS, EVENT | {"link_id": "link"}, "post"),
    "person-token-revoke": (ORGANISERS, EVENT | {"token_id": "program"}, "post"),
    "role-take": (ORGANISERS, EVENT | {"membership_id": "membership"}, "post"),
    "roster": (ORGANISERS, EVENT, "get"),
    "player-add": (ORGANISERS, EVENT, "post"),
    "player-change": (ORGANISERS, PLAYER, "post"),
    "player-substitute": (ORGANISERS, PLAYER, "post"),
    "entrant-status": (ORGANISERS, PLAYER, "post"),
    "roster-teams": (ORGANISERS, EVENT, "get"),
    "player-delete": (ORGANISERS, PLAYER, "get"),
    "team-delete": (ORGANISERS, EVENT | {"team_id": "team"}, "get"),
    "check-in": (KEYERS, EVENT, "get"),
    "check-in-player": (KEYERS, PLAYER, "get"),
    "check-in-close": (ORGANISERS, EVENT, "post"),
    "walk-in": (ORGANISERS, EVENT, "post"),
    "player-sheets-print": (ORGANISERS, PLAYER, "post"),
    "player-sheets-pdf": (Guard("sign-in", 403, 403, 404, 404), PLAYER, "get"),  # nothing is printed yet
    "handouts": (ORGANISERS, EVENT, "get"),
    "backups": (ADMINISTRATORS, {}, "get"),
    "backup": (ADMINISTRATORS, {"name": "none"}, "get"),
    "backup-now": (ORGANISERS, EVENT, "post"),
    "full-export": (ORGANISERS, EVENT, "get"),
    "event-archive": (ORGANISERS, EVENT, "get"),
    "event-names": (ORGANISERS, EVENT, "post"),
    "event-sign-again": (ORGANISERS, EVENT, "post"),
    "roster-template": (ORGANISERS, EVENT, "get"),
    "roster-import": (ORGANISERS, EVENT, "post"),
    "roster-import-check": (ORGANISERS, EVENT | {"import_id": "roster"}, "get"),
    "round-add": (ORGANISERS, EVENT, "post"),
    "failed-tasks": (ORGANISERS, EVENT, "get"),
    "failed-task-again": (ORGANISERS, EVENT | {"job_id": "job"}, "post"),
    "round-run": (ORGANISERS, ROUND, "get"),
    "waiting": (ORGANISERS, EVENT, "get"),
    "become-judge": (ORGANISERS, EVENT, "post"),
    "round-change": (ORGANISERS, ROUND, "post"),
    "round-move": (ORGANISERS, ROUND, "post"),
    "round-remove": (ORGANISERS, ROUND, "post"),
    "round-earlier": (ORGANISERS, ROUND, "post"),
    "puzzle-set": (ORGANISERS, ROUND, "post"),
    "puzzle-print": (ORGANISERS, ROUND, "get"),
    "puzzle-print-day": (ORGANISERS, EVENT, "get"),
    "puzzles-import": (ORGANISERS, EVENT, "post"),
    "puzzles-import-check": (ORGANISERS, EVENT | {"import_id": "puzzles"}, "get"),
    "puzzles-template": (ORGANISERS, EVENT, "get"),
    "set-library": (ORGANISERS, EVENT, "get"),
    "seasons": (ORGANISERS, EVENT, "get"),
    "season": (ORGANISERS, EVENT, "post"),
    "set-new": (ORGANISERS, EVENT, "post"),
    "set-copy": (ORGANISERS, EVENT, "post"),
    "typed-copy": (ORGANISERS, EVENT, "post"),
    "sets-import": (ORGANISERS, EVENT, "post"),
    "sets-import-check": (ORGANISERS, EVENT | {"import_id": "sets"}, "get"),
    "sets-template": (ORGANISERS, EVENT, "get"),
    "made-set-csv": (ORGANISERS, SET, "get"),
    "made-set-json": (ORGANISERS, SET, "get"),
    "event-words": (ORGANISERS, EVENT, "get"),
    "joint": (ORGANISERS_ALONE, EVENT, "get"),
    "joint-grade": (ORGANISERS_ALONE, EVENT | {"grade": 3}, "get"),
    "joint-document": (ORGANISERS_ALONE, EVENT, "get"),
    "joint-file": (NOTHING_FINAL, EVENT | {"number": 1, "name": "joint", "ending": "json"}, "get"),
    "halls": (ORGANISERS, EVENT, "get"),
    "hall": (ORGANISERS, EVENT | {"hall_slug": "north"}, "get"),
    "keys": (WHO_WORKS_THERE, EVENT, "get"),
    "key-digests": (WHO_WORKS_THERE, EVENT, "get"),
    "key-file": (WHO_WORKS_THERE, EVENT | {"name": "1-3-v1"}, "get"),
    "keys-publish": (ORGANISERS, EVENT, "post"),
    "puzzle-sets": (ORGANISERS, EVENT, "get"),
    "puzzle-sets-make": (ORGANISERS, EVENT, "post"),
    "puzzle-sets-use": (ORGANISERS, EVENT, "post"),
    "made-set": (ORGANISERS, SET, "get"),
    "made-set-change": (ORGANISERS, SET, "post"),
    "made-set-box": (ORGANISERS, SET, "get"),
    "made-set-correct": (ORGANISERS, SET, "post"),
    "made-set-name": (ORGANISERS, SET, "post"),
    "made-set-print": (ORGANISERS, SET, "get"),
    "made-set-remove": (ORGANISERS, SET, "post"),
    "keying-rounds": (KEYERS, EVENT, "get"),
    "lines-import": (KEYERS, EVENT, "post"),
    "lines-import-check": (KEYERS, EVENT | {"import_id": "lines"}, "get"),
    "lines-template": (KEYERS, EVENT, "get"),
    "keying-kept": (KEYERS, EVENT, "get"),
    "keying-round": (KEYERS, ROUND, "get"),
    "keying": (KEYERS, ROUND | {"code": "code"}, "get"),
    "sheets": (HELPERS, EVENT, "get"),
    "board": (HELPERS, ROUND, "get"),
    "hall-clock": (HELPERS, ROUND, "get"),
    "hall-clock-state": (HELPERS, ROUND, "get"),
    "hall-clock-set": (ORGANISERS, ROUND, "post"),
    "sheets-print": (ORGANISERS, ROUND, "post"),
    "sheets-pdf": (ORGANISERS, ROUND, "get"),
    "sheets-no-question": (ORGANISERS, ROUND, "post"),
    "sheets-issue": (KEYERS, ROUND, "post"),
    "return-desk": (KEYERS, ROUND, "post"),
    "pictures": (HELPERS, EVENT, "post"),
    "scan": (DESK, EVENT | {"scan_id": "scan"}, "get"),
    "scan-remove": (DESK, EVENT | {"scan_id": "another scan"}, "post"),  # the judge sent it
    "sheet": (HELPERS, EVENT | {"code": "code"}, "get"),
    "sheet-step": (KEYERS, EVENT | {"code": "code"}, "post"),
    "sheet-decide": (DESK, EVENT | {"code": "code"}, "post"),
    "scan-add": (HELPERS, EVENT | {"code": "code"}, "post"),
    "sheet-code": (WHO_HELPS, {"code": "code"}, "get"),
    "relations": (HELPERS, EVENT, "post"),
    "relation-remove": (HELPERS, EVENT | {"relation_id": "relation"}, "post"),
    "readings": (DESK, EVENT, "get"),
    "reading": (DESK, EVENT | {"code": "code"}, "get"),
    "reading-recall": (DESK, EVENT | {"code": "code"}, "post"),
    "reading-confirm": (DESK, EVENT | {"code": "code"}, "post"),
    "reading-discard": (DESK, EVENT | {"code": "code"}, "post"),
    "reading-move": (DESK, EVENT | {"code": "code"}, "post"),
    "history": (DESK, EVENT, "get"),
    "rescores": (DESK, EVENT, "get"),
    "rescore": (DESK, EVENT | {"rescore_id": "rescore"}, "get"),
    "rescore-apply": (DESK, EVENT | {"rescore_id": "rescore"}, "post"),
    "rescore-sign": (DESK, EVENT | {"rescore_id": "rescore"}, "post"),
    "rescore-drop": (DESK, EVENT | {"rescore_id": "rescore"}, "post"),
    "rescore-again": (DESK, EVENT | {"rescore_id": "rescore"}, "post"),
    "rescore-reverse": (DESK, EVENT | {"rescore_id": "rescore"}, "post"),
    "rescore-propose": (DESK, EVENT, "get"),
    "rescore-numbers": (DESK, EVENT | {"puzzle_id": "puzzle"}, "post"),
    "rescore-void": (DESK, EVENT | {"puzzle_id": "puzzle"}, "post"),
    "rescore-rules": (DESK, ROUND, "post"),
    "rescore-ruling": (JUDGES, EVENT | {"line_id": "line"}, "post"),
    "rescore-pair": (JUDGES, EVENT | {"first_id": "one method", "second_id": "another"}, "post"),
    "rescore-kin": (ORGANISERS, EVENT, "post"),
    "rescore-keying": (DESK, EVENT | {"keying_id": "keying"}, "post"),
    "judge-queue": (JUDGES, EVENT, "get"),
    "judge-settle": (JUDGES, EVENT, "post"),
    "ruling-undo": (JUDGES, EVENT | {"ruling_id": "ruling"}, "post"),
    "pairs": (JUDGES, EVENT, "get"),
    "pair": (JUDGES, EVENT | {"first_id": "one method", "second_id": "another"}, "post"),
    "pair-sign": (JUDGES, EVENT | {"ruling_id": "pair ruling"}, "post"),
    "judge-line": (JUDGES, EVENT | {"line_id": "line"}, "get"),
    "judge-sheet": (JUDGES, EVENT, "get"),
    "rulings": (DESK, EVENT, "get"),
    "ruling-sign": (JUDGES, EVENT | {"ruling_id": "ruling"}, "post"),
    "coach": (EVERYBODY, {"token": "token"}, "get"),
    "coach-paper": (EVERYBODY, {"token": "token", "position": 1, "entrant_id": "entrant"}, "get"),
    "coach-line": (EVERYBODY, {"token": "token", "line_id": "line"}, "get"),
    "coach-sheet": (EVERYBODY, {"token": "token", "sheet_id": "sheet"}, "get"),
    # before the dispute is withdrawn, which deletes its photos
    "coach-picture": (EVERYBODY, {"token": "token", "picture_id": "photo"}, "get"),
    "dispute-picture": (JUDGES, EVENT | {"picture_id": "photo"}, "get"),
    "coach-withdraw": (EVERYBODY, {"token": "token", "dispute_id": "dispute"}, "post"),
    "coach-scan": (EVERYBODY, {"token": "token", "scan_id": "scan"}, "get"),
    "coach-links": (ORGANISERS, EVENT, "get"),
    "coach-handouts": (ORGANISERS, EVENT, "get"),
    "coach-renew": (ORGANISERS, EVENT | {"team_id": "team"}, "post"),
    "coach-revoke": (ORGANISERS, EVENT | {"team_id": "team"}, "post"),
    "disputes-window": (ORGANISERS, ROUND, "post"),
    "disputes": (DESK, EVENT, "get"),
    "dispute": (DESK, EVENT | {"dispute_id": "dispute"}, "get"),
    "dispute-take": (JUDGES, EVENT | {"dispute_id": "dispute"}, "post"),
    "dispute-decide": (JUDGES, EVENT | {"dispute_id": "dispute"}, "post"),
    "dispute-withdraw": (NOT_HERS, EVENT | {"dispute_id": "dispute"}, "post"),
    "dispute-file": (HELPERS, EVENT, "get"),
    "api-keying-lines": (HER_KEYING, {"keying_id": "keying"}, "json"),
    "api-keying-hand-in": (HER_KEYING, {"keying_id": "keying"}, "json"),
    "api-keying-tell": (HER_KEYING, {"keying_id": "keying"}, "json"),
    "api-reading": (HER_KEYING, {}, "json"),
    "api-event": (BEFORE_THE_PUBLIC, EVENT, "get"),
    "api-standings": (BEFORE_THE_PUBLIC, EVENT, "get"),
    "api-round": (BEFORE_THE_PUBLIC, ROUND, "get"),
    "api-player": (BEFORE_THE_PUBLIC, PLAYER, "get"),
    "api-formats": (EVERYBODY, {}, "get"),
    "api-functions": (EVERYBODY, {}, "get"),
    "api-schema": (EVERYBODY, {}, "get"),
    **{f"api-engine-{kind}": (EVERYBODY, {}, "json") for kind in KINDS},
    "api-changes": (WHO_WORKS_THERE, EVENT, "get"),
    "api-changes-stream": (WHO_WORKS_THERE, EVENT, "get"),
    # with the token of a coach's link, as on its page
    "api-coach": (NEEDS_A_LINK, {}, "get"),
    "api-coach-papers": (NEEDS_A_LINK, {"position": 1}, "get"),
    "api-coach-dispute": (NEEDS_A_LINK, {}, "json"),
    "api-coach-withdraw": (NEEDS_A_LINK, {"dispute_id": 1}, "json"),
    "api-index": (EVERYBODY, {}, "get"),
    "api-documentation": (EVERYBODY, {}, "get"),
    "api-me": (Guard(401, "in", "in", "in", "in"), {}, "get"),
    "api-access": (Guard(401, "in", "in", "in", 404), EVENT, "get"),
    "api-versions": (EVERYBODY, {}, "get"),
    # of these, who may also depends on the row
    "api-disputes-withdraw": (Guard(401, 403, 403, 403, 404), EVENT | {"pk": "dispute"}, "json"),
    "api-keyings-put-back": (Guard(401, "in", 403, 403, 404), EVENT | {"pk": "keying"}, "json"),
    **{
        f"api-tables-{name}": (Guard(401, 404, 404, 404, 404), EVENT | {"code": "none"}, kind)
        for name, kind in (("detail", "get"), ("moves", "get"), ("frame", "get"))
        + tuple((name, "json") for name in ("take-over", "let-in", "rename", "remove", "doors"))
    },
    "api-ceremony": (Guard(401, 403, 403, 404, 404), EVENT, "get"),
    "api-settlings-detail": (Guard(401, 404, 403, 404, 404), EVENT | {"pk": 1}, "get"),
    "api-settlings-settle": (Guard(401, 404, 403, 404, 404), EVENT | {"pk": 1}, "json"),
    "api-words-detail": (Guard(401, 403, 403, 404, 404), EVENT | {"word": "none"}, "get"),
    "api-events": (Guard("in", "in", "in", "in", "in"), {}, "get"),
}
# of the API's resources, the table is made from what each of them says: the capability for reading, and for each write
BY_CAPABILITY = {
    "run": Guard(401, 403, 403, "in", 404),
    "roster": Guard(401, 403, 403, "in", 404),
    "key": Guard(401, "in", 403, "in", 404),
    "door": Guard(401, "in", 403, "in", 404),
    "rule": Guard(401, 403, "in", 403, 404),
    "desk": Guard(401, 403, "in", "in", 404),
    "custody": Guard(401, "in", "in", "in", 404),
    "dispute": Guard(401, "in", "in", "in", 404),
    "host": Guard(401, "in", "in", "in", 404),
}
ROW = {  # a row of each resource: a value, or a name in `Hall.ids`
    "players": 101,
    "teams": "team",
    "relations": "relation",
    "grades": 3,
    "rounds": 1,
    "jobs": "job",
    "puzzles": "puzzle",
    "roles": "membership",
    "sheets": "code",
    "penalties": "penalty",
    "ties": "tie",
    "words": "none",
    "sign-in-links": "link",
    "coach-links": "coach link",
    "scans": "scan",
    "settlings": 1,
    "roster-imports": "roster",
    "lines-imports": "lines",
    "rulings": "ruling",
    "pair-rulings": "pair ruling",
    "disputes": "dispute",
    "rescores": "rescore",
    "audit": 1,
    "keyings": "keying",
    "lines": "key",
    "verdicts": "one method",
    "bulk-lines": "lines",
    "puzzle-sets": "set",
    "series-setup": "series",
    "fixtures": "fixture",
    "tables": "none",
    "halls": "a hall",
    "hall-files": "hall file",
}


def resources(patterns: list) -> Iterator[tuple[str, tuple[Guard, dict, str]]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from resources(pattern.url_patterns)
        elif issubclass(getattr(pattern.callback, "cls", object), EventResource):
            name, view, methods = str(pattern.name), pattern.callback.cls, pattern.callback.actions
            lookup = view.lookup_url_kwarg or view.lookup_field
            row = {lookup: ROW[str(pattern.pattern).split("/")[2]]} if lookup in pattern.pattern.converters else {}
            guard = BY_CAPABILITY[view.needs_of(methods.get("get") or methods.get("post"))]
            yield name, (guard, EVENT | row, "get" if "get" in methods else "json")


RESOURCES = dict(resources(get_resolver().url_patterns))
ADDRESSES = RESOURCES | ADDRESSES  # first: pages remove some rows


def body_for(hall: Hall, name: str) -> dict:
    """What is sent as JSON: to a resource nothing, so that only who asks is refused."""
    return {} if name in RESOURCES else {"keying": hall.ids["keying"], "box": 0, "text": "1", "lines": []}


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, people, add_player, round_24, hand_in)


def names(patterns: list, found_in: str = "") -> Iterator[str]:
    """Every name in the address table, but for Django's own admin, which has a test of its own."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace != "admin":
            yield from names(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            assert pattern.name, f"{pattern} has no name, so nothing says who gets in"
            yield pattern.name


def test_every_address_of_the_project_stands_in_the_table():
    assert set(names(get_resolver().url_patterns)) == set(ADDRESSES)


def sign_in(client: Client, user: User | None) -> None:
    """The client has the session of this person and no other cookie. Signing in takes longer than many a page, so it is
    done again only if an address has ended the session, or it is another person's."""
    kept = client.cookies.get(settings.SESSION_COOKIE_NAME)
    client.cookies = SimpleCookie()
    if user and kept and Session.objects.filter(pk=kept.value, user_id=user.pk).exists():
        client.cookies[settings.SESSION_COOKIE_NAME] = kept.value
    elif user:
        client.force_login(User.objects.get(pk=user.pk))


def ask(client, hall: Hall, person: str, name: str):
    _guard, arguments, method = ADDRESSES[name]
    address = reverse(name, kwargs={key: hall.ids.get(value, value) for key, value in arguments.items()})
    sign_in(client, hall.people[person])
    if method == "json":
        return client.post(address, body_for(hall, name), content_type="application/json")
    return getattr(client, method)(address)


def outcome(response) -> str | int:
    if response.status_code == 302 and response["Location"].startswith("/sign-in/?next="):
        return "sign-in"
    return response.status_code if response.status_code in {401, 403, 404} or response.status_code >= 500 else "in"


@pytest.mark.only_postgresql
def test_an_organiser_gets_in_where_they_belong(hall, client):
    """What one address changes the next one finds. test_permission_table.py asks the others, on SQLite."""
    found = {}
    for name, (guard, _arguments, _method) in ADDRESSES.items():
        got = outcome(ask(client, hall, "organiser", name))
        if got != guard.organiser:
            found[name] = f"{got}, not {guard.organiser}"
    assert found == {}


@pytest.mark.parametrize("person", ["anonymous", "outsider"])
def test_a_hidden_event_is_as_if_there_were_none(hall, client, person):
    """Whatever is asked for below its address: the same answer as below an address of no event, if that is not a 404
    anyway."""
    told = []
    for name, (guard, arguments, _method) in ADDRESSES.items():
        if "slug" in arguments and getattr(guard, person) != 404:
            there = {key: hall.ids.get(value, value) for key, value in arguments.items()}
            sign_in(client, hall.people[person])
            answers = [client.get(reverse(name, kwargs=there | {"slug": slug})) for slug in (hall.event.slug, "none")]
            seen = [
                (each.status_code, each.get("Location", "").replace(f"/{slug}/", "/"))
                for each, slug in zip(answers, (hall.event.slug, "none"), strict=True)
            ]
            if seen[0] != seen[1]:
                told.append((name, *seen))
    assert told == []


# Each says in its module why: they store nothing, or ask for a secret that no other site makes a browser send.
NO_SESSION = {
    *("set-language", "practice-move", "coach", "coach-paper", "coach-line", "coach-sheet", "coach-picture"),
    *("coach-withdraw", "coach-scan", "api-coach", "api-coach-papers", "api-coach-dispute", "api-coach-withdraw"),
    *(f"api-engine-{kind}" for kind in KINDS),
}


def no_token(_request, reason: str) -> HttpResponse:
    """In the place of the page that says so, which takes longer than all else."""
    return HttpResponse(f'"code":"csrf" {reason}', status=403)


def csrf_exempt_pages(patterns: list) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from csrf_exempt_pages(pattern.url_patterns)
        elif getattr(pattern.callback, "csrf_exempt", False) and not hasattr(pattern.callback, "cls"):
            yield str(pattern.name)


def test_no_address_takes_a_session_without_the_token_of_our_pages(organiser, settings):
    """The refusal comes before the address looks for its rows, so none are made."""
    assert set(csrf_exempt_pages(get_resolver().url_patterns)) == {
        name for name in NO_SESSION if not name.startswith("api-")
    }
    settings.CSRF_FAILURE_VIEW = f"{__name__}.no_token"
    browser, asked, let_in = Client(enforce_csrf_checks=True), 0, {}
    browser.force_login(organiser)
    for name, (_guard, arguments, method) in ADDRESSES.items():
        if method != "get" and name not in NO_SESSION:
            there = {key: value if key in ("slug", "code") else 1 for key, value in arguments.items()}
            answer = browser.post(reverse(name, kwargs=there))
            asked += 1
            if answer.status_code != 403 or b'"code":"csrf"' not in answer.content:
                let_in[name] = answer.status_code
    assert let_in == {}
    assert asked > 200


PUBLIC = [
    name for name, (guard, _arguments, _method) in ADDRESSES.items() if guard in (WHO_WORKS_THERE, BEFORE_THE_PUBLIC)
]


@pytest.mark.sampled
def test_everybody_reads_the_public_pages_of_a_public_event(hall, client):
    """In the suite two of the five ask for each page."""
    events.publish(by=hall.people["organiser"], event=hall.event, visibility="provisional")
    shut_out = {}
    for at, person in enumerate(PEOPLE):
        for name in dict.fromkeys([*some(PUBLIC, of=5, at=at), *some(PUBLIC, of=5, at=at + 2)]):
            if (got := outcome(ask(client, hall, person, name))) != "in":
                shut_out[person, name] = got
    assert shut_out == {}


def test_an_account_that_is_closed_gets_in_nowhere(hall, client):
    User.objects.filter(pk=hall.people["organiser"].pk).update(is_active=False)
    assert outcome(ask(client, hall, "organiser", "run")) == "sign-in"


def test_things_of_another_event_are_not_found_under_ones_own(hall, client):
    """An organiser elsewhere cannot reach this event's rows by putting their numbers under her own event's address."""
    for name, (guard, arguments, _method) in ADDRESSES.items():
        if guard is ORGANISERS and set(arguments) - {"slug", "grade", "form"}:
            there = {key: hall.ids.get(value, value) for key, value in arguments.items()} | {"slug": "other"}
            sign_in(client, hall.people["outsider"])
            response = client.post(reverse(name, kwargs=there))
            assert response.status_code in {404, 409}, name
    assert Membership.objects.filter(event=hall.event).count() == 3


def test_nothing_is_writable_in_djangos_admin(hall, client):
    boss = make_user("boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    player = Player.objects.first()
    assert client.get(reverse("admin:tournament_player_changelist")).status_code == 200
    assert client.get(reverse("admin:tournament_player_add")).status_code == 403
    change = reverse("admin:tournament_player_change", args=[player.pk])
    assert client.post(change, {"first_name": "X"}).status_code == 403
    assert client.post(reverse("admin:tournament_player_delete", args=[player.pk]), {"post": "yes"}).status_code == 403
