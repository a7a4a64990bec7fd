"""The pages of re-scores: proposing, reading the effect, deciding, and what the public reads of it."""

import re
import zoneinfo

import pytest
from django.urls import reverse
from django.utils.dateformat import format as date_format

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.accounts import actions as people
from tournament.models import AuditEntry, Keying, Rescore, Result, Ruling, Submission, Verdict
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

HIT, OTHER_HIT, FACTORIAL, MISS = "1*2*3*4", "(1+2+3)*4", "4!*(3-2)*1", "1+2+3+4"
PAGE_QUERIES, LIST_QUERIES = 25, 8
NOTE = "Question 1 was misprinted, so it counts for nobody."


@pytest.fixture
@made_once
def played(round_24, add_player, hand_in, work_through, organiser):
    """Players 101 to 104 of grade 3 have 20, 10, 10 and 0 points, and the round is final."""
    for texts in ([HIT, OTHER_HIT], [HIT], [FACTORIAL], [MISS]):
        hand_in(round_24, add_player(), [(0, text) for text in texts])
    work_through()
    return round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)


@pytest.fixture
def desk(client, played, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def puzzle(played):
    return played.puzzles.get()


@pytest.fixture
@made_once
def void(event, puzzle, organiser) -> Rescore:
    """Question 1 is to count for nobody."""
    change = proposals.void(by=organiser, puzzle=puzzle, boxes=[0])
    return rescores.propose(by=organiser, event=event, changes=[change], reason="Misprinted.")


@pytest.fixture
@made_once
def basic(event, played, organiser) -> Rescore:
    """The round is to be played with only the four operations: player 103 loses their points and award."""
    change = proposals.edition(by=organiser, round_=played, edition={"edition": "basic-24"})
    return rescores.propose(by=organiser, event=event, changes=[change], reason="A game of basics.")


def at(name: str, event, *parts) -> str:
    return reverse(name, args=[event.slug, *parts])


def text_of(answer) -> str:
    """The page's words without its tags, on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def totals(round_) -> list[int]:
    held = Result.objects.in_force().filter(round=round_).order_by("entrant__player__number")
    return list(held.values_list("points", flat=True))


# proposing


def test_an_event_without_re_scores_says_what_they_are_for(event, desk):
    assert "No re-scores yet" in text_of(desk.get(at("rescores", event)))


def test_choosing_offers_what_may_be_changed_and_no_round_that_has_not_begun(event, desk, puzzle, organiser):
    rounds.add(by=organiser, event=event, format_slug="hit_the_target")
    page = desk.get(at("rescore-propose", event)).content.decode()
    for name, part in (("rescore-numbers", puzzle.pk), ("rescore-void", puzzle.pk), ("rescore-rules", 1)):
        assert at(name, event, part) in page
    assert at("rescore-rules", event, 2) not in page
    assert desk.get(at("rescore-rules", event, 2)).status_code == 404


def test_other_pages_send_a_line_a_pair_or_a_keying_to_its_own_page(event, desk):
    propose = at("rescore-propose", event)
    assert desk.get(propose, {"line": "7"})["Location"] == at("rescore-ruling", event, 7)
    assert desk.get(propose, {"first": "1", "second": "2"})["Location"] == at("rescore-pair", event, 1, 2)
    assert desk.get(propose, {"keying": "3"})["Location"] == at("rescore-keying", event, 3)
    assert desk.get(propose, {"line": "seven"}).status_code == 200


def test_other_numbers_are_typed_in_place_of_those_that_are_asked(event, desk, puzzle):
    address = at("rescore-numbers", event, puzzle.pk)
    page = desk.get(address).content.decode()
    assert 'value="1 2 3 4"' in page
    sent = {"set-1": "1 2 3 5", "set-2": "5 3 6 6", "set-3": "4 4 4 4", "reason": "The printer's plate."}
    answer = desk.post(address, sent)
    rescore = Rescore.objects.get()
    assert answer["Location"] == at("rescore", event, rescore.pk)
    assert rescore.reason == "The printer's plate."
    assert "asks 1 2 3 5 → 24 instead of 1 2 3 4 → 24" in text_of(desk.get(answer["Location"]))


def test_numbers_that_do_not_fit_are_said_beside_their_field_and_what_was_typed_stays(event, desk, puzzle):
    sent = {"set-1": "1 2 3 99", "set-2": "5 3 6 6", "set-3": "4 4 4 4", "reason": "The printer's plate."}
    answer = desk.post(at("rescore-numbers", event, puzzle.pk), sent)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'value="1 2 3 99"' in page
    assert 'value="The printer&#x27;s plate."' in page
    assert answer.context["form"].errors.keys() == {"set-1"}
    assert not Rescore.objects.exists()


def test_the_same_numbers_are_no_change(event, desk, puzzle):
    sent = {"set-1": "1 2 3 4", "set-2": "5 3 6 6", "set-3": "4 4 4 4", "reason": "So."}
    answer = desk.post(at("rescore-numbers", event, puzzle.pk), sent)
    assert answer.status_code == 400
    assert "already the numbers and targets" in text_of(answer)


def test_a_press_that_comes_twice_proposes_once(event, desk, puzzle):
    sent = {"boxes": ["0"], "reason": "Misprinted."}
    first, second = (desk.post(at("rescore-void", event, puzzle.pk), sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Rescore.objects.count() == 1


def test_what_a_colleague_proposed_already_is_shown(event, void, client, judge_user, puzzle):
    client.force_login(judge_user)
    sent = {"boxes": ["0"], "reason": "Me too."}
    answer = client.post(at("rescore-void", event, puzzle.pk), sent, follow=True)
    assert "Ora has already proposed the same change." in text_of(answer)
    assert Rescore.objects.get() == void


def test_a_reason_is_asked_for(event, desk, puzzle):
    answer = desk.post(at("rescore-void", event, puzzle.pk), {"boxes": ["0"], "reason": ""})
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == {"reason"}


def test_a_void_question_counts_again_when_its_tick_is_taken_away(event, desk, void, organiser, puzzle):
    rescores.apply(by=organiser, rescore=void)
    assert "checked" in desk.get(at("rescore-void", event, puzzle.pk)).content.decode()
    desk.post(at("rescore-void", event, puzzle.pk), {"reason": "It was right after all."})
    assert Rescore.objects.first().changes[0]["boxes"] == []


def test_other_rules_are_proposed_for_a_round(event, desk, played):
    answer = desk.post(
        at("rescore-rules", event, 1),
        {
            "edition": "basic-24",
            "policy-through_brackets": "same",
            "policy-card_letters": "not_read",
            "reason": "A game of basics.",
        },
        follow=True,
    )
    assert "has different rules for its methods (rules “basic-24” instead of" in text_of(answer)
    assert "; no longer allowed: power, square root" in text_of(answer)
    assert totals(played) == [20, 10, 10, 0]


def test_the_policy_on_kin_is_proposed_by_an_organiser(event, desk):
    answer = desk.post(at("rescore-kin", event), {"reason": "As announced."}, follow=True)
    assert "Methods that are equal in algebra count once." in text_of(answer)


def test_a_judge_proposes_a_ruling_in_a_round_that_is_final(event, played, judge):
    line = Submission.objects.get(text=MISS)
    address = at("rescore-ruling", event, line.pk)
    sent = {"counts_as": "value", "value": "24", "reason": "It shows ×.", "scope": "all"}
    form = judge.post(at("judge-line", event, line.pk), {**sent, "preview": "1"}).content.decode()
    assert f'formaction="{address}"' in form
    assert 'value="It shows ×."' in form
    assert "It would change" in form
    page = text_of(judge.post(address, sent, follow=True))
    assert f"“{MISS}” counts as a method worth 24." in page
    assert not Ruling.objects.exists()
    judge.post(at("rescore-apply", event, Rescore.objects.get().pk), {"note": ""})
    assert totals(played) == [20, 10, 10, 10]


def test_a_judge_proposes_that_two_methods_count_once(event, played, judge):
    one, other = Verdict.objects.get(text=HIT), Verdict.objects.get(text=OTHER_HIT)
    address = at("rescore-pair", event, one.pk, other.pk)
    assert address in judge.get(at("pair", event, one.pk, other.pk)).content.decode()
    page = text_of(judge.post(address, {"says": "same", "reason": "One idea."}, follow=True))
    assert "count once" in page
    judge.post(at("rescore-apply", event, Rescore.objects.get().pk), {"note": ""})
    assert totals(played) == [10, 10, 10, 0]


@pytest.mark.postgresql
def test_a_sheet_typed_anew_stands_beside_what_counts_and_is_proposed(event, played, desk, volunteer):
    agreed = Keying.objects.get(submissions__text=MISS)
    anew = Keying.objects.create(
        sheet=agreed.sheet,
        keyer=volunteer,
        turn=2,
        state="proposed",
        opened_at=agreed.opened_at,
        touched_at=agreed.touched_at,
        closed_at=agreed.closed_at,
    )
    facts = {"sheet": agreed.sheet, "typed_by": volunteer, "typed_at": agreed.closed_at}
    line = agreed.submissions.get()
    Submission.objects.create(
        keying=anew,
        key="00000000-0000-0000-0000-000000000001",
        box=0,
        position=0,
        text=HIT,
        digest=Submission.objects.filter(text=HIT).first().digest,
        mark="written",
        recorded_at=agreed.closed_at,
        channel=line.channel,
        **facts,
    )
    address = at("rescore-keying", event, anew.pk)
    assert address in desk.get(at("rescore-propose", event)).content.decode()
    page = text_of(desk.get(address))
    assert MISS in page
    assert HIT in page
    desk.post(address, {"reason": "It was misread."})
    desk.post(at("rescore-apply", event, Rescore.objects.get().pk), {"note": ""})
    assert totals(played) == [20, 10, 10, 10]


# its effect


def test_the_effect_is_told_from_the_awards_to_the_answers(event, desk, basic):
    page = text_of(desk.get(at("rescore", event, basic.pk)))
    for said in (
        "answer 1 result 1 places 2",
        "103 Ada L. was 2",
        "New tie for an award: 103 Ada L., 104 Ada L. ",
        f"{FACTORIAL} 24 Game · Set 1 1 on target = 24 does not count",
    ):
        assert said in page, said
    assert page.index("Awards") < page.index("Places") < page.index("Points") < page.index("Answers")


def test_nothing_that_changes_is_said_in_words(event, desk, played, organiser):
    change = proposals.void(by=organiser, puzzle=played.puzzles.get(), boxes=[2])
    rescore = rescores.propose(by=organiser, event=event, changes=[change], reason="Unused.")
    page = text_of(desk.get(at("rescore", event, rescore.pk)))
    assert "No changes to awards or to ties for awards." in page
    assert "Nobody's points changed." in page.replace("&#x27;", "'")


def test_a_proposal_whose_press_is_still_at_work_looks_again_and_one_cut_off_is_worked_out_again(event, desk, void):
    Rescore.objects.filter(pk=void.pk).update(effect=None)
    page = desk.get(at("rescore", event, void.pk)).content.decode()
    assert "The effect is being calculated" in page
    assert 'http-equiv="refresh"' in page
    Rescore.objects.filter(pk=void.pk).update(effect=None, proposed_at="2026-05-09T08:00Z")
    page = desk.get(at("rescore", event, void.pk)).content.decode()
    assert "interrupted" in page
    assert 'http-equiv="refresh"' not in page
    assert desk.post(at("rescore-apply", event, void.pk), {"note": "x"}).status_code == 409
    desk.post(at("rescore-again", event, void.pk))
    void.refresh_from_db()
    assert len(void.effect["points"]) == 3


# deciding


def test_applying_shows_who_when_and_the_note(event, desk, void, played):
    answer = desk.post(at("rescore-apply", event, void.pk), {"note": f"{NOTE}\r\nSorry."}, follow=True)
    page = text_of(answer)
    assert "Everybody sees the new points now" in page
    assert f"The public reads {NOTE}" in page
    assert "Applied By Ora" in page
    assert totals(played) == [0, 0, 0, 0]
    assert Rescore.objects.get().note == f"{NOTE}\nSorry."


def test_a_second_person_is_asked_for_and_the_page_says_who_may(event, desk, organiser, judge_user, puzzle):
    events.change(by=organiser, event=event, rescore_needs_second=True)
    desk.post(at("rescore-void", event, puzzle.pk), {"boxes": ["0"], "reason": "Misprinted."})
    rescore = Rescore.objects.get()
    page = text_of(desk.get(at("rescore", event, rescore.pk)))
    assert "Ask one of these people: Jude" in page
    assert "Apply it </button>" not in page
    refused = desk.post(at("rescore-apply", event, rescore.pk), {"note": NOTE})
    assert refused.status_code == 409
    assert "Somebody else must apply what you proposed." in text_of(refused)
    assert NOTE in text_of(refused)
    desk.force_login(judge_user)
    assert "You can do that; check it first." in text_of(desk.get(at("rescore", event, rescore.pk)))
    assert desk.post(at("rescore-apply", event, rescore.pk), {"note": NOTE}).status_code == 302
    assert Rescore.objects.get().decided_by == judge_user


def test_what_no_longer_fits_is_refused_and_the_note_stays(event, desk, basic, played, organiser):
    other = proposals.edition(
        by=organiser, round_=played, edition={"edition": "number-tournament", "off": ["factorial"]}
    )
    later = rescores.propose(by=organiser, event=event, changes=[other], reason="Only this.")
    rescores.apply(by=organiser, rescore=later)
    assert "is out of date" in text_of(desk.get(at("rescore", event, basic.pk)))
    answer = desk.post(at("rescore-apply", event, basic.pk), {"note": NOTE})
    assert answer.status_code == 409
    assert "is out of date" in text_of(answer)
    assert NOTE in text_of(answer)


def test_too_many_new_results_must_be_worked_out_first(event, desk, void, played, monkeypatch):
    monkeypatch.setattr(rescores, "STALE_RESULTS", 2)
    Result.objects.in_force().filter(round=played, points__gt=0).update(version=9)
    page = text_of(desk.get(at("rescore", event, void.pk)))
    assert "3 results have changed since the effect was calculated." in page
    assert "Calculate it again before" in page
    refused = desk.post(at("rescore-apply", event, void.pk), {"note": NOTE})
    assert refused.status_code == 409
    assert NOTE in text_of(refused)
    page = text_of(desk.post(at("rescore-again", event, void.pk), follow=True))
    assert "have changed since" not in page
    assert desk.post(at("rescore-apply", event, void.pk), {"note": NOTE}).status_code == 302


def test_what_was_decided_elsewhere_since_is_said(event, desk, void, organiser):
    assert "recorded since" not in text_of(desk.get(at("rescore", event, void.pk)))
    entrant = event.entrants.get(player__number=104)
    roster.set_status(by=organiser, entrant=entrant, status="absent")
    assert "1 decision was recorded since" in text_of(desk.get(at("rescore", event, void.pk)))
    desk.post(at("rescore-again", event, void.pk))
    assert "recorded since" not in text_of(desk.get(at("rescore", event, void.pk)))


@pytest.mark.postgresql
def test_a_note_that_is_too_long_is_refused_beside_its_field(event, desk, void):
    answer = desk.post(at("rescore-apply", event, void.pk), {"note": "x" * 4001})
    assert answer.status_code == 400
    assert answer.context["note"].errors.keys() == {"note"}
    assert Rescore.objects.get().state == "proposed"


def test_a_note_may_be_longer_than_a_line_of_a_sheet(event, desk, void):
    long = "\n".join(["A sentence that says what was changed and why it was." * 10] * 5)
    assert desk.post(at("rescore-apply", event, void.pk), {"note": long}).status_code == 302


def test_dropping_asks_why_and_changes_nothing(event, desk, void, played):
    assert desk.post(at("rescore-drop", event, void.pk), {"drop-why": ""}).status_code == 400
    answer = desk.post(at("rescore-drop", event, void.pk), {"drop-why": "It was no misprint."}, follow=True)
    assert "The re-score is dropped. Nothing has changed." in text_of(answer)
    assert totals(played) == [20, 10, 10, 0]
    assert "It was no misprint." in text_of(desk.get(at("rescore", event, void.pk)))
    refused = desk.post(at("rescore-apply", event, void.pk), {"note": ""})
    assert refused.status_code == 409
    assert "already dropped" in text_of(refused)


def test_taking_it_back_is_a_re_score_of_its_own(event, desk, void, played):
    desk.post(at("rescore-apply", event, void.pk), {"note": ""})
    assert desk.post(at("rescore-reverse", event, void.pk), {"reverse-reason": ""}).status_code == 400
    answer = desk.post(at("rescore-reverse", event, void.pk), {"reverse-reason": "It was right."}, follow=True)
    assert f"It takes back re-score {void.pk}" in text_of(answer)
    assert "An earlier correction was taken back." in text_of(answer)
    desk.post(at("rescore-apply", event, Rescore.objects.first().pk), {"note": ""})
    assert totals(played) == [20, 10, 10, 0]
    assert "Proposal to take it back:" in text_of(desk.get(at("rescore", event, void.pk)))


def test_a_ruling_that_needs_two_judges_is_applied_by_the_other_judge(event, played, judge, organiser, other_volunteer):
    people.give_role(by=organiser, event=event, username=other_volunteer.username, role="judge")
    events.change(by=organiser, event=event, judges_per_ruling=2)
    line = Submission.objects.get(text=MISS)
    sent = {"counts_as": "value", "value": "24", "reason": "It shows ×.", "scope": "all"}
    judge.post(at("rescore-ruling", event, line.pk), sent)
    rescore = Rescore.objects.get()
    page = text_of(judge.get(at("rescore", event, rescore.pk)))
    assert f"Ask one of these people: {other_volunteer} " in page


# lists, history, the public


def test_the_list_has_what_waits_first_and_says_who_and_why(event, desk, void, basic, organiser):
    rescores.drop(by=organiser, rescore=void, why="No.")
    page = text_of(desk.get(at("rescores", event)))
    assert page.index("Waiting for a decision") < page.index(f"Re-score {basic.pk}")
    assert page.index(f"Re-score {basic.pk}") < page.index(f"Re-score {void.pk}")
    assert "counts for nobody" in page
    assert "dropped by Ora" in page


def test_each_page_shows_its_own_history(event, desk, void):
    desk.post(at("rescore-apply", event, void.pk), {"note": ""})
    page = text_of(desk.get(at("rescore", event, void.pk)))
    assert page.index("proposed a re-score") < page.index("applied a re-score")


def test_a_re_score_of_another_event_is_not_found(event, void, desk, organiser):
    other = events.create(by=organiser, name="Elsewhere", slug="other", held_on=event.held_on, grades=[3])
    for name in ("rescore-apply", "rescore-drop", "rescore-again", "rescore-reverse"):
        assert desk.post(at(name, other, void.pk), {"note": ""}).status_code == 404
    assert desk.get(at("rescore", other, void.pk)).status_code == 404


def test_the_public_reads_the_notes_of_what_was_applied(event, desk, client, void, basic, organiser):
    event = events.change(by=organiser, event=event, time_zone="Europe/Madrid")
    rescores.apply(by=organiser, rescore=void, note=NOTE)
    rescores.apply(by=organiser, rescore=rescores.calculate_effect(by=organiser, rescore=basic), note="")
    applied = AuditEntry.objects.get(verb="rescore.applied", subject_id=void.pk).at
    client.logout()
    page = text_of(client.get(at("event", event)))
    in_madrid = applied.astimezone(zoneinfo.ZoneInfo("Europe/Madrid"))
    assert f"Corrections {date_format(in_madrid, 'j F Y, H:i')} {NOTE}" in page
    api = client.get(reverse("api-event", args=[event.slug])).json()
    assert api["corrections"] == [{"at": applied.isoformat().replace("+00:00", "Z"), "note": NOTE}]
    assert "Corrections" in text_of(client.get(at("event", event)))
    events.publish(by=organiser, event=event, visibility="hidden")
    assert client.get(at("event", event)).status_code == 404


def test_a_helper_who_may_not_see_results_reads_no_note(event, client, void, organiser, volunteer):
    rescores.apply(by=organiser, rescore=void, note=NOTE)
    events.publish(by=organiser, event=event, visibility="hidden")
    client.force_login(volunteer)
    assert NOTE not in text_of(client.get(at("event", event)))


def test_an_event_without_corrections_does_not_speak_of_any(event, client):
    assert "Corrections" not in text_of(client.get(at("event", event)))


# queries


@pytest.fixture
def many(event, add_round, add_player, hand_in, work_through, organiser):
    """many(n): a re-score that changes the points of n players."""

    def play(count: int) -> Rescore:
        round_ = add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24)))
        for _each in range(count):
            hand_in(round_, add_player(), [(0, HIT)])
        work_through()
        change = proposals.void(by=organiser, puzzle=round_.puzzles.get(), boxes=[0])
        return rescores.propose(by=organiser, event=event, changes=[change], reason="Misprinted.")

    return play


@pytest.mark.parametrize("count", [1, 10])
def test_the_page_takes_as_many_queries_for_ten_results_as_for_one(
    event, client, organiser, many, count, django_assert_num_queries
):
    rescore = many(count)
    assert len(rescore.effect["points"]) == count
    client.force_login(organiser)
    with django_assert_num_queries(PAGE_QUERIES):
        client.get(at("rescore", event, rescore.pk))


@pytest.mark.parametrize("count", [1, 10])
def test_the_list_takes_as_many_queries_for_ten_re_scores_as_for_one(
    event, desk, void, organiser, count, django_assert_num_queries
):
    Rescore.objects.bulk_create(
        Rescore(
            event=event,
            changes=void.changes,
            reason="Again.",
            effect=void.effect,
            proposed_by=organiser,
            proposed_at=void.proposed_at,
        )
        for _each in range(count - 1)
    )
    with django_assert_num_queries(LIST_QUERIES):
        desk.get(at("rescores", event))
