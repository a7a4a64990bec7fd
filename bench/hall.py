"""Makes an event for measuring, with a round in marking and any number of people and players."""

import datetime
import random
import uuid
from dataclasses import dataclass

from judging.games.paper import Box
from tournament.models import Entrant, Event, Round, User
from tournament.organiser import round_steps


@dataclass
class Hall:
    event: Event
    round: Round
    boxes: tuple[Box, ...]
    organisers: list[User]
    volunteers: list[User]
    entrants: list[Entrant]


def make(slug: str, *, volunteers: int, players: int, organisers: int = 1, policy: str = "once", seed: int = 1) -> Hall:
    """A round of ten boxes in marking, players in teams of four, and people without a password."""
    from tournament.demo.puzzles import puzzle
    from tournament.models import Role
    from tournament.organiser import actions as events
    from tournament.round_puzzles import actions as puzzle_actions
    from tournament.rounds import actions as rounds

    first, *more = people(slug, "o", organisers)
    event = events.create(by=first, name=slug.title(), slug=slug, held_on=datetime.date(2026, 5, 9), grades=[5])
    crew = people(slug, "v", volunteers)
    give_roles(event, {Role.ORGANISER: more, Role.VOLUNTEER: crew})
    entrants = add_players(event, players)
    round_ = rounds.add(by=first, event=event, format_slug="one_to_many")
    if policy != round_.keying_policy:
        round_ = rounds.change(by=first, round_=round_, keying_policy=policy)
    boxes = puzzle(round_, 5, random.Random(seed))
    puzzle_actions.assign(by=first, round_=round_, divisions=list(event.divisions.all()), boxes=boxes)
    for step in ("open", "closed", "marking"):
        round_ = round_steps.move(by=first, round_=round_, status=step)
    events.publish(by=first, event=event, visibility="provisional")
    event.refresh_from_db()
    return Hall(event, round_, boxes, [first, *more], crew, entrants)


def people(slug: str, letter: str, count: int) -> list[User]:
    return User.objects.bulk_create(
        User(username=f"{slug}-{letter}{at}", password="!", may_create_events=letter == "o")
        for at in range(1, count + 1)
    )


def give_roles(event: Event, roles: dict[str, list[User]]) -> None:
    from tournament.models import Membership

    Membership.objects.bulk_create(
        Membership(event=event, user=user, role=role) for role, users in roles.items() for user in users
    )


def add_players(event: Event, count: int) -> list[Entrant]:
    """Add players in teams of four, past the actions."""
    from tournament.models import Player, Team

    division = event.divisions.get()
    teams = Team.objects.bulk_create(Team(event=event, name=f"Team {at}") for at in range((count + 3) // 4))
    Entrant.objects.bulk_create(Entrant(event=event, team=team, division=division) for team in teams)
    players = Player.objects.bulk_create(
        Player(event=event, number=at + 1, first_name="P", division=division, team=teams[at // 4])
        for at in range(count)
    )
    return Entrant.objects.bulk_create(Entrant(event=event, player=player, division=division) for player in players)


def sign_in(user: User) -> str:
    """The session of a person who is signed in, without the form: fifty passwords take longer than the measurement."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from tournament.sign_in.sessions import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session.session_key


def type_sheets(
    round_: Round, entrants: list[Entrant], by: User, boxes: tuple[Box, ...], lines: int, seed: int = 2
) -> int:
    """A sheet of this many lines for each entrant, typed and agreed, past the actions. Returns the number of lines.

    The lines are those of the demo; about a quarter of the texts are new.
    """
    from django.utils import timezone

    from tournament.common.line_text import digest
    from tournament.demo.handwriting import KnownMethods, line
    from tournament.models import Keying, Sheet, Submission
    from tournament.sheets.actions import fresh_codes

    chance, now = random.Random(seed), timezone.now()
    codes = zip(entrants, fresh_codes(len(entrants)), strict=True)
    sheets = Sheet.objects.bulk_create(Sheet(round=round_, entrant=each, code=code) for each, code in codes)
    keyings = Keying.objects.bulk_create(
        Keying(sheet=sheet, keyer=by, state="agreed", opened_at=now, touched_at=now, closed_at=now) for sheet in sheets
    )
    known = [KnownMethods(box, chance) for box in boxes]
    rows = []
    for keying in keyings:
        for at in range(lines):
            box = at % len(boxes)
            text, mark = line(known[box], 0.6, chance, [])
            rows.append(
                Submission(
                    keying=keying,
                    sheet_id=keying.sheet_id,
                    key=uuid.UUID(int=chance.getrandbits(128)),
                    box=box,
                    position=at // len(boxes) + 1,
                    text=text,
                    digest=digest(text),
                    mark=mark,
                    typed_by=by,
                    typed_at=now,
                    recorded_at=now,
                    channel="bench",
                )
            )
    Submission.objects.bulk_create(rows, batch_size=2000)
    return len(rows)
