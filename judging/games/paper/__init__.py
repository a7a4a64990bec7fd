"""The words that all paper formats share: boxes, answers, scores, and what a format is.

Nothing here reads a method. A `LineAnswer` is one line with what it counts as after verdict and ruling; whoever calls
brings it, and a format says what it is worth.

| file | holds |
|---|---|
| `hit_the_target.py` | Hit the Target |
| `twenty_four.py` | 24 Game |
| `one_to_many.py` | One to Many |
| `many_to_one.py` | Many to One |
| `dmas.py` | DMAS, a game for teams |
| `smash.py` | SMASH, a game for teams |
| `target_game.py` | the target game, played as a tiebreaker |
| `marking.py` | marking of a sheet, line by line (NT-P-4 to NT-P-7) |
| `explanations.py` | how a round is played under its settings, with an example |
| `puzzle_checks.py` | checks of a puzzle against its settings (NT-P-2) |
| `shared_scoring.py` | scoring that several formats share |
| `shared_settings.py` | settings that several formats share |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeVar

from judging.games.sentences import SHARED
from judging.games.settings import Preset, Schema, Settings
from judging.messages import Message, facts_as_json, message, read_facts

T = TypeVar("T")
AnswerState = Literal["judged", "pending", "nothing"]

# Judges' rulings on sameness: method key -> the key it counts as. A key left out counts as itself.
Partition = Mapping[str, str]


TARGET = re.compile(r"[-\u2212]?[0-9]{1,9}(/0*[1-9][0-9]{0,8})?")


def read_target(text: str) -> Fraction:
    """`45`, `-3` or `1/2` as a number. Raises ValueError for anything else, decimals and powers included."""
    if not TARGET.fullmatch(text.strip()):
        raise ValueError(message("no_target"))
    return Fraction(text.strip().replace("\u2212", "-"))


TARGET_WORD = "Target"


def label_of(word: str, of: Fraction | int) -> Message:
    """The label of a box: `Target 1/2`, by its target, or `Set 3`, by its number."""
    if word == TARGET_WORD:
        return message("box_target", target=str(of))
    return message(f"box_{word.lower()}", number=int(of))


@dataclass(frozen=True)
class Box:
    """A place on the sheet that belongs to one question. One that is void counts for nobody (NT-P-9)."""

    label: Message
    numbers: tuple[int, ...]
    target: Fraction
    void: bool = False

    def export(self) -> dict[str, object]:
        """The box as JSON, with `void` only where it is true: most boxes are not."""
        stored: dict[str, object] = {
            "label": self.label.as_dict(),
            "numbers": list(self.numbers),
            "target": str(self.target),
        }
        return {**stored, "void": True} if self.void else stored

    @staticmethod
    def read(stored: Mapping[str, object]) -> Box:
        """The box from its JSON. Raises ValueError or KeyError where it is not one."""
        numbers, label = stored["numbers"], stored["label"]
        if not isinstance(numbers, list | tuple):
            raise ValueError("a box has a list of numbers")
        if not isinstance(label, Mapping):
            raise ValueError("the label of a box is a message")
        target, void = read_target(str(stored["target"])), stored.get("void", False)
        if not isinstance(void, bool):
            raise ValueError("a box is void or it is not")
        return Box(Message.read(label), tuple(int(n) for n in numbers), target, void)


@dataclass(frozen=True)
class LineAnswer:
    """One line with what it counts as. `nothing`: refused, struck out, blank, illegible, or ruled to nothing.

    `distance` is |value - target| rounded up to a whole number (NT-HT-4); `value` is None where it is not
    rational, and `shown` then writes it. `method` may be any label that equals another's exactly when the
    two methods count once; a line that a judge ruled in carries one of its own. `note` says why a line is
    pending or nothing. Raises ValueError for what contradicts itself.
    """

    line: Hashable
    box: int
    state: AnswerState
    on_target: bool = False
    distance: int | None = None
    method: str | None = None
    value: Fraction | None = None
    shown: str = ""
    note: Message | None = None

    def __post_init__(self) -> None:
        if self.state != "judged":
            return
        if self.on_target and self.method is None:
            raise ValueError(f"line {self.line} hits its target and needs a method key")
        if self.distance is not None and (self.distance == 0) != self.on_target or (self.distance or 0) < 0:
            raise ValueError(f"line {self.line}: distance {self.distance} does not go with on_target")

    @property
    def writing(self) -> str:
        return self.shown or ("" if self.value is None else str(self.value))


@dataclass(frozen=True)
class LineScore:
    """One line's share. `number` counts the lines of its box from 1; `note` says why it has these points."""

    line: Any  # whatever the caller knows it by; hashable
    box: int
    number: int
    points: int
    code: str
    note: Message
    rule: str

    def export(self) -> dict[str, object]:
        """The share as JSON to store, without a sentence; `LineScore.read_note` finds the note in it."""
        facts = facts_as_json(self.note.facts_for(self.code))
        return {
            "line": self.line,
            "box": self.box,
            "points": self.points,
            "code": self.code,
            "facts": facts,
            "rule": self.rule,
        }

    @staticmethod
    def read_note(stored: Mapping[str, Any]) -> Message:
        return Message.of(stored["code"], read_facts(stored["facts"]))


@dataclass(frozen=True)
class BoxScore:
    """One box: its points, how many different methods hit, whether a line still waits, and whether it is void."""

    box: int
    label: Message
    points: int
    methods: int
    provisional: bool
    void: bool = False

    @property
    def hit(self) -> bool:
        return self.methods > 0


@dataclass(frozen=True)
class Score:
    """Points of one sheet; `points` = all boxes + bonus. Provisional while a line is pending (NT-P-6)."""

    points: int
    provisional: bool
    boxes: tuple[BoxScore, ...]
    bonus: int
    bonus_note: Message | None
    lines: tuple[LineScore, ...]
    pending: int

    @property
    def methods(self) -> int:
        """Different methods that hit, over all boxes: what a tiebreaker counts."""
        return sum(box.methods for box in self.boxes)


@dataclass(frozen=True)
class SheetShape:
    """The number of sets and of targets that are typed for a puzzle. With 0 targets the settings have them, `own` in
    number; with 0 sets the numbers come with the answers."""

    sets: int
    targets: int
    own: int = 0

    @property
    def boxes(self) -> int:
        return max(self.sets, self.targets, self.own)


@dataclass(frozen=True)
class BoxProblem:
    """A refusal of a puzzle; `box` counts from 0, None speaks of the whole sheet."""

    box: int | None
    code: str
    message: Message

    @property
    def shared(self) -> Message:
        """The message without the label of the box, for a set or a target that all boxes share."""
        facts = {name: fact for name, fact in self.message.facts.items() if name != "label"}
        return self.message if len(facts) == len(self.message.facts) else Message(SHARED + self.message.code, facts)


Shaper = Callable[[Settings], SheetShape]
Goals = Callable[[Settings], Sequence[int]]
PuzzleCheck = Callable[[Settings, Sequence[Box]], Iterator[BoxProblem]]
Scorer = Callable[[Settings, Sequence[Box], Sequence[LineAnswer], Partition], Score]
Explainer = Callable[[Settings], Iterable[Message]]


@dataclass(frozen=True)
class ExampleBox:
    """A question of an example, with the lines that a player wrote below it."""

    numbers: tuple[int, ...]
    target: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class PaperFormat:
    """One kind of round on paper: the `FORMAT` of a file in this folder.

    `question` is what a sheet asks; `edition` is the rules its methods follow; `goals` are the targets that the
    settings have; a sheet `for_teams` has a team's name on it, not a player's; one `for_sides` of a tie has either.
    With `one_by_one` the time is that of each box, and they are played one after the other; with `one_method` one in
    each box is enough. `one_puzzle`: all boxes of a sheet are made together, and `shares_numbers` or `shares_target`
    says what they have in common; otherwise each box is a puzzle of its own. `listed` is its place in lists of formats.
    `scoring` explains the points of settings that no other format has; `example` is a part of a sheet, `explanations`
    works out its points.
    """

    slug: str
    name: str
    question: str
    schema: Schema
    presets: tuple[Preset, ...]
    shape: Shaper
    checks: tuple[PuzzleCheck, ...]
    score: Scorer
    box_word: str
    edition: str = "number-tournament"
    for_teams: bool = False
    for_sides: bool = False
    one_by_one: bool = False
    one_method: bool = False
    one_puzzle: bool = False
    shares_numbers: bool = False
    shares_target: bool = False
    listed: int = 100
    goals: Goals = lambda settings: (settings.whole("target"),) if "target" in settings else ()
    scoring: Explainer | None = None
    example: tuple[ExampleBox, ...] = ()

    @property
    def deals_cards(self) -> bool:
        """Whether numbers are cards that are dealt at the table, so that a puzzle has none."""
        return not self.shape(self.settings_for(self.presets[0].slug)).sets

    def preset(self, slug: str) -> Preset:
        """Raises KeyError for a slug that is not one of ours."""
        presets = {preset.slug: preset for preset in self.presets}
        return presets[slug]

    def settings_for(self, preset: str, grade: int | None = None) -> Settings:
        """Complete settings of a preset for one grade; teams bring their highest grade (NT-ST-3)."""
        return self.schema.read(self.preset(preset).plan.for_grade(grade))

    def box_count(self, settings: Settings) -> int:
        return self.shape(settings).boxes

    def lay_out(
        self, settings: Settings, sets: Sequence[Sequence[int]], targets: Sequence[Fraction | int] = ()
    ) -> tuple[Box, ...]:
        """The boxes of a sheet from sets and targets as typed; one set or one target serves every box.

        Nothing is checked: hand the boxes to `problems`. A missing target is the settings' own, a missing
        set is empty.
        """
        goals = targets or self.goals(settings)
        wanted = sets or not self.shape(settings).sets
        count = max(len(sets), len(goals)) if wanted and goals else 0
        boxes = []
        for i in range(count):
            goal = _at(goals, i, 0)
            boxes.append(Box(self.label(i, goal), tuple(_at(sets, i, ())), Fraction(goal)))
        return tuple(boxes)

    def problems(self, settings: Settings, boxes: Sequence[Box]) -> tuple[BoxProblem, ...]:
        """Everything wrong with a puzzle under these settings; empty when it can be played."""
        wanted, count = self.box_count(settings), len(boxes)
        problems = [problem for check in self.checks for problem in check(settings, boxes)]
        if count != wanted:
            problems.insert(0, BoxProblem(None, "box_count", message("box_count", count=wanted, found=count)))
        return tuple(problems)

    def points(
        self,
        settings: Settings,
        boxes: Sequence[Box],
        answers: Sequence[LineAnswer],
        same: Partition | None = None,
    ) -> Score:
        """The score of a sheet. Answers stand in the order written; `same` has the methods that judges ruled the
        same."""
        return self.score(settings, boxes, answers, same or {})

    def label(self, index: int, target: Fraction | int) -> Message:
        """The label of a box: its target, or its place, which counts from 0 here."""
        return label_of(self.box_word, target if self.box_word == TARGET_WORD else index + 1)


def _at(items: Sequence[T], index: int, otherwise: T) -> T:
    if len(items) == 1:
        return items[0]
    return items[index] if index < len(items) else otherwise
