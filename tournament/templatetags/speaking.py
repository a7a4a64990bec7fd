"""How pages say things: `{{ line.sentence|spoken }}` is a sentence of the engine in the reader's language,
`{{ entry.total|signed }}` points with a minus sign, `{{ who|isolated }}` a name for a sentence. Every template has them."""

from django import template

from ..names import isolated
from ..spoken import signed, spoken

register = template.Library()


@register.filter(name="spoken")
def spoken_filter(sentence: object) -> str:
    """Empty for what is missing, as templates have it."""
    return spoken(sentence) if sentence else ""


@register.filter(name="isolated")
def isolated_filter(name: object) -> str:
    """For a name in a sentence; where it stands by itself `<bdi>` is plainer."""
    return isolated(str(name))


register.filter("signed", signed)
