"""The texts that a script shows, as one JSON block of the page; `text()` of static/js/common/texts.js reads it."""

import json

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag
def script_texts(content: str) -> SafeString:
    """The block; inside it stand only `script_text` tags."""
    return json_script(json.loads(f"{{{content.strip().rstrip(',')}}}"), "script-texts")


@register.simple_block_tag
def script_text(content: str, name: str) -> SafeString:
    """One text, by the name that the script asks for. Words in capitals are filled by the script."""
    return mark_safe(f"{json.dumps(name)}: {json.dumps(content.strip())},")  # noqa: S308 - JSON, escaped by the block
