"""The full export: every row of an event, taken in elsewhere and written again, is equal to the last byte."""

import io
import json

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.tournament.chains import first_fault
from tests.tournament.exports.moving import emptied, exported, taken_in
from tests.tournament.making import publish
from tests.tournament.random_events import draw
from tournament import PROGRAM, tasks
from tournament.exports import exported_tables, json_lines, loading, public
from tournament.models import AuditEntry, DisputePicture, Event, Player, Scan, Submission, User
from tournament.organiser import actions as events
from tournament.scoring.stored_points import differences

pytestmark = pytest.mark.django_db


def test_what_is_taken_in_and_written_again_is_equal_to_the_last_byte(hall):
    before, public_before = exported(hall.event), public.document(hall.event)
    emptied()
    assert not Event.objects.exists()
    event = taken_in(before)
    assert exported(event) == before
    assert public.document(event) == public_before


def test_a_file_names_the_program_that_wrote_it_and_one_without_that_is_imported_too(hall):
    before = exported(hall.event)
    line = f',\n"program":"{PROGRAM}"'
    assert line in before
    emptied()
    assert exported(taken_in(before.replace(line, ""))) == before


@pytest.mark.usefixtures("few_pages")
def test_so_it_is_with_what_the_public_is_shown(hall, client):
    publish(hall.people["organiser"], hall.event, "provisional")
    shown = publish(hall.people["organiser"], hall.event, "frozen").shown
    before, page = exported(hall.event), client.get("/events/spring/players/101/").content
    emptied()
    event = taken_in(before)
    assert exported(event) == before
    assert (event.shown_id, event.shown.digest) == (shown.pk, shown.digest)
    assert client.get("/events/spring/players/101/").content == page
    assert b"Results as of" in page


@pytest.mark.parametrize("seed", [31, pytest.param(32, marks=pytest.mark.drill)])
def test_so_it_is_with_random_events_whose_points_still_are_what_the_record_says(seed):
    before = exported(draw(seed))
    emptied()
    event = taken_in(before)
    assert exported(event) == before
    assert list(differences(event)) == []


def test_the_audit_trail_is_whole_and_goes_on_from_there(hall):
    before, last = exported(hall.event), AuditEntry.objects.order_by("number").last().number
    emptied()
    event = taken_in(before)
    assert first_fault(AuditEntry.objects.filter(event_id=event.pk).order_by("number")) is None
    events.change(by=User.objects.get(username="ora"), event=event, name="Autumn Day")
    trail = AuditEntry.objects.filter(event_id=event.pk).order_by("number")
    assert (trail.last().number, first_fault(trail)) == (last + 1, None)


@pytest.mark.postgresql
def test_new_rows_get_numbers_behind_those_taken_in(hall):
    before, last = exported(hall.event), Player.objects.order_by("pk").last().pk
    emptied()
    event = taken_in(before)
    fresh = Player.objects.create(event=event, number=999, first_name="New", division=event.divisions.first())
    assert fresh.pk > last


@pytest.mark.postgresql
def test_pictures_come_along_byte_for_byte(hall):
    kept = pictures()
    before = exported(hall.event)
    emptied()
    taken_in(before)
    assert pictures() == kept
    assert {name.partition("/")[0] for name in kept} == {"scans", "disputes"}


def pictures() -> dict[str, bytes]:
    rows = [*Scan.objects.all(), *DisputePicture.objects.all()]
    return {each.file.name: each.file.read() for each in rows}


def test_the_same_pictures_may_lie_there_already_and_others_may_not(hall):
    kept, before = pictures(), exported(hall.event)
    emptied(pictures=False)
    taken_in(before)
    assert pictures() == kept
    emptied(pictures=False)
    storage, name = Scan._meta.get_field("file").storage, max(kept)
    with open(storage.path(name), "wb") as file:
        file.write(b"another")
    assert f"Another picture {name}" in refused(before)
    assert all(storage.exists(each) for each in kept)  # they were there before


def test_no_password_and_no_right_on_the_site_leaves(hall):
    User.objects.filter(username="ora").update(email="ora@example.org", is_superuser=True)
    User.objects.get(username="ora").user_permissions.add(Permission.objects.first())
    before = exported(hall.event)
    assert "example.org" not in before
    assert not any(hash_ in before for hash_ in User.objects.values_list("password", flat=True))
    emptied()
    taken_in(before)
    ora = User.objects.get(username="ora")
    assert (ora.has_usable_password(), ora.is_superuser, ora.may_create_events, ora.email) == (
        False,
        False,
        False,
        "",
    )


def test_an_organiser_downloads_the_same_file(hall, client):
    client.force_login(hall.people["organiser"])
    answer = client.get(reverse("full-export", args=["spring"]))
    assert "-full.json" in answer["Content-Disposition"]
    assert b"".join(answer.streaming_content).decode() == exported(hall.event)


def test_people_who_have_no_part_in_the_event_stay(hall):
    User.objects.create_user("stranger")
    assert "stranger" not in exported(hall.event)
    assert '"vera"' in exported(hall.event)


# What is refused


def refused(text: str) -> str:
    with pytest.raises(loading.CannotTakeIn) as caught:
        taken_in(text)
    return str(caught.value)


def test_an_event_that_is_here_already_is_refused(hall):
    assert "“spring”" in refused(exported(hall.event))


@pytest.mark.postgresql
def test_numbers_that_are_taken_are_refused_and_nothing_is_changed(hall):
    before = exported(hall.event)
    Event.objects.filter(pk=hall.event.pk).update(slug="moved")
    count = Submission.objects.count()
    assert "with the number" in refused(before)
    assert (Event.objects.filter(slug="spring").count(), Submission.objects.count()) == (0, count)


@pytest.mark.postgresql
def test_a_sign_in_name_that_is_taken_is_refused(document):
    User.objects.create_user("vera", id=10**6)
    assert "sign-in name vera" in refused(document)
    assert not Event.objects.exists()


def test_pictures_of_an_event_that_was_refused_do_not_stay(hall):
    before, names = exported(hall.event), list(Scan.objects.values_list("file", flat=True))
    emptied()
    *rows, last, end, close, _ = before.split("\n")
    assert "damaged" in refused("\n".join([*rows, last.replace('","', '","0', 1), end, close, ""]))
    storage = Scan._meta.get_field("file").storage
    assert not Event.objects.exists()
    assert [name for name in names if storage.exists(name)] == []


def cut_off(text: str) -> str:
    return text[: len(text) * 2 // 3].rpartition("\n")[0] + "\n"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: "{}",
        cut_off,
        lambda text: text.replace("full-export/3", "full-export/2"),
        lambda text: text.replace('"columns":{', '"columns":{"Chair":["id"],'),
        lambda text: text.replace('"rows Team":[', '"rows Chair":['),
        lambda text: json.dumps(json.loads(text)),
    ],
)
def test_what_is_not_a_full_export_of_this_version_is_refused_and_nothing_is_changed(document, spoil):
    assert refused(spoil(document))
    assert not Event.objects.exists()
    assert not User.objects.exists()


@pytest.mark.postgresql
def test_rows_that_do_not_hold_together_are_refused(document):
    lines = document.split("\n")
    at = lines.index('"rows Team":[')
    del lines[at + 1]
    assert "do not fit together" in refused("\n".join(lines))


# Nothing is forgotten


def test_every_table_of_the_record_is_exported_or_left_out_for_a_reason():
    known = {*exported_tables.tables_of_events(), User, exported_tables.Job}
    assert {each.__name__ for each in exported_tables.every_table()} == {each.__name__ for each in known}


def test_every_column_of_every_table_is_exported_but_what_is_kept_back(document):
    columns = json.loads(document)["columns"]
    for table in exported_tables.every_table():
        left = {field.attname for field in table._meta.concrete_fields} - set(columns[table.__name__])
        assert left == exported_tables.NOT_EXPORTED.get(table, set())


def test_jobs_of_every_kind_are_known():
    assert set(exported_tables.JOBS) == set(tasks.KINDS)


# As commands


def test_the_commands_write_a_file_and_take_it_in(hall, tmp_path):
    call_command("export", "spring", full=True, output=str(tmp_path / "full.json"))
    before = (tmp_path / "full.json").read_bytes()
    assert (tmp_path / "full.json").stat().st_mode & 0o077 == 0
    emptied()
    out = io.StringIO()
    call_command("import", str(tmp_path / "full.json"), stdout=out)
    call_command("export", "spring", full=True, output=str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == before
    assert f"{AuditEntry.objects.count()}:" in out.getvalue()


def test_the_public_export_goes_to_standard_output_too(event):
    out = io.StringIO()
    call_command("export", "spring", output="-", stdout=out)
    assert out.getvalue().encode() == public.document(event)


@pytest.mark.parametrize("arguments", [("nowhere",), ("spring",)])
def test_an_event_that_is_not_there_or_hidden_is_told_in_a_sentence(event, organiser, arguments):
    events.publish(by=organiser, event=event, visibility="hidden")
    with pytest.raises(CommandError, match="“"):
        call_command("export", *arguments, output="-", stdout=io.StringIO())


@pytest.mark.usefixtures("few_pages")
def test_a_copy_that_is_not_finished_gives_no_export_of_what_came_after_it(event, organiser):
    publish(organiser, event, "frozen")
    frozen = io.StringIO()
    call_command("export", "spring", output="-", stdout=frozen)
    event.publications.update(ready_at=None)
    with pytest.raises(CommandError, match="is not finished"):
        call_command("export", "spring", output="-", stdout=io.StringIO())


def test_a_file_that_is_not_there_is_told_in_a_sentence(db):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import", "/nowhere/full.json")


@pytest.mark.parametrize(
    ("text", "written"), [("a\ud800", '"a\ufffd"'), ("a\0", '"a\ufffd"'), ("\\u0000", r'"\\u0000"'), ("a\n", r'"a\n"')]
)
def test_what_no_import_takes_is_written_with_a_replacement_sign(text, written):
    assert json_lines.line({"text": [text]}) == f'{{"text":[{written}]}}'
