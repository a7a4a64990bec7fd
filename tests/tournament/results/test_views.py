"""The pages everyone may read: what they show, and what they must not."""

import re

import pytest
from django.urls import reverse

from tests.tournament.crowd import crowd
from tests.tournament.making import boxes, publish
from tests.tournament.set_up import made_once
from tournament.models import Division, Entrant, Submission, Team
from tournament.organiser import actions as events, round_steps
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db

HITS, MISSES, UNREADABLE = "(1+2+3)*4", "1+2+3+4", "1 2 3 four"
HOSTILE = "<script>alert(1)</script>&\"'"


@pytest.fixture
@made_once
def day(event, round_24, add_player, hand_in, work_through):
    """One player of a team with a sheet: a hit, a miss and a struck-out line."""
    entrant = add_player(117, 3, "Owls", first_name="Ada", last_name="Quillfeather")
    hand_in(round_24, entrant, [(0, HITS), (0, MISSES), (1, "5*", "struck_out")])
    work_through()
    return entrant


def addresses(event) -> dict[str, str]:
    team = Team.objects.filter(event=event).first()
    return {
        "event": reverse("event", args=[event.slug]),
        "division": reverse("division", args=[event.slug, 3]),
        "division-teams": reverse("division-teams", args=[event.slug, 3]),
        "round": reverse("round", args=[event.slug, 1]),
        "entrant": reverse("entrant", args=[event.slug, 117]),
        "team": reverse("team", args=[event.slug, team.pk if team else 0]),
        "api-event": reverse("api-event", args=[event.slug]),
        "api-standings": reverse("api-standings", args=[event.slug]) + "?grade=3",
        "api-teams": reverse("api-standings", args=[event.slug]) + "?grade=3&kind=teams",
        "api-round": reverse("api-round", args=[event.slug, 1]),
        "api-player": reverse("api-player", args=[event.slug, 117]),
    }


def read(client, event) -> dict[str, str]:
    """Every public page and every public answer in JSON, by name."""
    found = {}
    for name, address in addresses(event).items():
        for ending in ("",) if name.startswith("api-") else ("", "?projector=1"):
            response = client.get(address + ending)
            assert response.status_code == 200, address
            found[name + ending] = response.content.decode()
    return found


# who may read


def test_everyone_reads_a_public_event_without_signing_in(client, event, day):
    assert len(read(client, event)) == 17


@pytest.mark.parametrize("who", [None, "volunteer", "judge_user", "organiser"])
def test_results_of_a_hidden_event_are_for_its_judges_and_organisers(client, request, event, organiser, day, who):
    events.publish(by=organiser, event=event, visibility="hidden")
    if who:
        client.force_login(request.getfixturevalue(who))
    statuses = {name: client.get(address).status_code for name, address in addresses(event).items()}
    first = statuses.pop("event")
    assert first == (200 if who else 404)
    assert set(statuses.values()) == {200 if who in {"judge_user", "organiser"} else 404}


def test_a_volunteer_sees_that_a_hidden_event_is_not_public_yet(client, event, organiser, day, volunteer):
    events.publish(by=organiser, event=event, visibility="hidden")
    client.force_login(volunteer)
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    assert "once the organiser has made them public" in page
    assert "Find" not in page


@pytest.mark.postgresql
def test_what_is_not_there_is_404(client, event):
    for name, number in (
        ("division", 12),
        ("round", 9),
        ("entrant", 10**30),
        ("team", 10**30),
        ("division-teams", 0),
    ):
        assert client.get(reverse(name, args=[event.slug, number])).status_code == 404


# what must not be read


def test_no_last_name_and_nobody_who_works_there_is_named_anywhere(
    client, event, day, judge_user, organiser, volunteer, hand_in, round_24, add_player, work_through
):
    for at, user in enumerate((judge_user, organiser, volunteer)):
        user.first_name = f"Staffname{at}"
        user.save()
    hand_in(round_24, add_player(118, 3, "Owls", first_name="Ben", last_name="Quillfeather"), [(0, UNREADABLE)])
    line = Submission.objects.get(text=UNREADABLE)
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No method in it.")
    work_through()
    for name, text in read(client, event).items():
        for secret in ("Quillfeather", "Staffname", "vera", "jude"):
            assert secret.lower() not in text.lower(), (name, secret)


def test_by_number_alone_no_first_name_is_anywhere(client, event, organiser, day):
    events.change(by=organiser, event=event, public_names="number")
    for name, text in read(client, event).items():
        assert "Ada" not in text, name
    assert "No. 117" in client.get(reverse("entrant", args=[event.slug, 117])).content.decode()


@pytest.mark.parametrize("status", ["planned", "open"])
def test_a_round_still_to_be_played_shows_no_puzzle(client, event, add_round, add_player, status):
    add_player(117)
    add_round("hit_the_target", boxes(((6, 7, 8, 913), 20)), status=status, rounds=1, number_to=1000)
    for name, address in addresses(event).items():
        if "team" not in name:
            text = client.get(address).content.decode()
            assert not re.search(r"\b913\b", text), name  # a seed of 32 digits may have them


def test_a_round_that_is_over_shows_what_was_asked(client, event, add_round):
    add_round("hit_the_target", boxes(((6, 7, 8, 913), 20)), status="closed", rounds=1, number_to=1000)
    assert "913" in client.get(reverse("round", args=[event.slug, 1])).content.decode()


def test_a_round_taken_back_hides_its_lines_again(client, event, organiser, day, round_24):
    round_steps.move(by=organiser, round_=round_24, status="open", why="Twenty seconds were missing.")
    page = client.get(reverse("entrant", args=[event.slug, 117])).content.decode()
    assert HITS not in page
    assert "Nothing to see yet" in page


def test_nothing_that_was_written_is_markup(client, event, round_24, add_player, hand_in, work_through):
    entrant = add_player(117, 3, HOSTILE[:70], first_name=HOSTILE, last_name="<b>")
    hand_in(
        round_24,
        entrant,
        [(0, HOSTILE), (0, HOSTILE, "illegible"), (1, f"<math>{HITS}</math>"), (2, "`${1}")],
    )
    work_through()
    for name, text in read(client, event).items():
        if not name.startswith("api"):
            assert "<script>alert" not in text, name
            assert "<math>(" not in text, name
    page = client.get(reverse("entrant", args=[event.slug, 117])).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


# what is read


def test_the_event_says_what_its_results_are_worth(client, event, organiser, day, round_24):
    address = reverse("division", args=[event.slug, 3])
    assert "Provisional results." in client.get(address).content.decode()
    round_steps.move(by=organiser, round_=round_24, status="final")
    publish(organiser, event, "final")
    assert "Final results." in client.get(address).content.decode()


def test_a_player_sees_every_line_with_its_verdict_its_points_and_why(client, event, day):
    page = client.get(reverse("entrant", args=[event.slug, 117])).content.decode()
    for told in (
        HITS,
        "Hits 24: 10 points",
        "Target 24 missed by 14: 0 points",
        "Struck out on the sheet.",
        "Owls",
    ):
        assert told in page
    assert page.count('<li class="line') == 3


def test_a_line_is_written_as_mathematics_beside_what_was_written(
    client, event, round_24, entrant, hand_in, work_through
):
    address = reverse("entrant", args=[event.slug, entrant.player.number])
    hand_in(round_24, entrant, [(0, "4!/(3-2*1)"), (0, UNREADABLE)])
    assert "<math " not in client.get(address).content.decode()  # a page judges nothing
    work_through()
    page = client.get(address).content.decode()
    assert page.count("<math ") == 1
    assert "<mfrac>" in page
    assert "4!/(3-2*1)" in page


def test_a_line_struck_out_has_no_value_even_where_its_text_was_judged(
    client, event, round_24, entrant, hand_in, work_through
):
    hand_in(round_24, entrant, [(0, HITS), (0, HITS, "struck_out")])
    work_through()
    address = reverse("api-player", args=[event.slug, entrant.player.number])
    judged, struck = client.get(address).json()["papers"][0]["boxes"][0]["lines"]
    assert (judged["value"], judged["state"], judged["points"]) == ("24", "on_target", 10)
    assert (struck["value"], struck["state"], struck["points"]) == ("", "struck_out", 0)


def test_a_line_nobody_has_judged_is_pending_and_never_wrong(client, event, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, HITS)])
    page = client.get(reverse("entrant", args=[event.slug, entrant.player.number])).content.decode()
    assert "tag-pending" in page
    assert "Not judged yet." in page
    assert "no points yet" in page
    assert "tag-refused" not in page


def test_a_ruling_is_told_with_its_reason(client, event, round_24, entrant, hand_in, work_through, judge_user):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="method", method=HITS, reason="The signs are on the paper.")
    work_through()
    page = client.get(reverse("entrant", args=[event.slug, entrant.player.number])).content.decode()
    assert "A judge ruled: The signs are on the paper." in page
    assert HITS in page
    assert "Hits 24: 10 points" in page
    assert UNREADABLE in page


def test_a_player_is_found_by_her_number(client, event, day):
    address = reverse("event", args=[event.slug])
    assert client.get(address, {"number": "117"}).url == reverse("entrant", args=[event.slug, 117])


@pytest.mark.parametrize(
    ("typed", "told"),
    [("118", "No player has number 118."), ("xaver", "No player or team is shown as “xaver”.")],
)
def test_a_number_nobody_has_is_told_beside_the_field(client, event, day, typed, told):
    response = client.get(reverse("event", args=[event.slug]), {"number": typed})
    page = response.content.decode()
    assert response.status_code == 404
    assert told in page
    assert f'value="{typed}"' in page


def test_an_event_without_anything_says_what_will_be_there(client, event):
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    assert "No rounds yet" in page
    assert "No players in this grade yet" in client.get(reverse("division", args=[event.slug, 3])).content.decode()


def test_the_projector_goes_through_all_standings_and_round_again(client, event, add_player):
    add_player(1, 3, "Owls")
    add_player(2, 5)
    address, seen = reverse("division", args=[event.slug, 3]), []
    for _ in range(3):
        seen.append(address)
        address = client.get(address, {"projector": "1"}).context["next_screen"]
    assert seen == [
        reverse("division", args=[event.slug, 3]),
        reverse("division-teams", args=[event.slug, 3]),
        reverse("division", args=[event.slug, 5]),
    ]
    assert address == seen[0]


def test_what_is_one_persons_or_one_teams_is_not_there_in_large_type(client, event, day):
    for name, address in addresses(event).items():
        if name.startswith("api"):
            continue
        large = "data-projector" in client.get(address, {"projector": "1"}).content.decode()
        assert large == (name not in ("entrant", "team")), name
        if not large:
            assert "projector=1" not in client.get(address).content.decode()


# queries


@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize(
    ("name", "part", "queries"),
    [("event", None, 17), ("division", 3, 21), ("division-teams", 3, 20), ("round", 1, 16)],
)
def test_pages_take_the_same_queries_for_one_player_and_for_ten(
    client, event, organiser, round_24, django_assert_num_queries, count, name, part, queries
):
    crowd(event, [round_24], organiser, count)
    with django_assert_num_queries(queries):
        client.get(reverse(name, args=[event.slug, *([] if part is None else [part])]))


@pytest.mark.parametrize("count", [1, 10])
def test_a_players_page_takes_the_same_queries_for_one_line_and_for_ten(
    client, event, round_24, entrant, hand_in, work_through, django_assert_num_queries, count
):
    hand_in(round_24, entrant, [(at % 3, f"{HITS} = {at}") for at in range(count)])
    work_through()
    Division.objects.filter(pk=entrant.player.division_id).update(name="Third grade")
    with django_assert_num_queries(26):
        client.get(reverse("entrant", args=[event.slug, entrant.player.number]))


@pytest.fixture
def grid(add_round):
    """A DMAS round: the numbers from 1 to 9 make 13."""
    return add_round("dmas", boxes((tuple(range(1, 10)), 13)))


def test_a_teams_page_shows_what_it_wrote_and_a_players_speaks_of_no_team_game(
    client, event, round_24, grid, add_player, hand_in, work_through
):
    hand_in(round_24, add_player(101, 3, "Owls"), [(0, HITS)])
    owls = Entrant.objects.get(team__name="Owls")
    hand_in(grid, owls, [(0, "3*4+1"), (0, "1+2")])
    work_through()
    page = client.get(reverse("team", args=[event.slug, owls.team_id])).content.decode()
    assert "3*4+1" in page
    assert page.count("Hits 13: 10 points") == 1
    assert page.count('class="line"') == 2
    assert grid.name not in client.get(reverse("entrant", args=[event.slug, 101])).content.decode()
    standings, of_teams = (
        " ".join(client.get(reverse(name, args=[event.slug, 3])).content.decode().split())
        for name in ("division", "division-teams")
    )
    assert standings.count(grid.name) == 1
    assert "Round 2 (DMAS) is for teams. It counts in the standings of teams." in standings
    assert "is for teams" not in of_teams
    assert client.get(reverse("api-player", args=[event.slug, 101])).json()["total"] == 10


@pytest.mark.parametrize("count", [1, 10])
def test_a_teams_page_takes_the_same_queries_for_one_line_and_for_ten(
    client, event, grid, add_player, hand_in, work_through, django_assert_num_queries, count
):
    for number in range(101, 101 + min(count, 8)):
        add_player(number, 3, "Owls")
    owls = Entrant.objects.get(team__name="Owls")
    hand_in(grid, owls, [(0, f"3*4+1 = {at}") for at in range(count)])
    work_through()
    with django_assert_num_queries(41):
        client.get(reverse("team", args=[event.slug, owls.team_id]))
