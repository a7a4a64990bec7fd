"""Disputes at the judges' table: the list in the order of its weight, one with its evidence, filing at the desk."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink, Dispute, Event, Keying, Relation

pytestmark = pytest.mark.django_db

HITS, MISSES, UNREADABLE = "1*2*3*4", "1+2+3+4", "4 4 four"


def page(name: str, *parts) -> str:
    return reverse(name, args=["spring", *parts])


def read(client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
@made_once
def lines(round_24, add_player, typed, organiser):
    """Player 101 of the Owls with a line that misses and one that nobody can read; disputes are taken."""
    typed(round_24, add_player(102), [(0, HITS)])
    found = typed(round_24, add_player(101, team="Owls", first_name="Zelda"), [(0, MISSES), (2, UNREADABLE)])
    disputes.open_window(by=organiser, round_=round_24)
    return found


@pytest.fixture
@made_once
def dispute(event, organiser, lines) -> Dispute:
    coach_links.make_links(by=organiser, event=event)
    link = CoachLink.objects.get(team__name="Owls")
    return coach_links.dispute(link=link, sheet=lines[0].sheet, line=lines[0], statement="It is a ×.").dispute


# the list


def test_an_empty_list_says_so_kindly(judge, event):
    assert "No dispute is open" in read(judge, page("disputes"))


def test_an_empty_list_that_takes_disputes_says_only_until_when(judge, lines):
    text = read(judge, page("disputes"))
    assert "are open until" in text
    assert "No dispute is open" not in text


def test_the_list_says_who_what_when_and_what_it_can_change(judge, dispute):
    text = read(judge, page("disputes"))
    for said in (
        "1 dispute is open",
        MISSES,
        "101 ·",
        "coach of Owls",
        "can change an award",
        "place 2 now, 1 to 2",
    ):
        assert said in text
    assert "Zelda" not in text, "judges see numbers, not names"


def test_a_dispute_about_a_whole_sheet_names_no_upper_bound(judge, volunteer, lines):
    disputes.file(by=volunteer, sheet=lines[0].sheet, line=None, statement="Lines are missing.")
    text = read(judge, page("disputes"))
    assert "place 2 now, 2 or better" in text
    assert "0 points, 0 or more: lines that are not typed can raise it" in text


def test_the_judges_queue_counts_the_disputes(judge, dispute):
    assert "1 dispute<" in read(judge, page("judge-queue"))


def test_a_judge_who_typed_the_sheet_is_told_instead_of_being_shown_the_form(judge, judge_user, dispute, event):
    Keying.objects.filter(sheet=dispute.sheet).update(keyer=judge_user)
    assert "Your decision" in read(judge, page("dispute", dispute.pk)), "the only judge decides"
    event.memberships.create(user=make_user("cleo"), role="judge")
    text = read(judge, page("dispute", dispute.pk))
    assert "You typed this sheet yourself, so another judge must decide." in text
    assert "Your decision" not in text


def test_an_organiser_reads_and_does_not_decide(client, organiser, dispute):
    client.force_login(organiser)
    assert "A judge decides." in read(client, page("dispute", dispute.pk))
    for name in ("dispute-take", "dispute-decide"):
        assert client.post(page(name, dispute.pk), {"answer": "Yes."}).status_code == 403
    dispute.refresh_from_db()
    assert (dispute.state, dispute.taken_by) == ("open", None)


def test_the_list_takes_as_many_queries_for_ten_as_for_one(judge, dispute, round_24, add_player, typed, volunteer):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            read(judge, page("disputes"))
        return len(seen)

    one = queries()
    for number in range(201, 204):
        written = typed(round_24, add_player(number, team="Owls"), [(0, f"{at}+1") for at in range(3)])
        for line in written:
            disputes.file(by=volunteer, sheet=line.sheet, line=line, statement="?")
    assert Dispute.objects.count() == 10
    assert queries() == one


# one dispute


def test_a_dispute_shows_all_that_lies_on_the_table(judge, dispute, lines, volunteer):
    disputes.file(by=volunteer, sheet=lines[0].sheet, line=lines[0], statement="Her father says so too.")
    text = read(judge, page("dispute", dispute.pk))
    for said in (
        "It is a ×.",
        "Her father says so too.",
        "Coach of Owls",
        "<math",
        "Step by step",
        "0 points, 0 to 10",
    ):
        assert said in text
    assert "filed a dispute" in text
    assert f"{page('judge-line', lines[0].pk)}?dispute={dispute.pk}" in text
    assert "Zelda" not in text


def test_a_judge_takes_it_rules_comes_back_and_upholds(judge, judge_user, dispute, lines, client):
    judge.post(page("dispute-take", dispute.pk), {"seen": ""})
    assert "This dispute is assigned to you." in read(judge, page("dispute", dispute.pk))
    rule = f"{page('judge-line', lines[0].pk)}?dispute={dispute.pk}"
    assert 'name="scope"' not in read(judge, rule), "from a dispute a ruling is for its sheet alone"
    says = {"counts_as": "value", "value": "24", "reason": "It is a times sign.", "scope": "all", "seen": 0}
    assert judge.post(rule, says)["Location"] == page("dispute", dispute.pk)
    ruling = lines[0].rulings.get()
    assert ruling.submission == lines[0]
    text = read(judge, page("dispute", dispute.pk))
    assert f'<option value="{ruling.pk}" selected>' in text, "what was ruled since is offered as the outcome"
    answer = judge.post(
        page("dispute-decide", dispute.pk),
        {"answer": "You are right.", "consequence": "ruling", "ruling": ruling.pk, "decision": "uphold"},
    )
    assert answer["Location"] == page("disputes")
    dispute.refresh_from_db()
    assert (dispute.state, dispute.ruling, dispute.decided_by) == ("upheld", ruling, judge_user)
    text = read(judge, page("dispute", dispute.pk))
    assert "You are right." in text
    assert "A judge’s ruling has corrected it." in text
    assert "Uphold" not in text


def test_a_judge_upholds_and_rules_with_one_press(judge, dispute, lines):
    here = {"consequence": "here", "decision": "uphold", "seen": 0}
    says = {"counts_as": "method", "method": "4+4", "answer": "It is a times sign."}
    answer = judge.post(page("dispute-decide", dispute.pk), here | says)
    assert answer.status_code == 400
    assert "The program does not accept this method." in answer.content.decode()
    answer = judge.post(page("dispute-decide", dispute.pk), here | {"answer": ""})
    assert "Say what the line counts as." in answer.content.decode()
    assert "Write the answer; the coach reads it." in answer.content.decode()
    assert not lines[0].rulings.exists()
    answer = judge.post(page("dispute-decide", dispute.pk), here | says | {"counts_as": "nothing"})
    assert answer["Location"] == page("disputes")
    dispute.refresh_from_db()
    assert (dispute.state, dispute.ruling.reason) == ("upheld", "It is a times sign.")
    assert dispute.ruling.submission == lines[0]


def test_a_re_score_proposed_from_a_dispute_and_the_dispute_lead_to_each_other(judge, dispute, lines, round_24):
    type(round_24).objects.update(status="final")
    text = read(judge, page("dispute", dispute.pk))
    assert 'value="here"' not in text
    address = f"{page('rescore-propose')}?line={lines[0].pk}&amp;dispute={dispute.pk}"
    assert f'href="{address}"' in text
    form = judge.get(address.replace("&amp;", "&"))["Location"]
    assert f'href="{page("dispute", dispute.pk)}"' in read(judge, form)
    says = {"counts_as": "nothing", "reason": "It is a 4.", "seen": 0}
    proposal = judge.post(form, says)["Location"]
    assert f'href="{page("dispute", dispute.pk)}"' in read(judge, proposal)
    assert f'href="{proposal}"' in read(judge, page("dispute", dispute.pk))
    (rescore,) = dispute.event.rescores.all()
    assert rescore.changes[0]["only_this_sheet"] is True
    decided = {"consequence": "rescore", "rescore": rescore.pk, "answer": "Yes.", "decision": "uphold"}
    assert judge.post(page("dispute-decide", dispute.pk), decided).status_code == 302
    assert "A re-score is proposed and waits to be applied." in read(judge, page("disputes"))


def test_an_answer_is_asked_for_at_its_place(judge, dispute):
    answer = judge.post(page("dispute-decide", dispute.pk), {"answer": "", "decision": "reject"})
    assert answer.status_code == 400
    assert "Write the answer; the coach reads it." in answer.content.decode()


def test_a_related_judge_is_told_so(judge, judge_user, dispute, event, lines):
    Relation.objects.create(event=event, user=judge_user, player=lines[0].sheet.entrant.player)
    answer = judge.post(page("dispute-decide", dispute.pk), {"answer": "Yes.", "decision": "uphold"})
    assert answer.status_code == 403
    assert "You are related to this player or team" in answer.content.decode()
    assert "You are related" in judge.post(page("dispute-take", dispute.pk), follow=True).content.decode()


def test_a_whole_sheet_shows_every_line(judge, dispute, lines, volunteer):
    whole = disputes.file(by=volunteer, sheet=lines[0].sheet, statement="Not her hand.").dispute
    text = read(judge, page("dispute", whole.pk))
    assert MISSES in text
    assert UNREADABLE in text
    assert "0 points, 0 or more" in text


def test_a_final_round_says_that_points_change_by_a_re_score(judge, dispute, round_24):
    type(round_24).objects.update(status="final")
    text = read(judge, page("dispute", dispute.pk))
    assert "Only a re-score can change its points" in text
    address = f"{page('rescore-propose')}?line={dispute.submission_id}&dispute={dispute.pk}"
    form = judge.get(address, follow=True)
    assert form.redirect_chain == [(f"{page('rescore-ruling', dispute.submission_id)}?dispute={dispute.pk}", 302)]
    assert MISSES in form.content.decode()


def test_a_disputed_line_that_no_longer_counts_leads_to_the_choice_of_a_re_score(judge, dispute, round_24):
    Keying.objects.filter(pk=dispute.submission.keying_id).update(state="superseded")
    type(round_24).objects.update(status="final")
    text = read(judge, page("dispute", dispute.pk))
    assert f'href="{page("rescore-propose")}?dispute={dispute.pk}"' in text
    assert "?line=" not in text


def test_a_dispute_of_another_event_is_not_found(judge, dispute, organiser, judge_user):
    other = dispute.event.__class__.objects.create(name="Autumn", slug="autumn", held_on="2026-10-03")
    other.memberships.create(user=judge_user, role="judge")
    assert judge.get(reverse("dispute", args=["autumn", dispute.pk])).status_code == 404


# filing at the desk


def test_a_volunteer_files_for_somebody_at_the_desk_and_sees_no_verdict(client, volunteer, lines):
    client.force_login(volunteer)
    form = page("dispute-file") + "?who=101&round=1"
    text = read(client, form)
    assert f"1, line 1: {MISSES}" in text
    assert not {"refused", "accepted", "award"} & set(text.replace("<", " ").replace(">", " ").split())
    told = {"what": f"line-{lines[0].pk}", "statement": "She says it is a times sign."}
    assert client.post(form, told)["Location"] == page("dispute-file")
    dispute = Dispute.objects.get()
    assert (dispute.submission, dispute.filed_by) == (lines[0], volunteer)
    client.post(page("dispute-withdraw", dispute.pk))
    dispute.refresh_from_db()
    assert dispute.state == "withdrawn"


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("who=999&round=1", 400, "There is no player with this number."),
        ("who=Nobody&round=1", 400, "There is no team of this name."),
        ("who=owls&round=1", 200, "This sheet is not typed yet."),
        ("who=101&round=9", 400, "Select a valid choice"),
    ],
)
def test_a_sheet_that_is_not_there_is_told(client, volunteer, lines, query, status, sentence):
    client.force_login(volunteer)
    answer = client.get(f"{page('dispute-file')}?{query}")
    assert answer.status_code == status
    assert sentence in answer.content.decode()


def test_only_the_organiser_is_offered_a_reason_for_a_late_one(client, volunteer, organiser, lines, round_24):
    disputes.close_window(by=organiser, round_=round_24)
    form = page("dispute-file") + "?who=101&round=1"
    told = {
        "what": f"sheet-{lines[0].sheet_id}",
        "statement": "Late.",
        "late_because": "She was with the nurse.",
    }
    client.force_login(volunteer)
    assert "late_because" not in read(client, form)
    assert client.post(form, told).status_code == 409
    client.force_login(organiser)
    assert "late_because" in read(client, form)
    assert client.post(form, told).status_code == 302
    assert Dispute.objects.get().submission is None


# the organiser's window


def test_in_a_hidden_event_the_way_to_publish_stands_beside_opening_disputes(client, organiser, round_24):
    client.force_login(organiser)
    sentence = "Publish provisional results first"
    assert sentence not in read(client, page("round-run", 1))
    Event.objects.update(visibility="hidden")
    assert sentence in read(client, page("round-run", 1))


def test_the_organiser_opens_extends_and_closes_a_rounds_disputes(client, organiser, round_24):
    client.force_login(organiser)
    run = page("disputes-window", 1)
    assert "Disputes about 24 Game are not open." in read(client, page("round-run", 1))
    for step, minutes, sentence in (
        ("open", "20", "are open until"),
        ("extend", "10", "are open until"),
        ("close", "", "were closed at"),
    ):
        answer = client.post(run, {"step": step, "minutes": minutes}, follow=True)
        assert sentence in answer.content.decode()
    assert client.post(run, {"step": "open", "minutes": "9999"}).status_code == 400
    assert client.post(run, {"step": "extend", "minutes": "5"}).status_code == 409


def test_a_sheet_typed_anew_says_so(judge, dispute, lines):
    lines[0].keying.state = "superseded"
    lines[0].keying.save()
    text = read(judge, page("dispute", dispute.pk))
    assert "typed again since" in text
    assert MISSES in text


def test_a_judge_goes_on_with_the_next_dispute_that_they_may_decide(
    judge, judge_user, dispute, lines, event, volunteer
):
    second = disputes.file(by=volunteer, sheet=lines[1].sheet, line=lines[1], statement="It is a 4.").dispute
    assert f'rel="next" href="{page("dispute", second.pk)}"' in " ".join(
        read(judge, page("dispute", dispute.pk)).split()
    )
    answer = judge.post(page("dispute-decide", dispute.pk), {"decision": "reject", "answer": "It is a +."})
    assert answer["Location"] == page("dispute", second.pk)
    Relation.objects.create(event=event, user=judge_user, player=lines[1].sheet.entrant.player)
    text = read(judge, page("disputes"))
    assert "You are related to this player or team" in text
    assert ">Begin<" not in text
