"""The guides as pages: every link in them, and from every page to them, leads to a paragraph that is there."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.urls import URLResolver, get_resolver, reverse

from tournament.guides import rendering

HELP_LINK = re.compile(r'class="help-link"\s+href="/help/([a-z-]+)/(?:#([\w-]+))?"')
OUR_LINK = re.compile(r'href="(?:/help/([a-z-]+)/)?(?:#([\w-]+))?"')


def views(patterns: list) -> Iterator[Callable]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        else:
            yield pattern.callback


def is_there(guide: str, anchor: str | None = None) -> bool:
    found = rendering.guide(guide)
    return found is not None and (not anchor or anchor in found.anchors)


def help_link_leads_somewhere(response) -> bool:
    """Whether a page links to a paragraph of a guide: tests/tournament/web/test_permission_table.py asks every page."""
    found = HELP_LINK.search(response.content.decode())
    return found is not None and is_there(*found.groups())


@pytest.mark.parametrize("name", rendering.names())
def test_every_guide_is_a_page_whose_links_lead_somewhere(client, db, name):
    answer = client.get(reverse("guide", args=[name]))
    text = answer.content.decode()
    guide = rendering.guide(name)
    assert answer.status_code == 200
    assert text.count("<h1") == 1
    assert all(f'id="{heading.anchor}"' in text for heading in guide.headings)
    assert len(guide.anchors) == len(guide.headings)
    for other, anchor in OUR_LINK.findall(guide.body):
        assert is_there(other or name, anchor), f"{other}#{anchor}"
    assert not re.search(r'href="[^"]*\.md', guide.body)


def test_the_list_has_every_guide_and_nothing_else_is_one(client, db):
    page = client.get(reverse("guides")).content.decode()
    assert all(reverse("guide", args=[name]) in page for name in rendering.names())
    for name in ("none", "README", "..", "architecture"):
        assert client.get(f"/help/{name}/").status_code == 404


def test_a_reader_of_another_language_is_told_which_one_the_guides_have(client, db):
    page = client.get(reverse("guide", args=["coach"]), headers={"accept-language": "es"}).content.decode()
    assert '<article class="guide">' in page
    assert '<div class="guide-page" lang="en">' in page


def test_every_paragraph_that_a_page_names_is_there():
    every = {each for view in views(get_resolver().url_patterns) for each in getattr(view, "guide", "").split()}
    assert len(every) > 40
    assert {each for each in every if not is_there(*each.split("#"))} == set()
