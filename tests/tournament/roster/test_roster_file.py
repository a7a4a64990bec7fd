"""The roster goes out as a file in the columns of the import, and comes in again without a change."""

import pytest
from django.urls import reverse
from django.utils import translation

from tournament.common.files.table_files import written
from tournament.imports.table_reader import read
from tournament.roster.views import roster_table
from tournament.roster_import.importer import plan

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_file_that_goes_out_comes_in_again_without_a_change(event, add_player, language, form):
    add_player(102, grade=3, first_name="Łucja", last_name="de la Cruz", team="Zorros; azules")
    add_player(101, grade=4, first_name="Ada", last_name="")
    with translation.override(language):
        data = written(roster_table(event), form)
        planned = plan(event, read(f"roster.{form}", data))
    assert [(row.facts.number, str(row.change)) for row in planned.rows] == [(101, "same"), (102, "same")]
    assert planned.counts()["problem"] == 0


def test_organisers_download_it_from_the_roster(client, event, organiser, volunteer, add_player):
    add_player(101, grade=3, first_name="Ada", last_name="Lund")
    client.force_login(organiser)
    address = reverse("roster-file", args=[event.slug, "csv"])
    assert address in client.get(reverse("roster", args=[event.slug])).content.decode()
    answer = client.get(address)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-roster.csv"'
    assert "101,Ada,Lund,3," in answer.content.decode("utf-8-sig")
    client.force_login(volunteer)
    assert client.get(address).status_code == 403
