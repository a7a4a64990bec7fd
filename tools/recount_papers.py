"""The points of one paper, worked out only from docs/rules; recount.py counts all papers of an event with it."""

import math
import sys
from collections import defaultdict
from fractions import Fraction

WAITS, NOTHING = "waits", "nothing"


class RecountedLine:
    """The state of one line after its verdict and any ruling: `state` is "counts", WAITS or NOTHING."""

    def __init__(self, line: dict, boxes: list, same: dict):
        self.box, ruling, verdict = line["box"], line.get("ruling"), line.get("verdict")
        self.hits, self.distance, self.value, self.method = False, None, None, None
        if ruling and ruling["counts_as"] == "nothing":
            self.state = NOTHING
        elif ruling and ruling["counts_as"] == "value":  # a method of its own, with the judge's value
            self.state, self.value, self.method = "counts", Fraction(ruling["value"]), ruling["number"]
            self.distance = math.ceil(abs(self.value - Fraction(boxes[self.box]["target"])))
            self.hits = self.distance == 0
        elif not ruling and line["mark"] in ("struck_out", "blank", "sheet_lost"):
            self.state = NOTHING
        elif (
            not verdict or verdict["outcome"] == "needs_ruling" or verdict.get("unreadable") and not ruling
        ):  # an illegible line has no verdict
            self.state = WAITS
        elif verdict["outcome"] == "refused":
            self.state = NOTHING
        else:
            self.state, self.method = "counts", same.get(verdict["method_label"], verdict["method_label"])
            self.hits, self.distance = verdict["on_target"], rational(verdict["distance_up"])
            self.value = rational(verdict["value"])


def rational(text: str) -> Fraction | None:
    """A value such as 24 or 1/3; None for a value with roots."""
    try:
        return Fraction(text)
    except ValueError:
        return None


class PaperRecount:
    """One entrant's lines in one round, counted: points of each line, the bonus, different methods, lines waiting."""

    def __init__(self, round_: dict, settings: dict, boxes: list, lines: list):
        self.format, self.settings, self.boxes, self.lines = round_["format"], settings, boxes, lines
        self.points, self.bonus = [0] * len(lines), 0
        in_play = [line for line in lines if self.is_open(line.box)]  # NT-P-7, NT-P-9
        self.waiting = sum(line.state == WAITS for line in in_play)
        self.made: dict[int, list] = defaultdict(list)  # box -> its different methods, as first written
        for at, line in enumerate(lines):
            box = self.counts_in(line)
            if box is not None and line.method not in (method for method, _ in self.made[box]):  # NT-P-5
                self.made[box].append((line.method, at))
        self.made = {box: methods for box, methods in self.made.items() if methods}
        FORMATS[self.format](self)
        self.methods = sum(len(methods) for methods in self.made.values())
        if self.format == "smash":  # one for each number that was made
            self.methods = len(self.made)

    def is_open(self, box: int) -> bool:
        return 0 <= box < len(self.boxes) and not self.boxes[box]["void"]

    def counts_in(self, line: RecountedLine) -> int | None:
        """The box that a line hits, or None."""
        if line.state != "counts" or not self.is_open(line.box):
            return None
        if line.hits:
            return line.box
        if self.settings.get("misplaced") == "moved" and line.value is not None:  # NT-OM-5
            targets = [Fraction(box["target"]) for box in self.boxes]
            fitting = (at for at, target in enumerate(targets) if target == line.value and self.is_open(at))
            return next((at for at in fitting if at != line.box), None)
        return None

    def count_each_method(self) -> None:
        self.give(lambda nth: self.settings["points_full"])

    def count_or_nearest(self) -> None:
        self.count_each_method()
        self.give_nearest()

    def count_by_list(self) -> None:
        points = self.settings["points_list"]
        self.give(lambda nth: points[nth - 1] if nth <= len(points) else 0)
        counting = [at for at in range(len(self.boxes)) if self.is_open(at)]
        if counting and all(at in self.made for at in counting):  # NT-OM-3, NT-MO-3, NT-P-9
            self.bonus = self.settings["bonus"]

    def count_in_order(self) -> None:
        missing = [at for at in range(len(self.boxes)) if self.is_open(at) and at not in self.made]
        first = missing[0] if missing else len(self.boxes)
        self.give(lambda nth: self.settings["points_full"] if nth == 1 else 0, before=first)

    def give(self, worth, before: int = sys.maxsize) -> None:
        """The points of the first, second, … different method of each box (or of each box before `before`)."""
        for box, methods in self.made.items():
            for nth, (_, at) in enumerate(methods, start=1):
                self.points[at] = worth(nth) if box < before else 0

    def give_nearest(self) -> None:
        """If nothing hits, the nearest result scores what its distance leaves; the first of equals (NT-HT-2, 3)."""
        counted = [(at, line) for at, line in enumerate(self.lines) if line.state == "counts"]
        for box in range(len(self.boxes)):
            if box not in self.made and self.is_open(box):
                near = [(line.distance, at) for at, line in counted if line.box == box and line.distance is not None]
                if near:
                    distance, at = min(near)
                    self.points[at] = max(0, self.settings["points_full"] - distance)


FORMATS = {
    "twenty_four": PaperRecount.count_each_method,  # NT-24-2
    "dmas": PaperRecount.count_each_method,  # NT-DM-3
    "target_game": PaperRecount.count_each_method,  # NT-TG-2
    "hit_the_target": PaperRecount.count_or_nearest,  # NT-HT-2
    "one_to_many": PaperRecount.count_by_list,  # NT-OM-2
    "many_to_one": PaperRecount.count_by_list,  # NT-MO-2
    "smash": PaperRecount.count_in_order,  # NT-SM-3
}
