"""A move with half a character, as a database of earlier may hold it, is shown with a replacement sign everywhere."""

import json

import pytest
from django.db import connection
from django.urls import reverse

from tests.tournament.exports.counting import recount
from tests.tournament.making import publish
from tests.tournament.series.conftest import send
from tests.tournament.series.test_recount import begin  # noqa: F401
from tournament.exports import full, json_lines, public
from tournament.models import Event, Table, TableMove
from tournament.moves import table_cache

pytestmark = pytest.mark.django_db
HELD = {"sqlite": "+9\ud800\0", "postgresql": "+9\x07\x07"}  # PostgreSQL stores neither of the first


@pytest.fixture
def series(make_series, begin):  # noqa: F811
    """A duel that is over, with a turn that could be recorded earlier."""
    made = make_series(2, game="duel")
    table, (first, _second) = begin(made.fixtures.get())
    row = Table.objects.get(pk=table.pk)
    TableMove.objects.create(
        table=row, number=row.moves_made + 1, kind="turn", by="host", seat=first, at=table_cache.find(row.code).moves[-1].at,  # noqa: E501
        facts={"text": HELD[connection.vendor]}, key="earlier", guarded=True,
    )  # fmt: skip
    Table.objects.filter(pk=row.pk).update(moves_made=row.moves_made + 1, changes=row.changes + 1)
    table_cache.forget()
    send(row, "end")
    return made


def test_its_pages_and_exports_show_it_and_a_freeze_copies_them(series, client, organiser):
    publish(organiser, series.event, "provisional")
    fixture, table = series.fixtures.get(), Table.objects.get()
    slug = series.event.slug
    addresses = (
        reverse("series-game", args=[slug, fixture.pk]),
        reverse("game-transcript", args=[slug, fixture.pk]),
        reverse("event-export", args=[slug]),
        reverse("table-screen", args=[table.code]),
        f"{reverse('table-frame', args=[table.code])}?as=screen",
    )
    shown = {address: client.get(address).content.decode() for address in addresses}
    assert [address for address, page in shown.items() if "+9\ufffd\ufffd" not in page] == []
    assert publish(organiser, series.event, "frozen").shown.ready_at is not None
    counted = recount(json.loads(public.document(Event.objects.get(slug=slug))))
    assert (counted.wrong, counted.done["live games"]) == ([], 1)


def test_the_full_export_takes_it_along(series):
    text = "".join(json_lines.pieces(full.parts(series.event)))
    assert text.encode().decode() == text
    assert [name for name, _value in json_lines.read(iter(text.splitlines(keepends=True)))].count("rows TableMove") == 5
