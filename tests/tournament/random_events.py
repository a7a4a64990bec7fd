"""Events drawn from a seed, with every format and every odd thing that may befall a line: rows in bulk, past the actions
and the engine, so that thousands can be counted. The points are worked out by the product, sheet by sheet, as papers
and rulings come in."""

import datetime
import math
import uuid
from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from django.utils import timezone

from judging.games.formats import FORMATS
from judging.games.paper import Box
from judging.language.verdict import ENGINE_VERSION
from tests.tournament.random_ties import play_ties
from tournament.actions.judging import work_out
from tournament.models import (
    Division,
    DivisionPuzzle,
    Entrant,
    Event,
    Keying,
    PairRuling,
    PairSignature,
    Penalty,
    Player,
    Puzzle,
    PuzzleVersion,
    Round,
    Ruling,
    Sheet,
    Signature,
    Submission,
    Team,
    User,
    Verdict,
)
from tournament.models.rounds import TIEBREAKER
from tournament.models.sameness import key_digest
from tournament.texts import digest

NOW = timezone.now().replace(microsecond=0)
COUNT_OF = {
    "hit_the_target": "rounds",
    "twenty_four": "rounds",
    "one_to_many": "targets",
    "many_to_one": "sets",
    "dmas": "grids",
    "smash": "last_number",
}
MARKS = ("written",) * 12 + ("illegible", "struck_out", "blank")


@dataclass
class Drawn:
    """An event while it is drawn. `papers` are (round, entrant) with something recorded, in the order of drawing."""

    event: Event
    chance: Random
    helper: User
    other: User
    papers: list[tuple[Round, Entrant]] = field(default_factory=list)

    def count(self, arrival: int, rounds: Collection[Round]) -> None:
        """Work the papers of these rounds out, in an order of arrival of its own."""
        papers = [paper for paper in self.papers if paper[0] in rounds]
        for round_, entrant in Random(arrival).sample(papers, len(papers)):
            work_out(round_, entrant)


def draw(seed: int, arrival: int = 0, slug: str = "") -> Event:
    """The event of a seed, counted: half the rulings come before the papers are worked out, half after."""
    drawn = _founded(seed, slug or f"random-{seed}")
    rounds = [_round(drawn, at) for at in range(1, drawn.chance.randint(2, 5) + 1)]
    for round_ in rounds:
        if round_.shows_puzzles:
            for puzzle, divisions in _puzzles(drawn, round_):
                _write(drawn, round_, puzzle, divisions)
                rule(drawn, puzzle, drawn.chance.randint(0, 3))
    drawn.count(arrival, rounds)
    puzzles = Puzzle.objects.filter(round__in=rounds).select_related("active", "round").order_by("pk")
    touched = {puzzle.round for puzzle in puzzles if rule(drawn, puzzle, drawn.chance.randint(0, 2))}
    drawn.count(arrival + 1, rounds if _rule_on_pairs(drawn) else touched)
    play_ties(drawn, arrival)
    return drawn.event


def _founded(seed: int, slug: str) -> Drawn:
    chance = Random(seed)
    event = Event.objects.create(
        slug=slug,
        name=f"Random {seed}",
        held_on=datetime.date(2026, 5, 9),
        visibility="provisional",
        public_names=chance.choice(Event.Names.values),
        kin_counts_as=chance.choice(Event.KinCountsAs.values),
        criteria=_criteria(chance),
        award_places=chance.choice((1, 3, 5)),
        tie_seed=f"{chance.getrandbits(128):032x}",
    )
    helpers = [User.objects.get_or_create(username=name)[0] for name in ("hal", "hel")]
    grades = sorted(chance.sample(range(3, 9), chance.randint(1, 3)))
    divisions = Division.objects.bulk_create(
        Division(event=event, grade=grade, name=f"Grade {grade}") for grade in grades
    )
    teams = Team.objects.bulk_create(
        Team(event=event, name=f"Team {name}") for name in range(chance.randint(1, 3))
    )
    players = Player.objects.bulk_create(
        Player(
            event=event,
            number=101 + at,
            first_name=f"Child{at}",
            last_name="Quillfeather",
            division=chance.choice(divisions),
            team=chance.choice([None, *teams]),
        )
        for at in range(chance.randint(2, 7))
    )
    statuses = ("present",) * 6 + ("absent", "withdrawn", "disqualified")
    entrants = [
        Entrant(event=event, player=each, division=each.division, status=chance.choice(statuses))
        for each in players
    ]
    for team in teams:
        members = [each.division for each in players if each.team == team]
        highest = max(members, key=lambda each: each.grade, default=None)
        entrants.append(
            Entrant(event=event, team=team, division=highest, status=chance.choice(statuses[4:7]))
        )
    Entrant.objects.bulk_create(entrants)
    drawn = Drawn(event, chance, *helpers)
    _penalise(drawn)
    return drawn


def _criteria(chance: Random) -> list[str]:
    """Mostly the total and the tiebreakers, which make the most ties; sometimes anything."""
    others = ["tiebreak", "best_round", "methods", "round:1", "round:2"]
    if chance.random() < 0.6:
        return ["total", "tiebreak", *chance.sample(others[1:], chance.randint(0, 1))]
    return ["total", *chance.sample(others, chance.randint(0, 4))]


def _penalise(drawn: Drawn) -> None:
    for entrant in drawn.event.entrants.order_by("pk"):
        for _ in range(drawn.chance.choice((0, 0, 0, 1, 2))):
            given = {"event": drawn.event, "entrant": entrant, "given_by": drawn.helper, "given_at": NOW}
            penalty = Penalty.objects.create(points=drawn.chance.randint(1, 20), reason="Talked.", **given)
            if drawn.chance.random() < 0.3:
                Penalty.objects.create(points=0, reason="Did not.", lifts=penalty, **given)


def _round(drawn: Drawn, position: int) -> Round:
    chance, format = drawn.chance, drawn.chance.choice(sorted(set(FORMATS) - {TIEBREAKER}))
    rules, values = FORMATS[format], {}
    known = rules.schema.names()
    if format in COUNT_OF:
        values[COUNT_OF[format]] = chance.randint(1, 4)
    if "points_full" in known:
        values["points_full"] = chance.randint(1, 12)
    if "points_list" in known:
        values |= {
            "points_list": [chance.randint(0, 6) for _ in range(chance.randint(1, 3))],
            "bonus": chance.choice((0, 3, 10)),
        }
    if "misplaced" in known:
        values["misplaced"] = chance.choice(("nothing", "moved"))
    grades = [each.grade for each in drawn.event.divisions.all()]
    other = {name: value + 1 for name, value in values.items() if name in ("points_full", "bonus")}
    by_grade = {str(grades[0]): other} if chance.random() < 0.4 and other else {}
    return Round.objects.create(
        event=drawn.event,
        position=position,
        name=f"{rules.name} {position}",
        format=format,
        preset=rules.presets[0].slug,
        settings={"values": values, "by_grade": by_grade},
        edition={"edition": rules.edition},
        status=chance.choice(("planned", "open", "closed", "marking", "marking", "final", "final")),
    )


def _puzzles(drawn: Drawn, round_: Round) -> list[tuple[Puzzle, list[Division]]]:
    divisions = list(drawn.event.divisions.all())
    cut = drawn.chance.randint(1, len(divisions))
    made = []
    for some in filter(None, (divisions[:cut], divisions[cut:])):
        settings = round_.settings_for(some[0].grade)
        boxes = _boxes(drawn.chance, round_, round_.rules.box_count(settings))
        void = [at for at in range(len(boxes)) if drawn.chance.random() < 0.12]
        puzzle = Puzzle.objects.create(round=round_, void_boxes=void)
        stored = [box.export() for box in boxes]
        puzzle.active = PuzzleVersion.objects.create(puzzle=puzzle, number=1, boxes=stored)
        puzzle.save()
        DivisionPuzzle.objects.bulk_create(
            DivisionPuzzle(round=round_, division=each, puzzle=puzzle) for each in some
        )
        judge(drawn.chance, round_, puzzle.active)
        made.append((puzzle, some))
    return made


def _boxes(chance: Random, round_: Round, count: int) -> list[Box]:
    if round_.format == "smash":
        return [Box(f"Number {at}", (), Fraction(at)) for at in range(1, count + 1)]
    targets = [Fraction(each) for each in chance.sample(range(10, 30), count)]
    if round_.format in ("twenty_four", "many_to_one"):
        targets = [Fraction(24)] * count
    elif chance.random() < 0.3:
        targets[0] = Fraction(-1, 2)
    return [
        Box(f"Box {at}", tuple(chance.randint(1, 9) for _ in range(4)), target)
        for at, target in enumerate(targets, start=1)
    ]


def judge(chance: Random, round_: Round, version: PuzzleVersion) -> None:
    """What the engine might say of ten texts in each box; of some it has not said anything yet."""
    boxes = version.read_boxes()
    targets = [box.target for box in boxes]
    rows = []
    for at in range(len(boxes)):
        for text in range(10):
            outcome = chance.choices(("accepted", "refused", "needs_ruling", ""), (14, 2, 1, 1))[0]
            if outcome:
                facts = _accepted(chance, at, targets) if outcome == "accepted" else {}
                reasons = [{"code": "unused", "message": "Not all numbers are used."}]
                rows.append(
                    Verdict(
                        puzzle_version=version,
                        box=at,
                        text=f"t{text}",
                        digest=digest(f"t{text}"),
                        edition=round_.edition_id,
                        engine=ENGINE_VERSION,
                        outcome=outcome,
                        reasons=[] if outcome == "accepted" else reasons,
                        **facts,
                    )
                )
    Verdict.objects.bulk_create(rows)


def _accepted(chance: Random, at: int, targets: list[Fraction]) -> dict:
    if chance.random() < 0.05:
        return {
            "value": "sqrt(2)",
            "on_target": False,
            "distance_up": str(math.ceil(abs(float(targets[at]) - 2**0.5))),
            "method_key": "root",
            "kin_key": "root",
        }
    near = targets[at] + Fraction(chance.randint(-24, 24), chance.choice((1, 1, 2)))
    value = chance.choice((targets[at], targets[at], chance.choice(targets), near))
    method = chance.randint(1, 6)
    return {
        "value": str(value),
        "on_target": value == targets[at],
        "distance_up": str(math.ceil(abs(value - targets[at]))),
        "method_key": f"{value} m{method}",
        "kin_key": f"{value} k{method // 4}",
    }


def _write(drawn: Drawn, round_: Round, puzzle: Puzzle, divisions: list[Division]) -> None:
    chance, boxes = drawn.chance, len(puzzle.active.boxes)
    players = Entrant.objects.filter(division__in=divisions, team__isnull=round_.rules.for_teams is False)
    for entrant in players.order_by("pk"):
        if chance.random() < 0.15:
            continue
        for number in range(1, 1 + chance.choice((1, 1, 1, 2))):
            write_sheet(drawn, round_, entrant, boxes, number)
        drawn.papers.append((round_, entrant))


def write_sheet(drawn: Drawn, round_: Round, entrant: Entrant, boxes: int, number: int = 1) -> None:
    chance = drawn.chance
    sheet = Sheet.objects.create(round=round_, entrant=entrant, number=number)
    keying = Keying.objects.create(
        sheet=sheet, keyer=drawn.helper, state="agreed", opened_at=NOW, touched_at=NOW, closed_at=NOW
    )
    Submission.objects.bulk_create(
        _line(drawn, sheet, keying, chance.randrange(boxes), at) for at in range(chance.randint(1, 7))
    )


def _line(drawn: Drawn, sheet: Sheet, keying: Keying, box: int, at: int) -> Submission:
    text, mark = f"t{drawn.chance.randrange(10)}", drawn.chance.choice(MARKS)
    return Submission(
        keying=keying,
        sheet=sheet,
        key=uuid.uuid4(),
        box=box,
        position=at,
        text=text,
        digest=digest(text),
        mark=mark,
        typed_by=drawn.helper,
        typed_at=NOW,
        recorded_at=NOW,
        channel="test",
    )


def rule(drawn: Drawn, puzzle: Puzzle, count: int) -> bool:
    """Rulings on lines of the puzzle as a judge may give them; some wait for a second judge."""
    chance, texts = drawn.chance, f"t{drawn.chance.randrange(10)}"
    held = puzzle.divisions.all()
    lines = Submission.objects.filter(sheet__round=puzzle.round, sheet__entrant__division__in=held)
    lines = list(
        lines.order_by(
            "sheet__entrant__player__number", "sheet__entrant__team__name", "sheet__number", "position"
        )
    )
    for _ in range(count if lines else 0):
        line, says = chance.choice(lines), chance.choice(("method", "value", "nothing", "withdrawn"))
        alone = line.mark == "illegible" or chance.random() < 0.5
        value = str(
            Fraction(puzzle.active.boxes[line.box]["target"]) + chance.choice((0, 0, 1, Fraction(1, 2)))
        )
        ruling = Ruling.objects.create(
            event=drawn.event,
            puzzle=puzzle,
            box=line.box,
            text=line.text,
            digest=line.digest,
            mark=line.mark,
            submission=line if alone else None,
            counts_as=says,
            method=texts if says == "method" else "",
            value=value if says == "value" else "",
            reason="So it stands on the paper.",
            given_by=drawn.helper,
            given_at=NOW,
            needs=chance.choice((1, 1, 2)),
        )
        for judge in (drawn.helper, drawn.other)[: chance.randint(1, 2) if ruling.needs == 2 else 1]:
            Signature.objects.create(ruling=ruling, judge=judge, signed_at=NOW)
    return bool(lines) and count > 0


def _rule_on_pairs(drawn: Drawn) -> bool:
    """A judge's word on some pairs of methods with the same value."""
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=drawn.event, on_target=True)
    keys = sorted(set(verdicts.values_list("method_key", flat=True)))
    pairs = [(one, other) for one in keys for other in keys if one < other and _value(one) == _value(other)]
    for pair in drawn.chance.sample(pairs, min(len(pairs), drawn.chance.randint(0, 4))):
        first, second = sorted(pair, key=key_digest)
        ruling = PairRuling.objects.create(
            event=drawn.event,
            first=key_digest(first),
            second=key_digest(second),
            first_key=first,
            second_key=second,
            first_text="t0",
            second_text="t1",
            says=drawn.chance.choice(PairRuling.Says.values),
            reason="They say the same.",
            given_by=drawn.helper,
            given_at=NOW,
            needs=drawn.chance.choice((1, 1, 2)),
        )
        for judge in (drawn.helper, drawn.other)[: drawn.chance.randint(1, ruling.needs)]:
            PairSignature.objects.create(ruling=ruling, judge=judge, signed_at=NOW)
    return bool(pairs)


def _value(method_key: str) -> str:
    return method_key.partition(" ")[0]
