"""What was ruled before on the same text, the same method, the same unknown sign or function, or the same kind of
reading."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.language.parsing.ambiguity import kind_of
from judging.language.parsing.spelling import spelled
from judging.language.verdict import ENGINE_VERSION

from ..common.line_text import digest
from ..models import Mark, PuzzleVersion, Result, Ruling, Submission, Verdict
from ..scoring.rulings import with_overtaken
from .past_rulings import with_lines

METHOD, VALUE, NOTHING, WITHDRAWN = Ruling.CountsAs
SAME_TEXT, SAME_METHOD, SAME_UNKNOWN, SAME_QUESTION = range(4)  # what they have in common, the closest first
LABELS: dict[int, Promise] = {
    SAME_TEXT: _("the same text"),
    SAME_METHOD: _("the same method"),
    SAME_UNKNOWN: _("the same unknown sign or function"),
    SAME_QUESTION: _("the same kind of reading"),
}
PRECEDENTS_LISTED = 8
Trait = tuple[int, str]
TextPlace = tuple[int, int, str]  # version, box and digest of a text


class OwnMethod(NamedTuple):
    """A way to read a line."""

    text: str
    method_key: str | None
    is_accepted: bool


@dataclass(frozen=True)
class Precedent:
    """A ruling that stands elsewhere in the event, what it has in common with the line, and the points that it gave.
    `decision` are the fields of a ruling that decides alike here; None where that has to be typed. `method_key` is of
    the method that it names."""

    ruling: Ruling
    in_common: int
    points: int | None
    decision: dict[str, str] | None
    method_key: str | None

    @property
    def fits(self) -> bool:
        return self.decision is not None

    @property
    def label(self) -> Promise:
        return LABELS[self.in_common]

    def is_against(self, ruling: Ruling, method_key: str | None) -> bool:
        """Whether a ruling for all decides otherwise than this one, which is for all too. `method_key` is of the
        method that the ruling names: two texts of one method decide the same."""
        if ruling.submission_id or self.ruling.submission_id or ruling.counts_as == WITHDRAWN:
            return False
        if NOTHING in {ruling.counts_as, self.ruling.counts_as}:
            return ruling.counts_as != self.ruling.counts_as
        decided = self.decision or {}
        if decided.get("counts_as") == ruling.counts_as == METHOD and method_key and self.method_key:
            return method_key != self.method_key
        return any(value and spelled(value) != spelled(getattr(ruling, name)) for name, value in decided.items())


class Precedents:
    """The standing rulings of an event, by what a line can have in common with them. Four queries, made when the first
    line is asked about."""

    def __init__(self, event_id: int):
        self._event_id = event_id

    def of(
        self, line: Submission, version: PuzzleVersion, verdict: Verdict | None, without: Collection[Ruling] = ()
    ) -> list[Precedent]:
        """The precedents for a line that can be read, the closest first, then the latest; none of `without`."""
        common: dict[int, int] = {}
        for kind, name in sorted(traits(line.text, verdict), reverse=True):
            common |= dict.fromkeys(self._by_trait.get((kind, name), ()), kind)
        leave_out = {each.pk for each in without}
        own, numbers = _own_methods(line, verdict), _numbers(version, line.box)
        matches = [
            self._precedent(ruling, common[pk], own, numbers)
            for pk, ruling in self._standing.items()
            if pk in common and pk not in leave_out
        ]
        return sorted(matches, key=lambda each: (each.in_common, -each.ruling.holds_since))[:PRECEDENTS_LISTED]

    def _precedent(self, ruling: Any, in_common: int, own: list[OwnMethod], numbers: list[int]) -> Precedent:
        method = self._method_here(ruling, in_common, own) if ruling.counts_as == METHOD else None
        decision, method_key = None, method.method_key if method else self._method_key(ruling)
        if method:
            decision = {"counts_as": METHOD, "method": method.text}
        elif ruling.counts_as == NOTHING:
            decision = {"counts_as": NOTHING}
        elif in_common == SAME_TEXT and ruling.counts_as == VALUE:
            decision = {"counts_as": VALUE, "value": ruling.value}
        elif in_common in {SAME_TEXT, SAME_METHOD} and numbers == _numbers(ruling.puzzle.version, ruling.box):
            decision = {"counts_as": ruling.counts_as, "method": ruling.method, "value": ruling.value}
        return Precedent(ruling, in_common, self._points.get(ruling.line_id), decision, method_key)

    def _method_here(self, ruling: Ruling, in_common: int, own: list[OwnMethod]) -> OwnMethod | None:
        """The line's own method that the ruling names: the same one, or, if the readings are of the same kind, the one
        in the same position."""
        named, accepted = self._method_key(ruling), [each for each in own if each.is_accepted]
        same = next((each for each in accepted if named and each.method_key == named), None)
        if same or in_common != SAME_QUESTION:
            return same
        there = self._verdicts.get(_place(ruling))
        pairs = zip(there.readings if there else [], own, strict=False)
        in_position = (each for other, each in pairs if spelled(other["expression"]) == spelled(ruling.method))
        return next((each for each in in_position if each.is_accepted), None)

    def _method_key(self, ruling: Ruling) -> str | None:
        verdict = self._method_verdict(ruling)
        return verdict.method_key if verdict else None

    def _method_verdict(self, ruling: Ruling) -> Verdict | None:
        """On the method that the ruling names."""
        version, box, _digest = _place(ruling)
        return self._verdicts.get((version, box, digest(ruling.method))) if ruling.method else None

    @cached_property
    def _standing(self) -> dict[int, Any]:
        """The rulings of the event that stand, the latest of each scope, those withdrawn left out."""
        given = Ruling.objects.filter(event=self._event_id).exclude(Q(mark=Mark.ILLEGIBLE) | Q(counts_as=WITHDRAWN))
        related = ("given_by", "puzzle__round", "puzzle__active", "submission__sheet__entrant__player")
        rulings: QuerySet[Any] = with_lines(with_overtaken(given))
        standing = rulings.filter(signed__gte=F("needs"), is_overtaken=False).select_related(*related)
        return {each.pk: each for each in standing.order_by("holds_since")}

    @cached_property
    def _verdicts(self) -> dict[TextPlace, Verdict]:
        """On the texts that were ruled on, and on the methods that rulings name."""
        ruled = self._standing.values()
        texts = {each.digest for each in ruled} | {digest(each.method) for each in ruled}
        versions = {each.puzzle.active_id for each in ruled}
        verdicts = Verdict.objects.filter(puzzle_version__in=versions, digest__in=texts, engine=ENGINE_VERSION)
        return {(each.puzzle_version_id, each.box, each.digest): each for each in verdicts.order_by("pk")}

    @cached_property
    def _by_trait(self) -> dict[Trait, list[int]]:
        by_trait: dict[Trait, list[int]] = defaultdict(list)
        for pk, ruling in self._standing.items():
            named = self._method_verdict(ruling)
            own = traits(ruling.text, self._verdicts.get(_place(ruling)))
            for each in own | {(SAME_METHOD, key) for key in _method_keys(named)}:
                by_trait[each].append(pk)
        return by_trait

    @cached_property
    def _points(self) -> dict[int, int]:
        """line -> the points of its share, of the lines that the rulings were given on."""
        lines = Submission.objects.filter(pk__in=[each.line_id for each in self._standing.values()])
        papers = lines.values_list("sheet__round", "sheet__entrant")
        results = Result.objects.in_force().filter(
            round__in={round_ for round_, _entrant in papers}, entrant__in={entrant for _round, entrant in papers}
        )
        return {share["line"]: share["points"] for each in results for share in each.lines}


def _place(ruling: Ruling) -> TextPlace:
    assert ruling.puzzle.active_id  # nobody rules where nothing is asked
    return ruling.puzzle.active_id, ruling.box, ruling.digest


def _numbers(version: PuzzleVersion, box: int) -> list[int]:
    return sorted(version.read_boxes()[box].numbers)


def _own_methods(line: Submission, verdict: Verdict | None) -> list[OwnMethod]:
    """The readings of a line, or the line itself where it has only one."""
    if verdict is None:
        return []
    if not verdict.readings:
        return [OwnMethod(line.text, verdict.method_key, verdict.outcome == Verdict.Outcome.ACCEPTED)]
    return [
        OwnMethod(each["expression"], each.get("method_key"), each["verdict"] == "accepted")
        for each in verdict.readings
    ]


def traits(text: str, verdict: Verdict | None) -> set[Trait]:
    """What lines can have in common: the text without its spaces, the methods that it can be read as, signs and
    functions that the program does not know, and the question that its readings ask."""
    bare = spelled(text).replace(" ", "")
    result: set[Trait] = {(SAME_TEXT, bare)} if bare else set()
    result |= {(SAME_METHOD, key) for key in _method_keys(verdict)}
    if verdict is None:
        return result
    reasons = [each.as_message for each in verdict.read_reasons()]
    result |= {
        (SAME_UNKNOWN, str(each.facts["name"]).casefold()) for each in reasons if each.code == "unknown_function"
    }
    result |= {(SAME_UNKNOWN, str(each.facts["text"])) for each in reasons if each.code == "no_meaning"}
    if len(verdict.readings) > 1:
        result.add((SAME_QUESTION, kind_of([each["expression"] for each in verdict.readings])))
    return result


def _method_keys(verdict: Verdict | None) -> Iterable[str]:
    if verdict is None:
        return set()
    keys = {verdict.method_key, *(each.get("method_key") for each in verdict.readings)}
    return {key for key in keys if key}
