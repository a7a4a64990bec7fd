"""Events with many results, filled past the actions, and the time from a verdict to the standings."""

import datetime
import random
import statistics
import uuid
from time import perf_counter


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
    played = [round_actions.add(by=by, event=event, format="twenty_four") for _ in range(rounds)]
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


def ways(rounds: tuple[int, ...], players: int, times: int = 20) -> None:
    """From a judged line to the standing that shows it, in an event that has played this many rounds."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournament.scoring.loader import EntrantInRound
    from tournament.scoring.worker import work_out
    from tournament.standings.standings import players_table

    print(f"   a verdict's way into the standings, {players} players     worked out       standing made anew")
    for count in rounds:
        event, by = fill(f"after-{count}", players, count)
        round_, entrant = typed(event, by)
        with CaptureQueriesContext(
            connection,
        ) as storing:
            work_out({EntrantInRound(round_.pk, entrant.pk)})
        with CaptureQueriesContext(connection) as reading:
            players_table(event, entrant.player.division)
        stored, made = [], []
        for _ in range(times):
            began = perf_counter()
            work_out({EntrantInRound(round_.pk, entrant.pk)})
            stored.append(perf_counter() - began)
            began = perf_counter()
            players_table(event, entrant.player.division)
            made.append(perf_counter() - began)
        print(
            f"   {f'after {count} round(s)':50}{len(storing):3} queries {statistics.median(stored) * 1e3:6.1f} ms"
            f"{len(reading):5} queries {statistics.median(made) * 1e3:6.1f} ms",
            flush=True,
        )


def typed(event, by):
    """A sheet of ten lines in the event's last round, typed and judged."""
    from django.utils import timezone

    from tournament.common.text import digest
    from tournament.demo.asked import puzzle
    from tournament.models import DivisionPuzzle, Keying, Puzzle, PuzzleVersion, Sheet, Submission
    from tournament.scoring.worker import judge_lines, store_points

    round_, entrant, now = event.rounds.last(), event.entrants.filter(player__number=1).get(), timezone.now()
    boxes = puzzle(round_, 5, random.Random(1))
    asked = Puzzle.objects.create(round=round_)
    asked.active = PuzzleVersion.objects.create(
        puzzle=asked, number=1, boxes=[box.export() for box in boxes], made_by=by
    )
    asked.save()
    DivisionPuzzle.objects.create(round=round_, division=entrant.division, puzzle=asked)
    sheet = Sheet.objects.create(round=round_, entrant=entrant)
    keying = Keying.objects.create(sheet=sheet, keyer=by, state="agreed", opened_at=now, touched_at=now, closed_at=now)
    Submission.objects.bulk_create(
        Submission(
            keying=keying,
            sheet=sheet,
            key=uuid.uuid4(),
            box=0,
            position=at,
            text=(text := f"(1 + 2 + 3) * 4 + {at}"),
            digest=digest(text),
            mark="written",
            typed_by=by,
            typed_at=now,
            recorded_at=now,
            channel="bench",
        )
        for at in range(10)
    )
    judge_lines([sheet.pk], 1)
    store_points([sheet.pk])
    return round_, entrant
