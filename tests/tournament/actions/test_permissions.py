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
from tournament.actions import (
    Refused,
    events,
    imports,
    keyings,
    people,
    puzzles,
    roster,
    rounds,
    rulings,
    sameness,
)
from tournament.models import Import, Keying, Player, Submission, User, Verdict
from tournament.permissions import NotAllowed


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    crew = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, crew, add_player, round_24, hand_in)


# function -> (who has the role for it, how to call it)

DAY = datetime.date(2026, 6, 1)
FACTS = roster.PlayerFacts(500, "Eve", "Ode", 3)
LINE = keyings.Line(uuid.UUID(int=1), 0, 0, "1*2*3*4")

ACTIONS = {
    events.create: ({"organiser", "outsider"}, lambda h: {"name": "X", "held_on": DAY, "grades": [3]}),
    events.change: ({"organiser"}, lambda h: {"event": h.event, "name": "Y"}),
    events.publish: ({"organiser"}, lambda h: {"event": h.event, "visibility": "hidden"}),
    events.add_division: ({"organiser"}, lambda h: {"event": h.event, "grade": 9}),
    events.remove_division: ({"organiser"}, lambda h: {"division": h.event.divisions.get(grade=5)}),
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
    puzzles.apply_import: ({"organiser"}, lambda h: {"upload": Import.objects.get(kind="puzzles")}),
    roster.add_player: ({"organiser"}, lambda h: {"event": h.event, "facts": FACTS}),
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
    rulings.consider: ({"judge"}, lambda h: _ruling()),
    rulings.give: ({"judge"}, lambda h: _ruling()),
    sameness.rule: (
        {"judge"},
        lambda h: {"event": h.event, "first": Verdict(), "second": Verdict(), "says": "same", "reason": "r"},
    ),
}
UNSIGNED = {"audit.record"}  # called inside other actions, which have asked


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


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action.__module__[19:]}.{action.__name__}")
def test_an_action_lets_in_whoever_has_the_role(hall, action):
    allowed, arguments = ACTIONS[action]
    for person in sorted(allowed):
        with contextlib.suppress(Refused):  # for another reason than the role
            action(by=hall.people[person], **arguments(hall))
