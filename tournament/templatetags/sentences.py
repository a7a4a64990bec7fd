"""How pages put things: `{{ line.note|sentence }}` is what judging says, in the reader's language,
`{{ entry.total|signed }}` points with a minus sign, `{{ who|isolated }}` a name for a sentence,
`{{ ruling.reason|in_words }}` a stored text, `{{ ruling.method|with_signs }}` a method as on paper. Every template has
them."""

from collections.abc import Mapping

from django import template

from judging.messages import Message

from ..common.line_text import isolated, with_signs
from ..common.wording.sentences import sentence, signed
from ..common.wording.stored_words import in_words

register = template.Library()


@register.filter(name="sentence")
def sentence_filter(message: Message | Mapping[str, object] | str | None) -> str:
    """Empty for what is missing, as templates have it. A message may be the JSON of one."""
    if isinstance(message, Mapping):
        message = Message.read(message)
    return sentence(message) if message else ""


@register.filter(name="isolated")
def isolated_filter(name: object) -> str:
    """For a name in a sentence; where it stands by itself `<bdi>` is plainer."""
    return isolated(str(name))


@register.filter(name="with_signs")
def with_signs_filter(text: str | None) -> str:
    """Empty for what is missing."""
    return with_signs(text) if text else ""


register.filter("signed", signed)
register.filter("in_words", in_words)
