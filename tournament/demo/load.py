"""Play a whole day: people, roster, puzzles, sheets, rulings, publication, each step signed by somebody."""

import uuid
from collections.abc import Iterator
from random import Random

from django.db import transaction
from django.utils import timezone

from judging.games.paper import Box

from ..accounts import actions as people
from ..common import garbage_collection, limits
from ..common.wording.stored_words import as_stored
from ..imports import actions as imports
from ..jobs import queue as jobs
from ..keying import actions as keyings
from ..models import DivisionPuzzle, Entrant, Event, Keying, Mark, Round, Sheet, Submission, User
from ..organiser import actions as events, round_steps
from ..roster_import import actions as roster_import
from ..round_puzzles import actions as puzzle_actions
from ..rounds import actions as rounds
from ..rulings import actions as rulings, queue, stakes
from ..sign_in.demo_people import PEOPLE, USERNAMES
from . import disputes, double_keying, halls, names, papers, puzzles, ties
from .day import Advance, Day, Say, collect, work_through
from .handwriting import KnownMethods, WrittenLine, line

GRADES = (3, 4, 5, 6, 7, 8)
BANDS = ((3, 4), (5, 6), (7, 8))
FORMATS = ("hit_the_target", "twenty_four", "one_to_many", "dmas", "many_to_one")
MEMBERS = 4
HEADING, ROWS = "number,first name,last name,grade,team", 5_000  # of a roster's file
LINES_A_BOX = {
    "hit_the_target": (1, 3),
    "twenty_four": (1, 5),
    "one_to_many": (0, 2),
    "dmas": (3, 9),
    "many_to_one": (0, 2),
}
TURNS_SIGNS = 0.08  # of the boxes in which it can be done, which are few
TYPED_TWICE = FORMATS[-1]
ENOUGH_FOR_HALLS = 24  # players
UNTYPED_SHEETS = 12  # of the last round, so that there is something to type


@transaction.atomic
def load(
    *, seed: int, players: int, slug: str = "demo", say: Say = print, advance: Advance = lambda done, of: None
) -> Event:
    """Fill the database with a demo event, whole or not at all; the same seed and number of players give the same
    lines and points. `advance` is told how many sheets are typed, and how many there are."""
    with jobs.done_here(), garbage_collection.paused():
        return _the_day(_founded(slug, Random(seed), say, advance), players)


def _the_day(day: Day, players: int) -> Event:
    _enter_players(day, players)
    for slug in FORMATS:
        _announce(day, slug)
    day.sheets = Sheet.objects.filter(round__event=day.event, entrant__isnull=False).count()
    *played, last = day.event.rounds.all()
    for round_ in played:
        round_ = collect(day, round_)
        _play(day, round_, leave=0)
        _rule_on_all(day)
        round_steps.move(by=day.organiser, round_=round_, status=Round.Status.FINAL)
    ties.play(day)  # while the last round has not begun, since a draw waits until every sheet is typed
    last = collect(day, last)
    _play(day, last, leave=min(UNTYPED_SHEETS, players // 4))
    papers.half_back(day, last)
    papers.leave_one(day, last)
    disputes.file_some(day, last)
    _rule_without_second_signature(day, last)
    events.publish(by=day.organiser, event=day.event, visibility=Event.Visibility.PROVISIONAL)
    if players >= ENOUGH_FOR_HALLS:
        _play_other_halls(day)
    return Event.objects.get(pk=day.event.pk)


def _play_other_halls(day: Day) -> None:
    halls.begin(day)
    for other in halls.others(day):
        _enter_players(other, halls.PLAYERS)
        _play(other, collect(other, other.event.rounds.get(position=halls.PLAYED)), leave=0)
        halls.hand_in(day, other)
    day.say(f"a competition with {len(halls.OTHERS)} more halls of {halls.PLAYERS} players")


def real_people() -> list[str]:
    """Sign-in names of the demo's people that belong to somebody with a password: `make run` prints links for them."""
    users = User.objects.filter(username__in=USERNAMES)
    return sorted(user.username for user in users if user.has_usable_password())


def _founded(slug: str, chance: Random, say: Say, advance: Advance) -> Day:
    (username, full_name, _role), *others = PEOPLE
    founder = User.objects.filter(username=username).first()
    if founder is None:
        first_name, last_name = full_name.split()
        founder = User(username=username, first_name=first_name, last_name=last_name, may_create_events=True)
        founder.set_unusable_password()
        founder.save()
    event = events.create(
        by=founder, name="Number Tournament Demo Day", slug=slug, held_on=timezone.localdate(), grades=list(GRADES)
    )
    for username, full_name, role in others:
        people.give_role(by=founder, event=event, username=username, role=role, full_name=full_name)
    crew = User.objects.in_bulk(USERNAMES, field_name="username")
    return Day(event, crew, chance, say, advance)


def _enter_players(day: Day, players: int) -> None:
    """Import players numbered by grade (301, 302, …); six in seven play in a team of their own grade or the next."""
    in_grade = {grade: players // len(GRADES) + (at < players % len(GRADES)) for at, grade in enumerate(GRADES)}
    teams = max(1, round(players * 6 / 7 / MEMBERS))
    seats = [name for name in _team_names(teams) for _ in range(MEMBERS)]
    seats += [""] * max(0, players - len(seats))
    rows: list[str] = []
    for grade, count in in_grade.items():
        for place in range(1, count + 1):
            number = grade * 10 ** max(2, len(str(count))) + place
            first_name, last_name = day.chance.choice(names.FIRST_NAMES), day.chance.choice(names.LAST_NAMES)
            team = seats[len(rows)] if len(rows) % 7 != 6 else ""  # every seventh has no team
            rows.append(f"{number},{first_name},{last_name},{grade},{team}")
    for at in range(0, players, ROWS):
        content = "\n".join((HEADING, *rows[at : at + ROWS])).encode()
        upload = imports.keep(by=day.organiser, event=day.event, kind="roster", filename="players.csv", content=content)
        roster_import.apply_import(by=day.organiser, upload=upload)
    made = day.event.teams.count()
    day.say(f"{players} player{'s' * (players > 1)} in {len(GRADES)} grades, {made} team{'s' * (made > 1)}")


def _team_names(count: int) -> list[str]:
    return [
        name if lap == 0 else f"{name} {lap + 1}"
        for lap in range(count // len(names.TEAM_NAMES) + 1)
        for name in names.TEAM_NAMES
    ][:count]


def _announce(day: Day, slug: str) -> None:
    round_ = rounds.add(by=day.organiser, event=day.event, format_slug=slug)
    if slug == TYPED_TWICE:
        round_ = rounds.change(by=day.organiser, round_=round_, keying_policy=Round.KeyingPolicy.TWICE)
    divisions = {division.grade: division for division in day.event.divisions.all()}
    boxes: dict[tuple[int, ...], tuple[Box, ...]] = {}
    for band in BANDS:
        drawn = puzzles.grid if round_.for_teams else puzzles.puzzle
        boxes[band] = drawn(round_, band[0], day.chance)
        is_wrong = slug == FORMATS[-1] and band == papers.MISPRINTED
        asked = papers.misprinted(round_, boxes[band]) if is_wrong else boxes[band]
        puzzle_actions.assign(
            by=day.organiser, round_=round_, divisions=[divisions[grade] for grade in band], boxes=asked
        )
    papers.print_and_issue(day, round_)
    if slug == FORMATS[-1]:
        band = papers.MISPRINTED
        papers.correct(day, round_, [divisions[grade] for grade in band], boxes[band])


def _play(day: Day, round_: Round, leave: int) -> None:
    """Type every sheet of the round but the last `leave`, and judge them."""
    held = DivisionPuzzle.objects.filter(round=round_).select_related("puzzle__active").order_by("pk")
    puzzle_of = {each.division_id: each.puzzle for each in held}
    known = {
        asked.pk: [_known(round_, box, day.chance) for box in asked.version.read_boxes()]
        for asked in puzzle_of.values()
    }
    entrants = _who_plays(day, round_)
    level = set() if round_.for_teams else {each.pk for pair in ties.pairs(day).values() for each in pair}
    on_paper = set(day.chance.sample([entrant.pk for entrant in entrants if entrant.pk not in level], leave))
    entrants = [entrant for entrant in entrants if entrant.pk not in on_paper]
    differ = double_keying.others_who_differ(day, entrants, level) if round_.is_blind else set()
    lines = 0
    for entrant in entrants:
        volunteer = day.chance.choice(day.volunteers)
        keying = keyings.open_sheet(by=volunteer, round_=round_, entrant=entrant)
        boxes = known[puzzle_of[entrant.plays_in].pk]
        written = _right_lines(round_, boxes) if entrant.pk in level else _written(day, round_, entrant, boxes)
        typed = list(_typed(day, written))
        lines += len(keyings.hand_in(by=volunteer, keying=keying, lines=typed, channel="demo"))
        if round_.is_blind:
            double_keying.read_again(day, round_, entrant, volunteer, typed, differs=entrant.pk in differ)
        day.one_more_typed()
    work_through()
    day.say(f"{round_}: {len(entrants)} sheets, {lines} lines")


def _who_plays(day: Day, round_: Round) -> list[Entrant]:
    entrants = Entrant.objects.filter(event=day.event, player__isnull=round_.for_teams)
    return list(entrants.select_related("division", "player", "team", "event").order_by("player__number", "pk"))


def _known(round_: Round, box: Box, chance: Random) -> KnownMethods:
    return KnownMethods(box, chance, puzzles.texts_of(box.numbers) if round_.for_teams else None)


def _written(day: Day, round_: Round, entrant: Entrant, boxes: list[KnownMethods]) -> list[tuple[int, WrittenLine]]:
    """(box, what is written there) of one child's sheet."""
    chance = day.chance
    above_lowest = entrant.division.grade - 3 if entrant.division else 0
    skill = min(1.0, max(0.0, chance.gauss(0.35 + 0.06 * above_lowest, 0.2)))
    fewest, most = LINES_A_BOX[round_.format]
    written: list[tuple[int, WrittenLine]] = []
    for box, known in enumerate(boxes):
        if known.kin and chance.random() < TURNS_SIGNS:
            written += [(box, (text, Mark.WRITTEN)) for text in known.kin]
            continue
        earlier: list[str] = []
        count = chance.randint(fewest, most if chance.random() < 0.3 + 0.7 * skill else max(fewest, most - 1))
        written += [(box, line(known, skill, chance, earlier)) for _ in range(count)]
    return written


def _right_lines(round_: Round, boxes: list[KnownMethods]) -> list[tuple[int, WrittenLine]]:
    count = round(LINES_A_BOX[round_.format][1] / 2)  # a third entrant with so many right ones is rare
    return [(box, (text, Mark.WRITTEN)) for box, text in ties.right_lines(boxes, count)]


def _typed(day: Day, written: list[tuple[int, WrittenLine]]) -> Iterator[keyings.TypedLine]:
    for position, (box, (text, mark)) in enumerate(written or [(0, ("", Mark.BLANK))]):
        key = uuid.UUID(int=day.chance.getrandbits(128))
        yield keyings.TypedLine(key, box, position, text, mark, revision=1)


def _rule_on_all(day: Day) -> None:
    """Rule on every waiting line: unreadable and ambiguous ones count for nothing in the demo."""
    lines = []
    for entry in sorted(stakes.entries(day.event), key=lambda entry: entry.group.rank):
        usual = entry.usual_reason("nothing")
        reason = as_stored(usual) if usual else "It follows no rule of this round."
        lines.append(rulings.Settling(entry.group.first, reason=reason))
    for at in range(0, len(lines), limits.RULED_TOGETHER):
        rulings.settle(by=day.judge, event=day.event, lines=lines[at : at + limits.RULED_TOGETHER])
    work_through()


def _rule_without_second_signature(day: Day, round_: Round) -> None:
    """One ruling of the last round was given while two judges had to sign; the second has not."""
    group = next(iter(queue.open_groups(day.event, round_=round_)), None)
    agreed = Submission.objects.filter(sheet__round=round_, keying__state=Keying.State.AGREED, mark=Mark.WRITTEN)
    line_ = group.first if group else agreed.order_by("pk").last()
    if line_ is None:
        return
    events.change(by=day.organiser, event=day.event, judges_per_ruling=2)
    reason = "Two of us looked at the sheet. Please look too."
    rulings.give(by=day.other_judge, submission=line_, counts_as="nothing", reason=reason)
    events.change(by=day.organiser, event=day.event, judges_per_ruling=1)
    day.say("a ruling waits for a second signature")
