"""A re-score takes as many people as the event asks for: who proposes it, who sign it, and who applies it."""

import re

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Relation, Rescore, Ruling, Submission
from tournament.organiser import actions as events, round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rescoring.signing import Signing, needed, sign
from tournament.scoring import signatures
from tournament.to_sign.queries import count
from tournament.web.permissions import capabilities

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def judges(event, judge_user):
    """Four of them; the first one proposes."""
    found = [judge_user]
    for name in ("ann", "ben", "cem"):
        user = make_user(name, first_name=name.title())
        event.memberships.create(user=user, role="judge")
        found.append(user)
    return found


@pytest.fixture
def rescore(event, round_24, add_player, hand_in, work_through, organiser, judges) -> Rescore:
    """With a ruling on a line of player 101, in an event that asks for three judges."""
    events.change(by=organiser, event=event, judges_per_ruling=3)
    (line,) = hand_in(round_24, add_player(), [(0, "1+2+3+4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    event.refresh_from_db()
    line = Submission.objects.get(pk=line.pk)
    change = proposals.ruling(by=judges[0], submission=line, counts_as="value", value="24", reason="It shows ×.")
    return rescores.propose(by=judges[0], event=event, changes=[change], reason="It shows ×.")


def code(action, **given) -> str:
    with pytest.raises(Refused) as refused:
        action(**given)
    return refused.value.code


def test_three_judges_are_three_different_people(rescore, judges):
    first, ann, ben, cem = judges
    assert code(rescores.apply, by=first, rescore=rescore) == "needs_second"
    assert code(rescores.apply, by=ann, rescore=rescore) == "needs_signatures"
    sign(by=ann, rescore=rescore)
    assert code(rescores.apply, by=ann, rescore=rescore) == "needs_signatures"
    assert code(sign, by=ben, rescore=rescore) == "complete"
    applied = rescores.apply(by=ben, rescore=rescore)
    assert (applied.state, applied.needs) == ("applied", 3)
    ruling = Ruling.objects.get()
    assert (ruling.needs, {each.signer for each in ruling.signatures.all()}) == (3, {first, ann, ben})


def test_signing_is_recorded_once_and_is_not_public(rescore, judges):
    for _ in range(2):
        sign(by=judges[1], rescore=rescore)
    sign(by=judges[0], rescore=rescore)  # proposing was the signature
    (entry,) = AuditEntry.objects.filter(verb="rescore.signed")
    assert (entry.after, rescore.signatures.count()) == ({"signed": 2, "of": 3}, 1)


def test_what_the_event_asks_for_when_it_is_applied_decides(event, rescore, judges, organiser):
    assert Signing(rescore).to_sign
    events.change(by=organiser, event=event, judges_per_ruling=2)
    assert rescores.apply(by=judges[1], rescore=rescore).needs == 2


def test_more_judges_asked_for_meanwhile_sign_too(event, rescore, judges, organiser):
    sign(by=judges[1], rescore=rescore)
    events.change(by=organiser, event=event, judges_per_ruling=4)
    assert code(rescores.apply, by=judges[2], rescore=rescore) == "needs_signatures"
    sign(by=judges[2], rescore=rescore)
    assert rescores.apply(by=judges[3], rescore=rescore).needs == 4


def test_an_organiser_does_not_sign_a_ruling(rescore, organiser):
    assert code(sign, by=organiser, rescore=rescore) == "needs_judge"


def relate(rescore, user) -> None:
    player = rescore.event.players.get()
    Relation.objects.create(event=rescore.event, user=user, player=player)


def test_who_is_related_does_not_sign_and_an_earlier_signature_of_theirs_no_longer_counts(rescore, judges):
    _first, ann, ben, cem = judges
    relate(rescore, ben)
    assert code(sign, by=ben, rescore=rescore) == "related"
    sign(by=ann, rescore=rescore)
    relate(rescore, ann)
    assert code(rescores.apply, by=cem, rescore=rescore) == "needs_signatures"


def test_what_is_decided_is_not_signed(rescore, judges):
    rescores.drop(by=judges[0], rescore=rescore)
    assert code(sign, by=judges[1], rescore=rescore) == "decided"


def test_two_people_need_no_signature_between_them(event, rescore, judges, organiser):
    events.change(by=organiser, event=event, judges_per_ruling=2)
    assert code(sign, by=judges[1], rescore=rescore) == "complete"


def test_it_waits_with_each_who_has_not_signed(event, rescore, judges, organiser):
    def counted() -> list[int]:
        event.refresh_from_db()
        return [count(each, event, capabilities(each, event)) for each in [*judges, organiser]]

    assert counted() == [0, 1, 1, 1, 0]
    sign(by=judges[1], rescore=rescore)
    assert counted() == [0, 0, 1, 1, 0]


def test_the_page_asks_for_signatures_and_then_for_somebody_who_applies_it(client, rescore, judges):
    address = f"/events/spring/rescores/{rescore.pk}/"

    def page(user) -> str:
        client.force_login(user)
        return " ".join(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).split())

    assert "1 of 3 people have agreed: Jude" in page(judges[0])
    assert "Ask one of these people: Ann , Ben , Cem" in page(judges[0])
    assert "related" not in page(judges[0])
    relate(rescore, judges[3])
    assert "to whom you are related, so somebody else must decide on it. Ask one of these" in page(judges[3])
    assert "1 more person must sign before somebody else can apply it." in page(judges[1])
    assert "Sign it" in page(judges[1])
    client.post(f"{address}sign/")
    said = page(judges[1])
    assert "2 of 3 people have agreed: Jude, Ann" in said
    assert "Enough people have signed. Another person must apply it. You have signed." in said
    assert "Apply it" in page(judges[2])
    client.post(f"{address}apply/", {"note": ""})
    rescore.refresh_from_db()
    assert (rescore.state, rescore.decided_by) == ("applied", judges[2])


@pytest.mark.postgresql
def test_the_database_counts_the_people_too(rescore, judges):
    def decide(by) -> None:
        Rescore.objects.filter(pk=rescore.pk).update(state="applied", needs=3, decided_by=by, decided_at=timezone.now())

    with pytest.raises(IntegrityError, match="too few signatures"), transaction.atomic():
        decide(judges[1])
    signatures.add(judges[1], [rescore], timezone.now())
    with pytest.raises(IntegrityError, match="too few signatures"), transaction.atomic():
        decide(judges[1])
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournament_signature")
    decide(judges[2])


@pytest.mark.parametrize(
    ("judges_of_a_ruling", "asks_second", "without", "with_ruling"),
    [(1, False, 1, 1), (1, True, 2, 2), (2, True, 2, 2), (3, False, 1, 3), (3, True, 3, 3)],
)
def test_a_re_score_without_a_ruling_needs_as_many_people_where_a_second_one_is_asked_for(
    event, rescore, judges_of_a_ruling, asks_second, without, with_ruling
):
    event.judges_per_ruling, event.rescore_needs_second = judges_of_a_ruling, asks_second
    assert (needed(Rescore(changes=[]), event), needed(rescore, event)) == (without, with_ruling)
