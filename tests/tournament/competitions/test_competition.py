"""A competition of three halls, one of them forged in four ways, to a joint signed copy that is counted again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournament.competitions.playing import at, make_event, play, register, seal, signed
from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.competitions import actions, queries
from tournament.competitions.handing_in import HandedIn, hand_in, of_this_site
from tournament.competitions.rules import rules_of
from tournament.models import Competition, HallFile
from tournament.web.published.storage import unpack

pytestmark = pytest.mark.django_db
# the pages of a copy are made beside the transaction that begins it
in_earnest = pytest.mark.django_db(transaction=True)
PROGRAM = Path(__file__).parents[3] / "tools" / "recount_joint.py"
NORTH = {301: 3, 302: 2, 401: 1}
SOUTH = {301: 3, 310: 1, 311: 2}
EAST = {305: 4, 402: 2}


@pytest.fixture
@made_once
def competition(organiser) -> Competition:
    """The national event runs it, and plays nothing itself."""
    national = make_event(organiser, "national")
    seal(organiser, national)
    return actions.begin(by=organiser, event=national)


def sent(by, hall, files: HandedIn) -> HallFile:
    return hand_in(by=by, hall=hall, **vars(files))


def refusal(by, hall, files: HandedIn) -> Refused:
    with pytest.raises(Refused) as refused:
        sent(by, hall, files)
    return refused.value


@in_earnest
def test_three_halls_and_a_forged_one_to_a_joint_copy_that_is_counted_again(competition, organiser, tmp_path, capsys):
    halls = {name: register(organiser, competition, name) for name in ("north", "south", "east")}
    north = play(organiser, "north", NORTH, "final")
    with at("north"):
        good = {"north": of_this_site(north), "south": signed(play(organiser, "south", SOUTH))}
    forger = play(organiser, "east", EAST)
    good["east"] = east = signed(forger)

    altered = east.document.replace(b'"points":10', b'"points":20', 1)
    assert altered != east.document
    changed = HandedIn(altered, east.statement, east.signature, east.public_key)
    assert refusal(organiser, halls["east"], changed).code == "changed"
    unknown = signed(forger, "elsewhere")
    assert refusal(organiser, halls["east"], unknown).code == "unknown_key"
    easier = boxes(((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((4, 4, 4, 4), 24))
    other = json.loads(east.document)
    for puzzle in other["puzzles"]:
        puzzle["boxes"][1]["numbers"] = list(easier[1].numbers)
    wrong_set = signed(forger, document=json.dumps(other).encode())
    digest = rules_of(competition.event).digests[1, 3]
    refused = refusal(organiser, halls["east"], wrong_set)
    assert (refused.code, "East hall: " in refused.sentence, digest in refused.sentence) == ("questions", True, True)
    refused = refusal(organiser, halls["east"], signed(forger, document=altered))
    assert (refused.code, "points 20, and it is 10" in refused.sentence) == ("recount", True)
    assert [each.refusal["code"] for each in HallFile.objects.all()] == [
        "changed",
        "unknown_key",
        "questions",
        "recount",
    ]
    assert not HallFile.objects.exclude(document=None).exists()

    for name in ("north", "south", "east"):
        assert sent(organiser, halls[name], good[name]).is_final
    document = queries.document(competition)
    lines = [(each["place"], each["entrant"], each["total"]) for each in document["standings"][0]["entries"]]
    assert lines == [
        (1, "east/305", 40),
        (2, "north/301", 30),
        (2, "south/301", 30),
        (4, "north/302", 20),
        (4, "south/311", 20),
        (6, "south/310", 10),
    ]
    assert [each["entrant"] for each in document["standings"][1]["entries"]] == ["south/Otters"]
    (tie,) = [each for each in queries.open_ties(competition) if each.key == (3, "players")]
    assert [[side.entrant for side in sides] for sides in tie.open_ties] == [["north/301", "south/301"]]
    event = competition.event
    actions.settle_tie(by=organiser, event=event, grade=3, kind="players", order=["south/301", "north/301"])
    document = queries.document(competition)
    awards = {each["place"]: each["entrants"] for each in document["standings"][0]["awards"]}
    assert awards == {1: ["east/305"], 2: ["south/301"], 3: ["north/301"]}
    assert document["standings"][0]["records"][0] == {"what": "points", "amount": 40, "holders": [["east/305", 1]]}

    copy = actions.sign(by=organiser, event=event, shown=queries.state_of(document))
    files = {
        "joint.json": unpack(copy.document),
        "joint.txt": copy.statement.encode(),
        "joint.sig": copy.signature.encode(),
    }
    files |= {f"{name}.json": unpack(each.document) for name, each in queries.files_of(document, competition).items()}
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)
    assert recounted(tmp_path) == (0, "equal: 3 halls, 9 lines\n")
    joint = {name: tmp_path / f"joint.{name}" for name in ("json", "txt", "sig")}
    call_command("verify", joint["json"], statement=joint["txt"], signature=joint["sig"])
    assert "It holds" in capsys.readouterr().out
    (tmp_path / "joint.json").write_bytes(files["joint.json"].replace(b'"total": 40', b'"total": 41'))
    assert recounted(tmp_path)[0] == 1


def recounted(folder: Path) -> tuple[int, str]:
    """What the program says of the joint standing and the halls' files, without anything else that is installed."""
    names = ["joint.json", "north.json", "south.json", "east.json"]
    command = [sys.executable, "-I", "-S", str(PROGRAM), *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
