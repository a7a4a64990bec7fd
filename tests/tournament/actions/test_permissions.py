"""Who may do what: every signed action, for each kind of person. A new action fails these tests until it stands in the
table below."""

import contextlib
import datetime
import inspect
import uuid
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.contrib.auth.hashers import make_password

import tournament.actions
from tests.tournament.hall import PEOPLE, Hall, make_hall
from tests.tournament.making import boxes
from tests.tournament.scanning.making import half_red, stored
from tournament import scanning
from tournament.actions import (
    Refused,
    coaches,
    criteria,
    disputes,
    events,
    imports,
    keyings,
    leftovers,
    lines,
    penalties,
    people,
    proposals,
    publications,
    puzzles,
    rekeying,
    relations,
    rescores,
    roster,
    rounds,
    rulings,
    sameness,
    scans,
    settling,
    sheets,
    spares,
    substitutes,
    ties,
)
from tournament.models import (
    CoachLink,
    Dispute,
    Import,
    Keying,
    PairRuling,
    Penalty,
    Player,
    Puzzle,
    Relation,
    Rescore,
    Ruling,
    Scan,
    Sheet,
    Submission,
    Tie,
    User,
    Verdict,
)
from tournament.permissions import NotAllowed
from tournament.record.changes import VoidChange

DESK = {"organiser", "judge"}


def _puzzle(hall: Hall) -> Puzzle:
    return Puzzle.objects.get(round__event=hall.event)


def _proposed(hall: Hall) -> Rescore:
    change = VoidChange(_puzzle(hall).pk, [0], before=[])
    return rescores.propose(by=hall.people["organiser"], event=hall.event, changes=[change], reason="r")


def _given(hall: Hall) -> Ruling:
    """A ruling by the hall's judge: she has signed it, and giving it again gives no other."""
    return rulings.give(by=hall.people["judge"], **_ruling())


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    crew = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, crew, add_player, round_24, hand_in)


# function -> (who has the role for it, how to call it)

DAY = datetime.date(2026, 6, 1)
FACTS = roster.PlayerFacts(500, "Eve", "Ode", 3)
LINE = keyings.Line(uuid.UUID(int=1), 0, 0, "1*2*3*4")

HELPERS = {"organiser", "judge", "volunteer"}
DESK = {"organiser", "judge"}
CUSTODIANS = {"organiser", "volunteer"}  # papers go through their hands

ACTIONS = {
    criteria.choose: ({"organiser"}, lambda h: {"event": h.event, "criteria": ["total"]}),
    penalties.give: (
        {"judge"},
        lambda h: {"event": h.event, "entrant": h.event.entrants.first(), "points": 5, "reason": "r"},
    ),
    penalties.lift: ({"judge"}, lambda h: {"penalty": _penalty(h), "reason": "r"}),
    ties.draw: (
        {"organiser"},
        lambda h: {"event": h.event, "division": h.event.divisions.first(), "kind": "players", "place": 1},
    ),
    ties.start_game: ({"organiser"}, lambda h: {"tie": _tie(h)}),
    ties.drop: ({"organiser"}, lambda h: {"tie": _tie(h)}),
    events.create: ({"organiser", "outsider"}, lambda h: {"name": "X", "held_on": DAY, "grades": [3]}),
    events.change: ({"organiser"}, lambda h: {"event": h.event, "name": "Y"}),
    publications.publish: ({"organiser"}, lambda h: {"event": h.event, "visibility": "hidden"}),
    publications.again: ({"organiser"}, lambda h: {"event": h.event}),
    publications.note: ({"organiser"}, lambda h: {"event": h.event, "note": "Two names were swapped."}),
    publications.renew: (DESK, lambda h: {"event": h.event}),
    publications.give_up: ({"organiser"}, lambda h: {"event": h.event}),
    events.add_division: ({"organiser"}, lambda h: {"event": h.event, "grade": 9}),
    events.remove_division: ({"organiser"}, lambda h: {"division": h.event.divisions.get(grade=5)}),
    coaches.make_links: ({"organiser"}, lambda h: {"event": h.event}),
    coaches.renew: ({"organiser"}, lambda h: {"team": h.event.teams.get()}),
    coaches.revoke: ({"organiser"}, lambda h: {"link": CoachLink.objects.get(revoked_at=None)}),
    disputes.open_window: ({"organiser"}, lambda h: {"round": h.event.rounds.get()}),
    disputes.extend_window: ({"organiser"}, lambda h: {"round": h.event.rounds.get(), "minutes": 5}),
    disputes.close_window: ({"organiser"}, lambda h: {"round": h.event.rounds.get()}),
    disputes.file: (
        {"organiser", "judge", "volunteer"},
        lambda h: {"sheet": _dispute().sheet, "statement": "All of it."},
    ),
    disputes.withdraw: ({"organiser", "judge", "volunteer"}, lambda h: {"dispute": _dispute()}),
    disputes.take: ({"judge"}, lambda h: {"dispute": _dispute()}),
    disputes.uphold: ({"judge"}, lambda h: {"dispute": _dispute(), "answer": "Yes."}),
    disputes.reject: ({"judge"}, lambda h: {"dispute": _dispute(), "answer": "No."}),
    imports.keep: (
        {"organiser"},
        lambda h: {"event": h.event, "kind": "roster", "filename": "f", "content": b"x"},
    ),
    keyings.open_sheet: (
        {"organiser", "volunteer"},
        lambda h: {"round": h.event.rounds.get(), "entrant": Player.objects.get(number=102).entrant},
    ),
    keyings.save: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "lines": [LINE]}),
    keyings.hand_in: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "lines": [LINE]}),
    keyings.put_back: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h)}),
    settling.settle: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "choices": {}}),
    leftovers.tell: ({"volunteer", "organiser"}, lambda h: {"keying": _keying(h), "lines": [LINE]}),
    people.give_role: ({"organiser"}, lambda h: {"event": h.event, "username": "newcomer", "role": "judge"}),
    people.take_role: (
        {"organiser"},
        lambda h: {"membership": h.event.memberships.get(user__username="jude")},
    ),
    people.invitation: ({"organiser"}, lambda h: {"event": h.event, "user": _invited(h)}),
    puzzles.set: (
        {"organiser"},
        lambda h: {
            "round": h.event.rounds.get(),
            "divisions": [h.event.divisions.get(grade=5)],
            "boxes": boxes(((1, 1, 4, 6), 24), ((2, 2, 2, 3), 24), ((1, 1, 3, 4), 24)),
        },
    ),
    lines.apply_import: ({"organiser", "volunteer"}, lambda h: {"upload": Import.objects.get(kind="lines")}),
    puzzles.apply_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="puzzles")}),
    rekeying.recall: (DESK, lambda h: {"sheet": _agreed().sheet, "why": "Misread."}),
    rekeying.confirm: (DESK, lambda h: {"keying": _agreed()}),
    rekeying.discard: (DESK, lambda h: {"sheet": _agreed().sheet}),
    rekeying.move: (
        DESK,
        lambda h: {"keying": _agreed(), "entrant": Player.objects.get(number=102).entrant, "why": "Wrong."},
    ),
    relations.mark: (
        {"organiser"},
        lambda h: {
            "event": h.event,
            "user": h.people["organiser"],
            "player": Player.objects.get(number=102),
        },
    ),
    relations.unmark: ({"organiser"}, lambda h: {"relation": _relation(h)}),
    roster.add_player: ({"organiser"}, lambda h: {"event": h.event, "facts": FACTS}),
    substitutes.substitute: (
        {"organiser"},
        lambda h: {"player": Player.objects.get(number=102), "facts": FACTS, "why": "Ill."},
    ),
    roster.change_player: (
        {"organiser"},
        lambda h: {"player": Player.objects.get(number=102), "facts": FACTS},
    ),
    roster.set_status: ({"organiser"}, lambda h: {"entrant": h.event.entrants.first(), "status": "absent"}),
    roster.apply_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="roster")}),
    rounds.add: ({"organiser"}, lambda h: {"event": h.event, "format": "twenty_four"}),
    rounds.change: ({"organiser"}, lambda h: {"round": h.event.rounds.get(), "name": "Z"}),
    rounds.remove: ({"organiser"}, lambda h: {"round": h.event.rounds.get()}),
    rounds.earlier: ({"organiser"}, lambda h: {"round": h.event.rounds.get()}),
    rounds.move: ({"organiser"}, lambda h: {"round": h.event.rounds.get(), "status": "final"}),
    proposals.puzzle: (DESK, lambda h: {"puzzle": _puzzle(h), "boxes": boxes(((1, 1, 1, 1), 24))}),
    proposals.void: (DESK, lambda h: {"puzzle": _puzzle(h), "boxes": [0]}),
    proposals.edition: (
        DESK,
        lambda h: {"round": h.event.rounds.get(), "edition": {"edition": "basic-24"}},
    ),
    proposals.ruling: ({"judge"}, lambda h: _ruling()),
    proposals.pair: (
        {"judge"},
        lambda h: {"event": h.event, "first": Verdict(), "second": Verdict(), "says": "same", "reason": "r"},
    ),
    proposals.kin: ({"organiser"}, lambda h: {"event": h.event, "counts_as": "same"}),
    proposals.keying: (DESK, lambda h: {"keying": Keying.objects.get(pk=h.ids["keying"])}),
    rescores.propose: (
        DESK,
        lambda h: {"event": h.event, "changes": [VoidChange(_puzzle(h).pk, [0], before=[])], "reason": "r"},
    ),
    rescores.work_out: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescores.apply: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescores.drop: (DESK, lambda h: {"rescore": _proposed(h)}),
    rescores.reverse: (DESK, lambda h: {"rescore": _proposed(h), "reason": "r"}),
    rulings.consider: ({"judge"}, lambda h: _ruling()),
    rulings.give: ({"judge"}, lambda h: _ruling()),
    rulings.sign: ({"judge"}, lambda h: {"ruling": _given(h)}),
    sameness.sign: ({"judge"}, lambda h: {"ruling": PairRuling.objects.get(pk=h.ids["pair ruling"])}),
    scans.attach: (HELPERS, lambda h: {"sheet": _sheet(), "pictures": _pictures()}),
    scans.remove: (HELPERS, lambda h: {"scan": Scan.objects.get(pk=h.ids["scan"])}),
    sheets.print_: ({"organiser"}, lambda h: {"round": h.event.rounds.get()}),
    sheets.issue_all: (CUSTODIANS, lambda h: {"round": h.event.rounds.get()}),
    sheets.issue: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.return_: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.return_for: (
        CUSTODIANS,
        lambda h: {"round": h.event.rounds.get(), "entrant": Player.objects.get(number=102).entrant},
    ),
    sheets.not_returned: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.lost: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.found: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    sheets.spoilt: (CUSTODIANS, lambda h: {"sheet": _sheet(), "why": "Juice"}),
    sheets.not_spoilt: (CUSTODIANS, lambda h: {"sheet": _sheet()}),
    spares.attach: (CUSTODIANS, lambda h: {"sheet": _sheet(), "entrant": h.event.entrants.first()}),
    spares.replace: (CUSTODIANS, lambda h: {"sheet": _sheet(), "why": "Juice"}),
    sameness.rule: (
        {"judge"},
        lambda h: {"event": h.event, "first": Verdict(), "second": Verdict(), "says": "same", "reason": "r"},
    ),
}
UNSIGNED = {
    "agreement.follow",
    "audit.record",
    "copies.begin",
    "criteria.locked_until_final",
    "disputes.withdrawn",
    "filing.filed",
    "opening.unrelated",
    "performing.perform",
}  # called inside other actions, which have asked


def _pictures() -> list[scanning.Picture]:
    return scanning.clean(stored(half_red()), "photo.png")


def _sheet() -> Sheet:
    return Sheet.objects.get(entrant__player__number=102)


def _dispute() -> Dispute:
    return Dispute.objects.get(submission__isnull=False)


def _penalty(hall: Hall) -> Penalty:
    return Penalty.objects.get(pk=hall.ids["penalty"])


def _tie(hall: Hall) -> Tie:
    return Tie.objects.get(pk=hall.ids["tie"])


def _agreed() -> Keying:
    return Keying.objects.get(sheet__entrant__player__number=101, state="agreed")


def _relation(hall: Hall) -> Relation:
    """A helper marks herself, and only the organiser takes the mark away."""
    judge, player = hall.people["judge"], Player.objects.get(number=102)
    return relations.mark(by=judge, event=hall.event, user=judge, player=player)


def _keying(hall: Hall) -> Keying:
    return Keying.objects.get(pk=hall.ids["keying"])


def _invited(hall: Hall) -> User:
    """Somebody who has a role and no password yet."""
    user, new = User.objects.get_or_create(username="ina", defaults={"password": make_password(None)})
    if new:
        people.give_role(by=hall.people["organiser"], event=hall.event, username="ina", role="judge")
    return user


def _ruling() -> dict:
    return {
        "submission": Submission.objects.get(mark="illegible"),
        "counts_as": "nothing",
        "reason": "Not readable.",
    }


def signed_actions() -> Iterator[tuple[str, object]]:
    """Every public function of `tournament.actions` that takes `by`."""
    for file in Path(tournament.actions.__file__).parent.glob("[a-z]*.py"):
        module = import_module(f"tournament.actions.{file.stem}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            mine = function.__module__ == module.__name__ and not name.startswith("_")
            if mine and "by" in inspect.signature(function).parameters:
                yield f"{file.stem}.{name}", function


def test_every_signed_action_stands_in_the_table():
    assert {name for name, _function in signed_actions()} - UNSIGNED == {
        f"{action.__module__.rpartition('.')[2]}.{action.__name__}" for action in ACTIONS
    }


def test_every_signed_action_takes_its_arguments_by_name():
    for name, function in signed_actions():
        if name not in UNSIGNED:
            kinds = {each.kind for each in inspect.signature(function).parameters.values()}
            assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}, name


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action.__module__[19:]}.{action.__name__}")
def test_an_action_refuses_whoever_lacks_the_role(hall, action):
    """Whoever has it may still be refused for another reason: this asks for the role alone."""
    allowed, arguments = ACTIONS[action]
    for person in PEOPLE[1:]:
        if person not in allowed:
            with pytest.raises(NotAllowed):
                action(by=hall.people[person], **arguments(hall))


@pytest.mark.postgresql
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action.__module__[19:]}.{action.__name__}")
def test_an_action_lets_in_whoever_has_the_role(hall, action):
    allowed, arguments = ACTIONS[action]
    for person in sorted(allowed):
        with contextlib.suppress(Refused):  # for another reason than the role
            action(by=hall.people[person], **arguments(hall))
