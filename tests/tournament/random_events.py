"""Events drawn from a seed, with every format and everything unusual that can happen to a line.

Rows are written in bulk, past the actions and the engine, so that thousands of events can be counted. The program
computes the points, sheet by sheet, as papers and rulings come in; a ruling recounts exactly the sheets that its
action would recount. A text that nobody has written or named yet has no verdict yet.
"""

import datetime
import math
import uuid
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from django.utils import timezone

from judging.games.formats import FORMATS
from judging.games.paper import Box, label_of
from judging.language.evaluation.legality import reason
from judging.language.verdict import ENGINE_VERSION
from judging.messages import message
from tests.tournament.random_ties import play_ties
from tournament.common.line_text import digest
from tournament.models import (
    Division,
    DivisionPuzzle,
    Entrant,
    Event,
    Keying,
    PairRuling,
    Penalty,
    Player,
    Puzzle,
    PuzzleVersion,
    Round,
    Ruling,
    Sheet,
    Submission,
    Team,
    User,
    Verdict,
)
from tournament.models.rounds import TIEBREAKER
from tournament.rulings.actions import sheets_under
from tournament.same_method_rulings.actions import sheets_touched
from tournament.scoring import signatures
from tournament.scoring.loader import EntrantInRound
from tournament.scoring.same_methods import ruling_on
from tournament.scoring.worker import work_out

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
TEXTS = tuple(f"t{at}" for at in range(10))
EARLY = TEXTS[:6]  # the others are written on papers that come late
Place = tuple[int, int, str]  # puzzle version, box, text


@dataclass
class Drawn:
    """An event while it is drawn. `papers` are (round, entrant) with something recorded, in the order of drawing;
    `unsaid` are the verdicts that the engine has not been asked for. In a `crowded` event each round has one box, and
    nearly all lines hit, so that joining or separating methods changes somebody's points."""

    event: Event
    chance: Random
    helper: User
    other: User
    crowded: bool = False
    papers: list[tuple[Round, Entrant]] = field(default_factory=list)
    unsaid: dict[Place, Verdict] = field(default_factory=dict)

    def count(self, arrival: int, rounds: Collection[Round]) -> None:
        """Count the papers of these rounds, in a random order of arrival."""
        _work_out([paper for paper in self.papers if paper[0] in rounds], arrival)

    def count_sheets(self, arrival: int, sheets: Collection[int]) -> None:
        """Count the papers of these sheets, as the jobs after a ruling do."""
        touched = Sheet.objects.filter(pk__in=sheets).select_related("round", "entrant").order_by("pk")
        _work_out([(each.round, each.entrant) for each in touched], arrival)

    def say(self, places: Iterable[Place]) -> None:
        """Store these verdicts."""
        said = [self.unsaid.pop(place) for place in places if place in self.unsaid]
        Verdict.objects.bulk_create(said)


def _work_out(papers: list[tuple[Round, Entrant]], arrival: int) -> None:
    for round_, entrant in Random(arrival).sample(papers, len(papers)):
        work_out({EntrantInRound(round_.pk, entrant.pk)})


def draw(seed: int, arrival: int = 0, slug: str = "") -> Event:
    """The event of a seed, counted. Half of the rulings come before the papers are counted and half after it; then
    come rulings on pairs, and some more papers."""
    drawn = _founded(seed, slug or f"random-{seed}")
    rounds = [_round(drawn, at) for at in range(1, drawn.chance.randint(2, 5) + 1)]
    asked = [(puzzle, some) for each in rounds if each.shows_puzzles for puzzle, some in _puzzles(drawn, each)]
    for puzzle, divisions in asked:
        _write(drawn, puzzle, divisions)
        rule(drawn, puzzle, drawn.chance.randint(0, 3))
    drawn.count(arrival, rounds)
    given = [ruling for puzzle, _ in asked for ruling in rule(drawn, puzzle, drawn.chance.randint(0, 2))]
    drawn.count_sheets(arrival + 1, {sheet for ruling in given for sheet in sheets_under(ruling)})
    for ruling in _rule_on_pairs(drawn):
        drawn.count_sheets(arrival, sheets_touched(drawn.event, ruling))
    late = [paper for puzzle, divisions in asked for paper in _write_late(drawn, puzzle, divisions)]
    _work_out(late, arrival)
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
        kin_counts_as=chance.choice(("same", "same", "distinct")),
        criteria=_criteria(chance),
        award_places=chance.choice((1, 3, 5)),
        tie_seed=f"{chance.getrandbits(128):032x}",
    )
    helpers = [User.objects.get_or_create(username=name)[0] for name in ("hal", "hel")]
    grades = sorted(chance.sample(range(3, 9), chance.randint(1, 3)))
    divisions = Division.objects.bulk_create(
        Division(event=event, grade=grade, name=f"Grade {grade}") for grade in grades
    )
    teams = Team.objects.bulk_create(Team(event=event, name=f"Team {name}") for name in range(chance.randint(1, 3)))
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
        Entrant(event=event, player=each, division=each.division, status=chance.choice(statuses)) for each in players
    ]
    for team in teams:
        members = [each.division for each in players if each.team == team]
        highest = max(members, key=lambda each: each.grade, default=None)
        entrants.append(Entrant(event=event, team=team, division=highest, status=chance.choice(statuses[4:7])))
    Entrant.objects.bulk_create(entrants)
    drawn = Drawn(event, chance, *helpers, crowded=chance.random() < 0.5)
    _penalise(drawn)
    return drawn


def _criteria(chance: Random) -> list[str]:
    """Mostly the total and the tiebreakers, which makes the most ties; sometimes any criteria."""
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
                Penalty.objects.create(points=0, reason="Did not.", answers=penalty, **given)


def _round(drawn: Drawn, position: int) -> Round:
    chance, format_slug = drawn.chance, drawn.chance.choice(sorted(set(FORMATS) - {TIEBREAKER}))
    rules, values = FORMATS[format_slug], {}
    known = rules.schema.names()
    if format_slug in COUNT_OF:
        values[COUNT_OF[format_slug]] = 1 if drawn.crowded else chance.randint(1, 4)
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
        format=format_slug,
        preset=rules.presets[0].slug,
        settings={"values": values, "by_grade": by_grade},
        edition={"edition": rules.edition},
        status=chance.choice(("planned", "open", "closed", "marking", "marking", "final", "final")),
    )


def _puzzles(drawn: Drawn, round_: Round) -> list[tuple[Puzzle, list[Division]]]:
    divisions = list(drawn.event.divisions.all())
    cut = drawn.chance.randint(1, len(divisions))
    made: list[tuple[Puzzle, list[Division]]] = []
    for some in filter(None, (divisions[:cut], divisions[cut:])):
        settings = round_.settings_for(some[0].grade)
        boxes = _boxes(drawn, round_, round_.rules.box_count(settings))
        if made and drawn.chance.random() < 0.5:  # the same numbers: a ruling on one holds for the other
            boxes = list(made[0][0].active.read_boxes())
        void = [at for at in range(len(boxes)) if drawn.chance.random() < 0.12]
        puzzle = Puzzle.objects.create(round=round_, void_boxes=void)
        stored = [box.export() for box in boxes]
        puzzle.active = PuzzleVersion.objects.create(puzzle=puzzle, number=1, boxes=stored)
        puzzle.save()
        DivisionPuzzle.objects.bulk_create(DivisionPuzzle(round=round_, division=each, puzzle=puzzle) for each in some)
        judge(drawn, round_, puzzle.active)
        made.append((puzzle, some))
    return made


def _boxes(drawn: Drawn, round_: Round, count: int) -> list[Box]:
    chance = drawn.chance
    if round_.format == "smash":
        return [Box(label_of("Number", at), (), Fraction(at)) for at in range(1, count + 1)]
    most = 24 + count if drawn.crowded else 30  # few, so that rounds share methods
    targets = [Fraction(each) for each in chance.sample(range(24, most), count)]
    if round_.format in ("twenty_four", "many_to_one"):
        targets = [Fraction(24)] * count
    elif chance.random() < 0.3 and not drawn.crowded:
        targets[0] = Fraction(-1, 2)
    return [
        Box(label_of("Grid", at), tuple(chance.randint(1, 9) for _ in range(4)), target)
        for at, target in enumerate(targets, start=1)
    ]


def judge(drawn: Drawn, round_: Round, version: PuzzleVersion) -> None:
    """Possible verdicts on ten texts in each box; some texts get none. The engine has been asked only about the early
    ones."""
    chance, boxes = drawn.chance, version.read_boxes()
    targets = [box.target for box in boxes]
    for at in range(len(boxes)):
        for text in TEXTS:
            outcome = chance.choices(("accepted", "refused", "needs_ruling", ""), (14, 2, 1, 1))[0]
            if outcome:
                facts = _accepted(drawn, at, targets) if outcome == "accepted" else {}
                reasons = [reason("number_unused", message("number_unused", number=1)).export()]
                drawn.unsaid[version.pk, at, text] = Verdict(
                    puzzle_version=version,
                    box=at,
                    text=text,
                    digest=digest(text),
                    answer=digest(text),
                    edition=round_.edition_id,
                    engine=ENGINE_VERSION,
                    outcome=outcome,
                    reasons=[] if outcome == "accepted" else reasons,
                    **facts,
                )
    drawn.say((version.pk, at, text) for at in range(len(boxes)) for text in EARLY)


def _accepted(drawn: Drawn, at: int, targets: list[Fraction]) -> dict:
    chance = drawn.chance
    if chance.random() < 0.05:
        return {
            "value": "sqrt(2)",
            "on_target": False,
            "distance_up": str(math.ceil(abs(float(targets[at]) - 2**0.5))),
            "method_key": "root",
            "kin_key": "root",
        }
    near = targets[at] + Fraction(chance.randint(-24, 24), chance.choice((1, 1, 2)))
    hits = 12 if drawn.crowded else 2
    value = chance.choice((*[targets[at]] * hits, chance.choice(targets), near))
    method = chance.randint(1, 12)
    return {
        "value": str(value),
        "on_target": value == targets[at],
        "distance_up": str(math.ceil(abs(value - targets[at]))),
        "method_key": f"{value} m{method}",
        "kin_key": f"{value} k{method % 3}",
    }


def _write(drawn: Drawn, puzzle: Puzzle, divisions: list[Division]) -> None:
    chance, round_, boxes = drawn.chance, puzzle.round, len(puzzle.active.boxes)
    for entrant in _who_plays(round_, divisions):
        if chance.random() < 0.15:
            continue
        for number in range(1, 1 + chance.choice((1, 1, 1, 2))):
            write_sheet(drawn, round_, entrant, boxes, number)
        drawn.papers.append((round_, entrant))


def _who_plays(round_: Round, divisions: list[Division]) -> list[Entrant]:
    found = Entrant.objects.filter(division__in=divisions, team__isnull=round_.rules.for_teams is False)
    return list(found.order_by("pk"))


def _write_late(drawn: Drawn, puzzle: Puzzle, divisions: list[Division]) -> list[tuple[Round, Entrant]]:
    """Give some entrants one more sheet, with texts that nobody has written. Returns whose papers to count."""
    round_, boxes, written = puzzle.round, len(puzzle.active.boxes), []
    for entrant in _who_plays(round_, divisions):
        if drawn.chance.random() < 0.4:
            sheet = write_sheet(drawn, round_, entrant, boxes, 3, TEXTS)
            places = sheet.submissions.order_by("position").values_list("box", "text")
            drawn.say((puzzle.active_id, box, text) for box, text in places)
            written.append((round_, entrant))
    drawn.papers += [paper for paper in written if paper not in drawn.papers]
    return written


def write_sheet(
    drawn: Drawn,
    round_: Round,
    entrant: Entrant,
    boxes: int,
    number: int = 1,
    texts: tuple[str, ...] = EARLY,
) -> Sheet:
    chance = drawn.chance
    sheet = Sheet.objects.create(round=round_, entrant=entrant, number=number)
    keying = Keying.objects.create(
        sheet=sheet, keyer=drawn.helper, state="agreed", opened_at=NOW, touched_at=NOW, closed_at=NOW
    )
    Submission.objects.bulk_create(
        _line(drawn, sheet, keying, chance.randrange(boxes), at, chance.choice(texts))
        for at in range(chance.randint(1, 9))
    )
    return sheet


def _line(drawn: Drawn, sheet: Sheet, keying: Keying, box: int, at: int, text: str) -> Submission:
    mark = drawn.chance.choice(MARKS)
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


def rule(drawn: Drawn, puzzle: Puzzle, count: int) -> list[Ruling]:
    """Rulings as a judge may give them; some wait for a second judge. Returns those that hold."""
    chance, method, holding = drawn.chance, drawn.chance.choice(TEXTS), []
    held = puzzle.divisions.all()
    lines = Submission.objects.filter(sheet__round=puzzle.round, sheet__entrant__division__in=held)
    lines = list(
        lines.order_by("sheet__entrant__player__number", "sheet__entrant__team__name", "sheet__number", "position")
    )
    for _ in range(count if lines else 0):
        line, says = chance.choice(lines), chance.choice(("method", "value", "nothing", "withdrawn"))
        alone = line.mark == "illegible" or chance.random() < 0.5
        value = str(Fraction(puzzle.active.boxes[line.box]["target"]) + chance.choice((0, 0, 1, Fraction(1, 2))))
        ruling = Ruling.objects.create(
            event=drawn.event,
            puzzle=puzzle,
            box=line.box,
            text=line.text,
            digest=line.digest,
            answer=line.digest,
            mark=line.mark,
            submission=line if alone else None,
            counts_as=says,
            method=method if says == "method" else "",
            value=value if says == "value" else "",
            reason="So it stands on the paper.",
            given_by=drawn.helper,
            given_at=NOW,
            needs=chance.choice((1, 1, 2)),
        )
        if says == "method":
            drawn.say([(puzzle.active_id, line.box, method)])
        judges = (drawn.helper, drawn.other)[: chance.randint(1, ruling.needs)]
        for judge in judges:
            signatures.add(judge, [ruling], NOW)
        if len(judges) == ruling.needs:
            holding.append(ruling)
    return holding


def _rule_on_pairs(drawn: Drawn) -> Iterator[PairRuling]:
    """Rulings on some pairs of methods with the same value, one after the other. Returns those that hold."""
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=drawn.event, on_target=True)
    methods = {each.method_key: each for each in verdicts.order_by("pk")}
    keys = sorted(methods)
    pairs = [(one, other) for one in keys for other in keys if one < other and _value(one) == _value(other)]
    most = 12 if drawn.event.kin_counts_as == Event.KinCountsAs.SAME else 4
    chosen = drawn.chance.sample(pairs, min(len(pairs), drawn.chance.randint(0, most)))
    for pair in chosen + chosen[: drawn.chance.randint(0, 1)]:  # a judge corrects the first one
        says = drawn.chance.choice(("same", "same", "different", "different", "withdrawn"))
        ruling = ruling_on(drawn.event, *(methods[key] for key in pair), says)
        ruling.reason, ruling.given_by, ruling.given_at = "They say the same.", drawn.helper, NOW
        ruling.needs = drawn.chance.choice((1, 1, 2))
        ruling.save()
        judges = (drawn.helper, drawn.other)[: drawn.chance.randint(1, ruling.needs)]
        for judge in judges:
            signatures.add(judge, [ruling], NOW)
        if len(judges) == ruling.needs:
            yield ruling


def _value(method_key: str) -> str:
    return method_key.partition(" ")[0]
