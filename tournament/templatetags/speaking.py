"""`{{ line.sentence|spoken }}`: a sentence of the engine in the reader's language. Every template has it."""

from django import template

from ..spoken import spoken

register = template.Library()


@register.filter(name="spoken")
def spoken_filter(sentence: object) -> str:
    """Empty for what is missing, as templates have it."""
    return spoken(sentence) if sentence else ""
