"""What a dispute can change, against the standings worked out anew with the line counted otherwise."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.laws import seeds
from tests.tournament.crowd import crowd
from tests.tournament.making import boxes
from tests.tournament.tied import Hall, methods
from tournament.common.line_text import digest
from tournament.disputes import actions as disputes
from tournament.disputes.queries import all_of, open_disputes, stakes_of
from tournament.models import Dispute, Division, Entrant, Keying, Result, Round, Submission
from tournament.roster import actions as roster
from tournament.rulings import actions as rulings
from tournament.standings import penalty_actions
from tournament.standings.possible_places import AWARD, NOTHING, RANK
from tournament.standings.standings import players_table, teams_table

pytestmark = pytest.mark.django_db

HITS, OTHERWISE, MISSES = "(1+2+3)*4", "1*2*3*4", "1+2+3+4"
TEXTS = (HITS, OTHERWISE, MISSES, "1 2 three", "4*3*2", "24")


@pytest.fixture
def dispute(event, organiser, volunteer):
    """dispute(line) or dispute(sheet=…): an open one, with all that the list reads along."""

    def file(line: Submission | None = None, sheet=None) -> Dispute:
        sheet = sheet or line.sheet
        if not Round.objects.get(pk=sheet.round_id).disputes_until:
            disputes.open_window(by=organiser, round_=sheet.round)
        found, _joined = disputes.file(by=volunteer, sheet=sheet, line=line, statement="Look again.")
        return all_of(event).get(pk=found.pk)

    return file


def one(event, dispute):
    return stakes_of(event, [dispute])[dispute.pk]


def test_a_refused_line_reaches_from_what_stands_to_one_hit_more(
    event, round_24, add_player, hand_in, work_through, dispute
):
    first, second, third = (add_player() for _ in range(3))
    hand_in(round_24, first, [(0, HITS), (0, OTHERWISE)])
    (line,) = hand_in(round_24, second, [(0, MISSES)])
    hand_in(round_24, third, [(0, HITS)])
    work_through()
    found = one(event, dispute(line))
    assert (found.now, found.worst, found.best) == (0, 0, 10)
    assert (found.own.now, found.own.worst, found.own.best, found.team) == (3, 3, 2, None)
    assert (found.weight, found.label) == (AWARD, "can change an award")


def test_a_move_below_the_awards_changes_a_rank_and_a_lonely_one_changes_nothing(
    event, round_24, add_player, hand_in, work_through, dispute
):
    for _ in range(4):
        hand_in(round_24, add_player(), [(0, HITS), (0, OTHERWISE), (2, "4!+4*(4-4)")])
    (low,) = hand_in(round_24, add_player(), [(0, MISSES)])
    hand_in(round_24, add_player(), [(0, HITS)])
    (far,) = hand_in(round_24, add_player(grade=4), [(0, MISSES)])
    work_through()
    assert (one(event, dispute(low)).own.best, one(event, dispute(low)).weight) == (5, RANK)
    assert (one(event, dispute(far)).weight, one(event, dispute(far)).label) == (
        NOTHING,
        "cannot change a rank",
    )


def test_reaching_anothers_total_changes_whoever_stood_alone_there(
    event, round_24, add_player, hand_in, work_through, dispute
):
    hand_in(round_24, add_player(), [(0, HITS)])
    (line, *_rest) = hand_in(round_24, add_player(), [(0, HITS), (0, OTHERWISE)])
    work_through()
    found = one(event, dispute(line))
    assert (found.own.now, found.own.worst, found.own.best) == (1, 1, 1)
    assert (found.weight, found.label) == (AWARD, "can change another’s award"), "the other would share the first place"


def test_a_whole_sheet_reaches_as_far_as_all_its_lines(event, round_24, entrant, hand_in, work_through, dispute):
    lines = hand_in(round_24, entrant, [(0, HITS), (0, HITS), (1, MISSES), (2, "", "illegible")])
    work_through()
    found = one(event, dispute(sheet=lines[0].sheet))
    assert (found.now, found.worst, found.best) == (10, 0, 40)


def test_lines_that_are_not_typed_can_raise_a_whole_sheet(
    event, organiser, round_24, add_player, hand_in, work_through, dispute
):
    lonely, empty = add_player(grade=4), add_player(grade=3)
    (line,) = hand_in(round_24, lonely, [(0, MISSES)])
    hand_in(round_24, empty, [(0, "", "blank")])
    work_through()
    of_line, of_sheet = one(event, dispute(line)), one(event, dispute(sheet=line.sheet))
    assert [(each.weight, each.is_unbounded) for each in (of_line, of_sheet)] == [(NOTHING, False), (RANK, True)]
    assert of_sheet.label == "can change a rank"
    found = one(event, dispute(sheet=empty.sheets.get()))
    assert (found.weight, found.is_unbounded) == (RANK, True)
    roster.set_status(by=organiser, entrant=lonely, status="disqualified", why="Used a calculator.")
    assert one(event, dispute(sheet=line.sheet)).weight == NOTHING


def test_a_ruling_counts_in_what_stands(event, round_24, entrant, hand_in, work_through, dispute, judge_user):
    first, second = hand_in(round_24, entrant, [(0, HITS), (0, MISSES)])
    rulings.give(by=judge_user, submission=first, counts_as="nothing", reason="No.")
    work_through()
    assert (one(event, dispute(second)).worst, one(event, dispute(second)).best) == (0, 10)


def test_who_is_not_ranked_can_still_change_the_place_of_her_team(
    event, organiser, round_24, add_player, hand_in, work_through, dispute
):
    gone, _stays = add_player(team="Owls"), add_player(team="Owls")
    (line,) = hand_in(round_24, gone, [(0, MISSES)])
    hand_in(round_24, add_player(team="Larks"), [(0, HITS)])
    work_through()
    roster.set_status(by=organiser, entrant=gone, status="withdrawn", why="Went home ill.")
    found = one(event, dispute(line))
    assert (found.own, found.team.now, found.team.best, found.weight) == (None, 2, 1, AWARD)
    roster.set_status(by=organiser, entrant=gone, status="disqualified", why="Used a calculator.")
    assert one(event, dispute(line)).weight == NOTHING


# tiebreakers


@pytest.fixture
def hall(event, organiser, hand_in, work_through, round_24, add_player) -> Hall:
    """101 to 103 are level for the first place; they are teams' only members too."""
    for number in (101, 102, 103):
        hand_in(round_24, add_player(number, team=f"Team {number}"), [(0, HITS)])
    work_through()
    return Hall(event, organiser, hand_in, work_through)


def line_of(side, round_) -> Submission:
    return Submission.objects.filter(sheet__round=round_, sheet__entrant=side).select_related("sheet").first()


def test_a_line_of_a_tiebreaker_can_change_who_goes_out(hall, dispute):
    game = hall.play(hall.draw(), (2, 1))
    found = one(hall.event, dispute(line_of(game.first, game.round)))
    assert (found.own.now, found.own.worst, found.own.best) == (1, 1, 1), "level, then nobody is out"
    assert (found.weight, found.label) == (AWARD, "can change another’s award")
    found = one(hall.event, dispute(sheet=line_of(game.first, game.round).sheet))
    assert (found.own.now, found.own.worst, found.own.best) == (1, 3, 1)
    assert found.weight == AWARD


def test_a_line_that_turns_no_tiebreaker_changes_nothing(hall, dispute):
    game = hall.play(hall.draw(), (4, 1))
    found = one(hall.event, dispute(line_of(game.first, game.round)))
    assert (found.own.now, found.own.worst, found.own.best, found.weight) == (1, 1, 1, NOTHING)
    found = one(hall.event, dispute(line_of(game.second, game.round)))
    assert (found.own.now, found.own.worst, found.own.best, found.weight) == (3, 3, 3, NOTHING)


def test_a_tiebreaker_of_teams_moves_teams(hall, dispute):
    game = hall.play(hall.draw(kind="teams"), (1, 2))
    found = one(hall.event, dispute(sheet=line_of(game.second, game.round).sheet))
    assert (found.own, found.team.now, found.team.worst, found.team.best) == (None, 1, 3, 1)
    assert found.weight == AWARD


def test_a_tiebreaker_that_is_not_decided_can_be_by_any_line_of_it(hall, dispute):
    game = hall.begin(hall.draw())
    hall.hand_in(game.round, game.first, [(0, methods(0)[0]), (0, "?", "illegible")])
    hall.work_through()
    mine = dispute(line_of(game.first, game.round))
    found = one(hall.event, mine)
    assert (found.weight, found.label) == (AWARD, "can change an award"), "the other side is not typed yet"
    hall.hand_in(game.round, game.second, [(0, methods(0)[0]), (0, "?", "illegible")])
    hall.work_through()
    assert one(hall.event, mine).weight == AWARD, "lines of both sides wait"


def test_a_tiebreaker_of_those_who_are_level_no_more_decides_nothing(hall, dispute, judge_user):
    game = hall.play(hall.draw(), (2, 1))
    mine = dispute(line_of(game.first, game.round))
    penalty_actions.give(by=judge_user, event=hall.event, entrant=game.first, points=1, reason="Noise.")
    assert one(hall.event, mine).weight == NOTHING


# against brute force


def _all_places(event) -> dict:
    """(kind, who) -> place, over all divisions."""
    return {
        (table_of.__name__, entry.who.pk): entry.ranked.place
        for division in event.divisions.all()
        for table_of in (players_table, teams_table)
        for entry in table_of(event, division).entries
    }


def _with_points(entrant: Entrant, round_, points: int, event) -> dict:
    held = Result.objects.filter(round=round_, entrant=entrant)
    before = held.get().points
    held.update(points=points)
    found = _all_places(event)
    held.update(points=before)
    return found


def _weight(event, now: dict, then: dict) -> int:
    moved = [min(now[each], then[each]) for each in now if now[each] != then[each]]
    return NOTHING if not moved else AWARD if min(moved) <= event.award_places else RANK


def _brute_points(lines: list[Submission], disputed: set[int], hit: bool) -> int:
    """24 Game by hand: ten points for each different method that hits in a box; a disputed line is one of its own."""
    verdicts = {(0, HITS): "a", (0, OTHERWISE): "b"}
    methods = set()
    for line in lines:
        if line.pk in disputed:
            if hit:
                methods.add((line.box, line.pk))
        elif (line.box, line.text) in verdicts:
            methods.add((line.box, verdicts[line.box, line.text]))
    return 10 * len(methods)


@pytest.mark.parametrize("seed", seeds(3, 12))
def test_it_is_what_the_standings_say_when_the_points_are_changed(
    event, add_round, add_player, hand_in, work_through, dispute, seed
):
    chance = random.Random(seed)
    event.award_places = chance.randint(1, 3)
    event.save()
    round_ = add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24)))
    written = {}
    for _ in range(chance.randint(4, 9)):
        entrant = add_player(grade=chance.choice((3, 3, 4)), team=chance.choice(("", "Owls", "Larks", "Wrens")))
        texts = chance.choices((HITS, OTHERWISE, MISSES), k=chance.randint(1, 4))
        written[entrant] = hand_in(round_, entrant, [(0, text) for text in texts])
    work_through()
    filed = [dispute(line) for lines in written.values() for line in lines if chance.random() < 0.5]
    filed += [dispute(sheet=lines[0].sheet) for lines in written.values() if chance.random() < 0.3]
    filed = filed or [dispute(next(iter(written.values()))[0])]
    stakes, now = stakes_of(event, filed), _all_places(event)
    for each in filed:
        found, entrant = stakes[each.pk], each.sheet.entrant
        lines = written[entrant]
        disputed = {each.submission_id} if each.submission_id else {line.pk for line in lines}
        standing = Result.objects.get(entrant=entrant).points
        ends = [_brute_points(lines, disputed, hit) for hit in (False, True)]
        worst, best = min(standing, *ends), max(standing, *ends)
        assert (found.now, found.worst, found.best) == (standing, worst, best)
        at_worst, at_best = (_with_points(entrant, round_, points, event) for points in (worst, best))
        least = NOTHING if each.submission_id else RANK
        assert found.weight == min(least, _weight(event, now, at_worst), _weight(event, now, at_best))
        me = ("players_table", entrant.player_id)
        assert (found.own.now, found.own.worst, found.own.best) == (now[me], at_worst[me], at_best[me])
        team = ("teams_table", entrant.player.team_id)
        if entrant.player.team_id:
            places = (now[team], at_worst[team], at_best[team])
            assert (found.team.now, found.team.worst, found.team.best) == places
        else:
            assert found.team is None


def test_the_list_puts_awards_first_and_then_the_order_of_filing(
    event, round_24, add_player, hand_in, work_through, dispute
):
    (far,) = hand_in(round_24, add_player(grade=4), [(0, MISSES)])
    hand_in(round_24, add_player(), [(0, HITS)])
    close, again = hand_in(round_24, add_player(), [(0, MISSES), (0, "1*2+3+4")])
    work_through()
    filed = [dispute(line) for line in (far, again, close)]
    assert [each.dispute for each in open_disputes(event)] == [filed[1], filed[2], filed[0]]


# how much work it is


def _type_for(entrants: list[Entrant], round_, user) -> list[Submission]:
    now = timezone.now()
    keyings = Keying.objects.filter(sheet__round=round_, sheet__entrant__in=entrants).select_related("sheet")
    return Submission.objects.bulk_create(
        Submission(
            keying=keying,
            sheet=keying.sheet,
            key=f"00000000-0000-0000-0000-{keying.pk * 100 + at:012d}",
            box=0,
            position=at,
            text=text,
            digest=digest(text),
            mark="written",
            typed_by=user,
            typed_at=now,
            recorded_at=now,
            channel="test",
        )
        for keying in keyings
        for at, text in enumerate(TEXTS, 1)
    )


def _dispute_first_lines(event, lines: list[Submission], by) -> None:
    firsts = {line.sheet_id: line for line in reversed(lines)}
    Dispute.objects.bulk_create(
        Dispute(event=event, sheet_id=sheet, submission=line, statement="?", filed_by=by, filed_at=timezone.now())
        for sheet, line in firsts.items()
    )


def test_ten_disputes_take_the_queries_of_one(event, round_24, organiser):
    entrants = crowd(event, [round_24], organiser, 12)
    Entrant.objects.update(division=Division.objects.get(event=event, grade=3))
    _dispute_first_lines(event, _type_for(entrants[:1], round_24, organiser), organiser)
    with CaptureQueriesContext(connection) as few:
        assert len(open_disputes(event)) == 1
    _dispute_first_lines(event, _type_for(entrants[1:10], round_24, organiser), organiser)
    with CaptureQueriesContext(connection) as many:
        assert len(open_disputes(event)) == 10
    assert len(many) == len(few) == 12
