"""The engine's sentences in another language: every one is recognised, and its values land in their places."""

import time
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import override

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
from tournament import spoken as module
from tournament.spoken import LONGEST, MOST_WORK, read, spoken
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


# texts that nobody of the engine said


@pytest.mark.parametrize(
    "text", [*HOSTILE[:11], "Counts as nothing!", "{nth} method: {worth}", "x" * 5000, "\0"]
)
def test_what_the_engine_did_not_say_stays_as_it_is(text):
    with override("eo"):
        assert spoken(text) == text


@pytest.mark.parametrize(
    "piece",
    [
        " has 1 point and ",
        "“",
        "” is not accepted: ",
        " and ",
        ": ",
        " is 1 away from 2: 3 points",
        " brought 1 point",
    ]
    + [
        "line 1 of ",
        "Level on points: ",
        "It is the other way round: ",
        "{",
        "{worth}",
        "\\",
        "(",
        "a ",
        " of 3 sets hit",
    ],
)
@pytest.mark.parametrize(
    "before, behind",
    [("", ""), ("Level on x: ", "."), ("“", "” was not expected here."), ("They count once: ", ".")],
)
def test_no_text_takes_long(piece, before, behind):
    for length in (100, 1000, LONGEST - 100, 10 * LONGEST):
        text = before + (piece * (length // len(piece) + 1))[:length] + behind
        began = time.perf_counter()
        with override("eo"):
            said = spoken(text)
        assert time.perf_counter() - began < 1
        assert isinstance(said, str)


def test_the_work_of_a_pattern_is_bounded_before_it_begins():
    template, _ = read("A has 1 point and B has 0 points.")
    many = "x has 1 point and " * 200
    assert template.values(f"{many}y has 0 points.") is None
    assert len(many) * 200**3 > MOST_WORK


# another language


@pytest.fixture
def toy(monkeypatch):
    """Catalogues by msgid: what is not in them stays English."""
    one, many = {}, {}
    monkeypatch.setattr(module, "gettext", lambda text: one.get(text, text))
    monkeypatch.setattr(module, "ngettext", lambda text, texts, n: many.get(text, (text, texts))[n != 1])
    module._kept.cache_clear()
    with override("eo"):
        yield one, many
    module._kept.cache_clear()


def test_values_land_in_their_places_in_another_order(toy):
    one, many = toy
    one["{value} is {distance} away from {target}: {worth}"] = "{worth}; {target} - {value} = {distance}"
    many["{count} point"] = ("{count} punkto", "{count} punktoj")
    assert spoken("7/2 is 1 away from 5: 1 point") == "1 punkto; 5 - 7/2 = 1"
    assert spoken("9 is 2 away from 11: 8 points") == "8 punktoj; 11 - 9 = 2"


def test_phrases_within_are_said_in_their_turn(toy):
    one, many = toy
    one |= {
        "{nth} method: {worth}": "{worth} por la {nth} metodo",
        "Second": "dua",
        "Counts once: the same method as {other}": "Kiel {other}: unufoje",
        "line {number} of {label}": "{label}, linio {number}",
        "Target {target}": "Celo {target}",
        "They count once: {rules}.": "Unufoje, ĉar {rules}!",
        "{rule}; and {rules}": "{rule} kaj {rules}",
        "{functions} leads back to a number that was there already, so nothing changes": "{functions} nenion ŝanĝas",
        "the {title}": "«{title}»",
        "square root": "kvadrata radiko",
        "the same numbers are joined by the same operations in another order": "la ordo ne gravas",
        "Level on {criteria}: {said}": "{said} ({criteria} egalas)",
        "points": "poentoj",
        "{above} has {more} and {below} has {fewer}.": "{below} havas {fewer}, {above} {more}.",
    }
    many["{count} method"] = ("{count} metodo", "{count} metodoj")
    many["{count} point"] = ("{count} poento", "{count} poentoj")
    assert spoken("Second method: 2 points") == "2 poentoj por la dua metodo"
    assert spoken("12th method: 2 points") == "2 poentoj por la 12th metodo"
    assert spoken("Counts once: the same method as line 3 of Target 45") == "Kiel Celo 45, linio 3: unufoje"
    assert spoken("Counts once: the same method as line 3") == "Kiel line 3: unufoje"
    assert spoken(explain("√1 + 2", "2 + 1", (1, 2)).sentence) == (
        "Unufoje, ĉar la ordo ne gravas kaj «kvadrata radiko» nenion ŝanĝas!"
    )
    assert (
        spoken("Level on points, My round: Ana has 3 methods and Ben has 1 method.")
        == "Ben havas 1 metodo, Ana 3 metodoj. (poentoj, My round egalas)"
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_what_people_wrote_stays_as_it_is(toy, text):
    one, many = toy
    one |= {
        "“{text}” was not expected here.": "Ĉi tie «{text}» ne taŭgas.",
        "First": "Unua",
        "Counts as nothing": "Nenio",
        "{name} has won the tiebreakers.": "Venkis {name}.",
    }
    many["{count} point"] = ("{count} poento", "{count} poentoj")
    assert spoken(f"“{text}” was not expected here.") == f"Ĉi tie «{text}» ne taŭgas."
    assert spoken(f"{text} has won the tiebreakers.") == f"Venkis {text}."


@pytest.mark.parametrize("wrong", ["{value} kaj {distanco}", "{value.nothing}", "{0}", "{", "{value:d}"])
def test_a_translation_that_cannot_be_filled_gives_the_english_sentence(toy, wrong):
    toy[0]["{value} is not {target}: {worth}"] = wrong
    assert spoken("7 is not 8: 0 points") == "7 is not 8: 0 points"


def test_english_readers_read_what_is_stored(toy):
    toy[0]["Counts as nothing"] = "Nenio"
    assert spoken("Counts as nothing") == "Nenio"
    for language in ("en", "en-gb"):
        with override(language):
            assert spoken("Counts as nothing") == "Counts as nothing"


@cache
def page() -> Template:
    return Template("{{ text|spoken }}|{{ nothing.here|spoken }}")


def test_the_filter_escapes_and_passes_over_what_is_missing(toy):
    toy[0]["“{text}” was not expected here."] = "«{text}»?"
    said = "“<b>” was not expected here."
    assert page().render(Context({"text": mark_safe(said)})) == "«&lt;b&gt;»?|"
    assert page().render(Context({"text": said})) == "«&lt;b&gt;»?|"
