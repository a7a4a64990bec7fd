"""Ties for an award: the draw, the games, replays, rulings that turn one, and ties that are none any more."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournament.exports.counting import recount
from tests.tournament.making import act_together, boxes
from tests.tournament.tied import Hall, open_up
from tournament.common.refusals import Refused
from tournament.common.wording.sentences import sentence
from tournament.exports import public
from tournament.keying import actions as keyings, queries as sheets
from tournament.models import AuditEntry, Entrant, Event, Round, Submission, Tie, TieGame, User
from tournament.organiser import actions as events, checklist, round_steps
from tournament.organiser.progress import progress
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.results.rounds import programme
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds, expected_sheets
from tournament.rulings import actions as rulings
from tournament.standings import penalty_actions
from tournament.standings.standings import players_table, teams_table
from tournament.ties import actions as ties, queries as record
from tournament.ties.queries import rounds_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(event, organiser, hand_in, work_through) -> Hall:
    return Hall(event, organiser, hand_in, work_through)


@pytest.fixture
def tie_of(hall, round_24, add_player) -> Callable[[int], list[Entrant]]:
    """tie_of(3): so many players of grade 3 with ten points each, and one with none."""

    def make(count: int) -> list[Entrant]:
        sides = [add_player(101 + at) for at in range(count)]
        for side in sides:
            hall.hand_in(round_24, side, [(0, "1*2*3*4")])
        hall.hand_in(round_24, add_player(190), [(0, "1+2+3+4")])
        hall.work_through()
        return sides

    return make


def places(event: Event, table_of=players_table, grade: int = 3) -> list[tuple[str, int]]:
    table = table_of(event, event.divisions.get(grade=grade))
    return [(getattr(each.who, "number", None) or each.name, each.ranked.place) for each in table.entries]


def awarded(event: Event) -> list[tuple[int, str, list[int]]]:
    table = players_table(event, event.divisions.get(grade=3))
    return [(each.place, each.state, [w.row.display[0] for w in each.winners]) for each in table.awards(3)]


# the seed and the draw


def test_the_seed_is_drawn_once_with_the_first_round_that_opens(event, organiser, add_round):
    assert Event.objects.get().tie_seed == ""
    first = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    assert Event.objects.get().tie_seed == ""
    assert first.status == "planned"
    add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), rounds=1, status="open")
    seed = Event.objects.get().tie_seed
    assert len(seed) == 32
    assert int(seed, 16)
    add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), rounds=1, status="open")
    assert Event.objects.get().tie_seed == seed
    (entry,) = AuditEntry.objects.filter(verb="event.seed_drawn")
    assert entry.after == {"tie_seed": seed}
    assert entry.by_id is None


def test_the_order_follows_from_the_published_seed_alone(hall, tie_of):
    tie_of(3)
    tie = hall.draw()
    seed = hashlib.sha256(f"{Event.objects.get().tie_seed}/3/players/1".encode()).hexdigest()
    assert tie.seed == seed
    wanted = sorted(("101", "102", "103"), key=lambda n: hashlib.sha256(f"{seed}/{n}".encode()).hexdigest())
    assert [str(each) for each in record.is_held(tie).bracket.sides] == wanted
    assert hall.draw() == tie
    assert Tie.objects.count() == 1
    entry = AuditEntry.objects.get(verb="tie.drawn")
    assert entry.after["sides"] == ["101", "102", "103"]
    assert entry.after["seed"] == seed


def renumber(organiser: User, entrant: Entrant, number: int) -> None:
    player = Entrant.objects.get(pk=entrant.pk).player
    roster.change_player(by=organiser, player=player, facts=replace(roster.facts_of(player), number=number))


@pytest.mark.parametrize("number", range(212, 217))
def test_whoever_gets_another_number_after_the_draw_stays_where_she_was_drawn(hall, tie_of, organiser, number):
    sides = tie_of(3)
    tie = hall.draw()
    game = hall.play(tie, (3, 1))
    before = record.is_held(tie).bracket
    for at, side in enumerate(sides):
        renumber(organiser, side, number + 10 * at)
    after = record.is_held(tie).bracket
    assert (after.sides, after.out, after.inside) == (before.sides, (game.second_id,), before.inside)
    assert sorted(map(str, after.sides)) == ["101", "102", "103"]
    assert recount(public.document(Event.objects.get())).wrong == []


def test_a_team_that_is_called_otherwise_stays_where_it_was_drawn(hall, round_24, add_player):
    for at, name in enumerate(("Otters", "Owls", "Orcas")):
        hall.hand_in(round_24, add_player(101 + at, team=name), [(0, "1*2*3*4")])
    hall.work_through()
    tie = hall.draw(kind="teams")
    before = record.is_held(tie).bracket.sides
    for team in hall.event.teams.all():
        team.name = f"{team.name[::-1]} 7"
        team.save()
    assert record.is_held(tie).bracket.sides == before
    assert sorted(map(str, before)) == ["Orcas", "Otters", "Owls"]
    assert recount(public.document(Event.objects.get())).wrong == []


def test_a_tie_that_is_taken_up_again_is_drawn_with_the_names_of_its_day(hall, tie_of, organiser, judge_user):
    sides = tie_of(2)
    tie = hall.draw()
    before = record.is_held(tie).bracket.sides
    given = penalty_actions.give(by=judge_user, event=hall.event, entrant=sides[0], points=1, reason="Noise.")
    ties.drop(by=organiser, tie=tie)
    penalty_actions.lift(by=judge_user, penalty=given, reason="It was another.")
    renumber(organiser, sides[0], 7)
    assert hall.draw() == tie
    assert record.is_held(tie).bracket.sides == before
    assert AuditEntry.objects.filter(verb="tie.drawn").last().after["sides"] == ["101", "102"]


@pytest.mark.postgresql
def test_what_a_side_was_drawn_as_cannot_be_changed_past_the_orm(hall, tie_of):
    tie_of(2)
    hall.draw()
    for statement in ("UPDATE tournament_tieside SET drawn_as = '7'", "DELETE FROM tournament_tieside"):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as it,
        ):
            it.execute(statement)


def test_nothing_is_drawn_for_a_place_that_nobody_shares(hall, tie_of):
    tie_of(2)
    for place in (2, 3, 9):
        with pytest.raises(Refused) as refused:
            hall.draw(place)
        assert refused.value.code == "no_tie"
    with pytest.raises(Refused) as refused:
        hall.draw(kind="dogs")
    assert refused.value.code == "invalid"


def test_nothing_is_drawn_while_a_line_waits_or_a_round_is_not_typed(hall, tie_of, round_24, add_player):
    sides = tie_of(2)
    late = add_player(150)
    with pytest.raises(Refused) as refused:
        hall.draw()
    assert refused.value.code == "too_early"
    hall.hand_in(round_24, late, [(0, "?", "illegible")])
    hall.work_through()
    with pytest.raises(Refused) as refused:
        hall.draw()
    assert refused.value.code == "provisional"
    assert len(sides) == 2
    assert not Tie.objects.exists()


def test_where_the_chain_asks_for_no_tiebreakers_nobody_plays(hall, tie_of):
    tie_of(2)
    Event.objects.update(criteria=["total", "methods"])
    with pytest.raises(Refused) as refused:
        hall.draw()
    assert refused.value.code == "no_tie"
    assert record.ties_overview(Event.objects.get()).ties == ()


def test_final_results_are_not_played_for_any_more(hall, tie_of, organiser, round_24):
    tie_of(2)
    tie = hall.draw()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    events.Event.objects.update(visibility="final")
    for act in (hall.draw, lambda: hall.begin(tie), lambda: ties.drop(by=organiser, tie=tie)):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "published_as_final"


# the games


@pytest.mark.parametrize("count", [2, 3, 5])
def test_so_many_sides_play_one_game_less_until_one_is_left(hall, tie_of, count):
    tie_of(count)
    tie = hall.draw()
    for _game in range(count - 1):
        assert awarded(hall.event)[0][1] == "open"
        hall.play(tie, (3, 1))
    bracket = record.is_held(tie).bracket
    assert bracket.champion
    assert tie.games.count() == count - 1
    found = places(hall.event)
    assert [place for _who, place in found] == list(range(1, count + 2))
    assert found[0][0] == int(str(bracket.champion))
    assert [who for who, _place in found[:-1]] == [int(str(side)) for side in bracket.order]
    assert {state for _place, state, _who in awarded(hall.event)} == {"given"}
    with pytest.raises(Refused) as refused:
        hall.begin(tie)
    assert refused.value.code == "decided"


def test_a_game_is_a_round_for_its_two_sides_alone_and_counts_in_no_total(hall, tie_of, volunteer):
    tie_of(3)
    game = hall.begin(hall.draw())
    assert game.round.position == 2
    assert game.round.tiebreaker == game
    assert set(expected_sheets.expected(game.round)) == {game.first, game.second}
    (third,) = Entrant.objects.exclude(pk__in=[game.first_id, game.second_id]).filter(player__number__lt=190)
    with pytest.raises(Refused) as refused:
        keyings.open_sheet(by=volunteer, round_=game.round, entrant=third)
    assert refused.value.code == "no_side"
    hall.write(game, (3, 1))
    table = players_table(hall.event, hall.event.divisions.get(grade=3))
    assert [each.total for each in table.entries] == [10, 10, 10, 0]
    assert [each.position for each in table.rounds] == [1]


def test_behind_a_game_that_is_on_or_waits_nothing_begins(hall, tie_of):
    tie_of(3)
    tie = hall.draw()
    game = hall.begin(tie)
    with pytest.raises(Refused) as refused:
        hall.begin(tie)
    assert refused.value.code == "going"
    hall.hand_in(game.round, game.first, [(0, "1*2*3*4")])
    hall.hand_in(game.round, game.second, [(0, "(1+2+3)*4"), (0, "?", "illegible")])
    hall.work_through()
    assert record.is_held(tie).bracket.waits
    with pytest.raises(Refused) as refused:
        hall.begin(tie)
    assert refused.value.code == "waits"


@pytest.mark.only_postgresql
@pytest.mark.django_db(transaction=True)
def test_of_eight_who_begin_the_next_game_at_the_same_instant_one_does(hall, tie_of, organiser):
    tie_of(2)
    tie = hall.draw()
    answers = act_together(8, lambda _who: ties.start_game(by=organiser, tie=tie))
    assert sorted(getattr(each, "code", "begun") for each in answers) == ["begun", *["going"] * 7]
    assert TieGame.objects.count() == 1


def test_a_game_that_ends_level_is_played_again_with_another_question(hall, tie_of):
    tie_of(2)
    tie = hall.draw()
    hall.play(tie, (2, 2))
    assert record.is_held(tie).bracket.again
    with pytest.raises(Refused) as refused:
        ties.start_game(by=hall.organiser, tie=tie, numbers=(4, 3, 2, 1), target=24)
    assert "numbers" in refused.value.fields
    assert tie.games.count() == 1
    assert Round.objects.count() == 2
    hall.play(tie, (1, 2))
    assert record.is_held(tie).bracket.champion == tie.games.last().second_id
    assert [place for _who, place in places(hall.event)] == [1, 2, 3]


def test_a_question_is_drawn_where_none_is_given(hall, tie_of, organiser):
    tie_of(2)
    game = ties.start_game(by=organiser, tie=hall.draw())
    (box,) = game.round.puzzles.get().version.read_boxes()
    assert len(box.numbers) == 4
    assert 1 <= box.target <= 40
    assert set(game.round.puzzles.get().divisions.all()) == {hall.event.divisions.get(grade=3)}


@pytest.mark.parametrize("numbers,target", [((1, 2, 3), 24), ((1, 2, 3, 99), 24), ((1, 2, 3, 4), 9999)])
def test_a_question_that_the_settings_do_not_allow_is_refused(hall, tie_of, organiser, numbers, target):
    tie_of(2)
    tie = hall.draw()
    with pytest.raises(Refused):
        ties.start_game(by=organiser, tie=tie, numbers=numbers, target=target)
    with pytest.raises(Refused):
        ties.start_game(by=organiser, tie=tie, numbers=numbers)
    assert Round.objects.count() == 1
    assert not TieGame.objects.exists()


# rulings


def test_a_ruling_turns_a_game_and_the_game_behind_it_is_void(hall, tie_of, judge_user):
    tie_of(3)
    tie = hall.draw()
    first = hall.play(tie, (3, 2))
    won, lost = first.first_id, first.second_id
    second = hall.begin(tie)
    assert won in {second.first_id, second.second_id}
    for line in Submission.objects.filter(sheet__round=first.round, sheet__entrant=won).order_by("position")[:2]:
        rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Not hers.", only_this_sheet=True)
    hall.work_through()
    played = record.is_held(tie)
    assert played.bracket.out == (won,)
    assert played.going is None
    assert lost in {int(side) for side in played.bracket.next}
    third = hall.play(tie, (2, 1))
    assert lost in {third.first_id, third.second_id}
    assert third.number == 3
    assert record.is_held(tie).bracket.champion


def test_a_method_that_the_judge_may_still_add_keeps_the_game_open(hall, tie_of, judge_user):
    tie_of(2)
    tie = hall.draw()
    game = hall.begin(tie)
    hall.hand_in(game.round, game.first, [(0, "1*2*3*4")])
    hall.hand_in(game.round, game.second, [(0, "?", "illegible")])
    hall.work_through()
    assert record.is_held(tie).bracket.waits
    assert awarded(hall.event)[0][1] == "open"
    line = Submission.objects.get(mark="illegible")
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Cannot be read.")
    hall.work_through()
    assert record.is_held(tie).bracket.champion == game.first_id


def test_near_duplicates_wait_for_the_judge_where_they_could_decide(hall, tie_of):
    tie_of(2)
    tie = hall.draw()
    game = ties.start_game(by=hall.organiser, tie=tie, numbers=(5, 1, 9, 3), target=24)
    open_up(hall.organiser, game.round)
    hall.hand_in(game.round, game.first, [(0, "(5-1)*(9-3)"), (0, "(1-5)*(3-9)")])
    hall.hand_in(game.round, game.second, [(0, "(5-1)*(9-3)")])
    hall.work_through()
    (played,) = record.is_held(tie).bracket.played
    assert (played.state, played.game.methods, played.game.waiting) == ("waits", (2, 1), (1, 0))


# ties that are none any more


def test_a_tie_that_is_none_any_more_decides_nothing_and_is_dropped(hall, tie_of, judge_user, organiser):
    sides = tie_of(3)
    tie = hall.draw()
    hall.play(tie, (3, 1))
    with pytest.raises(Refused) as refused:
        ties.drop(by=organiser, tie=tie)
    assert refused.value.code == "holds"
    line = Submission.objects.get(sheet__entrant=sides[0], sheet__round__position=1)
    gone = rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Copied.", only_this_sheet=True)
    hall.work_through()
    assert places(hall.event) == [(102, 1), (103, 1), (101, 3), (190, 3)]
    assert record.ties_overview(hall.event).stale == (tie,)
    with pytest.raises(Refused) as refused:
        hall.begin(tie)
    assert refused.value.code == "not_tied"
    with pytest.raises(Refused) as refused:
        hall.draw()
    assert refused.value.code == "drop_first"
    ties.drop(by=organiser, tie=tie)
    ties.drop(by=organiser, tie=tie)
    assert AuditEntry.objects.filter(verb="tie.dropped").count() == 1
    other = hall.draw()
    assert other != tie
    assert other.seed == tie.seed
    assert other.sides.count() == 2
    ties.start_game(by=organiser, tie=other)
    # the ruling is withdrawn: the three are level again, and what they played counts again
    rulings.give(by=judge_user, submission=line, counts_as="withdrawn", reason="Not copied.", only_this_sheet=True)
    hall.work_through()
    ties.drop(by=organiser, tie=other)
    assert gone
    assert hall.draw() == tie
    assert len(record.is_held(tie).games) == 1
    assert len(record.is_held(tie).bracket.out) == 1


# teams


@pytest.mark.parametrize("count", [2, 3])
def test_teams_are_tied_and_play_as_teams(hall, round_24, add_player, count):
    for at, name in enumerate(("Otters", "Owls", "Orcas")[:count]):
        hall.hand_in(round_24, add_player(101 + at, team=name), [(0, "1*2*3*4")])
    hall.work_through()
    tie = hall.draw(kind="teams")
    for _game in range(count - 1):
        game = hall.begin(tie)
        assert game.round.for_teams
        assert game.first.team_id
        assert game.second.team_id
        hall.write(game, (1, 2))
    bracket = record.is_held(tie).bracket
    assert places(hall.event, teams_table) == [(str(side), at) for at, side in enumerate(bracket.order, 1)]
    assert {place for _who, place in places(hall.event)} == {1}  # the players are tied for themselves


def test_the_desk_says_what_comes_next(hall, tie_of):
    tie_of(3)
    (open_,) = record.ties_overview(hall.event).ties
    assert open_.summary == "101 Ada L., 102 Ada L. and 103 Ada L. are tied for places 1 to 3."
    assert (open_.tie, open_.may_begin) == (None, False)
    tie = hall.draw()
    (open_,) = record.ties_overview(hall.event).ties
    assert open_.may_begin
    assert sentence(open_.message).endswith("2 more games with a winner decide the tie.")
    game = hall.begin(tie)
    (open_,) = record.ties_overview(hall.event).ties
    assert not open_.may_begin
    assert sentence(open_.message).endswith("have played. Their sheets are not counted yet.")
    assert [each.state for each in open_.listed_games] == ["going"]
    hall.write(game, (1, 3))
    (open_,) = record.ties_overview(hall.event).ties
    assert [(each.state, [seat[1:] for seat in each.sides]) for each in open_.listed_games] == [
        ("won", [(1, "out"), (3, "won")])
    ]
    assert record.undecided(hall.event)


def test_a_re_score_dissolves_a_tie(hall, round_24, add_player, organiser):
    """The box in which one of them scored is made void; the other scored in the second."""
    hall.hand_in(round_24, add_player(101), [(0, "1*2*3*4")])
    hall.hand_in(round_24, add_player(102), [(1, "(6+6)*(5-3)")])
    hall.work_through()
    tie = hall.draw()
    hall.play(tie, (1, 2))
    assert record.is_held(tie).bracket.champion
    change = proposals.void(by=organiser, puzzle=round_24.puzzles.get(), boxes=[0])
    rescore = rescores.propose(by=organiser, event=hall.event, changes=[change], reason="Misprinted.")
    rescore = rescores.calculate_effect(by=organiser, rescore=rescore)
    rescores.apply(by=organiser, rescore=rescore)
    assert record.is_held(tie) is None
    assert [state for _place, state, _who in awarded(hall.event)] == ["given", "given", "nobody"]
    assert places(hall.event)[0] == (102, 1)
    assert record.ties_overview(hall.event).stale == (tie,)


# re-scores of a tiebreaker's own round


def turned(hall: Hall, tie: Tie, judge: User) -> list:
    """Two of three methods of the side that went on are to count for nothing."""
    game = tie.games.get()
    lines = Submission.objects.filter(sheet__round=game.round, sheet__entrant=game.first)[:2]
    given = {"counts_as": "nothing", "reason": "Not hers.", "only_this_sheet": True}
    return [proposals.ruling(by=judge, submission=line, **given) for line in lines]


SUPPOSED = {
    "two rulings": turned,
    "a void question": lambda hall, tie, judge: [
        proposals.void(by=judge, puzzle=tie.games.get().round.puzzles.get(), boxes=[0])
    ],
    "other numbers": lambda hall, tie, judge: [
        proposals.puzzle(by=judge, puzzle=tie.games.get().round.puzzles.get(), boxes=boxes(((1, 2, 3, 5), 30)))
    ],
    "the four operations": lambda hall, tie, judge: [
        proposals.edition(by=judge, round_=tie.games.get().round, edition={"edition": "basic-24"})
    ],
}


@pytest.mark.parametrize("supposed", SUPPOSED)
def test_a_re_score_of_a_tiebreaker_shows_beforehand_what_comes(hall, tie_of, judge_user, supposed):
    tie_of(2)
    tie = hall.draw()
    game = hall.play(tie, (3, 2))
    before, table = record.is_held(tie).bracket, places(hall.event)
    assert before.champion == game.first_id
    changes = SUPPOSED[supposed](hall, tie, judge_user)
    rescore = rescores.propose(by=judge_user, event=hall.event, changes=changes, reason="Misprinted.")
    assert record.is_held(tie).bracket == before
    assert places(hall.event) == table
    ((key, was, then),) = [each.values() for each in rescore.effect["ties"]]
    assert (key, was["inside"]) == (tie.pk, [game.first_id])
    (standing,) = rescore.effect["places"]
    shown = {each["entrant"]: each["after"][0] for each in standing["moved"]}
    rescores.apply(by=judge_user, rescore=rescore)
    after = record.is_held(tie).bracket
    assert then["inside"] == list(after.inside)
    assert then["out"] == list(after.out)
    assert [(each["methods"], each["state"]) for each in then["games"]] == [
        (list(each.game.methods), each.state) for each in after.played
    ]
    assert after.champion == (game.second_id if supposed == "two rulings" else None)
    entries = players_table(hall.event, tie.division).entries
    assert shown == {each.ranked.entrant: each.ranked.place for each in entries if each.ranked.entrant in shown}


def test_another_policy_on_near_duplicates_is_foreseen_in_the_tiebreakers(hall, tie_of, organiser):
    tie_of(2)
    tie = hall.draw()
    game = ties.start_game(by=organiser, tie=tie, numbers=(5, 1, 9, 3), target=24)
    open_up(organiser, game.round)
    hall.hand_in(game.round, game.first, [(0, "(5-1)*(9-3)"), (0, "(1-5)*(3-9)")])
    hall.hand_in(game.round, game.second, [(0, "(5-1)*(9-3)")])
    hall.work_through()
    change = proposals.near_duplicates(by=organiser, event=hall.event, counts_as="same")
    rescore = rescores.propose(by=organiser, event=hall.event, changes=[change], reason="Agreed so.")
    (each,) = rescore.effect["ties"]
    assert [
        (side["games"][0]["methods"], side["games"][0]["waiting"], side["games"][0]["unread"])
        for side in (each["before"], each["after"])
    ] == [([2, 1], [1, 0], [0, 0]), ([1, 1], [0, 0], [1, 0])]
    rescores.apply(by=organiser, rescore=rescore)
    (played,) = record.is_held(tie).bracket.played
    assert (played.state, played.game.methods, played.game.unread) == ("waits", (1, 1), (1, 0))


def test_a_re_score_that_ends_a_tie_says_so_and_one_elsewhere_says_nothing(hall, round_24, add_player, organiser):
    hall.hand_in(round_24, add_player(101), [(0, "1*2*3*4")])
    hall.hand_in(round_24, add_player(102), [(1, "(6+6)*(5-3)")])
    hall.work_through()
    tie = hall.draw()
    hall.play(tie, (1, 2))
    effects = []
    for box in (0, 2):
        change = proposals.void(by=organiser, puzzle=round_24.puzzles.get(), boxes=[box])
        rescore = rescores.propose(by=organiser, event=hall.event, changes=[change], reason="Misprinted.")
        effects.append(rescore.effect["ties"])
    ended, elsewhere = effects
    assert [(each["tie"], bool(each["before"]), each["after"]) for each in ended] == [(tie.pk, True, None)]
    assert elsewhere == []


# tiebreakers that are called off


def listed(hall: Hall) -> tuple[list[str], list[str], str, list[str]]:
    """Where a tiebreaker stands: the public's programme, what the day's steps name, what comes next, who types."""
    so_far = progress(hall.event)
    day = checklist.steps(hall.event, so_far)
    return (
        [each.round.name for each in programme(hall.event) if each.is_tiebreaker],
        [each.title for each in day if each.waits and not each.is_optional and "Tiebreaker" in each.action],
        checklist.next_steps(day)[-1].title,
        [pile.round.name for pile in sheets.piles(hall.event) if pile.round.tiebreaker],
    )


def test_a_planned_game_of_a_tie_that_is_none_any_more_is_nothing_to_do(hall, tie_of, judge_user, organiser, round_24):
    sides = tie_of(3)
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    tie = hall.draw()
    game = ties.start_game(by=organiser, tie=tie)
    name = game.round.name
    assert listed(hall) == ([name], ["Rounds opened"], "Rounds opened", [name])
    line = Submission.objects.get(sheet__entrant=sides[0], sheet__round__position=1)
    given = {"counts_as": "nothing", "reason": "Copied.", "only_this_sheet": True}
    change = proposals.ruling(by=judge_user, submission=line, **given)
    rescore = rescores.propose(by=judge_user, event=hall.event, changes=[change], reason="Copied.")
    rescores.apply(by=judge_user, rescore=rescore)
    off = ([], [], "Ties decided", [])
    assert listed(hall) == off
    assert progress(hall.event).rounds[-1].to_do == "Nothing: it is cancelled."
    with pytest.raises(Refused) as refused:
        round_steps.move(by=organiser, round_=game.round, status="open")
    assert "Cancelled: these two are no longer tied" in str(refused.value)
    ties.drop(by=organiser, tie=tie)
    assert listed(hall) == off
    assert Round.objects.get(pk=game.round_id).status == "planned"
    # the three are level again, and the same game is what comes next
    back = rescores.reverse(by=judge_user, rescore=rescore, reason="Not copied.")
    rescores.apply(by=judge_user, rescore=back)
    assert listed(hall) == off
    assert hall.draw() == tie
    assert listed(hall) == ([name], ["Rounds opened"], "Rounds opened", [name])
    assert round_steps.move(by=organiser, round_=game.round, status="open").status == "open"


def test_a_planned_game_whose_sides_do_not_meet_any_more_is_nothing_to_do(hall, tie_of, judge_user):
    tie_of(3)
    tie = hall.draw()
    first = hall.play(tie, (2, 1))
    second = ties.start_game(by=hall.organiser, tie=tie)
    assert record.called_off([second.round]) == set()
    for line in Submission.objects.filter(sheet__round=first.round, sheet__entrant=first.first):
        rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Not hers.", only_this_sheet=True)
    hall.work_through()
    assert record.called_off([second.round]) == {second.round_id}
    assert [each.round.name for each in programme(hall.event) if each.is_tiebreaker] == [first.round.name]


def test_a_game_that_was_opened_stays_where_it_stands(hall, tie_of, judge_user, organiser):
    """Somebody may have played it: it is closed, marked and made final as any other."""
    sides = tie_of(2)
    tie = hall.draw()
    game = ties.start_game(by=organiser, tie=tie)
    round_steps.move(by=organiser, round_=game.round, status="open")
    line = Submission.objects.get(sheet__entrant=sides[0], sheet__round__position=1)
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.", only_this_sheet=True)
    hall.work_through()
    ties.drop(by=organiser, tie=tie)
    assert listed(hall)[0] == [game.round.name]
    assert listed(hall)[2] == "Rounds closed"


def test_a_programme_without_planned_tiebreakers_takes_one_query_for_its_rounds(
    hall, tie_of, django_assert_num_queries
):
    tie_of(2)
    hall.play(hall.draw(), (2, 1))
    with django_assert_num_queries(1):
        assert len(rounds_of(hall.event)) == 2
