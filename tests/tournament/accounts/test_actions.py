"""Giving and removing roles."""

import pytest
from django.db.models.signals import pre_save

from tests.tournament.making import make_user
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.models import Membership, User
from tournament.web.permissions import NotAllowed


def give(event, by, username="vera", role="volunteer", **more):
    return people.give_role(by=by, event=event, username=username, role=role, **more)


def test_a_new_name_makes_an_account_without_a_password(event, organiser):
    membership, new = give(event, organiser, full_name="  Vera  van der Venn ")
    assert new
    assert str(membership.user) == "Vera van der Venn"
    assert not membership.user.has_usable_password()


def test_a_known_name_gets_the_role_whatever_its_capitals(event, organiser):
    known = make_user("Vera")
    membership, new = give(event, organiser, username="vera")
    assert (membership.user, new) == (known, False)
    assert User.objects.filter(username__iexact="vera").count() == 1


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "values,field",
    [
        ({"username": "x"}, "username"),
        ({"username": "has blank"}, "username"),
        ({"username": "a\x00b"}, "username"),
        ({"role": "king"}, "role"),
        ({"full_name": "x" * 151}, "full_name"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(event, organiser, values, field):
    with pytest.raises(Refused) as refused:
        give(event, organiser, **values)
    assert field in refused.value.fields
    assert User.objects.count() == 1


@pytest.fixture
def somebody_is_faster():
    """Another account of the same name is there just before ours is stored."""

    def store(instance, **_more):
        User.objects.bulk_create([User(username=instance.username)])  # sends no signal

    pre_save.connect(store, sender=User)
    yield
    pre_save.disconnect(store, sender=User)


def test_two_events_that_invite_the_same_person_in_one_moment(event, organiser, somebody_is_faster):
    with pytest.raises(Refused) as refused:
        give(event, organiser)
    assert list(refused.value.fields) == ["username"]


def test_the_same_role_twice_is_refused(event, organiser):
    give(event, organiser)
    with pytest.raises(Refused, match="vera has this role already"):
        give(event, organiser)
    assert Membership.objects.filter(user__username="vera").count() == 1


def test_the_last_organiser_stays(event, organiser):
    with pytest.raises(Refused, match="only organiser"):
        people.take_role(by=organiser, membership=event.memberships.get())
    assert event.memberships.count() == 1


def test_an_organiser_whose_account_is_closed_does_not_count(event, organiser):
    second, _new = give(event, organiser, "otto", "organiser")
    User.objects.filter(pk=second.user_id).update(is_active=False)
    with pytest.raises(Refused, match="only organiser"):
        people.take_role(by=organiser, membership=event.memberships.get(user=organiser))


def test_two_organisers_who_take_each_others_role_leave_one(event, organiser):
    second, _new = give(event, organiser, "otto", "organiser")
    mine = event.memberships.get(user=organiser)
    people.take_role(by=second.user, membership=mine)
    with pytest.raises(NotAllowed):
        people.take_role(by=organiser, membership=second)
    assert event.memberships.filter(role="organiser").count() == 1


def test_a_role_that_is_gone_is_not_taken_twice(event, organiser):
    membership, _new = give(event, organiser)
    people.take_role(by=organiser, membership=Membership.objects.get(pk=membership.pk))
    with pytest.raises(Refused, match="already"):
        people.take_role(by=organiser, membership=membership)
