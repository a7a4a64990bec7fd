"""The engine's MathML as nested lists, from which a template sets mathematics."""

from xml.etree import ElementTree

LONGEST_MARKUP = 20_000  # characters
DEEPEST_MARKUP = 14  # elements in one another. Typst ends at some eighty calls in one another
ELEMENTS = frozenset({"math", "mrow", "mn", "mi", "mo", "mfrac", "msup", "msub", "msqrt", "mroot"})
TOKENS = frozenset({"mn", "mi", "mo"})
NestedMathematics = list  # [element, part, …]; the part of a token is its text, every other part a list again


def nested(mathml: str) -> NestedMathematics | None:
    """The elements of `judging.language.parsing.writing.mathml`; None for anything else, and for what is too deep to be
    set."""
    if not mathml or len(mathml) > LONGEST_MARKUP or "<!" in mathml:
        return None
    try:
        return _parts(ElementTree.fromstring(mathml), DEEPEST_MARKUP)
    except (ElementTree.ParseError, ValueError):
        return None


def _parts(element: ElementTree.Element, left: int) -> NestedMathematics:
    name = element.tag.rpartition("}")[2]
    if name not in ELEMENTS or not left:
        raise ValueError(name)
    if name in TOKENS:
        return [name, element.text or ""]
    return [name, *(_parts(each, left - 1) for each in element)]
