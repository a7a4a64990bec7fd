"""The start page, creating an event, its dashboard, settings and publication."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes, make_user, publish
from tournament.accounts import actions as people
from tournament.disputes import actions as disputes
from tournament.models import Event
from tournament.organiser import actions as events, round_steps
from tournament.organiser.checklist import grades_in_words, next_steps, steps
from tournament.organiser.progress import progress
from tournament.organiser.views import settings_of
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds
from tournament.sheets import actions as sheets
from tournament.standalone import demo_loading

NEW = {
    "name": "Autumn Day",
    "held_on": "2027-05-08",
    "time_zone": "Europe/Madrid",
    "grades": "3-5, 8",
    "public_names": "number",
    "accent": "plum",
}


def page(client, name: str, *args) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_the_start_page_lists_public_events_only(client, event, organiser):
    hidden = events.create(by=organiser, name="Secret Day", held_on=event.held_on, grades=[])
    found = page(client, "home")
    assert event.name in found
    assert hidden.name not in found


def test_the_empty_start_page_says_what_will_be_there(client, db):
    assert "Begin your own event" in page(client, "home")
    make_user("ora", may_create_events=True)
    assert "No results are public yet" in page(client, "home")


def test_the_start_page_follows_the_demo_that_is_being_loaded(client, db, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    loading = demo_loading.Loading()
    demo_loading.advance(100, 400)
    found = page(client, "home")
    assert "The demo event is being loaded: 25 %." in found
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in found
    fragment = client.get(reverse("home"), {"fragment": "1"}).content.decode()
    assert "data-unfinished" in fragment
    assert "<h1>" not in fragment
    loading.end(is_loaded=False)
    found = page(client, "home")
    assert "The demo event could not be loaded" in found
    assert "refresh" not in found


def test_the_start_page_has_three_ways_in_and_a_guide_for_each_role(client, event, organiser):
    found = page(client, "home")
    assert "Open the demo event" not in found
    events.publish(by=organiser, event=event, visibility="provisional")
    Event.objects.filter(pk=event.pk).update(slug=demo_loading.SLUG)
    found = page(client, "home")
    for address in (
        reverse("event", args=[demo_loading.SLUG]),
        reverse("play"),
        *(reverse("guide", args=[name]) for name in ("volunteer", "judge", "coach", "organiser", "play", "hall")),
    ):
        assert f'href="{address}"' in found
    client.force_login(organiser)
    assert "Open the demo event" not in page(client, "home")


def test_who_may_create_events_is_told_to_begin_there(client, organiser):
    client.force_login(organiser)
    assert "Create your first event" in page(client, "home")


def test_who_has_no_role_is_told_whom_to_ask_and_by_what_name(client, db):
    client.force_login(make_user("nora"))
    found = page(client, "home")
    assert "Ask the organiser" in found
    assert "nora" in found
    assert "Create" not in found


def test_each_role_leads_to_its_desk(client, event, organiser, judge_user):
    people.give_role(by=organiser, event=event, username="jude", role="volunteer")
    client.force_login(judge_user)
    found = page(client, "home")
    assert reverse("judge-queue", args=["spring"]) in found
    assert reverse("keying-rounds", args=["spring"]) in found
    assert reverse("run", args=["spring"]) not in found


def test_an_event_is_created_and_its_dashboard_opens(client, organiser):
    client.force_login(organiser)
    response = client.post(reverse("create-event"), NEW)
    made = Event.objects.get()
    assert response["Location"] == reverse("run", args=["autumn-day"])
    assert (made.time_zone, made.accent, made.public_names) == ("Europe/Madrid", "plum", "number")
    assert [division.grade for division in made.divisions.all()] == [3, 4, 5, 8]


def test_a_new_event_starts_in_the_time_zone_of_the_last_one(client, organiser):
    client.force_login(organiser)
    assert "data-own-zone" in page(client, "create-event")
    client.post(reverse("create-event"), NEW)
    form = client.get(reverse("create-event"))
    assert form.context["form"]["time_zone"].value() == "Europe/Madrid"
    assert "data-own-zone" not in form.content.decode()


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "values,said",
    [
        ({"name": ""}, "This field is required."),
        ({"held_on": "8.5.27"}, "Write the date like 2027-05-08."),
        ({"grades": "three"}, "Write grades like 3-8, or 3, 4, 6."),
        ({"grades": "8-3"}, "Write grades like 3-8, or 3, 4, 6."),
        ({"grades": "3-20"}, "A grade is a number from 1 to 13."),
        ({"slug": "not an address"}, "Enter a valid"),
        ({"slug": "spring"}, "There is an event at “spring” already."),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
        ({"name": "A\x00B"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(client, event, organiser, values, said):
    client.force_login(organiser)
    response = client.post(reverse("create-event"), NEW | values)
    assert response.status_code == 400
    assert said in response.content.decode()
    assert "Europe/Madrid" in response.content.decode()
    assert Event.objects.count() == 1


@pytest.fixture
def her(client, organiser, event):
    client.force_login(organiser)
    return client


def test_settings_are_saved_and_bad_ones_are_not(her, event, judge_user):
    address = reverse("event-settings", args=["spring"])
    good = {
        "name": "Spring",
        "held_on": "2026-05-10",
        "time_zone": "UTC",
        "public_names": "number",
        "accent": "blue",
        "kin_counts_as": "same",
        "judges_per_ruling": "2",
        "award_places": "5",
        "rescore_needs_second": "on",
    }
    answer = her.post(address, good)
    assert answer.status_code == 400
    text = answer.content.decode()
    assert "A ruling would need 2 judges, and 1 can rule here (Jude). Add judges first." in text
    assert f'href="{reverse("people", args=["spring"])}">Add judges' in text
    event.memberships.create(user=make_user("cleo"), role="judge")
    assert her.post(address, good).status_code == 302
    assert her.post(address, good | {"accent": "beige"}).status_code == 400
    for judges in ("0", "10", "two", ""):
        assert her.post(address, good | {"judges_per_ruling": judges}).status_code == 400
    assert her.post(address, good | {"award_places": "51"}).status_code == 400
    event.refresh_from_db()
    assert (event.name, event.accent, event.kin_counts_as) == ("Spring", "blue", "same")
    assert (event.judges_per_ruling, event.award_places, event.rescore_needs_second) == (2, 5, True)


def test_where_a_round_is_final_the_policy_on_kin_is_left_to_a_re_score(her, event, round_24, organiser):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    address = reverse("event-settings", args=["spring"])
    assert reverse("rescore-kin", args=["spring"]) in her.get(address).content.decode()
    sent = {**settings_of(event), "name": "Spring", "kin_counts_as": "same"}
    assert her.post(address, sent).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.kin_counts_as) == ("Spring", "distinct")


def test_grades_come_and_go_while_nobody_is_in_them(her, event, add_player):
    add_player(grade=3)
    assert her.post(reverse("division-add", args=["spring"]), {"grade": "6"}).status_code == 302
    twice = her.post(reverse("division-add", args=["spring"]), {"grade": "6"})
    assert (twice.status_code, "The event already has grade 6." in twice.content.decode()) == (400, True)
    assert her.post(reverse("division-add", args=["spring"]), {"grade": "٦"}).status_code == 400
    assert her.post(reverse("division-remove", args=["spring", 6])).status_code == 302
    busy = her.post(reverse("division-remove", args=["spring", 3]))
    assert (busy.status_code, "Grade 3 has players." in busy.content.decode()) == (409, True)


def test_final_results_need_final_rounds_and_a_second_look(her, event, organiser, round_24):
    address = reverse("publish", args=["spring"])
    early = her.post(address, {"visibility": "final", "confirmed": "on"})
    assert (early.status_code, "24 Game. Make them final first." in early.content.decode()) == (409, True)
    round_steps.move(by=organiser, round_=round_24, status="final")
    assert "Tick this to publish" in her.post(address, {"visibility": "final"}).content.decode()
    assert her.post(address, {"visibility": "final", "confirmed": "on"}).status_code == 302
    event.refresh_from_db()
    assert event.visibility == "final"


def next_of(event) -> str:
    found = next_steps(steps(event, progress(event)))
    return ", or ".join(f"{step.title} / {step.action}" for step in found)


def test_the_dashboard_always_names_the_next_sensible_step(event, organiser, add_player, hand_in, work_through):
    for division in event.divisions.all():
        events.remove_division(by=organiser, division=division)
    told = [next_of(event)]
    grade = events.add_division(by=organiser, event=event, grade=3)
    told.append(next_of(event))
    entrant = add_player(grade=3)
    told.append(next_of(event))
    game = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    told.append(next_of(event))
    three = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    puzzle_actions.assign(by=organiser, round_=game, divisions=[grade], boxes=three)
    told.append(next_of(event))
    people.give_role(by=organiser, event=event, username="jude", role="judge")
    told.append(next_of(event))
    for status in ("open", "closed", "marking"):
        game = round_steps.move(by=organiser, round_=game, status=status)
        told.append(next_of(event))
    hand_in(game, entrant, [(0, "", "illegible")], by=organiser)
    work_through()
    told.append(next_of(event))
    game = round_steps.move(by=organiser, round_=game, status="final", anyway=True)
    told.append(next_of(event))
    publish(organiser, event, "final")
    event.refresh_from_db()
    told.append(next_of(event))
    assert told == [
        "Grades / Add grades",
        "Players / Import players",
        "Rounds / Add a round",
        "Puzzles / Make puzzles for me",
        "Helpers / Give roles, or Sheets printed / Print: 24 Game",
        "Sheets printed / Print: 24 Game, or Rounds opened / Open: 24 Game",
        "Rounds closed / Close: 24 Game",
        "Marking started / Start marking: 24 Game",
        "Sheets typed / See what is left: 24 Game",
        "Verdicts and rulings / See what waits: 24 Game",
        "Results published / Publish",
        "Backup / Make a backup",
    ]


def test_an_organiser_without_helpers_passes_over_their_step(event, organiser, add_round, add_player):
    add_player()
    round_ = add_round("hit_the_target", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    assert next_of(event) == "Helpers / Give roles, or Sheets printed / Print: Hit the Target"
    round_steps.move(by=organiser, round_=round_, status="open")
    assert next_of(event) == "Rounds closed / Close: Hit the Target"
    (helpers,) = (step for step in steps(event, progress(event)) if step.page == "people")
    assert (helpers.done, helpers.waits) == (False, False)


def test_a_printed_round_is_opened_before_the_next_one_is_printed(
    event, organiser, judge_user, volunteer, add_round, add_player
):
    add_player()
    for target in (24, 25):
        add_round("hit_the_target", boxes(((1, 2, 3, 4), target)), status="planned", rounds=1)
    assert next_of(event).startswith("Sheets printed / Print: ")
    sheets.print_(by=organiser, round_=event.rounds.first())
    assert next_of(event).startswith("Rounds opened / Open: ")


def test_what_waits_to_be_typed_comes_before_printing_and_opening_the_next_round(
    her, event, organiser, round_24, entrant, add_round, judge_user, volunteer
):
    add_round("hit_the_target", boxes(((1, 2, 3, 4), 24)), status="planned", rounds=1)
    assert next_of(event) == "Sheets typed / See what is left: 24 Game, or Rounds opened / Open: Hit the Target"
    shown = " ".join(page(her, "run", "spring").split())
    assert "Skip to “Open: Hit the Target”" in shown


def test_while_coaches_can_file_disputes_the_step_is_to_close_them(
    event, organiser, round_24, entrant, hand_in, work_through, judge_user, volunteer
):
    hand_in(round_24, entrant, [(0, "(1+2+3)*4")])
    work_through()
    assert next_of(event) == "Rounds final / Make final: 24 Game"
    disputes.open_window(by=organiser, round_=round_24, minutes=30)
    [step] = next_steps(steps(event, progress(event)))
    assert (step.title, step.action, step.page) == ("Disputes closed", "Close disputes: 24 Game", "round-run")
    assert step.detail.startswith("Disputes about 24 Game are open until ")
    disputes.close_window(by=organiser, round_=round_24)
    assert next_of(event) == "Rounds final / Make final: 24 Game"


def test_players_and_teams_are_counted_in_singular_and_plural(event, add_player):
    add_player(team="Otters")
    [players] = [each for each in steps(event, progress(event)) if each.title == "Players"]
    assert players.detail == "1 player, 1 team"


def test_after_the_day_each_step_that_is_left_open_has_its_name(
    her, event, organiser, judge_user, volunteer, round_24, entrant, monkeypatch
):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    publish(organiser, event, "final")
    monkeypatch.setattr("tournament.organiser.checklist.is_complete_since", lambda moment: True)
    assert "Some steps are left open. Ceremony: Optional. Reveals" in " ".join(page(her, "run", "spring").split())


def test_a_step_that_is_one_action_is_done_by_its_button(her, event, organiser, add_player):
    add_player()
    rounds.add(by=organiser, event=event, format_slug="twenty_four")
    shown = page(her, "run", "spring")
    assert next_of(event) == "Puzzles / Make puzzles for me"
    assert f'<form id="next-step" method="post" action="{reverse("puzzle-sets-make", args=["spring"])}"' in shown
    assert '<button class="button" form="next-step">Make puzzles for me</button>' in shown


def test_every_step_of_the_day_leads_to_its_page(her, event, round_24, entrant):
    found = page(her, "run", "spring")
    assert f'href="{reverse("coach-links", args=["spring"])}"' in found
    of_round = ("board", "return-desk", "keying-round", "round-run")
    for name in ("disputes", "ties", "publish", "ceremony", "waiting", "people", "roster", "event-settings"):
        assert f'<a href="{reverse(name, args=["spring"])}"' in found
    for name in of_round:
        assert f'<a href="{reverse(name, args=["spring", 1])}' in found
    certificates = f"{reverse('handouts', args=['spring'])}?for=certificates"
    assert steps(event, progress(event))[-1].title == "Certificates"
    assert f'<a href="{certificates}"' in found
    assert her.get(certificates).context["form"]["what"].value() == "certificates"


def test_who_has_no_judge_becomes_one_with_one_press(her, event, organiser, round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, "6 6 ?", "illegible")])
    work_through()
    waiting = reverse("waiting", args=["spring"])
    round_page = page(her, "round-run", "spring", 1)
    assert f'<a href="{waiting}">' in round_page
    found = her.get(waiting).content.decode()
    assert "This event has no judge yet." in found
    assert "6 6 ?" in found
    take = reverse("become-judge", args=["spring"])
    assert her.post(take).status_code == 400
    pressed = her.post(take, {"role": "judge"})
    assert pressed["Location"] == reverse("judge-queue", args=["spring"])
    assert her.get(waiting)["Location"] == reverse("judge-queue", args=["spring"])
    assert f'<a href="{waiting}">' not in page(her, "round-run", "spring", 1)
    assert her.post(take, {"role": "judge"}).status_code == 400


def test_an_open_round_is_closed_before_anything_else(event, organiser, add_round, entrant):
    three = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    add_round("twenty_four", three, status="open")
    rounds.add(by=organiser, event=event, format_slug="one_to_many")
    assert next_of(event) == "Rounds closed / Close: 24 Game"


def test_absent_players_are_not_waited_for(event, organiser, round_24, entrant, add_player):
    absent = add_player()
    absent.status = "absent"
    absent.save()
    assert progress(event).rounds[0].expected == 1


def test_grades_are_said_in_few_words():
    assert grades_in_words([3, 4, 5, 7, 9, 10]) == "3-5, 7, 9-10"
    assert grades_in_words([]) == ""


def test_the_dashboard_asks_the_same_number_of_questions_for_one_player_and_ten(
    her, event, add_player, add_round, django_assert_num_queries
):
    three = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    for players in (1, 9):
        for _each in range(players):
            add_player(team="Otters")
        add_round("twenty_four", three)
        with django_assert_num_queries(36):
            her.get(reverse("run", args=["spring"]))


def test_the_start_page_asks_the_same_number_of_questions_for_one_event_and_twenty(
    her, organiser, event, django_assert_num_queries
):
    for count in (0, 19):
        for number in range(count):
            made = events.create(by=organiser, name=f"Day {number}", held_on=event.held_on, grades=[3])
            events.publish(by=organiser, event=made, visibility="provisional")
        with django_assert_num_queries(5):
            her.get(reverse("home"))


def test_ties_that_final_results_left_open_are_said_and_not_asked_for(
    event, organiser, round_24, add_player, hand_in, work_through
):
    def step(title: str):
        return next(each for each in steps(event, progress(event)) if each.title == title)

    assert not step("Disputes decided").done
    for number in (101, 102):
        hand_in(round_24, add_player(number), [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    said = "1 tie for an award is not decided."
    tied = step("Ties decided")
    assert (tied.detail, tied.done, tied.waits) == (said, False, True)
    event = publish(organiser, event, "final")
    tied = step("Ties decided")
    assert (tied.detail, tied.done, tied.waits) == (said, False, False)


def test_a_round_that_nobody_played_is_not_waited_for_once_the_results_are_final(
    event, organiser, round_24, add_round, entrant, hand_in, work_through
):
    add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((2, 2, 4, 6), 24)), status="planned")
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    event = publish(organiser, event, "final")
    by_title = {each.title: each for each in steps(event, progress(event))}
    assert (by_title["Rounds opened"].done, by_title["Rounds final"].detail) == (True, "1 of 1")
    assert not by_title["Ceremony"].done
    assert not by_title["Certificates"].detail  # nothing that is left open


def test_ties_are_named_before_rounds_are_made_final(event, judge_user, round_24, add_player, hand_in, work_through):
    entrants = [add_player(number) for number in (101, 102)]
    hand_in(round_24, entrants[0], [(0, "1*2*3*4")])
    work_through()
    assert next_steps(steps(event, progress(event)))[-1].title == "Sheets typed"
    hand_in(round_24, entrants[1], [(0, "1*2*3*4")])
    work_through()
    (step,) = next_steps(steps(event, progress(event)))
    assert (step.title, step.detail) == ("Ties decided", "1 tie for an award is not decided.")


def test_an_event_without_players_has_handed_out_no_sheet(event, round_24):
    round_24.status = "open"
    round_24.save()
    step = next(each for each in steps(event, progress(event)) if each.title == "Sheets handed out")
    assert not step.done


def test_what_keeps_a_typed_round_from_being_final_comes_before_the_next_round(
    event, organiser, add_player, add_round, round_24, hand_in, work_through
):
    """While sheets are still typed nobody waits only for the judge: sheets and the next round come first."""
    one, other = add_player(), add_player()
    people.give_role(by=organiser, event=event, username="jude2", role="judge")
    people.give_role(by=organiser, event=event, username="vic2", role="volunteer")
    add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((2, 2, 4, 6), 24)), status="planned")
    hand_in(round_24, one, [(0, "", "illegible")])
    work_through()
    assert next_of(event) == "Sheets typed / See what is left: 24 Game, or Rounds opened / Open: 24 Game"
    hand_in(round_24, other, [(0, "1+2+3")])
    work_through()
    assert next_of(event).startswith("Verdicts and rulings / See what waits")
