"""How many misread fields are left after one keying, after two blind ones, and after a third person has settled them.

Keyers who misread 2 % of the fields type sheets through the real actions, each with habits of their own (signs,
spaces), and the record is compared with the papers. In one run all mistakes are individual. In the other one half of
them are *shared*: 1 % of the fields look like the same wrong thing to everybody, which no second reading can find.

The theory, with individual mistakes p, ambiguous fields a and k other readings of a field, all equally likely: one
keying leaves p + a wrong; two equal keyings leave p²/k + a; and a third reading, which is trusted where two differ,
leaves p²/k + 2p·p + a (all up to terms of higher order).
"""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

SLIPS, OTHERS = 0.02, 4
SIGNS = (" x ", "*", " × ", "x"), ("-", " - ", " − "), ("+", " + ")


@dataclass(frozen=True)
class Written:
    """A field of a paper: its text, the other texts for which it may be taken, and whether everybody takes it for the
    first of them."""

    box: int
    text: str
    others: tuple[str, ...]
    ambiguous: bool


class Keyer:
    """A person who makes mistakes, and writes signs and spaces in their own way."""

    def __init__(self, user, seed: str, slips: float):
        self.user, self.slips, self.chance = user, slips, random.Random(seed)
        self.times, self.minus, self.plus = (self.chance.choice(each) for each in SIGNS)

    def read(self, field: Written) -> str:
        """What this person reads there."""
        if field.ambiguous:
            return field.others[0]
        return self.chance.choice(field.others) if self.chance.random() < self.slips else field.text

    def typed(self, text: str) -> str:
        return text.replace("*", self.times).replace("-", self.minus).replace("+", self.plus)


def run(report, *, short: bool, seed: int) -> None:
    sheets, fields = (8, 20) if short else (150, 20)
    report.say(
        f"{sheets * fields} fields on {sheets} sheets, {SLIPS:.0%} misread by each keyer, the theory in brackets"
    )
    report.say(f"{'':22}{'one keying':>18}{'two alike':>18}{'to a third':>18}{'after the third':>18}")
    for name, ambiguous in (("slips of one's own", 0.0), ("half of them shared", SLIPS / 2)):
        _world(report, name, ambiguous, sheets, fields, seed)


def _world(report, name: str, ambiguous: float, sheets: int, fields: int, seed: int) -> None:
    from bench import hall
    from tournament.jobs import queue as jobs

    made = hall.make(f"slips-{uuid.uuid4().hex[:6]}", volunteers=3, players=sheets, policy="twice")
    own = (SLIPS - ambiguous) / (1 - ambiguous)
    keyers = [Keyer(user, f"{seed} {name} {at}", own) for at, user in enumerate(made.volunteers)]
    chance = random.Random(f"{seed} {name}")
    counts = [0, 0, 0, 0]
    for entrant in made.entrants:
        paper = _paper(made.boxes, fields, ambiguous, chance)
        with jobs.done_here():  # none of them is judged
            counts = [a + b for a, b in zip(counts, _keyed(made, entrant, paper, keyers), strict=True)]
    report_counts(report, name, counts, sheets * fields, own, ambiguous)


def _paper(boxes: Sequence, fields: int, ambiguous: float, chance: random.Random) -> list[Written]:
    """A sheet with a method in each field, and what each may be misread as: another digit or another sign."""
    return [
        _field(at % len(boxes), at, ambiguous, chance) for at in sorted(range(fields), key=lambda at: at % len(boxes))
    ]


def _field(box: int, at: int, ambiguous: float, chance: random.Random) -> Written:
    a, b, c = (chance.randint(11, 99) for _ in range(3))
    text = f"{a}*{b}+{c}-{at + 1}"
    others = (
        f"{a + 100}*{b}+{c}-{at + 1}",
        f"{a}*{b + 100}+{c}-{at + 1}",
        f"{a}*{b}-{c}-{at + 1}",
        f"{a}+{b}+{c}-{at + 1}",
    )
    return Written(box, text, tuple(chance.sample(others, OTHERS)), chance.random() < ambiguous)


def _keyed(made, entrant, paper: list[Written], keyers: list[Keyer]) -> list[int]:
    """Have a sheet typed by the first two and settled by the third. Returns the numbers of fields misread in the first
    keying, misread in the same way by both, sent to the third, and wrong in the agreed reading."""
    from tournament.double_keying.comparison import Comparison
    from tournament.models import Keying

    for keyer in keyers[:2]:
        _type(made, entrant, paper, keyer)
    compare = Comparison(made.round, made.boxes)
    one, two = (_lines(entrant, slot=slot) for slot in (1, 2))
    places = compare.places(one, two)
    differing = [place for place in places if not place.is_same]
    if differing:
        _settle(made, entrant, paper, keyers[2], compare, places)
    agreed = _lines(entrant, state=Keying.State.AGREED)
    wrong_first, wrong_agreed = _wrong(compare, paper, one), _wrong(compare, paper, agreed)
    equal = {at for at, place in enumerate(places) if place.is_same}
    return [len(wrong_first), len(wrong_first & equal), len(differing), len(wrong_agreed)]


def _type(made, entrant, paper: list[Written], keyer: Keyer) -> None:
    from tournament.keying import actions as keyings

    keying = keyings.open_sheet(by=keyer.user, round_=made.round, entrant=entrant)
    lines = [
        keyings.TypedLine(uuid.uuid4(), field.box, at, keyer.typed(keyer.read(field)), revision=1)
        for at, field in enumerate(paper)
    ]
    keyings.hand_in(by=keyer.user, keying=keying, lines=lines)


def _lines(entrant, **which) -> list:
    from tournament.models import Submission

    lines = Submission.objects.filter(
        sheet__entrant=entrant, **{f"keying__{name}": value for name, value in which.items()}
    )
    return list(lines.order_by("box", "position"))


def _wrong(compare, paper: list[Written], lines: list) -> set[int]:
    """The numbers of the fields that do not say what is on the paper."""
    assert len(lines) == len(paper)
    return {
        at
        for at, (field, line) in enumerate(zip(paper, lines, strict=True))
        if compare.essence(line) != compare.essence(type(line)(box=field.box, text=field.text))
    }


def _settle(made, entrant, paper: list[Written], third: Keyer, compare, places: list) -> None:
    """The third person reads what differs, and takes the side that agrees or types a reading of their own."""
    from tournament.keying import actions as keyings
    from tournament.keying.actions import LEFT, OWN, RIGHT, PlaceChoice, settle

    keying = keyings.open_sheet(by=third.user, round_=made.round, entrant=entrant)
    choices = {}
    for field, place in zip(paper, places, strict=True):
        if place.is_same:
            continue
        text = third.typed(third.read(field))
        third_reading = compare.essence(type(place.left)(box=field.box, text=text))
        sides = {compare.essence(place.right): RIGHT, compare.essence(place.left): LEFT}
        choices[place.number] = PlaceChoice(sides[third_reading]) if third_reading in sides else PlaceChoice(OWN, text)
    settle(by=third.user, keying=keying, choices=choices)


def report_counts(report, name: str, counts: list[int], fields: int, own: float, ambiguous: float) -> None:
    """Report the four counts beside the theory, and the promise that they are within five standard deviations."""
    same = own**2 / OTHERS
    theory = [
        own + ambiguous,
        same + ambiguous,
        2 * own * (1 - own) + own**2 * (1 - 1 / OTHERS),
        same + 2 * own * (1 - own) * own + ambiguous,
    ]
    shown = "".join(
        f"{count / fields:8.2%} ({wanted:6.2%})".rjust(18) for count, wanted in zip(counts, theory, strict=True)
    )
    report.say(f"{name:22}{shown}")
    strays = [
        f"{count} of {fields} where {wanted:.2%} are expected"
        for count, wanted in zip(counts, theory, strict=True)
        if abs(count - wanted * fields) > 5 * sqrt(wanted * fields) + 1
    ]
    report.promise(not strays, f"{name}: the record has as many misread fields as theory says {'; '.join(strays)}")
