"""Every sentence that the engine says is recognised, and is itself again with its values."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from judging.games.formats import FORMATS
from judging.games.paper import Answer, Box
from judging.games.sentences import nth
from judging.language.explanation import explain
from judging.language.legality import EDITIONS
from judging.language.verdict import judge
from judging.results.awards import awards
from judging.results.brackets import Game, bracket
from judging.results.chains import read_chain
from judging.results.standings import STATUSES, Row, rank, why_above
from tests.judging.language import fuzz
from tests.judging.language.corpus import lines, numbers
from tournament.spoken import read
from tournament.spoken_tables import LISTS, WITHIN

# Names, labels and lines as they must not be: with the words that stand between two values, and with every sign of a template.
HOSTILE = (
    "Ana",
    "Salt and Pepper",
    "{worth}",
    "{0} {value.__class__} %(name)s %s",
    " has 3 points and ",
    "First",
    "10 points",
    "<b>Ben</b>",
    "line\nbreak",
    "",
    "é٣√∛{}",
    "Counts as nothing",
    "a.b*(c)+\\",
)


def recognised(sentence: str) -> bool:
    """Whether a template made the sentence, is it again with its values, and so each phrase within."""
    found = read(sentence)
    if found is None:
        return False
    template, values = found
    assert template.said(values) == sentence
    return all(_phrase(name, value) for name, value in values.items())


def _phrase(name: str, value: str) -> bool:
    if name in LISTS or name not in WITHIN:
        return True
    found = read(value, WITHIN[name])
    if found is None:  # a label that somebody typed; who stands alone or in a row is called by name
        return name in {"label", "like", "setting", "criterion", "names"}
    return all(_phrase(*each) for each in found[1].items())


def unknown(sentences) -> list[str]:
    return [sentence for sentence in sorted(set(sentences)) if sentence and not recognised(sentence)]


# every sentence that the engine says


def of_verdict(text, given, rules) -> list[str]:
    said = judge(text, given, 24, rules)
    reasons = [*said.reasons, *(each for reading in said.readings for each in reading.reasons)]
    return [each.message for each in reasons]


def test_every_sentence_of_the_corpus_of_methods_is_known():
    said = [
        each
        for line in lines("methods.txt")
        for each in of_verdict(line.parts[2], numbers(line.parts[0]), line.rules)
    ]
    assert len(set(said)) > 50
    assert unknown(said) == []


@pytest.mark.parametrize("seed", range(3))
def test_every_sentence_of_odd_methods_is_known(seed):
    texts = [
        *fuzz.strings(600, seed),
        *(f"{each}{text}" for each in ("", "7 = ") for text in HOSTILE),
        "9" * 2000,
    ]
    said = {
        sentence
        for text in texts
        for rules in (*fuzz.RULES[:1], *EDITIONS.values())
        for given in (fuzz.NUMBERS, (), (0, 1))
        for sentence in of_verdict(text, given, rules)
    }
    assert len(said) > 100
    assert unknown(said) == []


@pytest.mark.parametrize(
    "text",
    [
        "(1/2)!",
        "√(0-8)",
        "(0-1)^(1/2)",
        "root(4, 0-16)",
        "2C3",
        "(1/3) mod 2",
        "log(1, 5)",
        "log(2, 0-1)",
        "0^0",
        "1/0",
    ]
    + [
        "(√2)!",
        "√2 P 3",
        "gcd(1/2, 3)",
        "T(0-1)",
        "(9^99^(1/2))!",
        "F(0-1)",
        "5#!",
        "(((2^3000)/3))!",
        "3 mod 5",
    ],
)
@pytest.mark.parametrize("rules", fuzz.RULES, ids=lambda rules: rules.name)
def test_what_has_no_value_is_known(text, rules):
    assert unknown(of_verdict(text, (1, 2, 3), rules)) == []


def test_every_reason_why_methods_count_once_or_twice_is_known():
    said = set()
    for line in lines("same.txt"):
        one, other = line.parts[:2]
        said |= {
            explain(one, other, given, line.rules).sentence for given in (fuzz.own_numbers_of(one), (1, 2))
        }
    said |= {explain(text, "1 + 2", (1, 2)).sentence for text in HOSTILE}
    assert len(said) > 50
    assert unknown(said) == []


def odd_settings(format, chance: Random):
    """Settings with something wrong, for problems of the schema."""
    values = (True, -1, 0, 10**9, "x", [], [1] * 50, [-1], "d6", "d20", 3, 7, None)
    for setting in format.schema.settings:
        yield from ({setting.name: value} for value in values)
    yield {"nothing": 1}
    yield {"number_from": 9, "number_to": 2, "target_from": 9, "target_to": 2, "dice": "d10"}
    yield {"dice": "d6"}


@pytest.mark.parametrize("slug", FORMATS)
def test_every_problem_of_settings_and_boxes_is_known(slug):
    format, chance = FORMATS[slug], Random(slug)
    said = [p.sentence for each in odd_settings(format, chance) for p in format.schema.problems(each)]
    for _ in range(60):
        preset = chance.choice(format.presets).slug
        settings = format.settings_for(preset, chance.choice((None, 3, 8)))
        sets = [
            tuple(chance.choice((0, 1, 2, 3, 9999)) for _ in range(chance.choice((0, 3, 4))))
            for _ in range(chance.randint(0, 3))
        ]
        targets = [
            Fraction(chance.randint(-99, 99), chance.choice((1, 1, 2))) for _ in range(chance.randint(0, 3))
        ]
        boxes = format.lay_out(settings, sets, targets)
        said += [p.sentence for p in format.problems(settings, boxes)]
        said += [box.label for box in boxes]
    assert len(set(said)) > 20
    assert unknown(said) == []


def an_answer(chance: Random, line: int, boxes) -> Answer:
    box = chance.randint(0, len(boxes)) if chance.random() < 0.1 else chance.randrange(len(boxes))
    if (state := chance.choice(("judged",) * 6 + ("pending", "nothing"))) != "judged":
        return Answer(line, box, state)
    value = chance.choice(
        [boxes[min(box, len(boxes) - 1)].target + chance.choice((0, 0, 1, Fraction(1, 2))), None]
    )
    away = 0 if value is None else abs(value - boxes[min(box, len(boxes) - 1)].target)
    hit = value is not None and away == 0
    distance = chance.choice((None, 3)) if value is None else -(-away.numerator // away.denominator)
    method = f"m{chance.randint(1, 9)}" if hit else None
    return Answer(
        line, box, state, hit, distance, method, value, chance.choice(("", "√2 + 1")) if value is None else ""
    )


@pytest.mark.parametrize("slug", FORMATS)
def test_every_sentence_beside_a_line_is_known(slug):
    format, chance, said = FORMATS[slug], Random(slug), set()
    for _ in range(80):
        settings = format.settings_for(chance.choice(format.presets).slug, 7)
        boxes = tuple(
            Box(format._label(at, at + 1), (1, 2, 3), Fraction(at + 1), void=chance.random() < 0.1)
            for at in range(chance.randint(1, 4))
        )
        written = [an_answer(chance, line, boxes) for line in range(chance.randint(1, 25))]
        score = format.points(
            settings, boxes, written, {f"m{n}": "m1" for n in range(2, chance.randint(2, 5))}
        )
        said |= {line.sentence for line in score.lines} | {score.bonus_sentence}
    assert len(said) > 10
    assert unknown(said) == []


def test_ordinals_are_phrases():
    assert [nth(n) for n in range(200) if not read(nth(n), WITHIN["nth"])] == []


def rows(chance: Random, named: bool):
    names = HOSTILE if named else [f"Child {n}" for n in range(9)]
    return [
        Row(
            at,
            {"r1": chance.randint(0, 2), "r2": chance.randint(0, 2)},
            status=chance.choice(STATUSES[:1] * 5 + STATUSES),
            display=(at,),
            name=chance.choice(names) or "x",
            measures={"methods": chance.randint(0, 2), "tiebreak": chance.randint(0, 1)},
            penalty=chance.choice((0, 0, 5)),
        )
        for at in range(chance.randint(2, 5))
    ]


CHAIN = ["total", "best_round", "round:r1", "methods", "tiebreak"]


@pytest.mark.parametrize("named", [False, True], ids=["names", "hostile names"])
@pytest.mark.parametrize("seed", range(40))
def test_every_sentence_about_places_is_known(seed, named):
    chance = Random(seed)
    rounds = {"r1": chance.choice(("24 Game", "A, B and C {x}")), "r2": "Two"}
    chain, _ = read_chain(["total", *chance.sample(CHAIN[1:], 3)], rounds)
    standing = rank(rows(chance, named), chain)
    every = (*standing.ranked, *standing.apart)
    said = {why_above(a, b, chain) for a, b in (*combinations(every, 2), *combinations(every[::-1], 2))}
    said |= {each.sentence for each in awards(standing, 4)}
    said |= {
        each.sentence for each in read_chain([*CHAIN[1:], "total", "total", "round:x", "{x}"], rounds)[1]
    }
    assert unknown(said) == []


@pytest.mark.parametrize("seed", range(40))
def test_every_sentence_about_tiebreakers_is_known(seed):
    chance = Random(seed)
    sides = chance.sample(range(9), chance.randint(2, 4))
    names = {side: chance.choice(HOSTILE) or "x" for side in sides}
    games = []
    for _ in range(chance.randint(0, 4)):
        now = bracket(sides, "seed", games)
        pair = now.next if now.next and chance.random() < 0.9 else tuple(chance.sample(sides, 2))
        methods = chance.randint(0, 3), chance.randint(0, 3)
        waiting = tuple(chance.choice((0, 0, min(1, count))) for count in methods)
        games.append(Game(pair, methods, waiting, (chance.choice((0, 0, 0, 1)), 0)))
    played = bracket(sides, "seed", games)
    assert unknown({played.sentence(names), *(each.sentence(names) for each in played.played)}) == []
