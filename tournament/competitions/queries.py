"""What counts in a competition now: halls, the joint document, names, and what a file would change."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..audit.trail import head
from ..models import Competition, Event, Hall, HallFile, JointCopy
from ..models.rounds import TIEBREAKER
from ..web.published.storage import unpack
from . import joint
from .joint import FINAL, MISSING, PROVISIONAL, WITHDRAWN, HallInStanding, JointRules

JOINT = "joint"  # names the files of the joint copy beside those of the halls


def competition_of(event: Event) -> Competition | None:
    return Competition.objects.filter(event=event).first()


def joint_rules(event: Event) -> JointRules:
    grades = {each.grade: each.name for each in event.divisions.all()}
    rounds = list(event.rounds.exclude(format=TIEBREAKER).values_list("position", flat=True))
    return JointRules(event.criteria, event.award_places, grades, rounds)


def halls_of(competition: Competition, instead: Mapping[int, HallFile] | None = None) -> list[HallInStanding]:
    """Every hall with the file that counts, or with that of `instead` by the hall's id."""
    rows = competition.halls.select_related("counted").defer("counted__document")
    return [_as_read(hall, (instead or {}).get(hall.pk) or hall.counted) for hall in rows]


def _as_read(hall: Hall, file: HallFile | None) -> HallInStanding:
    status = MISSING if file is None else FINAL if file.is_final else PROVISIONAL
    if hall.withdrawn_at:
        status = WITHDRAWN
    counts = status in {FINAL, PROVISIONAL} and file is not None
    given = (file.digest, file.summary) if file and counts else ("", None)
    return HallInStanding(hall.slug, hall.name, status, hall.fingerprint, *given)


def document(competition: Competition, instead: Mapping[int, HallFile] | None = None) -> dict[str, Any]:
    """The joint standing of what counts now, or of what would count with other files."""
    event, rules = competition.event, joint_rules(competition.event)
    number, digest = head(event)
    facts = {
        "audit": {"number": number, "hash": digest},
        "competition": {
            "slug": event.slug,
            "name": event.name,
            "criteria": list(rules.criteria),
            "award_places": rules.award_places,
            "grades": [{"grade": grade, "name": name} for grade, name in rules.grades.items()],
        },
    }
    return joint.document(facts, rules, halls_of(competition, instead), _orders(competition))


def _orders(competition: Competition) -> dict[joint.StandingKey, list]:
    orders = defaultdict(list)
    for tie in competition.ties.all():
        orders[tie.grade, tie.kind].append(tie.order)
    return orders


def as_bytes(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


def state_of(document: Mapping[str, Any]) -> str:
    """A digest of what a joint standing says, whatever else was recorded in the event since."""
    said = {name: each for name, each in document.items() if name != "audit"}
    return hashlib.sha256(as_bytes(said)).hexdigest()


def open_ties(competition: Competition) -> list[joint.JointStanding]:
    """The standings that have ties over halls for an award."""
    rules, halls, orders = joint_rules(competition.event), halls_of(competition), _orders(competition)
    keys = [(grade, kind) for grade in rules.grades for kind in joint.KINDS]
    standings = [joint.standing_of(key, rules, halls, orders.get(key, [])) for key in keys]
    return [each for each in standings if each.open_ties]


def last_copy(competition: Competition) -> JointCopy | None:
    """The signed joint standing that the public reads."""
    return competition.copies.exclude(document=None).last()


def read_copy(copy: JointCopy) -> dict[str, Any]:
    return json.loads(unpack(copy.document or b""))


def files_of(document: Mapping[str, Any], competition: Competition) -> dict[str, HallFile]:
    """The files from which a document was computed, by the short name of the hall."""
    digests = {each["hall"]: each["sha256"] for each in document["halls"] if each["sha256"]}
    rows = HallFile.objects.filter(hall__competition=competition, refusal__isnull=True, digest__in=digests.values())
    return {row.hall.slug: row for row in rows.select_related("hall") if digests.get(row.hall.slug) == row.digest}


def names_in(files: Mapping[str, HallFile]) -> dict[str, str]:
    """{player as in the joint standing: the name in the hall's file}. Teams are known by their names."""
    return {
        f"{hall}/{row['entrant']}": row["name"]
        for hall, file in files.items()
        for row in (file.summary or {"rows": []})["rows"]
        if row["kind"] == "players"
    }


def waiting_file(hall: Hall) -> HallFile | None:
    """The newest good file of a hall, if another one counts."""
    last = hall.files.filter(refusal__isnull=True).defer("document").last()
    return last if last is not None and last.pk != hall.counted_id and last.summary else None


def obstacles(document: Mapping[str, Any], waiting: list[Hall]) -> dict[str, list[str]]:
    """The halls that keep a joint standing from being signed, by why."""
    listed: dict[str, list[str]] = defaultdict(list)
    for each in document["halls"]:
        if each["status"] in {PROVISIONAL, MISSING}:
            listed[each["status"]].append(each["name"])
    if waiting:
        listed["waiting"] = [hall.name for hall in waiting]
    return listed
