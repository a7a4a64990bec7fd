"""The engine's MathML becomes mathematics on paper; nothing else does."""

import pytest

from judging.language.editions import NUMBER_TOURNAMENT
from judging.language.expression import Apply, Number
from judging.language.functions.table import FUNCTIONS
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge
from tournament.printing.mathematics import ELEMENTS, LONGEST_MARKUP, nested
from tournament.printing.puzzles import PrintedKey, PrintedMethod, answer_key

from .test_puzzles import asked, texts


def tags(node) -> set[str]:
    below = [tags(each) for each in node[1:] if isinstance(each, list)]
    return {node[0]}.union(*below)


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda each: each.name)
def test_every_function_is_set_as_mathematics(function):
    """A new row of the notation needs no code for paper."""
    count = max(function.min_inputs, 1)
    tree = Apply(function.name, tuple(Number(at + 2, 0, 0, str(at + 2)) for at in range(count)), 0, 0)
    result = nested(mathml(tree))
    assert result is not None
    assert tags(result) <= ELEMENTS
    (text,) = texts(answer_key("Day", [asked(1, keys=[PrintedKey([PrintedMethod("?", mathml(tree))])])]))
    assert all(str(at + 2) in text for at in range(count))


def test_a_method_keeps_its_shape():
    (tree,) = judge("sqrt(1 + 2/(3 + 4))", (1, 2, 3, 4), None, NUMBER_TOURNAMENT).trees
    inside = ["mfrac", ["mrow", ["mn", "2"]], ["mrow", ["mrow", ["mn", "3"], ["mo", "+"], ["mn", "4"]]]]
    assert nested(mathml(tree)) == ["math", ["msqrt", ["mrow", ["mn", "1"], ["mo", "+"], inside]]]


@pytest.mark.parametrize(
    "typed,printed",
    [
        ("7 * (3 + 3) / 2", "7 × (3 + 3) ÷ 2"),
        ("8 / (7 - 3 - 3)", "8 ÷ (7 − 3 − 3)"),
        ("8 / (2 * 3)", "8 ÷ (2 × 3)"),
        ("8 / (3 / 6)", "8 ÷ (3 ÷ 6)"),
        ("(8 / 3) / 6", "8 ÷ 3 ÷ 6"),
        ("(7 + 3) / sqrt(4)", "(7 + 3) ÷ √4"),
        ("(7 mod 3) / 3!", "(7 mod 3) ÷ 3!"),
        ("7 - 3 / (3!)", "7 − 3 ÷ 3!"),
    ],
)
def test_a_division_stands_on_one_line_with_the_brackets_it_needs(typed, printed):
    numbers = tuple(int(each) for each in typed if each.isdigit())
    (tree,) = judge(typed, numbers, None, NUMBER_TOURNAMENT).trees
    (text,) = texts(answer_key("Day", [asked(1, keys=[PrintedKey([PrintedMethod(typed, mathml(tree))])])]))
    assert printed.replace(" ", "") in text.replace(" ", "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 + 2",
        "<math>",
        "<math><script>x</script></math>",
        '<!DOCTYPE m [<!ENTITY a "b">]><math><mn>&a;</mn></math>',
        "<math>" + "<mrow>" * 40 + "</mrow>" * 40 + "</math>",
        "<math><mn>1</mn>" + "<mn>1</mn>" * LONGEST_MARKUP + "</math>",
    ],
)
def test_nothing_but_the_engines_mathematics_is_taken(text):
    assert nested(text) is None
    method = PrintedMethod("#text(red)[1]", text)
    (page,) = texts(answer_key("Day", [asked(1, keys=[PrintedKey([method])])]))
    assert "#text(red)[1]" in page


def test_the_deepest_method_that_is_taken_can_be_set():
    deep = "<mn>1</mn>"
    while nested(f"<math><mfrac>{deep}<mn>2</mn></mfrac></math>"):
        deep = f"<mfrac>{deep}<mn>2</mn></mfrac>"
    method = PrintedMethod("no", f"<math>{deep}</math>")
    assert texts(answer_key("Day", [asked(1, keys=[PrintedKey([method])])]))
