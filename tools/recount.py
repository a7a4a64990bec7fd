"""Counts an event again from its public export, and says whether every point and every place is right.

    python tools/recount.py event.json

Exit 0: everything is equal. Exit 1: the differences are listed. Exit 2: the file cannot be read. Needs Python 3.11 and
the files beside it whose names begin with recount. It shares no line with the program that wrote the file: it was
written only from docs/rules, and cites the rules' numbers (NT-…). It takes from the file what was written on paper,
what the engine or a judge said of each line, and who played in which team. It computes all points and places itself and
compares. recount_papers.py counts one paper, recount_series.py the series of live games, recount_joint.py the joint
standing of several halls.
"""

import hashlib
import json
import math
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # `python -I` leaves the folder out

from recount_papers import FORMATS, PaperRecount, RecountedLine, rational
from recount_series import SeriesRecount
from recount_version_1 import converted

FORMAT, VERSION = "number-tournament/public-export", 2


class Recount:
    """The whole event. `wrong` lists, in sentences, where the file differs from what follows from it."""

    def __init__(self, event: dict):
        self.event, self.wrong = event, []
        self.done = Counter()
        self.rounds = {each["position"]: each for each in event["rounds"]}
        self.players = {each["number"]: each for each in event["players"]}
        self.entrants = {**self.players, **{each["name"]: each for each in event["teams"]}}
        self.boxes = {(p["round"], grade): p["boxes"] for p in event["puzzles"] for grade in p["grades"]}
        self.same: dict = defaultdict(dict)  # (round, grade) -> method -> the one that stands for it
        for group in event["same_methods"]:
            for grade in group["grades"]:
                for method in group["methods"]:
                    self.same[group["round"], grade][method] = group["methods"][0]
        self.points: dict = defaultdict(dict)  # entrant -> round -> points
        self.methods: dict = defaultdict(dict)
        self.unread: dict = {}
        self.provisional: set = set()  # (entrant, round that counts) with something that waits
        self.grades()
        for paper in event["papers"]:
            self.paper(paper)
        for standing in event["standings"]:
            self.standing(standing)
        self.series()

    def expect(self, where: str, what: str, given: object, computed: object) -> None:
        if given != computed:
            self.wrong.append(f"{where}: the file says {what} {given}, and it is {computed}")

    def series(self) -> None:
        """Series of live games, whose points follow from their moves."""
        recount = SeriesRecount(self.event["series"])
        self.wrong += recount.wrong
        self.done += recount.done

    def grades(self) -> None:
        """A team plays in its highest member's grade (NT-ST-3)."""
        for team in self.event["teams"]:
            members = [self.players[member]["grade"] for member in self.members(team["name"])]
            self.expect(called(team["name"]), "grade", team["grade"], max(members, default=None))

    def members(self, team: int | str, counting: bool = False) -> list:
        every = [name for name, each in self.players.items() if each["team"] == team]
        return [name for name in every if self.players[name]["brings_points_to_team"]] if counting else every

    def playing(self, kind: str, grade: int) -> list:
        """All players or all teams of a grade."""
        every = self.players if kind == "players" else self.entrants.keys() - self.players.keys()
        return [name for name in every if self.entrants[name]["grade"] == grade]

    def is_ranked(self, name: int | str) -> bool:
        """An entrant who is present has a place; a team while one of its members is present (NT-ST-5, NT-ST-11)."""
        each = self.entrants[name]
        whose = [name] if name in self.players else self.members(name)
        return each["status"] == "present" and any(self.entrants[one]["status"] == "present" for one in whose)

    def paper(self, paper: dict) -> None:
        """Count one paper. While it waits to be counted there is nothing to compare, so the file's points are taken."""
        name, position = paper["entrant"], paper["round"]
        round_, grade = self.rounds[position], self.entrants[paper["entrant"]]["grade"]
        where = f"round {position}, {called(name)}"
        if round_["counts"] and paper["provisional"]:
            self.provisional.add((name, position))
        if paper["waiting"]:
            if round_["status"] == "final":
                self.wrong.append(f"{where}: the file says a paper that waits to be counted, and the round is final")
            self.done["papers that still wait to be counted"] += 1
            if "points" in paper:
                self.points[name][position] = paper["points"]
                self.methods[name][position] = paper.get("methods", 0)
            return
        boxes = self.boxes.get((position, grade))
        if boxes is None:
            self.wrong.append(f"{where}: the file says a paper of grade {grade}, which was asked nothing")
            return
        if round_["format"] not in FORMATS:
            self.done[f"papers of the format {round_['format']}, whose points are taken from the file"] += 1
            self.points[name][position], self.methods[name][position] = paper["points"], paper.get("methods", 0)
            return
        lines = [RecountedLine(line, boxes, self.same[position, grade]) for line in paper["lines"]]
        for at, line in enumerate(paper["lines"], start=1):
            self.verdict(f"{where}, line {at}", line, boxes)
        recount = PaperRecount(round_, round_["settings"][str(grade)], boxes, lines)
        for at, (line, points) in enumerate(zip(paper["lines"], recount.points, strict=True), start=1):
            self.expect(f"{where}, line {at}", "points", line["points"], points)
        self.expect(where, "bonus", paper["bonus"], recount.bonus)
        self.expect(where, "points", paper["points"], sum(recount.points) + recount.bonus)
        self.expect(where, "methods", paper.get("methods", recount.methods), recount.methods)
        self.expect(where, "provisional", paper["provisional"], recount.waiting > 0)
        self.points[name][position] = sum(recount.points) + recount.bonus
        self.methods[name][position], self.unread[name, position] = recount.methods, recount.waiting
        self.done["papers"] += 1
        self.done["lines"] += len(lines)

    def verdict(self, where: str, line: dict, boxes: list) -> None:
        """Check that a verdict's value, its distance and whether it hits agree (NT-P-4, NT-HT-4)."""
        verdict, box = line.get("verdict") or {}, line["box"]
        value = rational(verdict["value"]) if verdict.get("outcome") == "accepted" else None
        if value is not None and 0 <= box < len(boxes):
            away = abs(value - Fraction(boxes[box]["target"]))
            self.expect(where, "on_target", verdict["on_target"], away == 0)
            self.expect(where, "distance_up", int(verdict["distance_up"]), math.ceil(away))

    def standing(self, standing: dict) -> None:
        kind, grade = standing["kind"], standing["grade"]
        where = f"grade {grade}, {kind}"
        playing = self.playing(kind, grade)
        listed = [*standing["entries"], *standing["not_ranked"]]
        self.expect(where, "entrants", sorted(map(entrant_of, listed)), sorted(playing))
        present = [name for name in playing if self.is_ranked(name)]
        ranked = sorted(map(entrant_of, standing["entries"]))
        self.expect(where, "with a place", ranked, sorted(present))
        survived = self.tiebreakers(kind, grade)
        keys = {name: self.key(name, survived) for name in present}
        for entry in standing["entries"]:
            if (name := entrant_of(entry)) in keys:  # NT-ST-4: one more than how many are above
                place = 1 + sum(key > keys[name] for key in keys.values())
                self.expect(f"{where}, {called(name)}", "place", entry["place"], place)
                shared = sum(key == keys[name] for key in keys.values()) > 1
                self.expect(f"{where}, {called(name)}", "shared", entry["shared"], shared)
        for entry in listed:
            self.entry(f"{where}, {called(entrant_of(entry))}", entry)
        self.done["standings"] += 1

    def entry(self, where: str, entry: dict) -> None:
        entrant = entrant_of(entry)
        stated = {each["round"]: each["points"] for each in entry["rounds"] if each["points"] is not None}
        self.expect(where, "rounds", stated, self.by_round(entrant))
        self.expect(where, "total", entry["total"], self.total(entrant))
        self.expect(where, "penalty", entry.get("penalty", self.taken(entrant)), self.taken(entrant))
        waits = {at for name, at in self.provisional if name in self.counting(entrant)}
        self.expect(where, "provisional", entry["provisional"], bool(waits))
        for each in entry["rounds"]:
            self.expect(f"{where}, round {each['round']}", "provisional", each["provisional"], each["round"] in waits)
        self.done["totals"] += 1

    def counting(self, name: int | str) -> list:
        """Whose papers count for an entrant: their own; for a team also those of members who count (NT-ST-8)."""
        return [name, *self.members(name, counting=True)]

    def by_round(self, name: int | str, measure: dict | None = None) -> dict:
        """Points of each round that counts; a team's with its members' (NT-ST-7)."""
        points_by_round: Counter = Counter()
        for each in self.counting(name):
            for position, points in (self.points if measure is None else measure)[each].items():
                if self.rounds[position]["counts"]:
                    points_by_round[position] += points
        return dict(sorted(points_by_round.items()))

    def total(self, name: int | str) -> int:
        """NT-ST-1; a penalty is treated as a round of its own with negative points."""
        return sum(self.by_round(name).values()) - self.taken(name)

    def taken(self, name: int | str) -> int:
        """Points that penalties take; of a team also those of members who count."""
        counting = self.counting(name)
        return sum(each["points"] for each in self.event["penalties"] if each["entrant"] in counting)

    def key(self, name: int | str, survived: dict, criteria: list | None = None) -> tuple:
        """What an entrant is compared by: the criteria of the event in their order (NT-ST-2). More is better."""
        rounds = self.by_round(name)
        measures = {
            "total": self.total(name),
            "best_round": max(rounds.values(), default=0),
            "methods": sum(self.by_round(name, self.methods).values()),
            "tiebreak": survived.get(name, 0),
            **{f"round:{position}": rounds.get(position, 0) for position in self.rounds},
        }
        return tuple(measures.get(name, 0) for name in criteria or self.event["event"]["criteria"])

    def tiebreakers(self, kind: str, grade: int) -> dict:
        """Entrant -> how many sides of their tie were out before them."""
        survived: dict = {}
        for tie in self.event["ties"]:
            if (tie["kind"], tie["grade"]) == (kind, grade):
                self.level(tie)
                out = self.play(tie)
                survived |= {side: out.index(side) if side in out else len(out) for side in sides_of(tie)}
        return survived

    def level(self, tie: dict) -> None:
        """Check a tie's seed, and that exactly its sides are tied before the tiebreakers (NT-TB-1, NT-TB-2)."""
        where = f"grade {tie['grade']}, {tie['kind']}, tie for place {tie['place']}"
        drawn = f"{self.event['event'].get('tie_seed')}/{tie['grade']}/{tie['kind']}/{tie['place']}"
        self.expect(where, "seed", tie["seed"], hashlib.sha256(drawn.encode()).hexdigest())
        sides, names = sides_of(tie), {side["drawn_as"] for side in tie["sides"]}
        self.expect(where, "names drawn that differ", len(names), len(sides))
        criteria = self.event["event"]["criteria"]
        before = criteria[: criteria.index("tiebreak")] if "tiebreak" in criteria else criteria
        playing = [name for name in self.playing(tie["kind"], tie["grade"]) if self.is_ranked(name)]
        keys = {name: self.key(name, {}, before) for name in playing}
        first = keys.get(sides[0])
        self.expect(where, "sides", sorted(sides), sorted(name for name in playing if keys[name] == first))

    def play(self, tie: dict) -> list:
        """The sides that are out, in that order (NT-TB-2 to NT-TB-7)."""
        queue, out = [side["entrant"] for side in sorted(tie["sides"], key=draw_order(tie["seed"]))], []
        for game in tie["games"]:
            sides = [game["first"], game["second"]]
            if set(sides) != set(queue[:2]):
                continue  # void: these sides do not meet here
            methods = [self.methods[side].get(game["round"], 0) for side in sides]
            least = [count - near for count, near in zip(methods, game["waiting"], strict=True)]
            unread = [
                self.unread.get((side, game["round"]), 0) + more
                for side, more in zip(sides, game["may_add"], strict=True)
            ]
            won = [one for one in (0, 1) if least[one] > methods[1 - one] + unread[1 - one]]
            if won:
                out.append(sides[1 - won[0]])
                queue = [*queue[2:], sides[won[0]]]
            elif least != methods or any(unread):
                break  # NT-TB-5: it waits, and no game after it counts
        return out


def called(entrant: int | str) -> str:
    return f"player {entrant}" if isinstance(entrant, int) else f"team {entrant}"


def entrant_of(entry: dict) -> int | str:
    """Players are known by their numbers, teams by their names."""
    return entry["team"] if entry["number"] is None else entry["number"]


def sides_of(tie: dict) -> list:
    return [side["entrant"] for side in tie["sides"]]


def draw_order(seed: str):
    """Sorts the sides of a tie. Names that were removed since cannot be hashed: then the file has the order."""
    return lambda side: side["drawn_at"] or hashlib.sha256(f"{seed}/{side['drawn_as']}".encode()).hexdigest()


def read(name: str) -> dict:
    return parse(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())


def parse(content: bytes) -> dict:
    event = json.loads(content)
    if not isinstance(event, dict) or event.get("format") != FORMAT:
        raise ValueError("this is not the public export of an event")
    if event["version"] not in (1, VERSION):
        raise ValueError(f"this is version {event['version']} of the export, and this program knows 1 and {VERSION}")
    return converted(event) if event["version"] == 1 else event


def main(names: list) -> int:
    if len(names) != 1:
        print("python tools/recount.py event.json", file=sys.stderr)
        return 2
    try:
        recount = Recount(read(names[0]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"{names[0]} cannot be counted: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for sentence in recount.wrong:
        print(sentence)
    counted = ", ".join(f"{count} {what}" for what, count in recount.done.items())
    print(f"{len(recount.wrong)} differ of {counted}" if recount.wrong else f"equal: {counted}")
    return 1 if recount.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
