"""An event in the middle of its day, hidden from the public, with every kind of person."""

import datetime
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from django.utils import timezone

from puzzles.sets.generate import SetMaker
from tests.tournament.making import HERE, judge_sheets, make_user, publish
from tests.tournament.scanning.making import half_red, stored
from tests.tournament.set_up import made_once
from tournament import scanning
from tournament.competitions import actions as competitions
from tournament.disputes import actions as disputes, coach_links
from tournament.imports import actions as imports
from tournament.keying import actions as keyings
from tournament.models import (
    ApiToken,
    CoachLink,
    Event,
    FirstAccount,
    HallFile,
    Job,
    KeyDigest,
    PuzzleSet,
    PuzzleSetVersion,
    Round,
    Tie,
    TieSide,
    User,
    Verdict,
)
from tournament.organiser import actions as events
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import relation_actions
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.series import actions as series
from tournament.sheets import actions as sheets, scan_actions
from tournament.sign_in import api_tokens, links as sign_in_links
from tournament.standings import penalty_actions

PEOPLE = ("anonymous", "volunteer", "judge", "organiser", "outsider")


class Hall(NamedTuple):
    """A hidden event in the middle of its day, and the people around it."""

    event: Event
    people: dict[str, User | None]
    ids: dict[str, Any]


@made_once
def make_hall(event: Event, people: dict[str, User], add_player: Callable, round_24: Round, hand_in: Callable) -> Hall:
    """Player 101's sheet is handed in with an illegible line and judged; their coach disputes a line of it. The
    volunteer has 102's sheet open. The outsider runs another event."""
    outsider = make_user("otto", may_create_events=True)
    events.create(by=outsider, name="Elsewhere", slug="other", held_on=datetime.date(2026, 6, 1), grades=[3])
    entrant = add_player(101, team="Otters")
    lines = hand_in(round_24, entrant, [(0, "1*2*3*4"), (1, "", "illegible"), (0, "(1+2+3)*4")])
    judge_sheets(lines[0].sheet_id)
    methods = {each.text: each.pk for each in Verdict.objects.all()}
    keying = keyings.open_sheet(by=people["volunteer"], round_=round_24, entrant=add_player(102), browser=HERE)
    files = {
        kind: imports.keep(by=people["organiser"], event=event, kind=kind, filename="f.csv", content=b"a\n1\n")
        for kind in ("roster", "puzzles", "lines", "sets")
    }
    coach_links.make_links(by=people["organiser"], event=event)
    link = CoachLink.objects.get(team=entrant.player.team)
    disputes.open_window(by=people["organiser"], round_=round_24)
    (photo,) = scanning.clean(stored(half_red(60)), "photo.png")
    disputed = coach_links.dispute(
        link=link, sheet=lines[0].sheet, line=lines[0], statement="Please look again.", picture=photo
    )
    ruling = rulings.give(by=people["judge"], submission=lines[0], counts_as="value", value="24", reason="It is right.")
    first, second = (Verdict.objects.get(pk=methods[text]) for text in ("1*2*3*4", "(1+2+3)*4"))
    apart = same_method_rulings.rule(
        by=people["judge"], event=event, first=first, second=second, says="different", reason="Another idea."
    )
    sheets.print_(by=people["organiser"], round_=round_24)
    pictures = [made for width in (120, 80) for made in scanning.clean(stored(half_red(width)), "photo.png")]
    attached = scan_actions.attach(by=people["judge"], sheet=lines[0].sheet, pictures=pictures)
    puzzle = round_24.puzzles.get()
    void = proposals.void(by=people["organiser"], puzzle=puzzle, boxes=[0])
    rescore = rescores.propose(by=people["organiser"], event=event, changes=[void], reason="Misprinted.")
    child = add_player(103, grade=5)
    taken = penalty_actions.give(by=people["judge"], event=event, entrant=child, points=1, reason="Late.")
    asked = penalty_actions.propose(by=people["organiser"], event=event, entrant=child, points=1, reason="Late.")
    related = relation_actions.mark(by=people["judge"], event=event, user=people["judge"], player=child.player)
    tie = Tie.objects.create(
        event=event,
        division=entrant.division,
        kind="players",
        place=1,
        seed="seed",
        made_by=people["organiser"],
        made_at=timezone.now(),
    )
    for side in (entrant, keying.sheet.entrant):
        TieSide.objects.create(tie=tie, entrant=side, drawn_as=side.label)
    made = PuzzleSet.objects.create(
        event=event,
        name="Spare",
        format="many_to_one",
        seed="5" * 32,
        count=1,
        making="done",
        puzzles=[puzzle.as_dict() for puzzle in islice(SetMaker("many_to_one", {"sets": 2}, 5).puzzles(), 1)],
        made_by=people["organiser"],
        made_at=timezone.now(),
    )
    used = PuzzleSet.objects.create(
        event=event, round=round_24, grade=3, name="Used", format="twenty_four", seed="6" * 32, count=3,
        making="done", made_by=people["organiser"], made_at=timezone.now(),
    )  # fmt: skip
    version = PuzzleSetVersion.objects.create(
        set=used, number=1, document='{"puzzles": []}', digest="a" * 64,
        made_by=people["organiser"], made_at=timezone.now(),
    )  # fmt: skip
    KeyDigest.objects.create(version=version, published_by=people["organiser"], published_at=timezone.now())
    players = [entrant.player, keying.sheet.entrant.player]
    league = series.make(
        by=people["organiser"], event=event, name="League", game="countdown", kind="round_robin", players=players
    )
    competition = competitions.begin(by=people["organiser"], event=event)
    north = competitions.add_hall(
        by=people["organiser"], event=event, slug="north", name="North", fingerprint="0" * 64, event_slug="north"
    )
    refused = HallFile.objects.create(
        hall=north,
        digest="0" * 64,
        refusal={"code": "unreadable", "facts": {}},
        handed_in_by=people["organiser"],
        handed_in_at=competition.made_at,
    )
    ids = {
        "a hall": north.pk,
        "hall file": refused.pk,
        "series": league.pk,
        "fixture": league.fixtures.get().pk,
        "set": made.pk,
        "penalty": taken.pk,
        "proposal": asked.pk,
        "tie": tie.pk,
        "relation": related.pk,
        "puzzle": puzzle.pk,
        "rescore": rescore.pk,
        "scan": attached.scans[0].pk,
        "another scan": attached.scans[1].pk,
        "ruling": ruling.pk,
        "pair ruling": apart.pk,
        "line": lines[1].pk,
        "key": lines[1].key,
        "sheet": lines[0].sheet_id,
        "entrant": entrant.pk,
        "dispute": disputed.dispute.pk,
        "photo": disputed.dispute.pictures.get().pk,
        "token": link.token,
        "coach link": link.pk,
        "keying": keying.pk,
        "code": keying.sheet.code,
        "one method": methods["1*2*3*4"],
        "another": methods["(1+2+3)*4"],
        "team": entrant.player.team_id,
        "organiser": people["organiser"].pk,
        "judge": people["judge"].pk,
        "job": Job.objects.earliest("pk").pk,
        "volunteer": people["volunteer"].pk,
        "program": _program(event, people["volunteer"]).pk,
        "link": sign_in_links.make(by=people["organiser"], event=event, user=people["volunteer"]).pk,
        "first": FirstAccount.objects.create(pk=1, made_at=timezone.now()).token,
        "membership": event.memberships.get(user=people["organiser"]).pk,
        **{kind: kept.pk for kind, kept in files.items()},
    }
    everyone = {"anonymous": None, "outsider": outsider} | people
    hidden = publish(people["organiser"], event, "hidden")
    return Hall(hidden, everyone, ids)


def _program(event: Event, person: User) -> ApiToken:
    soon = timezone.now() + datetime.timedelta(days=1)
    return api_tokens.make(by=person, name="Desk", scopes=["type"], ends_at=soon, event=event)[0]
