"""An event in the midst of its day, hidden from the public, with every kind of person around it."""

import datetime
from collections.abc import Callable
from typing import NamedTuple

from tests.tournament.making import make_user
from tournament.actions import events, imports, judging, keyings
from tournament.models import Event, Round, User, Verdict

PEOPLE = ("anonymous", "volunteer", "judge", "organiser", "outsider")


class Hall(NamedTuple):
    """A hidden event in the midst of its day, and the people around it."""

    event: Event
    people: dict[str, User | None]
    ids: dict[str, int]


def make_hall(
    event: Event, people: dict[str, User], add_player: Callable, round_24: Round, hand_in: Callable
) -> Hall:
    """Player 101's sheet is handed in with an illegible line and judged, the volunteer has 102's in hand; the outsider runs an
    event of his own."""
    outsider = make_user("otto", may_create_events=True)
    events.create(by=outsider, name="Elsewhere", slug="other", held_on=datetime.date(2026, 6, 1), grades=[3])
    entrant = add_player(101, team="Otters")
    lines = hand_in(round_24, entrant, [(0, "1*2*3*4"), (1, "", "illegible"), (0, "(1+2+3)*4")])
    judging.judge_sheet(lines[0].sheet_id)
    methods = {each.text: each.pk for each in Verdict.objects.all()}
    keying = keyings.open_sheet(by=people["volunteer"], round=round_24, entrant=add_player(102))
    files = {
        kind: imports.keep(
            by=people["organiser"], event=event, kind=kind, filename="f.csv", content=b"a\n1\n"
        )
        for kind in ("roster", "puzzles")
    }
    ids = {
        "line": lines[1].pk,
        "keying": keying.pk,
        "one method": methods["1*2*3*4"],
        "another": methods["(1+2+3)*4"],
        "team": entrant.player.team_id,
        "organiser": people["organiser"].pk,
        "membership": event.memberships.get(user=people["organiser"]).pk,
        **{kind: kept.pk for kind, kept in files.items()},
    }
    everyone = {"anonymous": None, "outsider": outsider} | people
    hidden = events.publish(by=people["organiser"], event=event, visibility="hidden")
    return Hall(hidden, everyone, ids)
