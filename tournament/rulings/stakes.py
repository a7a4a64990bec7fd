"""What each waiting answer can change, and the judge's queue in that order.

An answer with readings is counted once as each of them and once as nothing; one that nobody could read as one more
different method that hits, and as nothing. Everything else stays as it is. Rows are read once for the whole queue.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from judging.games.paper import LineAnswer, Score
from judging.language.editions import edition as read_edition
from judging.language.verdict import judge
from judging.messages import Message

from ..models import Entrant, Event, Ruling, Submission, User
from ..roster.relations import relatives
from ..scoring.answers import as_rational
from ..scoring.loader import AskedQuestion, EntrantInRound, Scoring
from ..scoring.rulings import AnyLine
from ..scoring.what_if import CountedLine
from ..standings import possible_places
from ..standings.stakes import CurrentStandings, Stakes, SupposedPaper
from .precedents import Precedent, Precedents
from .queue import Group, open_groups
from .reasons import READING, ReadAs, unread_by, usual_reason

AWARD, RANK, POINTS, SAME = range(4)
NOTHING, HIT = "nothing", "hit"
NOW = "now"
PRECEDENTS_SHOWN = 3  # of an entry of the queue


@dataclass(frozen=True)
class AnswerChoice:
    """What an answer can count as: the key of a choice of the ruling form, with the least and the most points that it
    gives one sheet, and the reason that is stored if the judge writes none."""

    counts_as: str
    expression: str
    value: str
    least: int
    most: int
    reason: Message | None


@dataclass(frozen=True)
class OnSheet:
    """One entrant on whose sheet the answer stands. `scores` are by the key of what it counts as."""

    entrant: Entrant
    scores: Mapping[str, Score]
    stakes: Stakes

    @property
    def level(self) -> int:
        """AWARD, RANK, POINTS, or SAME where all readings give the same points and places."""
        if self.is_same:
            return SAME
        return POINTS if self.stakes.weight == possible_places.NOTHING else self.stakes.weight

    @property
    def is_same(self) -> bool:
        read = [score for key, score in self.scores.items() if key.startswith(READING)]
        compared = read or [score for key, score in self.scores.items() if key != NOW]
        same_methods = len({score.methods for score in compared}) == 1
        same_places = same_methods or self.stakes.weight == possible_places.NOTHING
        return same_places and len({score.points for score in compared}) == 1

    def gain(self, key: str) -> int:
        """The points of the answer itself: what it brings to the sheet."""
        return self.scores[key].points - self.scores[NOTHING].points


@dataclass(frozen=True)
class QueueEntry:
    """An answer in the queue with what it can change. `related`: its entrants to whom the judge is related.
    `hits_alone`: whether a reading is worth points on some sheet, whatever else is written there."""

    group: Group
    sheets: tuple[OnSheet, ...]
    hits_alone: bool
    related: tuple[Entrant, ...]
    known: Precedents

    @property
    def precedents(self) -> list[Precedent]:
        """Standing rulings on the like, the closest first."""
        return self._all_precedents[:PRECEDENTS_SHOWN]

    @cached_property
    def _all_precedents(self) -> list[Precedent]:
        group = self.group
        return self.known.of(group.first, group.puzzle.version, group.verdict) if group.verdict else []

    @cached_property
    def level(self) -> int:
        return min(each.level for each in self.sheets)

    @cached_property
    def weightiest(self) -> OnSheet:
        """The sheet with the most at stake."""
        return min(self.sheets, key=lambda each: (each.level, -each.stakes.span))

    @property
    def others(self) -> int:
        """How many other sheets it is on."""
        return len(self.sheets) - 1

    @property
    def choices(self) -> list[AnswerChoice]:
        """Each accepted reading, then nothing."""
        return [*(self._choice(key, each.method, each.value) for key, each in self._readings.items()), self._nothing]

    @cached_property
    def _readings(self) -> dict[str, ReadAs]:
        """The accepted ones of several, by their keys in the ruling form; with the points on the first sheet, as on the
        page of its line."""
        readings = self.group.verdict.readings if self.group.verdict else []
        several = enumerate(readings, 1) if len(readings) > 1 else ()
        accepted = {f"{READING}{at}": each for at, each in several if each["verdict"] == "accepted"}
        return {
            key: ReadAs(each["value"] or "", each["expression"], self.sheets[0].gain(key) > 0)
            for key, each in accepted.items()
        }

    def usual_reason(self, counts_as: str) -> Message | None:
        """See `Case.usual_reason`."""
        verdict = self.group.verdict
        unread = "illegible" if verdict is None else ""
        if verdict and verdict.is_unreadable:
            unread = "no_method"
        elif verdict:
            unread = unread_by([reason["code"] for reason in verdict.reasons])
        return usual_reason(counts_as, self._readings, self.group.question.target, unread)

    @property
    def reason_of_method(self) -> Message | None:
        """The reason for another method, which the judge types."""
        return self.usual_reason("method")

    @property
    def _nothing(self) -> AnswerChoice:
        return self._choice(NOTHING, "", "")

    def _choice(self, key: str, expression: str, value: str) -> AnswerChoice:
        gains = [each.gain(key) for each in self.sheets]
        return AnswerChoice(key, expression, value, min(gains), max(gains), self.usual_reason(key))

    @property
    def settled_as(self) -> AnswerChoice | None:
        """What it counts as if all its readings give the same points: the first reading if they give any, else nothing.
        None if they differ."""
        if self.level != SAME:
            return None
        return next((each for each in self.choices if each.most), self._nothing)

    @cached_property
    def against(self) -> Precedent | None:
        """The closest precedent that decides otherwise than `settled_as` would for all."""
        choice = self.settled_as
        if choice is None or self.hits_alone:
            return None
        counts_as = Ruling.CountsAs.METHOD if choice.expression else Ruling.CountsAs.NOTHING
        ruling = Ruling(counts_as=counts_as, method=choice.expression)
        readings = self.group.verdict.readings if self.group.verdict else []
        keys = {each["expression"]: each.get("method_key") for each in readings}
        method_key = keys.get(choice.expression)
        return next((each for each in self._all_precedents if each.is_against(ruling, method_key)), None)

    @property
    def can_be_settled(self) -> bool:
        """Whether all its readings give the same points, and no precedent asks the judge to type a decision."""
        return self.level == SAME and (self.against is None or self.against.fits)

    @property
    def label(self) -> str:
        labels = {POINTS: _("can change points"), SAME: _("changes no points")}
        return labels.get(self.level) or self.weightiest.stakes.label

    @property
    def rank(self) -> tuple:
        """Its place in the queue."""
        return (self.level, -self.weightiest.stakes.span, self.group.rank)


def entries(event: Event, user: User | None = None) -> list[QueueEntry]:
    """The judge's queue: all answers that wait, those that can change most first."""
    groups = open_groups(event)
    if not groups:
        return []
    papers, standing = _Papers(groups), CurrentStandings(event)
    near = relatives(user, event) if user else set()
    known = Precedents(event.pk)
    all_entries = (_entry(group, papers, standing, near, known) for group in groups)
    return sorted(all_entries, key=lambda entry: entry.rank)


def _entry(
    group: Group, papers: "_Papers", standing: CurrentStandings, near: set[int], known: Precedents
) -> QueueEntry:
    by_entrant: dict[int, list[Submission]] = defaultdict(list)
    for line in group.lines:
        by_entrant[line.sheet.owner_id].append(line)
    sheets = tuple(_on_sheet(group, lines, papers, standing) for lines in by_entrant.values())
    related = tuple(each.entrant for each in sheets if each.entrant.pk in near)
    return QueueEntry(group, sheets, papers.hits_alone(group), related, known)


def _on_sheet(group: Group, lines: list[Submission], papers: "_Papers", standing: CurrentStandings) -> OnSheet:
    entrant = lines[0].sheet.owner
    question, written = papers.of(group.round.pk, entrant.pk)
    suppositions = {
        key: {line.pk: as_if(line) for line in lines} for key, as_if in papers.outcomes(group, question).items()
    }
    scores = {
        key: question.score(written[0].division_id, written, answers)
        for key, answers in {NOW: {}, **suppositions}.items()
    }
    by_worth = sorted(scores.values(), key=lambda score: (score.points, score.methods))
    outcome = SupposedPaper(
        question.round, entrant.pk, scores[NOW], by_worth[0], by_worth[-1], tuple(suppositions.values())
    )
    return OnSheet(entrant, scores, standing.stakes(outcome))


class _Papers:
    """What everybody with a waiting line wrote in its round."""

    def __init__(self, groups: Iterable[Group]):
        rounds = {group.round.pk: group.round for group in groups}
        entrants = {line.sheet.owner_id for group in groups for line in group.lines}
        self._scoring = Scoring(rounds.values(), entrants)

    def of(self, round_id: int, entrant_id: int) -> tuple[AskedQuestion, list[CountedLine]]:
        lines = self._scoring.by_paper[EntrantInRound(round_id, entrant_id)]
        return self._scoring.asked[round_id, lines[0].division_id], lines

    def outcomes(self, group: Group, question: AskedQuestion) -> dict[str, "AsIf"]:
        """key -> what a line of the group is supposed to count as: its readings, where there are any, else one more
        method that hits; and nothing."""
        readings = group.verdict.readings if group.verdict else []
        if not readings:
            return {HIT: _hit(question), NOTHING: _nothing}
        read = {f"{READING}{at}": _read(question, group.box, each) for at, each in enumerate(readings, 1)}
        return {**read, NOTHING: _nothing}

    def hits_alone(self, group: Group) -> bool:
        """Whether a reading hits, or would be worth points on a sheet with nothing else on it."""
        question, lines = self.of(group.round.pk, group.first.sheet.owner_id)
        (line,) = (each for each in lines if each.pk == group.first.pk)
        supposed = [as_if(line) for as_if in self.outcomes(group, question).values()]
        return any(
            answer.on_target or question.score(line.division_id, [line], {line.pk: answer}).points
            for answer in supposed
        )


AsIf = Callable[[AnyLine], LineAnswer]


def _nothing(line: AnyLine) -> LineAnswer:
    return LineAnswer(line.pk, line.box, "nothing")


def _hit(question: AskedQuestion) -> AsIf:
    marking = question.marking
    return lambda line: marking.worth(line, marking.boxes[line.box].target, f"waiting line {line.pk}")


def _read(question: AskedQuestion, box: int, reading: dict) -> AsIf:
    if reading["verdict"] != "accepted":
        return _nothing
    value, target = as_rational(reading["value"]), question.marking.boxes[box].target
    distance = math.ceil(abs(value - target)) if value is not None else _distance(question, box, reading["expression"])

    def answer(line: AnyLine) -> LineAnswer:
        return LineAnswer(
            line.pk,
            line.box,
            "judged",
            on_target=distance == 0,
            distance=distance,
            value=value,
            method=reading["method_key"],
            shown=reading["value"],
        )

    return answer


def _distance(question: AskedQuestion, box: int, expression: str) -> int | None:
    """How far an irrational value is from the target, rounded up: the engine knows it exactly."""
    asked = question.marking.boxes[box]
    return judge(expression, asked.numbers, asked.target, read_edition(question.round.edition)).distance_up
