"""A database whose rows have sentences: the migration keeps what was asked and written, and all else is made again."""

import json

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournament.models.test_sides_as_drawn import migrated, newest  # noqa: F401
from tournament.models import Job, Rescore, Result, Verdict
from tournament.models.append_only import guard, unguard

BEFORE, AFTER = ("tournament", "0014_sides_as_drawn"), ("tournament", "0015_code_and_facts")
VERSIONS = "tournament_puzzleversion"
VERDICT = {"text": "1*2*3", "digest": "0" * 64, "edition": "x", "engine": "1", "outcome": "refused"}
REASON = {
    "code": "number_unused",
    "message": "The number 4 was given.",
    "start": None,
    "end": None,
    "rule": "NT-3",
}
SHARE = {"box": 0, "points": 0, "code": "nothing", "sentence": "The number 4 was given.", "rule": "NT-P-7"}


def as_it_was(apps, round_, entrant, line, organiser) -> None:
    """Rows as they were stored before: labels, reasons and notes in words."""
    version = apps.get_model("tournament", "PuzzleVersion").objects.get()
    version.boxes = [box | {"label": f"Set {at}"} for at, box in enumerate(version.boxes, start=1)]
    unguard(connection, [VERSIONS])
    version.save()
    guard(connection, [VERSIONS])
    apps.get_model("tournament", "Verdict").objects.create(
        puzzle_version=version, box=0, reasons=[REASON], **VERDICT
    )
    results, ids = (
        apps.get_model("tournament", "Result").objects,
        {"round_id": round_.pk, "entrant_id": entrant.pk},
    )
    results.all().delete()
    share = SHARE | {"line": line.pk}
    results.create(points=0, lines=[share], worked_out_at=timezone.now(), **ids)
    effect = {"verdicts": [{"round": round_.pk, "box": "Target -1/2", "text": "1"}]}
    who = {"event_id": round_.event_id, "proposed_by_id": organiser.pk, "proposed_at": timezone.now()}
    rescores = apps.get_model("tournament", "Rescore").objects
    decided = {"state": "dropped", "decided_by_id": organiser.pk, "decided_at": timezone.now()}
    rescores.create(changes=[], reason="a slip", effect=effect, **who)
    rescores.create(changes=[], reason="a slip", effect=effect, **decided, **who)


@pytest.mark.django_db(transaction=True)
def test_rows_in_words_are_made_again(newest, organiser, round_24, entrant, hand_in, work_through):  # noqa: F811
    (line,) = hand_in(round_24, entrant, [(0, "1*2*3")])
    work_through()
    as_it_was(migrated(BEFORE), round_24, entrant, line, organiser)
    migrated(AFTER)
    assert not Result.objects.exists()
    assert list(Job.objects.filter(state="waiting").values_list("subject", flat=True)) == [line.sheet_id]
    work_through()
    (share,) = Result.objects.get().lines
    assert (share["code"], share["facts"]) == ("nothing", {"detail": "number_unused", "number": 4})
    assert sorted(Verdict.objects.values_list("engine", flat=True)) == ["1", "2"]
    labels = [str(box.label) for box in round_24.puzzles.get().active.read_boxes()]
    assert labels == ["Set 1", "Set 2", "Set 3"]
    effects = {each.state: each.effect for each in Rescore.objects.all()}
    assert effects["proposed"] is None, "whoever opens it has it worked out again"
    label = {"code": "box_target", "facts": {"target": "-1/2"}}
    assert effects["dropped"]["verdicts"] == [{"round": round_24.pk, "box": label, "text": "1"}]
    assert "was given" not in json.dumps(Result.objects.get().lines)
