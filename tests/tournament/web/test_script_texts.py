"""The texts of scripts: what a page gives, and that it gives what its script asks for."""

import json
import re
from pathlib import Path

from django.template import Context, Template

ROOT = Path(__file__).parents[3]
BLOCK = """{% load script_texts %}{% script_texts %}
  {% script_text "drop" %}Drop "it"? </script> NAME’s{% endscript_text %}
  {% script_text "most" %}
    at most {{ most }}
  {% endscript_text %}
{% endscript_texts %}"""


def every_match(pattern: str, folder: str, ending: str) -> set[str]:
    sources = (path.read_text() for path in (ROOT / folder).rglob(f"*.{ending}"))
    return {name for source in sources for name in re.findall(pattern, source)}


def test_the_texts_are_one_json_block_that_cannot_be_left():
    html = Template(BLOCK).render(Context({"most": 200}))
    block = re.fullmatch('<script id="script-texts" type="application/json">([^<>]*)</script>', html)
    assert json.loads(block[1]) == {"drop": 'Drop "it"? </script> NAME’s', "most": "at most 200"}


GIVEN = every_match(r'script_text "(\w+)"', "templates", "html")


def test_a_script_asks_only_for_texts_that_a_template_gives():
    assert every_match(r'\btext\(\s*"(\w+)"', "tournament/static/js", "js") - GIVEN == set()


def test_a_script_asks_for_each_text_that_a_template_gives():
    whole = every_match(r'"(\w+)"', "tournament/static/js", "js")
    beginnings = tuple(every_match(r"\btext\([^()]*`(\w+_)\$", "tournament/static/js", "js"))
    names = {name.removesuffix("_one") for name in GIVEN}
    assert [name for name in names - whole if not name.startswith(beginnings)] == []
