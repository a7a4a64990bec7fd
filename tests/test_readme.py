"""The README stays short, and its pictures (`make pictures`) are there and small."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_names_every_picture_and_each_is_small():
    named = re.findall(r"\(docs/pictures/(\S+)\)", README)
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()}
    assert sorted(named) == sorted(sizes)
    assert [name for name, size in sizes.items() if size > 60_000] == []


def test_it_can_be_read_in_one_go():
    assert len(README.splitlines()) < 120
