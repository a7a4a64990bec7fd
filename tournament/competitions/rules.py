"""The rules of a competition, which are those of the event that runs it, and where a hall's file differs."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ..models import Event
from ..models.rounds import TIEBREAKER
from ..puzzle_digests.published_keys import published_keys
from ..round_puzzles.api import ASKED, AskedSerializer

AskedOf = tuple[int, int]  # round and grade


@dataclass(frozen=True)
class CompetitionRules:
    """`digests` are those that were published of the questions that are asked now."""

    event: Event
    grades: dict[int, str]
    rounds: dict[int, dict[str, Any]]
    questions: dict[AskedOf, list]
    digests: dict[AskedOf, str]

    @property
    def unsealed(self) -> list[int]:
        """The rounds with questions of which no digest was published."""
        return sorted({round_ for round_, _grade in self.questions.keys() - self.digests.keys()})


@dataclass(frozen=True)
class FileRefusal:
    """Why a file is refused: a code of `refusals.SENTENCES` and its facts."""

    code: str
    facts: dict[str, Any]


def rules_of(event: Event) -> CompetitionRules:
    grades = {each.grade: each.name for each in event.divisions.all()}
    rounds = {
        each.position: {
            "format": each.format,
            "edition": each.edition,
            "settings": {str(grade): each.settings_for(grade).export() for grade in grades},
        }
        for each in event.rounds.exclude(format=TIEBREAKER)
    }
    asked = AskedSerializer(ASKED.filter(round__event=event, active__isnull=False), many=True).data
    questions = {
        (each["round"], grade): each["boxes"] for each in asked for grade in each["grades"] if each["round"] in rounds
    }
    keys = [each for each in published_keys(event) if each.is_asked]
    digests = {(each.round.position, each.version.set.grade or 0): each.version.digest for each in keys}
    return CompetitionRules(event, grades, _plain(rounds), _plain(questions), digests)


def _plain(value: dict) -> dict:
    """The values as JSON gives them back."""
    return {name: json.loads(json.dumps(each)) for name, each in value.items()}


def differences(rules: CompetitionRules, summary: dict[str, Any]) -> Iterator[FileRefusal]:
    """Where a hall's file differs from the rules (NT-CO-1). Rounds whose questions are not public yet are left out."""
    event = rules.event
    for grade in sorted({row["grade"] for row in summary["rows"]} - rules.grades.keys()):
        yield FileRefusal("grade", {"grade": grade})
    given = {each["position"]: each for each in summary["rounds"]}
    if {at: each["format"] for at, each in given.items()} != {at: each["format"] for at, each in rules.rounds.items()}:
        yield FileRefusal("rounds", {"given": _programme(given), "registered": _programme(rules.rounds)})
        return
    for position, round_ in given.items():
        yield from _of_round(position, round_, rules.rounds[position])
    if summary["event"]["criteria"] != event.criteria:
        listed = {"given": ", ".join(summary["event"]["criteria"]), "registered": ", ".join(event.criteria)}
        yield FileRefusal("criteria", listed)
    if summary["event"]["kin_counts_as"] != event.kin_counts_as:
        yield FileRefusal("near_duplicates", {})
    for position, grade, boxes in summary["puzzles"]:
        place = position, grade
        if position in rules.rounds and grade in rules.grades and _asked(boxes) != _asked(rules.questions.get(place)):
            yield FileRefusal("questions", {"round": position, "grade": grade, "digest": rules.digests.get(place, "")})


def _asked(boxes: list | None) -> list | None:
    """Boxes without their labels, which each event words in its own way."""
    return boxes and [{name: box.get(name) for name in ("numbers", "target", "void")} for box in boxes]


def _programme(rounds: dict[int, dict[str, Any]]) -> str:
    return ", ".join(f"{position}. {each['format']}" for position, each in sorted(rounds.items())) or "-"


def _of_round(position: int, given: dict[str, Any], registered: dict[str, Any]) -> Iterator[FileRefusal]:
    if given["settings"] is None:
        return
    if given["edition"] != registered["edition"]:
        yield FileRefusal("round", {"round": position, "what": _("notation")})
    for grade, settings in given["settings"].items():
        expected = registered["settings"].get(grade)
        if expected is not None and settings != expected:
            changed = [name for name in {**settings, **expected} if settings.get(name) != expected.get(name)]
            yield FileRefusal("round", {"round": position, "what": ", ".join(changed)})
            return
