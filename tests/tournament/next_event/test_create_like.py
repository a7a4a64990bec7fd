"""An event like an earlier one has its rounds, settings, criteria and helpers, and its players one grade up."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tournament.accounts import actions as accounts
from tournament.models import AuditEntry, Division, Entrant, Event, Player, PuzzleSet, Role, User
from tournament.next_event.actions import create_like, suggestion
from tournament.organiser import actions as events
from tournament.puzzle_sets.actions import make_for_round
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.standings import actions as criteria
from tournament.web.permissions import NotAllowed
from tournament.word_lists import actions as words

pytestmark = pytest.mark.django_db
DAY = datetime.date(2028, 5, 6)


@pytest.fixture
def earlier(event, organiser, judge_user, volunteer):
    User.objects.filter(pk=organiser.pk).update(may_create_events=True)
    organiser.refresh_from_db()
    for grade in (4, 5):
        if not event.divisions.filter(grade=grade).exists():
            events.add_division(by=organiser, event=event, grade=grade, name=f"Year {grade}")
    rounds.add(by=organiser, event=event, format_slug="hit_the_target", preset="six_rounds", name="Warm-up")
    typed_twice = rounds.add(by=organiser, event=event, format_slug="many_to_one")
    rounds.change(by=organiser, round_=typed_twice, keying_policy="twice")
    events.change(by=organiser, event=event, accent="plum", award_places=5, kin_counts_as="same")
    criteria.choose(by=organiser, event=event, criteria=["total", "round:2"])
    event.refresh_from_db()
    return event


def like(by, earlier, **more):
    return create_like(by=by, earlier=earlier, name="Spring again", held_on=DAY, **more)


def player(organiser, event, number, grade, team=""):
    facts = roster.PlayerFacts(number, f"Child {number}", "Last", grade, team)
    return roster.add_player(by=organiser, event=event, facts=facts)


def test_rounds_settings_criteria_and_grades_are_those_of_the_earlier_event(organiser, earlier):
    made = like(organiser, earlier).event
    fields = ("position", "name", "format", "preset", "settings", "edition", "keying_policy")
    assert list(made.rounds.values(*fields)) == list(earlier.rounds.values(*fields))
    assert {each.status for each in made.rounds.all()} == {"planned"}
    names = ("grade", "name")
    assert list(made.divisions.values(*names)) == list(earlier.divisions.values(*names))
    assert (made.accent, made.award_places, made.kin_counts_as) == ("plum", 5, "same")
    assert made.criteria == ["total", "round:2"]
    assert (made.visibility, made.held_on, made.slug) == ("hidden", DAY, "spring-again")
    assert AuditEntry.objects.filter(event_id=made.pk, verb="event.made_like").exists()


def test_criteria_follow_a_round_to_its_new_position(organiser, earlier):
    earlier.rounds.filter(position=1).delete()
    made = like(organiser, earlier).event
    assert [each.position for each in made.rounds.all()] == [1]
    assert made.criteria == ["total", "round:1"]


def test_helpers_have_the_same_roles_and_closed_accounts_have_none(organiser, judge_user, volunteer, earlier):
    accounts.give_role(by=organiser, event=earlier, username=volunteer.username, role=Role.JUDGE)
    events.change(by=organiser, event=earlier, judges_per_ruling=2)
    closed = User.objects.create(username="gone", is_active=False)
    earlier.memberships.create(user=closed, role=Role.VOLUNTEER)
    earlier.refresh_from_db()
    made = like(organiser, earlier).event
    pairs = set(earlier.memberships.exclude(user=closed).values_list("user", "role"))
    assert set(made.memberships.values_list("user", "role")) == pairs
    assert made.judges_per_ruling == 2


def test_an_event_whose_judges_left_asks_for_those_who_are_there(organiser, judge_user, volunteer, earlier):
    accounts.give_role(by=organiser, event=earlier, username=volunteer.username, role=Role.JUDGE)
    events.change(by=organiser, event=earlier, judges_per_ruling=2)
    User.objects.filter(pk=judge_user.pk).update(is_active=False)
    earlier.refresh_from_db()
    assert like(organiser, earlier).event.judges_per_ruling == 1


def test_players_go_one_grade_up_and_those_without_a_next_grade_are_listed(organiser, earlier):
    low, top = Division.objects.filter(event=earlier).order_by("grade")[0], earlier.divisions.last()
    player(organiser, earlier, 901, low.grade, "Otters")
    player(organiser, earlier, 902, top.grade)
    gone = player(organiser, earlier, 903, low.grade)
    roster.set_status(by=organiser, entrant=gone.entrant, status=Entrant.Status.WITHDRAWN, why="Moved away.")
    made = like(organiser, earlier, with_players=True)
    taken = Player.objects.get(event=made.event, number=901)
    assert (taken.division.grade, taken.team.name, taken.first_name) == (low.grade + 1, "Otters", "Child 901")
    assert taken.team.event == made.event
    assert taken.team.entrant.division.grade == low.grade + 1
    left = {each.player.split()[0]: each.why for each in made.left_out}
    assert left["902"] == f"there is no grade {top.grade + 1}"
    assert left["903"] == "withdrawn or disqualified"
    assert made.players == made.event.players.count()


def test_nobody_is_taken_over_unless_the_organiser_asks(organiser, earlier):
    player(organiser, earlier, 901, earlier.divisions.first().grade)
    assert like(organiser, earlier).event.players.count() == 0


def test_settings_of_puzzle_sets_that_somebody_changed_are_kept_for_the_new_round(organiser, earlier):
    round_ = earlier.rounds.get(position=1)
    first, *_rest = make_for_round(by=organiser, round_=round_).begun
    changed = first.settings | {"step_most": 5 if first.settings["step_most"] != 5 else 4}
    PuzzleSet.objects.filter(pk=first.pk).update(settings=changed)
    made = like(organiser, earlier).event
    (kept,) = made.puzzle_sets.all()
    assert (kept.settings, kept.grade, kept.round.event) == (changed, first.grade, made)
    assert (kept.making, kept.puzzles) == ("stopped", [])


def test_an_archived_event_is_copied_and_other_people_s_are_not(organiser, judge_user, earlier):
    Event.objects.filter(pk=earlier.pk).update(archived_at="2027-01-01T00:00Z")
    earlier.refresh_from_db()
    assert like(organiser, earlier).event.rounds.count() == 2
    judge_user.may_create_events = True
    with pytest.raises(NotAllowed):
        like(judge_user, earlier)


def test_the_page_makes_the_event_and_says_who_was_left_out(client, organiser, earlier):
    top = earlier.divisions.last().grade
    for number in (902, 903):
        player(organiser, earlier, number, top)
    client.force_login(organiser)
    assert reverse("create-like", args=[earlier.slug]) in client.get(reverse("create-event")).content.decode()
    sent = {"name": "Next spring", "held_on": "2028-05-06", "with_players": "on"}
    answer = client.post(reverse("create-like", args=[earlier.slug]), sent, follow=True)
    assert answer.redirect_chain == [(reverse("run", args=["next-spring"]), 302)]
    page = answer.content.decode()
    assert "Not taken over: 902" in page
    assert page.count(f"(there is no grade {top + 1})") == 1


def test_a_taken_address_is_refused_at_its_field_and_nothing_is_made(client, organiser, earlier):
    client.force_login(organiser)
    sent = {"name": "Spring", "held_on": "2028-05-06", "slug": earlier.slug}
    answer = client.post(reverse("create-like", args=[earlier.slug]), sent)
    assert answer.status_code == 400
    assert "There is an event at" in answer.content.decode()
    assert Event.objects.count() == 1


def test_the_form_begins_with_a_name_and_a_date_that_can_be_sent_unchanged(client, organiser, earlier):
    client.force_login(organiser)
    address = reverse("create-like", args=[earlier.slug])
    for name in ("Spring Day 2027", "Spring Day 2028"):
        proposed = client.get(address).context["form"].initial
        assert proposed["name"] == name
        assert client.post(address, proposed | {"slug": ""}).status_code == 302
    assert Event.objects.get(name="Spring Day 2027").held_on == max(
        earlier.held_on + datetime.timedelta(weeks=52), timezone.localdate()
    )


@pytest.mark.parametrize(
    "name,proposed", [("Day 2026", "Day 2027"), ("2026: a day", "2027: a day"), ("Room 20261", "Room 20261 2027")]
)
def test_the_year_in_a_name_moves_on(event, name, proposed):
    event.name = name
    assert suggestion(event, datetime.date(2026, 11, 1)) == (proposed, datetime.date(2027, 5, 8))
    assert suggestion(event, datetime.date(2029, 1, 2)) == (proposed.replace("2027", "2029"), datetime.date(2029, 1, 2))


def test_the_event_s_own_words_are_copied(organiser, earlier):
    words.decide(by=organiser, event=earlier, word="kaoline", is_accepted=True, why="In our dictionary.")
    made = like(organiser, earlier).event
    names = ("word", "is_accepted", "why", "decided_by", "decided_at")
    assert list(made.words.values(*names)) == list(earlier.words.values(*names))
