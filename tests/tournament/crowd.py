"""Makes many players at once, past the actions: for counting queries, not for testing rules."""

from django.utils import timezone

from tournament.models import Division, Entrant, Event, Keying, Player, Result, Round, Sheet, Team, User


def crowd(event: Event, rounds: list[Round], keyer: User, count: int, grade: int = 3) -> list[Entrant]:
    """`count` players of a grade in teams of three, each with a recorded sheet and points in every round."""
    division, first = Division.objects.get(event=event, grade=grade), 1000 * grade
    teams = Team.objects.bulk_create(Team(event=event, name=f"Team {grade}-{at}") for at in range((count + 2) // 3))
    players = Player.objects.bulk_create(
        Player(
            event=event,
            number=first + at,
            first_name=f"Child{at}",
            last_name="Quillfeather",
            division=division,
            team=teams[at // 3],
        )
        for at in range(count)
    )
    Entrant.objects.bulk_create(Entrant(event=event, team=team, division=division) for team in teams)
    entrants = Entrant.objects.bulk_create(Entrant(event=event, player=player, division=division) for player in players)
    now = timezone.now()
    places = [(round_, entrant) for round_ in rounds for entrant in entrants]
    sheets = Sheet.objects.bulk_create(Sheet(round=round_, entrant=entrant) for round_, entrant in places)
    Keying.objects.bulk_create(
        Keying(sheet=sheet, keyer=keyer, state="agreed", opened_at=now, touched_at=now, closed_at=now)
        for sheet in sheets
    )
    Result.objects.bulk_create(
        Result(round=round_, entrant=entrant, points=entrant.player.number % 7, worked_out_at=now)
        for round_, entrant in places
    )
    return entrants
