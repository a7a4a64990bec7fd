"""Counts the joint standing of several halls again from their files, and says whether everything in it is right.

    python tools/recount_joint.py joint.json hall.json hall.json …

Exit 0: everything is equal. Exit 1: the differences are listed. Exit 2: a file cannot be read. Like recount.py beside
it, by which each hall is counted, it was written only from docs/rules and cites the rules' numbers (NT-…). It finds
the file of each hall by its SHA-256.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # `python -I` leaves the folder out

from recount import Recount, parse

FORMAT, VERSION = "number-tournament/joint-export", 1


class JointRecount:
    """The joint standing. `files` are the halls' exports by their SHA-256. `wrong` lists, in sentences, where it
    differs from what follows from them."""

    def __init__(self, joint: dict, files: dict):
        self.joint, self.wrong = joint, []
        self.done: Counter = Counter()
        self.halls: dict = {}
        for hall in joint["halls"]:
            if hall["status"] not in {"final", "provisional"}:
                continue  # NT-CO-7: it has nobody in the standing
            if hall["sha256"] not in files:
                self.wrong.append(f"hall {hall['hall']}: no file has the SHA-256 {hall['sha256']}")
                continue
            recount = self.halls[hall["hall"]] = Recount(files[hall["sha256"]])
            self.wrong += [f"hall {hall['hall']}: {sentence}" for sentence in recount.wrong]
            self.done["halls"] += 1
        for standing in joint["standings"]:
            self.standing(standing["grade"], standing["kind"], standing)
        self.every_grade_is_there()

    def expect(self, where: str, what: str, given: object, computed: object) -> None:
        if given != computed:
            self.wrong.append(f"{where}: the file says {what} {given}, and it is {computed}")

    def every_grade_is_there(self) -> None:
        there = {(each["grade"], each["kind"]) for each in self.joint["standings"]}
        for hall, recount in self.halls.items():
            for name, each in recount.entrants.items():
                place = each["grade"], "players" if name in recount.players else "teams"
                if place not in there:
                    self.wrong.append(f"{hall}/{name} plays in grade {place[0]}, of which there is no standing")

    def standing(self, grade: int, kind: str, standing: dict) -> None:
        where = f"grade {grade}, {kind}"
        everybody = {
            f"{hall}/{name}": (recount, name)
            for hall, recount in self.halls.items()
            for name in recount.playing(kind, grade)
        }
        ranked = {label: each for label, each in everybody.items() if each[0].is_ranked(each[1])}
        entries = {each["entrant"]: each for each in standing["entries"]}
        self.expect(where, "with a place", sorted(entries), sorted(ranked))
        self.expect(where, "without one", sorted(standing["not_ranked"]), sorted(everybody.keys() - ranked.keys()))
        keys = self.keys(grade, kind, ranked, standing["ties"], where)
        places = {label: 1 + sum(other > key for other in keys.values()) for label, key in keys.items()}
        for label in entries.keys() & places.keys():
            sharing = [other for other in keys if keys[other] == keys[label]]
            recount, name = ranked[label]
            waits = any(who in recount.counting(name) for who, _round in recount.provisional)
            computed = {
                "entrant": label,
                "place": places[label],
                "shared": len(sharing) > 1,
                "total": recount.total(name),
                "provisional": waits,
            }
            self.expect(f"{where}, {label}", "line", entries[label], computed)
            self.done["lines"] += 1
        self.expect(where, "awards", standing["awards"], list(self.awards(places)))
        if kind == "players":
            self.expect(where, "records", standing["records"], self.records(everybody))

    def keys(self, grade: int, kind: str, ranked: dict, ties: list, where: str) -> dict:
        """What each is compared by, more is better (NT-CO-3, NT-CO-4)."""
        criteria = self.joint["competition"]["criteria"]
        if "tiebreak" not in criteria:
            return {label: recount.key(name, {}, criteria) for label, (recount, name) in ranked.items()}
        at = criteria.index("tiebreak")
        before = {label: recount.key(name, {}, criteria[:at]) for label, (recount, name) in ranked.items()}
        rest = criteria[at + 1 :]
        after = {label: recount.key(name, {}, rest) if rest else () for label, (recount, name) in ranked.items()}
        survived = dict.fromkeys(ranked, 0)
        for equal in {key: [each for each in before if before[each] == key] for key in before.values()}.values():
            halls = {label.partition("/")[0] for label in equal}
            if len(halls) == 1:  # its own tiebreakers decide
                (hall,) = halls
                own = self.halls[hall].tiebreakers(kind, grade)
                survived |= {label: own.get(ranked[label][1], 0) for label in equal}
        for order in ties:
            sides = [label for label in before if before[label] == before.get(order[0])]
            self.expect(where, "a tie of", sorted(order), sorted(sides))
            survived |= {label: -at for at, label in enumerate(order)}
        return {label: (before[label], survived[label], after[label]) for label in ranked}

    def awards(self, places: dict):
        """Who has the award of each place; nobody where those above share one (NT-CO-5)."""
        for place in range(1, self.joint["competition"]["award_places"] + 1):
            yield {"place": place, "entrants": sorted(label for label, at in places.items() if at == place)}

    def records(self, everybody: dict) -> list:
        """The most points and the most methods of a player in one round (NT-CO-6)."""
        records = []
        for what in ("points", "methods"):
            each = [
                (amount, label, position)
                for label, (recount, name) in everybody.items()
                for position, amount in recount.by_round(name, getattr(recount, what)).items()
            ]
            most = max((amount for amount, _label, _position in each), default=0)
            holders = sorted([label, position] for amount, label, position in each if amount == most > 0)
            records.append({"what": what, "amount": most, "holders": holders})
        return records


def main(names: list) -> int:
    if not names:
        print("python tools/recount_joint.py joint.json hall.json hall.json …", file=sys.stderr)
        return 2
    try:
        joint, *contents = [Path(name).read_bytes() for name in names]
        read = json.loads(joint)
        if not isinstance(read, dict) or (read.get("format"), read.get("version")) != (FORMAT, VERSION):
            raise ValueError(f"this is not version {VERSION} of a joint standing")
        files = {hashlib.sha256(content).hexdigest(): parse(content) for content in contents}
        recount = JointRecount(read, files)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"it cannot be counted: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for sentence in recount.wrong:
        print(sentence)
    counted = ", ".join(f"{count} {what}" for what, count in recount.done.items())
    print(f"{len(recount.wrong)} differ of {counted}" if recount.wrong else f"equal: {counted}")
    return 1 if recount.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
