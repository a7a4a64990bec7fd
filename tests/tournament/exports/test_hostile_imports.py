"""A full export that somebody has made up: refused in a sentence, with exit code 2, and nothing is stored."""

import base64
import json

import pytest
from django.core.management import CommandError, call_command

from tournament.exports import exported_tables
from tournament.models import Event, Scan, User

BOX = {"label": {"code": "box", "facts": {}}, "numbers": [1, 2], "target": "24"}
DEEP = json.loads("[" * 60 + "]" * 60)

# (table, column, a value that no export has)
VALUES = [
    ("Event", "name", 7),
    ("Event", "name", "x" * 1_000_000),
    ("Event", "name", "half \ud800 a letter"),
    ("Event", "name", "a null \0 character"),
    ("Event", "name", None),
    ("Event", "time_zone", "Mars/Olympus"),
    ("Event", "held_on", "the first of May"),
    ("Event", "visibility", "everywhere"),
    ("Event", "award_places", -1),
    ("Event", "award_places", True),
    ("Event", "award_places", "3"),
    ("Event", "award_places", 51),
    ("Player", "number", 2**40),
    ("Event", "criteria", {"total": 1}),
    ("Event", "slug", "../../etc"),
    ("User", "is_active", "yes"),
    ("User", "username", ["vera"]),
    ("Player", "number", 10**30),
    ("Player", "team_id", "Otters"),
    ("Submission", "text", "1" * 1_000_000),
    ("Submission", "key", "no identity"),
    ("Submission", "address", "nowhere"),
    ("Submission", "address", 7),
    ("Submission", "recorded_at", "2026-06-01T09:00:00"),
    ("Round", "format", "chess"),
    ("Round", "settings", []),
    ("Round", "settings", {"values": 3}),
    ("Round", "edition", {"edition": "none of ours"}),
    ("Puzzle", "void_boxes", ["first"]),
    ("PuzzleVersion", "boxes", [{"numbers": "1 2 3"}]),
    ("PuzzleVersion", "boxes", "boxes"),
    ("PuzzleVersion", "boxes", [BOX | {"target": "many"}]),
    ("PuzzleVersion", "boxes", [BOX | {"numbers": ["one"]}]),
    ("Rescore", "changes", [{"kind": "gift"}]),
    ("Rescore", "effect", DEEP),
    ("Verdict", "reasons", [1]),
    ("Verdict", "readings", [{"verdict": 1}]),
    ("Verdict", "mathml", '<mo lspace="9em" rspace="0.3em">mod</mo>'),
    ("Result", "lines", [{"points": 3}]),
    ("Verdict", "mathml", "<math><script>alert(1)</script></math>"),
    ("Verdict", "mathml", '<math xmlns="http://www.w3.org/1998/Math/MathML"><mo onclick="x()">+</mo></math>'),
    ("Import", "content", "no base64"),
    ("AuditEntry", "after", {"text": "half \udfff a letter"}),
]


@pytest.fixture
def lines(document) -> list[str]:
    """The lines of a good export; the installation is empty."""
    return document.split("\n")


def with_value(lines: list[str], table: str, column: str, value: object) -> str:
    """The document with another value in the first row of a table."""
    model = next(each for each in exported_tables.every_table() if each.__name__ == table)
    at = lines.index(f'"rows {table}":[') + 1
    row = json.loads(lines[at].removesuffix(","))
    row[[field.attname for field in exported_tables.columns(model)].index(column)] = value
    comma = "," if lines[at].endswith(",") else ""
    return "\n".join([*lines[:at], json.dumps(row) + comma, *lines[at + 1 :]])


def refused(text: str, path) -> str:
    """The sentence with which the command ends, with exit code 2 and nothing stored."""
    path.write_text(text)
    with pytest.raises(CommandError) as ended:
        call_command("import", str(path))
    assert ended.value.returncode == 2
    assert not Event.objects.exists()
    assert not User.objects.exists()
    sentence = str(ended.value)
    assert sentence.endswith("Nothing was changed.")
    assert "\n" not in sentence
    return sentence


def test_a_value_that_no_export_has_is_refused_before_the_first_row_is_stored(lines, tmp_path):
    found = {}
    for table, column, value in VALUES:
        sentence = refused(with_value(lines, table, column, value), tmp_path / "full.json")
        if f"Row 1 of {table} has a value that this program does not write ({column})" not in sentence:
            found[table, column, repr(value)[:60]] = sentence
    assert found == {}


def picture(lines: list[str], name: str) -> str:
    content = base64.b64encode(b"x").decode()
    digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    at = lines.index('"scans":[') + 1
    return "\n".join([*lines[:at], json.dumps([name, digest, content]) + ",", *lines[at:]])


@pytest.mark.parametrize("name", ["../secret_key", "/etc/passwd", "scans/../../db.sqlite3", ".hidden/x", "scans/"])
def test_a_picture_is_stored_nowhere_but_among_pictures(lines, tmp_path, name):
    assert "is damaged in the file" in refused(picture(lines, name), tmp_path / "full.json")
    assert not Scan._meta.get_field("file").storage.exists("secret_key")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: ["[" * 100_000],
        lambda lines: ["{", '"columns":' + "[" * 100_000],
        lambda lines: [lines[0], '"event":["spring"],', *lines[2:]],
        lambda lines: [*lines[:-3], '],"rows User":{"id":1}', "}", ""],
        lambda lines: [lines[0], '["rows"]:[', *lines[1:]],
        lambda lines: [line.replace('"rows Team":[', '"rows Team":[\n{},') for line in lines],
        lambda lines: [line.replace('"rows Team":[', '"rows Team":[\nnull,') for line in lines],
        lambda lines: [line.replace('"scans":[', '"scans":[\n[1,2,3],') for line in lines],
    ],
)
def test_a_document_of_another_shape_is_refused(lines, tmp_path, spoil):
    refused("\n".join(spoil(lines)), tmp_path / "full.json")


def test_an_address_of_an_event_that_cannot_be_stored_is_refused(lines, tmp_path):
    at = next(at for at, line in enumerate(lines) if line.startswith('"event":'))
    refused("\n".join([*lines[:at], '"event":"\\ud800",', *lines[at + 1 :]]), tmp_path / "full.json")
