"""The pages of ties, penalties and criteria: what they say, what they do, and what the public reads of it."""

import hashlib
import json
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.html import flat
from tests.tournament.tied import Hall, methods, question
from tournament.models import Event, Keying, MethodCounts, Penalty, Round, Sheet, Submission, Tie, TieGame
from tournament.organiser import round_steps
from tournament.rekeying import actions as rekeying
from tournament.rekeying.queries import unconfirmed_reading
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.standings import penalty_actions
from tournament.standings.standings import players_table
from tournament.ties import actions as ties

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(event, organiser, hand_in, work_through, round_24, add_player) -> Hall:
    """101 to 103 are tied for the first place; 104 has nothing."""
    hall = Hall(event, organiser, hand_in, work_through)
    for number in (101, 102, 103):
        hand_in(round_24, add_player(number, team="Otters"), [(0, "1*2*3*4")])
    hand_in(round_24, add_player(104, team="Owls"), [(0, "1+2+3+4")])
    work_through()
    return hall


def page(client, name: str, *args) -> str:
    return client.get(reverse(name, args=["spring", *args])).content.decode()


@pytest.fixture
def her(client, organiser):
    client.force_login(organiser)
    return client


def test_an_organiser_draws_and_begins_the_next_game(hall, her):
    said = page(her, "ties")
    assert "are tied for places 1 to 3." in said
    assert "Draw who plays whom" in said
    made = her.post(reverse("tie-draw", args=["spring"]), {"grade": 3, "kind": "players", "place": 1})
    assert made.status_code == 302
    tie = Tie.objects.get()
    wrong = her.post(reverse("tie-game", args=["spring", tie.pk]), {"numbers": "1 2 x", "target": ""})
    assert wrong.status_code == 400
    assert "is not a whole number" in wrong.content.decode()
    numbers, target = question(0)
    sent = {"numbers": " ".join(map(str, numbers)), "target": target}
    begun = her.post(reverse("tie-game", args=["spring", tie.pk]), sent)
    assert begun["Location"] == reverse("round-run", args=["spring", TieGame.objects.get().round.position])
    assert "play next." in page(her, "ties")
    again = her.post(reverse("tie-game", args=["spring", tie.pk]), {})
    assert again.status_code == 409


def test_once_a_game_is_over_its_page_says_how_many_methods_there_were(hall, her):
    tie = hall.draw()
    numbers, target = question(0)
    game = ties.start_game(by=hall.organiser, tie=tie, numbers=numbers, target=target)
    round_steps.move(by=hall.organiser, round_=game.round, status="open")
    assert "in all" not in page(her, "ties")
    round_steps.move(by=hall.organiser, round_=game.round, status="closed")
    assert "How many methods there are in all is still being counted." in page(her, "ties")
    MethodCounts.objects.create(version=game.round.puzzles.get().version, counts=[1234], is_complete=True)
    assert "There are 1,234 methods in all" in page(her, "ties")
    assert "There are 1,234 methods in all" in page(her, "division", 3)


def test_a_tie_that_is_not_for_an_award_any_more_is_listed_with_what_became_of_it(hall, her):
    tie = hall.draw()
    game = hall.play(tie, (3, 1))
    assert "No longer for an award" not in page(her, "ties")
    Event.objects.update(award_places=0)
    said = page(her, "ties")
    assert "No longer for an award" in said
    assert "Their games still decide who is placed higher." in said
    assert "are tied for places 1 to 3." in said
    assert f"{game.first.player.number} Ada L. wins by 3 methods to 1" in said
    assert tie.seed in said
    assert "No longer tied" not in said
    Event.objects.update(award_places=3, criteria=["total"])
    said = page(her, "ties")
    assert "Tiebreakers are no longer a criterion, so their games decide nothing." in said
    Event.objects.update(criteria=["total", "tiebreak"])
    assert "No longer for an award" not in page(her, "ties")


def test_who_reads_out_the_places_is_told_of_an_open_tie_and_the_hall_is_not(hall, her):
    choosing = page(her, "ceremony")
    assert "Grade 3: " in choosing
    assert "are tied" in choosing
    her.post(reverse("ceremony", args=["spring"]), {"standings": "players-3", "places": "awards"})
    for _step in range(3):
        screen = page(her, "ceremony-screen")
        assert "are tied" not in screen
        position = re.search('data-position="(.*?)"', screen)[1]
        her.post(reverse("ceremony-move", args=["spring"]), {"position": position, "way": "on"})
    assert "Congratulations" in screen


def test_ties_and_penalties_are_below_what_the_reader_does(hall, client, organiser, judge_user):
    hall.draw()
    penalty_actions.give(
        by=judge_user, event=hall.event, entrant=hall.event.entrants.first(), points=1, reason="Noise."
    )
    lifting = reverse("penalty-lift", args=["spring", Penalty.objects.get().pk])
    for who, name, label in ((organiser, "run", "Organise"), (judge_user, "judge-queue", "Judge")):
        client.force_login(who)
        home = reverse(name, args=["spring"])
        for address in (
            *(reverse(each, args=["spring"]) for each in ("ties", "penalties", "rescores")),
            lifting,
        ):
            if address == lifting and who == organiser:
                continue  # a judge lifts it
            said = flat(client.get(address).content.decode())
            assert f'<a href="{home}"><bdi>{label}</bdi></a>' in said, address
            assert f'<a href="{home}" aria-current="true">{label}</a>' in said, address
            assert said.count(" aria-current") == 3, "in the navigation, in the breadcrumbs, and the language"
    assert f'<a href="{reverse("penalties", args=["spring"])}"><bdi>Penalties</bdi></a>' in said


def test_a_judge_looks_on_and_does_not_act(hall, client, judge_user):
    client.force_login(judge_user)
    assert "Draw who plays whom" not in page(client, "ties")
    sent = {"grade": 3, "kind": "players", "place": 1}
    assert client.post(reverse("tie-draw", args=["spring"]), sent).status_code == 403


def test_what_is_no_tie_is_refused_in_a_sentence(hall, her):
    for sent, status in (
        ({"grade": 3, "kind": "players", "place": 4}, 409),
        ({"grade": 3, "kind": "dogs", "place": 1}, 400),
        ({"grade": 77, "kind": "players", "place": 1}, 404),
        ({}, 400),
    ):
        assert her.post(reverse("tie-draw", args=["spring"]), sent).status_code == status
    assert not Tie.objects.exists()


def test_players_of_a_decided_tie_were_tied(hall, her):
    tie = hall.draw()
    hall.play(tie, (3, 1))
    assert "are tied for places 1 to 3." in page(her, "ties")
    hall.play(tie, (3, 1))
    decided = page(her, "ties")
    assert ("are tied" in decided, "were tied for places 1 to 3." in decided) == (False, True)


def finish(hall: Hall) -> None:
    """Make every round of the programme final."""
    for round_ in hall.event.rounds.filter(tie_game=None):
        round_steps.move(by=hall.organiser, round_=round_, status="final", anyway=True)


def test_the_public_reads_the_bracket_the_awards_and_why(hall, client):
    finish(hall)
    before = page(client, "division", 3)
    assert before.count("tiebreakers decide between 1st and 3rd place.") == 1
    assert before.index("tiebreakers decide") < before.index("<table")
    large = client.get(reverse("division", args=["spring", 3]), {"projector": "1"}).content.decode()
    assert large.index("</table>") < large.index("tiebreakers decide")
    assert "Ranked by" in before
    tie = hall.draw()
    hall.play(tie, (3, 1))
    middle = page(client, "division", 3)
    assert "stays in" in middle
    assert tie.seed in middle
    hall.play(tie, (3, 1))
    after = page(client, "division", 3)
    assert "has won the tiebreakers." in after
    won = r"Ada L\. \((\d+)\) won the tiebreaker against Ada L\. \((?!\1)\d+\) 3 : 1\."
    assert len(set(re.findall(f"Equal on points: {won}", after))) == 2
    listed = flat(after.partition('class="award-places"')[2].partition("</ol>")[0])
    assert [nth in listed for nth in ("1st place", "2nd place", "3rd place")] == [True] * 3
    assert listed.count("won the tiebreaker against") == 2
    front = page(client, "event")
    assert Event.objects.get().tie_seed in front
    assert front.index("24 Game") < front.index("Tiebreaker Grade 3")


def test_before_all_rounds_are_final_nothing_is_said_of_tiebreakers(hall, client, organiser):
    finish(hall)
    rounds.add(by=organiser, event=hall.event, format_slug="twenty_four")
    said = page(client, "division", 3)
    assert "tiebreakers decide" not in said
    assert said.count("are tied for 1st to 3rd place with ") == 1


def test_a_tie_that_is_open_is_one_line_of_the_awards(hall, client):
    finish(hall)
    said = flat(page(client, "division", 3))
    assert '<span class="award-n">1–3.</span>' in said
    assert said.count("tiebreakers decide between 1st and 3rd place") == 1


def drawn(said: str) -> list[str]:
    """The sides in the order drawn, as a page says them."""
    (listed,) = re.findall(r'<ol class="drawn">(.*?)</ol>', said, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", each).split()) for each in listed.split("</li>")[:-1]]


def test_the_draw_can_be_checked_by_hand(hall, client, organiser):
    tie = hall.draw()
    seed = hashlib.sha256(f"{Event.objects.get().tie_seed}/3/players/1".encode()).hexdigest()
    wanted = sorted(("101", "102", "103"), key=lambda n: hashlib.sha256(f"{seed}/{n}".encode()).hexdigest())
    assert drawn(page(client, "division", 3)) == [f"{number} Ada L." for number in wanted]
    player = hall.event.players.get(number=102)
    roster.change_player(by=organiser, player=player, facts=replace(roster.facts_of(player), number=7))
    as_drawn = [f"{number} Ada L.{' now 7' * (number == '102')}" for number in wanted]
    assert drawn(page(client, "division", 3)) == as_drawn
    Event.objects.update(public_names="number")
    assert drawn(page(client, "division", 3)) == [each.replace(" Ada L.", "") for each in as_drawn]
    assert tie.seed in page(client, "division", 3)


def test_the_draw_of_teams_says_what_was_hashed(event, organiser, hand_in, work_through, add_player, round_24, client):
    for number, team in ((1, "Owls"), (2, "Otters")):
        hand_in(round_24, add_player(number, team=team), [(0, "1*2*3*4")])
    work_through()
    Hall(event, organiser, hand_in, work_through).draw(kind="teams")
    assert sorted(drawn(page(client, "division-teams", 3))) == ["Otters", "Owls"]
    event.teams.filter(name="Owls").update(name="Night owls")
    assert sorted(drawn(page(client, "division-teams", 3))) == ["Otters", "Owls now Night owls"]


def test_the_desk_says_a_number_also_where_its_digits_stand_in_the_name(
    event, organiser, hand_in, work_through, add_player, round_24, her
):
    for number, name in ((1, "alert(1)"), (2, "Bea")):
        hand_in(round_24, add_player(number, first_name=name), [(0, "1*2*3*4")])
    work_through()
    assert "1 alert(1) L. and 2 Bea L. are tied for places 1 to 2." in page(her, "ties")
    Event.objects.update(public_names="number")
    assert "No. 1 and No. 2 are tied for places 1 to 2." in page(her, "ties")


def test_the_reasons_say_that_who_is_level_for_an_award_plays_for_it(hall, client):
    finish(hall)
    said = page(client, "division", 3)
    assert said.count("are tied, and tiebreakers decide between the two.") == 2
    assert "share the place" not in said
    hall.event.award_places = 0
    hall.event.save()
    assert page(client, "division", 3).count("share the place.") == 2, "nothing is at stake"


def test_the_api_says_why_and_what_was_taken(hall, client, judge_user):
    entrant = hall.event.entrants.get(player__number=101)
    penalty_actions.give(by=judge_user, event=hall.event, entrant=entrant, points=4, reason="Talked.")
    said = client.get(reverse("api-standings", args=["spring"]), {"grade": 3}).json()
    assert said["criteria"] == ["total", "tiebreak"]
    assert [(each["number"], each["penalty"], each["total"]) for each in said["entries"]] == [
        (102, 0, 10),
        (103, 0, 10),
        (101, 4, 6),
        (104, 0, 0),
    ]
    assert said["entries"][1]["why"] == "Ada L. (103) has 10 points and Ada L. (101) has 6 points."
    assert said["entries"][3]["why"] == ""
    assert [each["state"] for each in said["awards"]] == ["open", "open", "given"]
    assert "Talked" not in str(said)


def test_a_judge_gives_a_penalty_and_lifts_it(hall, client, judge_user):
    client.force_login(judge_user)
    address = reverse("penalty-give", args=["spring"])
    unknown = client.post(address, {"who": "999", "points": 5, "reason": "r", "seen": 0})
    assert unknown.status_code == 400
    sent = {"who": " otters ", "points": 5, "reason": "Shouted.", "seen": 0}
    assert client.post(address, sent).status_code == 302
    assert client.post(address, sent).status_code == 409
    penalty = Penalty.objects.get()
    assert str(penalty.entrant) == "Otters"
    assert "Shouted." in page(client, "penalties")
    lift = reverse("penalty-lift", args=["spring", penalty.pk])
    assert client.post(lift, {"reason": ""}).status_code == 400
    assert client.post(lift, {"reason": "It was the Owls."}).status_code == 302
    assert "It was the Owls." in page(client, "penalties")


def test_an_organiser_proposes_a_penalty_and_a_judge_decides(hall, her, judge_user):
    judge = Client()
    judge.force_login(judge_user)
    sent = {"who": "otters", "points": 5, "reason": "Shouted.", "seen": 0}
    assert "Propose the penalty" in page(her, "penalties")
    assert her.post(reverse("penalty-propose", args=["spring"]), sent).status_code == 302
    assert her.post(reverse("penalty-propose", args=["spring"]), sent).status_code == 409
    assert "waits for a judge" in page(her, "penalties")
    assert "1 proposed penalty waits for a judge." in page(her, "waiting")
    assert "1 proposed penalty waits for a judge." in page(her, "publish")
    assert "1 proposed penalty waits for a judge." in page(judge, "judge-queue")
    first = Penalty.objects.get()
    chosen = judge.get(reverse("penalties", args=["spring"]), {"proposal": first.pk}).content.decode()
    assert f'name="proposal" value="{first.pk}"' in chosen
    assert 'value="Otters"' in chosen
    give = {**sent, "seen": first.pk, "proposal": first.pk, "points": 4}
    assert judge.post(reverse("penalty-give", args=["spring"]), give).status_code == 302
    assert Penalty.objects.get(answers=first).points == 4
    her.post(reverse("penalty-propose", args=["spring"]), {**sent, "who": "101"})
    decline = reverse("penalty-decline", args=["spring", Penalty.objects.get(proposed=True, answer=None).pk])
    assert "Decline" in page(judge, "penalties")
    assert judge.post(decline, {"reason": ""}).status_code == 400
    assert judge.post(decline, {"reason": "Nobody saw it."}).status_code == 302
    assert "Nobody saw it." in page(her, "penalties")


def test_the_public_reads_how_much_was_taken_and_not_why(hall, client, judge_user):
    entrant = hall.event.entrants.get(player__number=101)
    penalty_actions.give(by=judge_user, event=hall.event, entrant=entrant, points=4, reason="Shouted.")
    for name, part in (("division", 3), ("entrant", 101), ("division-teams", 3)):
        said = page(client, name, part)
        assert "penalty of 4 points" in said
        assert "Shouted" not in said


def test_an_organiser_orders_the_criteria(hall, her):
    address = reverse("criteria", args=["spring"])
    twice = her.post(address, {"criterion-2": "methods", "criterion-3": "methods"})
    assert twice.status_code == 400
    assert "twice" in twice.content.decode()
    assert her.post(address, {"criterion-2": "dogs"}).status_code == 400
    assert her.post(address, {"criterion-2": "", "criterion-3": "round:1"}).status_code == 302
    assert Event.objects.get().criteria == ["total", "round:1"]
    assert "24 Game" in page(her, "criteria")
    Event.objects.update(visibility="final")
    assert her.post(address, {"criterion-2": "methods"}).status_code == 409
    assert Event.objects.get().criteria == ["total", "round:1"]


def test_a_re_score_of_a_tiebreaker_says_who_would_win_it(hall, client, judge_user):
    tie = hall.draw()
    game = hall.play(tie, (2, 1))
    line = Submission.objects.filter(sheet__round=game.round, sheet__entrant=game.first).order_by("pk")
    given = {"counts_as": "nothing", "reason": "Not hers.", "only_this_sheet": True}
    changes = [proposals.ruling(by=judge_user, submission=each, **given) for each in line]
    rescore = rescores.propose(by=judge_user, event=hall.event, changes=changes, reason="Copied.")
    client.force_login(judge_user)
    one, other = (f"{side.player.number} Ada L." for side in (game.first, game.second))
    said = page(client, "rescore", rescore.pk)
    assert "Tiebreakers for places 1 to 3" in said
    assert said.index(f"{one} wins by 2 methods to 1") < said.index(f"{other} wins by 1 method to 0")
    rescores.drop(by=judge_user, rescore=rescore)
    penalty_actions.give(by=judge_user, event=hall.event, entrant=game.first, points=1, reason="Talked.")
    again = rescores.propose(by=judge_user, event=hall.event, changes=changes, reason="Copied.")
    assert "Tiebreakers for places" not in page(client, "rescore", again.pk)


@pytest.fixture
def read_anew(hall, judge_user):
    """read_anew(game, count): the second side's sheet typed anew with so many methods, a reading that waits."""

    def read(game: TieGame, count: int) -> Keying:
        sheet = Sheet.objects.get(round=game.round, entrant=game.second)
        rekeying.recall(by=judge_user, sheet=sheet, why="Misread.")
        hall.hand_in(game.round, game.second, [(0, text) for text in methods(0)[:count]])
        return unconfirmed_reading(sheet)

    return read


def test_who_confirms_a_tiebreakers_sheet_typed_anew_sees_who_would_go_on(
    hall, client, judge_user, organiser, read_anew
):
    """Two of the four methods nobody had written before."""
    game = hall.play(hall.draw(), (2, 1))
    proposal = read_anew(game, 4)
    client.force_login(judge_user)
    answer = client.get(reverse("reading", args=["spring", proposal.sheet.code]))
    said = answer.content.decode()
    one, other = (f"{side.player.number} Ada L." for side in (game.first, game.second))
    assert said.index(f"{one} wins by 2 methods to 1") < said.index(f"{other} wins by 4 methods to 2")
    players = next(each for each in answer.context["effect"].standings if each.kind == "players")
    moved = {each.who: (each.before, each.after) for each in players.moved}
    assert moved[proposal.sheet.entrant] == (3, 1)
    rekeying.confirm(by=organiser, keying=proposal)
    hall.work_through()
    table = players_table(hall.event, hall.event.divisions.get(grade=3))
    assert table.of(game.second.player).ranked.place == 1
    assert table.of(game.first.player).ranked.place == 3


def test_a_reading_that_turns_no_tiebreaker_speaks_of_none(hall, client, judge_user, read_anew):
    game = hall.play(hall.draw(), (2, 1))
    client.force_login(judge_user)
    answer = client.get(reverse("reading", args=["spring", read_anew(game, 1).sheet.code]))
    assert "Tiebreakers for places" not in answer.content.decode()
    assert not answer.context["effect"].standings


def test_a_game_that_is_called_off_is_not_on_the_programme(hall, client, judge_user, organiser):
    game = ties.start_game(by=organiser, tie=hall.draw())
    name, where = game.round.name, ("round", game.round.position)
    assert name in page(client, "event")
    assert "Not played yet" in page(client, *where)
    assert len(client.get(reverse("api-event", args=["spring"])).json()["rounds"]) == 2
    penalty_actions.give(by=judge_user, event=hall.event, entrant=game.first, points=1, reason="Talked.")
    assert name not in page(client, "event")
    assert "This game will not be played" in page(client, *where)
    assert len(client.get(reverse("api-event", args=["spring"])).json()["rounds"]) == 1
    client.force_login(organiser)
    said = page(client, "round-run", game.round.position)
    assert "Before it can open:" in said
    assert "Cancelled: these two are no longer tied" in said
    sent = {"status": "open", "seen": "planned"}
    assert client.post(reverse("round-move", args=["spring", game.round.position]), sent).status_code == 409


def test_what_is_read_and_what_is_written_on_are_printed_from_the_page_of_a_round(hall, her):
    for position in (1, hall.begin(hall.draw()).round.position):
        said = page(her, "round-run", position)
        assert f'href="{reverse("puzzle-print", args=["spring", position])}"' in said
        assert f'href="{reverse("board", args=["spring", position])}#print"' in said
    board = her.get(reverse("board", args=["spring", position]))
    assert board.context["form"]["spares"].value() == 0  # a game is for its two sides


def test_whoever_publishes_is_told_of_ties_that_are_not_played_out(hall, her):
    assert "1 tie for an award is" in page(her, "publish")
    Event.objects.update(criteria=["total"])
    assert "tie for an award" not in page(her, "publish")


def test_each_reader_reads_the_name_of_a_tiebreaker_in_their_language(hall, client, her):
    tie = hall.draw()
    hall.play(tie, (3, 1))
    english = TieGame.objects.get(number=1).round.name
    assert english.startswith("Tiebreaker Grade 3: 10")
    spanish = page(Client(headers={"accept-language": "es"}), "event")
    assert "Desempate Curso 3: 10" in spanish
    assert "Tiebreaker" not in spanish
    exported = client.get(reverse("event-export", args=["spring"]), headers={"accept-language": "es"}).content
    assert json.loads(exported)["rounds"][1]["name"] == english


def test_a_second_game_between_the_same_two_has_a_number_in_its_name(hall, her):
    tie = hall.draw()
    names = [hall.play(tie, (2, 2)).round.name for _game in range(3)]
    assert names[0].startswith("Tiebreaker Grade 3: 10")
    assert names[1:] == [f"{names[0]} (2)", f"{names[0]} (3)"]


def test_what_an_organiser_sends_unchanged_stays_a_name_of_the_program(hall, organiser):
    with override("es"):
        game = ties.start_game(by=organiser, tie=hall.draw())
        spanish = game.round.name
        rounds.change(by=organiser, round_=game.round, name=spanish, keying_policy="twice")
    round_ = Round.objects.get(pk=game.round_id)
    round_.refresh_from_db()
    round_.save()
    assert spanish.startswith("Desempate Curso 3: 10")
    assert round_.name == spanish.replace("Desempate Curso", "Tiebreaker Grade")
    rounds.change(by=organiser, round_=round_, name="The last game")
    assert Round.objects.get(pk=round_.pk).name == "The last game"
