"""What was ruled before on the same text, the same method, the same unknown sign or function, or the same kind of
reading."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.games.paper import Box
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


@dataclass(frozen=True)
class Precedent:
    """A ruling that stands elsewhere in the event, what it has in common with the line, and the points that it gave.
    `decision` are the fields of a ruling that decides alike here; None where that has to be typed."""

    ruling: Ruling
    in_common: int
    points: int | None
    decision: dict[str, str] | None

    @property
    def is_same_text(self) -> bool:
        return self.in_common == SAME_TEXT

    @property
    def fits(self) -> bool:
        return self.decision is not None

    @property
    def label(self) -> Promise:
        return LABELS[self.in_common]

    @property
    def question(self) -> Box:
        return Box.read(self.ruling.puzzle.version.boxes[self.ruling.box])

    def is_against(self, ruling: Ruling) -> bool:
        """Whether a ruling for all decides otherwise than this one, which is for all too."""
        if ruling.submission_id or self.ruling.submission_id or ruling.counts_as == WITHDRAWN:
            return False
        if NOTHING in {ruling.counts_as, self.ruling.counts_as}:
            return ruling.counts_as != self.ruling.counts_as
        decided = self.decision or {}
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
        here, numbers = traits(line.text, verdict), _numbers(version, line.box)
        common: dict[int, int] = {}
        for kind, name in sorted(here, reverse=True):
            common |= dict.fromkeys(self._by_trait.get((kind, name), ()), kind)
        leave_out = {each.pk for each in without}
        matches = [
            Precedent(
                ruling,
                common[pk],
                self._points.get(ruling.line_id),
                self._decision(ruling, common[pk], verdict, numbers),
            )
            for pk, ruling in self._standing.items()
            if pk in common and pk not in leave_out
        ]
        return sorted(matches, key=lambda each: (each.in_common, -each.ruling.holds_since))[:PRECEDENTS_LISTED]

    def _decision(
        self, ruling: Ruling, in_common: int, verdict: Verdict | None, numbers: list[int]
    ) -> dict[str, str] | None:
        counts_as = ruling.counts_as
        same_numbers = numbers == _numbers(ruling.puzzle.version, ruling.box)
        if counts_as == NOTHING:
            return {"counts_as": counts_as}
        if in_common == SAME_QUESTION and counts_as == METHOD:
            there, here = self._verdicts.get(_place(ruling)), verdict.readings if verdict else []
            for one, other in zip(there.readings if there else [], here, strict=False):
                if spelled(one["expression"]) == spelled(ruling.method) and other["verdict"] == "accepted":
                    return {"counts_as": counts_as, "method": other["expression"]}
        if in_common == SAME_TEXT and counts_as == VALUE:
            return {"counts_as": counts_as, "value": ruling.value}
        if in_common in {SAME_TEXT, SAME_METHOD} and same_numbers:
            return {"counts_as": counts_as, "method": ruling.method, "value": ruling.value}
        return None

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
            version, box, _digest = _place(ruling)
            named = self._verdicts.get((version, box, digest(ruling.method))) if ruling.method else None
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
