"""Finding players and teams of a published copy by the names that the copy shows, and no others."""

import json
from datetime import datetime
from functools import lru_cache

from django.urls import reverse

from ...common.wording.folding import NAMES_LISTED, NUMBERED, public_match
from ...models import Publication, PublishedPage
from .storage import made, unpack

PublishedAddresses = tuple[tuple[str, str], ...]  # (name as the copy shows it, address)
Named = tuple[tuple[str, str, str], ...]


def find_names(copy: Publication, slug: str, language: str, text: str) -> PublishedAddresses:
    """Whom the text may mean in the copy that an event shows: the first few, players by number, then teams."""
    named = _names(copy.pk, copy.ready_at, slug, language)
    return tuple((shown, address) for shown, name, address in named if public_match(text, name))[:NAMES_LISTED]


def _names(copy: int, ready_at: datetime | None, slug: str, language: str) -> Named:
    """What a copy shows; once it is ready it never changes."""
    return (_cached if ready_at else _read)(copy, ready_at, slug, language)


def _read(copy: int, ready_at: datetime | None, slug: str, language: str) -> Named:
    """(what the list shows, public name, address) from the standings of every grade in the copy."""
    pages = PublishedPage.objects.filter(publication=copy).filter(
        address__startswith=reverse("api-standings", args=[slug]), language=language
    )
    players: dict[int, tuple[str, str, str]] = {}
    teams: dict[int, tuple[str, str, str]] = {}
    for page in made(pages):
        table = json.loads(unpack(page.body))
        for row in (*table["entries"], *table["not_ranked"]):
            if row["name"] == f"No. {row['number']}":
                continue  # the copy shows no names of players
            if row["number"] is not None:
                address = reverse("entrant", args=[slug, row["number"]])
                players[row["number"]] = (f"{row['number']} {NUMBERED.sub('', row['name'])}", row["name"], address)
            elif row["team"]:
                team = row["team_id"] if "team_id" in row else row["team"]["id"]  # in copies of 0.9.0
                teams[team] = (row["name"], row["name"], reverse("team", args=[slug, team]))
    return (*(players[number] for number in sorted(players)), *(teams[pk] for pk in sorted(teams)))


_cached = lru_cache(maxsize=8)(_read)
