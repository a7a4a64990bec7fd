"""What was ruled before on the same text, or on another text that is the same method."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from judging.games.paper import Box
from judging.language.spelling import spelled
from judging.language.verdict import ENGINE_VERSION

from ..common.text import digest
from ..models import Mark, PuzzleVersion, Ruling, Submission, Verdict
from ..scoring.equal_answers import answers_among
from ..scoring.rulings import applies, with_overtaken
from .given import with_lines

WITHDRAWN = Ruling.CountsAs.WITHDRAWN
PRECEDENTS_LISTED = 8


@dataclass(frozen=True)
class Precedent:
    """A ruling that stands elsewhere in the event. `is_same_text` but for spaces, signs and case; otherwise the texts
    can be read as one method. `fits` says that its decision can be given here too."""

    ruling: Ruling
    is_same_text: bool
    fits: bool

    @property
    def question(self) -> Box:
        return Box.read(self.ruling.puzzle.version.boxes[self.ruling.box])


def precedents_for(line: Submission, version: PuzzleVersion, verdict: Verdict | None) -> list[Precedent]:
    """Those for a line that can be read, the same text first, then the latest first; two queries."""
    event_id = line.sheet.round.event_id
    standing = _standing(event_id)
    here = [each for each in standing if each.puzzle_id == version.puzzle_id]
    answers = answers_among(version, line.sheet.round, [line, *here])
    given = [each for each in standing if each not in here or not applies(each, line, answers)]
    keys = _keys_of(event_id, {each.digest for each in given} | {digest(each.method) for each in given})
    keys_here, wanted = _keys(verdict) if verdict else set(), bare(line.text)
    numbers = sorted(version.read_boxes()[line.box].numbers)
    found = []
    for ruling in given:
        same_text = bool(wanted) and bare(ruling.text) == wanted
        keys_there = keys[ruling.digest] | (keys[digest(ruling.method)] if ruling.method else set())
        if same_text or keys_here & keys_there:
            box = Box.read(ruling.puzzle.version.boxes[ruling.box])
            found.append(Precedent(ruling, same_text, not ruling.method or sorted(box.numbers) == numbers))
    return sorted(found, key=lambda each: (not each.is_same_text, -each.ruling.holds_since))[:PRECEDENTS_LISTED]


def _standing(event_id: int) -> list[Ruling]:
    """The rulings of the event that stand, the latest of each scope, those withdrawn left out."""
    given = Ruling.objects.filter(event=event_id).exclude(mark=Mark.ILLEGIBLE).exclude(counts_as=WITHDRAWN)
    related = ("given_by", "puzzle__round", "puzzle__active", "submission__sheet__entrant__player")
    found: QuerySet[Any] = with_lines(with_overtaken(given))
    standing = found.filter(signed__gte=F("needs"), is_overtaken=False)
    return list(standing.select_related(*related).order_by("holds_since"))


def _keys_of(event_id: int, digests: Iterable[str]) -> dict[str, set[str]]:
    """digest of a text -> the method keys of what it can be read as, anywhere in the event."""
    found: dict[str, set[str]] = defaultdict(set)
    verdicts = Verdict.objects.filter(
        puzzle_version__puzzle__round__event=event_id, digest__in=digests, engine=ENGINE_VERSION
    )
    for verdict in verdicts:
        found[verdict.digest] |= _keys(verdict)
    return found


def _keys(verdict: Verdict) -> set[str]:
    keys = {verdict.method_key, *(each.get("method_key") for each in verdict.readings)}
    return {key for key in keys if key}


def bare(text: str) -> str:
    """A text without its spaces, its signs in one way of writing them, upper and lower case alike."""
    return spelled(text).replace(" ", "")
