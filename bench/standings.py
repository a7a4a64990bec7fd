"""Events with many results, filled past the actions."""

import datetime
import random


def fill(slug: str, players: int, rounds: int):
    """An event whose players have a result in each round. Returns the event and its organiser."""
    from django.utils import timezone

    from tournament.models import Entrant, Event, Player, Result, Round, Team, User
    from tournament.organiser import actions as events
    from tournament.rounds import actions as round_actions

    by = User.objects.create(username=slug, password="!", may_create_events=True)
    event = events.create(by=by, name=slug.title(), slug=slug, held_on=datetime.date(2026, 5, 9), grades=[5])
    division, chance = event.divisions.get(), random.Random(3)
    teams = Team.objects.bulk_create(Team(event=event, name=f"Team {at}") for at in range((players + 3) // 4))
    Entrant.objects.bulk_create(Entrant(event=event, team=team, division=division) for team in teams)
    people = Player.objects.bulk_create(
        Player(
            event=event,
            number=at + 1,
            first_name=f"Player{at}",
            last_name="Lund",
            division=division,
            team=teams[at // 4],
        )
        for at in range(players)
    )
    entrants = Entrant.objects.bulk_create(Entrant(event=event, player=p, division=division) for p in people)
    played = [round_actions.add(by=by, event=event, format_slug="twenty_four") for _ in range(rounds)]
    Round.objects.filter(event=event).update(status="marking")
    now = timezone.now()
    Result.objects.bulk_create(
        (
            Result(
                round=round_,
                entrant=entrant,
                version=1,
                points=(points := chance.randrange(0, 120)),
                bonus=0,
                methods=points // 10,
                provisional=False,
                lines=[],
                worked_out_at=now,
            )
            for round_ in played
            for entrant in entrants
        ),
        batch_size=1000,
    )
    Event.objects.filter(pk=event.pk).update(visibility="provisional")
    return Event.objects.get(pk=event.pk), by
