"""Every message that judging gives has its row in the table, with the facts that the row asks for; every row is
used."""

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import puzzles.sentences
from judging.games.formats import FORMATS
from judging.games.paper import Box, LineAnswer
from judging.games.paper.explanations import explain as explain_round
from judging.games.sentences import NOTES, nth
from judging.language.editions import EDITIONS, UnknownRules, edition
from judging.language.evaluation.legality import VerdictReason
from judging.language.explanation import explain
from judging.language.functions.table import FUNCTIONS
from judging.language.verdict import failed, judge
from judging.messages import (
    TEMPLATES,
    TEXT,
    Message,
    facts_as_json,
    in_a_row,
    message,
    ordinal,
    points,
    read_facts,
    register,
    render,
    text,
)
from judging.results.awards import awards
from judging.results.brackets import TiebreakerGame, bracket
from judging.results.criteria import METHODS, read_chain
from judging.results.standings import BEST_ROUND, STATUSES, TOTAL, EntrantRow, rank, tiebreak, why_above
from judging.results.tie_decisions import why_shared
from tests.judging.language import fuzz
from tests.judging.language.corpus import lines, numbers
from tests.judging.results.test_tie_decisions import CHAIN, A, B, C, decided
from tests.laws import MANY

PLACE = re.compile(r"\{(\w+)\}")
ROOT = Path(__file__).parents[2]
# Names and lines with what a template has in it
HOSTILE = (
    "Ana",
    "Salt and Pepper",
    "{worth}",
    "{0} {value.__class__} %(name)s %s",
    "<b>Ben</b>",
    "a\nb",
    "é٣√∛{}",
)


# one message


def test_a_message_is_a_code_and_its_facts_and_reads_as_a_sentence():
    why = message("award_given", name="Ana", nth=ordinal(1), more=points(1))
    assert str(why) == "Ana has 1st place with 1 point."
    assert Message.read(why.as_dict()) == why
    assert why.as_dict()["facts"]["more"] == {"code": "points", "facts": {"count": 1}}


def test_a_sentence_is_made_with_the_functions_of_a_language_down_to_its_phrases():
    asked = []

    def many(one: str, other: str, count: int) -> str:
        asked.append((one, count))
        return "{count} Punkte"

    why = message("place_level", criteria=(text("points"), "Round 1"), said=message("points", count=3))
    translated = {"Equal on {criteria}: {said}": "Gleich bei {criteria}: {said}", "points": "Punkten"}
    assert render(why, lambda one: translated.get(one, one), many) == "Gleich bei Punkten, Round 1: 3 Punkte"
    assert asked == [("{count} point", 3)]


def test_a_fact_is_written_by_its_name():
    why = message("award_open", names=message("names_in_a_row", before=("A", "B"), name="C"), first=1, last=3)
    assert render(why, write=lambda name, fact: f"{name}={fact}") == (
        "before=A, before=B and name=C are tied, and tiebreakers decide between first=1 and last=3 place."
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_what_people_wrote_stays_as_it_is(name):
    assert str(message("bracket_champion", name=name)) == f"{name} has won the tiebreakers."


def test_phrases_stand_in_a_row():
    row = in_a_row([text("a"), text("b"), text("c")], "functions_in_a_row", "function", "functions")
    assert str(row) == "a and b and c"
    assert in_a_row([text("a")], "functions_in_a_row", "function", "functions") == text("a")


def test_one_of_several_sentences_of_a_code_is_named_beside_it():
    why = message("lone_bar")
    assert Message.of("unreadable", why.facts_for("unreadable")) == why
    assert why.facts_for("unreadable") == {"detail": "lone_bar"}
    assert Message.of("decimal", message("decimal").facts_for("decimal")) == message("decimal")


def test_facts_survive_json():
    facts = {"a": 1, "b": None, "c": "x", "d": True, "e": ("y", points(2)), "f": points(1)}
    assert read_facts(facts_as_json(facts)) == facts
    with pytest.raises(TypeError):
        read_facts({"a": 1.5})
    with pytest.raises(TypeError):
        Message.read({"code": "points", "facts": 3})


def test_a_code_stands_once_in_the_table():
    with pytest.raises(ValueError, match="two templates for points"):
        register({"points": "x"})


# all that is marked for translators


def marked(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"gettext_noop", "ngettext_noop"}:
            yield from (ast.literal_eval(each) for each in node.args)


LIVE = ("play_", "countdown_", "tf_", "duel_")  # live games, whose own tests see to their rows


def of_judging() -> dict:
    """The rows without those that `puzzles` and `tournament` add, if this process has loaded them."""
    others = set(puzzles.sentences.ROWS)
    return {
        name: row
        for name, row in TEMPLATES.items()
        if not name.startswith(("rescore_", "reason_", "correction_", "round_")) and name not in others
    }


def of_paper() -> dict:
    return {name: row for name, row in of_judging().items() if not name.startswith(LIVE)}


def test_makemessages_finds_every_text():
    """Templates, and the labels and helps that pages show as they stand."""
    marked_texts = {each for path in (ROOT / "judging").rglob("*.py") for each in marked(path.read_text("utf-8"))}
    texts = {each for row in of_judging().values() for each in ((row,) if isinstance(row, str) else row)}
    for row in FUNCTIONS.values():
        texts |= {row.title, row.domain}
    for paper_format in FORMATS.values():
        texts |= {paper_format.name, paper_format.question}
        texts |= {each for preset in paper_format.presets for each in (preset.label, preset.help)}
        for setting in paper_format.schema.settings:
            texts |= {setting.label, setting.help, *(label for _, label in setting.choices)}
    assert texts - marked_texts == set()


# all that judging says


def of_method(written, given, rules) -> Iterator[Message]:
    verdict = judge(written, given, 24, rules)
    reasons = [*verdict.reasons, *(each for reading in verdict.readings for each in reading.reasons)]
    for each in reasons:
        assert VerdictReason.read(each.export()) == each
        yield each.as_message


WITHOUT_VALUE = (
    "(1/2)!", "√(0-8)", "(0-1)^(1/2)", "root(4, 0-16)", "root(1, 5)", "2C3", "(1/3) mod 2", "log(1, 5)", "log(2, 0-1)",
    "0^0", "0^(0-1)", "1/0", "(√2)!", "√2 P 3", "gcd(1/2, 3)", "lcm(1/2, 3)", "T(0-1)", "R(0-1)", "(1/2)!!", "F(0-1)",
    "subfactorial(0-1)", "(0-5)#", "5#!", "(((2^3000)/3))!", "3 mod 5", "(√2+√3+√5)^(√2)", "8 1", "f(3)", "-3", "1.5", "0.3̇",  # noqa: E501
    "log(1,2,3)", "choose(3)",
)  # fmt: skip


def of_methods() -> Iterator[Message]:
    yield from (each.as_message for each in failed().reasons)
    for line in lines("methods.txt"):
        yield from of_method(line.parts[2], numbers(line.parts[0]), line.rules)
    every = edition({"edition": "number-tournament", "on": [each for each in FUNCTIONS if each != "negative"]})
    odd = [
        *fuzz.strings(600 if MANY else 150, 1),
        *HOSTILE,
        *WITHOUT_VALUE,
        "9" * 2000,
        "(" * 300 + "1",
        "3 5 7:",
        "3 5 99: 3+5-99",
    ]
    odd += [
        "3 5: 3 + 5",
        "2 2 2: 2+2",
        "1 2 = 7",
        "1 + 2 = 7",
        " 1 2 3!!!!",
        "\u00ad",
        "1 +",
        "|1",
        ")",
        ",",
        "1₂",
        "1..2",
    ]
    for written in odd:
        for rules in (every, *fuzz.RULES, *EDITIONS.values()):
            for given in (fuzz.NUMBERS, (), (0, 1)):
                yield from of_method(written, given, rules)
    many = "".join(f"{n}!!!-" for n in range(1, 12)) + "1"
    yield from of_method(many, (), every)


def of_rules() -> Iterator[Message]:
    named = {"edition": "basic-24"}
    for spec in (
        "x",
        {},
        {**named, "x": 1},
        {**named, "on": "mod"},
        {**named, "on": ["x"]},
        {**named, "policies": 1},
    ):
        with pytest.raises(UnknownRules) as refused:
            edition(spec)
        yield refused.value.message
    with pytest.raises(UnknownRules) as refused:
        edition({**named, "policies": {"x": "y"}})
    yield refused.value.message


def of_explanations() -> Iterator[Message]:
    for line in lines("same.txt"):
        one, other = line.parts[:2]
        for given in (fuzz.own_numbers_of(one), (1, 2)):
            yield explain(one, other, given, line.rules).message
    yield explain("{x}", "1 + 2", (1, 2)).message
    yield explain("|1! x 2|", "1 x 2!", (1, 2)).message
    yield explain("2 x 3 - 1", "4 x 2 - 3", (1, 2, 3, 4), edition("dmas")).message


def of_settings() -> Iterator[Message]:
    values = (True, -1, 0, 10**9, "x", [], [1] * 50, [-1], "d6", 3, None)
    turned = {"number_from": 9, "number_to": 2, "target_from": 9, "target_to": 2}
    for paper_format in FORMATS.values():
        for setting in paper_format.schema.settings:
            for value in values:
                yield from (each.message for each in paper_format.schema.problems({setting.name: value}))
        for wrong in ({"nothing": 1}, turned, {"dice": "d6"}):
            yield from (each.message for each in paper_format.schema.problems(wrong))


def of_boxes() -> Iterator[Message]:
    for slug, paper_format in FORMATS.items():
        chance = Random(slug)
        for _ in range(150):
            preset, grade = chance.choice(paper_format.presets).slug, chance.choice((None, 3, 8))
            settings = paper_format.settings_for(preset, grade)
            sets = [
                tuple(chance.choice((0, 1, 2, 3, 9999)) for _ in range(chance.choice((0, 3, 4))))
                for _ in range(chance.randint(0, 3))
            ]
            targets = [Fraction(chance.randint(-99, 99), chance.choice((1, 1, 2))) for _ in range(chance.randint(0, 3))]
            boxes = paper_format.lay_out(settings, sets, targets)
            yield from (
                each for problem in paper_format.problems(settings, boxes) for each in (problem.message, problem.shared)
            )
            for box in boxes:
                assert Box.read(box.export()) == box
                yield box.label


def an_answer(chance: Random, line: int, boxes) -> LineAnswer:
    at = chance.randrange(len(boxes))
    box = len(boxes) if chance.random() < 0.1 else at
    if (state := chance.choice(("judged",) * 6 + ("pending", "nothing"))) != "judged":
        note = message(chance.choice(tuple(NOTES)), reason="x") if chance.random() < 0.5 else None
        return LineAnswer(line, box, state, note=note)
    away = chance.choice((0, 0, 0, 1, 3, Fraction(1, 2), None))
    if away is None:
        return LineAnswer(line, box, state, False, chance.choice((None, 3)), shown=chance.choice(("", "√2 + 1")))
    target, method = boxes[at].target, f"m{chance.randint(1, 14)}"
    distance = -(-away.numerator // away.denominator)
    return LineAnswer(line, box, state, away == 0, distance, method, target + away)


def of_lines() -> Iterator[Message]:
    for slug, paper_format in FORMATS.items():
        chance = Random(slug)
        for _ in range(120):
            settings = paper_format.settings_for(chance.choice(paper_format.presets).slug, 7)
            if "misplaced" in settings and chance.random() < 0.5:
                settings = paper_format.schema.read({**settings, "misplaced": "moved"})
            sizes = range(chance.randint(1, 4))
            boxes = paper_format.lay_out(settings, [(1, 2, 3, at) for at in sizes], [at + 1 for at in sizes])
            boxes = tuple(
                Box(*box.export() and (box.label, box.numbers, box.target), chance.random() < 0.1) for box in boxes
            )
            written = [an_answer(chance, line, boxes) for line in range(chance.randint(1, 30))]
            same = {f"m{n}": "m1" for n in range(2, chance.randint(2, 5))}
            score = paper_format.points(settings, boxes, written, same)
            for line in score.lines:
                assert line.read_note(line.export()) == line.note
                yield line.note
            yield from [score.bonus_note] if score.bonus_note else []
    yield from (nth(count) for count in range(1, 25))


def of_targets() -> Iterator[Message]:
    yield message("no_target")  # what `read_target` raises


def of_places() -> Iterator[Message]:
    chance, rounds = Random(7), {"r1": "A, B and C {x}", "r2": "Two"}
    names = ["total", "best_round", "round:r1", "methods", "tiebreak"]
    for _ in range(400):
        chain, _ = read_chain(["total", *chance.sample(names[1:], 3)], rounds)
        rows = [
            EntrantRow(
                at,
                {"r1": chance.randint(0, 2), "r2": chance.randint(0, 2)},
                status=chance.choice(STATUSES[:1] * 5 + STATUSES),
                display=(at,),
                name=chance.choice(HOSTILE),
                measures={"methods": chance.randint(0, 2), "tiebreak": chance.randint(0, 1)},
                penalty=chance.choice((0, 0, 0, 0, 5)),
            )
            for at in range(chance.randint(2, 5))
        ]
        standing = rank(rows, chain)
        every = (*standing.ranked, *standing.unranked)
        for a, b in (*combinations(every, 2), *combinations(every[::-1], 2)):
            yield why_above(a, b, chain, to_play=chance.random() < 0.5)
        yield from (each.message for each in awards(standing, 4))
        yield from (each.message for each in awards(rank(rows), 4))
    yield from (each.message for each in read_chain([*names[1:], "total", "total", "round:x", "{x}"], rounds)[1])
    yield from (each.label for each in (TOTAL, BEST_ROUND, METHODS, tiebreak()))
    yield from map(ordinal, range(1, 25))


def of_tiebreakers() -> Iterator[Message]:
    for seed in range(80):
        chance = Random(seed)
        sides = chance.sample(range(9), chance.randint(2, 4))
        names, games = {side: chance.choice(HOSTILE) for side in sides}, []
        for _ in range(chance.randint(0, 4)):
            now = bracket(sides, "seed", games)
            pair = now.next if now.next and chance.random() < 0.9 else tuple(chance.sample(sides, 2))
            methods = chance.randint(0, 3), chance.randint(0, 3)
            waiting = tuple(chance.choice((0, 0, min(1, count))) for count in methods)
            games.append(TiebreakerGame(pair, methods, waiting, (chance.choice((0, 0, 0, 1)), 0)))
        played = bracket(sides, "seed", games)
        yield played.message(names)
        yield from (each.message(names) for each in played.played)


def of_decided_ties() -> Iterator[Message]:
    drawn = [TiebreakerGame((A, B), (3, 3))] * 2
    three = [TiebreakerGame((A, B), (0, 1)), TiebreakerGame((C, B), (0, 3))]
    for decision in (
        *decided(TiebreakerGame((A, B), (2, 4))),
        *decided(drawn[0], TiebreakerGame((A, B), (4, 2))),
        *decided(*drawn, TiebreakerGame((A, B), (4, 2))),
        *decided(*three, sides=(A, B, C)),
        *decided(points={A: {"1": 12, "2": 8}, B: {"1": 10, "2": 10}}),
    ):
        yield from (decision.message, decision.named, decision.sentence)
    sharing = rank([EntrantRow(side, {"1": 20}, name=side) for side in (A, B)], CHAIN).ranked
    for games in ((), drawn[:1]):
        yield why_shared(sharing, CHAIN, [bracket((A, B), "seed", games)])


def parts(one: Message) -> Iterator[Message]:
    """A message and those within it."""
    yield one
    for fact in one.facts.values():
        within = fact if isinstance(fact, tuple) and not isinstance(fact, Message) else (fact,)
        for each in within:
            if isinstance(each, Message):
                yield from parts(each)


CHANGES = (
    {"time_seconds": 59},
    {"target_negatives": True, "target_fractions": True},
    {"target_kind": "product"},
)


def of_rounds() -> Iterator[Message]:
    """How each format is explained, with its defaults and with settings that differ from them."""
    for paper_format in FORMATS.values():
        for values in ({}, *CHANGES):
            known = {name: value for name, value in values.items() if name in paper_format.schema.names()}
            explained = explain_round(paper_format, paper_format.schema.read(known))
            yield from (*explained.task, *explained.scoring)


SOURCES = (
    of_methods, of_rules, of_explanations, of_settings, of_boxes, of_lines, of_targets, of_places, of_tiebreakers,
    of_decided_ties, of_rounds,
)  # fmt: skip


@pytest.fixture(scope="module")
def every_message() -> list[Message]:
    return [one for source in SOURCES for one in dict.fromkeys(source())]


def test_every_message_reads_as_a_sentence_and_survives_json(every_message):
    for one in every_message:
        assert str(one)
        assert Message.read(one.as_dict()) == one


def test_every_message_has_the_facts_that_its_template_asks_for(every_message):
    for one in {part for each in every_message for part in parts(each) if part.code != TEXT}:
        row = TEMPLATES[one.code]
        asked = set(PLACE.findall(row if isinstance(row, str) else row[1]))
        assert asked <= set(one.facts), one


def test_every_row_of_the_table_is_used(every_message):
    used = {part.code for each in every_message for part in parts(each)}
    assert sorted(set(of_paper()) - used) == []
