"""The picture beside a link: PNG, of one size, the same for the same words, whatever the name."""

import io

import pytest
from PIL import Image

from tournament.models import Event
from tournament.printing.social_card import ACCENTS, HEIGHT, WIDTH, card


def opened(name: str, accent: str = "teal") -> Image.Image:
    return Image.open(io.BytesIO(card(name, "9 May 2026", "Provisional results.", accent)))


@pytest.mark.parametrize(
    "name", ["A", "Spring Day", "x" * 120, "All the schools " * 7, "日本の大会", "<b>&", "\u202egnirpS", ""]
)
def test_every_name_fits_on_the_picture(name):
    picture = opened(name)
    assert (picture.format, picture.size) == ("PNG", (WIDTH, HEIGHT))
    colours = {picture.convert("RGB").getpixel((WIDTH - 20, at)) for at in range(0, HEIGHT - 150, 10)}
    assert len(colours) == 1, "something is drawn on the margin"


def test_the_same_words_are_the_same_bytes_and_others_are_not():
    shown = ("Spring Day", "9 May 2026", "Provisional results.", "teal")
    first = card(*shown)
    card.cache_clear()
    assert card(*shown) == first
    assert card(*shown[:2], "Final results.", "teal") != first


def test_each_accent_of_an_event_has_its_colour():
    assert set(ACCENTS) == set(Event.Accent.values)
    assert opened("A", "rust").convert("RGB").getpixel((2, 2)) == (147, 64, 18)
