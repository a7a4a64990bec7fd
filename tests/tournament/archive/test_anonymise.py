"""Names are removed from a past event: nothing that names a person is left, and everything else stays as it was."""

import datetime
import io
import json
import re
import zlib
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import TestCase
from django.urls import reverse
from django.utils import timezone

from tests.tournament.audit.test_command import verify
from tests.tournament.exports.moving import emptied, taken_in
from tests.tournament.hall import make_hall
from tests.tournament.making import copies_are_made, publish
from tests.tournament.set_up import made_once
from tournament.archive import actions as archive, anonymise as names
from tournament.backups import actions as backups, event_digests
from tournament.common.refusals import Refused
from tournament.disputes import actions as disputes
from tournament.exports import full, json_lines, public
from tournament.models import (
    Anonymisation,
    AuditEntry,
    Dispute,
    Event,
    Job,
    Keying,
    Player,
    Publication,
    Relation,
    Rescore,
    Scan,
    Tie,
    TieSide,
    User,
)
from tournament.models.append_only import ERASED, guard, unguard
from tournament.publication.rendering import carry_out
from tournament.rescoring import actions as rescores
from tournament.roster import actions as roster
from tournament.standings.brackets import as_played

pytestmark = pytest.mark.django_db
WORDS = ("Please look again.", "It is right.", "Another idea.", "Misprinted.", "Late.", "We looked.")


@pytest.fixture
@made_once
def past(event, organiser, judge_user, volunteer, add_player, round_24, hand_in, work_through) -> Event:
    """A past event with final results, and everything in it in which people wrote about people."""
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    hall = make_hall(event, people, add_player, round_24, hand_in)
    add_player(104, first_name="Zoë", last_name="Quist", team="Quist family")
    rescores.drop(by=organiser, rescore=Rescore.objects.get())
    disputes.reject(by=judge_user, dispute=Dispute.objects.get(), answer="We looked.")
    work_through()
    return final(hall.event, organiser)


def final(event: Event, organiser: User) -> Event:
    event.rounds.update(status="final")
    Tie.objects.update(dropped_at=timezone.now())
    Event.objects.filter(pk=event.pk).update(held_on=timezone.localdate() - datetime.timedelta(days=2))
    return publish(organiser, Event.objects.get(pk=event.pk), "final")


def remove(organiser: User, event: Event, name: str = "") -> Event:
    """As the page does."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        names.anonymise(by=organiser, event=event, name=name or event.name)
    carry_out(names.reissue, by=organiser, event=event)
    copies_are_made()
    return Event.objects.get(pk=event.pk)


def named(event: Event) -> set[str]:
    """Every name of a player or team, and every text about one."""
    found = {name for each in event.players.all() for name in (each.first_name, each.last_name)}
    found |= set(event.teams.values_list("name", flat=True))
    for table, columns in (("Dispute", ("statement", "answer")), ("Ruling", ("reason",)), ("Penalty", ("reason",))):
        for row in apps.get_model("tournament", table).objects.values_list(*columns):
            found |= set(row)
    return found - {""}


def dump() -> Iterator[str]:
    """Every text of the database, stored pages and documents too."""
    for table in apps.get_models(include_auto_created=True):
        for row in table._base_manager.values_list():
            for value in row:
                if isinstance(value, bytes | memoryview):
                    yield unpacked(bytes(value))
                elif value is not None:
                    yield value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)


def unpacked(value: bytes) -> str:
    try:
        return zlib.decompress(value).decode("utf-8", "replace")
    except zlib.error:
        return value.decode("utf-8", "replace")


def left_of(words: set[str], texts: Iterator[str] | list[str]) -> set[str]:
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(words, key=len, reverse=True)))
    return {found for text in texts for found in pattern.findall(text)}


def exported(event: Event) -> list[str]:
    """Both exports; pictures of the full one are in base64."""
    return ["".join(json_lines.pieces(full.parts(event))), public.document(event).decode()]


@pytest.mark.postgresql
def test_no_name_and_no_text_is_left_and_points_and_places_stay(past, organiser, client):
    words, before = named(past) | set(WORDS), event_digests.of_events()["spring"]["results"]
    assert left_of(words, dump()) >= {"Zoë", "Quist family", "Please look again.", "It is right.", "We looked."}
    first, document, statement, said = signed(past, client)
    event = remove(organiser, past)
    assert left_of(words, dump()) == set()
    assert left_of(words, exported(event)) == set()
    assert event_digests.of_events()["spring"]["results"] == before
    assert {each.first_name for each in event.players.all()} == {
        f"Player {each.number}" for each in event.players.all()
    }
    assert list(event.teams.values_list("name", flat=True)) == ["Team 1", "Team 2"]
    assert client.get(reverse("event", args=["spring"]) + "?number=Quist").status_code == 404
    assert not Relation.objects.exists()
    assert not any(each.file.storage.exists(each.file.name) for each in Scan.objects.all())

    assert event.shown.signature, "the signed copy is withdrawn, and a new one is signed"
    assert event.shown.pk != first.pk
    gone = client.get(document)
    assert (gone.status_code, "names were removed on" in gone.content.decode()) == (410, True)
    assert client.get(statement).content == said, "who has the document can still check it"
    page = client.get(reverse("published", args=["spring"])).content.decode()
    assert (first.digest in page, page.count("withdrawn")) == (True, 1)


def signed(event: Event, client) -> tuple[Publication, str, str, bytes]:
    """The copy that is shown, the addresses of its document and of its statement, and what the latter says."""
    first = event.shown
    document, statement = (
        reverse(f"published-{name}", args=["spring", first.pk]) for name in ("document", "statement")
    )
    return first, document, statement, client.get(statement).content


def test_the_trail_is_whole_before_and_after_and_an_altered_entry_is_still_named(past, organiser):
    assert verify()[0] == 0
    remove(organiser, past)
    assert verify()[0] == 0
    ruled = AuditEntry.objects.get(verb="ruling.given")
    assert (ruled.why, ruled.after["value"]) == (ERASED, "24")
    for text in ("Quist", "", ERASED):  # in the place of the erased one
        tamper("UPDATE tournament_auditentry SET why = %s WHERE id = %s", text, ruled.pk)
        assert (f"entry {ruled.number} is altered" in verify()[1]) == (text != ERASED)
    tamper("UPDATE tournament_auditentry SET verb = 'ruling.signed' WHERE id = %s", ruled.pk)
    code, said = verify()
    assert (code, f"entry {ruled.number} is altered" in said) == (1, True)


def test_a_text_erased_by_hand_is_named(past):
    ruled = AuditEntry.objects.get(verb="ruling.given")
    tamper("UPDATE tournament_auditentry SET why = %s, salt = '' WHERE id = %s", ERASED, ruled.pk)
    assert f"the texts of entry {ruled.number} are missing" in verify()[1]


def tamper(statement: str, *values: object) -> None:
    unguard(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
    guard(connection)


REFUSED = [
    "UPDATE tournament_auditentry SET why = '[…]', salt = '' WHERE verb = 'ruling.given'",
    "UPDATE tournament_ruling SET reason = '[…]'",
    "UPDATE tournament_pairruling SET reason = '[…]'",
    "UPDATE tournament_penalty SET reason = '[…]'",
    "UPDATE tournament_tieside SET drawn_at = 1",
    "DELETE FROM tournament_auditabout WHERE kind = 'ruling'",
]
REFUSED_ALWAYS = [
    "UPDATE tournament_auditentry SET verb = 'event.created', salt = ''",
    "UPDATE tournament_auditentry SET salt = 'x'",
    "DELETE FROM tournament_auditentry",
    "UPDATE tournament_ruling SET reason = 'better'",
    "UPDATE tournament_ruling SET reason = '[…]', value = '7'",
    "DELETE FROM tournament_penalty",
    "UPDATE tournament_submission SET text = ''",
    "DELETE FROM tournament_anonymisation",
]


@pytest.mark.postgresql
def test_the_database_lets_texts_be_erased_while_an_anonymisation_is_open_and_nothing_else(past, organiser):
    for statement in (*REFUSED, *REFUSED_ALWAYS[:-1]):
        refused(statement)
    opened = Anonymisation.objects.create(event=past, by=organiser, begun_at=timezone.now())
    for statement in REFUSED_ALWAYS:
        refused(statement)
    for statement in REFUSED:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    opened.ended_at = timezone.now()
    opened.save()
    for statement in (*REFUSED, "UPDATE tournament_anonymisation SET ended_at = NULL"):
        refused(statement) if "about" not in statement else None
    assert "without an entry that says so" in verify()[1] or "altered" in verify()[1]


def refused(statement: str) -> None:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_an_anonymisation_of_another_event_lets_nothing_through(past, organiser):
    other = Event.objects.get(slug="other")
    Anonymisation.objects.create(event=other, by=organiser, begun_at=timezone.now())
    refused(f"UPDATE tournament_ruling SET reason = '[…]' WHERE event_id = {past.pk}")


def test_if_the_program_stops_before_the_new_copy_the_page_offers_it(past, organiser, client):
    names.anonymise(by=organiser, event=past, name=past.name)
    assert client.get(reverse("entrant", args=["spring", 104])).status_code == 200, "live pages, without names"
    client.force_login(organiser)
    assert "are not signed yet" in client.get(reverse("event-archive", args=["spring"])).content.decode()
    client.post(reverse("event-sign-again", args=["spring"]))
    copies_are_made()
    assert Event.objects.get(pk=past.pk).shown.signature


OPEN_WORK = {
    "final": lambda event: Event.objects.filter(pk=event.pk).update(visibility="provisional"),
    "not over": lambda event: Event.objects.filter(pk=event.pk).update(held_on=timezone.localdate()),
    "dispute": lambda event: Dispute.objects.update(
        state="open", decided_at=None, decided_by=None, answer="", consequence=""
    ),
    "re-score": lambda event: Rescore.objects.update(state="proposed", decided_by=None, decided_at=None),
    "new reading": lambda event: Keying.objects.filter(state="agreed").update(state="proposed"),
    "copy": lambda event: event.publications.update(ready_at=None),
}


@pytest.mark.parametrize("word", OPEN_WORK)
def test_names_stay_while_something_is_open(past, organiser, word):
    OPEN_WORK[word](past)
    with pytest.raises(Refused, match=word) as why:
        names.anonymise(by=organiser, event=past, name=past.name)
    assert why.value.code == "not_now"


def test_names_stay_while_the_program_works_on_the_event(past, organiser):
    Job.objects.create(kind=Job.JUDGE_SHEET, subject=past.rounds.get().sheets.first().pk, made_at=timezone.now())
    with pytest.raises(Refused, match="still works"):
        names.anonymise(by=organiser, event=past, name=past.name)


def test_the_name_of_the_event_is_typed(past, organiser):
    with pytest.raises(Refused, match="Type the event’s name"):
        names.anonymise(by=organiser, event=past, name="spring")
    assert past.players.filter(last_name="Quist").exists()


def test_a_second_press_does_nothing_and_names_added_since_are_removed(past, organiser):
    event = remove(organiser, past)
    with pytest.raises(Refused, match="no names"):
        names.anonymise(by=organiser, event=event, name=event.name)
    assert Anonymisation.objects.count() == 1
    roster.add_player(by=organiser, event=event, facts=roster.PlayerFacts(105, "Yrsa", "Quist", 3, "Yrsa’s team"))
    event = remove(organiser, event)
    assert left_of({"Yrsa", "Quist", "Yrsa’s team"}, dump()) == set()
    assert (verify()[0], Anonymisation.objects.count()) == (0, 2)
    assert [each.withdrawn_at is not None for each in event.publications.all()] == [True, True, False]


def test_an_archived_event_is_anonymised_and_stays_archived(past, organiser):
    event = remove(organiser, archive.archive(by=organiser, event=past))
    assert event.archived_at
    assert archive.unarchive(by=organiser, event=event).archived_at is None
    assert verify()[0] == 0


def test_an_export_without_names_is_imported_elsewhere(past, organiser):
    before = exported(remove(organiser, past))[0]
    emptied()
    event = taken_in(before)
    assert exported(event)[0] == before
    assert (verify()[0], event.shown.signature != "") == (0, True)


def test_teams_keep_the_order_in_which_they_were_drawn(past, organiser):
    teams = [team.entrant for team in past.teams.order_by("pk")]
    tie = Tie.objects.create(
        event=past,
        division=past.divisions.first(),
        kind="teams",
        place=1,
        seed="seed",
        made_by=organiser,
        made_at=timezone.now(),
    )
    for team in teams:
        TieSide.objects.create(tie=tie, entrant=team, drawn_as=team.label)
    before = [int(side) for side in as_played(tie).bracket.sides]
    remove(organiser, past)
    fresh = Tie.objects.get(pk=tie.pk)
    assert [int(side) for side in as_played(fresh).bracket.sides] == before
    assert {side.drawn_as for side in fresh.drawn.all()} == {"Team 1", "Team 2"}


@pytest.mark.drill
def test_no_name_of_the_demo_event_is_left(db, settings):
    call_command("demo", players=6, stdout=io.StringIO())
    event = Event.objects.get(slug="demo")
    organiser = User.objects.get(memberships__event=event, memberships__role="organiser")
    Dispute.objects.filter(state="open").update(state="withdrawn", decided_at=timezone.now())
    Rescore.objects.filter(state="proposed").update(state="dropped", decided_by=organiser, decided_at=timezone.now())
    words = named(event)
    event.rounds.exclude(status="planned").update(status="final")
    Event.objects.filter(pk=event.pk).update(held_on=timezone.localdate() - datetime.timedelta(days=2))
    event = remove(organiser, publish(organiser, Event.objects.get(pk=event.pk), "final"))
    assert left_of(words, dump()) == set()
    assert left_of(words, exported(event)) == set()
    assert verify()[0] == 0


def test_the_page_removes_names_and_says_that_backups_have_them(past, organiser, client):
    client.force_login(organiser)
    page = reverse("event-archive", args=["spring"])
    assert "Backups made before still have all names." in client.get(page).content.decode()
    wrong = client.post(reverse("event-names", args=["spring"]), {"name": "Summer"})
    assert (wrong.status_code, "Type the event’s name" in wrong.content.decode()) == (400, True)
    done = client.post(reverse("event-names", args=["spring"]), {"name": past.name}, follow=True)
    assert "The names are removed." in done.content.decode()
    history = client.get(reverse("history", args=["spring"])).content.decode()
    assert "removed names from the event" in history
    assert "Quist" not in history


@pytest.mark.django_db(transaction=True)
def test_a_backup_from_before_is_restored_only_by_who_says_so(past, organiser, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    path = backups.make()
    remove(organiser, past)
    with pytest.raises(CommandError, match=f"would come back: {past.name}. Nothing was changed.") as refused:
        call_command("restore", path, yes=True)
    assert refused.value.returncode == 2
    assert Player.objects.filter(first_name__startswith="Player ").exists()
    call_command("restore", path, yes=True, with_names=True)
    assert not Player.objects.filter(first_name__startswith="Player ").exists()
    call_command("restore", backups.make(), yes=True)
