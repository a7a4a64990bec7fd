"""No address of the API tells anybody what they may not know yet, or not any more.

Each case hides a text that stands nowhere else, and says who must not read it and who may. Every address that can be
read is asked with everybody's token, so a new one is asked too; in the suite a third of them in each case, in
`make drill` all. That nothing at all moves under an embargo is in
tests/tournament/publication.
"""

import re
import uuid
from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse

from tests.laws import some
from tests.tournament.archive.test_anonymise import final
from tests.tournament.hall import PEOPLE, Hall
from tests.tournament.making import boxes, judge_sheets, make_token, publish
from tests.tournament.web.test_permissions import ADDRESSES, hall  # noqa: F401 - a fixture
from tournament.archive import anonymise
from tournament.disputes import actions as disputes
from tournament.keying import actions as keyings
from tournament.models import Dispute, Keying, Rescore, Verdict
from tournament.publication import ceremony_actions
from tournament.rescoring import actions as rescores
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzles
from tournament.rounds import actions as rounds

SECRET = "8191"
# not as a part of a hash
FOUND = re.compile(rf"(?<![0-9a-f]){SECRET}(?![0-9a-f])|\b6\D{{1,2}}5\D{{1,2}}6\D{{1,2}}1\b")
READ = [name for name, each in ADDRESSES.items() if name.startswith("api-") and each[2] == "get"]
QUERIES = {"api-standings": ("?grade=3", "?grade=3&kind=team")}
PUBLIC = ("anonymous", "outsider")


def name(day: Hall) -> None:
    """Somebody has a name that nobody else has."""
    player = day.event.players.get(number=101)
    facts = roster.PlayerFacts(player.number, "Ada", SECRET, player.division.grade, player.team.name)
    roster.change_player(by=day.people["organiser"], player=player, facts=facts)


def named_after(visibility: str) -> Callable[[Hall], None]:
    """The public does not see it, as this came before."""

    def arrange(day: Hall) -> None:
        publish(day.people["organiser"], day.event, "provisional")
        day.event.rounds.update(status="final")
        publish(day.people["organiser"], day.event, visibility)
        name(day)

    return arrange


def at_the_ceremony(day: Hall) -> None:
    named_after("embargoed")(day)
    ceremony_actions.begin(by=day.people["organiser"], event=day.event, standings=["players-3"])


def sealed(day: Hall) -> None:
    """A round that is not open has its question already."""
    publish(day.people["organiser"], day.event, "provisional")
    later = rounds.add(by=day.people["organiser"], event=day.event, format_slug="twenty_four")
    asked = boxes(((6, 5, 6, 1), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    puzzles.assign(by=day.people["organiser"], round_=later, divisions=list(day.event.divisions.all()), boxes=asked)


def first_reading(day: Hall) -> None:
    """Of the volunteer's sheet, whose second reading is to come. Its text has a verdict, as somebody else wrote it in
    the same box of another paper, or as a reading that was given up is judged."""
    publish(day.people["organiser"], day.event, "provisional")
    keying = Keying.objects.get(pk=day.ids["keying"])
    line = keyings.TypedLine(uuid.uuid4(), 0, 0, f"{SECRET}-1", revision=1)
    keyings.hand_in(by=day.people["volunteer"], keying=keying, lines=[line], address="192.0.2.1")
    judge_sheets(keying.sheet_id)
    Keying.objects.filter(pk=keying.pk).update(state="handed_in")
    assert Verdict.objects.filter(text__startswith=SECRET).exists()


def names_removed(day: Hall) -> None:
    name(day)
    rescores.drop(by=day.people["organiser"], rescore=Rescore.objects.get())
    disputes.reject(by=day.people["judge"], dispute=Dispute.objects.get(), answer="We looked.")
    event = final(day.event, day.people["organiser"])
    anonymise.anonymise(by=day.people["organiser"], event=event, name=event.name)


# {what is hidden: (how, from whom, who reads it)}
CASES: dict[str, tuple[Callable[[Hall], None], tuple[str, ...], tuple[str, ...]]] = {
    "hidden": (name, PUBLIC, ("organiser",)),
    "frozen": (named_after("frozen"), PUBLIC, ("organiser",)),
    "embargoed": (named_after("embargoed"), PUBLIC, ("organiser",)),
    "at the ceremony": (at_the_ceremony, PUBLIC, ("organiser",)),
    "sealed question": (sealed, (*PUBLIC, "volunteer"), ("organiser",)),
    "first reading": (first_reading, PEOPLE, ()),
    "names removed": (names_removed, PEOPLE, ()),
}


def addresses(day: Hall, names: list[str]) -> Iterator[str]:
    for each in names:
        arguments = {key: day.ids.get(value, value) for key, value in ADDRESSES[each][1].items()}
        yield from (reverse(each, kwargs=arguments) + query for query in QUERIES.get(each, ("",)))


@pytest.mark.sampled
@pytest.mark.one_database
@pytest.mark.parametrize("case", CASES)
def test_what_is_hidden_stands_at_no_address(hall, client, case, work_through):  # noqa: F811
    arrange, hidden_from, shown_to = CASES[case]
    work_through()
    arrange(hall)
    asked = {person: some(READ, of=3, at=list(CASES).index(case)) for person in hidden_from}
    asked |= dict.fromkeys(shown_to, READ)
    found = {person: reads(client, hall, hall.people[person], names) for person, names in asked.items()}
    assert {person for person, address in found.items() if address} == set(shown_to), found


def reads(client, day: Hall, user, names: list[str]) -> str | None:
    """The first address at which they read it."""
    sent = {"Authorization": f"Bearer {make_token(user, 'read')}"} if user else {}
    client.logout()
    answers = ((each, client.get(each, headers=sent).content.decode()) for each in addresses(day, names))
    return next((each for each, text in answers if FOUND.search(text)), None)
