"""A ceremony: its steps in order, one position for all screens, and nothing shown before its turn or after a change."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.html import flat
from tests.tournament.making import boxes
from tests.tournament.tied import Hall
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Ceremony, Entrant, Event, Submission
from tournament.publication import actions as publications, ceremony_actions as actions
from tournament.publication.ceremony import CeremonyStep, steps_of
from tournament.roster import actions as roster
from tournament.rulings import actions as rulings
from tournament.standings import penalty_actions

pytestmark = pytest.mark.django_db

HITS = ("1*2*3*4", "(1+2+3)*4", "4!*(3-2)^1")


@pytest.fixture
def grades() -> list[int]:
    return [3, 4, 5]


@pytest.fixture
def day(event, round_24, add_round, add_player, hand_in, work_through) -> Event:
    """Two rounds. After the first, Ana leads Ben and Cem; in the end Ben (30) is before Ana (20) and Cem (10). Dia has
    nothing, and no award. Cem has no team."""
    later = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), rounds=1)
    people = (
        ("Ana", "Owls", HITS[:2], ()),
        ("Ben", "Otters", HITS[:1], HITS[:2]),
        ("Cem", "", HITS[:1], ()),
        ("Dia", "Owls", (), ()),
    )
    for number, (name, team, *written) in enumerate(people, start=1):
        player = add_player(number, team=team, first_name=name)
        for round_, texts in zip((round_24, later), written, strict=True):
            hand_in(round_, player, [(0, text) for text in texts] or [(0, "", "blank")])
    work_through()
    return Event.objects.get(pk=event.pk)


def told(steps: tuple[CeremonyStep, ...]) -> list:
    """Each step in short: its kind, or the names and points that it shows for the first time."""
    return [
        [(each.place, each.entry.who.first_name, each.total) for each in step.leaders]
        or (step.revealed and (step.revealed.place, *(each.name for each in step.revealed.entries)))
        or step.kind
        for step in steps
    ]


def test_the_leaders_come_round_by_round_and_the_awards_last_first(day):
    leaders = [(1, "Ana", 20), (2, "Ben", 10), (2, "Cem", 10)]
    assert told(steps_of(day, "players-3")) == ["title", leaders, (3, "Cem L."), (2, "Ana L."), (1, "Ben L.")]
    assert told(steps_of(day, "players-3", only_awards=False, by_rounds=False)) == [
        "title",
        (4, "Dia L."),
        (3, "Cem L."),
        (2, "Ana L."),
        (1, "Ben L."),
    ]


def test_a_team_standing_is_revealed_like_that_of_players(day):
    assert told(steps_of(day, "teams-3", by_rounds=False)) == ["title", (2, "Owls"), (1, "Otters")]


def test_a_grade_without_an_award_says_so_and_is_not_ticked(day, client, organiser):
    assert told(steps_of(day, "players-4")) == ["title", "nothing"]
    client.force_login(organiser)
    page = flat(client.get(reverse("ceremony", args=["spring"])).content.decode())
    ticked = re.findall('value="([a-z]+-[0-9])"[^>]* checked', page)
    assert ticked == ["players-3", "teams-3"]


def test_leaders_with_equal_points_stand_by_number_whoever_wins_in_the_end(day, judge_user):
    penalised = Entrant.objects.get(player__number=2)
    penalty_actions.give(by=judge_user, event=day, entrant=penalised, points=25, reason="Talked.")
    _title, leaders, *places = told(steps_of(day, "players-3"))
    assert [name for _place, name, _points in leaders[1:]] == ["Ben", "Cem"]
    assert places[-1] == (1, "Ana L.")
    assert [names for _place, *names in places[:2]] == [["Ben L."], ["Cem L."]]


@pytest.mark.parametrize("shows_penalties", [False, True])
def test_the_screen_shows_a_penalty_only_if_the_organiser_asks(day, client, organiser, judge_user, shows_penalties):
    penalised = Entrant.objects.get(player__number=2)
    penalty_actions.give(by=judge_user, event=day, entrant=penalised, points=1, reason="Talked.")
    chosen = {"standings": ["players-3"], "places": "awards"} | ({"shows_penalties": "on"} if shows_penalties else {})
    client.force_login(organiser)
    client.post(reverse("ceremony", args=["spring"]), chosen)
    walk(Ceremony.objects.get(), organiser, 3)
    screen = flat(client.get(reverse("ceremony-screen", args=["spring"])).content.decode())
    assert "Ben L." in screen
    assert ("Penalty" in screen) == ("place-rounds" in screen) == shows_penalties


def test_who_did_not_take_part_is_never_shown(day, organiser):
    roster.set_status(by=organiser, entrant=Entrant.objects.get(player__number=1), status="absent")
    assert "Ana" not in str(told(steps_of(day, "players-3", only_awards=False)))


@pytest.fixture
def tied(event, organiser, round_24, add_player, hand_in, work_through) -> Hall:
    """Ana, Ben and Cem are tied for the first place of grade 3."""
    for number, name in enumerate(("Ana", "Ben", "Cem"), start=1):
        hand_in(round_24, add_player(number, first_name=name), [(0, HITS[0])])
    work_through()
    return Hall(event, organiser, hand_in, work_through)


def reasons(event: Event, **choices) -> list[str]:
    return [str(each.revealed.reason or "") for each in steps_of(event, "players-3", **choices) if each.revealed]


def test_the_reason_of_a_decided_tie_names_the_other_only_once_revealed(tied):
    tie = tied.draw()
    first = tied.play(tie, (3, 1))
    second = tied.play(tie, (3, 1))
    names = {each.pk: f"{each.player.first_name} L." for each in Entrant.objects.all()}
    lost = [names[first.second_id], names[second.second_id]]
    assert reasons(tied.event) == ["", *(f"won the tiebreaker against {name} 3 : 1" for name in lost)]
    Event.objects.update(award_places=1)
    assert reasons(Event.objects.get()) == ["won the tiebreaker 3 : 1"]


def test_who_is_still_tied_is_revealed_together_with_the_reason(tied):
    assert reasons(tied.event) == ["equal on points"]
    tied.play(tied.draw(), (2, 2))
    assert told(steps_of(tied.event, "players-3"))[-1] == (1, "Ana L.", "Ben L.", "Cem L.")


# the position


@pytest.fixture
def begun(day, organiser) -> Ceremony:
    return actions.begin(by=organiser, event=day, standings=["teams-3", "players-3"], by_rounds=False)


def walk(ceremony: Ceremony, organiser, steps: int, **back) -> Ceremony:
    for _ in range(steps):
        ceremony = actions.move(by=organiser, event=ceremony.event, position=ceremony.position, **back)
    return ceremony


def at(ceremony: Ceremony) -> tuple[int, int]:
    return ceremony.standing, ceremony.step


def test_it_goes_through_the_standings_in_the_order_of_the_programme_and_back(begun, organiser):
    assert [each for each, _digest in begun.programme] == ["players-3", "teams-3"]
    assert at(walk(begun, organiser, 3)) == (0, 3)
    over = walk(Ceremony.objects.get(), organiser, 10)
    assert (at(over), actions.current_step(over)) == ((2, 0), None)
    assert at(walk(over, organiser, 1, back=True)) == (1, 2)
    assert at(walk(Ceremony.objects.get(), organiser, 3, back=True)) == (0, 3)
    assert at(walk(Ceremony.objects.get(), organiser, 9, back=True)) == (0, 0)


def test_two_screens_that_go_on_at_once_go_one_step(begun, organiser):
    assert at(walk(begun, organiser, 1)) == (0, 1)
    assert at(walk(begun, organiser, 1)) == (0, 1), "this screen had not seen the other's step"
    again = actions.begin(by=organiser, event=begun.event, standings=["players-3"])
    assert at(walk(begun, organiser, 1)) == (0, 0), "this screen shows the ceremony before"
    assert at(walk(again, organiser, 1)) == (0, 1)


def test_no_standing_is_refused(day, organiser):
    for standings in ([], ["players-9"], ["dogs-3"]):
        with pytest.raises(Refused, match="at least one standing"):
            actions.begin(by=organiser, event=day, standings=standings)


def change_a_line(event: Event, judge_user, number: int) -> None:
    line = Submission.objects.filter(sheet__entrant__player__number=number).earliest("pk")
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Not readable.")


def test_a_ruling_during_the_ceremony_holds_the_next_step_until_it_is_accepted(
    begun, organiser, judge_user, work_through
):
    shown = walk(begun, organiser, 2)
    change_a_line(begun.event, judge_user, 2)
    work_through()
    for refused in (lambda: walk(shown, organiser, 1), lambda: actions.current_step(Ceremony.objects.get())):
        with pytest.raises(Refused, match="One moment"):
            refused()
    assert at(Ceremony.objects.get()) == (0, 2)
    assert actions.changed_standings(shown) == ["players-3", "teams-3"]
    accepted = actions.accept_changes(by=organiser, event=begun.event)
    assert at(accepted) == (0, 0), "it begins again, since what was revealed may be wrong"
    assert actions.changed_standings(accepted) == []
    assert AuditEntry.objects.latest("pk").after == {"standings": ["players-3", "teams-3"]}
    assert actions.current_step(walk(accepted, organiser, 3)).revealed.total == 20, "it was 30"


def test_a_standing_that_is_over_does_not_hold_the_others(
    begun, organiser, add_player, hand_in, work_through, round_24
):
    shown = walk(begun, organiser, 5)
    assert at(shown) == (1, 1)
    hand_in(round_24, add_player(9, first_name="Eve"), [(0, HITS[0])])  # in no team
    work_through()
    assert actions.changed_standings(shown) == ["players-3"]
    assert at(walk(shown, organiser, 1)) == (1, 2)
    assert at(actions.accept_changes(by=organiser, event=begun.event)) == (1, 2)


# the pages


def screen(client) -> str:
    return flat(client.get(reverse("ceremony-screen", args=["spring"])).content.decode())


def press(client, position: str, **more):
    return client.post(reverse("ceremony-move", args=["spring"]), {"position": position, "way": "on", **more})


def test_nothing_is_in_a_page_before_its_step(day, client, organiser):
    client.force_login(organiser)
    chosen = {"standings": ["players-3", "teams-3"], "places": "awards"}
    assert client.post(reverse("ceremony", args=["spring"]), chosen)["Location"].endswith("/ceremony/screen/")
    order, seen = ["Cem L.", "Ana L.", "Ben L.", "Owls", "Otters"], 0
    for expected in (0, 1, 2, 3, 0, 4, 5):  # how many are known by then; the title of the teams shows none
        step = client.get(reverse("ceremony-step", args=["spring"]), {"known": ""}).content.decode()
        for page in (screen(client), step):
            shown = [name for name in order if re.search(f'(<b>|earlier-names">)<bdi>{name}', page)]
            assert not set(shown) - set(order[: max(expected, seen)])
            assert not expected or order[expected - 1] in shown
        seen = max(seen, expected)
        assert press(client, Ceremony.objects.get().position).status_code == 302
    assert "Congratulations to everybody!" in screen(client)


def test_the_script_gets_the_step_and_asks_again_only_for_another(begun, client, organiser):
    client.force_login(organiser)
    known = begun.position
    address = reverse("ceremony-step", args=["spring"])
    assert client.get(address, {"known": known}).status_code == 204
    moved = press(client, known, fragment="1").content.decode()
    assert "Cem L." in moved
    assert "<html" not in moved
    assert client.get(address, {"known": known}).content.decode() == moved


def test_while_a_copy_is_made_its_page_says_so_and_follows(day, client, organiser):
    day.publications.create(kind="final", made_by=organiser, made_at=timezone.now(), progressed_at=timezone.now())
    client.force_login(organiser)
    page = client.get(reverse("ceremony", args=["spring"])).content.decode()
    assert "A copy of the results is being made" in page
    assert page.count(f'="{reverse("publish-progress", args=["spring"])}"') == 1
    assert "First make a new copy" not in page
    with pytest.raises(Refused, match="is being made. Wait until it is ready"):
        publications.publish(by=organiser, event=day, visibility="frozen")


def test_a_held_step_says_so_on_the_screen_and_names_the_standing_to_the_organiser(
    begun, client, organiser, judge_user, work_through
):
    client.force_login(organiser)
    change_a_line(begun.event, judge_user, 2)
    work_through()
    refused = press(client, begun.position, fragment="1")
    assert (refused.status_code, refused.content) == (409, b"One moment, please. The organiser is checking something.")
    assert "One moment, please." in screen(client)
    choosing = flat(client.get(reverse("ceremony", args=["spring"])).content.decode())
    assert "<li>Grade 3, players</li>" in choosing
    client.post(reverse("ceremony-accept", args=["spring"]))
    assert "One moment, please." not in screen(client)


def test_without_a_ceremony_the_screen_leads_to_its_page(day, client, organiser):
    client.force_login(organiser)
    assert client.get(reverse("ceremony-screen", args=["spring"]))["Location"] == reverse("ceremony", args=["spring"])
    assert client.get(reverse("ceremony-step", args=["spring"])).status_code == 204
    assert press(client, "0", fragment="1").status_code == 409
