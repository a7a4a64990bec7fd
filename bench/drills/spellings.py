"""Sheets with the same answers in other spellings are typed, and ruled on, in every order; equal answers end alike.

Two lines are compared where the program says that they are one answer, unless a ruling for only one sheet stands on
one of them. That it says so of texts with other signs, brackets, case and spaces is a promise too.
"""

import random
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "tests" / "corpus" / "methods.txt"
DIFFERENT = ("1 2 + 3", "12 + 3", "3! ! - 1", "3!! - 1", "5²√9", "5^2√9", "⌊5÷3⌋ + 1", "(5÷3) + 1")  # never one answer
LABELLED = re.compile(r"[=:]|^\(?\w+\) ")  # with a sign that also labels a line or claims an answer
SPELLINGS = {sign: spellings for spellings in ("*×·", "/÷:", "-−–", "([{", ")]}") for sign in spellings}
PLAYERS, RULINGS = 4, 12
NEEDS_SPACE = (str.isdigit, str.isalpha, "!".__eq__, "*".__eq__)


def run(report, *, short: bool, seed: int) -> None:
    days, compared, wrong, differing, respelled_otherwise = (1 if short else 40), 0, [], 0, 0
    for number in range(days):
        chance = random.Random(f"{seed} {number}")
        day = Day(chance)
        day.happen()
        pairs = list(day.pairs())
        compared += len(pairs)
        wrong += [(one.text, other.text) for one, other in pairs if day.counted[one.pk] != day.counted[other.pk]]
        differing += day.stored_otherwise()
        respelled_otherwise += day.taken_otherwise()
    report.say(f"{days} days of {PLAYERS} sheets and {RULINGS} rulings: {compared} pairs of lines that are one answer")
    report.promise(compared > 0 and not wrong, f"two lines that are one answer end with the same points {wrong[:3]}")
    report.promise(not respelled_otherwise, "other signs, brackets, case and idle spaces make no other answer")
    report.promise(not differing, "the stored points are those of the record")


def respelled(text: str, chance: random.Random) -> str:
    """The text with other signs for the same operations, other brackets, letters in another case, and idle spaces."""
    text_made = ""
    for at, sign in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if sign in SPELLINGS and "*" not in (before, after):
            sign = chance.choice(SPELLINGS[sign])
        elif sign.isascii() and sign.isalpha() and chance.random() < 0.5:
            sign = sign.swapcase()
        space = (before + sign).isascii() and not any(each(before) and each(sign) for each in NEEDS_SPACE)
        text_made += " " * (space and "." not in (before, sign) and chance.random() < 0.2) + sign
    return text_made


class Day:
    """An event in which sheets and rulings come in any order."""

    def __init__(self, chance: random.Random):
        from bench import hall
        from tournament.models import Role

        self.chance = chance
        self.hall = hall.make(f"ways-{uuid.uuid4().hex[:6]}", volunteers=2, players=PLAYERS)
        self.judge, self.volunteer = self.hall.volunteers
        hall.give_roles(self.hall.event, {Role.JUDGE: [self.judge]})
        rows = [row.split("\t") for row in CORPUS.read_text().splitlines() if row and row[0] != "#"]
        known = [row[2] for row in rows if not LABELLED.search(row[2])]
        self.texts = [chance.choice(DIFFERENT), *chance.sample(known, len(self.hall.boxes) - 1)]
        self.counted: dict[int, tuple] = {}

    def happen(self) -> None:
        from tournament.jobs import queue as jobs

        steps = [lambda entrant=entrant: self._type(entrant) for entrant in self.hall.entrants]
        steps += [self._rule] * RULINGS
        self.chance.shuffle(steps)
        with jobs.done_here():
            for step in steps:
                step()
                _work()
        self._count()

    def _type(self, entrant) -> None:
        from tournament.keying import actions as keyings

        keying = keyings.open_sheet(by=self.volunteer, round_=self.hall.round, entrant=entrant)
        texts = [self.chance.choice(DIFFERENT), *(respelled(each, self.chance) for each in self.texts[1:])]
        lines = [keyings.TypedLine(uuid.uuid4(), at, at, text, revision=1) for at, text in enumerate(texts)]
        keyings.hand_in(by=self.volunteer, keying=keying, lines=lines)

    def _rule(self) -> None:
        from tournament.common.refusals import Refused
        from tournament.models import Submission
        from tournament.rulings import actions as rulings

        lines = list(Submission.objects.filter(sheet__round=self.hall.round).order_by("pk"))
        if not lines:
            return
        line = self.chance.choice(lines)
        counts_as = self.chance.choice(("value", "value", "nothing", "withdrawn"))
        value = str(self.hall.boxes[line.box].target) if counts_as == "value" else ""
        alone = self.chance.random() < 0.2
        try:
            rulings.give(
                by=self.judge,
                submission=line,
                counts_as=counts_as,
                value=value,
                only_this_sheet=alone,
                reason=str(self.chance.random()),
            )
        except Refused as refused:
            if refused.code != "invalid":  # there was nothing to withdraw
                raise

    def _count(self) -> None:
        from tournament.models import Result

        for result in Result.objects.in_force().filter(round=self.hall.round):
            self.counted |= {each["line"]: (each["points"], each["code"]) for each in result.lines}

    def pairs(self) -> Iterator[tuple]:
        """The lines that are one answer, two by two, without those on which a ruling for one sheet stands."""
        scoring = self._scoring()
        answers = defaultdict(list)
        for line in scoring.lines:
            marking = scoring.asked[line.round_id, line.division_id].marking
            ruling = marking.ruling_on(line)
            if not (ruling and ruling.submission_id):
                answers[line.box, marking.verdict_on(line).answer].append(line)
        for lines in answers.values():
            yield from combinations(lines, 2)

    def taken_otherwise(self) -> int:
        """How many boxes hold more than one answer, of those in which everybody wrote the same with other signs."""
        scoring, answers = self._scoring(), defaultdict(set)
        for line in scoring.lines:
            marking = scoring.asked[line.round_id, line.division_id].marking
            answers[line.box].add(marking.verdict_on(line).answer)
        return sum(len(verdicts) > 1 for box, verdicts in answers.items() if box)

    def stored_otherwise(self) -> int:
        from tournament.scoring.stored_points import differences

        return len(list(differences(self.hall.event)))

    def _scoring(self):
        from tournament.scoring.loader import Scoring

        return Scoring([self.hall.round])


def _work() -> None:
    from tournament.models import Job
    from tournament.tasks import perform

    for job_id in list(Job.objects.filter(state=Job.State.WAITING).values_list("pk", flat=True)):
        perform(job_id)
